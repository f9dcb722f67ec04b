#include "floor_master.h"

#include <math.h>
#include <string.h>

#include "lp.h"

/* The bound is as good as columns make it when it is this near to the LP's value; where
 * pricing takes more steps, as many times further off will do. */
#define NEAR 1e-5

typedef struct {
    const ul_floor_problem *problem;
    ul_run *run;
    ul_floor_pricer *pricer;
    ul_lp *lp;
    double *demand; /* per item: a share of all, so that the LP sees numbers near one */
    double *dual, *center, *mixed, *worth;
    double bound; /* by the center, as the LP's value */
    double unit_s; /* seconds that a unit of the LP's columns stands for */
    int *row;
    double *share;
    ul_arena *arena;
    ul_floor_column *column;
    ul_floor_part *part;
    size_t n_columns, column_room, n_parts, part_room;
    size_t n_added;
    uint64_t steps; /* of a pricing of one type; grows when they do not suffice */
    uint64_t steps_max;
    bool whole;     /* they did, the last time */
} master;

enum { FIRST_STEPS = 20000 };

static double price_of(const master *m, size_t k)
{
    return (double)m->problem->price[k] / 1e6;
}

/* Whether a second of the item costs nothing, for a machine that holds it does not. */
static bool is_free(const ul_floor_problem *problem, size_t item)
{
    for (size_t k = 0; k < problem->in->n_types; k++)
        if (problem->price[k] == 0 && ul_floor_holds(problem, k, problem->item[item].class))
            return true;
    return false;
}

/* Keeps what the column stands for. */
static ul_status keep_column(master *m, size_t type, const ul_floor_part *part, size_t n)
{
    UL_MORE(m->arena, m->column, m->n_columns, m->column_room);
    UL_MORE(m->arena, m->part, m->n_parts + n, m->part_room);
    m->column[m->n_columns++] = (ul_floor_column){.type = (uint32_t)type, .first = m->n_parts,
                                                  .n = n};
    memcpy(m->part + m->n_parts, part, n * sizeof *part);
    m->n_parts += n;
    return UL_OK;
}

static bool is_kept(const master *m, size_t type, const ul_floor_part *part, size_t n)
{
    for (size_t c = 0; c < m->n_columns; c++) {
        const ul_floor_part *kept = m->part + m->column[c].first;
        bool same = m->column[c].type == type && m->column[c].n == n;
        for (size_t q = 0; q < n && same; q++)
            same = kept[q].item == part[q].item && kept[q].count == part[q].count;
        if (same)
            return true;
    }
    return false;
}

/* A set becomes a column, unless the LP has no use for it: sets are found at prices that
 * are not quite the LP's. One that it has is worth more than its price only by the LP's
 * tolerance, which large prices make large, and would come for ever. */
static ul_status add_column(void *context, size_t type, const ul_floor_part *part, size_t n)
{
    master *m = context;
    const ul_floor_problem *problem = m->problem;
    double worth = 0;
    for (size_t q = 0; q < n; q++) {
        m->row[q] = (int)part[q].item;
        m->share[q] = ul_floor_rate(problem, type, part, n, q) * (double)part[q].count;
        worth += m->share[q] * m->dual[part[q].item];
    }
    if (worth <= price_of(m, type) * (1 + UL_FLOOR_SMALL_GAIN) || is_kept(m, type, part, n))
        return UL_OK;
    m->n_added++;
    UL_TRY(keep_column(m, type, part, n));
    return ul_lp_add_column(m->lp, 0, HUGE_VAL, price_of(m, type), n, m->row, m->share);
}

/* Each item alone on each type that holds it, which the cheapest suffices for. */
static ul_status add_alone(master *m, size_t i)
{
    size_t cheapest = UL_NONE;
    for (size_t k = 0; k < m->problem->in->n_types; k++)
        if (ul_floor_holds(m->problem, k, m->problem->item[i].class)
            && (cheapest == UL_NONE || m->problem->price[k] < m->problem->price[cheapest]))
            cheapest = k;
    if (cheapest == UL_NONE)
        return ul_fail(UL_E_INTERNAL, "a task fits no type");
    const ul_floor_part part = {(uint32_t)i, 1};
    m->center[i] = price_of(m, cheapest);
    m->dual[i] = HUGE_VAL; /* whatever the column, the LP needs it */
    return add_column(m, cheapest, &part, 1);
}

static ul_status new_master(const ul_floor_problem *problem, uint64_t steps_max, ul_run *run,
                            ul_arena *arena, master *m)
{
    const size_t n = problem->n_items;
    double total = 0;
    *m = (master){.problem = problem, .run = run, .steps = FIRST_STEPS,
                   .steps_max = steps_max, .arena = arena};
    UL_ALLOC(arena, m->demand, 4 * n);
    UL_ALLOC(arena, m->worth, problem->in->n_types);
    UL_ALLOC(arena, m->row, n);
    UL_ALLOC(arena, m->share, n);
    m->dual = m->demand + n;
    m->center = m->demand + 2 * n;
    m->mixed = m->demand + 3 * n;
    UL_TRY(ul_floor_pricer_new(problem, run, arena, &m->pricer));
    UL_TRY(ul_lp_new(&m->lp));
    for (size_t i = 0; i < n; i++)
        total += (double)problem->item[i].demand;
    m->unit_s = total / 1e4 / 1e6;
    for (size_t i = 0; i < n; i++) {
        m->demand[i] = is_free(problem, i) || total == 0
                           ? 0
                           : (double)problem->item[i].demand / total * 1e4;
        UL_TRY(ul_lp_add_row(m->lp, m->demand[i], HUGE_VAL, 0, NULL, NULL));
    }
    for (size_t i = 0; i < n; i++)
        UL_TRY(add_alone(m, i));
    return UL_OK;
}

/* Prices `value` and adds columns; *bound is what `value` proves once it is scaled
 * down, and *shrink by how much. */
static ul_status price(master *m, const double *value, double *bound, double *shrink)
{
    const ul_floor_question question = {value, NULL, 1e-6, m->steps, add_column, m};
    *shrink = 1;
    *bound = 0;
    UL_TRY(ul_floor_price(m->pricer, &question, m->worth, &m->whole));
    for (size_t k = 0; k < m->problem->in->n_types; k++)
        if (m->worth[k] > price_of(m, k))
            *shrink = fmin(*shrink, price_of(m, k) / m->worth[k]);
    for (size_t i = 0; i < m->problem->n_items; i++)
        *bound += m->demand[i] * value[i] * *shrink;
    return UL_OK;
}

static ul_status price_and_keep(master *m, const double *value)
{
    double bound, shrink;
    UL_TRY(price(m, value, &bound, &shrink));
    if (bound > m->bound) {
        m->bound = bound;
        for (size_t i = 0; i < m->problem->n_items; i++)
            m->center[i] = value[i] * shrink;
    }
    return UL_OK;
}

static bool is_near(const master *m)
{
    const double near = NEAR * (double)m->steps / FIRST_STEPS;
    return m->bound >= ul_lp_objective(m->lp) * (1 - near);
}

/* One round: the LP's duals, pulled towards the best prices so far (Wentges 1997), and
 * as they are where that brings no column. */
static ul_status improve(master *m, bool *done)
{
    enum { PULLS = 2 };
    static const double pull[PULLS] = {0.6, 0};
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(m->lp, UL_LP_PRIMAL, m->run, &outcome));
    *done = outcome != UL_LP_OPTIMAL || is_near(m);
    if (*done)
        return UL_OK;
    for (size_t i = 0; i < m->problem->n_items; i++)
        m->dual[i] = m->demand[i] > 0 ? fmax(0, ul_lp_dual(m->lp, i)) : 0;
    m->n_added = 0;
    for (size_t q = 0; q < PULLS && m->n_added == 0 && !ul_floor_pricer_is_late(m->pricer); q++) {
        for (size_t i = 0; i < m->problem->n_items; i++)
            m->mixed[i] = pull[q] * m->center[i] + (1 - pull[q]) * m->dual[i];
        UL_TRY(price_and_keep(m, m->mixed));
    }
    *done = m->n_added == 0 && (m->whole || m->steps >= m->steps_max);
    if (m->n_added == 0)
        m->steps = m->steps < m->steps_max / 8 ? m->steps * 8 : m->steps_max;
    return UL_OK;
}

/* Whole numbers just below the best prices, and the proof that they are feasible. */
static ul_status round_down(master *m, ul_floor_prices *prices)
{
    const ul_floor_problem *problem = m->problem;
    double shrink = 1 - 2 * UL_FLOOR_ROUNDING, dearest = 0, most_worth = 0;
    bool fits = false;
    for (size_t k = 0; k < problem->in->n_types; k++)
        dearest = fmax(dearest, price_of(m, k));
    for (size_t i = 0; i < problem->n_items; i++)
        most_worth = fmax(most_worth, m->center[i]);
    prices->scale = ul_floor_scale(dearest, most_worth);
    const ul_floor_question question = {.value = m->mixed,
                                        .scale = (double)prices->scale * (1 - UL_FLOOR_ROUNDING),
                                        .steps = m->steps_max};
    for (int trial = 0; trial < 8 && !fits; trial++) {
        fits = true;
        for (size_t i = 0; i < problem->n_items; i++) {
            prices->value[i] = ul_floor_whole(m->center[i] * shrink, prices->scale);
            m->mixed[i] = (double)prices->value[i];
        }
        UL_TRY(ul_floor_price(m->pricer, &question, m->worth, &m->whole));
        for (size_t k = 0; k < problem->in->n_types; k++) {
            const double most =
                (double)problem->price[k] * (double)prices->scale * (1 - UL_FLOOR_ROUNDING);
            if (m->worth[k] > most) {
                fits = false;
                shrink = fmin(shrink, shrink * most / m->worth[k] * (1 - UL_FLOOR_ROUNDING));
            }
        }
    }
    for (size_t i = 0; i < problem->n_items && !fits; i++)
        prices->value[i] = 0;
    return UL_OK;
}

static ul_cost bound_of(const ul_floor_problem *problem, const ul_floor_prices *prices)
{
    ul_cost sum = problem->startup * prices->scale;
    bool fits = true;
    for (size_t i = 0; i < problem->n_items; i++)
        fits = fits && ul_floor_add(&sum, prices->value[i], problem->item[i].demand);
    return fits ? ul_floor_dollars(sum, prices->scale) : 0;
}

/* ---- prices without a search ---- */

/* The type on which a unit of resource r is cheapest; UL_NONE when no type has any. */
static size_t cheapest_room(const ul_floor_problem *problem, size_t r)
{
    const ul_schedule *in = problem->in;
    size_t best = UL_NONE;
    for (size_t k = 0; k < in->n_types; k++)
        if (in->type[k].capacity[r] > 0
            && (best == UL_NONE || (ul_cost)problem->price[k] * in->type[best].capacity[r]
                                       < (ul_cost)problem->price[best] * in->type[k].capacity[r]))
            best = k;
    return best;
}

/* The least that a task of the item asks of a resource on any family. */
static ul_micro least_demand(const ul_floor_problem *problem, size_t item, size_t r)
{
    ul_micro least = INT64_MAX;
    for (size_t f = 0; f < problem->in->n_families; f++) {
        const ul_micro demand = ul_schedule_demand(
            problem->in, problem->class[problem->item[item].class].shape, f)[r];
        least = demand < least ? demand : least;
    }
    return least;
}

/* Every item at what its part of one resource costs where that is cheapest: whatever fits a
 * machine is worth no more than its room, and so than its price. The resource that proves
 * most, where that is more than is proved: this takes no time, and is there however early the
 * end. Only then, for so many sets are worth their price to the last digit that a checker has
 * far more to look through. What is stretched has no such part. */
static ul_status value_room(master *m, ul_floor_prices *prices)
{
    const ul_floor_problem *problem = m->problem;
    int64_t *value;
    UL_ALLOC(m->arena, value, problem->n_items);
    for (size_t r = 0; r < problem->in->n_resources; r++) {
        const size_t k = cheapest_room(problem, r);
        if (k == UL_NONE || r == problem->in->stretch)
            continue;
        const ul_cost price = (ul_cost)problem->price[k] * prices->scale;
        for (size_t i = 0; i < problem->n_items; i++) {
            const ul_micro demand = least_demand(problem, i, r);
            ul_cost worth;
            if (__builtin_mul_overflow(price, (ul_cost)demand, &worth))
                worth = 0;
            worth /= problem->in->type[k].capacity[r];
            value[i] = worth < UL_FLOOR_VALUE_MAX ? (int64_t)worth : UL_FLOOR_VALUE_MAX;
        }
        const ul_cost bound = bound_of(problem, &(ul_floor_prices){.scale = prices->scale,
                                                                   .value = value});
        if (bound <= prices->bound)
            continue;
        prices->bound = bound;
        memcpy(prices->value, value, problem->n_items * sizeof *value);
    }
    return UL_OK;
}

static ul_status solve(master *m, const double *start, ul_floor_prices *prices)
{
    bool done = false;
    /* without better ones: what every item alone could pay */
    for (size_t i = 0; i < m->problem->n_items; i++)
        m->mixed[i] = m->demand[i] == 0 ? 0 : start != NULL ? start[i] : m->center[i];
    UL_TRY(price_and_keep(m, m->mixed));
    while (!done && !ul_floor_pricer_is_late(m->pricer)) {
        UL_TRY(improve(m, &done));
        ul_run_progress(m->run, "%zu columns", ul_lp_columns(m->lp));
    }
    prices->n_columns = m->n_columns;
    prices->column = m->column;
    prices->part = m->part;
    for (size_t c = 0; c < m->n_columns; c++)
        m->column[c].seconds = fmax(0, ul_lp_value(m->lp, c)) * m->unit_s;
    UL_TRY(round_down(m, prices));
    prices->bound = bound_of(m->problem, prices);
    return ul_floor_pricer_is_late(m->pricer) ? value_room(m, prices) : UL_OK;
}

ul_status ul_floor_solve(const ul_floor_problem *problem, const double *start, uint64_t steps,
                         ul_run *run, ul_arena *arena, ul_floor_prices *prices)
{
    master m;
    *prices = (ul_floor_prices){.value = ul_arena_alloc(arena, problem->n_items,
                                                        sizeof *prices->value)};
    UL_NEED(prices->value);
    ul_status status = new_master(problem, steps, run, arena, &m);
    if (status == UL_OK)
        status = solve(&m, start, prices);
    ul_lp_free(m.lp);
    return status;
}
