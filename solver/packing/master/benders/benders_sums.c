/* Rows of the program of machines that count the copies of several items at once, and how they are found.
 *
 * Where all that is left is a few machines that are to be filled to the last core, one choice says little:
 * whatever is decided of a task, others make up for it. In the simplex tableau a divided choice is a sum of
 * what is not in the basis, which is whole numbers: choices at their limits, and what resources have to
 * spare. Without the nearest whole multiples of these it is still a whole number in every plan, and as
 * divided as it was, and next to nothing is left by which the program could move it: on both sides most of
 * what was possible is not. (Gomory's mixed-integer cut is such a split one of whose sides is empty; as
 * branchings: Karamanov and Cornuejols 2011.)
 */
#include <math.h>
#include <string.h>

#include "benders.h"

#define CLEARLY 0.01  /* from a whole number: its weights make what is within tolerance large */
#define YIELDING 1e-3 /* of a sum of all choices: what a row yields by at the penalty */

enum {
    WEIGHT_MAX = 2000, /* larger ones take the digits of the duals */
    TRIAL_PIVOTS = 60  /* a sum moves more of the solution than a choice does */
};

/* ---- rows ---- */

static bool is_limited(const ul_benders *b, size_t rule)
{
    return b->low[rule] != UL_ROW_FREE || b->high[rule] != UL_ROW_FREE;
}

/* Whether a row is what it has to be now. */
static bool stands(const ul_benders *b, const ul_benders_sum *one)
{
    return b->low[one->rule] == one->low && b->high[one->rule] == one->high;
}

/* Adds the row of a sum with these weights within its limits: one that nobody can keep to costs the penalty,
 * and far more than what a resource that is spared may be worth. */
static ul_status add_row(ul_benders *b, const uint16_t *weight, ul_benders_sum *one)
{
    const ul_arena_mark_t mark = ul_arena_mark(b->arena);
    size_t n = 0;
    int *column;
    double *share;
    UL_ALLOC(b->arena, column, b->parts->n_choices + 1);
    UL_ALLOC(b->arena, share, b->parts->n_choices + 1);
    one->row = ul_lp_rows(b->lp);
    one->unit = 1;
    for (size_t q = 0; q < b->parts->n_choices; q++)
        one->unit = fmax(one->unit, weight[q]);
    for (size_t q = 0; q < b->parts->n_choices; q++)
        if (weight[q] > 0) {
            column[n] = (int)(b->first_choice + q);
            share[n++] = weight[q] / one->unit;
            one->all += weight[q] * (double)b->problem->copies[b->rules->rule[b->first_copies + q]->item];
        }
    column[n] = (int)b->problem->n_types;
    share[n++] = (one->low != UL_ROW_FREE ? one->all : -one->all) / one->unit * YIELDING;
    const double low = one->low == UL_ROW_FREE ? -HUGE_VAL : (double)one->low / one->unit;
    const double high = one->high == UL_ROW_FREE ? HUGE_VAL : (double)one->high / one->unit;
    const ul_status status = ul_lp_add_row(b->lp, low, high, n, column, share);
    ul_arena_rewind(b->arena, mark);
    return status;
}

/* The weights of a sum by choice. */
static void read_weights(const ul_benders *b, const ul_row_rule *rule, uint16_t *weight)
{
    memset(weight, 0, b->parts->n_choices * sizeof *weight);
    for (size_t s = 0; s < rule->n_shares; s++)
        weight[ul_benders_choice(b, ul_benders_part(b, rule->share[s].first), rule->share[s].item)] =
            rule->share[s].weight;
}

static ul_status enter_sum(ul_benders *b, size_t rule)
{
    uint16_t *weight;
    if (b->n_sums == 0) {
        ul_lp_basis_clear(&b->before_sums);
        UL_TRY(ul_lp_basis_save(b->lp, &b->before_sums));
    }
    UL_MORE(b->arena, b->sum, b->n_sums, b->sum_room);
    ul_benders_sum *one = &b->sum[b->n_sums++];
    *one = (ul_benders_sum){.rule = rule, .low = b->low[rule], .high = b->high[rule]};
    const ul_arena_mark_t mark = ul_arena_mark(b->arena);
    UL_ALLOC(b->arena, weight, b->parts->n_choices);
    read_weights(b, b->rules->rule[rule], weight);
    const ul_status status = add_row(b, weight, one);
    ul_arena_rewind(b->arena, mark);
    return status;
}

/* Takes away all rows of sums, and goes back to the basis that there was before the first came. */
static ul_status remove_sums(ul_benders *b)
{
    const ul_arena_mark_t mark = ul_arena_mark(b->arena);
    bool *gone;
    UL_ALLOC(b->arena, gone, ul_lp_rows(b->lp));
    for (size_t s = 0; s < b->n_sums; s++)
        gone[b->sum[s].row] = true;
    const ul_status status = ul_lp_delete_rows(b->lp, gone);
    ul_arena_rewind(b->arena, mark);
    UL_TRY(status);
    for (size_t c = 0; c < b->n_cuts; c++) {
        size_t before = 0;
        for (size_t s = 0; s < b->n_sums; s++)
            before += b->cut[c].row != UL_NONE && b->sum[s].row < b->cut[c].row;
        b->cut[c].row -= before;
    }
    b->n_sums = 0;
    ul_lp_basis_restore(b->lp, &b->before_sums);
    return UL_OK;
}

ul_status ul_benders_enter_sums(ul_benders *b)
{
    bool all = true;
    for (size_t s = 0; s < b->n_sums; s++)
        all = all && stands(b, &b->sum[s]);
    if (!all)
        UL_TRY(remove_sums(b));
    for (size_t rule = b->end_copies; rule < b->rules->n; rule++) {
        size_t s = 0;
        while (s < b->n_sums && b->sum[s].rule != rule)
            s++;
        if (is_limited(b, rule) && s == b->n_sums)
            UL_TRY(enter_sum(b, rule));
    }
    return UL_OK;
}

/* ---- finding one ---- */

/* Takes so many times what a row of the program counts off a sum: where these are whole numbers. */
static void take_row_off(const ul_benders *b, size_t row, double times, double *sum)
{
    for (size_t c = 0; c < b->n_cuts; c++)
        if (b->cut[c].row == row && b->cut[c].fine > 0) {
            const ul_benders_cut *cut = &b->cut[c];
            const double whole = nearbyint(times * (double)cut->fine / cut->unit);
            for (size_t i = 0; i < b->problem->n_items && whole != 0; i++)
                if (ul_benders_choice(b, cut->part, i) != UL_NONE)
                    sum[ul_benders_choice(b, cut->part, i)] += whole * (double)(cut->value[i] / cut->fine);
        }
    for (size_t s = 0; s < b->n_sums; s++)
        if (b->sum[s].row == row) {
            const ul_row_rule *rule = b->rules->rule[b->sum[s].rule];
            const double whole = nearbyint(times / b->sum[s].unit);
            for (size_t q = 0; q < rule->n_shares && whole != 0; q++)
                sum[ul_benders_choice(b, ul_benders_part(b, rule->share[q].first), rule->share[q].item)] -=
                    whole * rule->share[q].weight;
        }
}

/* As all copies of an item are somewhere, it is weighed by how much more than where it weighs least. */
static bool lift(const ul_benders *b, const double *sum, uint16_t *weight)
{
    for (size_t i = 0; i < b->problem->n_items; i++) {
        double least = HUGE_VAL;
        for (size_t f = 0; f < b->parts->n; f++)
            if (ul_benders_choice(b, f, i) != UL_NONE)
                least = fmin(least, sum[ul_benders_choice(b, f, i)]);
        for (size_t f = 0; f < b->parts->n; f++) {
            const size_t choice = ul_benders_choice(b, f, i);
            if (choice != UL_NONE && sum[choice] - least > WEIGHT_MAX)
                return false;
            if (choice != UL_NONE)
                weight[choice] = (uint16_t)(sum[choice] - least);
        }
    }
    return true;
}

/* A choice less the nearest whole multiples of what is not in the basis. */
static ul_status read_tableau(ul_benders *b, size_t choice, double *sum, size_t *n)
{
    const size_t n_rows = ul_lp_rows(b->lp), room = n_rows + ul_lp_columns(b->lp) + 1;
    int *index;
    double *times;
    UL_ALLOC(b->arena, index, room);
    UL_ALLOC(b->arena, times, room);
    UL_TRY(ul_lp_tableau_row(b->lp, b->first_choice + choice, n, index, times));
    sum[choice] = 1;
    for (size_t q = 0; q < *n; q++) {
        const size_t at = (size_t)index[q], first = n_rows + b->first_choice;
        if (at >= first && at < first + b->parts->n_choices)
            sum[at - first] -= nearbyint(times[q]);
        else if (at < n_rows)
            take_row_off(b, at, times[q], sum);
    }
    return UL_OK;
}

ul_status ul_benders_find_sum(ul_benders *b, size_t choice, uint16_t *weight, double *value, bool *found)
{
    const ul_arena_mark_t mark = ul_arena_mark(b->arena);
    double *sum;
    size_t n;
    *value = 0;
    UL_ALLOC(b->arena, sum, b->parts->n_choices);
    UL_TRY(read_tableau(b, choice, sum, &n));
    *found = n > 0 && lift(b, sum, weight);
    for (size_t q = 0; q < b->parts->n_choices && *found; q++)
        *value += weight[q] * b->copies[q];
    *found = *found && fabs(*value - nearbyint(*value)) > CLEARLY;
    ul_arena_rewind(b->arena, mark);
    return UL_OK;
}

ul_status ul_benders_try_sum(ul_benders *b, const uint16_t *weight, int64_t low, int64_t high, double most,
                             double *objective)
{
    const ul_arena_mark_t mark = ul_arena_mark(b->arena);
    ul_benders_sum one = {.low = low, .high = high};
    ul_lp_basis basis = {0};
    bool *gone;
    UL_ALLOC(b->arena, gone, ul_lp_rows(b->lp) + 1);
    gone[ul_lp_rows(b->lp)] = true;
    UL_TRY(ul_lp_basis_save(b->lp, &basis));
    ul_status status = add_row(b, weight, &one);
    if (status == UL_OK)
        status = ul_benders_pivot(b, TRIAL_PIVOTS, &basis, most, objective);
    ul_lp_basis_clear(&basis);
    if (status == UL_OK)
        status = ul_lp_delete_rows(b->lp, gone);
    ul_arena_rewind(b->arena, mark);
    return status;
}
