/* Properties of the tree's parts on a thousand small random problems: what is cut off is no plan, a
 * branching loses none, and a node's program proves a bound. */
#include <math.h>

#include "node.h"
#include "small_problems.h"

enum { PLANS = 6 };

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

Test(tree_parts, a_cut_cuts_off_the_fraction_and_no_plan)
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
    cr_assert_eq(ul_branch_choose(of.lp, most, 16, &of.rules, &id, &whole, &found), UL_OK);
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

Test(tree_parts, both_sides_of_a_branching_have_all_plans_between_them)
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

Test(tree_parts, the_program_proves_a_bound_and_its_dives_find_plans)
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

Test(tree_parts, a_plan_holds_no_item_twice)
{
    each(look_at_partition);
    cr_assert_gt(n_seen, 20);
}
