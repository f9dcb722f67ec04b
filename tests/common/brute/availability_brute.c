#include "availability_brute.h"

#include <math.h>
#include <stdio.h>

#include "availability_pool.h"

typedef struct {
    const ul_availability *in;
    uint64_t always_up; /* capacity of on-demand machines */
    ul_block block[AVAILABILITY_BRUTE_TYPES];
    ul_cost best;
    bool found;
} enumeration;

static void enumerate(enumeration *e, size_t k, ul_cost cost)
{
    const ul_availability *in = e->in;
    if (e->found && cost >= e->best)
        return;
    if (k == in->n_types) {
        const uint64_t lacking = e->always_up < in->capacity ? in->capacity - e->always_up : 0;
        double failure = 0;
        if (lacking == 0
            || (ul_pool_failure(e->block, k, lacking, &failure) == UL_OK
                && failure <= ul_availability_allowance(in))) {
            e->best = cost;
            e->found = true;
        }
        return;
    }
    const ul_availability_type *type = &in->type[k];
    for (uint64_t n = 0; n == 0 || (n - 1) * type->capacity < in->capacity; n++) {
        e->block[k] = (ul_block){n * type->capacity, type->availability};
        enumerate(e, k + 1, cost + type->cost * (ul_cost)n);
    }
}

/* Counts of on-demand machines first: what they leave is for the transient ones. */
static void enumerate_on_demand(enumeration *e, size_t k, ul_cost cost)
{
    const ul_availability *in = e->in;
    if (k == in->n_types) {
        enumerate(e, 0, cost);
        return;
    }
    const ul_availability_type *type = &in->type[k];
    enumerate_on_demand(e, k + 1, cost);
    if (type->on_demand_cost == 0 || e->always_up >= in->capacity)
        return;
    e->always_up += type->capacity;
    enumerate_on_demand(e, k, cost + type->on_demand_cost);
    e->always_up -= type->capacity;
}

bool availability_brute(const ul_availability *in, ul_cost *best)
{
    enumeration e = {.in = in};
    enumerate_on_demand(&e, 0, 0);
    *best = e.best;
    return e.found;
}

bool availability_brute_transient(const ul_availability *in, ul_cost *best)
{
    enumeration e = {.in = in};
    enumerate(&e, 0, 0);
    *best = e.best;
    return e.found;
}

void availability_random(ul_rng *rng, char *text, size_t room)
{
    const int64_t types = ul_rng_between(rng, 1, 6);
    const int64_t capacity = ul_rng_between(rng, 1, types > 4 ? 9 : 14);
    int used = snprintf(text, room, "ullage,1,availability\nname,random\ntarget,%d,%.9g\n",
                        (int)capacity, 1 - pow(10, -3.5 * ul_rng_unit(rng)));
    for (int64_t k = 0; k < types; k++) {
        const double up = ul_rng_below(rng, 12) == 0 ? (double)ul_rng_below(rng, 2)
                                                     : 1 - pow(10, -2.5 * ul_rng_unit(rng));
        const double price = 0.05 + ul_rng_unit(rng);
        char on_demand[32] = "";
        if (ul_rng_below(rng, 3) == 0)
            snprintf(on_demand, sizeof on_demand, "%.4f", price * (1 + 2 * ul_rng_unit(rng)));
        used += snprintf(text + used, room - (size_t)used, "vm,v%d,%d,%.4f,%s,%.9g\n", (int)k,
                         (int)ul_rng_between(rng, 1, 5), price, on_demand, up);
    }
}
