#include "floor_windows.h"

#include <math.h>
#include <stdlib.h>

static int by_beginning(const void *left, const void *right)
{
    const ul_floor_window *a = left, *b = right;
    UL_LOWER_FIRST(a->from_s, b->from_s);
    return a->class < b->class ? -1 : a->class > b->class;
}

static int by_second(const void *left, const void *right)
{
    const ul_micro a = *(const ul_micro *)left, b = *(const ul_micro *)right;
    return a < b ? -1 : a > b;
}

/* Every so many of the seconds at which windows begin or end; the last of them ends the
 * last period and begins none. */
static ul_status cut(ul_floor_windows *w, size_t periods, ul_arena *arena)
{
    const size_t n = 2 * w->n;
    ul_micro *at;
    UL_ALLOC(arena, at, n + 1);
    UL_ALLOC(arena, w->from_s, periods + 2);
    for (size_t i = 0; i < w->n; i++) {
        at[2 * i] = w->window[i].from_s;
        at[2 * i + 1] = w->window[i].to_s;
    }
    qsort(at, n, sizeof *at, by_second);
    const size_t step = n / periods + 1;
    for (size_t q = 0; q + 1 < n && at[q] < at[n - 1]; q += step)
        if (q == 0 || at[q] > w->from_s[w->n_periods - 1])
            w->from_s[w->n_periods++] = at[q];
    w->from_s[w->n_periods] = n > 0 ? at[n - 1] : 0;
    return UL_OK;
}

ul_status ul_floor_windows_new(const ul_floor_problem *problem, ul_micro wait_s, size_t periods,
                               ul_arena *arena, ul_floor_windows **windows)
{
    const ul_schedule *in = problem->in;
    ul_floor_windows *w;
    UL_ALLOC(arena, w, 1);
    *windows = w;
    w->problem = problem;
    w->wait_s = wait_s;
    UL_ALLOC(arena, w->window, in->n_tasks);
    for (size_t i = 0; i < in->n_tasks; i++) {
        const ul_micro need_s = ul_floor_least_s(in, i), from_s = in->task[i].arrival_s;
        w->window[w->n++] = (ul_floor_window){from_s, from_s + need_s + wait_s, need_s,
                                              problem->class_of[i], (uint32_t)i};
    }
    qsort(w->window, w->n, sizeof *w->window, by_beginning);
    return cut(w, periods, arena);
}

/* ---- worth ---- */

/* Seconds of a window at one value. */
typedef struct {
    int64_t value;
    ul_micro seconds;
    size_t period;
} stretch;

static int by_value(const void *left, const void *right)
{
    const stretch *a = left, *b = right;
    return a->value < b->value ? -1 : a->value > b->value;
}

/* Its least time at the cheapest seconds, as parts of periods, which are put into `list`; `first` is
 * the period in which it begins. */
static size_t take_cheapest(const ul_floor_windows *w, const ul_floor_window *one, size_t first,
                            const int64_t *value, stretch *list)
{
    size_t n = 0, used = 0;
    for (size_t p = first; p < w->n_periods && w->from_s[p] < one->to_s; p++) {
        const ul_micro from_s = w->from_s[p] > one->from_s ? w->from_s[p] : one->from_s;
        const ul_micro to_s = w->from_s[p + 1] < one->to_s ? w->from_s[p + 1] : one->to_s;
        list[n++] = (stretch){value[p * w->problem->n_classes + one->class], to_s - from_s, p};
    }
    qsort(list, n, sizeof *list, by_value);
    for (ul_micro left_s = one->need_s; used < n && left_s > 0; used++) {
        list[used].seconds = list[used].seconds < left_s ? list[used].seconds : left_s;
        left_s -= list[used].seconds;
    }
    return used;
}

static ul_cost worth_of(const ul_floor_windows *w, const ul_floor_window *one, size_t first,
                        const int64_t *value, stretch *list)
{
    const size_t n = take_cheapest(w, one, first, value, list);
    ul_cost worth = 0;
    for (size_t q = 0; q < n; q++)
        worth += (ul_cost)list[q].value * list[q].seconds;
    return worth;
}

ul_status ul_floor_windows_worth(const ul_floor_windows *w, const int64_t *value, ul_arena *arena,
                                 ul_cost *worth)
{
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    stretch *list = ul_arena_alloc(arena, w->n_periods + 1, sizeof *list);
    size_t first = 0;
    *worth = 0;
    UL_NEED(list);
    for (size_t i = 0; i < w->n; i++) {
        while (first + 1 < w->n_periods && w->from_s[first + 1] <= w->window[i].from_s)
            first++;
        if (!ul_floor_add(worth, 1, worth_of(w, &w->window[i], first, value, list))) {
            *worth = -1;
            break;
        }
    }
    ul_arena_rewind(arena, mark);
    return UL_OK;
}

ul_micro ul_floor_windows_open(const ul_floor_windows *w, const ul_floor_window *one, size_t p)
{
    const ul_micro from_s = one->from_s > w->from_s[p] ? one->from_s : w->from_s[p];
    return from_s < w->from_s[p + 1] ? w->from_s[p + 1] - from_s : 0;
}

ul_cost ul_floor_windows_tolls(const ul_floor_windows *w, const int64_t *toll)
{
    ul_cost sum = 0;
    for (size_t q = 0; q < w->n; q++)
        for (size_t p = 0; p < w->n_periods; p++)
            if (!ul_floor_add(&sum, toll[p * w->problem->n_classes + w->window[q].class],
                              ul_floor_windows_open(w, &w->window[q], p)))
                return -1;
    return sum;
}

double ul_floor_windows_needed(const ul_floor_windows *w, const ul_floor_window *one, size_t p)
{
    const double from = (double)(one->from_s + w->wait_s / 2);
    const double low = fmax(from, (double)w->from_s[p]);
    const double high = fmin(from + (double)one->need_s, (double)w->from_s[p + 1]);
    return high > low ? (high - low) / 1e6 : 0;
}

ul_status ul_floor_windows_flee(const ul_floor_windows *w, const int64_t *value, double step,
                                ul_arena *arena, double *need)
{
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    stretch *list = ul_arena_alloc(arena, w->n_periods + 1, sizeof *list);
    UL_NEED(list);
    for (size_t i = 0, first = 0; i < w->n; i++, need += w->n_periods) {
        while (first + 1 < w->n_periods && w->from_s[first + 1] <= w->window[i].from_s)
            first++;
        const size_t n = take_cheapest(w, &w->window[i], first, value, list);
        for (size_t p = 0; p < w->n_periods; p++)
            need[p] *= 1 - step;
        for (size_t q = 0; q < n; q++)
            need[list[q].period] += step * (double)list[q].seconds / 1e6;
    }
    ul_arena_rewind(arena, mark);
    return UL_OK;
}
