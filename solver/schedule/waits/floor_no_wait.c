#include "floor_no_wait.h"

#include <string.h>

#include "floor_climb.h"
#include "floor_joint.h"
#include "floor_presences.h"
#include "floor_starts.h"

/* By how much of themselves prices of machines change where starts are spread over time. */
#define SLOPE 0.02
/* Starts that cost less, of all, are not worth a second time through all periods. */
#define SMALL_STARTS 2e-4
/* What sets may be worth at prices of all times; the rest of their machine is left for who must
 * be there, where its price falls, too. */
#define SHARE_MAX 0.97
/* Of what is proved: not worth to go on for. */
#define SMALL_GAIN 1e-4
/* Trials of better prices, after how many of them tasks flee, besides when no prices promise more,
 * and for how many tasks at most. */
enum { TRIALS = 64, TRIALS_A_FLIGHT = 8, TASKS_MAX = 600 };

typedef struct {
    ul_floor_presences *presences;
    double *always; /* per item, dollars an hour */
    int64_t scale;
    double share;
    size_t n_flights;
    ul_floor_prices *kept;
    ul_floor_presence *presence;
} no_wait;

/* A toll is rounded up, so that no set is worth more. */
static int64_t toll_up(double dollars, int64_t scale)
{
    return dollars > 0 ? ul_floor_whole(dollars, scale) + 1 : 0;
}

/* All of it in units, rounded down, and what that proves. */
static ul_status round_down(const no_wait *s, int64_t scale, ul_floor_prices *kept,
                            ul_floor_presence *presence)
{
    const ul_floor_presences *from = s->presences;
    const ul_floor_problem *p = from->problem;
    const size_t n = from->windows->n_periods * p->n_classes;
    const ul_cost startup = from->windows->started == NULL ? p->startup : 0;
    ul_cost sum = (startup + presence->few.worth) * scale, worth;
    bool fits = true;
    *kept = (ul_floor_prices){.scale = scale};
    presence->windows = from->windows;
    UL_ALLOC(from->arena, kept->value, p->n_items);
    UL_ALLOC(from->arena, presence->value, n + 1);
    UL_ALLOC(from->arena, presence->toll, n + 1);
    for (size_t i = 0; i < p->n_items; i++) {
        kept->value[i] = ul_floor_whole(s->always[i], scale);
        fits = fits && ul_floor_add(&sum, kept->value[i], p->item[i].demand);
    }
    for (size_t q = 0; q < n; q++) {
        presence->value[q] = ul_floor_whole(from->found[q], scale);
        presence->toll[q] = from->tolls == NULL ? 0 : toll_up(from->tolls[q], scale);
    }
    for (size_t q = 0; q < presence->few.n; q++)
        memset(presence->value + presence->few.seat[q].period * p->n_classes, 0,
               p->n_classes * sizeof *presence->value);
    UL_TRY(ul_floor_windows_worth(from->windows, presence->value, from->arena, &worth));
    const ul_cost tolls = ul_floor_windows_tolls(from->windows, presence->toll);
    fits = fits && worth >= 0 && tolls >= 0 && ul_floor_add(&sum, 1, worth)
           && ul_floor_add(&sum, -1, tolls);
    kept->bound = fits && sum > 0 ? ul_floor_dollars(sum, scale) : 0;
    return UL_OK;
}

/* The better of what is kept and this. */
static ul_status round_and_keep(const no_wait *s, int64_t scale, const ul_floor_few *few)
{
    ul_floor_prices other;
    ul_floor_presence of_other = {.few = *few};
    UL_TRY(round_down(s, scale, &other, &of_other));
    if (s->kept->value == NULL || other.bound > s->kept->bound) {
        *s->kept = other;
        *s->presence = of_other;
    }
    return UL_OK;
}

/* On the scale of the prices, and on one that nobody's worth is too large for. */
static ul_status keep(const no_wait *s, const ul_floor_few *few)
{
    const int64_t coarser = ul_floor_scale(s->presences->dearest, s->presences->dearest);
    UL_TRY(round_and_keep(s, s->scale, few));
    return coarser >= s->scale ? UL_OK : round_and_keep(s, coarser, few);
}

/* Who is there for how many times as long as he may wait: then machines may be whole for him. */
static ul_status keep_few(const no_wait *s)
{
    static const double times[] = {3, 10, 30, 100};
    const ul_floor_presences *from = s->presences;
    ul_floor_few few;
    for (size_t q = 0; q < sizeof times / sizeof *times && !ul_run_expired(from->run); q++) {
        UL_TRY(ul_floor_few_new(from->windows, times[q], from->proved, from->arena, &few));
        if (few.n > 0)
            UL_TRY(keep(s, &few));
    }
    return UL_OK;
}

static ul_status solve(no_wait *s)
{
    static const ul_floor_few divided = {0};
    UL_TRY(ul_floor_presences_solve(s->presences, s->always, s->share));
    UL_TRY(keep(s, &divided));
    return s->share > 0 ? UL_OK : keep_few(s);
}

/* Whether machines cost in all periods what sets may be worth at prices of all times. A part of a
 * start is rounded down to a millionth of a dollar: of a price of a few that is more than SLOPE. */
static bool leave_enough(const ul_floor_windows *w)
{
    for (size_t p = 0; p < w->n_periods; p++)
        for (size_t k = 0; k < w->problem->in->n_types; k++)
            if ((double)ul_floor_period_price(w, k, p) < SHARE_MAX * (double)w->problem->price[k])
                return false;
    return true;
}

/* The same with starts of machines at the times at which they are needed. */
static ul_status solve_with_starts(no_wait *s)
{
    ul_floor_presences *p = s->presences;
    ul_floor_windows *windows;
    double promised;
    UL_ALLOC(p->arena, windows, 1);
    *windows = *p->windows;
    UL_TRY(ul_floor_starts_new(windows, p->paid, SLOPE, p->arena, &promised));
    if (promised < SMALL_STARTS * (double)s->kept->bound / 1e12
        || (s->share > 0 && !leave_enough(windows)))
        return UL_OK;
    p->windows = windows;
    return solve(s);
}

/* From now on sets may be worth as much as prices of all times allow. */
static ul_status begin_fleeing(ul_floor_presences *p)
{
    const ul_floor_windows *w = p->windows;
    UL_ALLOC(p->arena, p->need, w->n * w->n_periods + 1);
    for (size_t q = 0; q < w->n; q++)
        for (size_t m = 0; m < w->n_periods; m++)
            p->need[q * w->n_periods + m] = ul_floor_windows_needed(w, &w->window[q], m);
    return UL_OK;
}

/* Who may wait is on a machine when that is cheapest, by prices that change as all others flee, too: a
 * smaller and smaller step of the way (Frank and Wolfe 1956). */
static ul_status flee(no_wait *s)
{
    ul_floor_presences *p = s->presences;
    const size_t n = p->windows->n_periods * p->problem->n_classes;
    const ul_arena_mark_t mark = ul_arena_mark(p->arena);
    int64_t *value = ul_arena_alloc(p->arena, n + 1, sizeof *value);
    UL_NEED(value);
    for (size_t q = 0; q < n; q++)
        value[q] = ul_floor_whole(p->found[q], s->scale);
    UL_TRY(ul_floor_windows_flee(p->windows, value, 2.0 / (double)(++s->n_flights + 2), p->arena, p->need));
    ul_arena_rewind(p->arena, mark);
    return solve(s);
}

static ul_status climb(no_wait *s, const ul_floor_prices *prices)
{
    const ul_floor_presences *p = s->presences;
    ul_floor_climb *climb;
    ul_cost before = 0; /* what was kept when prices promised no more the last time */
    bool more = true;
    s->share = SHARE_MAX;
    UL_TRY(begin_fleeing(s->presences));
    UL_TRY(flee(s));
    UL_TRY(ul_floor_climb_new(p->problem, prices, p->windows->n_periods, s->share, p->run, p->arena,
                              &climb));
    for (size_t trial = 0; trial < TRIALS && !ul_run_expired(p->run); trial++) {
        if (!more) {
            if ((double)s->kept->bound < (double)before * (1 + SMALL_GAIN))
                return UL_OK;
            before = s->kept->bound;
            ul_floor_climb_forget(climb);
        }
        if (!more || trial % TRIALS_A_FLIGHT == 0)
            UL_TRY(flee(s));
        UL_TRY(ul_floor_climb_tell(climb, s->always, p->proved, p->done));
        UL_TRY(ul_floor_climb_next(climb, s->always, &more));
        if (more)
            UL_TRY(solve(s));
    }
    return UL_OK;
}

/* Prices of a second of work at all times, per class. */
static ul_status at_all_times(const no_wait *s, const ul_floor_prices *prices, double **value)
{
    const ul_floor_problem *p = s->presences->problem;
    UL_ALLOC(s->presences->arena, *value, p->n_classes);
    for (size_t i = 0; i < p->n_items; i++)
        if (p->item[i].works)
            (*value)[p->item[i].class] = (double)prices->value[i] / (double)prices->scale / 1e6;
    return UL_OK;
}

/* The prices of all periods at once, and starts with them: first of a few periods, which begin with
 * the prices of all times, then of more. */
static ul_status solve_together(no_wait *s, const ul_floor_prices *prices, ul_micro wait_s)
{
    static const ul_floor_few divided = {0};
    static const ul_floor_windows always = {.n_periods = 1};
    static const size_t periods[] = {8, 24};
    const ul_floor_windows *others = &always;
    ul_floor_presences *p = s->presences;
    p->tolls = NULL; /* work has no prices that they could be taken off */
    UL_TRY(at_all_times(s, prices, &p->found));
    for (size_t q = 0; q < sizeof periods / sizeof *periods && !ul_run_expired(p->run); q++) {
        UL_TRY(ul_floor_windows_new(p->problem, wait_s, periods[q], p->arena, &p->windows));
        UL_TRY(ul_floor_joint(p->problem, p->windows, p->run, p->arena, others, &p->found));
        UL_TRY(keep(s, &divided));
        others = p->windows;
    }
    return UL_OK;
}

ul_status ul_floor_no_wait(const ul_floor_problem *problem, const ul_floor_prices *prices,
                           const ul_floor_terms *terms, ul_run *run, ul_floor_prices *kept,
                           ul_floor_presence *presence)
{
    ul_arena *arena = ul_run_arena(run);
    no_wait s = {.scale = prices->scale, .share = terms->share, .kept = kept,
                 .presence = presence};
    ul_floor_windows *windows;
    *kept = (ul_floor_prices){0};
    UL_TRY(ul_floor_windows_new(problem, terms->wait_s, terms->periods, arena, &windows));
    UL_TRY(ul_floor_presences_new(problem, windows, run, arena, &s.presences));
    UL_ALLOC(arena, s.always, problem->n_items);
    for (size_t i = 0; i < problem->n_items; i++)
        s.always[i] = terms->share * (double)prices->value[i] / (double)prices->scale / 1e6;
    UL_TRY(solve(&s));
    UL_TRY(solve_with_starts(&s));
    if (problem->in->n_tasks > TASKS_MAX)
        return UL_OK;
    return s.share > 0 ? climb(&s, prices) : solve_together(&s, prices, terms->wait_s);
}
