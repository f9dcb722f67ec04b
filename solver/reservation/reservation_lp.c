/* The relaxation behind reservation_lp.h: building it, and splitting its blocks.
 *
 * A solve is a few simplex runs on levels * intervals rows; a refinement pass is
 * O(rows * (blocks of a row + log steps)), memory O(steps + blocks + intervals *
 * classes).
 */
#include "reservation_lp.h"

#include <math.h>
#include <stdlib.h>

#include "reservation_blocks.h"
#include "tolerance.h"

#define CLOSED 1e-14 /* of the cost: a gap that rounding alone can make */

/* ---- building ---- */

static void sum_steps(ul_reservation_lp *p)
{
    const ul_reservation *in = p->in;
    for (size_t t = 0; t < in->n_intervals; t++)
        for (size_t s = 0; s < steps_of(in, t); s++) {
            const ul_usage_step *step = &in->step[in->first[t] + s];
            const size_t at = in->first[t] + t + s;
            p->position[at + 1] = p->position[at] + step->instances;
            p->hours[at + 1] = p->hours[at] + (ul_cost)step->hours * step->instances;
        }
}

/* Adds a column that counts towards N[l][t]. */
static ul_status add_counting(ul_reservation_lp *p, size_t l, size_t t, double high, double cost,
                              int *column)
{
    const int row[2] = {(int)row_of(p, l, t), (int)row_of(p, l, t) + 1};
    const double value[2] = {1, -1};
    *column = (int)ul_lp_columns(p->lp);
    return ul_lp_add_column(p->lp, 0, high, cost, t + 1 < p->in->n_intervals ? 2 : 1, row, value);
}

static ul_status add_block(ul_reservation_lp *p, size_t l, size_t t, uint32_t first, uint32_t last,
                           uint32_t *index)
{
    UL_MORE(p->arena, p->block, p->n_blocks, p->block_room);
    block *b = &p->block[p->n_blocks];
    *b = (block){first, last, NO_BLOCK, -1};
    *index = (uint32_t)p->n_blocks++;
    return add_counting(p, l, t, block_length(p, t, b), -ul_cost_double(block_gain(p, l, t, b)),
                        &b->column);
}

/* Blocks that double in length away from the step of the hint. */
static ul_status add_blocks(ul_reservation_lp *p, size_t l, size_t t, uint64_t hint)
{
    const uint32_t n = (uint32_t)steps_of(p->in, t);
    uint32_t middle = 0, *link = &p->lowest[row_of(p, l, t)];
    *link = NO_BLOCK;
    while (middle < n && position_of(p, t, middle + 1) <= hint)
        middle++;
    uint32_t border[80];
    size_t n_borders = 0;
    for (uint32_t width = 1, at = middle; at > 0 && n_borders < 32; width *= 2) {
        at = width < at ? at - width : 0;
        border[n_borders++] = at;
    }
    for (size_t q = 0; q < n_borders / 2; q++) {
        const uint32_t swap = border[q];
        border[q] = border[n_borders - 1 - q];
        border[n_borders - 1 - q] = swap;
    }
    border[n_borders++] = middle;
    for (uint32_t width = 1, at = middle; at < n; width *= 2) {
        at = width < n - at ? at + width : n;
        border[n_borders++] = at;
    }
    for (size_t q = 0; q + 1 < n_borders; q++) {
        uint32_t index = 0;
        UL_TRY(add_block(p, l, t, border[q], border[q + 1], &index));
        /* the array may have moved: find the link again */
        link = q == 0 ? &p->lowest[row_of(p, l, t)] : &p->block[index - 1].next;
        *link = index;
    }
    return UL_OK;
}

/* Whether some other class serves at least as long and as cheaply for no more. */
static bool is_dominated(const ul_reservation *in, size_t t, size_t c)
{
    const ul_cost cost = ul_reservation_lease(in, t, c, in->objective);
    for (size_t o = 0; o < in->n_classes; o++) {
        if (o == c || in->classes[o].level < in->classes[c].level
            || ul_reservation_end(in, t, o) < ul_reservation_end(in, t, c))
            continue;
        const ul_cost other = ul_reservation_lease(in, t, o, in->objective);
        const bool equal = other == cost && in->classes[o].level == in->classes[c].level
                           && ul_reservation_end(in, t, o) == ul_reservation_end(in, t, c);
        if (other < cost || (other == cost && (!equal || o < c)))
            return true;
    }
    return false;
}

static ul_status add_purchase(ul_reservation_lp *p, size_t t, size_t c)
{
    const ul_reservation *in = p->in;
    int row[2 * UL_CLASSES_MAX];
    double value[2 * UL_CLASSES_MAX];
    size_t n = 0;
    const size_t end = ul_reservation_end(in, t, c);
    for (size_t l = 1; l <= in->classes[c].level; l++) {
        row[n] = (int)row_of(p, l, t);
        value[n++] = -1;
        if (end == in->n_intervals)
            continue;
        row[n] = (int)row_of(p, l, end);
        value[n++] = 1;
    }
    p->purchase[t * in->n_classes + c] = (int)ul_lp_columns(p->lp);
    return ul_lp_add_column(
        p->lp, 0, HUGE_VAL, ul_cost_double(ul_reservation_lease(in, t, c, in->objective)), n, row,
        value);
}

/* Where time runs out the rest is left out: nothing is solved any more. */
static ul_status add_columns(ul_reservation_lp *p, const ul_run *run, const uint64_t *active)
{
    const ul_reservation *in = p->in;
    for (size_t t = 0; t < in->n_intervals && !ul_run_expired(run); t++)
        for (size_t c = 0; c < in->n_classes; c++) {
            p->purchase[t * in->n_classes + c] = -1;
            if (in->classes[c].level > 0 && !is_dominated(in, t, c))
                UL_TRY(add_purchase(p, t, c));
        }
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals && !ul_run_expired(run); t++) {
            uint64_t leases = 0;
            for (size_t c = 0; c < in->n_classes && active != NULL; c++)
                leases += in->classes[c].level >= l ? active[t * in->n_classes + c] : 0;
            UL_TRY(add_blocks(p, l, t, leases));
            UL_TRY(add_counting(p, l, t, HUGE_VAL, 0, &p->slack[row_of(p, l, t)]));
        }
    return UL_OK;
}

static ul_status build(ul_reservation_lp *p, const ul_run *run, const ul_reservation_plan *hint)
{
    const ul_reservation *in = p->in;
    const size_t n_rows = (in->n_levels - 1) * in->n_intervals;
    uint64_t *active = NULL;
    p->offset = ul_cost_double(ul_reservation_on_demand(in));
    UL_ALLOC(p->arena, p->position, in->n_steps + in->n_intervals);
    UL_ALLOC(p->arena, p->hours, in->n_steps + in->n_intervals);
    UL_ALLOC(p->arena, p->lowest, n_rows);
    UL_ALLOC(p->arena, p->slack, n_rows);
    UL_ALLOC(p->arena, p->dual, n_rows);
    UL_ALLOC(p->arena, p->purchase, in->n_intervals * in->n_classes);
    if (hint != NULL) {
        UL_ALLOC(p->arena, active, in->n_intervals * in->n_classes);
        UL_TRY(ul_reservation_active(hint, active));
    }
    sum_steps(p);
    UL_TRY(ul_lp_new(&p->lp));
    for (size_t q = 0; q < n_rows; q++)
        UL_TRY(ul_lp_add_row(p->lp, 0, 0, 0, NULL, NULL));
    return add_columns(p, run, active);
}

ul_status ul_reservation_lp_new(const ul_reservation *in, ul_run *run,
                                const ul_reservation_plan *hint, ul_reservation_lp **result)
{
    ul_reservation_lp *p = ul_arena_alloc(ul_run_arena(run), 1, sizeof *p);
    *result = p;
    UL_NEED(p);
    p->in = in;
    p->arena = ul_run_arena(run);
    const ul_status status = build(p, run, hint);
    if (status != UL_OK) {
        ul_reservation_lp_free(p);
        *result = NULL;
    }
    return status;
}

void ul_reservation_lp_free(ul_reservation_lp *p)
{
    if (p != NULL)
        ul_lp_free(p->lp);
}

/* ---- refining ---- */

/* Splits a block before step `at`. The column keeps the part that holds its
 * value, so that the basis stays as it is. */
static ul_status split(ul_reservation_lp *p, size_t l, size_t t, uint32_t index, uint32_t at)
{
    const uint32_t last = p->block[index].last, next = p->block[index].next;
    const int column = p->block[index].column;
    const double value = ul_lp_value(p->lp, (size_t)column);
    const uint32_t below = position_of(p, t, at) - position_of(p, t, p->block[index].first);
    uint32_t upper = 0;
    UL_TRY(add_block(p, l, t, at, last, &upper));
    block *low = &p->block[index], *high = &p->block[upper];
    low->last = at;
    low->next = upper;
    high->next = next;
    if (value > below) { /* the old column becomes the upper part, the new one is full */
        const int fresh = high->column;
        high->column = column;
        low->column = fresh;
    }
    const block *part[2] = {low, high};
    for (int q = 0; q < 2; q++) {
        UL_TRY(ul_lp_set_column(p->lp, (size_t)part[q]->column, 0, block_length(p, t, part[q])));
        UL_TRY(ul_lp_set_cost(p->lp, (size_t)part[q]->column,
                              -ul_cost_double(block_gain(p, l, t, part[q]))));
    }
    return value > below ? ul_lp_rest_at_upper(p->lp, (size_t)low->column) : UL_OK;
}

/* Makes `at` a border between blocks. */
static ul_status cut(ul_reservation_lp *p, size_t l, size_t t, uint32_t at, size_t *cuts)
{
    for (uint32_t b = p->lowest[row_of(p, l, t)]; b != NO_BLOCK; b = p->block[b].next)
        if (p->block[b].first < at && at < p->block[b].last) {
            ++*cuts;
            return split(p, l, t, b, at);
        }
    return UL_OK;
}

static double price_of(const ul_reservation_lp *p, size_t l, size_t t)
{
    const size_t row = row_of(p, l, t);
    const double after = t + 1 < p->in->n_intervals ? ul_lp_dual(p->lp, row + 1) : 0;
    return after - ul_lp_dual(p->lp, row);
}

/* Steps that save more than the price. */
static uint32_t steps_above(const ul_reservation_lp *p, size_t l, size_t t, double price)
{
    uint32_t low = 0, high = (uint32_t)steps_of(p->in, t);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (ul_cost_double(step_gain(p->in, l, t, middle)) > price)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A block that the price, `wanted` steps from the top, or the solution falls into is
 * cut there. */
static ul_status refine_row(ul_reservation_lp *p, size_t l, size_t t, uint32_t wanted,
                            size_t *cuts)
{
    const uint32_t n = (uint32_t)steps_of(p->in, t);
    double leases = ul_lp_value(p->lp, (size_t)p->slack[row_of(p, l, t)]);
    for (uint32_t b = p->lowest[row_of(p, l, t)]; b != NO_BLOCK; b = p->block[b].next)
        leases += ul_lp_value(p->lp, (size_t)p->block[b].column);
    uint32_t low = 0, high = n; /* the step that holds the lease at the margin */
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (position_of(p, t, middle + 1) <= leases + UL_LP_WHOLE)
            low = middle + 1;
        else
            high = middle;
    }
    const uint32_t border[4] = {wanted, wanted < n ? wanted + 1 : n, low, low < n ? low + 1 : n};
    for (int q = 0; q < 4; q++)
        UL_TRY(cut(p, l, t, border[q], cuts));
    return UL_OK;
}

ul_status ul_reservation_lp_refine(ul_reservation_lp *p, const ul_cost *price, size_t *cuts)
{
    const ul_reservation *in = p->in;
    *cuts = 0;
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals; t++) {
            uint32_t wanted = 0;
            while (wanted < steps_of(in, t)
                   && step_gain(in, l, t, wanted) * UL_PRICE_SCALE > price[row_of(p, l, t)])
                wanted++;
            UL_TRY(refine_row(p, l, t, wanted, cuts));
        }
    return UL_OK;
}

/* Dollars that the exact dual function is below the present objective. */
static double dual_gap(const ul_reservation_lp *p)
{
    const ul_reservation *in = p->in;
    double gap = 0;
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals; t++) {
            const double price = price_of(p, l, t);
            const uint32_t s = steps_above(p, l, t, price);
            double block_surplus = 0;
            for (uint32_t b = p->lowest[row_of(p, l, t)]; b != NO_BLOCK; b = p->block[b].next)
                block_surplus += fmax(0, ul_cost_double(block_gain(p, l, t, &p->block[b])) - price)
                                 * block_length(p, t, &p->block[b]);
            gap += ul_cost_double(hours_of(p, t, s) * discount(in, l))
                   - price * position_of(p, t, s) - block_surplus;
        }
    return gap;
}

ul_status ul_reservation_lp_solve(ul_reservation_lp *p, ul_run *run, ul_lp_simplex simplex,
                                  double enough, ul_lp_outcome *outcome)
{
    const ul_reservation *in = p->in;
    for (;;) {
        UL_TRY(ul_lp_solve(p->lp, simplex, run, outcome));
        if (*outcome != UL_LP_OPTIMAL)
            return UL_OK;
        if (ul_run_expired(run)) {
            *outcome = UL_LP_TIME_LIMIT;
            return UL_OK;
        }
        const double gap = dual_gap(p);
        if (ul_reservation_lp_cost(p) - gap >= enough)
            return UL_OK;
        size_t cuts = 0;
        for (size_t l = 1; l < in->n_levels && gap > CLOSED * fabs(p->offset); l++)
            for (size_t t = 0; t < in->n_intervals; t++)
                UL_TRY(refine_row(p, l, t, steps_above(p, l, t, price_of(p, l, t)), &cuts));
        if (cuts == 0)
            return UL_OK;
        simplex = UL_LP_PRIMAL;
    }
}

double ul_reservation_lp_cost(const ul_reservation_lp *p)
{
    return p->offset + ul_lp_objective(p->lp);
}

bool ul_reservation_lp_has(const ul_reservation_lp *p, size_t t, size_t c)
{
    return p->purchase[t * p->in->n_classes + c] >= 0;
}

double ul_reservation_lp_value(const ul_reservation_lp *p, size_t t, size_t c)
{
    const int column = p->purchase[t * p->in->n_classes + c];
    return column < 0 ? 0 : ul_lp_value(p->lp, (size_t)column);
}

ul_status ul_reservation_lp_limit(ul_reservation_lp *p, size_t t, size_t c, uint64_t low,
                                  uint64_t high)
{
    return ul_lp_set_column(p->lp, (size_t)p->purchase[t * p->in->n_classes + c], (double)low,
                            high == UINT64_MAX ? HUGE_VAL : (double)high);
}
