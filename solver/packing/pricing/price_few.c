/* Tasks are put together from the most valuable one down, as long as so many more of the last
 * one's value would be enough. No pattern is worth more than its machine, so the last task's value
 * lies between what is still missing and what would be too much: where little may be wasted few
 * tasks do, and they are found by their value.
 *
 * O(items^(tasks - 1) log items), and the patterns.
 */
#include "price_few.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 10000000 }; /* a tenth of a second or two */

typedef struct {
    uint32_t item;
    int64_t value;
} candidate;

typedef struct {
    const ul_exact_problem *problem;
    const ul_exact_group *group;
    ul_run *run;
    ul_pattern_pool *pool;
    size_t limit, steps, type;
    candidate *item;           /* that the machine holds, the most valuable first */
    size_t n;
    ul_pattern_entry *entry, *ascending;
    size_t n_entries;
    int64_t room[UL_RESOURCES_MAX];
    int64_t missing, too_much; /* value: of a pattern, less that of the entries */
    bool stopped;
} putting;

static int by_value(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    UL_HIGHER_FIRST(x->value, y->value);
    return x->item < y->item ? -1 : x->item > y->item;
}

static void take(putting *s, size_t q, int64_t times)
{
    const int64_t *weight = s->group->weight + s->item[q].item * s->group->n_dims;
    for (size_t d = 0; d < s->group->n_dims; d++)
        s->room[d] -= times * weight[d];
    s->missing -= times * s->item[q].value;
    s->too_much -= times * s->item[q].value;
}

/* One copy more; no where it does not fit, or there is none. */
static bool put(putting *s, size_t q)
{
    const uint32_t i = s->item[q].item;
    ul_pattern_entry *last = s->n_entries > 0 ? &s->entry[s->n_entries - 1] : NULL;
    const bool again = last != NULL && last->item == i;
    if ((again && last->count == s->problem->copies[i])
        || ul_exact_fitting(s->group, i, s->room, 1) == 0)
        return false;
    if (again)
        last->count++;
    else
        s->entry[s->n_entries++] = (ul_pattern_entry){i, 1};
    take(s, q, 1);
    return true;
}

static void put_back(putting *s, size_t q)
{
    take(s, q, -1);
    if (--s->entry[s->n_entries - 1].count == 0)
        s->n_entries--;
}

static ul_status keep(putting *s)
{
    s->stopped = s->pool->n >= s->limit;
    if (s->stopped)
        return UL_OK;
    memcpy(s->ascending, s->entry, s->n_entries * sizeof *s->entry);
    qsort(s->ascending, s->n_entries, sizeof *s->ascending, ul_pattern_by_item);
    return ul_pattern_append(s->pool, s->type, s->ascending, s->n_entries);
}

/* The first candidate from here on that is not worth too much. */
static size_t first_last(const putting *s, size_t from)
{
    size_t end = s->n;
    while (from < end) {
        const size_t middle = from + (end - from) / 2;
        if (s->item[middle].value > s->too_much)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

static ul_status put_more(putting *s, size_t from, int64_t tasks)
{
    for (size_t q = tasks == 1 ? first_last(s, from) : from;
         q < s->n && tasks * s->item[q].value >= s->missing && !s->stopped; q++) {
        s->stopped = ++s->steps > STEPS_MAX || ((s->steps & 0xfff) == 0 && ul_run_expired(s->run));
        if (s->stopped || !put(s, q))
            continue;
        UL_TRY(tasks == 1 ? keep(s) : put_more(s, q, tasks - 1));
        put_back(s, q);
    }
    return UL_OK;
}

/* The patterns of one type. */
static ul_status put_on(putting *s, const ul_price_window *window, size_t type, size_t tasks)
{
    const ul_exact_type *machine = &s->problem->type[type];
    s->type = type;
    s->group = &s->problem->group[machine->group];
    memcpy(s->room, machine->capacity, s->group->n_dims * sizeof *s->room);
    s->missing = ul_price_window_least(window, machine->price);
    s->too_much = machine->price * window->scale.num / window->scale.den;
    s->n = 0;
    for (size_t i = 0; i < s->problem->n_items; i++)
        if (s->group->fits[i] && ul_exact_fitting(s->group, i, s->room, 1) > 0)
            s->item[s->n++] = (candidate){(uint32_t)i, window->value[i]};
    qsort(s->item, s->n, sizeof *s->item, by_value);
    return put_more(s, 0, (int64_t)tasks);
}

ul_status ul_price_few_tasks(const ul_exact_problem *problem, const ul_price_window *window,
                             size_t tasks, size_t limit, ul_run *run, ul_pattern_pool *pool,
                             bool *whole)
{
    putting s = {.problem = problem, .run = run, .pool = pool, .limit = limit};
    UL_OWN_ARENA(arena);
    UL_ALLOC(arena, s.item, problem->n_items);
    UL_ALLOC(arena, s.entry, tasks);
    UL_ALLOC(arena, s.ascending, tasks);
    for (size_t k = 0; k < problem->n_types && !s.stopped; k++)
        UL_TRY(put_on(&s, window, k, tasks));
    *whole = !s.stopped;
    return UL_OK;
}
