/* Reservations: a leaf of prices. */
#include "proof.h"

/* One class beside on demand, which is used; leases cost the same in every interval that
 * has their whole term before it. */
typedef struct {
    int64_t intervals, term, hours; /* an interval's, in millionths as what follows */
    int64_t dear, cheap, fee;       /* an hour on demand, an hour on a lease, a lease */
    int64_t used[PROOF_MOST], machines[PROOF_MOST], peak;
    int64_t scale;
    ul_big price[PROOF_MOST]; /* of being covered, by interval */
} leases;

static void draw_leases(leases *r, proof_texts *t)
{
    r->intervals = 1 + proof_choose(PROOF_MOST);
    r->term = 1 + proof_choose(PROOF_MOST);
    r->hours = 1 + proof_number(9999999999);
    r->dear = 1 + proof_number(999999999999);
    r->fee = proof_number(1000000000000000);
    r->cheap = proof_number(r->dear - 1);
    SAY(t->instance, "ullage,1,reservation\nname,p\ninterval_hours,");
    proof_say_micro(t->instance, sizeof t->instance, r->hours);
    SAY(t->instance, "\nclass,d,0,0,");
    proof_say_micro(t->instance, sizeof t->instance, r->dear);
    SAY(t->instance, ",used\nclass,r,%lld,", (long long)r->term);
    proof_say_micro(t->instance, sizeof t->instance, r->fee);
    SAY(t->instance, ",");
    proof_say_micro(t->instance, sizeof t->instance, r->cheap);
    SAY(t->instance, ",used\n");
    for (int64_t i = 0; i < r->intervals; i++) {
        r->used[i] = 1 + proof_number(r->hours - 1);
        r->machines[i] = 1 + proof_number(9999999);
        r->peak = r->machines[i] > r->peak ? r->machines[i] : r->peak;
        SAY(t->instance, "usage,%lld,", (long long)i + 1);
        proof_say_micro(t->instance, sizeof t->instance, r->used[i]);
        SAY(t->instance, ",%lld\n", (long long)r->machines[i]);
    }
}

static void draw_prices(leases *r, proof_texts *t)
{
    char text[UL_BIG_TEXT];
    r->scale = 1 + proof_number(999999999);
    SAY(t->body, "scale,%lld\nleaf\n", (long long)r->scale);
    for (int64_t i = 0; i < r->intervals; i++) {
        r->price[i] = ul_big_of(proof_number(1000000000000000000));
        if (proof_choose(2) == 1)
            r->price[i] = ul_big_times(r->price[i], ul_big_of(proof_number(100000000000000)));
        SAY(t->body, "price,1,%lld,%s\n", (long long)i + 1, ul_big_text(r->price[i], text));
    }
}

/* What the prices prove, times the scale: the cheaper of paying on demand and the price,
 * less what leases cost below the prices they collect. */
static ul_big lease_bound(const leases *r)
{
    ul_big total = ul_big_of(0);
    for (int64_t i = 0; i < r->intervals; i++) {
        const ul_big hour = ul_big_times(ul_big_of(r->used[i]), ul_big_of(r->scale));
        const ul_big over = ul_big_minus(ul_big_times(hour, ul_big_of(r->dear - r->cheap)),
                                         r->price[i]);
        ul_big here = ul_big_times(hour, ul_big_of(r->dear));
        if (ul_big_compare(over, ul_big_of(0)) > 0)
            here = ul_big_minus(here, over);
        total = ul_big_plus(total, ul_big_times(here, ul_big_of(r->machines[i])));
        ul_big left = ul_big_times(ul_big_times(ul_big_of(r->fee), ul_big_of(1000000)),
                                   ul_big_of(r->scale));
        for (int64_t s = i; s < r->intervals && s < i + r->term; s++)
            left = ul_big_minus(left, r->price[s]);
        if (ul_big_compare(left, ul_big_of(0)) < 0)
            total = ul_big_plus(total, ul_big_times(left, ul_big_of(r->peak)));
    }
    return total;
}

void proof_try(proof_texts *t)
{
    leases r = {0};
    draw_leases(&r, t);
    proof_begin(t);
    draw_prices(&r, t);
    const proof_leaf l = {lease_bound(&r), ul_big_of(r.scale)};
    const int64_t claimed = proof_choose_claim(proof_leaf_proves, &l, 9000000000000000000);
    SAY(t->certificate, "bound,%lld\n%s", (long long)claimed, t->body);
    proof_compare(t, proof_checked(t, false), proof_leaf_proves(&l, claimed), proof_leaf_proves(&l, claimed));
}
