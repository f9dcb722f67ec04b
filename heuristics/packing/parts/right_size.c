#include "right_size.h"

/* Sums the demands of a bin's content as on family f. */
static void content_on(const ul_packing_plan *plan, size_t i, size_t f, ul_cost *sum)
{
    const ul_packing *in = plan->in;
    for (size_t r = 0; r < in->n_resources; r++)
        sum[r] = 0;
    for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next) {
        const ul_plan_entry *entry = &plan->entry[e];
        const ul_micro *need = ul_packing_demand(in, in->task[entry->task].shape, f);
        for (size_t r = 0; r < in->n_resources; r++)
            sum[r] += (ul_cost)need[r] * entry->count;
    }
}

size_t ul_cheapest_holding(const ul_packing_plan *plan, size_t i, const ul_supply *supply)
{
    const ul_packing *in = plan->in;
    ul_cost sum[UL_RESOURCES_MAX];
    size_t best = plan->bin[i].type, family = UL_NONE;
    for (size_t k = 0; k < in->n_types; k++) {
        if (in->type[k].price >= in->type[best].price
            || (supply != NULL && supply->left[k] < plan->bin[i].copies))
            continue;
        if (in->type[k].family != family) { /* types of a family mostly stand together */
            family = in->type[k].family;
            content_on(plan, i, family, sum);
        }
        bool holds = true;
        for (size_t r = 0; r < in->n_resources && holds; r++)
            holds = sum[r] <= in->type[k].capacity[r];
        if (holds)
            best = k;
    }
    return best;
}

/* Entries are linked newest first; the copy gets them in the order of putting. */
static ul_status put_oldest_first(const ul_packing_plan *plan, size_t i, uint32_t *stack,
                                  ul_packing_plan *copy)
{
    size_t depth = 0;
    for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next)
        stack[depth++] = e;
    while (depth > 0) {
        const ul_plan_entry *entry = &plan->entry[stack[--depth]];
        UL_TRY(ul_plan_put(copy, copy->n_bins - 1, entry->task, entry->count));
    }
    return UL_OK;
}

ul_status ul_right_sized(const ul_packing_plan *plan, ul_arena *arena, ul_packing_plan **copy)
{
    ul_supply supply;
    UL_TRY(ul_supply_new(plan->in, arena, &supply));
    UL_TRY(ul_packing_plan_new(plan->in, arena, copy));
    for (size_t i = 0; i < plan->n_bins; i++)
        if (plan->bin[i].head != UL_PACKING_NONE)
            ul_supply_take(&supply, plan->bin[i].type, plan->bin[i].copies);
    uint32_t *stack;
    UL_ALLOC_RAW(arena, stack, plan->n_entries);
    for (size_t i = 0; i < plan->n_bins; i++) {
        if (plan->bin[i].head == UL_PACKING_NONE)
            continue;
        const size_t k = ul_cheapest_holding(plan, i, &supply);
        if (k != plan->bin[i].type) {
            ul_supply_take(&supply, k, plan->bin[i].copies);
            ul_supply_give_back(&supply, plan->bin[i].type, plan->bin[i].copies);
        }
        UL_TRY(ul_plan_open(*copy, k, NULL));
        (*copy)->bin[(*copy)->n_bins - 1].copies = plan->bin[i].copies;
        UL_TRY(put_oldest_first(plan, i, stack, *copy));
    }
    return UL_OK;
}
