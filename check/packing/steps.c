/* What machines cost at least by all resources at once, in whole numbers.
 *
 * The prices of a family that are not zero are multiples of its step. A plan pays for
 * a whole number of steps of each family, and each step brings at most so much of
 * every resource: the most that any type of the family has for each of its steps.
 * What a set of families must hold, because no other family holds it, it must have
 * room for. Verified floors say how many steps of a family there are at least.
 *
 * A search over the counts of all families but the last. O(counts tried), as many as a check has
 * steps.
 */
#include "certificate.h"

enum { FAMILIES_MAX = 5, SETS_MAX = 1 << FAMILIES_MAX, ADDITION = 4 };

typedef struct {
    check *c;
    const check_packing *p;
    size_t n;
    size_t family[FAMILIES_MAX];
    check_wide step[FAMILIES_MAX], least[FAMILIES_MAX], count[FAMILIES_MAX];
    check_wide share[FAMILIES_MAX][CHECK_RESOURCES_MAX];
    check_wide demand[SETS_MAX][CHECK_RESOURCES_MAX];
    check_wide most; /* what a plan cheaper than the bound costs at most */
} steps;

static check_wide divisor(check_wide a, check_wide b)
{
    while (b != 0) {
        const check_wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void find_families(steps *s)
{
    const check_packing *p = s->p;
    check_spend_on(s->c, p->family.n, p->type.n);
    for (size_t f = 0; f < p->family.n; f++) {
        check_wide step = 0;
        for (size_t k = 0; k < p->type.n; k++)
            if (p->types[k].family == f)
                step = divisor(step, p->types[k].price);
        if (step == 0)
            continue;
        if (s->n == FAMILIES_MAX)
            check_refuse_file(s->c, s->c->counted, "has steps of too many families");
        size_t at = s->n++; /* the dearest first: there are the fewest of it */
        for (; at > 0 && s->step[at - 1] < step; at--) {
            s->step[at] = s->step[at - 1];
            s->family[at] = s->family[at - 1];
        }
        s->step[at] = step;
        s->family[at] = f;
    }
    for (size_t q = 0; q < s->n; q++)
        for (size_t k = 0; k < p->type.n; k++) {
            if (p->types[k].family != s->family[q] || p->types[k].price == 0)
                continue;
            const check_wide times = p->types[k].price / s->step[q];
            for (size_t r = 0; r < p->resource.n; r++) {
                const check_wide share = check_ratio_up(p->capacity[k * p->resource.n + r], times);
                s->share[q][r] = share > s->share[q][r] ? share : s->share[q][r];
            }
        }
}

static bool type_holds(const check_packing *p, size_t k, size_t task)
{
    const check_micro *need = check_packing_demand(p, task, p->types[k].family);
    for (size_t r = 0; r < p->resource.n; r++)
        if (need[r] > p->capacity[k * p->resource.n + r])
            return false;
    return true;
}

/* The families that hold the task; none when a free machine does, beside which the
 * others cost no more. */
static size_t holders(const steps *s, size_t task)
{
    size_t set = 0;
    for (size_t k = 0; k < s->p->type.n; k++) {
        if (!type_holds(s->p, k, task))
            continue;
        if (s->p->types[k].price == 0)
            return 0;
        for (size_t q = 0; q < s->n; q++)
            if (s->family[q] == s->p->types[k].family)
                set |= (size_t)1 << q;
    }
    return set;
}

static void add_demands(steps *s, const check_items *items)
{
    check_spend_on(s->c, items->n, s->p->resource.n * (s->p->type.n + SETS_MAX * ADDITION));
    for (size_t i = 0; i < items->n; i++) {
        const size_t set = holders(s, items->task[i]);
        for (size_t r = 0; r < s->p->resource.n && set != 0; r++) {
            check_wide need = -1;
            for (size_t q = 0; q < s->n; q++) {
                const check_wide here =
                    check_packing_demand(s->p, items->task[i], s->family[q])[r];
                if ((set >> q & 1) != 0 && (need < 0 || here < need))
                    need = here;
            }
            need = check_times(s->c, need, (check_wide)items->copies[i]);
            for (size_t larger = set; larger < (size_t)1 << s->n; larger++)
                if ((larger & set) == set)
                    s->demand[larger][r] = check_plus(s->c, s->demand[larger][r], need);
        }
    }
}

/* A floor that weighs types of one family, none by more than its steps, says how many
 * steps there are at least. */
static void use_floor(steps *s, const check_rule *floor)
{
    for (size_t q = 0; q < s->n; q++) {
        bool fits = true;
        for (size_t k = 0; k < s->p->type.n; k++)
            fits = fits
                   && (floor->weight[k] == 0
                       || (s->p->types[k].family == s->family[q]
                           && floor->weight[k] <= s->p->types[k].price / s->step[q]));
        if (fits && floor->least > s->least[q])
            s->least[q] = floor->least;
    }
}

/* Steps of family q that are needed beside the counts of those before it, by the sets
 * of these families; -1 when no number is enough. */
static check_wide needed(const steps *s, size_t q)
{
    check_wide most = s->least[q];
    for (size_t set = 1; set < (size_t)2 << q; set++)
        for (size_t r = 0; r < s->p->resource.n; r++) {
            check_wide missing = s->demand[set][r];
            for (size_t f = 0; f < q; f++)
                if ((set >> f & 1) != 0)
                    missing = check_minus(s->c, missing,
                                          check_times(s->c, s->share[f][r], s->count[f]));
            if (missing <= 0)
                continue;
            if ((set >> q & 1) == 0 || s->share[q][r] == 0)
                return -1;
            const check_wide count = check_ratio_up(missing, s->share[q][r]);
            most = count > most ? count : most;
        }
    return most;
}

/* Whether families from q on can complete the counts for `left`, that is, cheaply enough. */
static bool reach(steps *s, size_t q, check_wide left)
{
    check_spend(s->c, ((uint64_t)2 << q) * s->p->resource.n * (q + 1) * ADDITION);
    check_wide count = needed(s, q);
    if (count < 0)
        return false;
    for (; check_times(s->c, count, s->step[q]) <= left; count++) {
        if (q + 1 == s->n)
            return true;
        s->count[q] = count;
        if (reach(s, q + 1, left - count * s->step[q]))
            return true;
    }
    return false;
}

bool check_steps_reach(check *c, const check_items *items, const check_claim *whole,
                       check_wide budget)
{
    steps *s = check_alloc(c, 1, sizeof *s);
    s->c = c;
    s->p = items->p;
    find_families(s);
    add_demands(s, items);
    check_spend_on(c, whole->n_rules, items->p->type.n);
    for (size_t id = 0; id < whole->n_rules; id++)
        if (whole->rule[id].known && whole->rule[id].is_floor)
            use_floor(s, &whole->rule[id]);
    return s->n == 0 || reach(s, 0, budget);
}
