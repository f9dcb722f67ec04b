#include "benders.h"

#include <math.h>
#include <string.h>

#include "tolerance.h"

enum {
    FINE_BITS = 30,  /* that duals of cuts have beyond those of items' values */
    WORTH_BITS = 44, /* of what all tasks are worth */
    VALUE_BITS = 54  /* of the dual of a rule, which may be far more: the checker's limit is 56 */
};

#define LEAST_TOTAL ((int64_t)1 << 20) /* a cut of smaller numbers says what rounding left of it */

/* ---- making it ---- */

/* Prices are in shares of the dearest, so that the program's numbers are of one size. */
static double share_of(const ul_benders *b, double units)
{
    return units / b->dearest;
}

static double limit_of(int64_t limit, double none)
{
    return limit == UL_ROW_FREE ? none : (double)limit;
}

static ul_status enter_row(ul_benders *b, double low, double high, size_t n, const double *value)
{
    int *column;
    const ul_arena_mark_t mark = ul_arena_mark(b->arena);
    UL_ALLOC(b->arena, column, n);
    for (size_t k = 0; k < n; k++)
        column[k] = (int)k;
    UL_TRY(ul_lp_add_row(b->lp, low, high, n, column, value));
    ul_arena_rewind(b->arena, mark);
    return UL_OK;
}

/* Columns are the types, one that keeps to every cut at the penalty, and one for each rule that
 * makes up what it lacks. */
static ul_status fill(ul_benders *b)
{
    const size_t n = b->problem->n_types;
    const double one = 1;
    double *weight;
    UL_ALLOC(b->arena, weight, n);
    for (size_t k = 0; k < n; k++)
        UL_TRY(ul_lp_add_column(b->lp, 0, HUGE_VAL, share_of(b, (double)b->problem->type[k].price), 0,
                                NULL, NULL));
    UL_TRY(ul_lp_add_column(b->lp, 0, HUGE_VAL, share_of(b, b->penalty), 0, NULL, NULL));
    for (size_t q = 0; q < b->rules->n; q++) {
        const int row = (int)q;
        for (size_t k = 0; k < n; k++)
            weight[k] = b->rules->rule[q]->weight[k];
        b->low[q] = ul_row_low(b->rules->rule[q]);
        b->high[q] = ul_row_high(b->rules->rule[q]);
        UL_TRY(enter_row(b, limit_of(b->low[q], -HUGE_VAL), limit_of(b->high[q], HUGE_VAL), n, weight));
        UL_TRY(ul_lp_add_column(b->lp, 0, HUGE_VAL, share_of(b, b->penalty), 1, &row, &one));
    }
    return UL_OK;
}

ul_status ul_benders_new(const ul_row_rules *rules, ul_run *run, double penalty, ul_arena *arena,
                         ul_benders *b)
{
    *b = (ul_benders){.problem = rules->problem, .run = run, .arena = arena, .rules = rules,
                      .penalty = penalty};
    UL_ALLOC(arena, b->low, rules->n);
    UL_ALLOC(arena, b->high, rules->n);
    UL_ALLOC(arena, b->pay, rules->n);
    UL_ALLOC(arena, b->machines, b->problem->n_types);
    UL_ALLOC(arena, b->most, b->problem->n_types);
    UL_ALLOC(arena, b->worth, b->problem->n_items);
    for (size_t k = 0; k < b->problem->n_types; k++)
        b->dearest = fmax(b->dearest, (double)b->problem->type[k].price);
    UL_TRY(ul_lp_new(&b->lp));
    return fill(b);
}

void ul_benders_clear(ul_benders *b)
{
    ul_lp_free(b->lp);
}

ul_status ul_benders_add_cut(ul_benders *b, const ul_pricing *pricing)
{
    const ul_exact_problem *problem = b->problem;
    const size_t n = problem->n_types;
    ul_cost total = 0;
    ul_benders_cut cut = {0};
    double *share;
    for (size_t i = 0; i < problem->n_items; i++)
        total += (ul_cost)pricing->value[i] * problem->copies[i];
    for (size_t k = 0; k < n; k++)
        cut.unit = fmax(cut.unit, (double)pricing->best[k]);
    if (total < LEAST_TOTAL || total > INT64_MAX / 2 || cut.unit < 1)
        return UL_OK;
    cut.total = (int64_t)total;
    UL_COPY(b->arena, cut.value, pricing->value, problem->n_items);
    UL_COPY(b->arena, cut.most, pricing->best, n);
    UL_ALLOC(b->arena, share, n + 1);
    for (size_t k = 0; k < n; k++)
        share[k] = (double)cut.most[k] / cut.unit;
    share[n] = (double)cut.total / cut.unit;
    UL_MORE(b->arena, b->cut, b->n_cuts, b->cut_room);
    b->cut[b->n_cuts++] = cut;
    return enter_row(b, share[n], HUGE_VAL, n + 1, share);
}

bool ul_benders_allows(const ul_benders *b, size_t first, const double *machines)
{
    for (size_t c = first; c < b->n_cuts; c++) {
        double most = 0;
        for (size_t k = 0; k < b->problem->n_types; k++)
            most += (double)b->cut[c].most[k] * machines[k];
        if (most < (double)b->cut[c].total * (1 - UL_LP_OBJECTIVE))
            return false;
    }
    return true;
}

/* ---- what its duals prove ---- */

/* A price unit in value units, such that what all tasks are worth and what rules pay has digits
 * enough and not too many. */
static int64_t scale_of(const ul_benders *b)
{
    double worth = 1, pay = 1;
    for (size_t c = 0; c < b->n_cuts; c++)
        worth += ul_lp_dual(b->lp, b->rules->n + c) * (double)b->cut[c].total / b->cut[c].unit;
    for (size_t q = 0; q < b->rules->n; q++)
        pay = fmax(pay, fabs(ul_lp_dual(b->lp, q)));
    const double bits = fmin(WORTH_BITS - log2(worth * b->dearest), VALUE_BITS - log2(pay * b->dearest));
    return (int64_t)fmax(exp2(floor(bits)), 1);
}

/* The duals in whole numbers, rounded down, and what a machine of each type is worth by them at
 * most. A rule's dual on a side without a limit is rounding, and none. */
static void read_duals(ul_benders *b, double scale)
{
    const ul_exact_problem *problem = b->problem;
    memset(b->worth, 0, problem->n_items * sizeof *b->worth);
    memset(b->most, 0, problem->n_types * sizeof *b->most);
    for (size_t c = 0; c < b->n_cuts; c++) {
        const double dual = ldexp(ul_lp_dual(b->lp, b->rules->n + c) / b->cut[c].unit * scale, FINE_BITS);
        const int64_t times = dual >= 1 && dual < 0x1p62 ? (int64_t)dual : 0;
        for (size_t i = 0; i < problem->n_items && times > 0; i++)
            b->worth[i] += (ul_cost)times * b->cut[c].value[i];
        for (size_t k = 0; k < problem->n_types && times > 0; k++)
            b->most[k] += (ul_cost)times * b->cut[c].most[k];
    }
    for (size_t i = 0; i < problem->n_items; i++)
        b->worth[i] >>= FINE_BITS;
    for (size_t k = 0; k < problem->n_types; k++)
        b->most[k] >>= FINE_BITS;
    for (size_t q = 0; q < b->rules->n; q++) {
        const double dual = ul_lp_dual(b->lp, q);
        b->pay[q] = (dual > 0 ? b->low[q] : b->high[q]) == UL_ROW_FREE ? 0 : (int64_t)floor(dual * scale);
        for (size_t k = 0; k < problem->n_types; k++)
            b->most[k] += (ul_cost)b->pay[q] * b->rules->rule[q]->weight[k];
    }
}

/* value * part / whole rounded down, for values of either sign. */
static int64_t shrunk(ul_cost value, ul_cost part, ul_cost whole)
{
    const ul_cost product = value * part, ratio = product / whole;
    return (int64_t)(ratio * whole > product ? ratio - 1 : ratio);
}

/* Shrinks all duals until no machine is worth more than its price, which the program keeps to
 * within its own tolerance only. */
static void make_feasible(ul_benders *b, int64_t scale)
{
    ul_cost part = 1, whole = 1;
    for (size_t k = 0; k < b->problem->n_types; k++) {
        const ul_cost price = (ul_cost)b->problem->type[k].price * scale;
        if (price * whole < part * b->most[k]) {
            part = price;
            whole = b->most[k];
        }
    }
    for (size_t i = 0; i < b->problem->n_items && whole > 1; i++)
        b->worth[i] = shrunk(b->worth[i], part, whole);
    for (size_t q = 0; q < b->rules->n && whole > 1; q++)
        b->pay[q] = shrunk(b->pay[q], part, whole);
}

/* What they prove, in units rounded up. */
static int64_t proved(const ul_benders *b, int64_t scale)
{
    ul_cost total = 0;
    for (size_t i = 0; i < b->problem->n_items; i++)
        total += b->worth[i] * b->problem->copies[i];
    for (size_t q = 0; q < b->rules->n; q++)
        if (b->pay[q] != 0)
            total += (ul_cost)b->pay[q] * (b->pay[q] > 0 ? b->low[q] : b->high[q]);
    return total <= 0 ? 0 : (int64_t)((total + scale - 1) / scale);
}

static void keep(const ul_benders *b, int64_t scale, ul_node_dual *dual)
{
    dual->scale = scale;
    dual->n_rows = 0;
    for (size_t i = 0; i < b->problem->n_items; i++)
        dual->item[i] = (int64_t)b->worth[i];
    for (size_t q = 0; q < b->rules->n; q++)
        if (b->pay[q] != 0) {
            dual->row[dual->n_rows] = q;
            dual->value[dual->n_rows++] = b->pay[q];
        }
}

/* Where the dual simplex method goes round in circles, the primal one begins anew. */
static ul_status solve(ul_benders *b, bool *solved)
{
    ul_lp_outcome outcome;
    for (size_t q = 0; q < b->rules->n; q++)
        UL_TRY(ul_lp_set_row(b->lp, q, limit_of(b->low[q], -HUGE_VAL), limit_of(b->high[q], HUGE_VAL)));
    UL_TRY(ul_lp_solve(b->lp, UL_LP_DUAL, b->run, &outcome));
    if (outcome != UL_LP_OPTIMAL && !ul_run_expired(b->run)) {
        UL_TRY(ul_lp_start_from(b->lp, NULL, 0));
        UL_TRY(ul_lp_solve(b->lp, UL_LP_PRIMAL, b->run, &outcome));
    }
    *solved = outcome == UL_LP_OPTIMAL;
    return UL_OK;
}

ul_status ul_benders_solve(ul_benders *b, ul_node_dual *dual, bool *solved)
{
    UL_TRY(solve(b, solved));
    if (!*solved)
        return UL_OK;
    const int64_t scale = scale_of(b);
    for (size_t k = 0; k < b->problem->n_types; k++)
        b->machines[k] = ul_lp_value(b->lp, k);
    read_duals(b, (double)scale * b->dearest);
    make_feasible(b, scale);
    const int64_t units = proved(b, scale);
    if (units > dual->units) {
        dual->units = units;
        keep(b, scale, dual);
    }
    return UL_OK;
}
