#include "floor_joint.h"

#include <math.h>
#include <string.h>

#include "floor_starts.h"

#define MARGIN 1e-8 /* as in floor_presences.c */
#define NEAR 1e-3
/* ROUNDED: by so many millionths prices in a period may be below the LP's; a set that is there
 * already is not worth more. */
enum { STEPS = 3000, ROUNDED = 2, ROUNDS_MAX = 100, STILL_MAX = 3, MANY = 3 };
#define FAR 0.0005 /* of the dearest type's price */
#define HIGHER 1.03
#define SMALL_GAIN 1e-6 /* of the LP's value: it has not fallen */
#define SCALE 1048576 /* of what prices prove */

typedef struct {
    const ul_floor_problem *problem;
    ul_floor_windows *windows;
    ul_run *run;
    ul_arena *arena;
    ul_lp *lp;
    ul_floor_problem *offer; /* the classes that are there, loading: all of a stay is alike */
    ul_floor_pricer *pricer;
    ul_micro *price; /* per type, in the period at hand */
    double *flat, *none, *worth;
    uint64_t *there; /* by period and class: tasks whose windows meet it */
    int *row;        /* the same: of the LP, or -1 */
    size_t first_set; /* the column behind those of tasks and starts */
    double dearest;   /* of types, dollars an hour */
    int first_share; /* the row of the share of a start at the first beginning of a period */
    size_t period;   /* at hand */
    size_t n_added;
    int *index;
    double *number;
    /* Prices by period and class, then a share for each beginning of a period and the last end. */
    size_t n_prices, n_duals;
    double *dual, *best, *mixed;
    int64_t *units;
    double bound, least; /* what is proved, and the LP's least value so far; */
    size_t n_still;      /* solutions since it has fallen */
} joint;

static double seconds_in(const ul_floor_windows *w, size_t p)
{
    return (double)(w->from_s[p + 1] - w->from_s[p]) / 1e6;
}

/* ---- rows and columns ---- */

/* The set's machine in the period at hand: who is in it, and whose end it brings nearer. */
static ul_status add_set(joint *s, size_t type, const ul_floor_part *part, size_t n)
{
    const size_t p = s->period;
    const double start = (double)ul_floor_startup(s->problem, type) / 1e12 / seconds_in(s->windows, p);
    size_t used = 0;
    for (size_t q = 0; q < n; q++) {
        s->index[used] = s->row[p * s->problem->n_classes + s->offer->item[part[q].item].class];
        s->number[used++] = part[q].count;
    }
    for (size_t side = 0; side < 2 && start > 0; side++) {
        s->index[used] = s->first_share + (int)(p + side);
        s->number[used++] = side == 0 ? start : -start;
    }
    return ul_lp_add_column(s->lp, 0, HUGE_VAL,
                            (double)ul_floor_pays(s->problem, type, s->windows->from_s[p],
                                                  s->windows->from_s[p + 1]) / 1e6,
                            used, s->index, s->number);
}

static ul_status add_told(void *context, size_t type, const ul_floor_part *part, size_t n)
{
    joint *s = context;
    s->n_added++;
    return add_set(s, type, part, n);
}

/* Those whose windows meet the period at hand are what sets are made of. */
static void list_items(joint *s)
{
    const size_t n = s->problem->n_classes;
    s->offer->n_items = 0;
    for (size_t c = 0; c < n; c++)
        if (s->there[s->period * n + c] > 0)
            s->offer->item[s->offer->n_items++] = (ul_floor_item){
                .class = (uint32_t)c, .loads = true, .most = s->there[s->period * n + c],
                .crowd = (uint32_t)(2 * c), .base = (uint32_t)s->problem->n_bases - 1};
}

/* Of all types that hold the item's class, the cheapest. */
static size_t cheapest_for(const joint *s, size_t item)
{
    size_t found = UL_NONE;
    for (size_t k = 0; k < s->problem->in->n_types; k++)
        if (ul_floor_holds(s->problem, k, s->offer->item[item].class)
            && (found == UL_NONE || s->problem->price[k] < s->problem->price[found]))
            found = k;
    return found;
}

/* Each class alone, and machines that nobody is on. */
static ul_status add_first_sets(joint *s)
{
    for (s->period = 0; s->period < s->windows->n_periods; s->period++) {
        list_items(s);
        for (size_t k = 0; k < s->problem->in->n_types; k++)
            UL_TRY(add_set(s, k, NULL, 0));
        for (uint32_t i = 0; i < s->offer->n_items; i++)
            UL_TRY(add_set(s, cheapest_for(s, i), &(ul_floor_part){i, 1}, 1));
    }
    return UL_OK;
}

/* The task's least time on a machine, by period. */
static ul_status add_window(joint *s, const ul_floor_window *one)
{
    const ul_floor_windows *w = s->windows;
    const int row = (int)ul_lp_rows(s->lp);
    UL_TRY(ul_lp_add_row(s->lp, (double)one->need_s / 1e6, HUGE_VAL, 0, NULL, NULL));
    for (size_t p = 0; p < w->n_periods; p++) {
        const ul_micro from_s = w->from_s[p] > one->from_s ? w->from_s[p] : one->from_s;
        const ul_micro to_s = w->from_s[p + 1] < one->to_s ? w->from_s[p + 1] : one->to_s;
        const int index[] = {row, s->row[p * s->problem->n_classes + one->class]};
        const double number[] = {1, -1};
        if (to_s > from_s)
            UL_TRY(ul_lp_add_column(s->lp, 0, (double)(to_s - from_s) / 1e6, 0, 2, index, number));
    }
    return UL_OK;
}

static ul_status add_rows(joint *s)
{
    const ul_floor_windows *w = s->windows;
    const size_t n = s->problem->n_classes;
    int rows = 0;
    for (size_t q = 0; q < w->n; q++)
        for (size_t p = 0; p < w->n_periods; p++)
            if (w->window[q].from_s < w->from_s[p + 1] && w->window[q].to_s > w->from_s[p])
                s->there[p * n + w->window[q].class]++;
    for (size_t q = 0; q < s->n_prices; q++) {
        s->row[q] = s->there[q] > 0 ? rows++ : -1;
        if (s->there[q] > 0)
            UL_TRY(ul_lp_add_row(s->lp, 0, HUGE_VAL, 0, NULL, NULL));
    }
    s->first_share = rows;
    for (size_t p = 0; p <= w->n_periods; p++) {
        const int row = rows++;
        const double one = 1;
        UL_TRY(ul_lp_add_row(s->lp, 0, HUGE_VAL, 0, NULL, NULL));
        UL_TRY(ul_lp_add_column(s->lp, 0, HUGE_VAL, 1, 1, &row, &one));
    }
    for (size_t q = 0; q < w->n; q++)
        UL_TRY(add_window(s, &w->window[q]));
    s->first_set = ul_lp_columns(s->lp);
    return add_first_sets(s);
}

/* ---- prices ---- */

static void set_shares(joint *s, const double *dual)
{
    for (size_t p = 0; p <= s->windows->n_periods; p++)
        s->windows->started[p] = (ul_micro)lround(fmin(1, fmax(0, dual[s->n_prices + p])) * 1e6);
}

/* Sets that are worth too much become columns, and the period's prices lower until none is. */
static ul_status price_period(joint *s, double *dual)
{
    const size_t n = s->problem->n_classes;
    const ul_floor_question question = {s->none, s->flat, 1e-6, STEPS, add_told, s};
    double *value = dual + s->period * n, shrink = 1;
    bool whole;
    list_items(s);
    for (size_t i = 0; i < s->offer->n_items; i++)
        s->flat[i] = value[s->offer->item[i].class];
    for (size_t k = 0; k < s->problem->in->n_types; k++)
        s->price[k] = ul_floor_period_price(s->windows, k, s->period) + ROUNDED;
    UL_TRY(ul_floor_price(s->pricer, &question, s->worth, &whole));
    for (size_t k = 0; k < s->problem->in->n_types; k++) {
        const double left = fmax(0, (double)(s->price[k] - ROUNDED) / 1e6 * (1 - MARGIN));
        if (s->worth[k] > left)
            shrink = fmin(shrink, left / s->worth[k]);
    }
    for (size_t c = 0; c < n; c++)
        value[c] *= shrink;
    return UL_OK;
}

/* No machine may cost less than nothing, or more than any machine: where one would, the share
 * stays as it is. */
static void mend_shares(joint *s)
{
    ul_floor_windows *w = s->windows;
    for (size_t p = w->n_periods; p-- > 0;)
        for (size_t k = 0; k < s->problem->in->n_types; k++) {
            const ul_micro price = ul_floor_period_price(w, k, p);
            if (price < 0 || price > UL_SCHEDULE_PRICE_MAX)
                w->started[p] = w->started[p + 1];
        }
}

static ul_status price(joint *s)
{
    ul_cost worth;
    set_shares(s, s->mixed);
    mend_shares(s);
    for (s->period = 0; s->period < s->windows->n_periods; s->period++)
        UL_TRY(price_period(s, s->mixed));
    for (size_t q = 0; q < s->n_prices; q++)
        s->units[q] = ul_floor_whole(s->mixed[q], SCALE);
    UL_TRY(ul_floor_windows_worth(s->windows, s->units, s->arena, &worth));
    const double bound = (double)worth / SCALE / 1e12;
    if (bound <= s->bound)
        return UL_OK;
    s->bound = bound;
    memcpy(s->best, s->mixed, s->n_prices * sizeof *s->best);
    for (size_t p = 0; p <= s->windows->n_periods; p++)
        s->best[s->n_prices + p] = (double)s->windows->started[p] / 1e6;
    return UL_OK;
}

/* Sets that are far from being worth their machine by the LP's prices are no columns any more, where
 * there are many: they come back if they are worth it later. */
static ul_status forget(joint *s)
{
    const size_t n = ul_lp_columns(s->lp), rows = ul_lp_rows(s->lp);
    bool *gone;
    if (n < s->first_set + MANY * rows)
        return UL_OK;
    const ul_arena_mark_t mark = ul_arena_mark(s->arena);
    UL_ALLOC(s->arena, gone, n);
    for (size_t c = s->first_set; c < n; c++)
        gone[c] = !ul_lp_is_basic(s->lp, c) && ul_lp_reduced_cost(s->lp, c) > FAR * s->dearest;
    const ul_status status = ul_lp_delete_columns(s->lp, gone);
    ul_arena_rewind(s->arena, mark);
    return status;
}

static void read_duals(joint *s)
{
    for (size_t q = 0; q < s->n_prices; q++)
        s->dual[q] = s->row[q] < 0 ? 0 : fmax(0, ul_lp_dual(s->lp, (size_t)s->row[q]));
    for (size_t p = 0; p <= s->windows->n_periods; p++)
        s->dual[s->n_prices + p] = ul_lp_dual(s->lp, (size_t)s->first_share + p);
}

/* As ul_floor_solve() does it. */
static ul_status improve(joint *s, bool *done)
{
    static const double pull[] = {0.6, 0};
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(s->lp, UL_LP_PRIMAL, s->run, &outcome));
    if (outcome != UL_LP_OPTIMAL || s->bound >= ul_lp_objective(s->lp) * (1 - NEAR)) {
        *done = true;
        return UL_OK;
    }
    s->n_still = ul_lp_objective(s->lp) < s->least * (1 - SMALL_GAIN) ? 0 : s->n_still + 1;
    s->least = fmin(s->least, ul_lp_objective(s->lp));
    read_duals(s);
    UL_TRY(forget(s));
    s->n_added = 0;
    for (size_t q = 0; q < 2 && s->n_added == 0; q++) {
        for (size_t at = 0; at < s->n_duals; at++)
            s->mixed[at] = pull[q] * s->best[at] + (1 - pull[q]) * s->dual[at];
        UL_TRY(price(s));
    }
    *done = s->n_added == 0 || s->n_still >= STILL_MAX;
    return UL_OK;
}

/* The period of others in which the middle of this one is. */
static size_t period_of(const ul_floor_windows *w, ul_micro middle_s)
{
    size_t p = 0;
    while (p + 1 < w->n_periods && w->from_s[p + 1] <= middle_s)
        p++;
    return p;
}

/* Prices of other periods, a little higher, so that sets that are worth their machine by them become
 * columns. */
static void begin_with(joint *s, const ul_floor_windows *others, const double *found)
{
    const ul_floor_windows *w = s->windows;
    const size_t n = s->problem->n_classes;
    for (size_t p = 0; p <= w->n_periods; p++) {
        const bool ends = p == w->n_periods;
        const size_t of = period_of(others, ends ? w->from_s[p] : (w->from_s[p] + w->from_s[p + 1]) / 2);
        for (size_t c = 0; c < n && !ends; c++)
            s->mixed[p * n + c] = s->there[p * n + c] > 0 ? found[of * n + c] * HIGHER : 0;
        s->mixed[s->n_prices + p] =
            others->started == NULL ? 0 : (double)others->started[of + ends] / 1e6;
    }
}

static ul_status solve(joint *s, const ul_floor_windows *others, const double *found)
{
    bool done = false;
    UL_TRY(add_rows(s));
    begin_with(s, others, found);
    UL_TRY(price(s));
    for (size_t q = 0; q < ROUNDS_MAX && !done && !ul_run_expired(s->run); q++)
        UL_TRY(improve(s, &done));
    return UL_OK;
}

static ul_status make(joint *s)
{
    const size_t n = s->problem->n_classes, types = s->problem->in->n_types;
    s->n_prices = s->windows->n_periods * n;
    s->n_duals = s->n_prices + s->windows->n_periods + 1;
    UL_ALLOC(s->arena, s->windows->started, s->windows->n_periods + 1);
    UL_ALLOC(s->arena, s->there, s->n_prices + 1);
    UL_ALLOC(s->arena, s->row, s->n_prices + 1);
    UL_ALLOC(s->arena, s->units, s->n_prices + 1);
    UL_ALLOC(s->arena, s->dual, 3 * s->n_duals);
    s->best = s->dual + s->n_duals;
    s->mixed = s->dual + 2 * s->n_duals;
    UL_ALLOC(s->arena, s->flat, 3 * n + types);
    s->none = s->flat + n;
    s->worth = s->flat + 2 * n;
    for (size_t k = 0; k < types; k++)
        s->dearest = fmax(s->dearest, (double)s->problem->price[k] / 1e6);
    UL_ALLOC(s->arena, s->price, types);
    UL_ALLOC(s->arena, s->index, n + 2);
    UL_ALLOC(s->arena, s->number, n + 2);
    UL_ALLOC(s->arena, s->offer, 1);
    *s->offer = *s->problem;
    s->offer->price = s->price;
    UL_ALLOC(s->arena, s->offer->item, n);
    s->offer->n_items = n;
    return ul_floor_pricer_new(s->offer, s->run, s->arena, &s->pricer);
}

ul_status ul_floor_joint(const ul_floor_problem *problem, ul_floor_windows *windows, ul_run *run,
                         ul_arena *arena, const ul_floor_windows *others, double **found)
{
    joint s = {.problem = problem, .windows = windows, .run = run, .arena = arena, .least = HUGE_VAL};
    UL_TRY(make(&s));
    UL_TRY(ul_lp_new(&s.lp));
    const ul_status status = solve(&s, others, *found);
    ul_lp_free(s.lp);
    set_shares(&s, s.best);
    *found = s.best;
    return status;
}
