#include "sec_easy.h"

#include <math.h>
#include <string.h>

static ul_arena *arena_of(const ul_sec_easy *easy)
{
    return ul_run_arena(ul_sim_run_of(easy->nodes.sim));
}

/* ---- the queue ---- */

static bool is_short(const ul_sec_easy *easy, const ul_sec_job *job)
{
    return job->estimate_s <= easy->short_s;
}

static void enqueue(ul_sec_easy *easy, uint32_t j)
{
    ul_sec_job *job = &easy->job[j];
    ul_sec_queue *queue = &easy->queue[job->queue];
    job->next = UL_SIM_NONE;
    job->previous = queue->last;
    *(queue->last == UL_SIM_NONE ? &queue->first : &easy->job[queue->last].next) = j;
    queue->last = j;
    if (!is_short(easy, job)) {
        queue->long_nodes += job->n;
        return;
    }
    job->next_short = UL_SIM_NONE;
    job->previous_short = queue->last_short;
    *(queue->last_short == UL_SIM_NONE ? &queue->first_short
                                       : &easy->job[queue->last_short].next_short) = j;
    queue->last_short = j;
}

static void dequeue(ul_sec_easy *easy, uint32_t j)
{
    const ul_sec_job *job = &easy->job[j];
    ul_sec_queue *queue = &easy->queue[job->queue];
    *(job->previous == UL_SIM_NONE ? &queue->first : &easy->job[job->previous].next) = job->next;
    *(job->next == UL_SIM_NONE ? &queue->last : &easy->job[job->next].previous) = job->previous;
    if (!is_short(easy, job)) {
        queue->long_nodes -= job->n;
        return;
    }
    *(job->previous_short == UL_SIM_NONE ? &queue->first_short
                                         : &easy->job[job->previous_short].next_short) =
        job->next_short;
    *(job->next_short == UL_SIM_NONE ? &queue->last_short
                                     : &easy->job[job->next_short].previous_short) =
        job->previous_short;
}

uint32_t ul_sec_next_wanted(const ul_sec_easy *easy, const ul_sec_queue *queue, uint32_t j)
{
    while (j != UL_SIM_NONE && is_short(easy, &easy->job[j]) && j != queue->first_short)
        j = easy->job[j].next;
    return j;
}

/* ---- jobs that run ---- */

/* Where a job with this end is, or would be put behind its equals. */
static size_t find_end(const ul_sec_easy *easy, const struct ul_sec_running *running, double end_s)
{
    size_t low = 0, high = running->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (easy->job[running->job[middle]].end_s <= end_s)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static ul_status add_running(ul_sec_easy *easy, uint32_t j)
{
    struct ul_sec_running *running = &easy->running[easy->job[j].site];
    UL_MORE(ul_run_arena(ul_sim_run_of(easy->nodes.sim)), running->job, running->n, running->room);
    const size_t at = find_end(easy, running, easy->job[j].end_s);
    memmove(&running->job[at + 1], &running->job[at], (running->n++ - at) * sizeof *running->job);
    running->job[at] = j;
    return UL_OK;
}

static void remove_running(ul_sec_easy *easy, uint32_t j)
{
    struct ul_sec_running *running = &easy->running[easy->job[j].site];
    size_t at = find_end(easy, running, easy->job[j].end_s) - 1;
    while (running->job[at] != j)
        at--;
    memmove(&running->job[at], &running->job[at + 1], (--running->n - at) * sizeof *running->job);
}

/* ---- a pass ---- */

static ul_status start_job(ul_sec_easy *easy, uint32_t j, uint32_t site)
{
    ul_sim *sim = easy->nodes.sim;
    ul_sec_job *job = &easy->job[j];
    const uint32_t *machine;
    UL_TRY(ul_sec_take(&easy->nodes, &easy->nodes.site[site], job->n, j, &machine));
    dequeue(easy, j);
    job->site = site;
    job->end_s = ul_sim_now(sim) + job->estimate_s;
    for (uint32_t q = 0; q < job->n; q++)
        UL_TRY(ul_sim_place(sim, job->first_task + q, machine[q]));
    return add_running(easy, j);
}

/* When a site will have n nodes, by what is foretold, and how many more it then has. A
 * job that should have ended is expected in a second. */
static double promise(const ul_sec_easy *easy, uint32_t s, uint32_t n, uint64_t *extra)
{
    const ul_sec_site *site = &easy->nodes.site[s];
    const struct ul_sec_running *running = &easy->running[s];
    const double soon = ul_sim_now(easy->nodes.sim) + 1;
    uint64_t nodes = site->n_idle;
    double at = -HUGE_VAL;
    for (size_t r = 0, q = 0; r < running->n || q < site->n_requests;) {
        const double end_s = r < running->n ? fmax(soon, easy->job[running->job[r]].end_s)
                                            : HUGE_VAL;
        const double ready_s = q < site->n_requests ? site->request[q].ready_s : HUGE_VAL;
        const double next = fmin(end_s, ready_s);
        if (nodes >= n && next > at)
            break;
        at = next;
        if (end_s <= ready_s)
            nodes += easy->job[running->job[r++]].left;
        else
            nodes += site->request[q++].left;
    }
    *extra = nodes >= n ? nodes - n : UINT64_MAX;
    return nodes >= n ? at : HUGE_VAL;
}

typedef struct {
    uint32_t *site; /* in the order in which they are tried */
    size_t n;
    uint32_t kept; /* where the first job's start is promised */
    double shadow_s;
    uint64_t extra;
} passing;

static uint32_t most_idle(const ul_sec_easy *easy, const passing *p)
{
    uint32_t most = 0;
    for (size_t q = 0; q < p->n; q++)
        if (easy->nodes.site[p->site[q]].n_idle > most)
            most = easy->nodes.site[p->site[q]].n_idle;
    return most;
}

static bool may_use(const ul_sec_job *job, uint32_t site)
{
    return site >= 64 || (job->sites >> site & 1) != 0;
}

/* Why a job may start now: it is first, or it delays the first one nowhere. */
static const char is_first[] = " starts: it is first in the queue, and machines enough are idle";
static const char ends_before[] = " starts before its turn: by its estimate it ends before the first in the "
                                  "queue can start{seconds<inf?, in {seconds}|}";
static const char on_spare[] = " starts before its turn, on machines that the first in the queue will not need";

static void tell_start(const ul_sec_easy *easy, const passing *p, const ul_sec_job *job, bool ends)
{
    UL_SIM_TELL(easy->nodes.sim, .kind = UL_STEP_PUT, .task = job->first_task, .count = job->n,
                .bin = UL_NONE, .seconds = p->shadow_s - ul_sim_now(easy->nodes.sim),
                .why = p->kept == UL_SIM_NONE ? is_first
                       : ends                 ? ends_before
                                              : on_spare);
}

/* Starts a job where it fits and, on the site that is kept free, delays nobody. */
static ul_status try_job(ul_sec_easy *easy, passing *p, uint32_t j, bool *started)
{
    const ul_sec_job *job = &easy->job[j];
    const bool ends = ul_sim_now(easy->nodes.sim) + job->estimate_s <= p->shadow_s;
    *started = false;
    for (size_t q = 0; q < p->n && !*started; q++) {
        const uint32_t s = p->site[q];
        if (job->n > easy->nodes.site[s].n_idle || !may_use(job, s)
            || (s == p->kept && !ends && job->n > p->extra))
            continue;
        if (s == p->kept && !ends && p->extra != UINT64_MAX)
            p->extra -= job->n;
        *started = true;
        tell_start(easy, p, job, ends);
        UL_TRY(start_job(easy, j, s));
    }
    return UL_OK;
}

static ul_status start_first(ul_sec_easy *easy, ul_sec_queue *queue, passing *p)
{
    bool started = true;
    while (queue->first != UL_SIM_NONE && started)
        UL_TRY(try_job(easy, p, queue->first, &started));
    return UL_OK;
}

static void promise_first(const ul_sec_easy *easy, ul_sec_queue *queue, passing *p)
{
    p->kept = UL_SIM_NONE;
    p->shadow_s = HUGE_VAL;
    p->extra = UINT64_MAX;
    for (size_t q = 0; q < queue->n_sites; q++) {
        uint64_t extra;
        if (!may_use(&easy->job[queue->first], queue->site[q]))
            continue;
        const double at = promise(easy, queue->site[q], easy->job[queue->first].n, &extra);
        if (p->kept != UL_SIM_NONE && at >= p->shadow_s)
            continue;
        p->kept = queue->site[q];
        p->shadow_s = at;
        p->extra = extra;
    }
    queue->shadow_s = p->shadow_s;
}

static ul_status backfill(ul_sec_easy *easy, const ul_sec_queue *queue, passing *p)
{
    uint32_t idle = most_idle(easy, p);
    for (uint32_t j = easy->job[queue->first].next; j != UL_SIM_NONE && idle > 0;) {
        const uint32_t next = easy->job[j].next;
        bool started = false;
        if (easy->job[j].n <= idle)
            UL_TRY(try_job(easy, p, j, &started));
        if (started)
            idle = most_idle(easy, p);
        j = next;
    }
    return UL_OK;
}

static ul_status schedule(ul_sec_easy *easy, ul_sec_queue *queue)
{
    passing p = {.n = queue->n_sites, .kept = UL_SIM_NONE, .shadow_s = HUGE_VAL};
    if (queue->first == UL_SIM_NONE)
        return UL_OK;
    UL_ALLOC_RAW(ul_sim_scratch(easy->nodes.sim), p.site, p.n);
    memcpy(p.site, queue->site, p.n * sizeof *p.site);
    if (easy->rules->sort_sites != NULL)
        easy->rules->sort_sites(easy, queue, p.site);
    UL_TRY(start_first(easy, queue, &p));
    if (queue->first == UL_SIM_NONE)
        return UL_OK;
    promise_first(easy, queue, &p);
    return easy->in_order ? UL_OK : backfill(easy, queue, &p);
}

/* Nodes that are ordered and there at once are a reason to look again. */
static ul_status pass(ul_sec_easy *easy, ul_sec_queue *queue)
{
    UL_TRY(schedule(easy, queue));
    if (queue->first == UL_SIM_NONE || easy->rules->acquire == NULL)
        return UL_OK;
    const uint32_t machines = ul_sim_n_machines(easy->nodes.sim);
    UL_TRY(easy->rules->acquire(easy, queue));
    for (uint32_t m = machines; m < ul_sim_n_machines(easy->nodes.sim); m++)
        if (ul_sim_machine_state(easy->nodes.sim, m) == UL_MACHINE_READY)
            return pass(easy, queue);
    return UL_OK;
}

/* ---- what happens ---- */

static ul_status easy_arrival(void *state, ul_sim *sim, uint32_t first, uint32_t n)
{
    ul_sec_easy *easy = state;
    ul_sec_job job = {.first_task = first, .n = n, .left = n, .sites = UINT64_MAX,
                      .arrival_s = ul_sim_arrival_s(sim, first),
                      .gang = ul_sim_job_of(sim, ul_sim_job_of_task(sim, first)).gang};
    for (uint32_t i = first; i < first + n; i++)
        job.estimate_s = fmax(job.estimate_s, ul_sim_estimate_s(sim, i));
    UL_TRY(easy->rules->queue_of(easy, &job, &job.queue));
    UL_MORE(ul_run_arena(ul_sim_run_of(easy->nodes.sim)), easy->job, easy->n_jobs, easy->job_room);
    easy->job[easy->n_jobs] = job;
    enqueue(easy, (uint32_t)easy->n_jobs++);
    return pass(easy, &easy->queue[job.queue]);
}

static ul_status easy_done(void *state, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_sec_easy *easy = state;
    const uint32_t j = easy->nodes.node[machine].job;
    (void)sim;
    (void)task;
    UL_TRY(ul_sec_add_idle(&easy->nodes, machine));
    if (--easy->job[j].left == 0)
        remove_running(easy, j);
    else if (easy->job[j].gang)
        return UL_OK; /* the others end with it */
    return pass(easy, &easy->queue[easy->job[j].queue]);
}

static ul_status easy_ready(void *state, ul_sim *sim, uint32_t machine)
{
    ul_sec_easy *easy = state;
    (void)sim;
    easy->is_ready = true;
    ul_sec_booted(&easy->nodes, machine);
    return ul_sec_add_idle(&easy->nodes, machine);
}

/* All nodes that are ready at an instant are there before the queues are looked at. */
static ul_status easy_ranked(void *state, ul_sim *sim, unsigned rank)
{
    ul_sec_easy *easy = state;
    (void)sim;
    if (rank != UL_SEC_RANK_READY || !easy->is_ready)
        return UL_OK;
    easy->is_ready = false;
    for (size_t q = 0; q < easy->n_queues; q++)
        UL_TRY(pass(easy, &easy->queue[q]));
    return UL_OK;
}

static ul_status easy_settled(void *state, ul_sim *sim)
{
    ul_sec_easy *easy = state;
    (void)sim;
    for (size_t q = 0; q < easy->n_queues && !easy->rules->keeps_nodes; q++) {
        const ul_sec_queue *queue = &easy->queue[q];
        for (size_t s = 0; s < queue->n_sites && queue->first == UL_SIM_NONE; s++)
            UL_TRY(ul_sec_give_back(&easy->nodes, &easy->nodes.site[queue->site[s]]));
    }
    return easy->rules->settled != NULL ? easy->rules->settled(easy) : UL_OK;
}

ul_status ul_sec_queue_by_type(ul_sec_easy *easy, ul_sec_job *job, uint32_t *queue)
{
    return ul_sec_type_for(easy->nodes.sim, job->first_task, job->n, queue);
}

static ul_status easy_end(void *state, ul_sim *sim)
{
    ul_sec_easy *easy = state;
    (void)sim;
    return easy->rules->end != NULL ? easy->rules->end(easy) : UL_OK;
}

/* ---- the beginning ---- */

void ul_sec_size(ul_sec_easy *easy)
{
    const ul_run *run = ul_sim_run_of(easy->nodes.sim);
    easy->short_s = ul_run_choice_is(run, "size", "first") ? HUGE_VAL
                    : ul_run_choice_is(run, "size", "sum") ? -1
                                                           : ul_run_number(run, "short");
    easy->wait_s = ul_run_number(run, "wait");
}

typedef struct {
    ul_policy policy; /* first: it is what the simulation knows */
    const ul_sec_rules *rules;
} easy_policy;

static ul_status easy_start(void *state, ul_sim *sim)
{
    ul_sec_easy *easy = state;
    easy->rules = ((const easy_policy *)ul_sim_policy(sim))->rules;
    UL_TRY(ul_sec_nodes_begin(&easy->nodes, sim, easy->rules->has_placement));
    easy->running = ul_arena_alloc(arena_of(easy), easy->nodes.n_sites, sizeof *easy->running);
    return easy->running == NULL ? ul_no_memory() : easy->rules->start(easy);
}

ul_status ul_sec_add_queues(ul_sec_easy *easy, size_t n, size_t n_sites)
{
    ul_arena *arena = arena_of(easy);
    uint32_t *site;
    UL_ALLOC_RAW(arena, site, n * n_sites);
    UL_ALLOC(arena, easy->queue, n);
    for (uint32_t q = 0; q < n; q++) {
        easy->queue[q] = (ul_sec_queue){.first = UL_SIM_NONE, .last = UL_SIM_NONE,
                                        .first_short = UL_SIM_NONE, .last_short = UL_SIM_NONE,
                                        .site = site + q * n_sites, .n_sites = n_sites};
        for (uint32_t s = 0; s < n_sites; s++)
            easy->queue[q].site[s] = (uint32_t)(q * n_sites) + s;
    }
    easy->n_queues = n;
    return UL_OK;
}

ul_status ul_sec_easy_run(const ul_schedule *in, ul_run *run, const ul_sec_rules *rules)
{
    const easy_policy policy = {
        .policy = {.state_size = sizeof(ul_sec_easy), .start = easy_start,
                   .arrival = easy_arrival, .ready = easy_ready, .done = easy_done,
                   .gone = ul_sec_gone, .ranked = easy_ranked, .settled = easy_settled, .end = easy_end,
                   .rank = ul_sec_rank, .by_number = true, .closes_at_end = true},
        .rules = rules,
    };
    return ul_sim_run(in, run, &policy.policy);
}
