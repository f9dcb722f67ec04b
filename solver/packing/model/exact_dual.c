#include "exact_dual.h"

ul_status ul_exact_dual_new(const ul_exact_problem *problem, ul_arena *arena, ul_exact_dual *dual)
{
    dual->value = ul_arena_alloc(arena, problem->n_items, sizeof *dual->value);
    dual->most = ul_arena_alloc(arena, problem->n_types, sizeof *dual->most);
    dual->scale = (ul_price_scale){1, 1};
    dual->total = 0;
    return dual->value != NULL && dual->most != NULL
               ? UL_OK : ul_no_memory();
}

int64_t ul_exact_dual_units(const ul_exact_dual *dual)
{
    const ul_cost num = dual->scale.num, den = dual->scale.den;
    return (int64_t)((dual->total * den + num - 1) / num);
}
