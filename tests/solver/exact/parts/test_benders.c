/* Benders' cuts on a thousand small random problems, of all types together or of each family: they
 * refute the machines of no plan, and what the program of machines proves is true, with limits on
 * counts and on where tasks go, and without. */
#include "benders.h"
#include "small_problems.h"

enum { CUTS = 4, PLANS = 6 };

static void add_rule(ul_row_rules *rules, ul_row_rule rule, size_t first, size_t end)
{
    uint16_t weight[3] = {0};
    size_t id;
    for (size_t k = first; k < end; k++)
        weight[k] = 1;
    rule.weight = weight;
    cr_assert_eq(ul_row_rules_add(rules, &rule, &id), UL_OK);
}

/* Rules that count the machines of each type, then the copies of items on each part. */
static ul_row_rules rules_of(const small *it, const ul_type_parts *parts)
{
    const ul_exact_problem *problem = &it->of.problem;
    ul_row_rules rules = {.problem = problem, .arena = it->of.exact.arena};
    for (size_t k = 0; k < problem->n_types; k++)
        add_rule(&rules, (ul_row_rule){0}, k, k + 1);
    for (size_t i = 0; i < problem->n_items; i++)
        for (size_t f = 0; f < parts->n; f++)
            if (parts->choice[f * problem->n_items + i] != UL_NONE)
                add_rule(&rules, (ul_row_rule){.kind = UL_ROW_COPIES, .item = (uint32_t)i},
                         parts->first[f], parts->first[f + 1]);
    return rules;
}

/* Cuts of a part by values at random, CUTS of them; the parts' cuts follow each other. */
static void add_cuts(const small *it, ul_benders *benders)
{
    const ul_exact_problem *problem = &it->of.problem;
    ul_pattern_pool pool = {0};
    double value[TASKS];
    for (size_t q = 0; q < CUTS * benders->parts->n; q++) {
        const size_t f = q % benders->parts->n;
        const ul_pricing *pricing;
        ul_exact_problem part;
        ul_pricer *pricer;
        cr_assert_eq(ul_type_parts_cut(problem, benders->parts, f, it->of.exact.arena, &part), UL_OK);
        cr_assert_eq(ul_pricer_new(&part, it->of.exact.run, it->of.exact.arena, &pricer), UL_OK);
        for (size_t i = 0; i < problem->n_items; i++)
            value[i] = 4 * ul_rng_unit(it->rng) * (double)problem->type[0].price / TASKS;
        cr_assert_eq(ul_pricer_price(pricer, value, &pool, &pricing), UL_OK);
        cr_assert_eq(ul_benders_add_cut(benders, f, pricing), UL_OK);
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

/* How much of each rule the plan has. */
static void count(const ul_exact_solution *plan, const ul_row_rules *rules, int64_t *counted)
{
    for (size_t q = 0; q < rules->n; q++) {
        counted[q] = 0;
        for (size_t p = 0; p < plan->pool.n; p++)
            counted[q] += plan->times[p] * ul_row_coefficient_of(rules->rule[q], &plan->pool, p);
    }
}

static void look_at_plan(small *it, ul_benders *benders)
{
    ul_exact_solution plan = {0};
    double machines[3] = {0};
    int64_t counted[3 + 3 * TASKS] = {0};
    draw_plan(it, &plan);
    count(&plan, benders->rules, counted);
    for (size_t k = 0; k < it->of.problem.n_types; k++)
        machines[k] = (double)counted[k];
    for (size_t q = 0; q < benders->rules->n; q++) {
        benders->low[q] = ul_rng_below(it->rng, 2) == 0 ? counted[q] : UL_ROW_FREE;
        benders->high[q] = ul_rng_below(it->rng, 2) == 0 ? counted[q] : UL_ROW_FREE;
    }
    for (size_t c = 0; c + benders->parts->n <= benders->n_cuts; c += benders->parts->n) {
        const size_t n_cuts = benders->n_cuts;
        benders->n_cuts = c + benders->parts->n; /* those of one round */
        cr_assert(!ul_benders_refutes(benders, c, machines));
        benders->n_cuts = n_cuts;
    }
    cr_assert_leq(solve(it, benders, benders->rules->n), plan.cost);
    ul_exact_solution_clear(&plan);
}

static void look_at_program(small *it)
{
    ul_benders benders;
    ul_type_parts parts;
    const ul_type_division by = (ul_type_division)ul_rng_below(it->rng, 3);
    cr_assert_eq(ul_type_parts_new(&it->of.problem, by, it->of.exact.arena, &parts), UL_OK);
    const ul_row_rules rules = rules_of(it, &parts);
    const double penalty = 1000 * (double)it->optimum;
    cr_assert_eq(ul_benders_new(&rules, &parts, it->of.exact.run, penalty, it->of.exact.arena, &benders),
                 UL_OK);
    add_cuts(it, &benders);
    const int64_t units = solve(it, &benders, rules.n);
    cr_assert_leq(units, it->optimum);
    n_seen += 2 * units > it->optimum;
    for (size_t n = 0; n < PLANS; n++)
        look_at_plan(it, &benders);
    ul_benders_clear(&benders);
}

Test(benders, no_cut_refutes_the_machines_of_a_plan_and_no_bound_is_above_its_cost)
{
    each(look_at_program);
    cr_assert_gt(n_seen, CASES / 4);
}
