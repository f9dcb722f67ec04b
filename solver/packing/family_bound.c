/* Family bounds: how many machines of a family every plan needs.
 *
 * The tasks that fit one family only are a packing problem by themselves. Its
 * optimum in multiples of the family's price step, or what could be
 * proved of it, is a row of the whole problem that knows types alone: a count of
 * machines weighted by price. Its dual value changes prices and not the pricing: with
 * every machine of the family cheaper by `count_dual` for each of its weight, no
 * plan costs less than the bound at these prices and count_dual * least.
 */

#include <math.h>
#include <string.h>

#include "trees.h"
#include "phases.h"
#include "pattern_lp.h"
#include "restarting_dive.h"
#include "tolerance.h"

enum { MANY_ITEMS = 200, PATIENCE = 8, PATTERNS_MAX = 200000, NODES_MAX = 400, ROUNDS_MAX = 8,
       FAILURES = 100 };

/* ---- the part of one family ---- */

/* The copies of items that fit this family only; false when there are none, or
 * no others. */
static bool own_items(const ul_exact_problem *problem, uint32_t family, int64_t *copies)
{
    size_t own = 0;
    for (size_t i = 0; i < problem->n_items; i++) {
        copies[i] = problem->copies[i];
        for (size_t k = 0; k < problem->n_types && copies[i] > 0; k++)
            if (problem->type[k].family != family && ul_exact_most(problem, k, i) > 0)
                copies[i] = 0;
        own += copies[i] > 0;
    }
    return own > 0 && own < problem->n_items;
}

/* The part's problem, priced in the family's own units; any number of machines is to be had. */
static ul_status cut_part(const ul_exact *exact, const int64_t *copies, ul_family_bound *one)
{
    ul_exact_problem whole = *exact->problem;
    ul_exact_type *type;
    UL_COPY(one->arena, type, whole.type, whole.n_types);
    for (size_t k = 0; k < whole.n_types; k++)
        type[k].supply = UL_EXACT_ANY;
    whole.type = type;
    whole.is_limited = false;
    UL_COPY(one->arena, whole.stand_in, exact->problem->stand_in, exact->in->n_types);
    return ul_exact_problem_cut(&whole, copies, one->unit, one->arena, &one->part);
}

/* What the best plan does with the part's items, for a start. */
static ul_status seed_plan(const ul_exact *exact, ul_exact *sub)
{
    const ul_exact_problem *whole = exact->problem, *part = sub->problem;
    uint32_t *item_of;
    ul_pattern_entry *entry;
    UL_ALLOC(sub->arena, item_of, whole->n_items);
    UL_ALLOC(sub->arena, entry, whole->n_items);
    memset(item_of, 0xff, whole->n_items * sizeof *item_of);
    for (size_t i = 0; i < part->n_items; i++)
        item_of[part->origin[i]] = (uint32_t)i;
    for (size_t p = 0; p < exact->best.pool.n; p++) {
        size_t n = 0;
        UL_EACH_ENTRY(e, &exact->best.pool, p)
            if (item_of[e->item] != UINT32_MAX)
                entry[n++] = (ul_pattern_entry){item_of[e->item], e->count};
        if (n > 0)
            UL_TRY(ul_exact_solution_add(part, &sub->best, ul_exact_cheapest_type(part, entry, n),
                                         entry, n, exact->best.times[p]));
    }
    sub->below = sub->best.cost - 1;
    return UL_OK;
}

/* Keeps the values that prove the part's bound, alone or with a tree. */
static ul_status keep_values(const ul_exact *sub, const ul_exact_dual *dual, ul_family_bound *one)
{
    one->dual = *dual;
    one->dual.most = one->dual.supply_dual = NULL; /* the claim is of sums alone */
    UL_COPY(one->arena, one->dual.value, dual->value, one->part.n_items);
    one->proof = (ul_proof){.kind = UL_PROOF_DUAL, .problem = &one->part, .dual = &one->dual,
                            .units = sub->bound};
    return UL_OK;
}

/* Raises the part's bound a unit at a time: less than a unit above the LP's
 * value few patterns are left. */
static ul_status settle(ul_exact *sub, ul_family_bound *one)
{
    while (ul_exact_is_open(sub)) {
        ul_tree tree;
        const int64_t bound = sub->bound;
        const ul_exact_effort effort = {bound + 1, PATTERNS_MAX, NODES_MAX, false};
        UL_TRY(ul_exact_enumerate(sub, &effort, one->arena, &tree));
        if (!tree.proved || sub->best.cost <= bound)
            return UL_OK;
        one->tree = tree;
        UL_TRY(keep_values(sub, &sub->sparse, one));
        one->proof.tree = &one->tree;
        one->proof.units = bound + 1;
        UL_TRY(ul_exact_raise(sub, bound + 1));
    }
    return UL_OK;
}

static ul_status solve_part(ul_exact *sub, ul_family_bound *one)
{
    UL_TRY(ul_exact_open(sub));
    UL_TRY(ul_master_add_patterns(sub->master, &sub->best.pool));
    UL_TRY(ul_exact_generate(sub));
    if (ul_run_expired(sub->run))
        return UL_OK;
    sub->bound = ul_exact_root_units(sub);
    UL_TRY(keep_values(sub, &sub->master->dual, one));
    if (ul_exact_is_open(sub) && sub->master->converged)
        UL_TRY(ul_restarting_dive(sub, 0));
    UL_TRY(ul_neighbourhood_search(sub, PATIENCE));
    if (ul_exact_is_open(sub))
        UL_TRY(settle(sub, one));
    /* what the tree could not settle may be a matter of one machine less; where supply is
     * limited, which the part does not know, a plan of it is no use */
    return ul_exact_is_open(sub) && sub->problem->n_items <= MANY_ITEMS && !sub->in->is_limited
               ? ul_restarting_dive(sub, FAILURES) : UL_OK;
}

static ul_status prove_family_bound(ul_exact *exact, ul_family_bound *one)
{
    UL_OWN_ARENA(arena);
    UL_FREED_BY(ul_exact_close) ul_exact sub = {.in = exact->in, .run = exact->run, .arena = arena,
                                                .problem = &one->part, .is_part = true};
    UL_TRY(seed_plan(exact, &sub));
    return solve_part(&sub, one);
}

/* ---- family bounds of the whole ---- */

/* What the LP's solution counts. */
static double counted(const ul_master *master, const uint16_t *weight)
{
    double sum = 0;
    for (size_t p = 0; p < ul_master_patterns(master); p++)
        sum += ul_master_x(master, p) * (double)weight[master->pool.pattern[p].type];
    return sum;
}

static ul_status add_family_bound(ul_exact *exact, uint32_t family)
{
    const ul_exact_problem *problem = exact->problem;
    ul_family_bound *one = &exact->family_bound[exact->n_family_bounds];
    uint16_t *weight;
    int64_t *copies;
    *one = (ul_family_bound){.unit = ul_exact_family_unit(problem, family)};
    UL_ALLOC(exact->arena, weight, problem->n_types);
    UL_ALLOC(exact->arena, copies, problem->n_items);
    if (!own_items(problem, family, copies) || !ul_exact_family_steps(problem, family, weight))
        return UL_OK;
    one->arena = ul_arena_new();
    ul_status status = one->arena == NULL ? ul_no_memory() : cut_part(exact, copies, one);
    if (status == UL_OK)
        status = prove_family_bound(exact, one);
    if (status == UL_OK && counted(exact->master, weight) < (double)one->proof.units - UL_LP_WHOLE) {
        exact->family_row[exact->n_family_bounds++] =
            (ul_row_rule){.kind = UL_ROW_FAMILY, .weight = weight, .limit = one->proof.units};
        return UL_OK;
    }
    ul_arena_free(one->arena);
    return status;
}

/* ---- duals of count rows ---- */

/* The dual values of the family rows over the columns there are, rounded; *units is the LP's value. */
static ul_status value_family_rows(ul_exact *exact, int64_t *count_dual, double *units)
{
    ul_pattern_lp *lp;
    bool solved = false;
    ul_status status = ul_pattern_lp_new(exact->problem, exact->run, &exact->master->pool,
                                         2 * (double)exact->best.cost, &lp);
    for (size_t q = 0; q < exact->n_family_bounds && status == UL_OK; q++)
        status = ul_pattern_lp_add_row(lp, &exact->family_row[q], q, exact->family_row[q].limit,
                                       UL_ROW_FREE);
    for (size_t q = 0; q < exact->master->n_supply_rows && status == UL_OK; q++)
        status = ul_pattern_lp_add_row(lp, &exact->master->supply_row[q], UL_NONE, UL_ROW_FREE,
                                       exact->master->supply_row[q].limit);
    if (status == UL_OK)
        status = ul_pattern_lp_solve(lp, &solved);
    *units = solved ? lp->objective : 0;
    for (size_t q = 0; q < exact->n_family_bounds && solved; q++) {
        const int64_t most = exact->family_bound[q].unit - 1; /* prices stay above zero */
        const int64_t dual = llround(lp->row[q].dual);
        count_dual[q] = dual < 0 ? 0 : dual > most ? most : dual;
    }
    ul_pattern_lp_free(lp);
    return status;
}

/* The master's prices less these duals of count rows; no bound is known of them. */
static ul_status adjust_prices(ul_exact *exact, const int64_t *count_dual)
{
    exact->count_dual_units = 0;
    exact->sparse.total = 0; /* values that were good at other prices */
    for (size_t k = 0; k < exact->problem->n_types; k++)
        exact->adjusted_type[k].price = exact->problem->type[k].price;
    for (size_t q = 0; q < exact->n_family_bounds; q++) {
        exact->family_bound[q].count_dual = count_dual[q];
        exact->count_dual_units += count_dual[q] * exact->family_row[q].limit;
        for (size_t k = 0; k < exact->problem->n_types; k++)
            exact->adjusted_type[k].price -= count_dual[q] * exact->family_row[q].weight[k];
    }
    return ul_master_reprice(exact->master);
}

/* The best duals of count rows: what the columns say, with columns generated for it, until
 * the bound is what they say; none where that adds nothing. */
static ul_status find_count_duals(ul_exact *exact)
{
    int64_t count_dual[UL_FAMILY_BOUNDS_MAX] = {0}, tried[UL_FAMILY_BOUNDS_MAX] = {0},
            best[UL_FAMILY_BOUNDS_MAX] = {0}, best_units = ul_exact_root_units(exact);
    ul_exact_dual dual; /* of the best */
    UL_TRY(ul_exact_dual_new(exact->problem, exact->arena, &dual));
    ul_exact_dual_copy(exact->problem, &dual, &exact->master->dual);
    for (int round = 0; round < ROUNDS_MAX && ul_exact_is_open(exact); round++) {
        double units;
        UL_TRY(value_family_rows(exact, count_dual, &units));
        if (units < (double)best_units + 1)
            break;
        memcpy(tried, count_dual, sizeof tried);
        UL_TRY(adjust_prices(exact, tried));
        UL_TRY(ul_exact_generate(exact));
        const int64_t reached = ul_exact_root_units(exact);
        if (reached > best_units) {
            best_units = reached;
            memcpy(best, tried, sizeof best);
            ul_exact_dual_copy(exact->problem, &dual, &exact->master->dual);
        }
        if ((double)reached >= units - 1)
            break;
    }
    if (memcmp(best, tried, sizeof best) == 0)
        return UL_OK;
    UL_TRY(adjust_prices(exact, best));
    ul_exact_dual_copy(exact->problem, &exact->master->trial, &dual);
    ul_master_keep_trial(exact->master);
    return UL_OK;
}

ul_status ul_add_family_bounds(ul_exact *exact)
{
    const ul_exact_problem *problem = exact->problem;
    const size_t before = exact->n_family_bounds;
    for (size_t k = 0; k < problem->n_types && exact->n_family_bounds < UL_FAMILY_BOUNDS_MAX
                       && ul_exact_is_open(exact); k++)
        if (ul_exact_first_of_family(problem, k) == k)
            UL_TRY(add_family_bound(exact, problem->type[k].family));
    return exact->n_family_bounds > before && ul_exact_is_open(exact) ? find_count_duals(exact) : UL_OK;
}

void ul_free_family_bounds(ul_exact *exact)
{
    for (size_t q = 0; q < exact->n_family_bounds; q++)
        ul_arena_free(exact->family_bound[q].arena);
}
