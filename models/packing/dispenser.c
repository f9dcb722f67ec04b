#include "dispenser.h"

ul_status ul_dispenser_new(const ul_packing *in, ul_arena *arena, ul_dispenser *dispenser)
{
    dispenser->in = in;
    UL_ALLOC_RAW(arena, dispenser->first, in->n_shapes);
    UL_ALLOC_RAW(arena, dispenser->next, in->n_tasks);
    UL_ALLOC_RAW(arena, dispenser->left, in->n_tasks);
    for (size_t s = 0; s < in->n_shapes; s++)
        dispenser->first[s] = UL_PACKING_NONE;
    for (size_t j = in->n_tasks; j-- > 0;) {
        dispenser->next[j] = dispenser->first[in->task[j].shape];
        dispenser->first[in->task[j].shape] = (uint32_t)j;
        dispenser->left[j] = in->task[j].copies;
    }
    return UL_OK;
}

/* How many machines, of so many, hold the same records. */
static uint32_t alike(const ul_dispenser *dispenser, const ul_share *share, size_t n, uint64_t most)
{
    for (size_t q = 0; q < n && most > 1; q++)
        if (share[q].count > 0) {
            const uint32_t j = dispenser->first[share[q].shape];
            const uint64_t here = j == UL_PACKING_NONE ? 0 : dispenser->left[j] / share[q].count;
            most = here < most ? here : most;
        }
    return most > 1 ? (uint32_t)(most < UL_COPIES_MAX ? most : UL_COPIES_MAX) : 1;
}

static ul_status fill(ul_dispenser *dispenser, ul_packing_plan *plan, size_t type,
                      const ul_share *share, size_t n, uint32_t machines)
{
    size_t i = UL_NONE;
    for (size_t q = 0; q < n; q++) {
        uint32_t *first = &dispenser->first[share[q].shape];
        for (uint32_t wanted = share[q].count; wanted > 0 && *first != UL_PACKING_NONE;) {
            const uint32_t j = *first, rest = dispenser->left[j] / machines;
            uint32_t now = rest < wanted ? rest : wanted;
            if (i == UL_NONE)
                UL_TRY(ul_plan_open(plan, type, &i));
            plan->bin[i].copies = machines;
            while (now > 0 && !ul_plan_fits(plan, i, j, now))
                now--;
            if (now == 0)
                break;
            UL_TRY(ul_plan_put(plan, i, j, now));
            wanted -= now;
            dispenser->left[j] -= now * machines;
            if (dispenser->left[j] == 0)
                *first = dispenser->next[j];
        }
    }
    return UL_OK;
}

ul_status ul_dispenser_fill(ul_dispenser *dispenser, ul_packing_plan *plan, size_t type,
                            const ul_share *share, size_t n, uint64_t times, uint64_t apart)
{
    for (uint32_t machines; times > 0; times -= machines) {
        machines = alike(dispenser, share, n, times > apart ? times - apart : 1);
        UL_TRY(fill(dispenser, plan, type, share, n, machines));
    }
    return UL_OK;
}
