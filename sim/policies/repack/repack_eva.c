/* The search by Eva's own rules, as one of the schedulers of its world: who moves stops at the
 * round and waits for the new machine, machines go back in rounds, and what is known of
 * company and of delays is what Eva's table and its tasks' past say. So what remains of the
 * distance to Eva is the packing. */
#include <math.h>

#include "eva_world.h"
#include "repack.h"
#include "search.h"

typedef struct {
    ul_eva_rules rules;
    ul_repack *repack;
} repack_rules;

typedef struct {
    ul_eva *eva;
    ul_repack *r;
    ul_eva_list machines, tasks, names; /* names: of workloads, those that are there */
    uint32_t *host_of; /* by slot of a machine */
    double *beside;
    ul_conf conf;
} round_of;

static bool is_under_way(const ul_eva *eva, uint32_t i)
{
    return eva->job[eva->task[i].job].status == UL_EVA_MIGRATING
           && eva->task[i].committed != UL_SIM_NONE;
}

static uint32_t name_index(round_of *now, uint32_t name)
{
    size_t q = 0;
    while (q < now->names.n && now->names.task[q] != name)
        q++;
    if (q == now->names.n)
        now->names.task[now->names.n++] = name;
    return (uint32_t)q;
}

/* Eva's table, of pairs. */
static ul_status gather_rates(round_of *now)
{
    const size_t n = now->names.n;
    UL_ALLOC_RAW(ul_sim_scratch(now->eva->sim), now->beside, n * n);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            now->beside[a * n + b] = fmax(
                0.01, ul_eva_table_rate(now->eva->table, now->names.task[a], &now->names.task[b], 1,
                                        false));
    now->conf.beside = now->beside;
    now->conf.n_workloads = n;
    return UL_OK;
}

static ul_status gather_task(round_of *now, uint32_t index, uint32_t u)
{
    const uint32_t i = now->tasks.task[index];
    const ul_eva_task *own = &now->eva->task[i];
    ul_conf_task *task = &now->conf.task[index];
    const bool is_there = own->committed != UL_SIM_NONE
                          && now->eva->machine[own->committed].assignable;
    *task = (ul_conf_task){
        .task = i, .unit = u, .workload = name_index(now, own->name),
        .at = is_there ? now->host_of[now->eva->machine[own->committed].slot] : UL_NOWHERE,
        .is_fixed = is_under_way(now->eva, i), .stay_s = now->conf.horizon_s,
        .wait_left_s = HUGE_VAL};
    return ul_repack_shape(now->r, i, &task->shape);
}

static ul_status gather_units(round_of *now)
{
    const ul_eva *eva = now->eva;
    now->conf.n_units = 0;
    for (uint32_t q = 0; q < now->tasks.n;) {
        const ul_eva_live_job *job = &eva->job[eva->task[now->tasks.task[q]].job];
        const uint32_t u = (uint32_t)now->conf.n_units++;
        ul_conf_unit *unit = &now->conf.unit[u];
        const ul_eva_task *first = &eva->task[now->tasks.task[q]];
        *unit = (ul_conf_unit){.first = q, .caution = 1,
                                .pause_s = first->fetch_s + first->build_s
                                                      + first->upload_s + job->init_s};
        for (; q < now->tasks.n && eva->task[now->tasks.task[q]].job == first->job; q++, unit->n++)
            UL_TRY(gather_task(now, q, u));
    }
    return UL_OK;
}

static ul_status gather_hosts(round_of *now)
{
    ul_sim *sim = now->eva->sim;
    UL_ALLOC_RAW(ul_sim_scratch(sim), now->host_of, now->eva->n_slots);
    for (uint32_t h = 0; h < now->machines.n; h++) {
        const uint32_t m = now->machines.task[h], k = ul_sim_machine_type(sim, m);
        const double boot_s = ul_sim_ordered_s(sim, m) + now->r->type[k].boot_s - ul_sim_now(sim);
        const bool boots = ul_sim_machine_state(sim, m) == UL_MACHINE_BOOTING;
        now->host_of[now->eva->machine[m].slot] = h;
        now->conf.host[h] = (ul_conf_host){.machine = m, .type = k,
                                           .ready_s = boots ? fmax(0, boot_s) : 0};
    }
    return UL_OK;
}

static ul_status gather(round_of *now)
{
    ul_eva *eva = now->eva;
    ul_repack *r = now->r;
    UL_TRY(ul_eva_machines(eva, &now->machines));
    UL_TRY(ul_eva_list_of(eva, ul_sim_n_unfinished(eva->sim), &now->tasks));
    UL_TRY(ul_eva_list_of(eva, ul_sim_n_unfinished(eva->sim), &now->names));
    for (size_t q = 0; q < eva->n_live; q++) {
        const ul_eva_live_job *job = &eva->job[eva->live[q]];
        for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
            if (ul_sim_state(eva->sim, i) != UL_TASK_DONE)
                now->tasks.task[now->tasks.n++] = i;
    }
    now->conf = (ul_conf){.horizon_s = r->horizon_s, .late_price = 10, .stops_first = true,
                          .n_resources = eva->n_resources, .n_types = r->n_types,
                          .type = r->type, .by_price = r->by_price,
                          .run = ul_sim_run_of(eva->sim)};
    UL_TRY(ul_conf_new(ul_sim_scratch(eva->sim), now->tasks.n, now->tasks.n, now->machines.n,
                       &now->conf));
    UL_TRY(gather_hosts(now));
    UL_TRY(gather_units(now));
    UL_TRY(gather_rates(now));
    ul_conf_complete(&now->conf);
    for (uint32_t i = 0; i < now->conf.n_tasks; i++)
        if (now->conf.task[i].at != UL_NOWHERE)
            UL_TRY(ul_conf_put(&now->conf, i, now->conf.task[i].at));
    return UL_OK;
}

/* Those under way are in the plan already. */
static ul_status hand_over(round_of *now, ul_eva_plan *plan)
{
    for (uint32_t h = 0; h < now->conf.n_hosts; h++) {
        const ul_conf_host *host = &now->conf.host[h];
        size_t bin = 0;
        if (host->n == 0)
            continue;
        if (host->machine == UL_NOWHERE)
            UL_TRY(ul_eva_add_bin(now->eva, plan, UL_SIM_NONE, host->type, &bin));
        else
            UL_TRY(ul_eva_bin_of(now->eva, plan, host->machine, &bin));
        for (uint32_t i = host->first; i != UL_NOWHERE; i = now->conf.task[i].next)
            if (!now->conf.task[i].is_fixed)
                UL_TRY(ul_eva_put(now->eva, &plan->bin[bin], now->conf.task[i].task));
    }
    return UL_OK;
}

static ul_status plan_round(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    round_of now = {.eva = eva, .r = ((const repack_rules *)eva->rules)->repack};
    (void)todo;
    if (now.r->sim == NULL)
        UL_TRY(ul_repack_begin(now.r, eva->sim));
    UL_TRY(ul_repack_refresh_types(now.r));
    UL_TRY(gather(&now));
    UL_TRY(ul_repack_settle(&now.conf));
    UL_TRY(ul_repack_search(&now.conf, now.r->rng, now.r->steps));
    if (now.conf.n_nowhere > 0)
        return ul_sim_refuse(eva->sim, "no machine may be rented for a task, which Eva's rules "
                                       "cannot live with");
    return hand_over(&now, plan);
}

ul_status ul_repack_as_eva(const ul_schedule *in, ul_run *run)
{
    ul_repack repack = {0};
    const repack_rules rules = {
        .rules = {.plan = plan_round, .learns = true, .only_changes = true}, .repack = &repack};
    return ul_eva_run(in, run, &rules.rules, NULL);
}
