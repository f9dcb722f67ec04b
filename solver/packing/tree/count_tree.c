#include "count_tree.h"

#include <math.h>
#include <string.h>

#include "fit_on_machines.h"
#include "count_lp.h"
#include "choose_machines.h"
#include "count_rules.h"
#include "tolerance.h"

#define NEARLY_WHOLE 1e-4 /* a count this far from a whole number is split */

enum { FIT_ROUNDS = 2, EXTRA_MAX = 3, NODES_A_ROUNDING = 16 };

typedef struct counts {
    struct counts *before;
    int64_t machines[];
} counts;

typedef struct {
    ul_tree *tree;
    ul_count_lp *lp;
    counts *tried;      /* machines on which no plan was found */
    int64_t *machines;  /* per type, for a moment */
    int64_t left_open;  /* units: the least bound of the cases that cannot be split */
} splitting;

/* ---- nodes ---- */

/* Sets the rows to what the path from the root says. */
static ul_status go_to(splitting *s, size_t node)
{
    const ul_tree *tree = s->tree;
    for (size_t q = 0; q < s->lp->n_rows; q++) {
        const ul_row_rule *rule = tree->rules.rule[q];
        int64_t low = rule->is_floor ? rule->low : UL_ROW_FREE;
        int64_t high = rule->is_dominance ? rule->low : UL_ROW_FREE;
        for (size_t at = node; tree->node[at].parent != UL_NONE; at = tree->node[at].parent) {
            const ul_tree_node *here = &tree->node[at];
            if (here->rule == q && here->upper && (low == UL_ROW_FREE || here->limit > low))
                low = here->limit;
            if (here->rule == q && !here->upper && here->limit < high)
                high = here->limit;
        }
        UL_TRY(ul_count_lp_limit(s->lp, q, low, high));
    }
    return UL_OK;
}

static ul_status new_proof(const splitting *s, int64_t units, ul_proof *proof)
{
    ul_arena *arena = s->tree->arena;
    *proof = (ul_proof){.units = units};
    proof->item = ul_arena_alloc(arena, s->tree->problem->n_items, sizeof *proof->item);
    proof->row = ul_arena_alloc(arena, s->lp->n_rows, sizeof *proof->row);
    proof->value = ul_arena_alloc(arena, s->lp->n_rows, sizeof *proof->value);
    return proof->item == NULL || proof->row == NULL || proof->value == NULL ? ul_no_memory()
                                                                             : UL_OK;
}

static ul_status bound_node(splitting *s, size_t node, bool *solved)
{
    ul_tree_node *mine = &s->tree->node[node];
    ul_proof proof;
    *solved = mine->leaf = mine->bound >= s->tree->cutoff; /* since a plan was found */
    if (mine->leaf)
        return UL_OK;
    UL_TRY(new_proof(s, mine->bound, &proof));
    UL_TRY(ul_count_lp_solve(s->lp, s->tree->cutoff, &proof, solved));
    if (proof.units > mine->bound) {
        mine->proof = proof;
        mine->bound = proof.units;
    }
    mine->leaf = mine->bound >= s->tree->cutoff;
    return UL_OK;
}

/* ---- where all counts are whole ---- */

static bool is_tried(const splitting *s, const int64_t *machines)
{
    const size_t size = s->tree->problem->n_types * sizeof *machines;
    for (const counts *one = s->tried; one != NULL; one = one->before)
        if (memcmp(one->machines, machines, size) == 0)
            return true;
    return false;
}

static ul_status take(ul_tree *tree, ul_exact_solution *solution)
{
    if (solution->pool.n == 0 || solution->cost >= tree->cutoff)
        return UL_OK;
    tree->cutoff = solution->cost;
    return tree->found == NULL ? UL_OK : tree->found(tree->context, solution);
}

/* Looks for a plan on these machines, once, where it would be a better one. */
static ul_status try_machines(splitting *s, const int64_t *machines)
{
    ul_tree *tree = s->tree;
    const size_t n = tree->problem->n_types;
    ul_exact_solution solution = {0};
    if (ul_machines_cost(tree->problem, machines) >= tree->cutoff || is_tried(s, machines))
        return UL_OK;
    counts *one = ul_arena_alloc(tree->arena, 1, sizeof *one + n * sizeof *one->machines);
    if (one == NULL)
        return ul_no_memory();
    memcpy(one->machines, machines, n * sizeof *machines);
    one->before = s->tried;
    s->tried = one;
    ul_status status = ul_fit_on_machines(tree->problem, one->machines, FIT_ROUNDS, tree->run, &solution);
    if (status == UL_OK)
        status = take(tree, &solution);
    ul_exact_solution_clear(&solution);
    return status;
}

/* The LP's machines, those in parts rounded down, and a few for what is missing then of
 * each family. */
static bool round_up(const splitting *s, size_t extra, int64_t *machines)
{
    const ul_exact_problem *problem = s->tree->problem;
    for (size_t k = 0; k < problem->n_types; k++)
        machines[k] = (int64_t)floor(s->lp->machines[k] + NEARLY_WHOLE);
    for (size_t f = 0; f < problem->n_types; f++) {
        const uint32_t family = problem->type[f].family;
        double units = 0;
        if (ul_exact_first_of_family(problem, f) != f)
            continue;
        for (size_t k = f; k < problem->n_types; k++)
            if (problem->type[k].family == family)
                units += (s->lp->machines[k] - floor(s->lp->machines[k] + NEARLY_WHOLE))
                         * (double)problem->type[k].price;
        if (!ul_add_machines_for(problem, family, units, extra, machines))
            return false;
    }
    return true;
}

/* ---- branching ---- */

/* The first row with a count that is not whole: families come before types. */
static bool find_fraction(const splitting *s, size_t *rule, int64_t *whole)
{
    for (size_t q = 0; q < s->lp->n_rows; q++)
        if (!s->tree->rules.rule[q]->is_dominance
            && fabs(s->lp->counted[q] - nearbyint(s->lp->counted[q])) > NEARLY_WHOLE) {
            *rule = q;
            *whole = (int64_t)floor(s->lp->counted[q]);
            return true;
        }
    return false;
}

/* The first row whose count is not settled by its limits. */
static bool find_free(const splitting *s, size_t *rule, int64_t *whole)
{
    for (size_t q = 0; q < s->lp->n_rows; q++) {
        const int64_t count = llround(s->lp->counted[q]);
        if (s->tree->rules.rule[q]->is_dominance)
            continue;
        if (s->lp->high[q] != count) {
            *rule = q;
            *whole = count;
            return true;
        }
        if (count > 0 && s->lp->low[q] != count) {
            *rule = q;
            *whole = count - 1;
            return true;
        }
    }
    return false;
}

/* A plan on the machines that the LP's solution has, or nearly has. Where counts are in
 * parts this is for the first cases and now and then. */
static ul_status look_for_plan(splitting *s, size_t node, bool in_parts)
{
    const size_t depth = s->tree->node[node].depth;
    if (!in_parts) {
        for (size_t k = 0; k < s->tree->problem->n_types; k++)
            s->machines[k] = llround(s->lp->machines[k]);
        return try_machines(s, s->machines);
    }
    for (size_t extra = 1; extra <= EXTRA_MAX && (depth < 2 || node % NODES_A_ROUNDING == 0); extra++)
        if (round_up(s, extra, s->machines))
            UL_TRY(try_machines(s, s->machines));
    return UL_OK;
}

/* Closes a case that a new plan made too dear, or splits it; one that cannot be split stays
 * open. */
static ul_status split(splitting *s, size_t node)
{
    ul_tree *tree = s->tree;
    size_t rule = 0;
    int64_t whole = 0;
    bool found = false;
    if (!s->lp->has_artificial) {
        found = find_fraction(s, &rule, &whole);
        UL_TRY(look_for_plan(s, node, found));
        tree->node[node].leaf = tree->node[node].bound >= tree->cutoff;
        if (tree->node[node].leaf)
            return UL_OK;
        found = found || find_free(s, &rule, &whole);
    }
    if (found)
        return ul_tree_split(tree, node, rule, whole);
    tree->node[node].open = true;
    if (tree->node[node].bound < s->left_open)
        s->left_open = tree->node[node].bound;
    return UL_OK;
}

static int64_t bound_of(const splitting *s)
{
    const int64_t waiting = ul_tree_bound_of(s->tree);
    return waiting < s->left_open ? waiting : s->left_open;
}

static ul_status search(splitting *s)
{
    ul_tree *tree = s->tree;
    for (size_t looked = 0; tree->n_waiting > 0; looked++) {
        bool solved;
        tree->bound = bound_of(s);
        if (tree->bounded != NULL)
            UL_TRY(tree->bounded(tree->context, tree->bound));
        if (looked >= tree->node_limit || ul_run_expired(tree->run))
            return UL_OK;
        const size_t node = ul_tree_next(tree);
        UL_TRY(ul_count_lp_purge(s->lp));
        UL_TRY(go_to(s, node));
        UL_TRY(bound_node(s, node, &solved));
        if (!solved && !tree->node[node].leaf) {
            ul_tree_let_wait(tree, node);
            return UL_OK;
        }
        tree->node[node].open = false;
        if (!tree->node[node].leaf)
            UL_TRY(split(s, node));
    }
    tree->proved = s->left_open >= tree->cutoff;
    return UL_OK;
}

ul_status ul_count_tree_search(ul_tree *tree, const ul_packing *in, const ul_pattern_pool *columns)
{
    splitting s = {.tree = tree, .left_open = INT64_MAX};
    ul_proof none;
    UL_TRY(ul_count_rules(tree, in));
    s.machines = ul_arena_alloc(tree->arena, tree->problem->n_types, sizeof *s.machines);
    if (s.machines == NULL)
        return ul_no_memory();
    ul_status status = ul_count_lp_new(tree->problem, tree->run, &tree->rules,
                                      2 * (double)tree->cutoff, tree->arena, &s.lp);
    if (status == UL_OK)
        status = ul_count_lp_add(s.lp, columns);
    if (status == UL_OK)
        status = new_proof(&s, 0, &none);
    if (status == UL_OK)
        status = ul_tree_add_node(tree, (ul_tree_node){.parent = UL_NONE, .open = true,
                                                       .proof = none});
    if (status == UL_OK)
        status = search(&s);
    tree->bound = bound_of(&s);
    ul_count_lp_free(s.lp);
    return status;
}
