#include "floor_starts.h"

#include <math.h>

enum { LEVELS = 255 }; /* of shares, from none to all */

/* Rounded down, below 0 as well. */
static ul_micro part_of_start(const ul_floor_windows *w, size_t k, size_t p)
{
    const ul_cost length = (ul_cost)(w->from_s[p + 1] - w->from_s[p]) * UL_MICRO;
    const ul_cost rise =
        ul_floor_startup(w->problem, k) * (w->started[p + 1] - w->started[p]);
    return (ul_micro)(rise / length - (rise % length < 0));
}

ul_micro ul_floor_period_price(const ul_floor_windows *w, size_t k, size_t p)
{
    return ul_floor_pays(w->problem, k, w->from_s[p], w->from_s[p + 1])
           + (w->started == NULL ? 0 : part_of_start(w, k, p));
}

/* The longest that machines of a type are billed without use: no price changes by more. */
static double longest_start_s(const ul_floor_problem *problem)
{
    double longest = 0;
    for (size_t k = 0; k < problem->in->n_types; k++)
        if (problem->price[k] > 0)
            longest = fmax(longest, (double)ul_floor_startup(problem, k) / (double)problem->price[k]);
    return longest;
}

/* How many levels the share may rise or fall in the period. */
static int most_levels(const ul_floor_windows *w, size_t p, double slope, double start_s)
{
    const double length = (double)(w->from_s[p + 1] - w->from_s[p]);
    return (int)fmin(LEVELS, slope * length * LEVELS / start_s);
}

/* The best way to each level, from the one before it. */
static void step(const double *before, double paid, int most, double *best, uint8_t *from)
{
    for (int to = 0; to <= LEVELS; to++) {
        best[to] = -HUGE_VAL;
        for (int at = to > most ? to - most : 0; at <= LEVELS && at <= to + most; at++)
            if (before[at] + paid * (to - at) > best[to]) {
                best[to] = before[at] + paid * (to - at);
                from[to] = (uint8_t)at;
            }
    }
}

ul_status ul_floor_starts_new(ul_floor_windows *w, const double *paid, double slope,
                              ul_arena *arena, double *promised)
{
    const double start_s = longest_start_s(w->problem);
    double best[2][LEVELS + 1];
    uint8_t *from;
    *promised = 0;
    UL_ALLOC(arena, from, (w->n_periods + 1) * (LEVELS + 1));
    UL_ALLOC(arena, w->started, w->n_periods + 1);
    for (int level = 0; level <= LEVELS; level++)
        best[0][level] = level == 0 ? 0 : -HUGE_VAL;
    if (start_s <= 0)
        return UL_OK;
    for (size_t p = 0; p < w->n_periods; p++)
        step(best[p % 2], paid[p], most_levels(w, p, slope, start_s), best[(p + 1) % 2],
             from + (p + 1) * (LEVELS + 1));
    int at = 0;
    for (int level = 1; level <= LEVELS; level++)
        at = best[w->n_periods % 2][level] > best[w->n_periods % 2][at] ? level : at;
    *promised = best[w->n_periods % 2][at] / LEVELS * start_s / 3600;
    for (size_t p = w->n_periods + 1; p-- > 0;) {
        w->started[p] = (ul_micro)at * UL_MICRO / LEVELS;
        at = from[p * (LEVELS + 1) + (size_t)at];
    }
    return UL_OK;
}
