/* Properties of the exact method's parts, each by itself, on a thousand small random problems: what
 * is a bound is one, what is cut off is no plan, what is repaired is a plan and no dearer. */
#include <math.h>
#include <stdlib.h>

#include "brute_force.h"
#include "column_dive.h"
#include "node.h"
#include "exact_scene.h"
#include "fit_on_machines.h"
#include "phases.h"
#include "bounds.h"
#include "random_packing.h"
#include "restarting_dive.h"

enum { CASES = 1000, PLANS = 6, TASKS = 6 };

typedef struct {
    ul_rng *rng;
    ul_instance instance;
    exact_scene of;
    int64_t optimum; /* units, by brute force */
} small;

/* ---- problems ---- */

static ul_status build(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    const size_t n_types = 1 + ul_rng_below(rng, 3);
    UL_TRY(ul_packing_set_name(b, "small"));
    UL_TRY(ul_packing_add_resource(b, "cpu"));
    UL_TRY(ul_packing_add_resource(b, "gpu"));
    for (size_t k = 0; k < n_types; k++) {
        char name[24], family[24];
        snprintf(name, sizeof name, "k%zu", k);
        snprintf(family, sizeof family, "f%zu", k % 2);
        const ul_micro capacity[] = {ul_rng_between(rng, k == 0 ? 10 : 4, 10) * RANDOM_UNIT,
                                     (k == 0 ? 4 : 0) * RANDOM_UNIT};
        UL_TRY(ul_packing_add_type(b, name, family, ul_rng_between(rng, 3, 9) * RANDOM_UNIT, capacity));
    }
    for (size_t j = 0; j < TASKS; j++) {
        char name[24];
        snprintf(name, sizeof name, "t%zu", j);
        const ul_micro demand[] = {ul_rng_between(rng, 2, 6) * RANDOM_UNIT,
                                   (int64_t)ul_rng_below(rng, 8) / 6 * RANDOM_UNIT};
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, demand};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

static void open_small(small *it, ul_rng *rng)
{
    it->rng = rng;
    cr_assert_eq(ul_packing_build(build, rng, &it->instance), UL_OK, "%s", ul_error_text());
    open_exact(&it->of, &it->instance);
    it->optimum = (int64_t)(ul_brute_force(it->instance.data) / it->of.problem.unit);
}

static void close_small(small *it)
{
    ul_free_family_bounds(&it->of.exact);
    close_exact(&it->of);
    ul_instance_free(&it->instance);
}

/* Calls `look` on each of a thousand problems. */
static void each(void (*look)(small *it))
{
    ul_rng *rng = ul_rng_new(1);
    for (size_t q = 0; q < CASES; q++) {
        small it;
        open_small(&it, rng);
        look(&it);
        close_small(&it);
    }
    ul_rng_free(rng);
}

/* ---- patterns and plans ---- */

static bool fits(const ul_exact_problem *problem, size_t k, const int64_t *held)
{
    const ul_exact_group *group = &problem->group[problem->type[k].group];
    for (size_t d = 0; d < group->n_dims; d++) {
        int64_t used = 0;
        for (size_t i = 0; i < problem->n_items; i++)
            used += held[i] * group->weight[i * group->n_dims + d];
        if (used > problem->type[k].capacity[d])
            return false;
    }
    for (size_t i = 0; i < problem->n_items; i++)
        if (held[i] > 0 && !group->fits[i])
            return false;
    return true;
}

static size_t entries_of(const ul_exact_problem *problem, const int64_t *held, ul_pattern_entry *entry)
{
    size_t n = 0;
    for (size_t i = 0; i < problem->n_items; i++)
        if (held[i] > 0)
            entry[n++] = (ul_pattern_entry){(uint32_t)i, (uint32_t)held[i]};
    return n;
}

/* Everything that fits a machine of the type, from the items behind `i`. */
static void add_patterns(const ul_exact_problem *problem, size_t k, size_t i, int64_t *held,
                         ul_pattern_pool *pool)
{
    ul_pattern_entry entry[TASKS];
    if (i == problem->n_items) {
        const size_t n = entries_of(problem, held, entry);
        if (n > 0 && fits(problem, k, held))
            cr_assert_eq(ul_pattern_add(pool, k, entry, n, NULL), UL_OK);
        return;
    }
    for (held[i] = problem->copies[i]; held[i] > 0; held[i]--)
        add_patterns(problem, k, i + 1, held, pool);
    add_patterns(problem, k, i + 1, held, pool);
}

/* A plan at random: each task on a machine there is, or one of a random type. */
static void draw_plan(small *it, ul_exact_solution *plan)
{
    const ul_exact_problem *problem = &it->of.problem;
    int64_t held[TASKS][TASKS] = {{0}};
    size_t type[TASKS], n = 0;
    for (size_t i = 0; i < problem->n_items; i++)
        for (int64_t c = 0; c < problem->copies[i]; c++) {
            size_t m = ul_rng_below(it->rng, n + 1);
            if (m < n)
                held[m][i]++;
            if (m < n && fits(problem, type[m], held[m]))
                continue;
            if (m < n)
                held[m][i]--;
            held[n][i] = 1;
            do
                type[n] = ul_rng_below(it->rng, problem->n_types);
            while (!fits(problem, type[n], held[n]));
            n++;
        }
    for (size_t m = 0; m < n; m++) {
        ul_pattern_entry entry[TASKS];
        const size_t n_entries = entries_of(problem, held[m], entry);
        cr_assert_eq(ul_exact_solution_add(problem, plan, type[m], entry, n_entries, 1), UL_OK);
    }
}

static int64_t count_of(const ul_row_rule *rule, const ul_exact_solution *plan)
{
    int64_t count = 0;
    for (size_t p = 0; p < plan->pool.n; p++)
        count += plan->times[p] * ul_row_coefficient(rule, plan->pool.pattern[p].type,
                                                     ul_pattern_entries(&plan->pool, p),
                                                     plan->pool.pattern[p].n);
    return count;
}

/* That a solution has every task and costs what it says, no less than the optimum. */
static void expect_plan(small *it, const ul_exact_solution *plan)
{
    int64_t held[TASKS] = {0}, cost = 0;
    for (size_t p = 0; p < plan->pool.n; p++) {
        int64_t here[TASKS] = {0};
        cost += plan->times[p] * it->of.problem.type[plan->pool.pattern[p].type].price;
        for (size_t q = 0; q < plan->pool.pattern[p].n; q++) {
            const ul_pattern_entry *entry = ul_pattern_entries(&plan->pool, p) + q;
            here[entry->item] = entry->count;
            held[entry->item] += plan->times[p] * entry->count;
        }
        cr_assert(fits(&it->of.problem, plan->pool.pattern[p].type, here));
    }
    for (size_t i = 0; i < it->of.problem.n_items; i++)
        cr_assert_geq(held[i], it->of.problem.copies[i]);
    cr_assert_eq(cost, plan->cost);
    cr_assert_geq(cost, it->optimum);
}

/* ---- the program over all patterns ---- */

typedef struct {
    small *it;
    ul_pattern_pool pool;
    ul_pattern_lp *lp;
    ul_row_rules rules;
} program;

static void open_program(program *of, small *it)
{
    int64_t held[TASKS] = {0};
    bool solved;
    *of = (program){.it = it, .rules = {.problem = &it->of.problem, .arena = it->of.exact.arena}};
    for (size_t k = 0; k < it->of.problem.n_types; k++)
        add_patterns(&it->of.problem, k, 0, held, &of->pool);
    cr_assert_eq(ul_pattern_lp_new(&it->of.problem, it->of.exact.run, &of->pool, 1000, &of->lp), UL_OK);
    cr_assert_eq(ul_pattern_lp_solve(of->lp, &solved), UL_OK);
    cr_assert(solved);
}

static void close_program(program *of)
{
    ul_pattern_lp_free(of->lp);
    ul_pattern_pool_clear(&of->pool);
}

/* What the program's solution counts by a rule. */
static double fraction_of(const program *of, const ul_row_rule *rule)
{
    double count = 0;
    for (size_t c = 0; c < of->lp->n_columns; c++) {
        const size_t p = of->lp->pattern_of[c];
        if (p != UL_NONE)
            count += of->lp->x[c] * (double)ul_row_coefficient(rule, of->pool.pattern[p].type,
                                                               ul_pattern_entries(&of->pool, p),
                                                               of->pool.pattern[p].n);
    }
    return count;
}

static size_t n_seen; /* of what the test is about: it must come up */

static void look_at_cuts(small *it)
{
    program of;
    size_t added;
    open_program(&of, it);
    cr_assert_eq(ul_cut_rank1_separate(of.lp, it->rng, 8, &of.rules, &added), UL_OK);
    n_seen += added;
    for (size_t q = 0; q < of.rules.n; q++)
        cr_assert_lt(fraction_of(&of, of.rules.rule[q]), (double)of.rules.rule[q]->limit - 1e-7);
    for (size_t n = 0; n < PLANS && added > 0; n++) {
        ul_exact_solution plan = {0};
        draw_plan(it, &plan);
        for (size_t q = 0; q < of.rules.n; q++)
            cr_assert_geq(count_of(of.rules.rule[q], &plan), of.rules.rule[q]->limit);
        ul_exact_solution_clear(&plan);
    }
    close_program(&of);
}

Test(parts, a_cut_cuts_off_the_fraction_and_no_plan)
{
    each(look_at_cuts);
    cr_assert_gt(n_seen, 100);
}

static void look_at_branching(small *it)
{
    program of;
    size_t id;
    int64_t whole;
    bool found;
    double below, above;
    const double most = 1e6;
    open_program(&of, it);
    cr_assert_eq(ul_branch_choose(of.lp, most, &of.rules, &id, &whole, &found), UL_OK);
    if (found) {
        n_seen++;
        const ul_row_rule *rule = of.rules.rule[id];
        const double count = fraction_of(&of, rule), objective = of.lp->objective;
        cr_assert(count > (double)whole && count < (double)whole + 1);
        cr_assert_eq(ul_pattern_lp_try_row(of.lp, rule, UL_ROW_FREE, whole, most, &below), UL_OK);
        cr_assert_eq(ul_pattern_lp_try_row(of.lp, rule, whole + 1, UL_ROW_FREE, most, &above), UL_OK);
        /* the best plan is on one of the two sides */
        cr_assert_leq(fmin(below, above), (double)it->optimum + 1e-6);
        cr_assert_geq(fmin(below, above), objective - 1e-6);
    }
    close_program(&of);
}

Test(parts, both_sides_of_a_branching_have_all_plans_between_them)
{
    each(look_at_branching);
    cr_assert_gt(n_seen, 100);
}

static void look_at_program(small *it)
{
    program of;
    ul_node_dual dual;
    ul_exact_solution found = {0};
    const double most = (double)it->optimum + (double)ul_rng_below(it->rng, 8);
    open_program(&of, it);
    cr_assert_leq(of.lp->objective, (double)it->optimum + 1e-6);
    cr_assert_eq(ul_pattern_lp_prove(of.lp, of.lp->arena, &dual), UL_OK);
    cr_assert_leq(dual.units, it->optimum);
    ul_rng *by_chance = ul_rng_below(it->rng, 2) == 0 ? it->rng : NULL;
    cr_assert_eq(ul_node_dive(of.lp, most, 3, by_chance, &found), UL_OK);
    if (found.pool.n > 0) {
        n_seen++;
        expect_plan(it, &found);
        cr_assert_leq((double)found.cost, most);
    }
    ul_exact_solution_clear(&found);
    close_program(&of);
}

Test(parts, the_program_proves_a_bound_and_its_dives_find_plans)
{
    each(look_at_program);
    cr_assert_gt(n_seen, CASES / 2);
}

static void add_all(const ul_pattern_pool *from, size_t entries, ul_pattern_pool *pool)
{
    for (size_t p = 0; p < from->n; p++)
        if (from->pattern[p].n >= entries)
            cr_assert_eq(ul_pattern_add(pool, from->pattern[p].type, ul_pattern_entries(from, p),
                                        from->pattern[p].n, NULL), UL_OK);
}

/* A pool of a plan and of what holds three items or more: what holds every item as often as it has
 * copies costs no more than the plan, and no less than what may hold some more often. */
static void look_at_partition(small *it)
{
    program of = {.it = it};
    ul_exact_solution plan = {0};
    ul_pattern_pool all = {0};
    ul_node_dual dual;
    int64_t held[TASKS] = {0};
    bool solved;
    draw_plan(it, &plan);
    for (size_t k = 0; k < it->of.problem.n_types; k++)
        add_patterns(&it->of.problem, k, 0, held, &all);
    add_all(&all, 3, &of.pool);
    add_all(&plan.pool, 1, &of.pool);
    cr_assert_eq(ul_pattern_lp_new(&it->of.problem, it->of.exact.run, &of.pool, 1000, &of.lp), UL_OK);
    cr_assert(ul_pattern_lp_solve(of.lp, &solved) == UL_OK && solved);
    const double covering = of.lp->objective;
    cr_assert_eq(ul_pattern_lp_partition(of.lp), UL_OK);
    cr_assert(ul_pattern_lp_solve(of.lp, &solved) == UL_OK && solved);
    cr_assert_eq(ul_pattern_lp_prove(of.lp, of.lp->arena, &dual), UL_OK);
    cr_assert(of.lp->objective > covering - 1e-6 && of.lp->objective < (double)plan.cost + 1e-6);
    cr_assert(dual.units <= plan.cost && (double)dual.units > of.lp->objective - 1e-3);
    n_seen += of.lp->objective > covering + 1e-3;
    ul_exact_solution_clear(&plan);
    ul_pattern_pool_clear(&all);
    close_program(&of);
}

Test(parts, a_plan_holds_no_item_twice)
{
    each(look_at_partition);
    cr_assert_gt(n_seen, 20);
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
    double value[TASKS], objective;
    bool complete;
    cr_assert_eq(ul_master_start(master, expect_bound, it), UL_OK);
    for (size_t round = 0; round < 4; round++) {
        for (size_t i = 0; i < it->of.problem.n_items; i++)
            value[i] = ul_rng_unit(it->rng) * 12; /* whatever the values are */
        cr_assert_eq(ul_master_dual_bound(master, value, &master->trial, &complete), UL_OK);
        if (complete)
            cr_assert_leq(ul_exact_dual_units(&master->trial), it->optimum);
        n_seen += complete;
        cr_assert_eq(ul_master_extend(master, 1, 0, &objective), UL_OK);
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
    ul_exact_solution found = {0};
    begin_with_singles(&it->of);
    const int64_t before = exact->best.cost;
    const ul_column_dive_effort effort = {before, 0.5, ul_rng_unit(it->rng)};
    cr_assert_eq(ul_column_dive(exact->master, &effort, exact->arena, &found), UL_OK);
    if (found.pool.n > 0) {
        n_seen++;
        expect_plan(it, &found);
        cr_assert_lt(found.cost, before);
    }
    ul_exact_solution_clear(&found);
    cr_assert_eq(ul_restarting_dive(exact, 10), UL_OK);
    cr_assert_leq(exact->best.cost, before);
    expect_plan(it, &exact->best);
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
    ul_exact_solution found = {0};
    ul_master *master = it->of.exact.master;
    const bool solvable = ul_brute_force_limited(it->instance.data, &optimum);
    it->optimum = INT64_MAX;
    if (solvable)
        it->optimum = (int64_t)(optimum / it->of.problem.unit) + UL_EXACT_FINE - 1;
    cr_assert_eq(ul_master_solve(master, INT64_MAX / 4, expect_bound, it), UL_OK);
    cr_assert_leq(ul_exact_dual_units(&master->dual), it->optimum);
    const ul_column_dive_effort effort = {INT64_MAX / 4, 0.75, 0};
    cr_assert_eq(ul_column_dive(master, &effort, it->of.exact.arena, &found), UL_OK);
    cr_assert(solvable || found.pool.n == 0);
    expect_supplied(&it->of.problem, &found);
    n_seen += found.pool.n > 0;
    ul_exact_solution_clear(&found);
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
