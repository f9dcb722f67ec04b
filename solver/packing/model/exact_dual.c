#include "exact_dual.h"

ul_status ul_exact_dual_new(const ul_exact_problem *problem, ul_arena *arena, ul_exact_dual *dual)
{
    *dual = (ul_exact_dual){.scale = {1, 1}};
    UL_ALLOC(arena, dual->value, problem->n_items);
    UL_ALLOC(arena, dual->most, problem->n_types);
    UL_ALLOC(arena, dual->supply_dual, problem->n_types);
    return UL_OK;
}

int64_t ul_exact_dual_units(const ul_exact_dual *dual)
{
    const ul_cost num = dual->scale.num, den = dual->scale.den;
    return (int64_t)((dual->total * den + num - 1) / num - dual->supply_units);
}
