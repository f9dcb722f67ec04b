#include "price_coarse.h"

static const int64_t units[UL_COARSE_TABLES] = {1 << 13, 1 << 16}; /* of the capacity */
enum { GRAIN_MIN = 7 }; /* a finer one saves too little */

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

ul_status ul_coarse_tables_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                               ul_coarse_tables *tables)
{
    tables->n = 0;
    if (!ul_exact_has_one_price(problem) || problem->n_groups != 1 || problem->group->n_dims != 1)
        return UL_OK;
    for (size_t q = 0; q < UL_COARSE_TABLES; q++) {
        const int64_t grain = *problem->group->largest / units[q];
        ul_exact_problem *coarse;
        if (grain < GRAIN_MIN)
            return UL_OK;
        UL_TRY(coarsen(problem, grain, arena, &coarse));
        UL_TRY(ul_price_table_new(coarse, 0, run, arena, &tables->table[q]));
        if (tables->table[q] == NULL)
            return UL_OK;
        tables->n++;
    }
    return UL_OK;
}
