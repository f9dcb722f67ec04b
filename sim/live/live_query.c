/* What a policy from outside can look at: what is known by now, and nothing of numbers
 * that mean nothing. */
#include <math.h>

#include "live_state.h"

void ul_live_declare(ul_live *live, ul_knows knows)
{
    if (knows == UL_KNOWS_INTERFERENCE)
        live->sees_rates = true;
    else if (knows > live->knows)
        live->knows = knows;
    ul_sim_look(live->sim, knows);
}

void ul_live_listen(ul_live *live, unsigned kinds)
{
    live->deaf_to = ~kinds;
}

double ul_live_now(const ul_live *live)
{
    return ul_sim_now(live->sim);
}

ul_run *ul_live_run_of(const ul_live *live)
{
    return ul_sim_run_of(live->sim);
}

ul_live_world ul_live_world_of(const ul_live *live)
{
    const ul_schedule *in = live->in;
    size_t n_pairs;
    const ul_schedule_pair *pair = ul_schedule_pairs(in, &n_pairs);
    return (ul_live_world){.round_s = ul_sim_round_s(live->sim),
                           .cutoff_s = in->cutoff_s < 0 ? -1 : ul_micro_double(in->cutoff_s),
                           .keeps_work = in->keeps_work, .n_resources = in->n_resources,
                           .n_types = in->n_types, .n_boots = in->n_boots,
                           .n_pairs = live->sees_rates ? n_pairs : 0, .resource = in->resource,
                           .stretch = in->stretch == UL_SCHEDULE_NONE ? NULL
                                                                      : in->resource[in->stretch],
                           .boot = in->boot, .pair = pair};
}

bool ul_live_type_of(const ul_live *live, uint32_t k, ul_live_type *facts)
{
    if (k >= live->in->n_types)
        return false;
    const ul_schedule_type *type = ul_sim_type(live->sim, k);
    *facts = (ul_live_type){
        .name = type->name, .family = live->in->family[type->family],
        .price = ul_sim_price(live->sim, k), .capacity = type->capacity,
        .billed_after_s = ul_micro_double(type->billed_after_s),
        .usable_after_s = ul_micro_double(type->usable_after_s),
        .usable_at_most_s = ul_micro_double(type->usable_at_most_s),
        .gone_after_s = ul_micro_double(type->gone_after_s),
        .billing_unit_s = ul_micro_double(type->billing_unit_s),
        .billing_least_s = ul_micro_double(type->billing_least_s),
        .sustained_s = ul_micro_double(type->sustained_s), .n_shares = type->n_shares,
        .share = live->in->type[k].share, .supply = ul_sim_supply(live->sim, k), .n_up = ul_sim_n_up(live->sim, k)};
    return true;
}

static ul_live_state state_of(const ul_live *live, uint32_t task)
{
    switch (ul_sim_state(live->sim, task)) {
    case UL_TASK_LOADING:
        return UL_LIVE_LOADING;
    case UL_TASK_WORKING:
        return UL_LIVE_WORKING;
    case UL_TASK_STOPPING:
    case UL_TASK_LEAVING:
        return UL_LIVE_LEAVING;
    case UL_TASK_DONE:
        return UL_LIVE_DONE;
    default:
        return ul_live_promised(live, task) != UL_SIM_NONE ? UL_LIVE_PROMISED : UL_LIVE_WAITING;
    }
}

static const char *name_of(const char *const *list, uint32_t index)
{
    return index == UL_SCHEDULE_NONE ? NULL : list[index];
}

bool ul_live_task_of(ul_live *live, uint32_t number, ul_live_task *facts)
{
    const uint32_t task = ul_live_inside(live, number);
    if (task == UL_SIM_NONE)
        return false;
    const ul_sim_job job = ul_sim_job_of(live->sim, ul_sim_job_of_task(live->sim, task));
    const ul_live_state state = state_of(live, task);
    const uint32_t promised = ul_live_promised(live, task);
    double rate;
    *facts = (ul_live_task){
        .job = job.name, .workload = name_of(live->in->workload, job.workload),
        .image = name_of(live->in->image, job.image), .number = task - job.first_task,
        .n_arrived = job.n_tasks, .gang = job.gang, .state = state,
        .machine = state == UL_LIVE_PROMISED ? promised : ul_sim_machine_of(live->sim, task),
        .to = state == UL_LIVE_PROMISED ? UL_LIVE_NONE : promised,
        .arrival_s = ul_sim_arrival_s(live->sim, task),
        .worked_s = ul_sim_worked_s(live->sim, task),
        .rate = state != UL_LIVE_LOADING && ul_sim_rate(live->sim, task, &rate) ? rate : 0,
        .estimate_s = live->knows >= UL_KNOWS_ESTIMATES ? ul_sim_estimate_s(live->sim, task)
                                                              : NAN,
        .run_time_s = live->knows >= UL_KNOWS_RUN_TIMES ? ul_sim_work_s(live->sim, task)
                                                              : NAN,
        .fetch_s = job.fetch_s, .build_s = job.build_s, .init_s = job.init_s,
        .kill_s = job.kill_s, .upload_s = job.upload_s};
    return true;
}

uint32_t ul_live_sibling(ul_live *live, uint32_t number, uint32_t of_job)
{
    const uint32_t task = ul_live_inside(live, number);
    if (task == UL_SIM_NONE)
        return UL_LIVE_NONE;
    const ul_sim_job job = ul_sim_job_of(live->sim, ul_sim_job_of_task(live->sim, task));
    return of_job < job.n_tasks ? live->task[job.first_task + of_job].number : UL_LIVE_NONE;
}

const ul_micro *ul_live_demand(ul_live *live, uint32_t number, uint32_t type)
{
    const uint32_t task = ul_live_inside(live, number);
    return task != UL_SIM_NONE && type < live->in->n_types
               ? ul_sim_need(live->sim, task, type)
               : NULL;
}

uint32_t ul_live_shape(ul_live *live, uint32_t number)
{
    const uint32_t task = ul_live_inside(live, number);
    return task != UL_SIM_NONE ? ul_sim_shape(live->sim, task) : UL_LIVE_NONE;
}

double ul_live_speed(ul_live *live, uint32_t number, uint32_t type)
{
    const uint32_t task = ul_live_inside(live, number);
    return task != UL_SIM_NONE && type < live->in->n_types
               ? ul_sim_speed(live->sim, task, type)
               : NAN;
}

double ul_live_throughput(ul_live *live, uint32_t number, uint32_t beside)
{
    const uint32_t task = ul_live_inside(live, number), other = ul_live_inside(live, beside);
    if (task == UL_SIM_NONE || other == UL_SIM_NONE || !live->sees_rates)
        return NAN;
    return ul_sim_throughput(live->sim, live->in->job[live->in->task[task].job].workload,
                             live->in->job[live->in->task[other].job].workload);
}

const ul_live_machine *ul_live_machine_of(const ul_live *live, uint32_t m)
{
    return m < live->n_machines ? live->machine[m].facts : NULL;
}

size_t ul_live_tasks_on(ul_live *live, uint32_t m, uint32_t *task, size_t room)
{
    size_t n = 0;
    if (!ul_live_has_machine(live, m))
        return 0;
    for (uint32_t p = ul_sim_first(live->sim, m); p != UL_SIM_NONE; p = ul_sim_next(live->sim, p)) {
        if (n < room)
            task[n] = live->task[ul_sim_task_at(live->sim, p)].number;
        n++;
    }
    return n;
}

uint32_t ul_live_next_machine(ul_live *live, uint32_t m)
{
    if (m == UL_LIVE_NONE)
        return ul_sim_first_up(live->sim);
    return ul_live_has_machine(live, m) ? ul_sim_next_up(live->sim, m) : UL_LIVE_NONE;
}

bool ul_live_has_room(ul_live *live, uint32_t task, uint32_t m)
{
    const ul_micro *need = ul_sim_need(live->sim, task, ul_sim_machine_type(live->sim, m));
    const ul_micro *free = live->machine[m].facts->free;
    for (size_t r = 0; r < live->in->n_resources; r++)
        if (need[r] > free[r])
            return false;
    return true;
}

bool ul_live_fits(ul_live *live, uint32_t number, uint32_t m)
{
    const uint32_t task = ul_live_inside(live, number);
    return task != UL_SIM_NONE && ul_live_has_machine(live, m) && ul_live_has_room(live, task, m);
}
