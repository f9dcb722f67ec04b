/* What a policy can see. A look at what has not arrived is refused, and the run with
 * it; the answer is then nothing. */
#include "sim_state.h"

double ul_sim_now(const ul_sim *sim)
{
    return sim->now;
}

ul_run *ul_sim_run_of(const ul_sim *sim)
{
    return sim->run;
}

const ul_policy *ul_sim_policy(const ul_sim *sim)
{
    return sim->policy;
}

ul_arena *ul_sim_scratch(const ul_sim *sim)
{
    return sim->scratch;
}

double ul_sim_round_s(const ul_sim *sim)
{
    return sim->round_s;
}

size_t ul_sim_n_resources(const ul_sim *sim)
{
    return sim->in->n_resources;
}

const char *ul_sim_resource(const ul_sim *sim, size_t r)
{
    return sim->in->resource[r];
}

size_t ul_sim_n_types(const ul_sim *sim)
{
    return sim->in->n_types;
}

size_t ul_sim_n_families(const ul_sim *sim)
{
    return sim->in->n_families;
}

const ul_schedule_type *ul_sim_type(const ul_sim *sim, uint32_t k)
{
    return &sim->type[k];
}

ul_micro ul_sim_price(const ul_sim *sim, uint32_t k)
{
    return ul_schedule_price_at(sim->in, k, ul_sim_micro(sim->now));
}

uint32_t ul_sim_supply(const ul_sim *sim, uint32_t k)
{
    return sim->supply[k];
}

uint32_t ul_sim_taken(const ul_sim *sim, uint32_t k)
{
    return sim->taken[k];
}

uint32_t ul_sim_n_up(const ul_sim *sim, uint32_t k)
{
    return sim->n_up[k];
}

double ul_sim_boot_s(const ul_sim *sim, uint32_t k, uint32_t count)
{
    const ul_schedule_type *type = &sim->type[k];
    return ul_micro_double(sim->in->n_boots > 0 ? ul_schedule_boot_s(sim->in, count)
                                                : type->billed_after_s + type->usable_at_most_s);
}

const char *ul_sim_workload(const ul_sim *sim, uint32_t w)
{
    return sim->in->workload[w];
}

size_t ul_sim_n_workloads(const ul_sim *sim)
{
    return sim->in->n_workloads;
}

void ul_sim_look(ul_sim *sim, ul_knows at)
{
    if (at == UL_KNOWS_ESTIMATES && !sim->is_estimated)
        at = UL_KNOWS_RUN_TIMES;
    if (sim->knows < at)
        sim->knows = at;
}

double ul_sim_throughput(ul_sim *sim, uint32_t w, uint32_t v)
{
    size_t n_pairs;
    (void)ul_schedule_pairs(sim->in, &n_pairs);
    if (n_pairs > 0)
        ul_sim_look(sim, UL_KNOWS_INTERFERENCE);
    return ul_schedule_throughput(sim->in, w, v);
}

/* ---- jobs and tasks ---- */

static bool has_arrived(ul_sim *sim, uint32_t task)
{
    if (task < sim->in->n_tasks && sim->task[task].arrived)
        return true;
    (void)ul_sim_refuse(sim, "the policy asked for task %u, which has not arrived", task);
    return false;
}

uint32_t ul_sim_n_arrived(const ul_sim *sim)
{
    return sim->n_arrived_jobs;
}

ul_sim_job ul_sim_job_of(ul_sim *sim, uint32_t j)
{
    if (j >= sim->n_arrived_jobs) {
        (void)ul_sim_refuse(sim, "the policy asked for job %u, which has not arrived", j);
        return (ul_sim_job){.name = ""};
    }
    const ul_schedule_job *job = &sim->in->job[j];
    return (ul_sim_job){
        .name = job->name, .arrival_s = ul_micro_double(job->arrival_s),
        .first_task = job->first_task, .n_tasks = sim->job_arrived[j], .workload = job->workload,
        .image = job->image, .gang = job->gang, .fetch_s = ul_micro_double(job->fetch_s),
        .build_s = ul_micro_double(job->build_s), .init_s = ul_micro_double(job->init_s),
        .kill_s = ul_micro_double(job->kill_s), .upload_s = ul_micro_double(job->upload_s)};
}

uint32_t ul_sim_job_left(const ul_sim *sim, uint32_t j)
{
    return j < sim->n_arrived_jobs ? sim->job_left[j] : 0;
}

uint32_t ul_sim_n_unfinished(const ul_sim *sim)
{
    return sim->n_unfinished;
}

ul_task_state ul_sim_state(const ul_sim *sim, uint32_t task)
{
    if (task >= sim->in->n_tasks || !sim->task[task].arrived)
        return UL_TASK_FUTURE;
    if (sim->task[task].done)
        return UL_TASK_DONE;
    return sim->task[task].place == UL_SIM_NONE ? UL_TASK_WAITING
                                                : sim->place[sim->task[task].place].state;
}

uint32_t ul_sim_machine_of(const ul_sim *sim, uint32_t task)
{
    if (task >= sim->in->n_tasks || sim->task[task].place == UL_SIM_NONE)
        return UL_SIM_NONE;
    return sim->place[sim->task[task].place].machine;
}

uint32_t ul_sim_job_of_task(ul_sim *sim, uint32_t task)
{
    return has_arrived(sim, task) ? sim->in->task[task].job : UL_SIM_NONE;
}

uint32_t ul_sim_shape(ul_sim *sim, uint32_t task)
{
    return has_arrived(sim, task) ? sim->in->task[task].shape : UL_SIM_NONE;
}

double ul_sim_arrival_s(ul_sim *sim, uint32_t task)
{
    return has_arrived(sim, task) ? ul_micro_double(sim->in->task[task].arrival_s) : 0;
}

double ul_sim_estimate_s(ul_sim *sim, uint32_t task)
{
    ul_sim_look(sim, UL_KNOWS_ESTIMATES);
    return has_arrived(sim, task) ? ul_micro_double(sim->in->task[task].estimate_s) : 0;
}

double ul_sim_work_s(ul_sim *sim, uint32_t task)
{
    if (!sim->policy->told_run_times || !has_arrived(sim, task))
        return ul_sim_estimate_s(sim, task);
    ul_sim_look(sim, UL_KNOWS_RUN_TIMES);
    return ul_micro_double(sim->in->task[task].work_s);
}

double ul_sim_worked_s(ul_sim *sim, uint32_t task)
{
    if (!has_arrived(sim, task))
        return 0;
    const ul_sim_task *state = &sim->task[task];
    return state->worked_s
           + (state->at_work != UL_SIM_NONE ? sim->now - sim->place[state->at_work].working_s : 0);
}

double ul_sim_speed(ul_sim *sim, uint32_t task, uint32_t type)
{
    return has_arrived(sim, task) ? ul_schedule_speed(sim->in, task, type) : 0;
}

const ul_micro *ul_sim_need(ul_sim *sim, uint32_t task, uint32_t type)
{
    return has_arrived(sim, task) ? ul_schedule_need(sim->in, task, type) : NULL;
}

const ul_micro *ul_sim_demand(ul_sim *sim, uint32_t task, uint32_t family)
{
    return has_arrived(sim, task)
               ? ul_schedule_demand(sim->in, sim->in->task[task].shape, family)
               : NULL;
}

uint32_t ul_sim_cheapest_for(ul_sim *sim, uint32_t task)
{
    return has_arrived(sim, task)
               ? ul_schedule_cheapest_for(sim->in, sim->in->task[task].shape)
               : UL_SIM_NONE;
}

bool ul_sim_rate(const ul_sim *sim, uint32_t task, double *rate)
{
    const bool arrived = task < sim->in->n_tasks && sim->task[task].arrived;
    *rate = arrived ? sim->unit[ul_sim_unit_of(sim, task)].seen : 0;
    const double per_second = arrived ? sim->in->job[sim->in->task[task].job].per_second : 0;
    if (per_second > 0) /* what is seen are iterations */
        *rate = *rate * per_second / per_second;
    return *rate > 0;
}

/* ---- machines ---- */

uint32_t ul_sim_n_machines(const ul_sim *sim)
{
    return (uint32_t)sim->n_machines;
}

ul_machine_state ul_sim_machine_state(const ul_sim *sim, uint32_t m)
{
    return m < sim->n_machines ? sim->machine[m].state : UL_MACHINE_GONE;
}

uint32_t ul_sim_machine_type(const ul_sim *sim, uint32_t m)
{
    return sim->machine[m].type;
}

double ul_sim_ordered_s(const ul_sim *sim, uint32_t m)
{
    return sim->machine[m].ordered_s;
}

const ul_micro *ul_sim_free(const ul_sim *sim, uint32_t m)
{
    return sim->machine[m].free;
}

bool ul_sim_fits(ul_sim *sim, uint32_t m, uint32_t task)
{
    return has_arrived(sim, task)
           && ul_schedule_fits(sim->in, ul_schedule_need(sim->in, task, sim->machine[m].type),
                               sim->machine[m].free);
}

uint32_t ul_sim_first(const ul_sim *sim, uint32_t m)
{
    return sim->machine[m].first;
}

uint32_t ul_sim_next(const ul_sim *sim, uint32_t place)
{
    return sim->place[place].next;
}

uint32_t ul_sim_task_at(const ul_sim *sim, uint32_t place)
{
    return sim->place[place].task;
}

uint32_t ul_sim_n_on(const ul_sim *sim, uint32_t m)
{
    return sim->machine[m].n_on;
}

uint32_t ul_sim_first_up(const ul_sim *sim)
{
    return sim->first_up;
}

uint32_t ul_sim_next_up(const ul_sim *sim, uint32_t m)
{
    return sim->machine[m].next_up;
}
