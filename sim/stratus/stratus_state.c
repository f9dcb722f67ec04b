/* What a policy of Stratus' world knows and what it promises tasks. */
#include <math.h>

#include "stratus_world.h"

/* ---- what the policy knows ---- */

/* Who packs by something else, and neither clears nor hops, asks for no run times. */
double ul_stratus_remaining_s(ul_stratus *s, uint32_t task)
{
    if (s->rules.packing != UL_STRATUS_RUNTIME && !s->rules.clears && !s->rules.hops)
        return 0;
    const double whole_s = s->rules.told ? ul_sim_work_s(s->sim, task)
                                         : ul_sim_estimate_s(s->sim, task);
    const double worked_s = ul_sim_worked_s(s->sim, task);
    return whole_s > worked_s ? whole_s - worked_s : worked_s;
}

double ul_stratus_moving_s(ul_stratus *s, uint32_t task)
{
    const ul_sim_job job = ul_sim_job_of(s->sim, ul_sim_job_of_task(s->sim, task));
    return fmax(job.kill_s + job.upload_s, job.fetch_s + job.build_s);
}

double ul_stratus_startup_s(const ul_stratus *s, uint32_t k)
{
    const ul_schedule_type *type = ul_sim_type(s->sim, k);
    return ul_micro_double(type->billed_after_s)
           + ul_micro_double(type->usable_after_s + type->usable_at_most_s) / 2;
}

bool ul_stratus_can_rent(const ul_stratus *s, uint32_t k)
{
    const uint32_t supply = ul_sim_supply(s->sim, k);
    return supply == UL_SIM_NONE || ul_sim_n_up(s->sim, k) < supply;
}

bool ul_stratus_fits(const ul_stratus *s, const ul_micro *need, const ul_micro *free)
{
    for (size_t r = 0; r < s->n_resources; r++)
        if (need[r] > free[r])
            return false;
    return true;
}

ul_micro *ul_stratus_new_sum(ul_stratus *s)
{
    return ul_arena_alloc(ul_sim_scratch(s->sim), ul_sim_n_families(s->sim) * s->n_resources,
                          sizeof(ul_micro));
}

void ul_stratus_add(ul_stratus *s, ul_micro *used, uint32_t task)
{
    for (uint32_t f = 0; f < ul_sim_n_families(s->sim); f++) {
        const ul_micro *need = ul_sim_demand(s->sim, task, f);
        for (size_t r = 0; r < s->n_resources; r++)
            used[f * s->n_resources + r] += need[r];
    }
}

uint32_t ul_stratus_cheapest(const ul_stratus *s, const ul_micro *used, ul_micro below)
{
    uint32_t best = UL_SIM_NONE;
    for (uint32_t k = 0; k < s->n_types; k++) {
        const ul_schedule_type *type = ul_sim_type(s->sim, k);
        if (s->price[k] < (best == UL_SIM_NONE ? below : s->price[best])
            && ul_stratus_fits(s, &used[type->family * s->n_resources], type->capacity)
            && ul_stratus_can_rent(s, k))
            best = k;
    }
    return best;
}

ul_stratus_score ul_stratus_score_now(const ul_stratus *s, uint32_t k, const ul_micro *used)
{
    return ul_stratus_score_on(s->n_resources, s->unit, ul_sim_type(s->sim, k)->capacity,
                               s->price[k], used);
}

bool ul_stratus_is_settled(const ul_stratus *s, uint32_t m)
{
    for (uint32_t p = ul_sim_first(s->sim, m); p != UL_SIM_NONE; p = ul_sim_next(s->sim, p)) {
        const uint32_t task = ul_sim_task_at(s->sim, p);
        if (ul_sim_state(s->sim, task) != UL_TASK_WORKING || ul_sim_machine_of(s->sim, task) != m)
            return false;
    }
    return true;
}

/* ---- machines, and tasks that are promised to them ---- */

ul_status ul_stratus_rent(ul_stratus *s, uint32_t type, uint32_t *m)
{
    UL_TRY(ul_sim_rent(s->sim, type, 1, m));
    UL_MORE(ul_run_arena(ul_sim_run_of(s->sim)), s->machine, *m, s->machine_room);
    s->machine[*m] = (ul_stratus_machine){.first = UL_SIM_NONE, .last = UL_SIM_NONE};
    return UL_OK;
}

static ul_status go_there(ul_stratus *s, uint32_t task, uint32_t m)
{
    const uint32_t from = ul_sim_machine_of(s->sim, task);
    if (from == UL_SIM_NONE)
        return ul_sim_place(s->sim, task, m);
    UL_TRY(ul_sim_move(s->sim, task, m));
    return ul_stratus_leave_idle(s, from);
}

ul_status ul_stratus_await(ul_stratus *s, uint32_t task, uint32_t m)
{
    if (ul_sim_machine_state(s->sim, m) == UL_MACHINE_READY)
        return go_there(s, task, m);
    ul_stratus_machine *machine = &s->machine[m];
    s->task[task] = (ul_stratus_task){.awaits = m, .next = UL_SIM_NONE};
    if (machine->last == UL_SIM_NONE)
        machine->first = task;
    else
        s->task[machine->last].next = task;
    machine->last = task;
    machine->n_awaited++;
    return UL_OK;
}

ul_status ul_stratus_leave_idle(ul_stratus *s, uint32_t m)
{
    if (ul_sim_machine_state(s->sim, m) == UL_MACHINE_GONE || ul_sim_n_on(s->sim, m) > 0
        || s->machine[m].n_awaited > 0)
        return UL_OK;
    return ul_sim_release(s->sim, m);
}

ul_status ul_stratus_replace(ul_stratus *s, uint32_t old, uint32_t type)
{
    uint32_t m;
    UL_TRY(ul_stratus_rent(s, type, &m));
    s->machine[old].left = true;
    for (uint32_t p = ul_sim_first(s->sim, old), next; p != UL_SIM_NONE; p = next) {
        next = ul_sim_next(s->sim, p);
        UL_TRY(ul_stratus_await(s, ul_sim_task_at(s->sim, p), m));
    }
    return UL_OK;
}
