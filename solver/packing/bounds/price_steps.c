#include "price_steps.h"

enum { FAMILIES_MAX = 5, SETS_MAX = 1 << FAMILIES_MAX };
#define TRIES_MAX 20000000
#define SAFELY_LESS 1e-9 /* of a bound in doubles: far more than its rounding */

typedef struct {
    const ul_packing *in;
    size_t n;                       /* families that cost something, the dearest step first */
    uint32_t family[FAMILIES_MAX];
    int64_t step[FAMILIES_MAX];     /* millionths of a dollar */
    int64_t least[FAMILIES_MAX];    /* steps that a family bound asks for */
    ul_cost share[FAMILIES_MAX][UL_RESOURCES_MAX];  /* of a step, rounded up */
    ul_cost demand[SETS_MAX][UL_RESOURCES_MAX];
    int64_t count[FAMILIES_MAX];    /* steps chosen */
    ul_cost best;                   /* the cheapest so far, or what is too dear */
    size_t tries;
} steps;

/* ---- the problem ---- */

static int64_t step_of(const ul_packing *in, size_t f)
{
    int64_t step = 0;
    for (size_t k = 0; k < in->n_types; k++)
        if (in->type[k].family == f)
            step = ul_micro_divisor(step, in->type[k].price);
    return step;
}

/* False when there are too many families. */
static bool find_families(steps *s)
{
    for (size_t f = 0; f < s->in->n_families; f++) {
        const int64_t step = step_of(s->in, f);
        if (step == 0) /* free machines, which hold none of the tasks that count */
            continue;
        if (s->n == FAMILIES_MAX)
            return false;
        size_t at = s->n++;
        for (; at > 0 && s->step[at - 1] < step; at--) {
            s->step[at] = s->step[at - 1];
            s->family[at] = s->family[at - 1];
        }
        s->step[at] = step;
        s->family[at] = (uint32_t)f;
    }
    for (size_t q = 0; q < s->n; q++)
        for (size_t k = 0; k < s->in->n_types; k++)
            for (size_t r = 0; r < s->in->n_resources; r++) {
                const ul_packing_type *type = &s->in->type[k];
                const int64_t times = type->price / s->step[q];
                if (type->family != s->family[q] || times == 0)
                    continue;
                const ul_cost share = (type->capacity[r] + times - 1) / times;
                s->share[q][r] = share > s->share[q][r] ? share : s->share[q][r];
            }
    return true;
}

/* The families that hold a task of the shape, as a set; 0 when a free machine does. */
static size_t holders(const steps *s, size_t shape)
{
    size_t set = 0;
    if (s->in->type[ul_packing_cheapest_for(s->in, shape)].price == 0)
        return 0;
    for (size_t q = 0; q < s->n; q++)
        for (size_t k = 0; k < s->in->n_types; k++)
            if (s->in->type[k].family == s->family[q]
                && ul_packing_fits(s->in, ul_packing_demand(s->in, shape, s->family[q]),
                                   s->in->type[k].capacity))
                set |= (size_t)1 << q;
    return set;
}

/* What the tasks need of each resource, on the family where that is least. */
static void add_demands(steps *s, const ul_exact_problem *problem)
{
    for (size_t i = 0; i < problem->n_items; i++) {
        const size_t set = holders(s, problem->origin[i]);
        for (size_t r = 0; r < s->in->n_resources && set != 0; r++) {
            ul_micro need = INT64_MAX;
            for (size_t q = 0; q < s->n; q++) {
                const ul_micro here = ul_packing_demand(s->in, problem->origin[i],
                                                        s->family[q])[r];
                if (set >> q & 1 && here < need)
                    need = here;
            }
            for (size_t larger = set; larger < (size_t)1 << s->n; larger++)
                if ((larger & set) == set)
                    s->demand[larger][r] += (ul_cost)need * problem->copies[i];
        }
    }
}

/* Whether every type that the family bound counts is of its family: one that a type of
 * another family stands in for is counted elsewhere. */
static bool is_of_family(const ul_exact *exact, const ul_family_bound *bound)
{
    for (size_t k = 0; k < exact->in->n_types; k++) {
        size_t counts_as = k;
        while (exact->problem->stand_in[counts_as] != UINT32_MAX)
            counts_as = exact->problem->stand_in[counts_as];
        if ((exact->in->type[k].family == bound->family)
            != (exact->in->type[counts_as].family == bound->family))
            return false;
    }
    return true;
}

static void use_family_bounds(const ul_exact *exact, steps *s)
{
    for (size_t q = 0; q < exact->n_family_bounds; q++) {
        const ul_family_bound *bound = &exact->family_bound[q];
        const ul_cost step = bound->unit * (exact->problem->unit / UL_COST_PER_MICRO);
        for (size_t f = 0; f < s->n; f++)
            if (s->family[f] == bound->family && step == s->step[f] && is_of_family(exact, bound)
                && bound->proof.units > s->least[f])
                s->least[f] = bound->proof.units;
    }
}

/* ---- the search ---- */

/* How many steps of family q are needed beside those of the families before it, with
 * none of the families behind it; -1 when no number is enough. */
static int64_t needed(const steps *s, size_t q)
{
    int64_t most = s->least[q];
    for (size_t set = 1; set < (size_t)2 << q; set++)
        for (size_t r = 0; r < s->in->n_resources; r++) {
            ul_cost missing = s->demand[set][r];
            for (size_t f = 0; f < q; f++)
                if (set >> f & 1)
                    missing -= s->share[f][r] * s->count[f];
            if (missing <= 0)
                continue;
            if (!(set >> q & 1) || s->share[q][r] == 0)
                return -1;
            const ul_cost count = (missing + s->share[q][r] - 1) / s->share[q][r];
            most = count > most ? (int64_t)count : most;
        }
    return most;
}

/* The least that the families from q on cost, one resource at a time. */
static ul_cost rest_at_least(const steps *s, size_t q)
{
    const size_t all = ((size_t)1 << s->n) - 1;
    double most = 0;
    for (size_t r = 0; r < s->in->n_resources; r++) {
        ul_cost missing = s->demand[all][r];
        double cheapest = -1;
        for (size_t f = 0; f < q; f++)
            missing -= s->share[f][r] * s->count[f];
        for (size_t f = q; f < s->n; f++)
            if (s->share[f][r] > 0
                && (cheapest < 0 || (double)s->step[f] / (double)s->share[f][r] < cheapest))
                cheapest = (double)s->step[f] / (double)s->share[f][r];
        if (missing > 0 && cheapest > 0 && (double)missing * cheapest > most)
            most = (double)missing * cheapest;
    }
    return (ul_cost)(most * (1 - SAFELY_LESS));
}

static void choose(steps *s, size_t q, ul_cost cost)
{
    if (s->tries++ >= TRIES_MAX || cost + rest_at_least(s, q) >= s->best)
        return;
    if (q + 1 == s->n) {
        const int64_t count = needed(s, q);
        if (count >= 0 && cost + (ul_cost)count * s->step[q] < s->best)
            s->best = cost + (ul_cost)count * s->step[q];
        return;
    }
    /* sets of the families so far alone say how few are enough at least */
    const int64_t least = needed(s, q);
    for (int64_t count = least; count >= 0 && cost + (ul_cost)count * s->step[q] < s->best
                                && s->tries < TRIES_MAX; count++) {
        s->count[q] = count;
        choose(s, q + 1, cost + (ul_cost)count * s->step[q]);
    }
}

ul_status ul_price_steps_units(const ul_exact *exact, int64_t *cost)
{
    const ul_cost unit = exact->problem->unit / UL_COST_PER_MICRO;
    steps *s;
    *cost = 0;
    UL_ALLOC(exact->arena, s, 1);
    s->in = exact->in;
    s->best = exact->best.cost * unit;
    if (!find_families(s) || s->n == 0)
        return UL_OK;
    add_demands(s, exact->problem);
    use_family_bounds(exact, s);
    choose(s, 0, 0);
    if (s->tries < TRIES_MAX)
        *cost = (int64_t)((s->best + unit - 1) / unit);
    return UL_OK;
}
