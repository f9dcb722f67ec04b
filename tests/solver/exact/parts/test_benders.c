/* Benders' cuts on a thousand small random problems: the machines of every plan keep to each, and
 * what the program of machines proves is true, with limits on counts and without. */
#include "benders.h"
#include "small_problems.h"

enum { CUTS = 4, PLANS = 6 };

/* Rules that count the machines of each type. */
static ul_row_rules rules_of_types(const small *it)
{
    const ul_exact_problem *problem = &it->of.problem;
    ul_row_rules rules = {.problem = problem, .arena = it->of.exact.arena};
    for (size_t k = 0; k < problem->n_types; k++) {
        uint16_t weight[3] = {0};
        size_t id;
        weight[k] = 1;
        cr_assert_eq(ul_row_rules_add(&rules, &(ul_row_rule){.weight = weight}, &id), UL_OK);
    }
    return rules;
}

static void add_cuts(const small *it, ul_benders *benders)
{
    const ul_exact_problem *problem = &it->of.problem;
    ul_pattern_pool pool = {0};
    ul_pricer *pricer;
    double value[TASKS];
    cr_assert_eq(ul_pricer_new(problem, it->of.exact.run, it->of.exact.arena, &pricer), UL_OK);
    for (size_t c = 0; c < CUTS; c++) {
        const ul_pricing *pricing;
        for (size_t i = 0; i < problem->n_items; i++)
            value[i] = 4 * ul_rng_unit(it->rng) * (double)problem->type[0].price / TASKS;
        cr_assert_eq(ul_pricer_price(pricer, value, &pool, &pricing), UL_OK);
        cr_assert_eq(ul_benders_add_cut(benders, pricing), UL_OK);
    }
    ul_pattern_pool_clear(&pool);
}

static int64_t solve(const small *it, ul_benders *benders, size_t n_rules)
{
    bool solved;
    ul_node_dual dual = {0};
    dual.item = ul_arena_alloc(it->of.exact.arena, it->of.problem.n_items, sizeof *dual.item);
    dual.row = ul_arena_alloc(it->of.exact.arena, n_rules, sizeof *dual.row);
    dual.value = ul_arena_alloc(it->of.exact.arena, n_rules, sizeof *dual.value);
    cr_assert_eq(ul_benders_solve(benders, &dual, &solved), UL_OK);
    return dual.units;
}

static void look_at_plan(small *it, ul_benders *benders, size_t n_rules)
{
    ul_exact_solution plan = {0};
    double machines[3] = {0};
    draw_plan(it, &plan);
    for (size_t p = 0; p < plan.pool.n; p++)
        machines[plan.pool.pattern[p].type] += (double)plan.times[p];
    cr_assert(ul_benders_allows(benders, 0, machines));
    for (size_t k = 0; k < it->of.problem.n_types; k++) {
        const bool limited = ul_rng_below(it->rng, 2) == 0;
        benders->low[k] = limited ? (int64_t)machines[k] : UL_ROW_FREE;
        benders->high[k] = ul_rng_below(it->rng, 2) == 0 ? (int64_t)machines[k] : UL_ROW_FREE;
    }
    cr_assert_leq(solve(it, benders, n_rules), plan.cost);
    ul_exact_solution_clear(&plan);
}

static void look_at_program(small *it)
{
    ul_benders benders;
    const ul_row_rules rules = rules_of_types(it);
    const double penalty = 1000 * (double)it->optimum;
    cr_assert_eq(ul_benders_new(&rules, it->of.exact.run, penalty, it->of.exact.arena, &benders), UL_OK);
    add_cuts(it, &benders);
    const int64_t units = solve(it, &benders, rules.n);
    cr_assert_leq(units, it->optimum);
    n_seen += 2 * units > it->optimum;
    for (size_t n = 0; n < PLANS; n++)
        look_at_plan(it, &benders, rules.n);
    ul_benders_clear(&benders);
}

Test(benders, the_machines_of_a_plan_keep_to_every_cut_and_no_bound_is_above_its_cost)
{
    each(look_at_program);
    cr_assert_gt(n_seen, CASES / 4);
}
