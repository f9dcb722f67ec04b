#include "packing_plan.h"

#include <stdlib.h>
#include <string.h>

ul_status ul_packing_plan_new(const ul_packing *in, ul_arena *arena, ul_packing_plan **plan)
{
    UL_ALLOC(arena, *plan, 1);
    (*plan)->in = in;
    (*plan)->arena = arena;
    return UL_OK;
}

ul_status ul_plan_open(ul_packing_plan *plan, size_t type, size_t *i)
{
    const size_t n_resources = plan->in->n_resources;
    if (plan->n_bins == plan->bin_room) {
        const size_t room = plan->bin_room == 0 ? 16 : plan->bin_room * 2;
        plan->bin = ul_arena_grow(plan->arena, plan->bin, plan->n_bins, room, sizeof *plan->bin);
        plan->free = ul_arena_grow(plan->arena, plan->free, plan->n_bins, room,
                                   n_resources * sizeof *plan->free);
        UL_NEED(plan->bin && plan->free);
        plan->bin_room = room;
    }
    plan->bin[plan->n_bins] = (ul_plan_bin){(uint32_t)type, 1, UL_PACKING_NONE};
    memcpy(plan->free + plan->n_bins * n_resources, plan->in->type[type].capacity,
           n_resources * sizeof *plan->free);
    if (i != NULL)
        *i = plan->n_bins;
    plan->n_bins++;
    return UL_OK;
}

bool ul_plan_fits(const ul_packing_plan *plan, size_t i, size_t j, uint64_t count)
{
    const ul_micro *need = ul_packing_need(plan->in, j, plan->bin[i].type);
    const ul_micro *free = ul_plan_free(plan, i);
    for (size_t r = 0; r < plan->in->n_resources; r++)
        if (free[r] < 0 || (need[r] > 0 && (uint64_t)(free[r] / need[r]) < count))
            return false;
    return true;
}

ul_status ul_plan_put(ul_packing_plan *plan, size_t i, size_t j, uint32_t count)
{
    const ul_micro *need = ul_packing_need(plan->in, j, plan->bin[i].type);
    ul_micro *free = plan->free + i * plan->in->n_resources;
    for (size_t r = 0; r < plan->in->n_resources; r++) {
        const ul_cost left = (ul_cost)free[r] - (ul_cost)need[r] * count;
        free[r] = left < -UL_MICRO_MAX ? -UL_MICRO_MAX : (ul_micro)left;
    }
    const uint32_t head = plan->bin[i].head;
    if (head != UL_PACKING_NONE && plan->entry[head].task == j
        && plan->entry[head].count <= UINT32_MAX - count) {
        plan->entry[head].count += count;
        return UL_OK;
    }
    UL_MORE(plan->arena, plan->entry, plan->n_entries, plan->entry_room);
    plan->entry[plan->n_entries] = (ul_plan_entry){(uint32_t)j, count, head};
    plan->bin[i].head = (uint32_t)plan->n_entries++;
    return UL_OK;
}

ul_status ul_packing_plan_copy(const ul_packing_plan *plan, ul_arena *arena, ul_packing_plan **copy)
{
    const size_t n_resources = plan->in->n_resources;
    UL_TRY(ul_packing_plan_new(plan->in, arena, copy));
    ul_packing_plan *to = *copy;
    to->n_bins = to->bin_room = plan->n_bins;
    to->n_entries = to->entry_room = plan->n_entries;
    UL_ALLOC_RAW(arena, to->bin, plan->n_bins);
    UL_ALLOC_RAW(arena, to->free, plan->n_bins * n_resources);
    UL_ALLOC_RAW(arena, to->entry, plan->n_entries);
    if (plan->n_bins > 0) {
        memcpy(to->bin, plan->bin, plan->n_bins * sizeof *to->bin);
        memcpy(to->free, plan->free, plan->n_bins * n_resources * sizeof *to->free);
    }
    if (plan->n_entries > 0)
        memcpy(to->entry, plan->entry, plan->n_entries * sizeof *to->entry);
    return UL_OK;
}

/* ---- the checker: nothing here trusts plan->free ---- */

static ul_status check_bin(const ul_packing_plan *plan, size_t i, uint64_t *placed, bool *valid)
{
    const ul_packing *in = plan->in;
    const ul_plan_bin *bin = &plan->bin[i];
    ul_cost used[UL_RESOURCES_MAX];
    if (bin->type >= in->n_types || bin->copies == 0)
        return ul_refuse(valid, "bin %zu has no type or no copies", i + 1);
    memset(used, 0, in->n_resources * sizeof *used);
    for (uint32_t e = bin->head; e != UL_PACKING_NONE; e = plan->entry[e].next) {
        const ul_plan_entry *entry = &plan->entry[e];
        if (entry->task >= in->n_tasks)
            return ul_refuse(valid, "bin %zu holds a task that does not exist", i + 1);
        const ul_micro *need = ul_packing_need(in, entry->task, bin->type);
        for (size_t r = 0; r < in->n_resources; r++)
            used[r] += (ul_cost)need[r] * entry->count;
        /* far beyond any number of copies, so that a forged plan cannot wrap it */
        placed[entry->task] += (uint64_t)entry->count * bin->copies;
        if (placed[entry->task] > UINT32_MAX)
            placed[entry->task] = UINT32_MAX;
    }
    for (size_t r = 0; r < in->n_resources; r++)
        if (used[r] > in->type[bin->type].capacity[r])
            return ul_refuse(valid, "bin %zu (%s) holds more %s than its capacity", i + 1,
                             in->type[bin->type].name, in->resource[r]);
    return UL_OK;
}

/* No more machines of any type than there are. */
static ul_status check_supply(const ul_packing_plan *plan, bool *valid)
{
    const ul_packing *in = plan->in;
    uint64_t *machines = in->is_limited ? calloc(in->n_types, sizeof *machines) : NULL;
    if (!in->is_limited)
        return UL_OK;
    UL_NEED(machines);
    for (size_t i = 0; i < plan->n_bins; i++)
        machines[plan->bin[i].type] += plan->bin[i].copies;
    ul_status status = UL_OK;
    for (size_t k = 0; k < in->n_types && status == UL_OK && *valid; k++)
        if (in->type[k].supply != UL_ANY_NUMBER && machines[k] > in->type[k].supply)
            status = ul_refuse(valid, "%llu machines of type '%s', the supply is %u",
                               (unsigned long long)machines[k], in->type[k].name,
                               in->type[k].supply);
    free(machines);
    return status;
}

static ul_status check_with(const ul_packing_plan *plan, uint64_t *placed, bool *valid,
                            ul_cost *cost)
{
    const ul_packing *in = plan->in;
    ul_cost total = 0;
    for (size_t i = 0; i < plan->n_bins; i++) {
        UL_TRY(check_bin(plan, i, placed, valid));
        if (!*valid)
            return UL_OK;
        total += (ul_cost)in->type[plan->bin[i].type].price * plan->bin[i].copies;
    }
    for (size_t j = 0; j < in->n_tasks; j++)
        if (placed[j] != in->task[j].copies)
            return ul_refuse(valid, "task '%s': %llu placed, %u wanted", in->task[j].name,
                             (unsigned long long)placed[j], in->task[j].copies);
    *cost = total * UL_COST_PER_MICRO;
    return check_supply(plan, valid);
}

ul_status ul_packing_check(const ul_packing_plan *plan, bool *valid, ul_cost *cost)
{
    uint64_t *placed = calloc(plan->in->n_tasks, sizeof *placed);
    UL_NEED(placed);
    *valid = true;
    const ul_status status = check_with(plan, placed, valid, cost);
    free(placed);
    return status;
}
