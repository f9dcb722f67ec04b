/* Orders: each is checked against the world as it is now, and carried out or refused. */
#include <math.h>

#include "sim_state.h"

static const char *job_name(const ul_sim *sim, uint32_t task)
{
    return sim->in->job[sim->in->task[task].job].name;
}

/* A task's number within its job, as timelines count. */
static uint32_t index_in_job(const ul_sim *sim, uint32_t task)
{
    return task - sim->in->job[sim->in->task[task].job].first_task;
}

/* ---- machines ---- */

static void link_up(ul_sim *sim, uint32_t m)
{
    sim->machine[m].next_up = UL_SIM_NONE;
    sim->machine[m].previous_up = sim->last_up;
    if (sim->last_up != UL_SIM_NONE)
        sim->machine[sim->last_up].next_up = m;
    else
        sim->first_up = m;
    sim->last_up = m;
    sim->n_up[sim->machine[m].type]++;
}

static void unlink_up(ul_sim *sim, uint32_t m)
{
    const ul_sim_machine *machine = &sim->machine[m];
    if (machine->previous_up != UL_SIM_NONE)
        sim->machine[machine->previous_up].next_up = machine->next_up;
    else
        sim->first_up = machine->next_up;
    if (machine->next_up != UL_SIM_NONE)
        sim->machine[machine->next_up].previous_up = machine->previous_up;
    else
        sim->last_up = machine->previous_up;
    sim->n_up[machine->type]--;
}

/* From the order until it can be used; drawn where the world leaves it open. */
static double startup_s(ul_sim *sim, uint32_t k, uint32_t count)
{
    const ul_schedule_type *type = &sim->in->type[k];
    if (sim->in->n_boots > 0)
        return ul_micro_double(ul_schedule_boot_s(sim->in, count));
    double seconds = ul_micro_double(type->billed_after_s + type->usable_after_s);
    if (type->usable_at_most_s > type->usable_after_s)
        seconds += ul_rng_unit(ul_run_rng(sim->run))
                   * ul_micro_double(type->usable_at_most_s - type->usable_after_s);
    return seconds;
}

static ul_status rent_one(ul_sim *sim, uint32_t k, double startup)
{
    const size_t n_resources = sim->in->n_resources;
    double ready = sim->now + startup;
    ul_timeline_machine record = {.type = k, .ordered_s = ul_sim_micro(sim->now),
                                  .ready_s = ul_sim_micro(ready)};
    const ul_micro billed_s = record.ordered_s + sim->in->type[k].billed_after_s;
    size_t recorded;
    if (sim->in->n_boots == 0 && record.ready_s < billed_s) { /* by the rounding of both */
        record.ready_s = billed_s;
        ready = ul_micro_double(billed_s);
    }
    UL_MORE(sim->arena, sim->machine, sim->n_machines, sim->machine_room);
    const uint32_t m = (uint32_t)sim->n_machines++;
    UL_TRY(ul_timeline_add_machine(sim->plan, &record, &recorded));
    sim->machine[m] = (ul_sim_machine){
        .type = k, .state = startup > 0 ? UL_MACHINE_BOOTING : UL_MACHINE_READY,
        .first = UL_SIM_NONE, .last = UL_SIM_NONE, .images = UL_SIM_NONE, .ordered_s = sim->now,
        .free = ul_arena_alloc_raw(sim->arena, n_resources, sizeof(ul_micro))};
    UL_NEED(sim->machine[m].free);
    for (size_t r = 0; r < n_resources; r++)
        sim->machine[m].free[r] = sim->in->type[k].capacity[r];
    link_up(sim, m);
    return startup > 0 ? ul_sim_push(sim, UL_AT_READY, ready, m, 0) : UL_OK;
}

/* Every so often an order looks at the clock: a policy that gives thousands of them in one
 * instant ends in time, too. */
static ul_status count_order(ul_sim *sim)
{
    enum { LOOK_EVERY = 64 };
    sim->n_orders++;
    return sim->n_orders % LOOK_EVERY == 0 && ul_run_expired(sim->run) ? UL_E_STOPPED : UL_OK;
}

ul_status ul_sim_rent(ul_sim *sim, uint32_t k, uint32_t count, uint32_t *first)
{
    if (k >= sim->in->n_types)
        return ul_sim_refuse(sim, "a machine of type %u is ordered; there are %zu types", k,
                             sim->in->n_types);
    if (sim->supply[k] != UL_SIM_NONE && (uint64_t)sim->n_up[k] + count > sim->supply[k])
        return ul_sim_refuse(sim, "%u machines of type '%s' are ordered, %u exist and %u may",
                             count, sim->in->type[k].name, sim->n_up[k], sim->supply[k]);
    *first = (uint32_t)sim->n_machines;
    double startup = sim->in->n_boots > 0 ? startup_s(sim, k, count) : 0;
    for (uint32_t q = 0; q < count; q++) {
        if (sim->in->n_boots == 0)
            startup = startup_s(sim, k, count);
        UL_TRY(rent_one(sim, k, startup));
    }
    return count_order(sim);
}

ul_status ul_sim_close_machine(ul_sim *sim, uint32_t m)
{
    sim->machine[m].state = UL_MACHINE_GONE;
    sim->plan->machine[m].released_s = ul_sim_micro(sim->now);
    sim->gone_s = fmax(sim->gone_s,
                       sim->now + ul_micro_double(sim->type[sim->machine[m].type].gone_after_s));
    unlink_up(sim, m);
    return UL_OK;
}

ul_status ul_sim_release(ul_sim *sim, uint32_t m)
{
    if (m >= sim->n_machines || sim->machine[m].state == UL_MACHINE_GONE)
        return ul_sim_refuse(sim, "machine %u is given back and does not exist", m);
    if (sim->machine[m].n_on > 0) {
        const uint32_t task = sim->place[sim->machine[m].first].task;
        return ul_sim_refuse(sim, "machine %u is given back with job '%s' task %u on it", m,
                             job_name(sim, task), index_in_job(sim, task));
    }
    UL_TRY(count_order(sim));
    return ul_sim_close_machine(sim, m);
}

static ul_status take_machine(ul_sim *sim, uint32_t m)
{
    while (sim->machine[m].first != UL_SIM_NONE) {
        const uint32_t task = sim->place[sim->machine[m].first].task;
        UL_TRY(ul_sim_cut(sim, sim->machine[m].first));
        if (sim->policy->cut != NULL)
            UL_TRY(sim->policy->cut(sim->self, sim, task, m));
    }
    UL_TRY(ul_sim_close_machine(sim, m));
    return sim->policy->gone != NULL ? sim->policy->gone(sim->self, sim, m) : UL_OK;
}

ul_status ul_sim_take_away(ul_sim *sim, uint32_t k)
{
    while (sim->n_up[k] > sim->supply[k]) {
        uint32_t m = sim->last_up;
        while (sim->machine[m].type != k)
            m = sim->machine[m].previous_up;
        UL_TRY(take_machine(sim, m));
    }
    return UL_OK;
}

/* ---- tasks ---- */

static bool is_known(const ul_sim *sim, uint32_t task)
{
    return task < sim->in->n_tasks && sim->task[task].arrived;
}

static ul_status check_placeable(ul_sim *sim, uint32_t task)
{
    if (!is_known(sim, task))
        return ul_sim_refuse(sim, "task %u is placed and has not arrived", task);
    if (sim->task[task].done)
        return ul_sim_refuse(sim, "job '%s' task %u is placed and is done", job_name(sim, task),
                             index_in_job(sim, task));
    const uint32_t p = sim->task[task].place;
    if (p != UL_SIM_NONE && sim->place[p].state != UL_TASK_STOPPING
        && sim->place[p].state != UL_TASK_LEAVING)
        return ul_sim_refuse(sim, "job '%s' task %u is placed and has a place on machine %u",
                             job_name(sim, task), index_in_job(sim, task), sim->place[p].machine);
    return UL_OK;
}

ul_status ul_sim_place(ul_sim *sim, uint32_t task, uint32_t m)
{
    UL_TRY(check_placeable(sim, task));
    if (m >= sim->n_machines || sim->machine[m].state != UL_MACHINE_READY)
        return ul_sim_refuse(sim, "job '%s' task %u is placed on machine %u, which is not ready",
                             job_name(sim, task), index_in_job(sim, task), m);
    if (!ul_sim_fits(sim, m, task))
        return ul_sim_refuse(sim, "job '%s' task %u does not fit on machine %u of type '%s'",
                             job_name(sim, task), index_in_job(sim, task), m,
                             sim->in->type[sim->machine[m].type].name);
    UL_TRY(count_order(sim));
    /* Work that is done at this very instant ends where it is; another place would begin it anew. */
    if (sim->task[task].place != UL_SIM_NONE && ul_sim_is_finished(sim, ul_sim_unit_of(sim, task)))
        return UL_OK;
    return ul_sim_begin_stay(sim, task, m);
}

/* A task whose work is done at this very instant stops by itself; unless another of its gang
 * is cut off before that. */
ul_status ul_sim_end_stop(ul_sim *sim, uint32_t p)
{
    const uint32_t task = sim->place[p].task;
    if (ul_sim_is_finished(sim, ul_sim_unit_of(sim, task)))
        return ul_sim_put_off(sim, UL_AT_STOPPED, p);
    UL_TRY(ul_sim_stop_work(sim, p));
    const ul_micro upload = sim->in->job[sim->in->task[task].job].upload_s;
    sim->place[p].to_s = sim->now + ul_micro_double(upload);
    if (upload > 0)
        return ul_sim_push(sim, UL_AT_LEFT, sim->place[p].to_s, p, sim->place[p].version);
    return ul_sim_leave(sim, p);
}

ul_status ul_sim_stop(ul_sim *sim, uint32_t task, bool lose)
{
    if (!is_known(sim, task) || sim->task[task].place == UL_SIM_NONE)
        return ul_sim_refuse(sim, "task %u is stopped and has no place", task);
    const uint32_t p = sim->task[task].place;
    const ul_schedule_job *job = &sim->in->job[sim->in->task[task].job];
    ul_sim_place_t *place = &sim->place[p];
    if (place->state != UL_TASK_WORKING)
        return ul_sim_refuse(sim, "job '%s' task %u is stopped and does not work", job->name,
                             index_in_job(sim, task));
    place->state = UL_TASK_STOPPING;
    place->lose = lose || !sim->in->keeps_work;
    sim->task[task].free_from_s = sim->now + ul_micro_double(job->kill_s)
                                  + ul_micro_double(job->upload_s);
    sim->n_orders++;
    if (job->kill_s > 0)
        return ul_sim_push(sim, UL_AT_STOPPED, sim->now + ul_micro_double(job->kill_s), p,
                           place->version);
    return ul_sim_end_stop(sim, p);
}

ul_status ul_sim_forget(ul_sim *sim, uint32_t task)
{
    if (!is_known(sim, task) || sim->task[task].done || sim->task[task].place != UL_SIM_NONE)
        return ul_sim_refuse(sim, "task %u is to start again and has a place, or is done", task);
    sim->n_orders++;
    ul_sim_lose(sim, task);
    return UL_OK;
}

ul_status ul_sim_move(ul_sim *sim, uint32_t task, uint32_t m)
{
    UL_TRY(ul_sim_stop(sim, task, false));
    return ul_sim_place(sim, task, m);
}

ul_status ul_sim_timer(ul_sim *sim, double at_s, uint64_t tag)
{
    if (!(at_s >= sim->now))
        return ul_sim_refuse(sim, "a timer is set to second %.10g", at_s);
    sim->n_timers++;
    return ul_sim_push(sim, UL_AT_TIMER, at_s, tag, 0);
}

ul_status ul_sim_every(ul_sim *sim, double seconds)
{
    if (!(seconds >= 0))
        return ul_sim_refuse(sim, "rounds every %g seconds", seconds);
    sim->round_s = seconds;
    return UL_OK;
}
