/* A subset is a count of copies for each item. With machine(T) the price of the
 * cheapest machine that holds T,
 *
 *     cost(S) = min of machine(T) + cost(S - T),   T a part of S with one copy at least
 *                                                  of the last item that S has.
 *
 * Subsets are numbered with the first item's count as the lowest digit, so that
 * S - T comes before S. O(product of (copies + 1) (copies + 2) / 2) time.
 */
#include "subset_dp.h"

#include <math.h>
#include <string.h>

#define SUBSETS_MAX 4e6
#define DEAR (INT64_MAX / 4)

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    size_t n;          /* subsets */
    size_t *stride;    /* per item: the weight of its digit */
    int64_t *digit;    /* per item: of the subset looked at */
    int64_t *part;     /* per item: of a part of it */
    ul_pattern_entry *entry;
    int64_t *machine;  /* per subset: the price of a machine that holds it, or DEAR */
    int64_t *cost;     /* per subset */
    uint32_t *first;   /* per subset: what the first machine of its plan holds */
} subsets;

double ul_subset_dp_work(const ul_exact_problem *problem)
{
    double n = 1, pairs = 1;
    for (size_t i = 0; i < problem->n_items && n <= SUBSETS_MAX; i++) {
        n *= (double)problem->copies[i] + 1;
        pairs *= ((double)problem->copies[i] + 1) * ((double)problem->copies[i] + 2) / 2;
    }
    return n <= SUBSETS_MAX ? pairs : HUGE_VAL;
}

static ul_status open_subsets(ul_exact *exact, ul_arena *arena, subsets *s)
{
    const size_t n = exact->problem->n_items;
    *s = (subsets){.problem = exact->problem, .run = exact->run, .n = 1};
    UL_ALLOC(arena, s->stride, n);
    UL_ALLOC(arena, s->digit, n);
    UL_ALLOC(arena, s->part, n);
    UL_ALLOC(arena, s->entry, n);
    for (size_t i = 0; i < n; i++) {
        s->stride[i] = s->n;
        s->n *= (size_t)exact->problem->copies[i] + 1;
    }
    UL_ALLOC_RAW(arena, s->machine, s->n);
    UL_ALLOC_RAW(arena, s->cost, s->n);
    UL_ALLOC_RAW(arena, s->first, s->n);
    return UL_OK;
}

/* The subset with the next number. */
static void step(const subsets *s)
{
    size_t i = 0;
    while (i < s->problem->n_items && s->digit[i] == s->problem->copies[i])
        s->digit[i++] = 0;
    if (i < s->problem->n_items)
        s->digit[i]++;
}

/* What subset q holds; the answer is the number of items. */
static size_t entries_of(const subsets *s, size_t q)
{
    size_t n = 0;
    for (size_t i = 0; i < s->problem->n_items; i++) {
        const size_t count = q / s->stride[i] % ((size_t)s->problem->copies[i] + 1);
        if (count > 0)
            s->entry[n++] = (ul_pattern_entry){(uint32_t)i, (uint32_t)count};
    }
    return n;
}

static void price_machines(const subsets *s)
{
    for (size_t q = 1; q < s->n; q++) {
        if (q % 1024 == 0 && ul_run_expired(s->run))
            return;
        const size_t type = ul_exact_cheapest_type(s->problem, s->entry, entries_of(s, q));
        s->machine[q] = type == UL_NONE ? DEAR : s->problem->type[type].price;
    }
}

/* The next part of the subset, with at least one copy of its last item; `at` is
 * its number. False behind the last one. */
static bool next_part(const subsets *s, size_t last, size_t *at)
{
    for (size_t i = 0; i <= last; i++) {
        if (s->part[i] < s->digit[i]) {
            s->part[i]++;
            *at += s->stride[i];
            return true;
        }
        *at -= (size_t)s->part[i] * s->stride[i];
        s->part[i] = 0;
    }
    return false;
}

static void cost_subset(const subsets *s, size_t q)
{
    size_t last = s->problem->n_items - 1;
    while (s->digit[last] == 0)
        last--;
    memset(s->part, 0, s->problem->n_items * sizeof *s->part);
    s->part[last] = 1;
    s->cost[q] = DEAR;
    size_t at = s->stride[last];
    do {
        const int64_t cost = s->machine[at] + s->cost[q - at];
        if (cost < s->cost[q]) {
            s->cost[q] = cost;
            s->first[q] = (uint32_t)at;
        }
    } while (next_part(s, last, &at));
}

/* Whether all subsets have their cost before the time is over. */
static bool cost_all(const subsets *s)
{
    s->cost[0] = 0;
    for (size_t q = 1; q < s->n; q++) {
        if (q % 64 == 0 && ul_run_expired(s->run))
            return false;
        step(s);
        cost_subset(s, q);
    }
    return true;
}

static ul_status read_solution(const subsets *s, ul_exact_solution *solution)
{
    for (size_t q = s->n - 1; q > 0; q -= s->first[q]) {
        const size_t n = entries_of(s, s->first[q]);
        UL_TRY(ul_exact_solution_add(s->problem, solution,
                                     ul_exact_cheapest_type(s->problem, s->entry, n), s->entry, n,
                                     1));
    }
    return UL_OK;
}

static ul_status solve_subsets(ul_exact *exact, ul_arena *arena, bool *solved)
{
    subsets s;
    ul_exact_solution solution = {0};
    UL_TRY(open_subsets(exact, arena, &s));
    price_machines(&s);
    if (ul_run_expired(exact->run) || !cost_all(&s))
        return UL_OK;
    const int64_t units = s.cost[s.n - 1];
    UL_TRY(ul_exact_improve(exact, read_solution(&s, &solution), &solution));
    *solved = true;
    return ul_exact_raise(exact, units);
}

ul_status ul_subset_dp(ul_exact *exact, bool *solved)
{
    ul_arena *arena = ul_arena_new();
    *solved = false;
    const ul_status status = arena == NULL ? ul_no_memory()
                                           : solve_subsets(exact, arena, solved);
    ul_arena_free(arena);
    return status;
}
