/* Branching on counts of machines, without enumerating patterns.
 *
 * Machines of a cloud family are priced in proportion to their size, and the linear program
 * buys 43 hundredths of the largest. So it is branched on how many steps of each family, then
 * how many machines of each type. Each node is bounded by Benders' cuts (benders.h), which column
 * generation gives (count_master.h): its pricing knows nothing of counts. Where all counts are
 * whole the machines of a plan are known, and all that is left is whether the tasks have room on
 * them (fit_on_machines.h). Where they have in parts and nobody finds how in whole ones, it is
 * branched on how many copies of an item each family has (type_parts.h), if that is asked for.
 */
#include "trees.h"

#include <math.h>
#include <string.h>

#include "split.h"
#include "tolerance.h"
#define IMPOSSIBLE 0x1p10 /* times the best plan's cost: what it costs to break a cut, wholly or in part */

enum {
    ROUNDS = 20,       /* of pricing for machines in parts: the last thousandth takes hundreds */
    NODES_A_CUT = 16,  /* nodes for each of these */
    ASKED_MAX = 100,   /* times in a node: some ten are what it takes */
    CHOICES_MAX = 20000, /* columns of Benders' program */
    COPIES_MAX = 1000  /* of an item that has a choice */
};

/* ---- steps of the driver ---- */

/* The program's rows of copies get the limits they have in the node; it knows nothing of sums. */
static ul_status limit_copies(ul_split *s)
{
    ul_pattern_lp *lp = s->master.lp;
    for (size_t q = s->first_copies; q < s->end_copies; q++) {
        const int64_t low = s->benders.low[q], high = s->benders.high[q];
        size_t r = 0;
        while (r < lp->n_rows && lp->row[r].id != q)
            r++;
        if (r < lp->n_rows)
            UL_TRY(ul_pattern_lp_set_row(lp, r, low, high));
        else if (low != UL_ROW_FREE || high != UL_ROW_FREE)
            UL_TRY(ul_pattern_lp_add_row(lp, s->tree->rules.rule[q], q, low, high));
    }
    return UL_OK;
}

/* Whether the linear program of patterns may know more than the cuts there are. Machines that were tried
 * have room in parts. Where resources are cuts they say nearly all until no task is divided that small
 * machines hold. */
static bool must_ask(ul_split *s, size_t node, bool whole)
{
    size_t rule;
    int64_t divided;
    if (s->parts.n_choices == 0)
        return whole ? !ul_split_is_tried(s) : node % NODES_A_CUT == 0;
    return whole && (!ul_split_is_tried(s)
                     || ((node % NODES_A_CUT == 0 || !s->parts.by_size)
                         && !ul_split_find_divided(s, node, true, &rule, &divided)));
}

/* Asks it: *refuted is true where it says that the machines have no room for all tasks in parts. */
static ul_status ask(ul_split *s, bool whole, bool *solved, bool *refuted)
{
    const size_t n_cuts = s->benders.n_cuts;
    UL_TRY(limit_copies(s));
    UL_TRY(ul_count_master_ask(&s->master, whole ? s->given : s->benders.machines, s->first_type,
                               whole ? SIZE_MAX : ROUNDS, &s->benders, solved, refuted));
    s->has_room = whole && !*refuted;
    if (!*refuted && s->parts.n_choices > 0)
        s->benders.n_cuts = n_cuts;
    return UL_OK;
}

/* Bounds a node by the cuts there are. Where that leaves machines in whole numbers, and in some nodes
 * where it does not, the linear program of patterns says whether these have room for all tasks in
 * parts, or gives cuts that say that they have not. Where tasks are many a plan is found sooner than that
 * is known: it is looked for before. A cut that the program keeps to only within its
 * tolerance leaves the machines as they were: so it is asked so many times at most. */
static ul_status bound(void *context, size_t node, bool *solved)
{
    ul_split *s = context;
    ul_tree_node *mine = &s->tree->node[node];
    ul_node_dual dual;
    *solved = mine->leaf = mine->bound >= s->tree->cutoff; /* since a plan was found */
    if (mine->leaf)
        return UL_OK;
    UL_TRY(ul_node_dual_new(s->tree, s->tree->rules.n, &dual));
    dual.units = mine->bound;
    ul_tree_all_limits(s->tree, node, s->benders.low, s->benders.high);
    *solved = true;
    s->has_room = false;
    UL_TRY(ul_split_set_objective(s));
    bool refuted = true;
    size_t n_rows = 0; /* when it was asked last: where cuts change nothing it is not asked again */
    for (size_t asked = 0; refuted && *solved && !mine->leaf && asked < ASKED_MAX; asked++) {
        refuted = false;
        UL_TRY(ul_benders_solve(&s->benders, &dual, solved));
        const bool whole = ul_split_read_machines(s, s->machines);
        if (whole)
            ul_split_merge(s);
        const bool asks = *solved && ul_lp_rows(s->benders.lp) > n_rows && must_ask(s, node, whole);
        if (asks && dual.units < s->tree->cutoff && whole && s->parts.by_size)
            UL_TRY(ul_split_try_machines(s));
        mine->leaf = dual.units >= s->tree->cutoff;
        n_rows = ul_lp_rows(s->benders.lp);
        if (asks && !mine->leaf && s->master.lp != NULL)
            UL_TRY(ask(s, whole, solved, &refuted));
    }
    if (dual.units > mine->bound) {
        mine->dual = dual;
        mine->bound = dual.units;
    }
    s->stuck = !*solved && !mine->leaf;
    *solved = !s->stuck || !ul_run_expired(s->tree->run);
    return UL_OK;
}

/* A plan on the machines of the node, where these are known. */
static ul_status repair(void *context, size_t node, bool *solved)
{
    ul_split *s = context;
    ul_tree_node *mine = &s->tree->node[node];
    *solved = true;
    if (!s->stuck && !mine->leaf && ul_split_read_machines(s, s->machines)) {
        ul_split_merge(s);
        if (s->parts.n_choices > 0 && ul_split_is_tried(s))
            UL_TRY(ul_split_try_again(s, node));
        else if (s->has_room)
            UL_TRY(ul_split_try_machines(s));
    }
    mine->leaf = mine->bound >= s->tree->cutoff;
    return UL_OK;
}

/* The program of patterns and the cuts of its root; where resources are cuts there are enough. */
static ul_status open_patterns(ul_split *s, const ul_pattern_pool *columns)
{
    const ul_tree *tree = s->tree;
    const double penalty = 2 * (double)tree->cutoff;
    bool solved;
    UL_TRY(ul_count_master_new(tree->problem, &s->parts, tree->run, columns, penalty, tree->arena,
                               &s->master));
    UL_TRY(ul_tree_add_given(tree, s->master.lp));
    if (!s->parts.by_size)
        UL_TRY(ul_count_master_solve(&s->master, &s->benders, &solved));
    for (size_t id = s->first_type; id < s->first_copies; id++) /* each has a limit when it is asked */
        UL_TRY(ul_pattern_lp_add_row(s->master.lp, tree->rules.rule[id], id, UL_ROW_FREE, 0));
    return UL_OK;
}

/* The rules: rows that hold everywhere, those to branch on; and the programs. */
static ul_status open_masters(ul_split *s, const ul_packing *in, const ul_pattern_pool *columns)
{
    ul_tree *tree = s->tree;
    UL_ALLOC(tree->arena, s->machines, tree->problem->n_types);
    UL_ALLOC(tree->arena, s->best, tree->problem->n_types);
    UL_ALLOC(tree->arena, s->asked, tree->problem->n_types);
    UL_ALLOC(tree->arena, s->given, tree->problem->n_types);
    UL_TRY(ul_tree_begin_rules(tree));
    UL_TRY(ul_count_rules(tree, in));
    s->first_type = tree->rules.n - tree->problem->n_types;
    s->first_copies = tree->rules.n;
    UL_TRY(ul_split_prepare(s));
    UL_TRY(ul_copies_rules(tree, &s->parts));
    s->end_copies = tree->rules.n;
    UL_TRY(ul_benders_new(&tree->rules, &s->parts, tree->run, IMPOSSIBLE * (double)tree->cutoff, tree->arena,
                          &s->benders));
    return s->parts.by_size && tree->problem->n_items > UL_COUNT_ROWS_MAX ? UL_OK : open_patterns(s, columns);
}

static void close_masters(ul_split *s)
{
    ul_count_master_clear(&s->master);
    ul_benders_clear(&s->benders);
}

/* Whether there are tasks with a choice, not too many, and of each few copies: thousands of them have
 * room somewhere. */
static bool is_worth_it(const ul_exact_problem *problem, const ul_type_parts *parts)
{
    for (size_t i = 0; i < problem->n_items; i++)
        if (problem->copies[i] > COPIES_MAX)
            return false;
    return (parts->by_size || problem->n_items <= UL_COUNT_ROWS_MAX) && parts->n_choices > 0
           && parts->n_choices <= CHOICES_MAX;
}

ul_status ul_count_tree_search(ul_tree *tree, const ul_packing *in, const ul_pattern_pool *columns,
                               ul_type_division by, size_t patience)
{
    UL_FREED_BY(close_masters) ul_split s = {.tree = tree, .patience = patience};
    const ul_tree_steps steps = {&s, bound, repair, ul_split_branch};
    ul_node_dual none;
    UL_TRY(ul_type_parts_new(tree->problem, by, tree->arena, &s.parts));
    if (by != UL_TOGETHER && !is_worth_it(tree->problem, &s.parts))
        return UL_OK;
    UL_TRY(open_masters(&s, in, columns));
    UL_TRY(ul_node_dual_new(tree, tree->rules.n, &none));
    return ul_tree_drive(tree, &steps, none);
}
