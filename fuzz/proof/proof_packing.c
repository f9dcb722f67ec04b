/* Packing: a root with values, a few tasks on a few types. */
#include <string.h>

#include "proof.h"

typedef struct {
    size_t types, tasks;
    int64_t price[PROOF_MOST], capacity[PROOF_MOST]; /* millionths, as demands are */
    int64_t demand[PROOF_MOST], copies[PROOF_MOST], value[PROOF_MOST];
    int64_t num, den;
} packing;

enum { STATES = 4 * 4 * 4 }; /* copies of each of three tasks */

static void counts_of(size_t state, int64_t *count)
{
    for (size_t j = 0; j < PROOF_MOST; j++, state /= 4)
        count[j] = (int64_t)(state % 4);
}

static bool fits(const packing *p, size_t k, const int64_t *count)
{
    int64_t used = 0;
    for (size_t j = 0; j < p->tasks; j++)
        used += count[j] * p->demand[j];
    return used <= p->capacity[k];
}

/* The cheapest machines for every set of copies, in millionths. */
static ul_big optimum(const packing *p)
{
    static ul_big best[STATES];
    static bool known[STATES];
    size_t last = 0;
    for (size_t j = PROOF_MOST; j-- > 0;)
        last = last * 4 + (j < p->tasks ? (size_t)p->copies[j] : 0);
    memset(known, 0, sizeof known);
    best[0] = ul_big_of(0);
    known[0] = true;
    for (size_t state = 1; state <= last; state++)
        for (size_t part = 1; part <= state; part++) {
            int64_t all[PROOF_MOST], count[PROOF_MOST];
            bool within = true;
            counts_of(state, all);
            counts_of(part, count);
            for (size_t j = 0; j < PROOF_MOST; j++)
                within = within && count[j] <= all[j] && (j < p->tasks || all[j] == 0);
            for (size_t k = 0; k < p->types && within; k++) {
                if (!fits(p, k, count) || !known[state - part])
                    continue;
                const ul_big cost = ul_big_plus(best[state - part], ul_big_of(p->price[k]));
                if (!known[state] || ul_big_compare(cost, best[state]) < 0)
                    best[state] = cost;
                known[state] = true;
            }
        }
    return best[last];
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Whether no pattern is worth more than its price, and all tasks more than what a plan
 * below the bound may cost: the argument of the root, without cleverness. */
static bool root_proves(const void *of, int64_t bound)
{
    const packing *p = of;
    int64_t unit = 0;
    for (size_t k = 0; k < p->types; k++)
        unit = gcd(p->price[k], unit);
    if (unit == 0)
        return bound == 0;
    for (size_t k = 0; k < p->types; k++)
        for (size_t state = 0; state < STATES; state++) {
            int64_t count[PROOF_MOST];
            bool there = true;
            ul_big worth = ul_big_of(0);
            counts_of(state, count);
            for (size_t j = 0; j < PROOF_MOST; j++) {
                there = there && count[j] <= (j < p->tasks ? p->copies[j] : 0);
                if (j < p->tasks)
                    worth = ul_big_plus(worth, ul_big_times(ul_big_of(count[j]),
                                                            ul_big_of(p->value[j])));
            }
            if (there && fits(p, k, count)
                && ul_big_compare(ul_big_times(worth, ul_big_of(p->den)),
                                  ul_big_times(ul_big_of(p->price[k] / unit), ul_big_of(p->num)))
                       > 0)
                return false;
        }
    ul_big total = ul_big_of(0);
    for (size_t j = 0; j < p->tasks; j++)
        total = ul_big_plus(total, ul_big_times(ul_big_of(p->copies[j]), ul_big_of(p->value[j])));
    const int64_t units = bound / unit + (bound % unit > 0);
    return ul_big_compare(ul_big_times(total, ul_big_of(p->den)),
                          ul_big_times(ul_big_of(units - 1), ul_big_of(p->num))) > 0;
}

void proof_try(proof_texts *t)
{
    packing p = {.types = 1 + proof_choose(PROOF_MOST), .tasks = 1 + proof_choose(PROOF_MOST)};
    /* so fine that no table of the checker's fits, or whole */
    const bool fine = proof_choose(2) == 1;
    const int64_t step = fine ? 33333333 : 1000000;
    SAY(t->instance, "ullage,1,packing\nname,p\nresource,r\n");
    for (size_t k = 0; k < p.types; k++) {
        p.price[k] = proof_number(1000000000000000000);
        p.capacity[k] = (k == 0 ? 9 : 1 + proof_choose(9)) * step + (fine ? 10 : 0);
        SAY(t->instance, "type,k%zu,f,", k);
        proof_say_micro(t->instance, sizeof t->instance, p.price[k]);
        SAY(t->instance, ",");
        proof_say_micro(t->instance, sizeof t->instance, p.capacity[k]);
        SAY(t->instance, "\n");
    }
    for (size_t j = 0; j < p.tasks; j++) {
        /* different, so that none are copies */
        p.demand[j] = (1 + (int64_t)j + 3 * proof_choose(3)) * step + (fine ? proof_choose(2) : 0);
        p.copies[j] = 1 + proof_choose(3);
        p.value[j] = proof_number((int64_t)1 << 56);
        SAY(t->instance, "task,t%zu,%lld,,,,", j, (long long)p.copies[j]);
        proof_say_micro(t->instance, sizeof t->instance, p.demand[j]);
        SAY(t->instance, "\n");
    }
    proof_begin(t);
    for (size_t j = 0; j < p.tasks; j++)
        SAY(t->plan, "bin,k0,%lld,t%zu:1\n", (long long)p.copies[j], j);
    p.num = 1 + proof_number(((int64_t)1 << 56) - 1);
    p.den = 1 + proof_number(((int64_t)1 << 56) - 1);
    if (proof_choose(2) == 0) /* values as a solver has them: what a machine costs for each task */
        for (size_t j = 0; j < p.tasks; j++)
            p.value[j] = p.value[j] < p.num / 16 ? p.value[j] : p.num / 16;
    const int64_t bound = proof_choose_claim(root_proves, &p, 9000000000000000000);
    SAY(t->certificate, "bound,");
    proof_say_micro(t->certificate, sizeof t->certificate, bound);
    SAY(t->certificate, "\nroot,%lld,%lld\n", (long long)p.num, (long long)p.den);
    for (size_t j = 0; j < p.tasks; j++)
        SAY(t->certificate, "value,t%zu,%lld\n", j, (long long)p.value[j]);
    const proof_verdict fast = proof_checked(t, true);
    proof_compare(t, fast, ul_big_compare(ul_big_of(bound), optimum(&p)) <= 0,
            root_proves(&p, bound));
}
