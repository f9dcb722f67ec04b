#include "eva_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what happens ---- */

static ul_status add_task(ul_eva *eva, uint32_t i, uint32_t job, uint32_t workload)
{
    UL_MORE(eva->arena, eva->task, i, eva->task_room);
    const uint32_t cheapest = ul_sim_cheapest_for(eva->sim, i);
    eva->task[i] = (ul_eva_task){
        .job = job, .workload = workload, .shape = ul_sim_shape(eva->sim, i),
        .name = workload == UL_SCHEDULE_NONE ? (uint32_t)eva->n_names - 1 : eva->name_of[workload],
        .on = UL_SIM_NONE, .committed = UL_SIM_NONE, .cheapest = cheapest,
        .price = eva->price[cheapest]};
    return UL_OK;
}

static ul_status add_job(ul_eva *eva, uint32_t j, const ul_sim_job *job)
{
    UL_MORE(eva->arena, eva->job, j, eva->job_room);
    UL_MORE(eva->arena, eva->live, eva->n_live, eva->live_room);
    eva->live[eva->n_live++] = j;
    eva->n_jobs = j + 1;
    eva->job[j] = (ul_eva_live_job){.first_task = job->first_task, .launchable = true,
                               .arrival_s = job->arrival_s, .init_s = job->init_s};
    return UL_OK;
}

static ul_status eva_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    ul_eva *eva = self;
    const uint32_t j = ul_sim_job_of_task(sim, first);
    const ul_sim_job job = ul_sim_job_of(sim, j);
    if (j >= eva->n_jobs)
        UL_TRY(add_job(eva, j, &job));
    for (uint32_t i = first; i < first + n; i++)
        UL_TRY(add_task(eva, i, j, job.workload));
    eva->job[j].n_tasks += n;
    eva->job[j].left += n;
    eva->changed = true;
    return eva->rules->standalone ? ul_eva_standalone(eva, &eva->job[j]) : UL_OK;
}

static ul_status eva_working(void *self, ul_sim *sim, uint32_t task)
{
    (void)sim;
    return ul_eva_loaded(self, task);
}

static ul_status eva_left(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_eva *eva = self;
    (void)machine;
    eva->task[task].upload_s = ul_sim_job_of(sim, eva->task[task].job).upload_s;
    return UL_OK;
}

static void uncommit(ul_eva *eva, uint32_t i)
{
    ul_eva_machine *machine = &eva->machine[eva->task[i].committed];
    size_t q = 0;
    while (machine->committed[q] != i)
        q++;
    machine->n_committed--;
    memmove(&machine->committed[q], &machine->committed[q + 1],
            (machine->n_committed - q) * sizeof *machine->committed);
    eva->task[i].committed = UL_SIM_NONE;
    eva->task[i].on = UL_SIM_NONE;
}

static ul_status eva_done(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_eva *eva = self;
    ul_eva_live_job *job = &eva->job[eva->task[task].job];
    (void)machine;
    uncommit(eva, task);
    eva->changed = true;
    if (--job->left == 0) {
        job->status = UL_EVA_OVER;
        job->end_s = ul_sim_now(sim);
    }
    return UL_OK;
}

/* Eva and those it is compared with live where a machine stays until it is given back. */
static ul_status eva_gone(void *self, ul_sim *sim, uint32_t machine)
{
    (void)self;
    return ul_sim_refuse(sim, "machine %u of type '%s' is taken away, which this policy cannot "
                         "live with", machine, ul_sim_type(sim, ul_sim_machine_type(sim, machine))->name);
}

/* ---- the round ---- */

static void drop_ended(ul_eva *eva)
{
    size_t kept = 0;
    for (size_t q = 0; q < eva->n_live; q++)
        if (eva->job[eva->live[q]].status != UL_EVA_OVER)
            eva->live[kept++] = eva->live[q];
    eva->n_live = kept;
}

static void number_machines(ul_eva *eva)
{
    eva->n_slots = 0;
    for (uint32_t m = ul_sim_first_up(eva->sim); m != UL_SIM_NONE; m = ul_sim_next_up(eva->sim, m))
        eva->machine[m].slot = (uint32_t)eva->n_slots++;
}

/* Whether a task is on its way to a machine that is still there. */
static bool is_under_way(const ul_eva *eva, const ul_eva_live_job *job, uint32_t task)
{
    const uint32_t m = eva->task[task].committed;
    return job->status == UL_EVA_MIGRATING && m != UL_SIM_NONE
           && ul_sim_machine_state(eva->sim, m) != UL_MACHINE_GONE;
}

/* Jobs under way stay as planned; the tasks of the others are to be planned. */
static ul_status begin_plan(ul_eva *eva, ul_eva_plan *plan, ul_eva_list *todo)
{
    UL_TRY(ul_eva_plan_new(eva, plan));
    UL_TRY(ul_eva_list_of(eva, ul_sim_n_unfinished(eva->sim), todo));
    for (size_t q = 0; q < eva->n_live; q++) {
        const ul_eva_live_job *job = &eva->job[eva->live[q]];
        for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
            if (ul_sim_state(eva->sim, i) == UL_TASK_DONE)
                continue;
            if (is_under_way(eva, job, i))
                UL_TRY(ul_eva_keep(eva, plan, i, eva->task[i].committed));
            else
                todo->task[todo->n++] = i;
        }
    }
    for (size_t b = 0; b < plan->n_bins; b++)
        plan->bin[b].is_old = true;
    return UL_OK;
}

static ul_status eva_round(void *self, ul_sim *sim)
{
    ul_eva *eva = self;
    ul_eva_plan plan;
    ul_eva_list todo;
    (void)sim;
    drop_ended(eva);
    number_machines(eva);
    if (eva->rules->learns)
        UL_TRY(ul_eva_learn(eva));
    const bool asks = eva->changed || !eva->rules->only_changes;
    eva->has_news = eva->changed;
    eva->changed = false;
    if (!asks)
        return UL_OK;
    UL_TRY(begin_plan(eva, &plan, &todo));
    if (todo.n > 0 || eva->rules->asks_always)
        UL_TRY(eva->rules->plan(eva, &plan, &todo));
    return ul_eva_realise(eva, &plan);
}

static ul_status eva_settled(void *self, ul_sim *sim)
{
    ul_eva *eva = self;
    (void)sim;
    return eva->n_commands > 0 ? ul_eva_issue(eva) : UL_OK;
}

static ul_status eva_end(void *self, ul_sim *sim)
{
    ul_eva *eva = self;
    char note[80];
    if (eva->watch != NULL && eva->watch->ended != NULL)
        eva->watch->ended(eva->watch->context, eva);
    if (eva->rounds == 0)
        return UL_OK;
    snprintf(note, sizeof note, "Full Reconfiguration in %zu of %zu rounds", eva->full_rounds,
             eva->rounds);
    return ul_run_note(ul_sim_run_of(sim), note);
}

/* ---- the beginning ---- */

/* What the simulator is handed as the policy: its state begins with these two. */
typedef struct {
    ul_policy policy;
    const ul_eva_rules *rules;
    const ul_eva_watch *watch;
} eva_policy;

/* Types of one price stay in file order. */
static void sort_types(ul_eva *eva)
{
    for (uint32_t k = 0; k < eva->n_types; k++) {
        size_t at = k;
        for (; at > 0 && eva->price[eva->by_price[at - 1]] < eva->price[k]; at--)
            eva->by_price[at] = eva->by_price[at - 1];
        eva->by_price[at] = k;
    }
}

/* The names that the authors sort by: a workload and "_node0". */
static int compare_names(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    const int x = *a != '\0' ? (unsigned char)*a : '_', y = *b != '\0' ? (unsigned char)*b : '_';
    return x - y;
}

typedef struct {
    const char *name;
    uint32_t workload;
} named;

static int by_name(const void *a, const void *b)
{
    return compare_names(((const named *)a)->name, ((const named *)b)->name);
}

static ul_status rank_names(ul_eva *eva)
{
    const size_t n = ul_sim_n_workloads(eva->sim);
    named *all;
    eva->n_names = n + 1; /* the last is that of tasks without a workload */
    UL_ALLOC_RAW(ul_sim_scratch(eva->sim), all, n);
    UL_ALLOC(eva->arena, eva->name_of, n);
    for (uint32_t w = 0; w < n; w++)
        all[w] = (named){ul_sim_workload(eva->sim, w), w};
    qsort(all, n, sizeof *all, by_name);
    for (uint32_t q = 0; q < n; q++)
        eva->name_of[all[q].workload] = eva->rules->pools && q > 0
                                                && ul_schedule_are_variants(all[q - 1].name, all[q].name)
                                            ? eva->name_of[all[q - 1].workload] : q;
    return UL_OK;
}

static ul_status eva_start(void *self, ul_sim *sim)
{
    ul_eva *eva = self;
    ul_run *run = ul_sim_run_of(sim);
    const eva_policy *policy = (const eva_policy *)ul_sim_policy(sim);
    eva->sim = sim;
    eva->rules = policy->rules;
    eva->watch = policy->watch;
    eva->arena = ul_run_arena(run);
    eva->n_resources = ul_sim_n_resources(sim);
    eva->n_types = ul_sim_n_types(sim);
    UL_ALLOC(eva->arena, eva->price, eva->n_types);
    UL_ALLOC(eva->arena, eva->by_price, eva->n_types);
    for (uint32_t k = 0; k < eva->n_types; k++)
        eva->price[k] = ul_micro_double(ul_sim_type(sim, k)->price);
    sort_types(eva);
    UL_TRY(rank_names(eva));
    UL_TRY(ul_eva_table_new(eva->arena, eva->n_names,
                            eva->rules->learns ? ul_run_number(run, "default-throughput") : 1,
                            &eva->table));
    const double interval = ul_run_number(run, "interval");
    return interval > 0 ? ul_sim_every(sim, interval) : UL_OK;
}

/* What happens to machines and tasks, arrivals, the round, then what ends: a job that
 * arrives at a round's second is in the round, one that ends then still runs. */
static const unsigned char ranks[UL_AT_COUNT] = {
    [UL_AT_ARRIVAL] = 1,
    [UL_AT_ROUND] = 2,
    [UL_AT_DONE] = 3,
};

ul_status ul_eva_run(const ul_schedule *in, ul_run *run, const ul_eva_rules *rules,
                     const ul_eva_watch *watch)
{
    const eva_policy policy = {
        .policy = {.state_size = sizeof(ul_eva), .start = eva_start, .arrival = eva_arrival,
                   .working = eva_working, .left = eva_left, .done = eva_done, .gone = eva_gone,
                   .round = eva_round, .settled = eva_settled, .end = eva_end, .rank = ranks,
                   .by_number = true},
        .rules = rules,
        .watch = watch,
    };
    return ul_sim_run(in, run, &policy.policy);
}
