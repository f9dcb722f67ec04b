/* Cuts over generated columns, priced with their duals: where too many patterns are within the gap
 * to be enumerated.
 *
 * Where nothing may be wasted the linear program costs what the bound says, to the last digit, and
 * hundreds of thousands of patterns lose nothing. Rank-1 cuts lift it by 10^-8 to 10^-5 of a
 * machine, which is another machine once it is proved. As long as the program over the columns
 * there are costs no more than the bound there is nothing to price: cuts come first, and columns
 * only when it has risen above, until none is missing or it is back. What is left of a rise then
 * may be 10^-10 of a machine, below what a solver takes for zero: costs are what columns cost above
 * the first duals, made larger.
 */
#include "trees.h"

#include <math.h>
#include <string.h>

#include "node.h"
#include "price_cuts.h"
#include "tolerance.h"
#include "tree_driver.h"

enum { CUTS_A_ROUND = 24, ROUNDS = 60, COLUMNS = 2000, PASSES = 60 };

#define FINEST 0x1p50 /* value units in a price unit */
#define TOTAL_MAX 0x1p60
#define ZOOM 0x1p16 /* a rise of 10^-10 is then a hundred times what a solver may be off by */
#define RISEN 1e-11 /* units: more than rounding takes from a proof */

typedef struct {
    const ul_exact *exact;
    ul_tree *tree;
    ul_arena *arena;         /* of the present pricing */
    ul_pattern_lp *lp;
    ul_pattern_pool pool;
    int64_t *value, *cut_value; /* of the prices */
    ul_cut_prices prices;
    ul_rng *rng;             /* of its own: what follows where this proves nothing is as without it */
    ul_cut_search search;    /* its steps are those of all pricings */
    double goal;             /* units: what the program must cost to prove more than the bound */
} cutting;

/* ---- the program ---- */

/* The columns that the master program has, and its basis. */
static ul_status open_program(cutting *s)
{
    const ul_master *master = s->exact->master;
    size_t *basic, n = 0;
    for (size_t p = 0; p < master->pool.n; p++)
        UL_TRY(ul_pattern_append(&s->pool, master->pool.pattern[p].type,
                                 ul_pattern_entries(&master->pool, p), master->pool.pattern[p].n));
    UL_TRY(ul_pattern_lp_new(s->exact->problem, s->exact->run, &s->pool, 0, &s->lp));
    UL_ALLOC_RAW(s->arena, basic, s->pool.n);
    for (size_t p = 0; p < ul_master_patterns(master); p++)
        if (master->lp->column_of[p] != UL_NONE) {
            if (ul_master_is_basic(master, p))
                basic[n++] = s->lp->n_columns;
            UL_TRY(ul_pattern_lp_add_column(s->lp, p));
        }
    return ul_lp_start_from(s->lp->lp, basic, n);
}

/* ---- pricing ---- */

/* The program's duals in whole numbers, on the finest scale on which their sums stay whole. */
static ul_status round_duals(cutting *s)
{
    const ul_pattern_lp *lp = s->lp;
    const ul_row_rule **cut;
    double most = 1, scale;
    ul_arena_rewind(s->arena, (ul_arena_mark_t){NULL, 0}); /* what the pricing before was made of */
    UL_ALLOC(s->arena, s->value, lp->problem->n_items);
    UL_ALLOC(s->arena, s->cut_value, lp->n_rows);
    UL_ALLOC(s->arena, cut, lp->n_rows);
    for (size_t i = 0; i < lp->problem->n_items; i++)
        most += fabs(lp->item_dual[i]) * (double)lp->problem->copies[i];
    for (size_t q = 0; q < lp->n_rows; q++)
        for (size_t i = 0; i < lp->problem->n_items; i++)
            if (lp->row[q].rule->numerator[i] > 0)
                most += fmax(lp->row[q].dual, 0) * (double)lp->problem->copies[i];
    for (scale = FINEST; scale * most > TOTAL_MAX;)
        scale /= 2;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        s->value[i] = (int64_t)floor(lp->item_dual[i] * scale);
    for (size_t q = 0; q < lp->n_rows; q++) {
        cut[q] = lp->row[q].rule;
        s->cut_value[q] = (int64_t)floor(fmax(lp->row[q].dual, 0) * scale);
    }
    s->prices = (ul_cut_prices){.value = s->value, .cut = cut, .cut_value = s->cut_value,
                                .n_cuts = lp->n_rows, .num = (int64_t)scale};
    return UL_OK;
}

/* Patterns worth this much more than their price, as many as a pricing adds. */
static ul_status price(cutting *s, double slack, ul_pattern_pool *pool, bool *complete)
{
    s->prices.slack = (int64_t)(slack * (double)s->prices.num);
    UL_TRY(ul_pricer_price_cuts(s->exact->master->pricer, &s->prices, &s->search, pool));
    *complete = s->search.complete;
    return UL_OK;
}

/* ---- proof ---- */

static int64_t reduced_cost(const cutting *s, const ul_pattern_pool *pool, size_t p)
{
    int64_t cost = s->lp->problem->type[pool->pattern[p].type].price * s->prices.num;
    UL_EACH_ENTRY(e, pool, p)
        cost -= s->value[e->item] * e->count;
    for (size_t q = 0; q < s->prices.n_cuts; q++)
        cost -= s->cut_value[q] * ul_row_coefficient_of(s->prices.cut[q], pool, p);
    return cost;
}

/* Takes what a pattern's reduced cost is below zero from the most valuable of its items. */
static void lower(cutting *s, const ul_pattern_pool *pool, size_t p)
{
    const int64_t excess = -reduced_cost(s, pool, p);
    const ul_pattern_entry *most = ul_pattern_entries(pool, p);
    UL_EACH_ENTRY(e, pool, p)
        if (s->value[e->item] > s->value[most->item])
            most = e;
    if (excess > 0)
        s->value[most->item] -= (excess + most->count - 1) / most->count;
}

/* What the values prove once no reduced cost is below zero. */
static ul_cost total_of(const cutting *s)
{
    ul_cost total = 0;
    for (size_t i = 0; i < s->lp->problem->n_items; i++)
        total += (ul_cost)s->value[i] * s->lp->problem->copies[i];
    for (size_t q = 0; q < s->prices.n_cuts; q++)
        total += (ul_cost)s->cut_value[q] * s->prices.cut[q]->limit;
    return total;
}

static bool proves(const cutting *s)
{
    return total_of(s) > (ul_cost)s->exact->bound * s->prices.num;
}

/* Lowers values until no reduced cost is below zero, or they prove no more than the bound; they
 * lose what the program's tolerance made too much of, once. */
static ul_status lower_all(cutting *s, bool *feasible)
{
    UL_FREED_BY(ul_pattern_pool_clear) ul_pattern_pool found = {0};
    bool complete = true;
    *feasible = false;
    for (int pass = 0; pass < PASSES && complete && !*feasible && proves(s); pass++) {
        ul_pattern_pool_clear(&found);
        UL_TRY(price(s, 0, &found, &complete));
        *feasible = complete && found.n == 0;
        for (size_t p = 0; p < found.n; p++)
            lower(s, &found, p);
    }
    return UL_OK;
}

/* What the present duals prove, and the node that does where it is more than the bound. */
static ul_status prove(cutting *s, bool *proved)
{
    const ul_exact_problem *problem = s->lp->problem;
    ul_tree_node node = {.parent = UL_NONE, .leaf = true};
    bool feasible;
    *proved = false;
    UL_TRY(lower_all(s, &feasible));
    *proved = feasible && proves(s);
    if (!*proved)
        return UL_OK;
    const ul_cost total = total_of(s);
    UL_TRY(ul_node_dual_new(s->tree, s->prices.n_cuts, &node.dual));
    node.dual.scale = s->prices.num;
    node.dual.total = total;
    node.dual.units = node.bound = (int64_t)((total + s->prices.num - 1) / s->prices.num);
    memcpy(node.dual.item, s->value, problem->n_items * sizeof *s->value);
    for (size_t q = 0; q < s->prices.n_cuts; q++)
        if (s->cut_value[q] > 0) {
            node.dual.row[node.dual.n_rows] = s->lp->row[q].id;
            node.dual.value[node.dual.n_rows++] = s->cut_value[q];
        }
    UL_MORE(s->tree->arena, s->tree->node, s->tree->n_nodes, s->tree->node_room);
    s->tree->node[s->tree->n_nodes++] = node;
    s->tree->bound = node.bound;
    s->tree->proved = true;
    return UL_OK;
}

/* ---- the search ---- */

/* Columns until none is missing, and the program proves what it costs, or until it is back at the
 * bound. */
static ul_status price_up(cutting *s, bool *solved, bool *proved)
{
    *proved = false;
    while (*solved && s->lp->objective > s->goal) {
        const size_t before = s->pool.n;
        bool complete;
        UL_TRY(round_duals(s));
        UL_TRY(price(s, UL_LP_IMPROVES / s->lp->zoom, &s->pool, &complete));
        *solved = complete;
        if (complete && s->pool.n == before)
            return prove(s, proved);
        if (complete)
            UL_TRY(ul_pattern_lp_price_pool(s->lp, solved));
    }
    return UL_OK;
}

/* Rounds go on while some cut is violated. */
static ul_status cut_and_price(cutting *s)
{
    bool solved, proved = false;
    size_t added = 1;
    UL_TRY(open_program(s));
    UL_TRY(ul_pattern_lp_solve(s->lp, &solved));
    if (!solved)
        return UL_OK;
    UL_TRY(ul_pattern_lp_zoom(s->lp, ZOOM));
    UL_TRY(ul_pattern_lp_solve(s->lp, &solved));
    for (int round = 1; solved && !proved && added > 0 && round <= ROUNDS; round++) {
        UL_TRY(price_up(s, &solved, &proved));
        if (!solved || proved)
            return UL_OK;
        UL_TRY(ul_pattern_lp_purge(s->lp));
        UL_TRY(ul_cut_half_separate(s->lp, s->rng, CUTS_A_ROUND, &s->tree->rules, &added));
        UL_TRY(ul_pattern_lp_solve(s->lp, &solved));
    }
    return UL_OK;
}

ul_status ul_exact_cut_and_price(const ul_exact *exact, uint64_t steps, ul_arena *arena, ul_tree *tree)
{
    UL_OWN_ARENA(scratch);
    cutting s = {.exact = exact, .tree = tree, .arena = scratch, .rng = ul_rng_new(ul_run_seed(exact->run)),
                 .search = {.steps = steps, .patterns = COLUMNS, .arena = arena},
                 .goal = (double)exact->bound + RISEN};
    UL_NEED(s.rng);
    *tree = (ul_tree){.problem = exact->problem, .run = exact->run, .arena = arena};
    tree->rules = (ul_row_rules){.problem = exact->problem, .arena = arena};
    const ul_status status = cut_and_price(&s);
    ul_rng_free(s.rng);
    ul_pattern_lp_free(s.lp);
    ul_pattern_pool_clear(&s.pool);
    return status;
}
