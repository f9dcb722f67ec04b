#include "choose_machines.h"

#define UNIT_LEFT 0.5 /* less than a unit is rounding */

/* The dearest type of a family that costs at most this, or the cheapest that costs at
 * least this, of those that are to be had beside the machines there are; UL_NONE when there
 * is none. */
static size_t type_near(const ul_exact_problem *problem, const int64_t *machines, uint32_t family,
                        double units, bool at_most)
{
    size_t best = UL_NONE;
    for (size_t k = 0; k < problem->n_types; k++) {
        const double price = (double)problem->type[k].price;
        if (problem->type[k].family != family || (at_most ? price > units : price < units)
            || machines[k] >= problem->type[k].supply)
            continue;
        if (best == UL_NONE || at_most == (problem->type[k].price > problem->type[best].price))
            best = k;
    }
    return best;
}

bool ul_add_machines_for(const ul_exact_problem *problem, uint32_t family, double units,
                      size_t extra, int64_t *machines)
{
    for (size_t left = extra; units > UNIT_LEFT; left--) {
        size_t k = left > 1 ? type_near(problem, machines, family, units + UNIT_LEFT, true) : UL_NONE;
        if (k == UL_NONE)
            k = type_near(problem, machines, family, units - UNIT_LEFT, false);
        if (k == UL_NONE || left == 0)
            return false;
        machines[k]++;
        units -= (double)problem->type[k].price;
    }
    return true;
}

int64_t ul_machines_cost(const ul_exact_problem *problem, const int64_t *machines)
{
    int64_t cost = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        cost += machines[k] * problem->type[k].price;
    return cost;
}
