/* Items go in descending value per share of the machine, the most copies first.
 * Three bounds on what can still be added cut the search: the room left times
 * the best density, on the sum of shares and on each resource by itself, and
 * the value of everything left. The bounds are doubles, rounded up by far more
 * than their error; values and capacities are whole numbers.
 */
#include "price_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 20000000 };

typedef struct {
    uint32_t item;
    int64_t most;
    double share;   /* of the machine, summed over resources */
    double density; /* value by share; HUGE_VAL when it takes no room */
} candidate;

typedef struct {
    const ul_exact_problem *problem;
    const ul_exact_group *group;
    ul_run *run;
    const int32_t *value;
    size_t type;
    candidate *item;
    size_t n;
    double *densest;   /* n x dims: largest value by weight among items from here on */
    double *remaining; /* n + 1: value of everything from here on */
    bool all;          /* every pattern of at least `target`, or only ever better ones */
    int64_t target;
    size_t limit;
    ul_pattern_pool *pool;
    ul_pattern_entry *entry, *sorted;
    size_t n_entries;
    int64_t steps;
    bool stopped;
} search;

static int by_density(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->density != y->density)
        return x->density > y->density ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

static int by_item(const void *a, const void *b)
{
    const ul_pattern_entry *x = a, *y = b;
    return x->item < y->item ? -1 : x->item > y->item;
}

static const int64_t *weight_of(const search *s, size_t q)
{
    return s->group->weight + s->item[q].item * s->group->n_dims;
}

/* Candidates of a type in order, with the bounds of every suffix. */
static void prepare(search *s, size_t type)
{
    const int64_t *capacity = s->problem->type[type].capacity;
    const size_t n_dims = s->group->n_dims;
    s->type = type;
    s->n = 0;
    for (size_t i = 0; i < s->problem->n_items; i++) {
        candidate one = {(uint32_t)i, ul_exact_most(s->problem, type, i), 0, HUGE_VAL};
        if (one.most == 0 || (s->value[i] == 0 && !s->all))
            continue;
        for (size_t d = 0; d < n_dims; d++)
            if (s->group->weight[i * n_dims + d] > 0)
                one.share += (double)s->group->weight[i * n_dims + d] / (double)capacity[d];
        if (one.share > 0)
            one.density = s->value[i] / one.share;
        s->item[s->n++] = one;
    }
    qsort(s->item, s->n, sizeof *s->item, by_density);
    s->remaining[s->n] = 0;
    for (size_t q = s->n; q-- > 0;) {
        const int32_t value = s->value[s->item[q].item];
        s->remaining[q] = s->remaining[q + 1] + (double)value * (double)s->item[q].most;
        for (size_t d = 0; d < n_dims; d++) {
            const int64_t weight = weight_of(s, q)[d];
            const double here = value == 0 ? 0 : weight == 0 ? HUGE_VAL : (double)value / (double)weight;
            const double later = q + 1 < s->n ? s->densest[(q + 1) * n_dims + d] : 0;
            s->densest[q * n_dims + d] = here > later ? here : later;
        }
    }
}

/* The most that items from q on can add to what is there. */
static double bound(const search *s, size_t q, const int64_t *room)
{
    const int64_t *capacity = s->problem->type[s->type].capacity;
    double most = s->remaining[q], shares = 0;
    if (q == s->n)
        return 0;
    for (size_t d = 0; d < s->group->n_dims; d++) {
        const double densest = s->densest[q * s->group->n_dims + d];
        if (capacity[d] > 0)
            shares += (double)room[d] / (double)capacity[d];
        if (densest < HUGE_VAL && (double)room[d] * densest < most)
            most = (double)room[d] * densest;
    }
    if (s->item[q].density < HUGE_VAL && shares * s->item[q].density < most)
        most = shares * s->item[q].density;
    return most * (1 + 1e-9) + 1e-6;
}

static ul_status keep(search *s, int64_t worth)
{
    if (s->n_entries == 0 || worth < s->target)
        return UL_OK;
    if (!s->all)
        s->target = worth + 1;
    if (s->pool->n >= s->limit) {
        s->stopped = true;
        return UL_OK;
    }
    memcpy(s->sorted, s->entry, s->n_entries * sizeof *s->entry);
    qsort(s->sorted, s->n_entries, sizeof *s->sorted, by_item);
    return s->all ? ul_pattern_append(s->pool, s->type, s->sorted, s->n_entries)
                  : ul_pattern_add(s->pool, s->type, s->sorted, s->n_entries, NULL);
}

static ul_status descend(search *s, size_t q, const int64_t *room, int64_t worth)
{
    if (++s->steps > STEPS_MAX || ((s->steps & 0xfff) == 0 && ul_run_expired(s->run)))
        s->stopped = true;
    if (s->stopped || (double)worth + bound(s, q, room) < (double)s->target)
        return UL_OK;
    if (q == s->n)
        return keep(s, worth);
    const size_t n_dims = s->group->n_dims;
    const int64_t *weight = weight_of(s, q);
    int64_t left[UL_RESOURCES_MAX];
    int64_t most = s->item[q].most;
    for (size_t d = 0; d < n_dims; d++)
        if (weight[d] > 0 && room[d] / weight[d] < most)
            most = room[d] / weight[d];
    for (int64_t count = most; count >= 0 && !s->stopped; count--) {
        for (size_t d = 0; d < n_dims; d++)
            left[d] = room[d] - count * weight[d];
        if (count > 0)
            s->entry[s->n_entries++] = (ul_pattern_entry){s->item[q].item, (uint32_t)count};
        const ul_status status =
            descend(s, q + 1, left, worth + count * s->value[s->item[q].item]);
        s->n_entries -= count > 0;
        UL_TRY(status);
    }
    return UL_OK;
}

static ul_status open_search(const ul_exact_problem *problem, size_t group, search *s)
{
    const size_t n = problem->n_items;
    s->problem = problem;
    s->group = &problem->group[group];
    s->item = malloc(n * sizeof *s->item);
    s->densest = malloc((n * s->group->n_dims + 1) * sizeof *s->densest);
    s->remaining = malloc((n + 1) * sizeof *s->remaining);
    s->entry = malloc(n * sizeof *s->entry);
    s->sorted = malloc(n * sizeof *s->sorted);
    return s->item == NULL || s->densest == NULL || s->remaining == NULL || s->entry == NULL
                   || s->sorted == NULL
               ? ul_fail(UL_E_MEMORY, "out of memory for pricing")
               : UL_OK;
}

static void close_search(search *s)
{
    free(s->item);
    free(s->densest);
    free(s->remaining);
    free(s->entry);
    free(s->sorted);
}

ul_status ul_price_search_price(const ul_exact_problem *problem, size_t group, ul_run *run,
                                ul_pricing *pricing, ul_pattern_pool *pool)
{
    search s = {.run = run, .value = pricing->value, .pool = pool, .limit = SIZE_MAX};
    const ul_price_scale scale = pricing->scale;
    ul_status status = open_search(problem, group, &s);
    for (size_t t = 0; t < problem->group[group].n_types && status == UL_OK; t++) {
        const size_t type = problem->group[group].first_type + t;
        const int64_t price = problem->type[type].price * scale.num / scale.den;
        prepare(&s, type);
        s.target = price + 1;
        s.stopped = false;
        s.steps = 0;
        status = descend(&s, 0, problem->type[type].capacity, 0);
        pricing->best[type] = s.target - 1;
        pricing->complete = pricing->complete && !s.stopped;
    }
    close_search(&s);
    return status;
}

ul_status ul_price_search_enumerate(const ul_exact_problem *problem, size_t group, ul_run *run,
                                    const int32_t *value, ul_price_scale scale, int64_t gap,
                                    size_t limit, ul_pattern_pool *pool, bool *whole)
{
    search s = {.run = run, .value = value, .pool = pool, .limit = limit, .all = true};
    ul_status status = open_search(problem, group, &s);
    for (size_t t = 0; t < problem->group[group].n_types && status == UL_OK && !s.stopped; t++) {
        const size_t type = problem->group[group].first_type + t;
        const int64_t least = problem->type[type].price * scale.num - gap;
        prepare(&s, type);
        s.target = least <= 0 ? 0 : (least + scale.den - 1) / scale.den;
        s.steps = 0;
        status = descend(&s, 0, problem->type[type].capacity, 0);
    }
    *whole = !s.stopped;
    close_search(&s);
    return status;
}
