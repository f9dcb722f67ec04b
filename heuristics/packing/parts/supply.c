#include "supply.h"

#include <stdio.h>

ul_status ul_supply_new(const ul_packing *in, ul_arena *arena, ul_supply *supply)
{
    *supply = (ul_supply){.in = in};
    UL_ALLOC_RAW(arena, supply->left, in->n_types);
    for (size_t k = 0; k < in->n_types; k++)
        supply->left[k] = in->type[k].supply;
    return UL_OK;
}

size_t ul_supply_cheapest(const ul_supply *supply, size_t shape)
{
    const ul_packing *in = supply->in;
    const size_t cheapest = ul_packing_cheapest_for(in, shape);
    size_t best = UL_NONE;
    if (supply->left[cheapest] > 0)
        return cheapest;
    for (size_t k = 0; k < in->n_types; k++)
        if (supply->left[k] > 0 && (best == UL_NONE || in->type[k].price < in->type[best].price)
            && ul_packing_fits(in, ul_packing_demand(in, shape, in->type[k].family),
                               in->type[k].capacity))
            best = k;
    return best;
}

uint32_t ul_supply_of(const ul_supply *supply, size_t type, uint32_t wanted)
{
    return supply->left[type] < wanted ? supply->left[type] : wanted;
}

void ul_supply_take(const ul_supply *supply, size_t type, uint32_t machines)
{
    if (supply->left[type] != UL_ANY_NUMBER)
        supply->left[type] -= machines;
}

void ul_supply_give_back(const ul_supply *supply, size_t type, uint32_t machines)
{
    if (supply->left[type] != UL_ANY_NUMBER)
        supply->left[type] += machines;
}

ul_status ul_supply_ends(ul_run *run, const ul_packing_task *task)
{
    char note[400];
    snprintf(note, sizeof note, "no machine that holds task '%s' is left of the supply",
             task->name);
    return ul_run_note(run, note);
}
