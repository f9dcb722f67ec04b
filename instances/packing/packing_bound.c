#include "packing_bound.h"

/* The least dollars that one task of shape s takes up of a machine through
 * resource r, over the types that hold it: price * demand / capacity, rounded
 * down. No plan pays less for it, since no machine sells more than its capacity. */
static ul_cost least_dollars(const ul_packing *in, size_t s, size_t r)
{
    ul_cost least = -1;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_packing_type *type = &in->type[k];
        const ul_micro *need = ul_packing_demand(in, s, type->family);
        if (!ul_packing_fits(in, need, type->capacity))
            continue;
        const ul_cost price = (ul_cost)type->price * UL_COST_PER_MICRO; /* below 10^24 */
        ul_cost product, dollars = 0;
        if (need[r] > 0)
            dollars = __builtin_mul_overflow(price, (ul_cost)need[r], &product)
                          ? price / type->capacity[r] * need[r]
                          : product / type->capacity[r];
        least = least < 0 || dollars < least ? dollars : least;
    }
    return least;
}

/* The best over resources of the sum above, or the dearest single task. */
ul_cost ul_packing_bound(const ul_packing *in, const uint64_t *copies, const char **why)
{
    ul_cost best = 0;
    *why = "the dearest task alone";
    for (size_t s = 0; s < in->n_shapes; s++) {
        const ul_cost price = (ul_cost)in->type[ul_packing_cheapest_for(in, s)].price
                              * UL_COST_PER_MICRO;
        best = price > best ? price : best;
    }
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_cost sum = 0;
        for (size_t s = 0; s < in->n_shapes; s++)
            sum += least_dollars(in, s, r) * (ul_cost)copies[s];
        if (sum > best) {
            best = sum;
            *why = in->resource[r];
        }
    }
    return best;
}
