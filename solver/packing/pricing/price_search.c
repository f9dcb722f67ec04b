/* What a unit of each resource of the machine is worth comes from the linear
 * relaxation of its knapsack. By Lagrange, the room left at these values, and
 * what every item left is worth above its weight, bounds what can still be added;
 * so does the value of everything left, and the room left of each resource at the
 * best density. Items go in descending value by the worth of their weights, the
 * most copies first. Bounds are doubles, rounded up by far more than their error;
 * values and capacities are whole numbers. A search that takes too long is left:
 * the bound at its start stands in for the best pattern.
 */
#include "price_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lp.h"

/* What bounds are rounded up by: shares of the bound and of all values left, and of one. */
#define BOUND_SHARE 1e-11
#define VALUES_SHARE 1e-12
#define BOUND_LEAST 1e-6

enum { PRICE_STEPS_MAX = 300000, ENUMERATE_STEPS_MAX = 20000000 };

typedef struct {
    uint32_t item;
    int64_t most;
    double density; /* value by the worth of its weights; HUGE_VAL when that is none */
} candidate;

typedef struct {
    const ul_exact_problem *problem;
    const ul_exact_group *group;
    ul_run *run;
    const int64_t *value;
    size_t type;
    candidate *item;
    size_t n;
    double *densest;   /* n x dims: largest value by weight among items from here on */
    double *remaining; /* n + 1: value of everything from here on */
    double *above;     /* n + 1: what everything from here on is worth above its weights */
    double dual_value[UL_RESOURCES_MAX]; /* of a unit of each resource */
    bool all;          /* every pattern of at least `target`, or only ever better ones */
    int64_t target;
    size_t limit;
    ul_pattern_pool *pool;
    ul_pattern_entry *entry; /* taken, by place among the candidates */
    ul_pattern_entry *sorted;
    size_t n_entries;
    int64_t steps, steps_max;
    bool stopped;
} search;

static int by_density(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    UL_HIGHER_FIRST(x->density, y->density);
    return x->item < y->item ? -1 : x->item > y->item;
}

static const int64_t *weight_of(const search *s, size_t q)
{
    return s->group->weight + s->item[q].item * s->group->n_dims;
}

/* max sum value z, sum weight z <= capacity, 0 <= z <= most: the duals. */
static ul_status relax(const search *s, ul_lp *lp, double *dual_value)
{
    const int64_t *capacity = s->problem->type[s->type].capacity;
    int row[UL_RESOURCES_MAX];
    double share[UL_RESOURCES_MAX];
    ul_lp_outcome outcome;
    double largest = 1;
    for (size_t q = 0; q < s->n; q++)
        largest = fmax(largest, (double)s->value[s->item[q].item]);
    for (size_t d = 0; d < s->group->n_dims; d++) {
        row[d] = (int)d;
        UL_TRY(ul_lp_add_row(lp, -HUGE_VAL, 1, 0, NULL, NULL));
    }
    for (size_t q = 0; q < s->n; q++) {
        if (ul_run_expired(s->run))
            return UL_OK;
        for (size_t d = 0; d < s->group->n_dims; d++)
            share[d] = capacity[d] > 0 ? (double)weight_of(s, q)[d] / (double)capacity[d] : 0;
        UL_TRY(ul_lp_add_column(lp, 0, (double)s->item[q].most,
                                -(double)s->value[s->item[q].item] / largest, s->group->n_dims, row,
                                share));
    }
    UL_TRY(ul_lp_scale(lp, s->run));
    UL_TRY(ul_lp_solve(lp, UL_LP_PRIMAL, s->run, &outcome));
    for (size_t d = 0; d < s->group->n_dims && outcome == UL_LP_OPTIMAL; d++)
        if (capacity[d] > 0)
            dual_value[d] = fmax(-ul_lp_dual(lp, d), 0) * largest / (double)capacity[d];
    return UL_OK;
}

static ul_status value_resources(search *s)
{
    ul_lp *lp = NULL;
    memset(s->dual_value, 0, sizeof s->dual_value); /* true of any values, if useless of these */
    ul_status status = ul_lp_new(&lp);
    if (status == UL_OK)
        status = relax(s, lp, s->dual_value);
    ul_lp_free(lp);
    return status;
}

static double worth_of_weight(const search *s, size_t q)
{
    double sum = 0;
    for (size_t d = 0; d < s->group->n_dims; d++)
        sum += s->dual_value[d] * (double)weight_of(s, q)[d];
    return sum;
}

/* Candidates of a type in order, with the bounds of every suffix. */
static ul_status prepare(search *s, size_t type)
{
    const size_t n_dims = s->group->n_dims;
    s->type = type;
    s->n = 0;
    for (size_t i = 0; i < s->problem->n_items; i++) {
        const candidate one = {(uint32_t)i, ul_exact_most(s->problem, type, i), HUGE_VAL};
        if (one.most > 0 && (s->value[i] > 0 || s->all))
            s->item[s->n++] = one;
    }
    UL_TRY(value_resources(s));
    for (size_t q = 0; q < s->n; q++) {
        const double weight = worth_of_weight(s, q);
        if (weight > 0)
            s->item[q].density = (double)s->value[s->item[q].item] / weight;
    }
    qsort(s->item, s->n, sizeof *s->item, by_density);
    s->remaining[s->n] = s->above[s->n] = 0;
    for (size_t q = s->n; q-- > 0;) {
        const double value = (double)s->value[s->item[q].item];
        const double most = (double)s->item[q].most;
        s->remaining[q] = s->remaining[q + 1] + value * most;
        s->above[q] = s->above[q + 1] + fmax(value - worth_of_weight(s, q), 0) * most;
        for (size_t d = 0; d < n_dims; d++) {
            const int64_t weight = weight_of(s, q)[d];
            const double here = value == 0 ? 0 : weight == 0 ? HUGE_VAL : value / (double)weight;
            const double later = q + 1 < s->n ? s->densest[(q + 1) * n_dims + d] : 0;
            s->densest[q * n_dims + d] = here > later ? here : later;
        }
    }
    return UL_OK;
}

/* The most that items from q on can add to what is there. */
static double bound(const search *s, size_t q, const int64_t *room)
{
    double most = s->remaining[q], priced = s->above[q];
    if (q == s->n)
        return 0;
    for (size_t d = 0; d < s->group->n_dims; d++) {
        const double densest = s->densest[q * s->group->n_dims + d];
        priced += s->dual_value[d] * (double)room[d];
        if (densest < HUGE_VAL && (double)room[d] * densest < most)
            most = (double)room[d] * densest;
    }
    /* above[] is made of differences: its error is a part of the values' */
    return fmin(most, priced) * (1 + BOUND_SHARE) + VALUES_SHARE * s->remaining[q] + BOUND_LEAST;
}

static ul_status keep(search *s, int64_t dual_value)
{
    if (s->n_entries == 0 || dual_value < s->target)
        return UL_OK;
    if (!s->all)
        s->target = dual_value + 1;
    if (s->pool->n >= s->limit) {
        s->stopped = true;
        return UL_OK;
    }
    for (size_t e = 0; e < s->n_entries; e++)
        s->sorted[e] = (ul_pattern_entry){s->item[s->entry[e].item].item, s->entry[e].count};
    qsort(s->sorted, s->n_entries, sizeof *s->sorted, ul_pattern_by_item);
    return s->all ? ul_pattern_append(s->pool, s->type, s->sorted, s->n_entries)
                  : ul_pattern_add(s->pool, s->type, s->sorted, s->n_entries, NULL);
}

/* Whether candidates from q on could still reach the target. */
static bool is_worth_going(search *s, size_t q, const int64_t *room, int64_t dual_value)
{
    if (++s->steps > s->steps_max || ((s->steps & 0xfff) == 0 && ul_run_expired(s->run)))
        s->stopped = true;
    return !s->stopped && (double)dual_value + bound(s, q, room) >= (double)s->target;
}

/* Takes `count` copies of candidate q out of the room; puts them back when negative. */
static void take(const search *s, size_t q, int64_t count, int64_t *room, int64_t *dual_value)
{
    for (size_t d = 0; d < s->group->n_dims; d++)
        room[d] -= count * weight_of(s, q)[d];
    *dual_value += count * s->value[s->item[q].item];
}

/* Depth first, of each candidate the most copies first. What was taken is all
 * that there is to go back to: 100,000 candidates are as deep as 100,000 calls,
 * which no stack holds. */
static ul_status explore(search *s)
{
    int64_t room[UL_RESOURCES_MAX];
    int64_t dual_value = 0;
    memcpy(room, s->problem->type[s->type].capacity, s->group->n_dims * sizeof *room);
    s->steps = 0;
    s->n_entries = 0;
    for (size_t q = 0;;) {
        const bool going = is_worth_going(s, q, room, dual_value);
        if (going && q < s->n) {
            const int64_t most = ul_exact_fitting(s->group, s->item[q].item, room, s->item[q].most);
            if (most > 0)
                s->entry[s->n_entries++] = (ul_pattern_entry){(uint32_t)q, (uint32_t)most};
            take(s, q++, most, room, &dual_value);
            continue;
        }
        if (going)
            UL_TRY(keep(s, dual_value));
        if (s->stopped || s->n_entries == 0)
            return UL_OK;
        ul_pattern_entry *last = &s->entry[s->n_entries - 1];
        q = last->item;
        take(s, q++, -1, room, &dual_value);
        s->n_entries -= --last->count == 0;
    }
}

static ul_status open_search(const ul_exact_problem *problem, size_t group, ul_arena *arena, search *s)
{
    const size_t n = problem->n_items;
    s->problem = problem;
    s->group = &problem->group[group];
    UL_ALLOC_RAW(arena, s->item, n);
    UL_ALLOC_RAW(arena, s->densest, n * s->group->n_dims);
    UL_ALLOC_RAW(arena, s->remaining, n + 1);
    UL_ALLOC_RAW(arena, s->above, n + 1);
    UL_ALLOC_RAW(arena, s->entry, n);
    UL_ALLOC_RAW(arena, s->sorted, n);
    return UL_OK;
}

/* The best pattern of one type, or a bound on its dual value. */
static ul_status price_type(search *s, size_t type, ul_pricing *pricing)
{
    UL_TRY(prepare(s, type));
    const double most = s->n == 0 ? 0 : ceil(bound(s, 0, s->problem->type[type].capacity));
    s->target = s->problem->type[type].price * pricing->scale.num / pricing->scale.den + 1;
    s->stopped = false;
    UL_TRY(explore(s));
    pricing->best[type] = s->target - 1;
    pricing->searched[type] = !s->stopped;
    if (s->stopped && most > (double)pricing->best[type])
        pricing->best[type] = (int64_t)most;
    return UL_OK;
}

ul_status ul_price_search_price(const ul_exact_problem *problem, size_t group, ul_run *run,
                                ul_pricing *pricing, ul_pattern_pool *pool)
{
    search s = {.run = run, .value = pricing->value, .pool = pool, .limit = SIZE_MAX,
                .steps_max = PRICE_STEPS_MAX};
    UL_OWN_ARENA(arena);
    UL_TRY(open_search(problem, group, arena, &s));
    for (size_t t = 0; t < s.group->n_types && pricing->complete; t++) {
        pricing->complete = !ul_run_expired(run);
        if (pricing->complete)
            UL_TRY(price_type(&s, s.group->first_type + t, pricing));
    }
    return UL_OK;
}

ul_status ul_price_search_enumerate(const ul_exact_problem *problem, size_t group, ul_run *run,
                                    const ul_price_window *window, size_t limit,
                                    ul_pattern_pool *pool, bool *whole)
{
    search s = {.run = run, .value = window->value, .pool = pool, .limit = limit, .all = true,
                .steps_max = ENUMERATE_STEPS_MAX};
    UL_OWN_ARENA(arena);
    UL_TRY(open_search(problem, group, arena, &s));
    for (size_t t = 0; t < s.group->n_types && !s.stopped; t++) {
        const size_t type = s.group->first_type + t;
        UL_TRY(prepare(&s, type));
        s.target = ul_price_window_least(window, problem->type[type].price);
        UL_TRY(explore(&s));
    }
    *whole = !s.stopped;
    return UL_OK;
}

ul_status ul_price_search_has_few(const ul_exact_problem *problem, size_t group, ul_run *run,
                                  size_t most, bool *has_few)
{
    UL_OWN_ARENA(arena);
    UL_FREED_BY(ul_pattern_pool_clear) ul_pattern_pool pool = {0};
    int64_t *value;
    UL_ALLOC(arena, value, problem->n_items);
    return ul_price_search_enumerate(problem, group, run, &(ul_price_window){value, {0, 1}, 0}, most,
                                     &pool, has_few);
}
