/* Properties of the trees over machine counts, each by itself, on a thousand small random problems:
 * no node's bound is above a plan within its limits, both sides of a branching have all plans
 * between them, and what holds everywhere loses no optimum. */
#include <stdlib.h>

#include "small_problems.h"
#include "tree_driver.h"
#include "trees.h"

enum { NODES = 40, PLANS = 6 };

typedef struct {
    small *it;
    ul_tree tree;
    size_t n_inside; /* optimal plans within the limits of the root */
    /* the plan that is built: machines, their types, who is on them */
    int64_t held[TASKS][TASKS], cost;
    size_t type[TASKS], n;
} look;

/* ---- what a plan says of a tree ---- */

static bool is_inside(const ul_tree *tree, size_t node, const ul_exact_solution *plan)
{
    for (size_t q = 0; q < tree->rules.n; q++) {
        int64_t low, high;
        const int64_t count = count_of(tree->rules.rule[q], plan);
        ul_tree_limits(tree, node, q, &low, &high);
        if ((low != UL_ROW_FREE && count < low) || count > high)
            return false;
    }
    return true;
}

static bool has_children(const ul_tree *tree, size_t node)
{
    for (size_t q = node + 1; q < tree->n_nodes; q++)
        if (tree->node[q].parent == node)
            return true;
    return false;
}

static void judge(look *of, const ul_exact_solution *plan)
{
    size_t n_leaves = 0;
    for (size_t node = 0; node < of->tree.n_nodes; node++)
        if (is_inside(&of->tree, node, plan)) {
            cr_assert_leq(of->tree.node[node].bound, plan->cost);
            n_leaves += !has_children(&of->tree, node);
        }
    cr_assert_eq(n_leaves, is_inside(&of->tree, 0, plan));
    of->n_inside += n_leaves > 0 && plan->cost == of->it->optimum;
}

/* ---- every optimal plan ---- */

static void judge_built(look *of)
{
    ul_exact_solution plan = {0};
    for (size_t m = 0; m < of->n; m++) {
        ul_pattern_entry entry[TASKS];
        const size_t n = entries_of(&of->it->of.problem, of->held[m], entry);
        cr_assert_eq(ul_exact_solution_add(&of->it->of.problem, &plan, of->type[m], entry, n, 1),
                     UL_OK);
    }
    judge(of, &plan);
    ul_exact_solution_clear(&plan);
}

static void build_on(look *of, size_t i, int64_t copy);

static void put(look *of, size_t m, size_t i, int64_t copy)
{
    of->held[m][i]++;
    if (fits(&of->it->of.problem, of->type[m], of->held[m]))
        build_on(of, i, copy + 1);
    of->held[m][i]--;
}

/* The copies of an item, from this one on, and the items behind it. */
static void build_on(look *of, size_t i, int64_t copy)
{
    const ul_exact_problem *problem = &of->it->of.problem;
    if (i == problem->n_items) {
        if (of->cost == of->it->optimum)
            judge_built(of);
        return;
    }
    if (copy == problem->copies[i]) {
        build_on(of, i + 1, 0);
        return;
    }
    for (size_t m = 0; m < of->n; m++)
        put(of, m, i, copy);
    for (size_t k = 0; k < problem->n_types; k++) {
        if (of->cost + problem->type[k].price > of->it->optimum)
            continue;
        of->cost += problem->type[k].price;
        of->type[of->n++] = k;
        put(of, of->n - 1, i, copy);
        of->cost -= problem->type[k].price;
        of->n--;
    }
}

/* ---- the trees ---- */

static void look_at_tree(look *of, ul_type_division by, ul_arena *arena)
{
    ul_exact *exact = &of->it->of.exact;
    cr_assert_eq(ul_exact_branch_on_counts(exact, by, NODES, 2, arena, &of->tree), UL_OK, "%s",
                 ul_error_text());
    expect_plan(of->it, &exact->best);
    if (of->tree.n_nodes == 0)
        return;
    cr_assert_leq(of->tree.bound, of->it->optimum);
    cr_assert(!of->tree.proved || exact->best.cost == of->it->optimum);
    build_on(of, 0, 0);
    cr_assert_gt(of->n_inside, 0, "what holds everywhere holds of no optimum");
    for (size_t q = 0; q < PLANS; q++) {
        ul_exact_solution plan = {0};
        draw_plan(of->it, &plan);
        judge(of, &plan);
        ul_exact_solution_clear(&plan);
    }
    n_seen += of->tree.n_nodes > 1;
}

static void look_at(small *it, ul_type_division by)
{
    ul_arena *arena = ul_arena_new();
    look of = {.it = it};
    begin_with_singles(&it->of);
    look_at_tree(&of, by, arena);
    ul_arena_free(arena);
}

static void look_at_counts(small *it)
{
    look_at(it, UL_TOGETHER);
}

static void look_at_families(small *it)
{
    look_at(it, UL_BY_FAMILY);
}

static void look_at_sizes(small *it)
{
    look_at(it, UL_BY_SIZE);
}

/* Machines of one family in three sizes: some of the small ones have room in one that costs no
 * more. */
static ul_status build_sizes(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    static const struct {
        int64_t low, high;
    } price[] = {{5, 9}, {3, 5}, {2, 4}}, cpu[] = {{9, 9}, {4, 5}, {3, 4}};
    UL_TRY(ul_packing_set_name(b, "sizes"));
    UL_TRY(ul_packing_add_resource(b, "cpu"));
    for (size_t k = 0; k < 3; k++) {
        char name[24];
        const ul_micro capacity[] = {ul_rng_between(rng, cpu[k].low, cpu[k].high) * RANDOM_UNIT};
        snprintf(name, sizeof name, "k%zu", k);
        UL_TRY(ul_packing_add_type(b, name, "f",
                                   ul_rng_between(rng, price[k].low, price[k].high) * RANDOM_UNIT,
                                   capacity));
    }
    for (size_t j = 0; j < TASKS; j++) {
        char name[24];
        const ul_micro demand[] = {ul_rng_between(rng, 1, 4) * RANDOM_UNIT};
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, demand};
        snprintf(name, sizeof name, "t%zu", j);
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

Test(count_parts, a_tree_over_machine_counts_bounds_its_nodes_and_loses_no_plan)
{
    each(look_at_counts);
    each_built(build_sizes, look_at_counts);
    cr_assert_gt(n_seen, CASES / 10);
}

Test(count_parts, so_does_one_over_where_tasks_go)
{
    each(look_at_families);
    each(look_at_sizes);
    each_built(build_sizes, look_at_sizes);
    cr_assert_gt(n_seen, CASES / 10);
}
