#include "packing_bound.h"

/* What one task takes up of a machine through a resource: price * demand / capacity,
 * rounded down. */
static ul_cost dollars_of(ul_cost price, ul_micro need, ul_micro capacity)
{
    ul_cost product;
    if (need == 0)
        return 0;
    return __builtin_mul_overflow(price, (ul_cost)need, &product) ? price / capacity * need
                                                                  : product / capacity;
}

/* The least dollars that one task of shape s takes up through each resource, over the types
 * that hold it. No plan pays less for it, since no machine sells more than its capacity. */
static void least_dollars(const ul_packing *in, size_t s, ul_cost least[UL_RESOURCES_MAX])
{
    bool any = false;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_packing_type *type = &in->type[k];
        const ul_micro *need = ul_packing_demand(in, s, type->family);
        if (!ul_packing_fits(in, need, type->capacity))
            continue;
        const ul_cost price = (ul_cost)type->price * UL_COST_PER_MICRO; /* below 10^24 */
        for (size_t r = 0; r < in->n_resources; r++) {
            /* most are far above the least: a rough look spares the long division */
            if (any && (double)price * (double)need[r] > 1.001 * (double)(least[r] + 1) * (double)type->capacity[r])
                continue;
            const ul_cost dollars = dollars_of(price, need[r], type->capacity[r]);
            least[r] = !any || dollars < least[r] ? dollars : least[r];
        }
        any = true;
    }
}

static bool is_over(const ul_packing_bound_stop *stop)
{
    return stop != NULL && stop->over(stop->context);
}

/* The best over resources of the sum above, or the dearest single task. */
ul_cost ul_packing_bound(const ul_packing *in, const uint64_t *copies,
                         const ul_packing_bound_stop *stop, const char **why)
{
    ul_cost best = 0, sum[UL_RESOURCES_MAX] = {0}, least[UL_RESOURCES_MAX] = {0};
    *why = "the dearest task alone";
    for (size_t s = 0; s < in->n_shapes; s++) {
        const ul_cost price = (ul_cost)in->type[ul_packing_cheapest_for(in, s)].price
                              * UL_COST_PER_MICRO;
        best = price > best ? price : best;
    }
    for (size_t s = 0; s < in->n_shapes && !is_over(stop); s++) {
        least_dollars(in, s, least);
        for (size_t r = 0; r < in->n_resources; r++)
            sum[r] += least[r] * (ul_cost)copies[s];
    }
    for (size_t r = 0; r < in->n_resources; r++)
        if (sum[r] > best) {
            best = sum[r];
            *why = in->resource[r];
        }
    return best;
}
