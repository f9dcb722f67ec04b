#include "packing_following.h"

#include "recording.h"

ul_status ul_following_begin(const void *data, ul_arena *arena, void **result)
{
    const ul_packing *in = data;
    ul_packing_following *s;
    UL_ALLOC(arena, s, 1);
    s->in = in;
    s->n_waiting = in->n_copies;
    UL_ALLOC(arena, s->waits, in->n_tasks);
    for (size_t j = 0; j < in->n_tasks; j++)
        s->waits[j] = in->task[j].copies;
    *result = s;
    return ul_packing_plan_new(in, arena, &s->plan);
}

double ul_following_price(const ul_packing_following *s, size_t k)
{
    return ul_micro_double(s->in->type[k].price);
}

double ul_following_bin_cost(const ul_packing_following *s, size_t i)
{
    return ul_following_price(s, s->plan->bin[i].type) * s->plan->bin[i].copies;
}

ul_status ul_following_open(ul_packing_following *s, const ul_step *step)
{
    const size_t i = step->bin, k = step->type;
    const uint64_t copies = ul_step_copies(step);
    while (i >= s->plan->n_bins)
        UL_TRY(ul_plan_open(s->plan, k, NULL));
    s->plan->bin[i] = (ul_plan_bin){(uint32_t)k, (uint32_t)copies, UL_PACKING_NONE};
    if (step->kind != UL_STEP_TRIAL)
        s->cost += ul_following_bin_cost(s, i);
    for (size_t r = 0; r < s->in->n_resources; r++)
        s->plan->free[i * s->in->n_resources + r] = s->in->type[k].capacity[r];
    return UL_OK;
}

ul_status ul_following_put(ul_packing_following *s, const ul_step *step)
{
    const uint64_t count = step->count * s->plan->bin[step->bin].copies;
    s->waits[step->task] -= (uint32_t)count;
    s->n_waiting -= count;
    return ul_plan_put(s->plan, step->bin, step->task, (uint32_t)step->count);
}

void ul_following_take_back(ul_packing_following *s, size_t i)
{
    for (uint32_t e = s->plan->bin[i].head; e != UL_PACKING_NONE; e = s->plan->entry[e].next) {
        s->waits[s->plan->entry[e].task] += s->plan->entry[e].count;
        s->n_waiting += s->plan->entry[e].count;
    }
    s->plan->bin[i].head = UL_PACKING_NONE;
    for (size_t r = 0; r < s->in->n_resources; r++)
        s->plan->free[i * s->in->n_resources + r] = -1;
}

void ul_following_repeat(ul_packing_following *s, const ul_step *step)
{
    const uint32_t more = (uint32_t)step->count - 1;
    s->plan->bin[step->bin].copies = (uint32_t)step->count;
    for (uint32_t e = s->plan->bin[step->bin].head; e != UL_PACKING_NONE;
         e = s->plan->entry[e].next) {
        s->waits[s->plan->entry[e].task] -= s->plan->entry[e].count * more;
        s->n_waiting -= (uint64_t)s->plan->entry[e].count * more;
    }
    s->cost += ul_following_bin_cost(s, step->bin);
}
