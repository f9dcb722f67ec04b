/* Properties of the exact method's parts, each by itself, on a thousand small random problems: what
 * is a bound is one, and what is repaired is a plan and no dearer. */
#include <math.h>
#include <stdlib.h>

#include "bounds.h"
#include "fit_on_machines.h"
#include "restarting_dive.h"
#include "small_problems.h"

/* ---- the problem in small numbers ---- */

/* Whether a machine of the instance's type has room for this, by what the instance says. */
static bool has_room(const small *it, size_t k, const int64_t *held)
{
    const ul_packing *in = it->instance.data;
    const ul_exact_type *type = &it->of.problem.type[k];
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_micro used = 0;
        for (size_t i = 0; i < it->of.problem.n_items; i++)
            used += held[i] * ul_packing_demand(in, it->of.problem.origin[i], type->family)[r];
        if (used > in->type[type->k].capacity[r])
            return false;
    }
    return true;
}

/* Every number of copies of the items behind `i`; there is room for it, or there is not, in
 * the problem that is cut down as in the instance. */
static void look_at_room(small *it, size_t k, size_t i, int64_t *held)
{
    if (i == it->of.problem.n_items) {
        cr_assert_eq(fits(&it->of.problem, k, held), has_room(it, k, held));
        return;
    }
    for (held[i] = it->of.problem.copies[i]; held[i] > 0; held[i]--)
        look_at_room(it, k, i + 1, held);
    look_at_room(it, k, i + 1, held);
}

static void look_at_dimensions(small *it)
{
    const ul_exact_problem *problem = &it->of.problem;
    int64_t held[TASKS] = {0};
    for (size_t k = 0; k < problem->n_types; k++) {
        look_at_room(it, k, 0, held);
        n_seen += problem->group[problem->type[k].group].n_dims == 1;
    }
}

Test(parts, what_does_not_bind_is_dropped_and_nothing_else)
{
    each(look_at_dimensions);
    cr_assert_gt(n_seen, CASES / 4);
}

/* Every cost up to the hundredth, by a table of what machines can cost. */
static void look_at_sums(small *it)
{
    enum { COSTS = 100 };
    const ul_exact_problem *problem = &it->of.problem;
    bool is_sum[COSTS] = {true};
    int64_t largest = -1;
    for (int64_t cost = 0; cost < COSTS; cost++) {
        for (size_t k = 0; k < problem->n_types; k++)
            is_sum[cost] = is_sum[cost]
                           || (problem->type[k].price <= cost && is_sum[cost - problem->type[k].price]);
        cr_assert_eq(ul_price_sum_below(problem, cost), largest);
        largest = is_sum[cost] ? cost : largest;
        n_seen += cost > 20 && largest < cost;
    }
}

Test(parts, the_largest_sum_of_prices_below_a_cost_is_one_and_none_is_larger)
{
    each(look_at_sums);
    cr_assert_gt(n_seen, CASES);
}

/* ---- the master and bounds without a tree ---- */

static ul_status expect_bound(void *context, int64_t units)
{
    const small *it = context;
    cr_assert_leq(units, it->optimum);
    return UL_OK;
}

static void look_at_master(small *it)
{
    ul_master *master = it->of.exact.master;
    double value[TASKS];
    bool complete;
    cr_assert_eq(ul_master_start(master, expect_bound, it), UL_OK);
    for (size_t round = 0; round < 4; round++) {
        for (size_t i = 0; i < it->of.problem.n_items; i++)
            value[i] = ul_rng_unit(it->rng) * 12; /* whatever the values are */
        cr_assert_eq(ul_master_dual_bound(master, value, &master->trial, &complete), UL_OK);
        if (complete)
            cr_assert_leq(ul_exact_dual_units(&master->trial), it->optimum);
        n_seen += complete;
    }
    cr_assert_eq(ul_master_solve(master, INT64_MAX, expect_bound, it), UL_OK);
    cr_assert_leq(ul_exact_dual_units(&master->dual), it->optimum);
    cr_assert_leq(ul_whole_machines_units(&it->of.problem, &master->dual, 10000), it->optimum);
}

Test(parts, the_master_has_a_bound_after_any_number_of_columns)
{
    each(look_at_master);
    cr_assert_gt(n_seen, CASES);
}

static void look_at_bounds(small *it)
{
    ul_exact *exact = &it->of.exact;
    begin_with_singles(&it->of);
    cr_assert_leq(exact->bound, it->optimum);
    cr_assert_eq(ul_match_pairs(exact), UL_OK);
    cr_assert_leq(exact->bound, it->optimum);
    expect_plan(it, &exact->best);
    cr_assert_eq(ul_aggregate_items(exact), UL_OK);
    cr_assert_leq(exact->bound, it->optimum);
    expect_plan(it, &exact->best);
}

Test(parts, no_bound_is_above_the_optimum)
{
    each(look_at_bounds);
}

static void look_at_family_bounds(small *it)
{
    ul_exact *exact = &it->of.exact;
    begin_with_singles(&it->of);
    if (ul_exact_is_open(exact))
        cr_assert_eq(ul_add_family_bounds(exact), UL_OK);
    n_seen += exact->n_family_bounds > 0;
    cr_assert_leq(ul_exact_root_units(exact), it->optimum);
    cr_assert_eq(ul_match_pairs(exact), UL_OK); /* the master's prices are others now */
    cr_assert_eq(ul_aggregate_items(exact), UL_OK);
    cr_assert_leq(exact->bound, it->optimum);
}

Test(parts, no_family_bound_is_above_the_optimum)
{
    each(look_at_family_bounds);
    cr_assert_gt(n_seen, 0);
}

/* ---- plans ---- */

static void look_at_dives(small *it)
{
    ul_exact *exact = &it->of.exact;
    begin_with_singles(&it->of);
    const int64_t before = exact->best.cost;
    for (size_t failures = 0; failures <= 10; failures += 10) {
        cr_assert_eq(ul_restarting_dive(exact, failures), UL_OK);
        cr_assert_leq(exact->best.cost, before);
        expect_plan(it, &exact->best);
    }
    n_seen += exact->best.cost < before;
}

Test(parts, dives_find_plans_below_the_cutoff)
{
    each(look_at_dives);
    cr_assert_gt(n_seen, CASES / 4);
}

/* ---- limited supply ---- */

/* No more machines of a type than there are. */
static void expect_supplied(const ul_exact_problem *problem, const ul_exact_solution *found)
{
    for (size_t k = 0; k < problem->n_types; k++) {
        int64_t n = 0;
        for (size_t p = 0; p < found->pool.n; p++)
            n += found->pool.pattern[p].type == k ? found->times[p] : 0;
        cr_assert_leq(n, problem->type[k].supply);
    }
}

/* The bound of the rows, whatever they are worth, and a dive that keeps to them; free
 * machines count as a unit. */
static void look_at_supply(small *it)
{
    ul_cost optimum;
    ul_exact *exact = &it->of.exact;
    ul_master *master = exact->master;
    const bool solvable = ul_brute_force_limited(it->instance.data, &optimum);
    it->optimum = INT64_MAX;
    if (solvable)
        it->optimum = (int64_t)(optimum / it->of.problem.unit) + UL_EXACT_FINE - 1;
    cr_assert_eq(ul_master_solve(master, INT64_MAX / 4, expect_bound, it), UL_OK);
    cr_assert_leq(ul_exact_dual_units(&master->dual), it->optimum);
    ul_exact_set_cost(exact, (int64_t)1 << 50);
    exact->best.cost = exact->cost;
    exact->root_columns = master->pool.n;
    cr_assert_eq(ul_restarting_dive(exact, 0), UL_OK);
    cr_assert(solvable || exact->best.pool.n == 0);
    expect_supplied(&it->of.problem, &exact->best);
    n_seen += exact->best.pool.n > 0;
}

Test(parts, supply_rows_have_a_bound_and_a_dive_keeps_to_them)
{
    n_seen = 0;
    for (size_t q = 0; q < ul_tiny_limited_count(); q++) {
        small it = {.rng = NULL};
        cr_assert_eq(ul_tiny_limited_make(q, &it.instance), UL_OK, "%s", ul_error_text());
        open_exact(&it.of, &it.instance);
        if (it.of.problem.n_items > 0)
            look_at_supply(&it);
        close_small(&it);
    }
    cr_assert_gt(n_seen, ul_tiny_limited_count() / 4);
}

static void look_at_repairs(small *it)
{
    ul_exact *exact = &it->of.exact;
    ul_exact_solution plan = {0};
    draw_plan(it, &plan);
    cr_assert_eq(ul_exact_improve(exact, UL_OK, &plan), UL_OK);
    cr_assert_eq(ul_exact_generate(exact), UL_OK);
    const int64_t before = exact->best.cost;
    cr_assert_eq(ul_neighbourhood_search(exact, 3), UL_OK);
    expect_plan(it, &exact->best);
    cr_assert_leq(exact->best.cost, before);
    n_seen += exact->best.cost < before;
}

Test(parts, what_is_packed_anew_is_a_plan_and_no_dearer)
{
    each(look_at_repairs);
    cr_assert_gt(n_seen, CASES / 4);
}

/* Each machine that is used may become one of a cheaper type. */
static void look_at_fitting(small *it)
{
    int64_t machines[3] = {0}, n = 0;
    ul_exact_solution plan = {0}, found = {0};
    draw_plan(it, &plan);
    for (size_t p = 0; p < plan.pool.n; p++) {
        machines[plan.pool.pattern[p].type] += plan.times[p];
        n += plan.times[p];
    }
    cr_assert_eq(ul_fit_on_machines(&it->of.problem, machines, 4, it->of.exact.run, &found), UL_OK);
    if (found.pool.n > 0) {
        n_seen++;
        expect_plan(it, &found);
        cr_assert_leq(found.cost, plan.cost);
        for (size_t p = 0; p < found.pool.n; p++)
            n -= found.times[p];
        cr_assert_geq(n, 0);
    }
    ul_exact_solution_clear(&plan);
    ul_exact_solution_clear(&found);
}

Test(parts, what_fits_on_given_machines_takes_no_more_and_costs_no_more)
{
    each(look_at_fitting);
    cr_assert_gt(n_seen, CASES * 9 / 10); /* a plan has just these machines */
}
