#include "exact_dual.h"

#include <string.h>

ul_status ul_exact_dual_new(const ul_exact_problem *problem, ul_arena *arena, ul_exact_dual *dual)
{
    *dual = (ul_exact_dual){.scale = {1, 1}};
    UL_ALLOC(arena, dual->value, problem->n_items);
    UL_ALLOC(arena, dual->most, problem->n_types);
    UL_ALLOC(arena, dual->supply_dual, problem->n_types);
    return UL_OK;
}

void ul_exact_dual_copy(const ul_exact_problem *problem, ul_exact_dual *to, const ul_exact_dual *from)
{
    memcpy(to->value, from->value, problem->n_items * sizeof *to->value);
    memcpy(to->most, from->most, problem->n_types * sizeof *to->most);
    memcpy(to->supply_dual, from->supply_dual, problem->n_types * sizeof *to->supply_dual);
    to->scale = from->scale;
    to->total = from->total;
    to->supply_units = from->supply_units;
}

int64_t ul_exact_dual_units(const ul_exact_dual *dual)
{
    const ul_cost num = dual->scale.num, den = dual->scale.den;
    return (int64_t)((dual->total * den + num - 1) / num - dual->supply_units);
}
