/* The machines of a node of the tree over machine counts, and plans on them. */
#include "split.h"

#include <math.h>
#include <string.h>

#include "fit_on_machines.h"

enum {
    FAILURES_MAX = 8,  /* of fitting, at one bound: more of it is for the next turn, which is more patient */
    FAR = 2000,        /* a plan that costs a part of it too much is far from the machines known */
    FIRST_SHARE = 64,  /* of what a plan may cost more, for one machine more */
    FEWER = 3          /* machines of a type than there may be, where large ones are made whole */
};

struct ul_split_machines {
    ul_split_machines *before;
    int64_t machines[];
};

/* ---- which machines ---- */

/* Machines of type k's family and up to its size, large ones or all, which cost so many units: as
 * large as can be. */
static bool fill_units(const ul_split *s, size_t k, bool large, int64_t units, int64_t *machines)
{
    const ul_exact_problem *problem = s->tree->problem;
    const int64_t price = problem->type[k].price, most = units / price;
    const bool last = k == 0 || problem->type[k - 1].family != problem->type[k].family
                      || (large && !s->large[k - 1]);
    for (machines[k] = most < problem->type[k].supply ? most : problem->type[k].supply; machines[k] >= 0;
         machines[k]--) {
        const int64_t left = units - machines[k] * price;
        if (last ? left == 0 : fill_units(s, k - 1, large, left, machines))
            return true;
        if (last || machines[k] + FEWER < most)
            break;
    }
    return false;
}

/* Makes the large machines of each family, or all of them, as large as they can be at what they cost. */
static bool merge(const ul_split *s, bool large, int64_t *machines)
{
    const ul_exact_problem *problem = s->tree->problem;
    double units = 0;
    for (size_t k = 0; k < problem->n_types; k++) {
        const bool last = k + 1 == problem->n_types || problem->type[k + 1].family != problem->type[k].family;
        const bool merged = !large || s->large[k];
        units += merged ? s->benders.machines[k] * (double)problem->type[k].price : 0;
        if (last && merged && !fill_units(s, k, large, llround(units), machines))
            return false;
        units = last ? 0 : units;
    }
    return true;
}

/* Reads the machines where all counts are whole. Where resources are cuts it is enough that those of
 * families and small types are: what large machines of a family hold, fewer and larger ones do, too. */
bool ul_split_read_machines(ul_split *s, int64_t *machines)
{
    const size_t n = s->tree->problem->n_types;
    const bool by_size = s->parts.n_choices > 0;
    size_t rule;
    int64_t whole;
    if (ul_split_find_fraction(s, UL_SPLIT_FAMILIES, by_size ? UL_SPLIT_SMALL : UL_SPLIT_LARGE, &rule, &whole))
        return false;
    for (size_t k = 0; k < n; k++)
        machines[k] = llround(s->benders.machines[k]);
    if (by_size && !merge(s, true, machines))
        return false;
    for (size_t k = 0; k < n; k++)
        s->given[k] = (double)machines[k];
    return true;
}

/* The machines on which a plan is looked for: small ones, too, are merged. */
void ul_split_merge(const ul_split *s, const int64_t *machines, int64_t *best)
{
    memcpy(best, machines, s->tree->problem->n_types * sizeof *best);
    if (s->parts.n_choices > 0 && !merge(s, false, best))
        memcpy(best, machines, s->tree->problem->n_types * sizeof *best);
}

/* ---- plans ---- */

static int64_t cost_of(const ul_exact_problem *problem, const int64_t *machines)
{
    int64_t cost = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        cost += machines[k] * problem->type[k].price;
    return cost;
}

bool ul_split_is_tried(const ul_split *s, const int64_t *machines)
{
    const size_t size = s->tree->problem->n_types * sizeof *machines;
    for (const ul_split_machines *one = s->tried; one != NULL; one = one->before)
        if (memcmp(one->machines, machines, size) == 0)
            return true;
    return false;
}

/* Looks for a plan on these machines, once, where it would be a better one. */
static ul_status try_machines(ul_split *s, const int64_t *machines)
{
    ul_tree *tree = s->tree;
    const size_t n = tree->problem->n_types;
    ul_exact_solution solution = {0};
    s->failures = tree->bound > s->failed_at ? 0 : s->failures;
    if (cost_of(tree->problem, machines) >= tree->cutoff || ul_split_is_tried(s, machines)
        || s->failures == FAILURES_MAX)
        return UL_OK;
    s->failed_at = tree->bound;
    ul_split_machines *one = ul_arena_alloc(tree->arena, 1, sizeof *one + n * sizeof *one->machines);
    UL_NEED(one);
    memcpy(one->machines, machines, n * sizeof *machines);
    one->before = s->tried;
    s->tried = one;
    const ul_status status =
        ul_fit_on_machines(tree->problem, one->machines, s->patience, tree->run, &solution);
    s->failures += status == UL_OK && solution.pool.n == 0;
    return ul_tree_take(tree, status, &solution);
}

/* The cheapest type of those that cost as much and are to be had beside the machines there are;
 * UL_NONE when there is none. */
static size_t type_from(const ul_exact_problem *problem, const int64_t *machines, int64_t units)
{
    size_t best = UL_NONE;
    for (size_t k = 0; k < problem->n_types; k++)
        if (problem->type[k].price >= units && machines[k] < problem->type[k].supply
            && (best == UL_NONE || problem->type[k].price < problem->type[best].price))
            best = k;
    return best;
}

/* A plan on these machines or, where none is found, on one more: a small one, then larger ones, so
 * that what is known of plans is soon near to what is known of machines. */
ul_status ul_split_try_machines(ul_split *s, int64_t *machines)
{
    const ul_tree *tree = s->tree;
    const int64_t cutoff = tree->cutoff, room = cutoff - cost_of(tree->problem, machines);
    UL_TRY(try_machines(s, machines));
    const bool far = room > cutoff / FAR;
    for (int64_t units = room / FIRST_SHARE; far && tree->cutoff == cutoff && units > 0 && units < room;
         units *= 4) {
        const size_t k = type_from(tree->problem, machines, units);
        if (k == UL_NONE)
            break;
        machines[k]++;
        UL_TRY(try_machines(s, machines));
        machines[k]--;
    }
    return UL_OK;
}
