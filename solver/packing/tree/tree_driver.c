#include "tree_driver.h"

#include "heap.h"

/* ---- nodes ---- */

/* The open node of least bound comes first, of these the deepest and then the newest. */
static bool comes_before(ul_tree_open a, ul_tree_open b)
{
    if (a.bound != b.bound)
        return a.bound < b.bound;
    return a.depth != b.depth ? a.depth > b.depth : a.node > b.node;
}

UL_HEAP(waiting, ul_tree_open, comes_before, 2)

static void let_wait(ul_tree *tree, size_t node)
{
    const ul_tree_node *mine = &tree->node[node];
    waiting_push(tree->waiting, &tree->n_waiting,
                 (ul_tree_open){mine->bound, mine->depth, node});
}

static ul_status add_node(ul_tree *tree, ul_tree_node node)
{
    size_t room = tree->node_room;
    UL_MORE(tree->arena, tree->waiting, tree->n_nodes, room);
    UL_MORE(tree->arena, tree->node, tree->n_nodes, tree->node_room);
    tree->node[tree->n_nodes++] = node;
    let_wait(tree, tree->n_nodes - 1);
    return UL_OK;
}

/* Two nodes below this one: where the rule counts at most `whole`, and more. */
static ul_status split(ul_tree *tree, size_t node, size_t rule, int64_t whole)
{
    const ul_tree_node parent = tree->node[node];
    ul_tree_node child = {.parent = node, .rule = rule, .limit = whole, .bound = parent.bound,
                          .depth = parent.depth + 1, .open = true, .dual = parent.dual};
    UL_TRY(add_node(tree, child));
    child.upper = true;
    child.limit = whole + 1;
    return add_node(tree, child);
}

/* What the nodes that wait or are left open prove. */
static int64_t bound_of(const ul_tree *tree)
{
    const int64_t waiting = tree->n_waiting == 0 || tree->waiting[0].bound > tree->cutoff
                                ? tree->cutoff : tree->waiting[0].bound;
    return waiting < tree->left_open ? waiting : tree->left_open;
}

void ul_tree_limits(const ul_tree *tree, size_t node, size_t rule, int64_t *low, int64_t *high)
{
    *low = ul_row_low(tree->rules.rule[rule]);
    *high = ul_row_high(tree->rules.rule[rule]);
    for (; tree->node[node].parent != UL_NONE; node = tree->node[node].parent) {
        const ul_tree_node *here = &tree->node[node];
        if (here->rule == rule && here->upper && (*low == UL_ROW_FREE || here->limit > *low))
            *low = here->limit;
        if (here->rule == rule && !here->upper && here->limit < *high)
            *high = here->limit;
    }
}

void ul_tree_all_limits(const ul_tree *tree, size_t node, int64_t *low, int64_t *high)
{
    for (size_t q = 0; q < tree->rules.n; q++) {
        low[q] = ul_row_low(tree->rules.rule[q]);
        high[q] = ul_row_high(tree->rules.rule[q]);
    }
    for (; tree->node[node].parent != UL_NONE; node = tree->node[node].parent) {
        const ul_tree_node *here = &tree->node[node];
        if (here->upper && (low[here->rule] == UL_ROW_FREE || here->limit > low[here->rule]))
            low[here->rule] = here->limit;
        if (!here->upper && here->limit < high[here->rule])
            high[here->rule] = here->limit;
    }
}

ul_status ul_tree_begin_rules(ul_tree *tree)
{
    size_t id;
    tree->rules = (ul_row_rules){.problem = tree->problem, .arena = tree->arena};
    for (size_t q = 0; q < tree->n_given; q++)
        UL_TRY(ul_row_rules_add(&tree->rules, &tree->given_row[q], &id));
    return UL_OK;
}

ul_status ul_tree_add_given(const ul_tree *tree, ul_pattern_lp *lp)
{
    for (size_t q = 0; q < tree->n_given; q++)
        UL_TRY(ul_pattern_lp_add_row(lp, tree->rules.rule[q], q, ul_row_low(&tree->given_row[q]),
                                     ul_row_high(&tree->given_row[q])));
    return UL_OK;
}

static bool has_row(const ul_pattern_lp *lp, size_t id)
{
    for (size_t r = 0; r < lp->n_rows; r++)
        if (lp->row[r].id == id)
            return true;
    return false;
}

ul_status ul_tree_go_to(const ul_tree *tree, ul_pattern_lp *lp, size_t node)
{
    for (size_t at = node; tree->node[at].parent != UL_NONE; at = tree->node[at].parent)
        if (!has_row(lp, tree->node[at].rule))
            UL_TRY(ul_pattern_lp_add_row(lp, tree->rules.rule[tree->node[at].rule],
                                         tree->node[at].rule, UL_ROW_FREE, UL_ROW_FREE));
    for (size_t r = 0; r < lp->n_rows; r++) {
        int64_t low, high;
        if (lp->row[r].rule->kind == UL_ROW_CUT)
            continue;
        ul_tree_limits(tree, node, lp->row[r].id, &low, &high);
        UL_TRY(ul_pattern_lp_set_row(lp, r, low, high));
    }
    return UL_OK;
}

ul_status ul_node_dual_new(const ul_tree *tree, size_t n_rows, ul_node_dual *dual)
{
    *dual = (ul_node_dual){0};
    UL_ALLOC(tree->arena, dual->item, tree->problem->n_items);
    UL_ALLOC(tree->arena, dual->row, n_rows);
    UL_ALLOC(tree->arena, dual->value, n_rows);
    return UL_OK;
}

ul_status ul_tree_take(ul_tree *tree, ul_status status, ul_exact_solution *solution)
{
    if (status == UL_OK && solution->pool.n > 0 && solution->cost < tree->cutoff) {
        tree->cutoff = solution->cost;
        if (tree->found != NULL)
            status = tree->found(tree->context, solution, &tree->cutoff);
    }
    ul_exact_solution_clear(solution);
    return status;
}

/* ---- the search ---- */

/* Bounds a node and closes it, splits it or leaves it open; *solved is false where it has to
 * wait. */
static ul_status look_at(ul_tree *tree, const ul_tree_steps *steps, size_t node, bool *solved)
{
    size_t rule;
    int64_t whole;
    ul_node_verdict verdict;
    UL_TRY(steps->bound(steps->context, node, solved));
    if (*solved && !tree->node[node].leaf)
        UL_TRY(steps->repair(steps->context, node, solved));
    if (!*solved || tree->node[node].leaf)
        return UL_OK;
    UL_TRY(steps->branch(steps->context, node, &rule, &whole, &verdict));
    *solved = verdict != UL_NODE_UNSOLVED;
    if (verdict == UL_NODE_SPLIT)
        return split(tree, node, rule, whole);
    if (verdict == UL_NODE_LEFT_OPEN) {
        tree->node[node].open = true;
        if (tree->node[node].bound < tree->left_open)
            tree->left_open = tree->node[node].bound;
    }
    return UL_OK;
}

static ul_status search(ul_tree *tree, const ul_tree_steps *steps)
{
    for (size_t looked = 0; tree->n_waiting > 0; looked++) {
        bool solved;
        tree->bound = bound_of(tree);
        if (tree->bounded != NULL)
            UL_TRY(tree->bounded(tree->context, tree->bound));
        if (looked >= tree->node_limit || tree->cutoff <= tree->enough || ul_run_expired(tree->run))
            return UL_OK;
        const size_t node = waiting_pop(tree->waiting, &tree->n_waiting).node;
        tree->node[node].open = false;
        UL_TRY(look_at(tree, steps, node, &solved));
        if (!solved) {
            tree->node[node].open = true;
            let_wait(tree, node); /* its bound may have risen */
            return UL_OK;
        }
    }
    tree->proved = tree->left_open >= tree->cutoff;
    return UL_OK;
}

ul_status ul_tree_drive(ul_tree *tree, const ul_tree_steps *steps, ul_node_dual root)
{
    tree->left_open = INT64_MAX;
    UL_TRY(add_node(tree, (ul_tree_node){.parent = UL_NONE, .open = true, .dual = root}));
    const ul_status status = search(tree, steps);
    tree->bound = bound_of(tree);
    return status;
}
