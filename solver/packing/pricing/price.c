#include "price.h"

#include <math.h>

#include "price_search.h"
#include "price_table.h"

/* Tables over a capacity in larger units, sizes rounded up: what they hold fits, and they find
 * most of what a table of a hundred times their states does. */
enum { COARSE_TABLES = 2, GRAIN_MIN = 7 }; /* a finer grain saves too little */
static const int64_t units[COARSE_TABLES] = {1 << 13, 1 << 16}; /* of the capacity */

struct ul_pricer {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_price_table **table; /* per group; NULL: by search */
    bool *has_few;          /* per group: by search because it has few patterns */
    size_t n_coarse;        /* from the coarsest on: none where a group's own table is small */
    ul_price_table *coarse[COARSE_TABLES];
    ul_pricing pricing;
    size_t round;
    int64_t largest_price; /* that the scale has room for, beside the problem's */
};

#define LARGE_TABLE 1e5 /* states */
enum { FEW_PATTERNS = 20000, FEW_ITEMS = 200 };

/* Every sum of values stays below this. */
#define VALUE_MAX ((double)(1 << 30))

/* A value that rounding put just below a whole number is that number. */
#define ALMOST_WHOLE 1e-6

/* Few patterns are looked through in less time than a table is filled. A group whose
 * table is small has one in any case, since it tells more than the best pattern. */
static ul_status find_few(const ul_exact_problem *problem, size_t g, ul_run *run, bool *has_few)
{
    double states = 1;
    for (size_t d = 0; d < problem->group[g].n_dims; d++)
        states *= (double)problem->group[g].largest[d] + 1;
    *has_few = false;
    if (states < LARGE_TABLE || problem->n_items > FEW_ITEMS
        || !ul_exact_has_one_price(problem))
        return UL_OK;
    return ul_price_search_has_few(problem, g, run, FEW_PATTERNS, has_few);
}

/* The problem of one group and dimension in units of `grain`. */
static ul_status coarsen(const ul_exact_problem *problem, int64_t grain, ul_arena *arena,
                         ul_exact_problem **result)
{
    int64_t *weight, *largest, *capacity;
    ul_exact_type *type;
    ul_exact_group *group;
    UL_ALLOC(arena, weight, problem->n_items);
    UL_ALLOC(arena, largest, 1);
    UL_ALLOC(arena, capacity, problem->n_types);
    UL_COPY(arena, type, problem->type, problem->n_types);
    UL_ALLOC(arena, group, 1);
    UL_ALLOC(arena, *result, 1);
    for (size_t i = 0; i < problem->n_items; i++)
        weight[i] = (problem->group->weight[i] + grain - 1) / grain;
    for (size_t k = 0; k < problem->n_types; k++) {
        capacity[k] = problem->type[k].capacity[0] / grain;
        type[k].capacity = &capacity[k];
    }
    *largest = *problem->group->largest / grain;
    *group = *problem->group;
    group->weight = weight;
    group->largest = largest;
    **result = *problem;
    (*result)->type = type;
    (*result)->group = group;
    return UL_OK;
}

static ul_status add_coarse_tables(ul_pricer *pricer, ul_arena *arena)
{
    const ul_exact_problem *problem = pricer->problem;
    if (!ul_exact_has_one_price(problem) || problem->n_groups != 1 || problem->group->n_dims != 1)
        return UL_OK;
    for (size_t q = 0; q < COARSE_TABLES; q++) {
        const int64_t grain = *problem->group->largest / units[q];
        ul_exact_problem *coarse;
        if (grain < GRAIN_MIN)
            return UL_OK;
        UL_TRY(coarsen(problem, grain, arena, &coarse));
        UL_TRY(ul_price_table_new(coarse, 0, pricer->run, arena, &pricer->coarse[q]));
        if (pricer->coarse[q] == NULL)
            return UL_OK;
        pricer->n_coarse++;
    }
    return UL_OK;
}

ul_status ul_pricer_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                        ul_pricer **result)
{
    ul_pricer *pricer = ul_arena_alloc(arena, 1, sizeof *pricer);
    *result = pricer;
    UL_NEED(pricer);
    pricer->problem = problem;
    pricer->run = run;
    UL_ALLOC(arena, pricer->table, problem->n_groups);
    UL_ALLOC(arena, pricer->pricing.value, problem->n_items);
    UL_ALLOC(arena, pricer->pricing.best, problem->n_types);
    UL_ALLOC(arena, pricer->pricing.searched, problem->n_types);
    UL_ALLOC(arena, pricer->has_few, problem->n_groups);
    for (size_t g = 0; g < problem->n_groups; g++) {
        UL_TRY(find_few(problem, g, run, &pricer->has_few[g]));
        if (!pricer->has_few[g])
            UL_TRY(ul_price_table_new(problem, g, run, arena, &pricer->table[g]));
    }
    return add_coarse_tables(pricer, arena);
}

bool ul_pricer_is_table(const ul_pricer *pricer)
{
    for (size_t g = 0; g < pricer->problem->n_groups; g++)
        if (pricer->table[g] == NULL && !pricer->has_few[g])
            return false;
    return true;
}

double ul_pricer_cells(const ul_pricer *pricer)
{
    double cells = 0;
    for (size_t g = 0; g < pricer->problem->n_groups; g++)
        if (!pricer->has_few[g])
            cells += pricer->table[g] == NULL ? HUGE_VAL : ul_price_table_cells(pricer->table[g]);
    return cells;
}

void ul_pricer_limit_scale(ul_pricer *pricer, int64_t price)
{
    pricer->largest_price = price;
}

/* No pattern of the group's largest machine is worth more than this: everything
 * that fits, or in any one resource its capacity at the best value by weight. */
static double value_at_most(const ul_exact_problem *problem, const ul_exact_group *group,
                            const double *value)
{
    double most = 0;
    for (size_t i = 0; i < problem->n_items; i++)
        if (group->fits[i])
            most += value[i] * (double)problem->copies[i];
    for (size_t d = 0; d < group->n_dims; d++) {
        double weightless = 0, density = 0;
        for (size_t i = 0; i < problem->n_items; i++) {
            const int64_t weight = group->weight[i * group->n_dims + d];
            if (!group->fits[i])
                continue;
            if (weight == 0)
                weightless += value[i] * (double)problem->copies[i];
            else if (value[i] / (double)weight > density)
                density = value[i] / (double)weight;
        }
        most = fmin(most, weightless + density * (double)group->largest[d]);
    }
    return most;
}

/* The finest scale on which values and prices stay inside 31 bits. */
static ul_price_scale choose_scale(const ul_pricer *pricer, const double *value)
{
    const ul_exact_problem *problem = pricer->problem;
    double most = fmax(1, (double)pricer->largest_price);
    for (size_t g = 0; g < problem->n_groups; g++)
        most = fmax(most, value_at_most(problem, &problem->group[g], value));
    for (size_t k = 0; k < problem->n_types; k++)
        most = fmax(most, (double)problem->type[k].price);
    if (most <= VALUE_MAX / 2)
        return (ul_price_scale){(int64_t)(VALUE_MAX / most), 1};
    return (ul_price_scale){1, (int64_t)ceil(most / VALUE_MAX)};
}

/* Values in whole numbers; how far the order of items is turned this time. */
static size_t begin_pricing(ul_pricer *pricer, const double *value)
{
    ul_pricing *pricing = &pricer->pricing;
    pricing->complete = true;
    pricing->scale = choose_scale(pricer, value);
    const double factor = (double)pricing->scale.num / (double)pricing->scale.den;
    for (size_t i = 0; i < pricer->problem->n_items; i++)
        pricing->value[i] = value[i] > 0 ? (int64_t)floor(value[i] * factor + ALMOST_WHOLE) : 0;
    return 7919 * pricer->round++;
}

/* Whether no item is worth more than its part of a machine, so that no pattern is worth more
 * than its price. Only asked where a table takes long. */
static bool is_by_weight(const ul_pricer *pricer)
{
    const ul_exact_problem *problem = pricer->problem;
    const ul_pricing *pricing = &pricer->pricing;
    for (size_t k = 0; k < problem->n_types; k++)
        for (size_t i = 0; i < problem->n_items; i++)
            if ((ul_cost)pricing->value[i] * problem->type[k].capacity[0] * pricing->scale.den
                > (ul_cost)problem->type[k].price * pricing->scale.num * problem->group->weight[i])
                return false;
    return true;
}

ul_status ul_pricer_price(ul_pricer *pricer, const double *value, ul_pattern_pool *pool,
                          const ul_pricing **result)
{
    const ul_exact_problem *problem = pricer->problem;
    ul_pricing *pricing = &pricer->pricing;
    const size_t rotate = begin_pricing(pricer, value);
    *result = pricing;
    const bool by_weight = pricer->n_coarse > 0 && is_by_weight(pricer);
    for (size_t k = 0; k < problem->n_types && by_weight; k++) { /* the price is a bound */
        pricing->best[k] = problem->type[k].price * pricing->scale.num / pricing->scale.den;
        pricing->searched[k] = false;
    }
    if (by_weight)
        return UL_OK;
    for (size_t g = 0; g < problem->n_groups; g++)
        UL_TRY(pricer->table[g] != NULL
                   ? ul_price_table_price(pricer->table[g], pricing, rotate, pool)
                   : ul_price_search_price(problem, g, pricer->run, pricing, pool));
    return UL_OK;
}

size_t ul_pricer_coarse(const ul_pricer *pricer)
{
    return pricer->n_coarse;
}

ul_status ul_pricer_price_coarsely(ul_pricer *pricer, size_t which, const double *value,
                                   ul_pattern_pool *pool)
{
    const size_t rotate = begin_pricing(pricer, value);
    return ul_price_table_price(pricer->coarse[which], &pricer->pricing, rotate, pool);
}

ul_status ul_pricer_enumerate(ul_pricer *pricer, const ul_price_window *window, size_t limit,
                              ul_pattern_pool *pool, bool *whole)
{
    *whole = true;
    for (size_t g = 0; g < pricer->problem->n_groups && *whole; g++)
        UL_TRY(pricer->table[g] != NULL
                   ? ul_price_table_enumerate(pricer->table[g], window, limit, pool, whole)
                   : ul_price_search_enumerate(pricer->problem, g, pricer->run, window, limit,
                                               pool, whole));
    return UL_OK;
}

ul_status ul_pricer_sample(ul_pricer *pricer, const ul_price_window *window, size_t draws,
                           double *use, double *patterns, bool *whole)
{
    *patterns = 0;
    *whole = true;
    for (size_t i = 0; i < pricer->problem->n_items; i++)
        use[i] = 0;
    for (size_t g = 0; g < pricer->problem->n_groups && *whole; g++) {
        *whole = pricer->table[g] != NULL;
        if (*whole)
            UL_TRY(ul_price_table_sample(pricer->table[g], window, draws, use, patterns, whole));
    }
    return UL_OK;
}

ul_status ul_pricer_price_cuts(ul_pricer *pricer, const ul_cut_prices *prices, ul_cut_search *search,
                               ul_pattern_pool *pool)
{
    search->complete = false;
    return pricer->problem->n_groups == 1 && pricer->table[0] != NULL
               ? ul_price_table_cuts(pricer->table[0], prices, search, pool)
               : UL_OK;
}
