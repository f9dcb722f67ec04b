#include "stratus_score.h"

ul_status ul_stratus_units(const ul_packing *in, ul_arena *arena, const ul_micro **result)
{
    ul_micro *unit = ul_arena_alloc(arena, in->n_resources, sizeof *unit);
    if (unit == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for units of resources");
    for (size_t r = 0; r < in->n_resources; r++) {
        for (size_t k = 0; k < in->n_types; k++) {
            const ul_micro amount = in->type[k].capacity[r];
            if (amount > 0 && (unit[r] == 0 || amount < unit[r]))
                unit[r] = amount;
        }
        if (unit[r] == 0)
            unit[r] = 1; /* no type has it, so no task uses it */
    }
    *result = unit;
    return UL_OK;
}

ul_stratus_score ul_stratus_score_of(const ul_packing *in, const ul_micro *unit, size_t k,
                                     const ul_micro *used)
{
    const ul_micro *capacity = in->type[k].capacity;
    size_t most = UL_NONE;
    for (size_t r = 0; r < in->n_resources; r++)
        if (capacity[r] > 0
            && (most == UL_NONE
                || (ul_cost)used[r] * capacity[most] > (ul_cost)used[most] * capacity[r]))
            most = r;
    if (most == UL_NONE)
        return (ul_stratus_score){0, 1, in->type[k].price};
    return (ul_stratus_score){used[most], unit[most], in->type[k].price};
}

/* x * y * z, or false when that takes more than 127 bits. */
static bool product(ul_micro x, ul_micro y, ul_micro z, ul_cost *value)
{
    return !__builtin_mul_overflow((ul_cost)x * y, (ul_cost)z, value);
}

int ul_stratus_score_compare(ul_stratus_score a, ul_stratus_score b)
{
    ul_cost x, y;
    if (a.price == 0 || b.price == 0) {
        if (a.price != b.price)
            return a.price == 0 ? 1 : -1;
        a.price = b.price = 1;
    }
    if (product(a.used, b.unit, b.price, &x) && product(b.used, a.unit, a.price, &y))
        return x < y ? -1 : x > y;
    const long double p = (long double)a.used * b.unit * b.price;
    const long double q = (long double)b.used * a.unit * a.price;
    return p < q ? -1 : p > q;
}

double ul_stratus_score_double(ul_stratus_score score)
{
    return (double)score.used / (double)score.unit / ul_micro_double(score.price);
}
