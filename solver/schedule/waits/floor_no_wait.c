#include "floor_no_wait.h"

#include <math.h>
#include <string.h>

#include "lp.h"

/* What sums of products in doubles may be off by, and a little. */
#define MARGIN 1e-8
#define NEAR 1e-3
/* Of pricing a type. Where company costs nothing sets are large and more steps bring next
 * to nothing: what is not looked at is bounded well. */
enum { STEPS = 3000, STEPS_WITH_COMPANY = 50000, ROUNDS_MAX = 40 };

/* One class in the period at hand. */
typedef struct {
    double needed_s; /* by all its tasks in this period */
    uint64_t there;  /* tasks whose windows meet the period */
    int row;         /* of the LP, or -1 */
} attendance;

typedef struct {
    const ul_floor_problem *problem;
    ul_run *run;
    ul_arena *arena;
    ul_floor_windows *windows;
    double share;
    double *work, *loading; /* per class, dollars an hour: their price at all times */
    ul_micro *price;        /* per type: the least of the period */
    double dearest;         /* of all these */
    attendance *class;
    /* Who may be in a set: at work and in its window, at work outside of it, the same
     * loading. Company lowers `value`, not `flat`. */
    ul_floor_problem *offer;
    double *value, *flat;
    ul_floor_pricer *pricer;
    double *worth;              /* per type */
    double *last;               /* per class: what the period before found */
    double *proved;             /* per period, dollars an hour times seconds */
    double *dual, *best, *mixed; /* per class */
    ul_lp *lp;
    int *row;
    double *count;
    size_t n_added;
    bool whole;
} no_wait;

static double price_of(const no_wait *s, size_t k)
{
    return (double)s->price[k] / 1e6;
}

/* ---- who is there ---- */

static void add_item(no_wait *s, size_t class, bool works, uint64_t most, double value)
{
    const size_t i = s->offer->n_items++;
    s->offer->item[i] = (ul_floor_item){
        .class = (uint32_t)class, .works = works, .loads = !works, .most = most,
        .base = works ? s->problem->class[class].base : (uint32_t)s->problem->n_bases - 1};
    s->value[i] = value;
}

/* Items whose tasks are in their window come first of their class. */
static void list_items(no_wait *s)
{
    s->offer->n_items = 0;
    for (size_t c = 0; c < s->problem->n_classes; c++) {
        const ul_floor_class *class = &s->problem->class[c];
        const uint64_t there = s->class[c].there;
        if (there > 0) {
            if (s->work[c] > 0)
                add_item(s, c, true, there, s->work[c]);
            add_item(s, c, false, there, s->loading[c]);
        }
        if (s->work[c] > 0 && there < class->n_tasks)
            add_item(s, c, true, class->n_tasks, s->work[c]);
        if (s->loading[c] > 0 && there < class->n_tasks)
            add_item(s, c, false, class->n_tasks, s->loading[c]);
    }
}

/* Whether the item's tasks are in their window: then there are only so many. */
static bool is_there(const no_wait *s, size_t item)
{
    const ul_floor_item *one = &s->offer->item[item];
    return s->class[one->class].there > 0 && one->most == s->class[one->class].there;
}

static void set_flat(no_wait *s, const double *value)
{
    for (size_t i = 0; i < s->offer->n_items; i++)
        s->flat[i] = is_there(s, i) ? value[s->offer->item[i].class] : 0;
}

/* Seconds of the period that fall to a window whose task comes in the middle of its wait. */
static double needed_in(const no_wait *s, const ul_floor_window *one, size_t p)
{
    const double from = (double)(one->from_s + s->windows->wait_s / 2);
    const double low = fmax(from, (double)s->windows->from_s[p]);
    const double high = fmin(from + (double)one->need_s, (double)s->windows->from_s[p + 1]);
    return high > low ? (high - low) / 1e6 : 0;
}

/* Those of `active` whose windows meet the period, and those that begin in it; *next is the
 * first window that has not begun. */
static void attend(no_wait *s, size_t p, uint32_t *active, size_t *n_active, size_t *next)
{
    const ul_floor_windows *w = s->windows;
    size_t kept = 0;
    while (*next < w->n && w->window[*next].from_s < w->from_s[p + 1])
        active[(*n_active)++] = (uint32_t)(*next)++;
    memset(s->class, 0, s->problem->n_classes * sizeof *s->class);
    for (size_t q = 0; q < *n_active; q++) {
        const ul_floor_window *one = &w->window[active[q]];
        if (one->to_s <= w->from_s[p])
            continue;
        active[kept++] = active[q];
        s->class[one->class].there++;
        s->class[one->class].needed_s += needed_in(s, one, p);
    }
    *n_active = kept;
}

/* ---- the LP of a period ---- */

/* What the set is worth at the prices of all times. */
static double fixed_worth(const no_wait *s, size_t type, const ul_floor_part *part, size_t n)
{
    double worth = 0;
    for (size_t q = 0; q < n; q++)
        worth += ul_floor_rate(s->offer, type, part, n, q) * (double)part[q].count
                 * s->value[part[q].item];
    return worth;
}

/* A set costs its machine less what it is worth anyway; it serves those who must be there. */
static ul_status add_column(void *context, size_t type, const ul_floor_part *part, size_t n)
{
    no_wait *s = context;
    size_t used = 0;
    for (size_t q = 0; q < n; q++) {
        const int row = s->class[s->offer->item[part[q].item].class].row;
        if (row < 0 || !is_there(s, part[q].item))
            continue;
        size_t at = 0;
        while (at < used && s->row[at] != row)
            at++;
        s->row[at] = row;
        s->count[at] = (at < used ? s->count[at] : 0) + part[q].count;
        used += at == used;
    }
    s->n_added++;
    return used == 0 ? UL_OK
                     : ul_lp_add_column(s->lp, 0, HUGE_VAL,
                                        fmax(0, price_of(s, type) - fixed_worth(s, type, part, n)),
                                        used, s->row, s->count);
}

/* Each who must be there, alone on the cheapest type that holds it. */
static ul_status add_alone(no_wait *s, size_t c)
{
    size_t cheapest = UL_NONE;
    for (size_t k = 0; k < s->problem->in->n_types; k++)
        if (ul_floor_holds(s->problem, k, c)
            && (cheapest == UL_NONE || s->price[k] < s->price[cheapest]))
            cheapest = k;
    if (cheapest == UL_NONE)
        return ul_fail(UL_E_INTERNAL, "a task fits no type");
    const double one = 1;
    return ul_lp_add_column(s->lp, 0, HUGE_VAL, price_of(s, cheapest), 1, &s->class[c].row, &one);
}

/* What `value` proves of the period once it is scaled down: sets are worth no more than
 * `share` of their machine at all times, the rest is to be divided. */
static ul_status price(no_wait *s, const double *value, double *bound, double *shrink)
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
        *bound += s->class[c].needed_s * value[c] * *shrink;
    return UL_OK;
}

static ul_status price_and_keep(no_wait *s, const double *value, double *bound)
{
    double proved, shrink;
    UL_TRY(price(s, value, &proved, &shrink));
    if (proved <= *bound)
        return UL_OK;
    *bound = proved;
    for (size_t c = 0; c < s->problem->n_classes; c++)
        s->best[c] = value[c] * shrink;
    return UL_OK;
}

/* As ul_floor_solve() does it. */
static ul_status improve(no_wait *s, double *bound, bool *done)
{
    static const double pull[] = {0.6, 0};
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(s->lp, UL_LP_PRIMAL, s->run, &outcome));
    *done = outcome != UL_LP_OPTIMAL || *bound >= ul_lp_objective(s->lp) * (1 - NEAR);
    if (*done)
        return UL_OK;
    for (size_t c = 0; c < s->problem->n_classes; c++)
        s->dual[c] = s->class[c].row < 0 ? 0 : fmax(0, ul_lp_dual(s->lp, (size_t)s->class[c].row));
    s->n_added = 0;
    for (size_t q = 0; q < 2 && s->n_added == 0; q++) {
        for (size_t c = 0; c < s->problem->n_classes; c++)
            s->mixed[c] = pull[q] * s->best[c] + (1 - pull[q]) * s->dual[c];
        UL_TRY(price_and_keep(s, s->mixed, bound));
    }
    *done = s->n_added == 0;
    return UL_OK;
}

static ul_status add_rows(no_wait *s)
{
    int n = 0;
    for (size_t c = 0; c < s->problem->n_classes; c++) {
        s->class[c].row = s->class[c].needed_s > 0 ? n++ : -1;
        if (s->class[c].row >= 0) {
            UL_TRY(ul_lp_add_row(s->lp, s->class[c].needed_s, HUGE_VAL, 0, NULL, NULL));
            UL_TRY(add_alone(s, c));
        }
    }
    return UL_OK;
}

static ul_status solve_rows(no_wait *s, double *bound)
{
    bool done = false;
    *bound = 0;
    UL_TRY(add_rows(s));
    memset(s->best, 0, s->problem->n_classes * sizeof *s->best);
    for (size_t c = 0; c < s->problem->n_classes; c++)
        s->mixed[c] = s->class[c].row < 0 ? 0 : s->last[c];
    UL_TRY(price_and_keep(s, s->mixed, bound));
    for (size_t q = 0; q < ROUNDS_MAX && !done && !ul_run_expired(s->run); q++)
        UL_TRY(improve(s, bound, &done));
    for (size_t c = 0; c < s->problem->n_classes; c++)
        if (s->class[c].row >= 0)
            s->last[c] = s->best[c];
    return UL_OK;
}

static ul_status solve_period(no_wait *s, double *bound)
{
    list_items(s);
    UL_TRY(ul_lp_new(&s->lp));
    const ul_status status = solve_rows(s, bound);
    ul_lp_free(s->lp);
    return status;
}

/* ---- all periods ---- */

/* The prices of all times, lowered, in dollars an hour. */
static void keep_share(no_wait *s, const ul_floor_prices *prices)
{
    for (size_t i = 0; i < s->problem->n_items; i++) {
        const ul_floor_item *item = &s->problem->item[i];
        const double dollars = s->share * (double)prices->value[i] / (double)prices->scale / 1e6;
        if (item->works)
            s->work[item->class] = dollars;
        if (item->loads)
            s->loading[item->class] = dollars;
    }
}

static ul_status prepare(no_wait *s)
{
    const size_t n = s->problem->n_classes, types = s->problem->in->n_types;
    s->work = ul_arena_alloc(s->arena, n, 6 * sizeof *s->work);
    s->class = ul_arena_alloc(s->arena, n, sizeof *s->class);
    s->offer = ul_arena_alloc(s->arena, 1, sizeof *s->offer);
    s->value = ul_arena_alloc(s->arena, 4 * n, 2 * sizeof *s->value);
    s->worth = ul_arena_alloc(s->arena, types, sizeof *s->worth);
    s->price = ul_arena_alloc(s->arena, types, sizeof *s->price);
    s->row = ul_arena_alloc(s->arena, n, sizeof *s->row);
    s->count = ul_arena_alloc(s->arena, n, sizeof *s->count);
    UL_NEED(s->work && s->class && s->offer && s->value && s->worth && s->price && s->row
            && s->count);
    s->loading = s->work + n;
    s->last = s->work + 2 * n;
    s->dual = s->work + 3 * n;
    s->best = s->work + 4 * n;
    s->mixed = s->work + 5 * n;
    s->flat = s->value + 4 * n;
    *s->offer = *s->problem;
    s->offer->price = s->price;
    s->offer->item = ul_arena_alloc(s->arena, 4 * n, sizeof *s->offer->item);
    s->offer->n_items = 4 * n;
    return s->offer->item == NULL ? ul_no_memory()
                                  : ul_floor_pricer_new(s->offer, s->run, s->arena, &s->pricer);
}

/* found[] becomes what being there is worth, by period and class, in dollars an hour. */
static ul_status solve_periods(no_wait *s, double *found)
{
    const size_t n = s->problem->n_classes;
    uint32_t *active = ul_arena_alloc(s->arena, s->windows->n, sizeof *active);
    size_t n_active = 0, next = 0;
    UL_NEED(active);
    for (size_t p = 0; p < s->windows->n_periods; p++) {
        attend(s, p, active, &n_active, &next);
        for (size_t k = 0; k < s->problem->in->n_types; k++)
            s->price[k] = ul_floor_pays(s->problem, k, s->windows->from_s[p],
                                        s->windows->from_s[p + 1]);
        UL_TRY(solve_period(s, &s->proved[p]));
        memcpy(found + p * n, s->best, n * sizeof *found);
        for (size_t k = 0; k < s->problem->in->n_types; k++)
            s->dearest = fmax(s->dearest, price_of(s, k));
        ul_run_progress(s->run, "period %zu of %zu", p + 1, s->windows->n_periods);
    }
    return UL_OK;
}

/* All of it in units, rounded down, and what that proves. */
static ul_status round_down(const no_wait *s, const ul_floor_prices *prices, const double *found,
                            int64_t scale, ul_floor_prices *kept, ul_floor_presence *presence)
{
    const ul_floor_problem *p = s->problem;
    const size_t n = s->windows->n_periods * p->n_classes;
    ul_cost sum = (p->startup + presence->few.worth) * scale, worth;
    bool fits = true;
    *kept = (ul_floor_prices){.scale = scale};
    presence->windows = s->windows;
    UL_ALLOC(s->arena, kept->value, p->n_items);
    UL_ALLOC(s->arena, presence->value, n + 1);
    const double share = s->share * (double)scale / (double)prices->scale;
    for (size_t i = 0; i < p->n_items; i++) {
        kept->value[i] = (int64_t)((double)prices->value[i] * share);
        fits = fits && ul_floor_add(&sum, kept->value[i], p->item[i].demand);
    }
    for (size_t q = 0; q < n; q++)
        presence->value[q] = ul_floor_whole(found[q], scale);
    for (size_t q = 0; q < presence->few.n; q++)
        memset(presence->value + presence->few.seat[q].period * p->n_classes, 0,
               p->n_classes * sizeof *presence->value);
    UL_TRY(ul_floor_windows_worth(s->windows, presence->value, s->arena, &worth));
    fits = fits && worth >= 0 && ul_floor_add(&sum, 1, worth);
    kept->bound = fits && sum > 0 ? ul_floor_dollars(sum, scale) : 0;
    return UL_OK;
}

/* The better of what is kept and this. */
static ul_status round_and_keep(const no_wait *s, const ul_floor_prices *prices,
                                const double *found, int64_t scale, const ul_floor_few *few,
                                ul_floor_prices *kept, ul_floor_presence *presence)
{
    ul_floor_prices other;
    ul_floor_presence of_other = {.few = *few};
    UL_TRY(round_down(s, prices, found, scale, &other, &of_other));
    if (kept->value == NULL || other.bound > kept->bound) {
        *kept = other;
        *presence = of_other;
    }
    return UL_OK;
}

/* Who is there for how many times as long as he may wait: then machines may be whole for him. */
static ul_status count_few(const no_wait *s, const ul_floor_prices *prices, const double *found,
                           ul_floor_prices *kept, ul_floor_presence *presence)
{
    static const double times[] = {3, 10, 30, 100};
    ul_floor_few few;
    for (size_t q = 0; q < sizeof times / sizeof *times && !ul_run_expired(s->run); q++) {
        UL_TRY(ul_floor_few_new(s->windows, times[q], s->proved, s->arena, &few));
        if (few.n > 0)
            UL_TRY(round_and_keep(s, prices, found, prices->scale, &few, kept, presence));
    }
    return UL_OK;
}

ul_status ul_floor_no_wait(const ul_floor_problem *problem, const ul_floor_prices *prices,
                           const ul_floor_terms *terms, ul_run *run, ul_floor_prices *kept,
                           ul_floor_presence *presence)
{
    static const ul_floor_few divided = {0};
    ul_arena *arena = ul_run_arena(run);
    no_wait s = {.problem = problem, .run = run, .arena = arena, .share = terms->share};
    double *found;
    UL_TRY(ul_floor_windows_new(problem, terms->wait_s, terms->periods, arena, &s.windows));
    UL_TRY(prepare(&s));
    keep_share(&s, prices);
    UL_ALLOC(arena, found, s.windows->n_periods * problem->n_classes + 1);
    UL_ALLOC(arena, s.proved, s.windows->n_periods);
    UL_TRY(solve_periods(&s, found));
    *kept = (ul_floor_prices){0};
    UL_TRY(round_and_keep(&s, prices, found, prices->scale, &divided, kept, presence));
    if (s.share == 0)
        UL_TRY(count_few(&s, prices, found, kept, presence));
    const int64_t coarser = ul_floor_scale(s.dearest, s.dearest); /* nobody is worth more */
    const ul_floor_few best = presence->few;
    return coarser >= prices->scale
               ? UL_OK : round_and_keep(&s, prices, found, coarser, &best, kept, presence);
}
