#include "floor_periods.h"

#include <stdlib.h>

static int by_second(const void *left, const void *right)
{
    const ul_micro a = *(const ul_micro *)left, b = *(const ul_micro *)right;
    return a < b ? -1 : a > b;
}

static size_t add_spans(ul_micro *at, const ul_schedule_supply *span, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        at[2 * q] = span[q].from_s;
        at[2 * q + 1] = span[q].to_s;
    }
    return 2 * n;
}

/* Every second at which a price or a supply changes, where `at` is not NULL; how many. */
static size_t list_changes(const ul_schedule *in, ul_micro *at)
{
    size_t n = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_schedule_type *type = &in->type[k];
        for (size_t q = 0; q < type->n_prices && at != NULL; q++)
            at[n + q] = type->moving_price[q].from_s;
        n += type->n_prices;
        n += at == NULL ? 2 * type->n_supplies : add_spans(at + n, type->supply, type->n_supplies);
        n += at == NULL ? 2 * type->n_services : add_spans(at + n, type->service, type->n_services);
    }
    return n;
}

/* Takes every so many of a sorted list of seconds, each once. */
static void cut_at(ul_floor_periods *t, const ul_micro *at, size_t n, size_t most)
{
    const size_t step = n / most + 1;
    for (size_t q = 0; q < n; q += step)
        t->from_s[t->n++] = at[q];
}

static void sort_cuts(ul_floor_periods *t)
{
    size_t n = 1;
    qsort(t->from_s, t->n, sizeof *t->from_s, by_second);
    for (size_t q = 1; q < t->n; q++)
        if (t->from_s[q] > t->from_s[n - 1])
            t->from_s[n++] = t->from_s[q];
    t->n = n;
    t->from_s[n] = INT64_MAX;
}

static size_t keep_distinct(ul_micro *at, size_t n)
{
    size_t kept = 0;
    qsort(at, n, sizeof *at, by_second);
    for (size_t q = 0; q < n; q++)
        if (kept == 0 || at[q] > at[kept - 1])
            at[kept++] = at[q];
    return kept;
}

/* Half of the periods begin where the world changes, as many where somebody arrives. */
static ul_status cut(ul_floor_periods *t, size_t most, const ul_floor_periods *coarser,
                     ul_arena *arena)
{
    const ul_schedule *in = t->problem->in;
    const size_t known = coarser == NULL ? 0 : coarser->n;
    size_t n = list_changes(in, NULL);
    ul_micro *at;
    UL_ALLOC(arena, at, n + in->n_tasks + 1);
    UL_ALLOC(arena, t->from_s, most + known + 4);
    t->from_s[t->n++] = 0;
    n = keep_distinct(at, list_changes(in, at));
    cut_at(t, at, n, most / 2 + 1);
    const size_t left = most > t->n ? most - t->n : 1;
    for (size_t i = 0; i < in->n_tasks; i++)
        at[i] = in->task[i].arrival_s;
    cut_at(t, at, keep_distinct(at, in->n_tasks), left);
    for (size_t q = 0; q < known; q++)
        t->from_s[t->n++] = coarser->from_s[q];
    sort_cuts(t);
    return UL_OK;
}

size_t ul_floor_period_at(const ul_floor_periods *t, ul_micro at_s)
{
    size_t low = 0, high = t->n;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->from_s[middle] <= at_s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static ul_cost held_between(const ul_schedule_supply *span, size_t n, ul_micro from_s,
                            ul_micro to_s)
{
    ul_cost sum = 0;
    for (size_t q = 0; q < n; q++) {
        const ul_micro low = span[q].from_s > from_s ? span[q].from_s : from_s;
        const ul_micro high = span[q].to_s < to_s ? span[q].to_s : to_s;
        sum += high > low ? (ul_cost)(high - low) * span[q].count : 0;
    }
    return sum;
}

static void fill_machines(ul_floor_periods *t)
{
    const ul_schedule *in = t->problem->in;
    for (size_t p = 0; p < t->n; p++)
        for (size_t k = 0; k < t->n_types; k++) {
            const ul_schedule_type *type = &in->type[k];
            const ul_micro from_s = t->from_s[p], to_s = t->from_s[p + 1];
            t->price[p * t->n_types + k] = ul_floor_pays(t->problem, k, from_s, to_s);
            t->supply[p * t->n_types + k] =
                type->n_supplies == 0
                    ? -1
                    : held_between(type->supply, type->n_supplies, from_s, to_s)
                          - held_between(type->service, type->n_services, from_s, to_s);
        }
}

static void fill_needs(ul_floor_periods *t)
{
    const ul_floor_problem *problem = t->problem;
    for (size_t i = 0; i < problem->in->n_tasks; i++) {
        const size_t p = ul_floor_period_at(t, problem->in->task[i].arrival_s);
        size_t low = 0, high = t->n_items; /* items are in the order of their classes */
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            if (problem->item[middle].class < problem->class_of[i])
                low = middle + 1;
            else
                high = middle;
        }
        for (; low < t->n_items && problem->item[low].class == problem->class_of[i]; low++)
            t->need[p * t->n_items + low] += ul_floor_need(problem, low, i);
    }
}

static void fill_free(ul_floor_periods *t)
{
    const ul_floor_problem *problem = t->problem;
    for (size_t p = t->n; p-- > 0;)
        for (size_t i = 0; i < t->n_items; i++) {
            bool *now = &t->is_free[p * t->n_items + i];
            *now = p + 1 < t->n && t->is_free[(p + 1) * t->n_items + i];
            for (size_t k = 0; k < t->n_types && !*now; k++)
                *now = t->price[p * t->n_types + k] == 0 && t->supply[p * t->n_types + k] < 0
                       && ul_floor_holds(problem, k, problem->item[i].class);
        }
}

ul_status ul_floor_periods_new(const ul_floor_problem *problem, size_t most,
                               const ul_floor_periods *coarser, ul_arena *arena,
                               ul_floor_periods *t)
{
    *t = (ul_floor_periods){
        .problem = problem, .n_items = problem->n_items, .n_types = problem->in->n_types};
    UL_TRY(cut(t, most, coarser, arena));
    UL_ALLOC(arena, t->need, t->n * t->n_items);
    UL_ALLOC(arena, t->supply, t->n * t->n_types);
    UL_ALLOC(arena, t->price, t->n * t->n_types);
    UL_ALLOC(arena, t->is_free, t->n * t->n_items);
    fill_machines(t);
    fill_needs(t);
    fill_free(t);
    return UL_OK;
}
