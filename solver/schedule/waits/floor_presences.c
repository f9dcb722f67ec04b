#include "floor_presences.h"

#include <math.h>
#include <string.h>

#include "floor_starts.h"

/* What sums of products in doubles may be off by, and a little. */
#define MARGIN 1e-8
#define NEAR 1e-3
/* Of pricing a type. Where company costs nothing sets are large and more steps bring next
 * to nothing: what is not looked at is bounded well. */
enum { STEPS = 3000, STEPS_WITH_COMPANY = 50000, ROUNDS_MAX = 40 };

static double price_of(const ul_floor_presences *s, size_t k)
{
    return (double)s->price[k] / 1e6;
}

/* ---- who is there ---- */

/* What a second of the class's work is worth at all times. */
static double at_all_times(const ul_floor_presences *s, size_t class)
{
    const size_t item = s->item_of[class];
    return item == UL_NONE ? 0 : s->always[item];
}

static void add_item(ul_floor_presences *s, size_t class, bool works, bool timely, uint64_t most)
{
    const size_t i = s->offer->n_items++;
    s->offer->item[i] = (ul_floor_item){
        .class = (uint32_t)class, .works = works, .loads = !works, .most = most,
        .crowd = (uint32_t)(2 * class + timely),
        .base = works ? s->problem->class[class].base : (uint32_t)s->problem->n_bases - 1};
    s->value[i] = works ? at_all_times(s, class) : 0;
    s->timely[i] = timely;
}

/* Who is in his window is worth no less than who is not. */
static void list_items(ul_floor_presences *s)
{
    s->offer->n_items = 0;
    for (size_t c = 0; c < s->problem->n_classes; c++) {
        const uint64_t there = s->class[c].there, others = s->class[c].others;
        if (there > 0 && at_all_times(s, c) > 0)
            add_item(s, c, true, true, there);
        if (there > 0)
            add_item(s, c, false, true, there);
        if (others > 0 && at_all_times(s, c) > 0)
            add_item(s, c, true, false, others);
    }
}

static void set_flat(ul_floor_presences *s, const double *value)
{
    for (size_t i = 0; i < s->offer->n_items; i++)
        s->flat[i] = (s->timely[i] ? value[s->offer->item[i].class] : 0)
                     - value[s->problem->n_classes + s->offer->item[i].class];
}

/* All who come before the period ends; *come of them have been counted. */
static void attend(ul_floor_presences *s, size_t p, size_t *come)
{
    const ul_floor_windows *w = s->windows;
    for (size_t c = 0; c < s->problem->n_classes; c++)
        s->class[c] = (ul_floor_attendance){0};
    while (*come < w->n && w->window[*come].from_s < w->from_s[p + 1])
        (*come)++;
    for (size_t q = 0; q < *come; q++) {
        const ul_floor_window *one = &w->window[q];
        ul_floor_attendance *class = &s->class[one->class];
        const bool timely = one->to_s > w->from_s[p];
        class->there += timely;
        class->others += !timely;
        class->needed_s += s->need == NULL ? ul_floor_windows_needed(w, one, p) : s->need[q * w->n_periods + p];
        class->open_s += (double)ul_floor_windows_open(w, one, p) / 1e6;
    }
}

/* ---- the LP of a period ---- */

/* What the set is worth at the prices of all times. */
static double fixed_worth(const ul_floor_presences *s, size_t type, const ul_floor_part *part, size_t n)
{
    double worth = 0;
    for (size_t q = 0; q < n; q++)
        worth += ul_floor_rate(s->offer, type, part, n, q) * (double)part[q].count
                 * s->value[part[q].item];
    return worth;
}

/* A new column of the LP: what it costs, and what its set does. */
static ul_status remember(ul_floor_presences *s, size_t type, const ul_floor_part *part, size_t n)
{
    UL_MORE(s->arena, s->set, s->n_sets, s->set_room);
    s->set[s->n_sets++] = (ul_floor_presence_set){s->price[type], s->n_deeds, n};
    for (size_t q = 0; q < n; q++) {
        const ul_floor_item *item = &s->offer->item[part[q].item];
        const size_t of_problem = s->item_of[item->class];
        const double rate = item->works ? ul_floor_rate(s->offer, type, part, n, q) : 0;
        UL_MORE(s->arena, s->deed, s->n_deeds, s->deed_room);
        s->deed[s->n_deeds++] =
            of_problem == UL_NONE ? (ul_floor_deed){0, 0}
                                  : (ul_floor_deed){(uint32_t)of_problem, rate * part[q].count};
    }
    return UL_OK;
}

/* So many more in the row of the column at hand. */
static void count(ul_floor_presences *s, int row, uint32_t n, size_t *used)
{
    size_t at = 0;
    while (at < *used && s->row[at] != row)
        at++;
    s->row[at] = row;
    s->count[at] = (at < *used ? s->count[at] : 0) + n;
    *used += at == *used;
}

/* A set costs its machine less what it is worth anyway; it serves those who must be there. */
static ul_status add_column(void *context, size_t type, const ul_floor_part *part, size_t n)
{
    ul_floor_presences *s = context;
    size_t used = 0;
    bool serves = false;
    for (size_t q = 0; q < n; q++) {
        const ul_floor_attendance *class = &s->class[s->offer->item[part[q].item].class];
        const bool timely = s->timely[part[q].item] && class->row >= 0;
        serves = serves || timely;
        if (timely)
            count(s, class->row, part[q].count, &used);
        if (class->toll >= 0)
            count(s, class->toll, part[q].count, &used);
    }
    s->n_added++;
    if (!serves)
        return UL_OK;
    UL_TRY(remember(s, type, part, n));
    return ul_lp_add_column(s->lp, 0, HUGE_VAL,
                            fmax(0, price_of(s, type) - fixed_worth(s, type, part, n)), used,
                            s->row, s->count);
}

/* Each who must be there, alone on the cheapest type that holds it. */
static ul_status add_alone(ul_floor_presences *s, size_t c)
{
    size_t cheapest = UL_NONE;
    for (size_t k = 0; k < s->problem->in->n_types; k++)
        if (ul_floor_holds(s->problem, k, c)
            && (cheapest == UL_NONE || s->price[k] < s->price[cheapest]))
            cheapest = k;
    if (cheapest == UL_NONE)
        return ul_fail(UL_E_INTERNAL, "a task fits no type");
    const int row[] = {s->class[c].row, s->class[c].toll};
    static const double one[] = {1, 1};
    UL_TRY(remember(s, cheapest, NULL, 0));
    return ul_lp_add_column(s->lp, 0, HUGE_VAL, price_of(s, cheapest), 1 + (row[1] >= 0), row, one);
}

/* What `value` proves of the period once it is scaled down: sets are worth no more than
 * `share` of their machine at all times, the rest is to be divided. */
static ul_status price(ul_floor_presences *s, const double *value, double *bound, double *shrink)
{
    const ul_floor_question question = {
        s->value, s->flat, 1e-6, s->share > 0 ? STEPS_WITH_COMPANY : STEPS, add_column, s};
    set_flat(s, value);
    UL_TRY(ul_floor_price(s->pricer, &question, s->worth, &s->whole));
    *shrink = 1;
    *bound = 0;
    for (size_t k = 0; k < s->problem->in->n_types; k++) {
        const double fixed = s->share * (double)s->problem->price[k] / 1e6;
        const double left = price_of(s, k) * (1 - MARGIN) - fixed;
        if (s->worth[k] > fixed)
            *shrink = fmin(*shrink, fmax(0, left / (s->worth[k] - fixed)));
    }
    for (size_t c = 0; c < s->problem->n_classes; c++)
        *bound += s->class[c].needed_s * value[c] * *shrink
                  - s->class[c].open_s * value[s->problem->n_classes + c];
    return UL_OK;
}

static ul_status price_and_keep(ul_floor_presences *s, const double *value, double *bound)
{
    double proved, shrink;
    UL_TRY(price(s, value, &proved, &shrink));
    if (proved <= *bound)
        return UL_OK;
    *bound = proved;
    memcpy(s->best, value, 2 * s->problem->n_classes * sizeof *s->best);
    for (size_t c = 0; c < s->problem->n_classes; c++)
        s->best[c] *= shrink;
    return UL_OK;
}

/* What the LP's machines cost and do. */
static void add_up(ul_floor_presences *s)
{
    s->paying = 0;
    memset(s->doing, 0, s->problem->n_items * sizeof *s->doing);
    for (size_t c = 0; c < s->n_sets; c++) {
        const double seconds = ul_lp_value(s->lp, c);
        s->paying += seconds * (double)s->set[c].price / 1e6;
        for (size_t q = s->set[c].first; q < s->set[c].first + s->set[c].n; q++)
            s->doing[s->deed[q].item] += seconds * s->deed[q].seconds;
    }
}

static void read_duals(ul_floor_presences *s)
{
    const size_t n = s->problem->n_classes;
    for (size_t c = 0; c < n; c++) {
        const ul_floor_attendance *class = &s->class[c];
        s->dual[c] = class->row < 0 ? 0 : fmax(0, ul_lp_dual(s->lp, (size_t)class->row));
        s->dual[n + c] = class->toll < 0 ? 0 : fmax(0, -ul_lp_dual(s->lp, (size_t)class->toll));
    }
}

/* As ul_floor_solve() does it. */
static ul_status improve(ul_floor_presences *s, double *bound, bool *done)
{
    static const double pull[] = {0.6, 0};
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(s->lp, UL_LP_PRIMAL, s->run, &outcome));
    if (outcome == UL_LP_OPTIMAL)
        add_up(s);
    *done = outcome != UL_LP_OPTIMAL || *bound >= ul_lp_objective(s->lp) * (1 - NEAR);
    if (*done)
        return UL_OK;
    read_duals(s);
    s->n_added = 0;
    for (size_t q = 0; q < 2 && s->n_added == 0; q++) {
        for (size_t c = 0; c < 2 * s->problem->n_classes; c++)
            s->mixed[c] = pull[q] * s->best[c] + (1 - pull[q]) * s->dual[c];
        UL_TRY(price_and_keep(s, s->mixed, bound));
    }
    *done = s->n_added == 0;
    return UL_OK;
}

static ul_status add_rows(ul_floor_presences *s)
{
    int n = 0;
    for (size_t c = 0; c < s->problem->n_classes; c++) {
        ul_floor_attendance *class = &s->class[c];
        class->row = class->needed_s > 0 ? n++ : -1;
        if (class->row >= 0)
            UL_TRY(ul_lp_add_row(s->lp, class->needed_s, HUGE_VAL, 0, NULL, NULL));
        class->toll = class->open_s > 0 && at_all_times(s, c) > 0 ? n++ : -1;
        if (class->toll >= 0)
            UL_TRY(ul_lp_add_row(s->lp, 0, class->open_s, 0, NULL, NULL));
        if (class->row >= 0)
            UL_TRY(add_alone(s, c));
    }
    return UL_OK;
}

static ul_status solve_rows(ul_floor_presences *s, double *bound)
{
    const size_t n = s->problem->n_classes;
    bool done = false;
    *bound = 0;
    UL_TRY(add_rows(s));
    memset(s->best, 0, 2 * n * sizeof *s->best);
    for (size_t c = 0; c < n; c++) {
        s->mixed[c] = s->class[c].row < 0 ? 0 : s->last[c];
        s->mixed[n + c] = s->class[c].toll < 0 ? 0 : s->last[n + c];
    }
    UL_TRY(price_and_keep(s, s->mixed, bound));
    for (size_t q = 0; q < ROUNDS_MAX && !done && !ul_run_expired(s->run); q++)
        UL_TRY(improve(s, bound, &done));
    for (size_t c = 0; c < n; c++)
        if (s->class[c].row >= 0) {
            s->last[c] = s->best[c];
            s->last[n + c] = s->best[n + c];
        }
    return UL_OK;
}

static ul_status solve_period(ul_floor_presences *s, double *bound)
{
    list_items(s);
    s->n_sets = s->n_deeds = 0;
    UL_TRY(ul_lp_new(&s->lp));
    const ul_status status = solve_rows(s, bound);
    ul_lp_free(s->lp);
    return status;
}

/* ---- all periods ---- */

static void map_items(ul_floor_presences *s)
{
    for (size_t q = 0; q < s->problem->n_classes; q++)
        s->item_of[q] = UL_NONE;
    for (size_t i = 0; i < s->problem->n_items; i++)
        if (s->problem->item[i].works)
            s->item_of[s->problem->item[i].class] = i;
}

ul_status ul_floor_presences_new(const ul_floor_problem *problem, ul_floor_windows *windows,
                                 ul_run *run, ul_arena *arena, ul_floor_presences **presences)
{
    const size_t n = problem->n_classes, types = problem->in->n_types;
    ul_floor_presences *s;
    UL_ALLOC(arena, s, 1);
    *presences = s;
    *s = (ul_floor_presences){.problem = problem, .run = run, .arena = arena, .windows = windows};
    UL_ALLOC(arena, s->found, windows->n_periods * n + 1);
    UL_ALLOC(arena, s->tolls, windows->n_periods * n + 1);
    UL_ALLOC(arena, s->proved, windows->n_periods + 1);
    UL_ALLOC(arena, s->paid, windows->n_periods + 1);
    UL_ALLOC(arena, s->done, windows->n_periods * problem->n_items + 1);
    UL_ALLOC(arena, s->doing, problem->n_items);
    UL_ALLOC(arena, s->last, 8 * n);
    UL_ALLOC(arena, s->class, n);
    UL_ALLOC(arena, s->item_of, n);
    UL_ALLOC(arena, s->offer, 1);
    UL_ALLOC(arena, s->timely, 4 * n);
    UL_ALLOC(arena, s->value, 8 * n);
    UL_ALLOC(arena, s->worth, types);
    UL_ALLOC(arena, s->price, types);
    UL_ALLOC(arena, s->row, 2 * n);
    UL_ALLOC(arena, s->count, 2 * n);
    s->dual = s->last + 2 * n;
    s->best = s->last + 4 * n;
    s->mixed = s->last + 6 * n;
    s->flat = s->value + 4 * n;
    *s->offer = *problem;
    s->offer->price = s->price;
    UL_ALLOC(arena, s->offer->item, 4 * n);
    s->offer->n_items = 4 * n;
    map_items(s);
    return ul_floor_pricer_new(s->offer, run, arena, &s->pricer);
}

static ul_status solve_and_keep(ul_floor_presences *s, size_t p)
{
    const size_t n = s->problem->n_classes;
    const ul_micro length_s = s->windows->from_s[p + 1] - s->windows->from_s[p];
    for (size_t k = 0; k < s->problem->in->n_types; k++) {
        s->price[k] = ul_floor_period_price(s->windows, k, p);
        s->dearest = fmax(s->dearest, price_of(s, k));
    }
    s->paying = 0;
    memset(s->doing, 0, s->problem->n_items * sizeof *s->doing);
    UL_TRY(solve_period(s, &s->proved[p]));
    memcpy(s->found + p * n, s->best, n * sizeof *s->found);
    memcpy(s->tolls + p * n, s->best + n, n * sizeof *s->tolls);
    s->paid[p] = s->paying / ((double)length_s / 1e6);
    memcpy(s->done + p * s->problem->n_items, s->doing, s->problem->n_items * sizeof *s->done);
    return UL_OK;
}

ul_status ul_floor_presences_solve(ul_floor_presences *s, const double *always, double share)
{
    size_t come = 0;
    s->always = always;
    s->share = share;
    memset(s->class, 0, s->problem->n_classes * sizeof *s->class);
    for (size_t p = 0; p < s->windows->n_periods; p++) {
        attend(s, p, &come);
        UL_TRY(solve_and_keep(s, p));
        ul_run_progress(s->run, "period %zu of %zu", p + 1, s->windows->n_periods);
    }
    return UL_OK;
}
