#include "floor_over_time.h"

#include <math.h>
#include <string.h>

#include "floor_periods.h"
#include "lp.h"

/* The bound is as good as columns make it when it is this near to the LP's value. */
#define NEAR 1e-4
/* Dollars an hour: less is none, where a period's machines are free. */
#define NOTHING 1e-12
/* Rows of the LP, items times periods: more take too long. */
enum { ROWS_MAX = 2000, STEPS = 5000, LAST_STEPS = 320000, ROUNDS_MAX = 100 };
/* Steps of all pricings together: some ten seconds. */
#define STEPS_IN_ALL ((uint64_t)20000000)
/* What doing work without machines costs, in dearest machines: where supply does not
 * suffice, nothing else is left; and in dollars an hour, where machines cost nothing. */
#define UNDONE 100
#define UNDONE_DOLLARS 1000
/* Of a certificate's values. */
#define WORTH_MAX 0x1p49

typedef struct expansion {
    const ul_floor_problem *problem;
    ul_run *run;
    ul_arena *arena;
    const struct expansion *coarser; /* its periods are parts of that one's; NULL: the first */
    size_t n, n_items, n_types;
    ul_floor_periods time; /* n of them */
    int *row, *supply_row; /* by period, of the LP; -1: none */
    ul_lp *lp;
    /* The problem with prices of one period, supply's worth included. */
    ul_floor_problem *offer;
    ul_micro *offered;
    ul_floor_pricer *pricer;
    size_t period; /* that is being priced */
    double unit;   /* microseconds that 1 in the LP stands for */
    double *dual, *best, *mixed;           /* by period and item, dollars an hour */
    double *scarce, *best_scarce, *mixed_scarce; /* by period and type */
    double *worth;
    int *index;
    double *share;
    uint64_t steps, steps_left;
    size_t n_added;
    bool whole;
} expansion;

/* Whether the type is never as cheap again, once all have arrived, as it once was: else all
 * who use it may wait for that. */
static bool rises(const ul_schedule *in, size_t k, ul_micro last_s)
{
    return in->type[k].n_prices > 1
           && ul_floor_price_between(in, k, last_s, INT64_MAX)
                  > ul_floor_price_between(in, k, 0, INT64_MAX);
}

bool ul_floor_changes(const ul_schedule *in)
{
    bool changes = false, costs = false;
    ul_micro last_s = 0;
    for (size_t i = 0; i < in->n_tasks; i++)
        last_s = in->task[i].arrival_s > last_s ? in->task[i].arrival_s : last_s;
    for (size_t k = 0; k < in->n_types; k++) {
        changes = changes || in->type[k].n_supplies > 0 || rises(in, k, last_s);
        costs = costs || in->type[k].price > 0 || in->type[k].n_prices > 1;
    }
    return changes && costs;
}

bool ul_floor_is_scarce(const ul_floor_problem *problem)
{
    for (size_t c = 0; c < problem->n_classes; c++) {
        bool any_number = false;
        for (size_t k = 0; k < problem->in->n_types && !any_number; k++)
            any_number = problem->in->type[k].n_supplies == 0 && ul_floor_holds(problem, k, c);
        if (!any_number)
            return true;
    }
    return false;
}

/* ---- the LP ---- */

static ul_status add_column(expansion *e, size_t type, const ul_floor_part *part, size_t n)
{
    size_t used = 0;
    for (size_t q = 0; q < n; q++) {
        const int row = e->row[e->period * e->n_items + part[q].item];
        if (row < 0)
            continue;
        e->index[used] = row;
        e->share[used++] = ul_floor_rate(e->problem, type, part, n, q) * (double)part[q].count;
    }
    if (used == 0)
        return UL_OK;
    const size_t at = e->period * e->n_types + type;
    if (e->supply_row[at] >= 0) {
        e->index[used] = e->supply_row[at];
        e->share[used++] = -1;
    }
    e->n_added++;
    return ul_lp_add_column(e->lp, 0, HUGE_VAL, (double)e->time.price[at] / 1e6, used, e->index,
                            e->share);
}

/* A set that the pricing found, unless the LP has no use for it. */
static ul_status hear(void *context, size_t type, const ul_floor_part *part, size_t n)
{
    expansion *e = context;
    const size_t at = e->period * e->n_types + type;
    const double price = (double)e->time.price[at] / 1e6 + e->scarce[at];
    double worth = 0;
    for (size_t q = 0; q < n; q++)
        worth += ul_floor_rate(e->problem, type, part, n, q) * (double)part[q].count
                 * e->dual[e->period * e->n_items + part[q].item];
    return worth <= price * (1 + UL_FLOOR_SMALL_GAIN) + NOTHING ? UL_OK
                                                                : add_column(e, type, part, n);
}

/* What comes in a period is done in it or carried to the next; at the end it may be left
 * undone. */
static ul_status add_item_rows(expansion *e, size_t i, double undone)
{
    for (size_t p = 0; p < e->n; p++) {
        const size_t at = p * e->n_items + i;
        e->row[at] = -1;
        if (e->time.is_free[at])
            continue;
        e->row[at] = (int)ul_lp_rows(e->lp);
        UL_TRY(ul_lp_add_row(e->lp, (double)e->time.need[at] / e->unit, HUGE_VAL, 0, NULL, NULL));
        if (p > 0 && e->row[at - e->n_items] >= 0) {
            const int index[2] = {e->row[at - e->n_items], e->row[at]};
            const double share[2] = {1, -1};
            UL_TRY(ul_lp_add_column(e->lp, 0, HUGE_VAL, 0, 2, index, share));
        }
    }
    const int last = e->row[(e->n - 1) * e->n_items + i];
    const double one = 1;
    return last < 0 ? UL_OK : ul_lp_add_column(e->lp, 0, HUGE_VAL, undone, 1, &last, &one);
}

static ul_status add_rows(expansion *e)
{
    ul_micro dearest = 1;
    for (size_t q = 0; q < e->n * e->n_types; q++)
        dearest = e->time.price[q] > dearest ? e->time.price[q] : dearest;
    for (size_t i = 0; i < e->n_items; i++)
        UL_TRY(add_item_rows(e, i, e->problem->payment->nothing
                                       ? UNDONE_DOLLARS : UNDONE * (double)dearest / 1e6));
    for (size_t q = 0; q < e->n * e->n_types; q++) {
        e->supply_row[q] = -1;
        if (e->time.supply[q] < 0)
            continue;
        e->supply_row[q] = (int)ul_lp_rows(e->lp);
        UL_TRY(ul_lp_add_row(e->lp, -(double)e->time.supply[q] / e->unit, HUGE_VAL, 0, NULL, NULL));
    }
    return UL_OK;
}

/* The sets that the floor of all times is made of, in every period. */
static ul_status add_known(expansion *e, const ul_floor_prices *prices)
{
    for (e->period = 0; e->period < e->n; e->period++)
        for (size_t c = 0; c < prices->n_columns; c++)
            if (prices->column[c].seconds > 0)
                UL_TRY(add_column(e, prices->column[c].type, prices->part + prices->column[c].first,
                                  prices->column[c].n));
    return UL_OK;
}

/* ---- pricing ---- */

static void offer_period(expansion *e, size_t p, const double *scarce)
{
    e->period = p;
    for (size_t k = 0; k < e->n_types; k++)
        e->offered[k] = e->time.price[p * e->n_types + k]
                        + (ul_micro)ceil(fmin(scarce[p * e->n_types + k] * 1e6, WORTH_MAX));
}

/* Sets of the period at these values become columns. Types with any supply lower the values
 * until no set is worth more than the machine, those with a limited one raise its worth. */
static ul_status price_period(expansion *e, size_t p, double *value, double *scarce)
{
    const ul_floor_question question = {value + p * e->n_items, NULL, 1e-6, e->steps, hear, e};
    double shrink = 1;
    offer_period(e, p, scarce);
    UL_TRY(ul_floor_price(e->pricer, &question, e->worth, &e->whole));
    const uint64_t taken = ul_floor_pricer_steps(e->pricer);
    e->steps_left -= taken < e->steps_left ? taken : e->steps_left;
    for (size_t k = 0; k < e->n_types; k++)
        if (e->time.supply[p * e->n_types + k] < 0 && e->worth[k] > (double)e->offered[k] / 1e6)
            shrink = fmin(shrink, (double)e->offered[k] / 1e6 / e->worth[k]);
    for (size_t i = 0; i < e->n_items; i++)
        value[p * e->n_items + i] *= shrink;
    for (size_t k = 0; k < e->n_types; k++) {
        const double more = shrink * e->worth[k] - (double)e->time.price[p * e->n_types + k] / 1e6;
        if (e->time.supply[p * e->n_types + k] >= 0 && e->worth[k] > (double)e->offered[k] / 1e6)
            scarce[p * e->n_types + k] = fmax(scarce[p * e->n_types + k], more);
    }
    return UL_OK;
}

/* What work waits for cannot be worth more than later. */
static void level(const expansion *e, double *value)
{
    for (size_t q = (e->n - 1) * e->n_items; q-- > 0;)
        value[q] = fmin(value[q], value[q + e->n_items]);
}

static double bound_of(const expansion *e, const double *value, const double *scarce)
{
    double sum = 0;
    for (size_t q = 0; q < e->n * e->n_items; q++)
        sum += (double)e->time.need[q] / e->unit * value[q];
    for (size_t q = 0; q < e->n * e->n_types; q++)
        sum -= e->time.supply[q] > 0 ? (double)e->time.supply[q] / e->unit * scarce[q] : 0;
    return sum;
}

/* Prices `mixed` in all periods; it is kept where it proves more than the best so far. */
static ul_status price_all(expansion *e, double *bound)
{
    bool whole = true;
    for (size_t p = 0; p < e->n && !ul_run_expired(e->run); p++) {
        UL_TRY(price_period(e, p, e->mixed, e->mixed_scarce));
        whole = whole && e->whole;
    }
    e->whole = whole;
    if (ul_run_expired(e->run))
        return UL_OK;
    level(e, e->mixed);
    const double proved = bound_of(e, e->mixed, e->mixed_scarce);
    if (proved > *bound) {
        *bound = proved;
        memcpy(e->best, e->mixed, e->n * e->n_items * sizeof *e->best);
        memcpy(e->best_scarce, e->mixed_scarce, e->n * e->n_types * sizeof *e->best_scarce);
    }
    return UL_OK;
}

static void read_duals(expansion *e)
{
    for (size_t q = 0; q < e->n * e->n_items; q++)
        e->dual[q] = e->row[q] < 0 ? 0 : fmax(0, ul_lp_dual(e->lp, (size_t)e->row[q]));
    for (size_t q = 0; q < e->n * e->n_types; q++)
        e->scarce[q] = e->supply_row[q] < 0
                           ? 0
                           : fmax(0, ul_lp_dual(e->lp, (size_t)e->supply_row[q]));
}

static void mix(const double *best, const double *dual, double pull, size_t n, double *mixed)
{
    for (size_t q = 0; q < n; q++)
        mixed[q] = pull * best[q] + (1 - pull) * dual[q];
}

/* As ul_floor_solve() does it. */
static ul_status improve(expansion *e, double *bound, bool *done)
{
    static const double pull[] = {0.6, 0};
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(e->lp, UL_LP_PRIMAL, e->run, &outcome));
    *done = outcome != UL_LP_OPTIMAL || *bound >= ul_lp_objective(e->lp) * (1 - NEAR)
            || (e->problem->payment->nothing && *bound > 0);
    if (*done)
        return UL_OK;
    read_duals(e);
    e->n_added = 0;
    for (size_t q = 0; q < 2 && e->n_added == 0 && !ul_run_expired(e->run); q++) {
        mix(e->best, e->dual, pull[q], e->n * e->n_items, e->mixed);
        mix(e->best_scarce, e->scarce, pull[q], e->n * e->n_types, e->mixed_scarce);
        UL_TRY(price_all(e, bound));
    }
    *done = e->steps_left == 0 || (e->n_added == 0 && (e->whole || e->steps >= LAST_STEPS));
    if (e->n_added == 0)
        e->steps = e->steps < LAST_STEPS / 8 ? e->steps * 8 : LAST_STEPS;
    return UL_OK;
}

/* ---- whole numbers ---- */

static ul_micro least(ul_micro a, ul_micro b)
{
    return a < b ? a : b;
}

/* Values of the period in units, lowered, and its supply's worth raised, until no set is worth
 * more; those that hold at all times where that does not come to an end. */
static ul_status round_period(expansion *e, size_t p, const ul_floor_prices *prices, int64_t scale,
                              ul_floor_calendar *calendar)
{
    int64_t *value = calendar->value + p * e->n_items;
    ul_micro *scarcity = calendar->scarcity + p * e->n_types;
    double shrink = 1 - 2 * UL_FLOOR_ROUNDING;
    bool fits = false;
    const ul_micro dearest = UL_FLOOR_VALUE_MAX / scale; /* of supply */
    const double unit = (double)scale * (1 - UL_FLOOR_ROUNDING);
    const ul_floor_question question = {.value = e->mixed, .scale = unit, .steps = 4 * e->steps};
    offer_period(e, p, e->best_scarce);
    for (size_t k = 0; k < e->n_types; k++)
        e->offered[k] = least(e->offered[k], e->time.price[p * e->n_types + k] + dearest);
    for (int trial = 0; trial < 8 && !fits; trial++) {
        fits = true;
        for (size_t i = 0; i < e->n_items; i++) {
            value[i] = ul_floor_whole(e->best[p * e->n_items + i] * shrink, scale);
            e->mixed[i] = (double)value[i];
        }
        UL_TRY(ul_floor_price(e->pricer, &question, e->worth, &e->whole));
        for (size_t k = 0; k < e->n_types; k++) {
            const double most = (double)e->offered[k] * unit;
            if (e->worth[k] <= most)
                continue;
            fits = false;
            const double limit = (double)(e->time.price[p * e->n_types + k] + dearest) * unit;
            if (e->time.supply[p * e->n_types + k] >= 0
                && e->worth[k] < fmin(WORTH_MAX, limit - 2 * unit))
                e->offered[k] = (ul_micro)ceil(e->worth[k] / unit) + 1;
            else
                shrink = fmin(shrink, shrink * most / e->worth[k] * (1 - UL_FLOOR_ROUNDING));
        }
    }
    for (size_t i = 0; i < e->n_items && !fits; i++)
        value[i] = (int64_t)((ul_cost)prices->value[i] * scale / prices->scale);
    for (size_t k = 0; k < e->n_types; k++)
        scarcity[k] = fits ? e->offered[k] - e->time.price[p * e->n_types + k] : 0;
    return UL_OK;
}

static ul_cost exact_bound(const expansion *e, const ul_floor_calendar *calendar, int64_t scale)
{
    ul_cost sum = e->problem->startup * scale;
    bool fits = true;
    for (size_t q = 0; q < e->n * e->n_items; q++)
        fits = fits && ul_floor_add(&sum, calendar->value[q], e->time.need[q]);
    for (size_t q = 0; q < e->n * e->n_types; q++)
        fits = fits && (e->time.supply[q] <= 0
                        || ul_floor_add(&sum, -calendar->scarcity[q] * scale, e->time.supply[q]));
    return fits ? ul_floor_dollars(sum, scale) : 0;
}

static ul_status round_all(expansion *e, const ul_floor_prices *prices, int64_t scale,
                           ul_floor_prices *kept, ul_floor_calendar *calendar)
{
    UL_ALLOC(e->arena, calendar->value, e->n * e->n_items);
    UL_ALLOC(e->arena, calendar->scarcity, e->n * e->n_types);
    for (size_t p = 0; p < e->n; p++)
        UL_TRY(round_period(e, p, prices, scale, calendar));
    for (size_t q = (e->n - 1) * e->n_items; q-- > 0;)
        if (calendar->value[q + e->n_items] < calendar->value[q])
            calendar->value[q] = calendar->value[q + e->n_items];
    calendar->n = e->n;
    calendar->from_s = e->time.from_s;
    *kept = (ul_floor_prices){.scale = scale, .value = calendar->value,
                              .bound = exact_bound(e, calendar, scale),
                              .n_columns = prices->n_columns, .column = prices->column,
                              .part = prices->part};
    return UL_OK;
}

/* On the scale of the least prices, and, where prices of some period are too large for that, on
 * one that they fit: what proves more. */
static ul_status round_best(expansion *e, const ul_floor_prices *prices, ul_floor_prices *kept,
                            ul_floor_calendar *calendar)
{
    double dearest = 0, most = 0;
    for (size_t q = 0; q < e->n * e->n_types; q++)
        dearest = fmax(dearest, (double)e->time.price[q] / 1e6);
    for (size_t q = 0; q < e->n * e->n_items; q++)
        most = fmax(most, e->best[q]);
    const int64_t coarser = ul_floor_scale(dearest, most);
    UL_TRY(round_all(e, prices, prices->scale, kept, calendar));
    if (coarser >= prices->scale)
        return UL_OK;
    ul_floor_prices other;
    ul_floor_calendar of_other;
    UL_TRY(round_all(e, prices, coarser, &other, &of_other));
    if (other.bound > kept->bound) {
        *kept = other;
        *calendar = of_other;
    }
    return UL_OK;
}

/* ---- all of it ---- */

static ul_status prepare(expansion *e, size_t most)
{
    UL_TRY(ul_floor_periods_new(e->problem, most, e->coarser == NULL ? NULL : &e->coarser->time,
                                e->arena, &e->time));
    e->n = e->time.n;
    const size_t items = e->n * e->n_items, types = e->n * e->n_types;
    UL_ALLOC(e->arena, e->offered, e->n_types);
    UL_ALLOC(e->arena, e->row, items + types);
    UL_ALLOC(e->arena, e->index, e->n_items + 1);
    UL_ALLOC(e->arena, e->dual, 3 * (items + types) + e->n_items + 1 + e->n_types);
    UL_ALLOC(e->arena, e->offer, 1);
    e->supply_row = e->row + items;
    e->best = e->dual + items;
    e->mixed = e->dual + 2 * items;
    e->scarce = e->dual + 3 * items;
    e->best_scarce = e->scarce + types;
    e->mixed_scarce = e->scarce + 2 * types;
    e->worth = e->scarce + 3 * types;
    e->share = e->worth + e->n_types;
    *e->offer = *e->problem;
    e->offer->price = e->offered;
    return ul_floor_pricer_new(e->offer, e->run, e->arena, &e->pricer);
}

/* What is known to hold: the prices of the coarser expansion, in each period those of the one
 * that it is a part of, or those of all times. */
static void begin_with_known(expansion *e, const ul_floor_prices *prices)
{
    const expansion *from = e->coarser;
    for (size_t p = 0; p < e->n; p++) {
        const size_t old = from == NULL ? 0 : ul_floor_period_at(&from->time, e->time.from_s[p]);
        for (size_t i = 0; i < e->n_items; i++)
            e->best[p * e->n_items + i] =
                from != NULL ? from->best[old * e->n_items + i]
                             : (double)prices->value[i] / (double)prices->scale / 1e6;
        for (size_t k = 0; k < e->n_types && from != NULL; k++)
            e->best_scarce[p * e->n_types + k] = from->best_scarce[old * e->n_types + k];
    }
}

static ul_status solve(expansion *e, const ul_floor_prices *prices)
{
    ul_cost total = 1;
    bool done = false;
    begin_with_known(e, prices);
    for (size_t q = 0; q < e->n * e->n_items; q++)
        total += e->time.need[q];
    e->unit = (double)total / 1e4;
    double bound = bound_of(e, e->best, e->best_scarce);
    UL_TRY(add_rows(e));
    UL_TRY(add_known(e, prices));
    for (size_t q = 0; q < ROUNDS_MAX && !done && !ul_run_expired(e->run); q++) {
        UL_TRY(improve(e, &bound, &done));
        ul_run_progress(e->run, "%zu periods, %zu columns", e->n, ul_lp_columns(e->lp));
    }
    return UL_OK;
}

static ul_status expand(expansion *e, const ul_floor_prices *prices, size_t most)
{
    UL_TRY(prepare(e, most));
    UL_TRY(ul_lp_new(&e->lp));
    const ul_status status = solve(e, prices);
    ul_lp_free(e->lp);
    return status;
}

/* More periods prove more and take longer to price: a few come first, and each expansion
 * begins with what the one before has proved. Each but the last has half of the steps that
 * are left. */
ul_status ul_floor_over_time(const ul_floor_problem *problem, const ul_floor_prices *prices,
                             size_t periods, ul_run *run, ul_arena *arena,
                             ul_floor_prices *kept, ul_floor_calendar *calendar)
{
    enum { FINER = 8, EXPANSIONS_MAX = 8 };
    const size_t room = ROWS_MAX / (problem->n_items + problem->in->n_types) + 1;
    const size_t all = periods < room ? periods : room;
    expansion e[EXPANSIONS_MAX];
    uint64_t left = STEPS_IN_ALL;
    for (size_t q = 0, most = 1;; q++, most *= FINER) {
        const bool last = most >= all || q + 1 == EXPANSIONS_MAX;
        const uint64_t share = last ? left : left / 2;
        e[q] = (expansion){.problem = problem, .run = run, .arena = arena,
                           .n_items = problem->n_items, .n_types = problem->in->n_types,
                           .steps = STEPS, .steps_left = share,
                           .coarser = q == 0 ? NULL : &e[q - 1]};
        UL_TRY(expand(&e[q], prices, last ? all : most));
        left -= share - e[q].steps_left;
        if (last)
            return round_best(&e[q], prices, kept, calendar);
    }
}
