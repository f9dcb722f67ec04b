/* Branching on counts of machines, without enumerating patterns.
 *
 * Machines of a cloud family are priced in proportion to their size, and the linear program
 * buys 43 hundredths of the largest. So it is branched on how many steps of each family, then
 * how many machines of each type. Each is bounded by column generation (count_master.h), whose
 * pricing such rows leave as it is. Where all counts are whole the machines of a plan are
 * known, and all that is left is whether the tasks have room on them (fit_on_machines.h).
 */
#include "trees.h"

#include <math.h>
#include <string.h>

#include "fit_on_machines.h"
#include "count_master.h"
#include "tolerance.h"
#include "tree_driver.h"

#define NEARLY_WHOLE 1e-4 /* a count this far from a whole number is split */
#define UNIT_LEFT 0.5     /* less than a unit is rounding */

enum { FIT_ROUNDS = 2, EXTRA_MAX = 3, NODES_A_ROUNDING = 16 };

typedef struct counts {
    struct counts *before;
    int64_t machines[];
} counts;

typedef struct {
    ul_tree *tree;
    ul_count_master master;
    counts *tried;      /* machines on which no plan was found */
    int64_t *machines;  /* per type, for a moment */
} splitting;

/* ---- plans on the machines of a node ---- */

/* The dearest type of a family that costs at most this, or the cheapest that costs at
 * least this, of those that are to be had beside the machines there are; UL_NONE when there
 * is none. */
static size_t type_near(const ul_exact_problem *problem, const int64_t *machines, uint32_t family,
                        double units, bool at_most)
{
    size_t best = UL_NONE;
    for (size_t k = 0; k < problem->n_types; k++) {
        const double price = (double)problem->type[k].price;
        if (problem->type[k].family != family || (at_most ? price > units : price < units)
            || machines[k] >= problem->type[k].supply)
            continue;
        if (best == UL_NONE || at_most == (problem->type[k].price > problem->type[best].price))
            best = k;
    }
    return best;
}

/* Adds to machines[], per type, at most `extra` machines of a family for so many units: each
 * as dear as is not too much, the last dear enough. False when there are none. */
static bool add_machines_for(const ul_exact_problem *problem, uint32_t family, double units,
                             size_t extra, int64_t *machines)
{
    for (size_t left = extra; units > UNIT_LEFT; left--) {
        size_t k = left > 1 ? type_near(problem, machines, family, units + UNIT_LEFT, true) : UL_NONE;
        if (k == UL_NONE)
            k = type_near(problem, machines, family, units - UNIT_LEFT, false);
        if (k == UL_NONE || left == 0)
            return false;
        machines[k]++;
        units -= (double)problem->type[k].price;
    }
    return true;
}

static int64_t cost_of(const ul_exact_problem *problem, const int64_t *machines)
{
    int64_t cost = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        cost += machines[k] * problem->type[k].price;
    return cost;
}

static bool is_tried(const splitting *s, const int64_t *machines)
{
    const size_t size = s->tree->problem->n_types * sizeof *machines;
    for (const counts *one = s->tried; one != NULL; one = one->before)
        if (memcmp(one->machines, machines, size) == 0)
            return true;
    return false;
}

/* Looks for a plan on these machines, once, where it would be a better one. */
static ul_status try_machines(splitting *s, const int64_t *machines)
{
    ul_tree *tree = s->tree;
    const size_t n = tree->problem->n_types;
    ul_exact_solution solution = {0};
    if (cost_of(tree->problem, machines) >= tree->cutoff || is_tried(s, machines))
        return UL_OK;
    counts *one = ul_arena_alloc(tree->arena, 1, sizeof *one + n * sizeof *one->machines);
    UL_NEED(one);
    memcpy(one->machines, machines, n * sizeof *machines);
    one->before = s->tried;
    s->tried = one;
    const ul_status status =
        ul_fit_on_machines(tree->problem, one->machines, FIT_ROUNDS, tree->run, &solution);
    return ul_tree_take(tree, status, &solution);
}

/* The LP's machines, those in parts rounded down, and a few for what is missing then of
 * each family. */
static bool round_up(const splitting *s, size_t extra, int64_t *machines)
{
    const ul_exact_problem *problem = s->tree->problem;
    for (size_t k = 0; k < problem->n_types; k++)
        machines[k] = (int64_t)floor(s->master.machines[k] + NEARLY_WHOLE);
    for (size_t f = 0; f < problem->n_types; f++) {
        const uint32_t family = problem->type[f].family;
        double units = 0;
        if (ul_exact_first_of_family(problem, f) != f)
            continue;
        for (size_t k = f; k < problem->n_types; k++)
            if (problem->type[k].family == family)
                units += (s->master.machines[k] - floor(s->master.machines[k] + NEARLY_WHOLE))
                         * (double)problem->type[k].price;
        if (!add_machines_for(problem, family, units, extra, machines))
            return false;
    }
    return true;
}

/* ---- branching ---- */

/* What a rule counts at the LP's solution. */
static double counted(const splitting *s, size_t rule)
{
    double sum = 0;
    for (size_t k = 0; k < s->tree->problem->n_types; k++)
        sum += s->master.machines[k] * s->tree->rules.rule[rule]->weight[k];
    return sum;
}

/* The first rule with a count that is not whole: families come before types. */
static bool find_fraction(const splitting *s, size_t *rule, int64_t *whole)
{
    for (size_t q = 0; q < s->tree->rules.n; q++) {
        const double count = counted(s, q);
        if (s->tree->rules.rule[q]->kind != UL_ROW_DOMINANCE
            && fabs(count - nearbyint(count)) > NEARLY_WHOLE) {
            *rule = q;
            *whole = (int64_t)floor(count);
            return true;
        }
    }
    return false;
}

/* The first rule whose count is not settled by its limits in the node. */
static bool find_free(const splitting *s, size_t node, size_t *rule, int64_t *whole)
{
    for (size_t q = 0; q < s->tree->rules.n; q++) {
        const int64_t count = llround(counted(s, q));
        int64_t low, high;
        ul_tree_limits(s->tree, node, q, &low, &high);
        *rule = q;
        *whole = high != count ? count : count - 1;
        if (s->tree->rules.rule[q]->kind != UL_ROW_DOMINANCE
            && (high != count || (count > 0 && low != count)))
            return true;
    }
    return false;
}

/* ---- steps of the driver ---- */

static ul_status bound(void *context, size_t node, bool *solved)
{
    splitting *s = context;
    ul_tree_node *mine = &s->tree->node[node];
    ul_node_dual dual;
    *solved = mine->leaf = mine->bound >= s->tree->cutoff; /* since a plan was found */
    if (mine->leaf)
        return UL_OK;
    UL_TRY(ul_pattern_lp_purge(s->master.lp));
    UL_TRY(ul_tree_go_to(s->tree, s->master.lp, node));
    UL_TRY(ul_node_dual_new(s->tree, s->master.lp->n_rows, &dual));
    dual.units = mine->bound;
    UL_TRY(ul_count_master_solve(&s->master, s->tree->cutoff, &dual, solved));
    if (dual.units > mine->bound) {
        mine->dual = dual;
        mine->bound = dual.units;
    }
    mine->leaf = mine->bound >= s->tree->cutoff;
    *solved = *solved || mine->leaf;
    return UL_OK;
}

/* A plan on the machines that the LP's solution has, or nearly has. Where counts are in
 * parts this is for the first nodes and now and then. */
static ul_status repair(void *context, size_t node, bool *solved)
{
    splitting *s = context;
    ul_tree_node *mine = &s->tree->node[node];
    size_t rule;
    int64_t whole;
    *solved = true;
    if (ul_count_master_lacks(&s->master))
        return UL_OK;
    if (!find_fraction(s, &rule, &whole)) {
        for (size_t k = 0; k < s->tree->problem->n_types; k++)
            s->machines[k] = llround(s->master.machines[k]);
        UL_TRY(try_machines(s, s->machines));
    } else {
        const bool due = mine->depth < 2 || node % NODES_A_ROUNDING == 0;
        for (size_t extra = 1; extra <= EXTRA_MAX && due; extra++)
            if (round_up(s, extra, s->machines))
                UL_TRY(try_machines(s, s->machines));
    }
    mine->leaf = mine->bound >= s->tree->cutoff;
    return UL_OK;
}

/* On a count that is not whole, else on one that its limits leave open. Where all are
 * settled and no plan was found the node stays open. */
static ul_status branch(void *context, size_t node, size_t *rule, int64_t *whole,
                        ul_node_verdict *verdict)
{
    const splitting *s = context;
    const bool found = !ul_count_master_lacks(&s->master)
                       && (find_fraction(s, rule, whole) || find_free(s, node, rule, whole));
    *verdict = found ? UL_NODE_SPLIT : UL_NODE_LEFT_OPEN;
    return UL_OK;
}

/* The program with the rows that hold everywhere, and the rules to branch on. */
static ul_status open_master(splitting *s, const ul_packing *in, const ul_pattern_pool *columns)
{
    ul_tree *tree = s->tree;
    UL_ALLOC(tree->arena, s->machines, tree->problem->n_types);
    UL_TRY(ul_count_master_new(tree->problem, tree->run, columns, 2 * (double)tree->cutoff,
                               tree->arena, &s->master));
    UL_TRY(ul_tree_add_given(tree, s->master.lp));
    UL_TRY(ul_count_rules(tree, in));
    for (size_t id = tree->n_given; id < tree->rules.n; id++)
        if (tree->rules.rule[id]->kind == UL_ROW_DOMINANCE)
            UL_TRY(ul_pattern_lp_add_row(s->master.lp, tree->rules.rule[id], id, UL_ROW_FREE,
                                         tree->rules.rule[id]->limit));
    return UL_OK;
}

static void close_master(splitting *s)
{
    ul_count_master_clear(&s->master);
}

ul_status ul_count_tree_search(ul_tree *tree, const ul_packing *in, const ul_pattern_pool *columns)
{
    UL_FREED_BY(close_master) splitting s = {.tree = tree};
    const ul_tree_steps steps = {&s, bound, repair, branch};
    ul_node_dual none;
    UL_TRY(open_master(&s, in, columns));
    UL_TRY(ul_node_dual_new(tree, tree->rules.n, &none));
    return ul_tree_drive(tree, &steps, none);
}
