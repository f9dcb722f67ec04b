#include "stratus_score.h"

ul_status ul_stratus_units(const ul_packing *in, ul_arena *arena, const ul_micro **result)
{
    ul_micro *unit;
    UL_ALLOC(arena, unit, in->n_resources);
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

ul_stratus_score ul_stratus_score_on(size_t n, const ul_micro *unit, const ul_micro *capacity,
                                     ul_micro price, const ul_micro *used)
{
    size_t most = UL_NONE;
    for (size_t r = 0; r < n; r++)
        if (capacity[r] > 0
            && (most == UL_NONE
                || (ul_cost)used[r] * capacity[most] > (ul_cost)used[most] * capacity[r]))
            most = r;
    if (most == UL_NONE)
        return (ul_stratus_score){0, 1, price};
    return (ul_stratus_score){used[most], unit[most], price};
}

ul_stratus_score ul_stratus_score_of(const ul_packing *in, const ul_micro *unit, size_t k,
                                     const ul_micro *used)
{
    return ul_stratus_score_on(in->n_resources, unit, in->type[k].capacity, in->type[k].price,
                               used);
}

/* A product of three amounts, up to 189 bits: high * 2^64 + low. */
typedef struct {
    ul_cost high;
    uint64_t low;
} product;

static product product_of(ul_micro x, ul_micro y, ul_micro z)
{
    const ul_cost xy = (ul_cost)x * y;
    const ul_cost low = (ul_cost)(uint64_t)xy * z;
    return (product){(xy >> 64) * z + (low >> 64), (uint64_t)low};
}

int ul_stratus_score_compare(ul_stratus_score a, ul_stratus_score b)
{
    if (a.price == 0 || b.price == 0) {
        if (a.price != b.price)
            return a.price == 0 ? 1 : -1;
        a.price = b.price = 1;
    }
    const product p = product_of(a.used, b.unit, b.price), q = product_of(b.used, a.unit, a.price);
    if (p.high != q.high)
        return p.high < q.high ? -1 : 1;
    return p.low < q.low ? -1 : p.low > q.low;
}

double ul_stratus_score_double(ul_stratus_score score)
{
    return (double)score.used / (double)score.unit / ul_micro_double(score.price);
}
