/* Availability: a leaf of survived sets. */
#include "proof.h"

typedef struct {
    int64_t types, capacity, scale;
    int64_t size[PROOF_MOST], price[PROOF_MOST], rare[PROOF_MOST]; /* down with probability 2^-rare */
    ul_big left[PROOF_MOST], left_on_demand; /* the first type alone is offered on demand */
    ul_big total;
} zone;

enum { ON_DEMAND = 999999 }; /* dollars */

/* One row in the slow way: what it adds to the sum and takes off the machines. */
static void use_row(zone *z, uint32_t set, ul_big value, int64_t divisor)
{
    const int64_t rest = divisor == 0 ? 0 : z->capacity % divisor;
    const int64_t side = divisor == 0 ? z->capacity : (z->capacity / divisor + 1) * rest;
    z->total = ul_big_plus(z->total, ul_big_times(value, ul_big_of(side)));
    for (int64_t k = 0; k < z->types; k++) {
        int64_t counts = z->size[k];
        if (divisor != 0) {
            const int64_t beyond = counts % divisor;
            counts = counts / divisor * rest + (beyond < rest ? beyond : rest);
        }
        const ul_big paid = ul_big_times(value, ul_big_of(counts));
        if ((set >> k & 1) == 0)
            z->left[k] = ul_big_minus(z->left[k], paid);
        if (k == 0)
            z->left_on_demand = ul_big_minus(z->left_on_demand, paid);
    }
}

static void count_losses(zone *z)
{
    for (int64_t k = 0; k <= z->types; k++) {
        const ul_big lacks = k < z->types ? z->left[k] : z->left_on_demand;
        const int64_t size = z->size[k < z->types ? k : 0];
        const ul_big most = ul_big_of((z->capacity + size - 1) / size);
        if (ul_big_compare(lacks, ul_big_of(0)) < 0)
            z->total = ul_big_plus(z->total, ul_big_times(lacks, most));
    }
}

/* The target is 1 - 2^-allowed: products are exact, and no rounding is near a power of
 * two. */
static void make_zone(proof_texts *t, zone *z, int64_t allowed)
{
    SAY(t->instance, "ullage,1,availability\nname,p\ntarget,%lld,%.17g\n",
        (long long)z->capacity, 1 - 1 / (double)((int64_t)1 << allowed));
    for (int64_t k = 0; k < z->types; k++) {
        z->size[k] = 1 + proof_number(9999999);
        z->price[k] = proof_number(999999999999);
        z->rare[k] = 1 + proof_choose(40);
        SAY(t->instance, "vm,v%lld,%lld,", (long long)k, (long long)z->size[k]);
        proof_say_micro(t->instance, sizeof t->instance, z->price[k]);
        if (k == 0)
            SAY(t->instance, ",%d", ON_DEMAND);
        SAY(t->instance, "%s,%.17g\n", k == 0 ? "" : ",",
            1 - 1 / (double)((int64_t)1 << z->rare[k]));
        z->left[k] = ul_big_times(ul_big_times(ul_big_of(z->price[k]), ul_big_power(10, 6)),
                                  ul_big_of(z->scale));
    }
    z->left_on_demand = ul_big_times(ul_big_times(ul_big_of(ON_DEMAND), ul_big_power(10, 12)),
                                     ul_big_of(z->scale));
}

void proof_try(proof_texts *t)
{
    char text[UL_BIG_TEXT];
    zone z = {.types = 1 + proof_choose(PROOF_MOST), .capacity = 1 + proof_number(9999999),
              .scale = 1 + proof_number((int64_t)1 << 50)};
    const int64_t allowed = proof_choose(30), uses = proof_choose(4);
    uint32_t set[PROOF_MOST];
    bool survived = true;
    make_zone(t, &z, allowed);
    proof_begin(t);
    SAY(t->plan, "on-demand,v0,%lld\n", (long long)((z.capacity + z.size[0] - 1) / z.size[0]));
    for (int64_t q = 0; q < uses; q++) {
        int64_t bits = 0;
        set[q] = proof_choose(1u << z.types);
        SAY(t->body, "set,%lld", (long long)q + 1);
        for (int64_t k = 0; k < z.types; k++)
            if (set[q] >> k & 1) {
                SAY(t->body, ",v%lld", (long long)k);
                bits += z.rare[k];
            }
        SAY(t->body, "\n");
        survived = survived && bits < allowed; /* 2^-bits is above 2^-allowed + 10^-15 */
    }
    SAY(t->body, "leaf,%lld\n", (long long)z.scale);
    for (int64_t q = 0; q < uses; q++) {
        ul_big value = ul_big_of(proof_number(1000000000000000000));
        int64_t divisor = proof_choose(2) == 0 ? 0 : 1 + proof_number(9999999);
        if (proof_choose(2) == 1)
            value = ul_big_times(value, ul_big_of(proof_number(1000000000000000000)));
        if (divisor != 0 && z.capacity % divisor == 0)
            divisor = 0;
        SAY(t->body, "use,%lld,%s", (long long)q + 1, ul_big_text(value, text));
        if (divisor != 0)
            SAY(t->body, ",%lld", (long long)divisor);
        SAY(t->body, "\n");
        use_row(&z, set[q], value, divisor);
    }
    count_losses(&z);
    const proof_leaf l = {z.total, ul_big_of(z.scale)};
    const int64_t claimed = proof_choose_claim(proof_leaf_proves, &l, 999999999999);
    const bool proves = survived && proof_leaf_proves(&l, claimed);
    SAY(t->certificate, "bound,%lld\n%s", (long long)claimed, t->body);
    proof_compare(t, proof_checked(t, false), proves, proves);
}
