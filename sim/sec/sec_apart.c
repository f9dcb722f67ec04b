#include "sec_apart.h"

#include "sec_nodes.h"

typedef struct {
    uint32_t first_task, n;
    uint32_t missing; /* nodes that boot */
    uint32_t nodes;   /* the first of those it has */
} apart_job;

typedef struct {
    ul_sec_nodes nodes;
    bool is_alone;
    apart_job *job;
    size_t n_jobs, room;
} apart;

typedef struct {
    ul_policy policy; /* first: it is what the simulation knows */
    bool is_alone;
} apart_policy;

static ul_status apart_start(void *state, ul_sim *sim)
{
    apart *self = state;
    self->is_alone = ((const apart_policy *)ul_sim_policy(sim))->is_alone;
    return ul_sec_nodes_begin(&self->nodes, sim, !self->is_alone);
}

static void give(apart *self, uint32_t j, uint32_t machine)
{
    self->nodes.node[machine].job = j;
    self->nodes.node[machine].next = self->job[j].nodes;
    self->job[j].nodes = machine;
}

static ul_status give_idle(apart *self, ul_sec_site *site, uint32_t j, uint32_t *n)
{
    const uint32_t count = *n < site->n_idle ? *n : site->n_idle;
    const uint32_t *machine;
    UL_TRY(ul_sec_take(&self->nodes, site, count, j, &machine));
    for (uint32_t q = 0; q < count; q++)
        give(self, j, machine[q]);
    *n -= count;
    return UL_OK;
}

/* Those that are there at once were idle for a moment. */
static ul_status give_new(apart *self, ul_sec_site *site, uint32_t j, uint32_t n)
{
    ul_sim *sim = self->nodes.sim;
    const uint32_t first = ul_sim_n_machines(sim);
    UL_TRY(ul_sec_order(&self->nodes, site, n));
    for (uint32_t m = first; m < ul_sim_n_machines(sim); m++)
        if (ul_sim_machine_state(sim, m) == UL_MACHINE_BOOTING) {
            give(self, j, m);
            self->job[j].missing++;
            n--;
        }
    UL_TRY(give_idle(self, site, j, &n));
    return n == 0 ? UL_OK
                  : ul_sim_refuse(sim, "job '%s' wants %u more machines of type '%s' than there are",
                                  ul_sim_job_of(sim, ul_sim_job_of_task(sim, self->job[j].first_task))
                                      .name, n, ul_sim_type(sim, site->type)->name);
}

static ul_status start_job(apart *self, const apart_job *job)
{
    uint32_t m = job->nodes;
    for (uint32_t i = job->first_task; i < job->first_task + job->n; i++) {
        UL_TRY(ul_sim_place(self->nodes.sim, i, m));
        m = self->nodes.node[m].next;
    }
    return UL_OK;
}

static ul_status apart_arrival(void *state, ul_sim *sim, uint32_t first, uint32_t n)
{
    apart *self = state;
    const uint32_t j = (uint32_t)self->n_jobs;
    uint32_t type, wanted = n;
    UL_TRY(ul_sec_type_for(sim, first, n, &type));
    UL_MORE(ul_run_arena(ul_sim_run_of(self->nodes.sim)), self->job, self->n_jobs, self->room);
    self->n_jobs++;
    self->job[j] = (apart_job){.first_task = first, .n = n, .nodes = UL_SIM_NONE};
    if (!self->is_alone)
        UL_TRY(give_idle(self, &self->nodes.site[type], j, &wanted));
    if (wanted > 0)
        UL_TRY(give_new(self, &self->nodes.site[type], j, wanted));
    return self->job[j].missing == 0 ? start_job(self, &self->job[j]) : UL_OK;
}

static ul_status apart_ready(void *state, ul_sim *sim, uint32_t machine)
{
    apart *self = state;
    apart_job *job = &self->job[self->nodes.node[machine].job];
    (void)sim;
    ul_sec_booted(&self->nodes, machine);
    return --job->missing == 0 ? start_job(self, job) : UL_OK;
}

static ul_status apart_done(void *state, ul_sim *sim, uint32_t task, uint32_t machine)
{
    apart *self = state;
    (void)task;
    return self->is_alone ? ul_sim_release(sim, machine) : ul_sec_add_idle(&self->nodes, machine);
}

static ul_status apart_settled(void *state, ul_sim *sim)
{
    apart *self = state;
    (void)sim;
    for (size_t s = 0; s < self->nodes.n_sites; s++)
        UL_TRY(ul_sec_give_back(&self->nodes, &self->nodes.site[s]));
    return UL_OK;
}

ul_status ul_sec_apart_run(const ul_schedule *in, ul_run *run, bool is_alone)
{
    const apart_policy policy = {
        .policy = {.state_size = sizeof(apart), .start = apart_start, .arrival = apart_arrival,
                   .ready = apart_ready, .done = apart_done, .gone = ul_sec_gone,
                   .settled = apart_settled, .rank = ul_sec_rank, .by_number = true,
                   .closes_at_end = true},
        .is_alone = is_alone,
    };
    return ul_sim_run(in, run, &policy.policy);
}
