#include "benders.h"

#include <math.h>
#include <string.h>

#include "tolerance.h"

enum {
    FINE_BITS = 30,  /* that duals of cuts have beyond those of items' values */
    WORTH_BITS = 44, /* of what all tasks are worth */
    TOTAL_BITS = 60, /* with what rules of copies pay for them: the checker's limit is 62 */
    VALUE_BITS = 54  /* of the dual of a rule, which may be far more: the checker's limit is 56 */
};

#define BROKEN 1e-7 /* of a machine: a cut that is broken by less is kept to */

#define LEAST_TOTAL ((int64_t)1 << 20) /* a cut of smaller numbers says what rounding left of it */

/* Prices are in shares of the dearest, so that the program's numbers are of one size. */
static double share_of(const ul_benders *b, double units)
{
    return units / b->dearest;
}

/* ---- cuts ---- */

/* What the tasks are worth that are on the part in any case, and all that may be. */
static ul_cost total_of(const ul_benders *b, size_t part, const int64_t *value, ul_cost *all)
{
    const ul_exact_problem *problem = b->problem;
    ul_cost total = 0;
    *all = 0;
    for (size_t i = 0; i < problem->n_items; i++)
        if (b->parts->holds[part * problem->n_items + i]) {
            const ul_cost mine = (ul_cost)value[i] * problem->copies[i];
            *all += mine;
            total += ul_benders_choice(b, part, i) == UL_NONE ? mine : 0;
        }
    return total;
}

/* How much the program's solution breaks a cut, in shares of the largest of `most`. */
static double broken_by(const ul_benders *b, const ul_benders_cut *cut)
{
    const size_t n = b->problem->n_items;
    double lacking = (double)cut->total;
    for (size_t i = 0; i < n; i++)
        if (ul_benders_choice(b, cut->part, i) != UL_NONE)
            lacking += (double)cut->value[i] * b->copies[ul_benders_choice(b, cut->part, i)];
    for (size_t k = b->parts->first[cut->part]; k < b->parts->first[cut->part + 1]; k++)
        lacking -= (double)cut->most[k] * b->machines[k];
    return lacking / cut->unit;
}

/* sum most(k) n_k - sum value(i) y_i >= total, in shares of the largest of `most`. */
static ul_status enter_cut(ul_benders *b, ul_benders_cut *cut)
{
    const ul_exact_problem *problem = b->problem;
    const ul_arena_mark_t mark = ul_arena_mark(b->arena);
    size_t n = 0;
    int *column;
    double *share;
    UL_ALLOC(b->arena, column, problem->n_types + 1 + b->parts->n_choices);
    UL_ALLOC(b->arena, share, problem->n_types + 1 + b->parts->n_choices);
    for (size_t k = 0; k < problem->n_types; k++)
        share[n++] = (double)cut->most[k] / cut->unit;
    share[n++] = cut->all / cut->unit;
    for (size_t q = 0; q < n; q++)
        column[q] = (int)q;
    for (size_t i = 0; i < problem->n_items; i++)
        if (ul_benders_choice(b, cut->part, i) != UL_NONE) {
            column[n] = (int)(b->first_choice + ul_benders_choice(b, cut->part, i));
            share[n++] = -(double)cut->value[i] / cut->unit;
        }
    cut->row = ul_lp_rows(b->lp);
    UL_TRY(ul_lp_add_row(b->lp, (double)cut->total / cut->unit, HUGE_VAL, n, column, share));
    ul_arena_rewind(b->arena, mark);
    return UL_OK;
}

/* Enters the cuts that the solution breaks most. */
static ul_status enter_broken(ul_benders *b, bool *entered)
{
    double most = BROKEN;
    for (size_t c = 0; c < b->n_cuts; c++)
        if (b->cut[c].row == UL_NONE)
            most = fmax(most, broken_by(b, &b->cut[c]));
    *entered = most > BROKEN;
    for (size_t c = 0; c < b->n_cuts && *entered; c++)
        if (b->cut[c].row == UL_NONE && broken_by(b, &b->cut[c]) > most / 2)
            UL_TRY(enter_cut(b, &b->cut[c]));
    return UL_OK;
}

/* Keeps a cut of these values; one of small numbers, in which rounding is large, is none. */
static ul_status add_cut(ul_benders *b, ul_benders_cut cut, const int64_t *value, const int64_t *most)
{
    ul_cost all;
    cut.total = (int64_t)total_of(b, cut.part, value, &all);
    cut.row = UL_NONE;
    for (size_t k = b->parts->first[cut.part]; k < b->parts->first[cut.part + 1]; k++)
        cut.unit = fmax(cut.unit, (double)most[k]);
    if (all < LEAST_TOTAL || all > INT64_MAX / 2 || cut.unit < 1)
        return UL_OK;
    UL_COPY(b->arena, cut.value, value, b->problem->n_items);
    UL_COPY(b->arena, cut.most, most, b->problem->n_types);
    cut.all = (double)all;
    UL_MORE(b->arena, b->cut, b->n_cuts, b->cut_room);
    b->cut[b->n_cuts++] = cut;
    return b->parts->n == 1 ? enter_cut(b, &b->cut[b->n_cuts - 1]) : UL_OK;
}

ul_status ul_benders_add_cut(ul_benders *b, size_t part, const ul_pricing *pricing)
{
    const ul_benders_cut cut = {.part = part,
                                .scale = (double)pricing->scale.num / (double)pricing->scale.den};
    return add_cut(b, cut, pricing->value, pricing->best);
}

/* An item is worth what it needs of a resource, a machine what it has. */
static ul_status add_resource(ul_benders *b, size_t part, size_t d)
{
    const ul_exact_problem *problem = b->problem;
    const size_t first = b->parts->first[part], end = b->parts->first[part + 1];
    const ul_exact_group *group = &problem->group[problem->type[first].group];
    const int64_t fine = group->largest[d] < LEAST_TOTAL ? LEAST_TOTAL : 1;
    int64_t *value, *most;
    UL_ALLOC(b->arena, value, problem->n_items);
    UL_ALLOC(b->arena, most, problem->n_types);
    for (size_t i = 0; i < problem->n_items; i++)
        if (b->parts->holds[part * problem->n_items + i])
            value[i] = fine * group->weight[i * group->n_dims + d];
    for (size_t k = first; k < end; k++)
        most[k] = fine * problem->type[k].capacity[d];
    return add_cut(b, (ul_benders_cut){.part = part, .fine = fine, .scale = 1}, value, most);
}

/* What an item's copies are worth by the cuts where they are worth least, within the limits. */
static double least_worth(const ul_benders *b, size_t item, const double *value)
{
    const size_t n = b->parts->n;
    double worth = 0, left = (double)b->problem->copies[item];
    for (size_t f = 0; f < n; f++)
        if (ul_benders_choice(b, f, item) != UL_NONE
            && b->low[b->first_copies + ul_benders_choice(b, f, item)] != UL_ROW_FREE) {
            const double low = (double)b->low[b->first_copies + ul_benders_choice(b, f, item)];
            worth += low * value[f];
            left -= low;
        }
    for (double before = -1; left > 0;) { /* the next cheapest part */
        double next = HUGE_VAL, room = 0;
        for (size_t f = 0; f < n; f++)
            if (ul_benders_choice(b, f, item) != UL_NONE && value[f] > before && value[f] < next)
                next = value[f];
        if (next == HUGE_VAL)
            return HUGE_VAL; /* no room within the limits */
        for (size_t f = 0; f < n; f++)
            if (ul_benders_choice(b, f, item) != UL_NONE && value[f] == next) {
                const size_t q = b->first_copies + ul_benders_choice(b, f, item);
                room += ul_row_limit(b->high[q], (double)b->problem->copies[item])
                        - fmax(ul_row_limit(b->low[q], 0), 0);
            }
        worth += fmin(room, left) * next;
        left -= fmin(room, left);
        before = next;
    }
    return worth;
}

bool ul_benders_refutes(const ul_benders *b, size_t first, const double *machines)
{
    const ul_type_parts *parts = b->parts;
    double most = 0, least = 0, value[UL_PARTS_MAX] = {0};
    bool has_choice;
    for (size_t c = first; c < b->n_cuts; c++) {
        for (size_t k = 0; k < b->problem->n_types; k++)
            most += (double)b->cut[c].most[k] / b->cut[c].scale * machines[k];
        least += (double)b->cut[c].total / b->cut[c].scale;
    }
    for (size_t i = 0; i < b->problem->n_items && parts->n_choices > 0; i++) {
        has_choice = false;
        for (size_t f = 0; f < parts->n; f++)
            has_choice = has_choice || ul_benders_choice(b, f, i) != UL_NONE;
        for (size_t c = first; c < b->n_cuts; c++)
            value[b->cut[c].part] = (double)b->cut[c].value[i] / b->cut[c].scale;
        least += has_choice ? least_worth(b, i, value) : 0;
    }
    return most < least * (1 - UL_LP_OBJECTIVE);
}

/* ---- making it ---- */

/* Columns are the types, one that keeps to every cut at the penalty, and one for each rule that
 * makes up what it lacks; then choices, whose limits are those of columns. */
static ul_status fill_rules(ul_benders *b)
{
    const size_t n = b->problem->n_types;
    const double one = 1;
    double *weight;
    int *column;
    UL_ALLOC(b->arena, weight, n);
    UL_ALLOC(b->arena, column, n);
    for (size_t k = 0; k < n; k++) {
        column[k] = (int)k;
        UL_TRY(ul_lp_add_column(b->lp, 0, HUGE_VAL, share_of(b, (double)b->problem->type[k].price), 0,
                                NULL, NULL));
    }
    UL_TRY(ul_lp_add_column(b->lp, 0, HUGE_VAL, share_of(b, b->penalty), 0, NULL, NULL));
    for (size_t q = 0; q < b->rules->n; q++) {
        b->low[q] = ul_row_low(b->rules->rule[q]);
        b->high[q] = ul_row_high(b->rules->rule[q]);
    }
    for (size_t q = 0; q < b->first_copies; q++) {
        const int row = (int)q;
        for (size_t k = 0; k < n; k++)
            weight[k] = b->rules->rule[q]->weight[k];
        UL_TRY(ul_lp_add_row(b->lp, ul_row_limit(b->low[q], -HUGE_VAL), ul_row_limit(b->high[q], HUGE_VAL),
                             n, column, weight));
        UL_TRY(ul_lp_add_column(b->lp, 0, HUGE_VAL, share_of(b, b->penalty), 1, &row, &one));
    }
    return UL_OK;
}

/* By item, as choices are. */
static ul_status fill_choices(ul_benders *b)
{
    const double one = 1;
    size_t n_rows = b->first_copies;
    b->first_choice = ul_lp_columns(b->lp);
    for (size_t i = 0; i < b->problem->n_items; i++) {
        const int row = (int)n_rows;
        bool any = false;
        for (size_t f = 0; f < b->parts->n; f++) {
            if (ul_benders_choice(b, f, i) == UL_NONE)
                continue;
            if (!any)
                UL_TRY(ul_lp_add_row(b->lp, (double)b->problem->copies[i], HUGE_VAL, 0, NULL, NULL));
            any = true;
            UL_TRY(ul_lp_add_column(b->lp, 0, HUGE_VAL, 0, 1, &row, &one));
        }
        n_rows += any;
    }
    for (size_t r = b->first_copies; r < n_rows; r++) {
        const int row = (int)r;
        UL_TRY(ul_lp_add_column(b->lp, 0, HUGE_VAL, share_of(b, b->penalty), 1, &row, &one));
    }
    return UL_OK;
}

ul_status ul_benders_new(const ul_row_rules *rules, const ul_type_parts *parts, ul_run *run,
                         double penalty, ul_arena *arena, ul_benders *b)
{
    *b = (ul_benders){.problem = rules->problem, .run = run, .arena = arena, .rules = rules,
                      .parts = parts, .penalty = penalty, .first_copies = rules->n - parts->n_choices,
                      .end_copies = rules->n};
    UL_ALLOC(arena, b->low, rules->n + UL_SUMS_MAX);
    UL_ALLOC(arena, b->high, rules->n + UL_SUMS_MAX);
    UL_ALLOC(arena, b->pay, rules->n + UL_SUMS_MAX);
    UL_ALLOC(arena, b->machines, b->problem->n_types);
    UL_ALLOC(arena, b->copies, parts->n_choices);
    UL_ALLOC(arena, b->most, b->problem->n_types);
    UL_ALLOC(arena, b->worth, parts->n * b->problem->n_items);
    UL_ALLOC(arena, b->value, b->problem->n_items);
    for (size_t k = 0; k < b->problem->n_types; k++)
        b->dearest = fmax(b->dearest, (double)b->problem->type[k].price);
    UL_TRY(ul_lp_new(&b->lp));
    UL_TRY(fill_rules(b));
    UL_TRY(fill_choices(b));
    for (size_t f = 0; f < parts->n && parts->n > 1; f++)
        for (size_t d = 0; d < b->problem->group[b->problem->type[parts->first[f]].group].n_dims; d++)
            UL_TRY(add_resource(b, f, d));
    return UL_OK;
}

void ul_benders_clear(ul_benders *b)
{
    ul_lp_free(b->lp);
    ul_lp_basis_clear(&b->before_sums);
}

/* ---- what its duals prove ---- */

static double dual_of_cut(const ul_benders *b, size_t cut)
{
    return b->cut[cut].row == UL_NONE ? 0 : b->row_dual[b->cut[cut].row];
}

/* Of one of copies that is what more of them would cost; of a sum without a row nothing. */
static double dual_of_rule(const ul_benders *b, size_t rule)
{
    if (rule < b->end_copies)
        return rule < b->first_copies ? b->row_dual[rule]
                                      : b->reduced_cost[b->first_choice + rule - b->first_copies];
    for (size_t s = 0; s < b->n_sums; s++)
        if (b->sum[s].rule == rule)
            return b->row_dual[b->sum[s].row] / b->sum[s].unit;
    return 0;
}

/* A price unit in value units, such that what all tasks are worth and what rules pay has digits
 * enough and not too many. */
static int64_t scale_of(const ul_benders *b)
{
    double worth = 1, pay = 1, paid = 1;
    for (size_t c = 0; c < b->n_cuts; c++)
        worth += dual_of_cut(b, c) * b->cut[c].all / b->cut[c].unit;
    for (size_t q = 0; q < b->rules->n; q++)
        pay = fmax(pay, fabs(dual_of_rule(b, q)));
    for (size_t q = b->first_copies; q < b->end_copies; q++)
        paid += fabs(dual_of_rule(b, q)) * (double)b->problem->copies[b->rules->rule[q]->item];
    for (size_t s = 0; s < b->n_sums; s++)
        worth += fabs(dual_of_rule(b, b->sum[s].rule)) * b->sum[s].all;
    const double bits = fmin(fmin(WORTH_BITS - log2(worth * b->dearest), VALUE_BITS - log2(pay * b->dearest)),
                             TOTAL_BITS - log2((worth + paid) * b->dearest));
    return (int64_t)fmax(exp2(floor(bits)), 1);
}

/* What the cuts make of items on each part, and of machines. */
static void read_cuts(ul_benders *b, double scale)
{
    const size_t n = b->problem->n_items, n_types = b->problem->n_types;
    memset(b->worth, 0, b->parts->n * n * sizeof *b->worth);
    memset(b->most, 0, n_types * sizeof *b->most);
    for (size_t c = 0; c < b->n_cuts; c++) {
        const double dual = ldexp(dual_of_cut(b, c) / b->cut[c].unit * scale, FINE_BITS);
        const int64_t times = dual >= 1 && dual < 0x1p62 ? (int64_t)dual : 0;
        for (size_t i = 0; i < n && times > 0; i++)
            b->worth[b->cut[c].part * n + i] += (ul_cost)times * b->cut[c].value[i];
        for (size_t k = 0; k < n_types && times > 0; k++)
            b->most[k] += (ul_cost)times * b->cut[c].most[k];
    }
    for (size_t i = 0; i < b->parts->n * n; i++)
        b->worth[i] >>= FINE_BITS;
    for (size_t k = 0; k < n_types; k++)
        b->most[k] >>= FINE_BITS;
}

/* The duals of rules in whole numbers, rounded down. One on a side without a limit is rounding, and
 * none. */
static void read_rules(ul_benders *b, double scale)
{
    for (size_t q = 0; q < b->rules->n; q++) {
        const double dual = dual_of_rule(b, q);
        b->pay[q] = (dual > 0 ? b->low[q] : b->high[q]) == UL_ROW_FREE ? 0 : (int64_t)floor(dual * scale);
        for (size_t k = 0; k < b->problem->n_types && q < b->first_copies; k++)
            b->most[k] += (ul_cost)b->pay[q] * b->rules->rule[q]->weight[k];
    }
}

/* Takes off what sums pay for items, part by part. */
static void take_sums_off(ul_benders *b)
{
    for (size_t s = 0; s < b->n_sums; s++) {
        const ul_row_rule *rule = b->rules->rule[b->sum[s].rule];
        for (size_t q = 0; q < rule->n_shares; q++)
            b->worth[ul_benders_part(b, rule->share[q].first) * b->problem->n_items + rule->share[q].item] -=
                (ul_cost)b->pay[b->sum[s].rule] * rule->share[q].weight;
    }
}

/* An item is worth what it is on the part where that is least, beside what the rule of its copies pays
 * for it there: which is no more than all of it. */
static void value_item(ul_benders *b, size_t item)
{
    ul_cost least = 0;
    bool any = false;
    for (size_t f = 0; f < b->parts->n; f++) {
        const size_t choice = ul_benders_choice(b, f, item);
        if (!b->parts->holds[f * b->problem->n_items + item])
            continue;
        ul_cost mine = b->worth[f * b->problem->n_items + item];
        int64_t *pay = choice == UL_NONE ? NULL : &b->pay[b->first_copies + choice];
        if (pay != NULL && *pay > 0 && *pay > mine)
            *pay = mine > 0 ? (int64_t)mine : 0;
        mine -= pay == NULL ? 0 : *pay;
        least = !any || mine < least ? mine : least;
        any = true;
    }
    b->value[item] = least;
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
        b->value[i] = shrunk(b->value[i], part, whole);
    for (size_t q = 0; q < b->rules->n && whole > 1; q++)
        b->pay[q] = shrunk(b->pay[q], part, whole);
}

/* What they prove, in units rounded up. */
static int64_t proved(const ul_benders *b, int64_t scale)
{
    ul_cost total = 0;
    for (size_t i = 0; i < b->problem->n_items; i++)
        total += b->value[i] * b->problem->copies[i];
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
        dual->item[i] = (int64_t)b->value[i];
    for (size_t q = 0; q < b->rules->n; q++)
        if (b->pay[q] != 0) {
            dual->row[dual->n_rows] = q;
            dual->value[dual->n_rows++] = b->pay[q];
        }
}

/* Within the limits there are; *solved is false when the time was over. */
static ul_status solve_once(ul_benders *b, bool *solved)
{
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(b->lp, UL_LP_EITHER, b->run, &outcome));
    *solved = outcome == UL_LP_OPTIMAL;
    for (size_t k = 0; k < b->problem->n_types; k++)
        b->machines[k] = ul_lp_value(b->lp, k);
    for (size_t q = 0; q < b->parts->n_choices; q++)
        b->copies[q] = ul_lp_value(b->lp, b->first_choice + q);
    b->objective = ul_lp_objective(b->lp);
    return UL_OK;
}

/* Until the solution keeps to all cuts, those too that are no rows yet. */
static ul_status solve(ul_benders *b, bool *solved)
{
    bool more = true;
    UL_TRY(ul_benders_enter_sums(b));
    for (size_t q = 0; q < b->end_copies; q++)
        UL_TRY(q < b->first_copies
                   ? ul_lp_set_row(b->lp, q, ul_row_limit(b->low[q], -HUGE_VAL),
                                   ul_row_limit(b->high[q], HUGE_VAL))
                   : ul_lp_set_column(b->lp, b->first_choice + q - b->first_copies,
                                      ul_row_limit(b->low[q], 0), ul_row_limit(b->high[q], HUGE_VAL)));
    for (*solved = true; *solved && more;) {
        UL_TRY(solve_once(b, solved));
        if (*solved)
            UL_TRY(enter_broken(b, &more));
    }
    return UL_OK;
}

ul_status ul_benders_solve(ul_benders *b, ul_node_dual *dual, bool *solved)
{
    UL_TRY(solve(b, solved));
    if (!*solved)
        return UL_OK;
    const ul_arena_mark_t mark = ul_arena_mark(b->arena);
    UL_ALLOC(b->arena, b->row_dual, ul_lp_rows(b->lp));
    UL_ALLOC(b->arena, b->reduced_cost, ul_lp_columns(b->lp));
    for (size_t r = 0; r < ul_lp_rows(b->lp); r++)
        b->row_dual[r] = ul_lp_dual(b->lp, r);
    UL_TRY(ul_lp_refine_duals(b->lp, b->row_dual, b->reduced_cost));
    const int64_t scale = scale_of(b);
    read_cuts(b, (double)scale * b->dearest);
    read_rules(b, (double)scale * b->dearest);
    take_sums_off(b);
    for (size_t i = 0; i < b->problem->n_items; i++)
        value_item(b, i);
    make_feasible(b, scale);
    ul_arena_rewind(b->arena, mark);
    const int64_t units = proved(b, scale);
    if (units > dual->units) {
        dual->units = units;
        keep(b, scale, dual);
    }
    return UL_OK;
}
