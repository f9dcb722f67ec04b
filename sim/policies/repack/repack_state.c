/* What a round begins with: what was seen since the last one, and the configuration as it is. */
#include <math.h>
#include <stdlib.h>

#include "repack.h"

static uint32_t workload_of(const ul_repack *r, uint32_t workload)
{
    return workload == UL_SCHEDULE_NONE ? (uint32_t)r->rates.n - 1 : r->rates.of[workload];
}

/* ---- what was seen ---- */

static bool works(const ul_repack *r, uint32_t task)
{
    const ul_task_state state = ul_sim_state(r->sim, task);
    return state == UL_TASK_WORKING || state == UL_TASK_STOPPING;
}

/* Those who work beside a task, by workload; SIZE_MAX where its company changed just now. */
static ul_status company_of(ul_repack *r, uint32_t task, ul_repack_company *company, bool *is_seen)
{
    const uint32_t m = ul_sim_machine_of(r->sim, task);
    uint32_t *other;
    *is_seen = m != UL_SIM_NONE && works(r, task)
               && r->machine[m].changed_s < ul_sim_now(r->sim);
    if (!*is_seen)
        return UL_OK;
    UL_ALLOC_RAW(ul_sim_scratch(r->sim), other, ul_sim_n_on(r->sim, m));
    company->n = 0;
    company->other = other;
    for (uint32_t p = ul_sim_first(r->sim, m); p != UL_SIM_NONE; p = ul_sim_next(r->sim, p)) {
        const uint32_t i = ul_sim_task_at(r->sim, p);
        const ul_sim_job job = ul_sim_job_of(r->sim, ul_sim_job_of_task(r->sim, i));
        if (ul_sim_machine_of(r->sim, i) != m) /* it is on its way elsewhere */
            *is_seen = false;
        if (i == task)
            company->workload = workload_of(r, job.workload);
        else if (works(r, i))
            other[company->n++] = workload_of(r, job.workload);
    }
    return UL_OK;
}

static bool is_news(const ul_repack *r, uint32_t first, uint32_t n)
{
    for (uint32_t i = first; i < first + n; i++) {
        const uint32_t m = ul_sim_machine_of(r->sim, i);
        if (m != UL_SIM_NONE && r->machine[m].changed_s >= r->machine[m].seen_s)
            return true;
    }
    return false;
}

static ul_status observe_unit(ul_repack *r, uint32_t first, uint32_t n)
{
    ul_repack_company *company;
    double rate;
    if (!is_news(r, first, n) || !ul_sim_rate(r->sim, first, &rate))
        return UL_OK;
    UL_ALLOC(ul_sim_scratch(r->sim), company, n);
    for (uint32_t q = 0; q < n; q++) {
        bool is_seen;
        UL_TRY(company_of(r, first + q, &company[q], &is_seen));
        if (!is_seen)
            return UL_OK;
    }
    return ul_repack_learn(&r->rates, company, n, rate);
}

/* Told run times, it counts what was done of them, at the rates of the rounds. */
static void count_progress(ul_repack *r, uint32_t i)
{
    const double worked_s = ul_sim_worked_s(r->sim, i);
    double rate;
    if (ul_sim_rate(r->sim, i, &rate))
        r->task[i].progress_s += rate * (worked_s - r->task[i].worked_s);
    r->task[i].worked_s = worked_s;
}

/* The tasks that make progress together with the one at a place of the list. */
static uint32_t unit_size(ul_repack *r, size_t q)
{
    const ul_sim_job job = ul_sim_job_of(r->sim, ul_sim_job_of_task(r->sim, r->live[q]));
    return job.gang ? job.n_tasks : 1;
}

ul_status ul_repack_observe(ul_repack *r)
{
    for (size_t q = 0; q < r->n_live; q += unit_size(r, q))
        UL_TRY(observe_unit(r, r->live[q], unit_size(r, q)));
    for (size_t q = 0; q < r->n_live && r->told; q++)
        count_progress(r, r->live[q]);
    for (uint32_t m = ul_sim_first_up(r->sim); m != UL_SIM_NONE; m = ul_sim_next_up(r->sim, m))
        if (r->machine[m].changed_s < ul_sim_now(r->sim))
            r->machine[m].seen_s = ul_sim_now(r->sim);
    return UL_OK;
}

/* ---- the configuration as it is ---- */

/* What a unit that moves costs, in seconds of its worth: those in which it does not work, as its
 * new place loads while the old one stops, and those in which it holds both places. */
static double pause_s(const ul_sim_job *job)
{
    return fmax(job->fetch_s + job->build_s - job->kill_s, job->upload_s) + job->init_s
           + job->kill_s + job->upload_s;
}

static size_t age_of(double seconds)
{
    int power;
    (void)frexp(seconds, &power);
    return power < 0 ? 0 : power < UL_REPACK_AGES ? (size_t)power : UL_REPACK_AGES - 1;
}

void ul_repack_note_done(ul_repack *r, uint32_t i)
{
    const double worked_s = ul_sim_worked_s(r->sim, i);
    ul_repack_ages *pool[] = {&r->done, &r->done_of[ul_sim_shape(r->sim, i)]};
    for (size_t q = 0; q < sizeof pool / sizeof *pool; q++) {
        pool[q]->n[age_of(worked_s)]++;
        pool[q]->sum_s[age_of(worked_s)] += worked_s;
    }
}

/* How long those of its age went on on average that are done, one more taken for `else_s`. */
static double mean_rest_s(const ul_repack_ages *done, double worked_s, double else_s)
{
    double sum_s = else_s;
    uint64_t n = 1;
    for (size_t age = age_of(worked_s); age < UL_REPACK_AGES; age++)
        if (done->sum_s[age] > worked_s * (double)done->n[age]) {
            sum_s += done->sum_s[age] - worked_s * (double)done->n[age];
            n += done->n[age];
        }
    return sum_s / (double)n;
}

/* How long a task is still to work: told, as it will; else as those of its demands did, and
 * where few of them are known as all did; where none was ever as old, as long as it has. */
static double rest_s(ul_repack *r, uint32_t i)
{
    const double worked_s = ul_sim_worked_s(r->sim, i);
    if (r->told)
        return fmax(1, ul_sim_work_s(r->sim, i) - r->task[i].progress_s);
    const double of_all = mean_rest_s(&r->done, worked_s, worked_s > 0 ? worked_s : r->horizon_s);
    return mean_rest_s(&r->done_of[ul_sim_shape(r->sim, i)], worked_s, of_all);
}

/* What a move gains lasts until others end or come, and these are as short as it is: where a
 * task ends within the horizon a move is to gain four times what it costs. */
static double caution_of(const ul_conf_task *task)
{
    return 1 + 3 * task->stay_s / task->rest_s;
}

/* What a task's rest counts for. Told how long it is, a second counts the less the further ahead
 * it is, as others may have come by then and fill the room that those leave who end before. */
static double stay_s(const ul_repack *r, double horizon_s, double rest_s)
{
    const double near_s = 0.3 * horizon_s;
    return fmin(horizon_s, r->told ? near_s * log1p(rest_s / near_s) : rest_s);
}

/* Loading and leaving are not interrupted, and who has had his last call goes where he was to:
 * he could not wait for what is thought of next. */
static ul_status gather_unit(ul_repack *r, ul_conf *conf, size_t q, uint32_t n)
{
    const ul_sim_job job = ul_sim_job_of(r->sim, ul_sim_job_of_task(r->sim, r->live[q]));
    const uint32_t u = (uint32_t)conf->n_units++;
    conf->unit[u] = (ul_conf_unit){.first = (uint32_t)q, .n = n, .pause_s = pause_s(&job)};
    for (uint32_t i = (uint32_t)q; i < q + n; i++) {
        const uint32_t id = r->live[i], m = ul_sim_machine_of(r->sim, id);
        const ul_task_state state = ul_sim_state(r->sim, id);
        ul_conf_task *task = &conf->task[i];
        *task = (ul_conf_task){
            .task = id, .unit = u, .workload = workload_of(r, job.workload),
            .at = m == UL_SIM_NONE ? UL_NOWHERE : r->machine[m].index,
            .rest_s = rest_s(r, id),
            .is_fixed = (state != UL_TASK_WORKING && state != UL_TASK_WAITING)
                        || (r->task[id].is_called && r->task[id].target != UL_SIM_NONE),
            .wait_left_s = r->wait_s - ul_repack_waited_s(r, id)};
        task->stay_s = stay_s(r, conf->horizon_s, task->rest_s);
        UL_TRY(ul_repack_shape(r, id, &task->shape));
        task->is_fixed = task->is_fixed || ul_repack_fills_paid(r, m, task->shape);
    }
    conf->unit[u].caution = caution_of(&conf->task[q]);
    return UL_OK;
}

static void gather_host(ul_repack *r, ul_conf *conf, uint32_t m, size_t index)
{
    const uint32_t k = ul_sim_machine_type(r->sim, m);
    const double boot_s = ul_sim_machine_state(r->sim, m) == UL_MACHINE_BOOTING
                              ? ul_sim_ordered_s(r->sim, m) + r->type[k].boot_s
                                    - ul_sim_now(r->sim)
                              : 0;
    double leaving_s = 0;
    for (uint32_t p = ul_sim_first(r->sim, m); p != UL_SIM_NONE; p = ul_sim_next(r->sim, p)) {
        const uint32_t i = ul_sim_task_at(r->sim, p);
        const ul_sim_job job = ul_sim_job_of(r->sim, ul_sim_job_of_task(r->sim, i));
        leaving_s = fmax(leaving_s, job.kill_s + job.upload_s);
    }
    r->machine[m].index = (uint32_t)index;
    conf->host[index] = (ul_conf_host){.machine = m, .type = k, .ready_s = fmax(0, boot_s),
                                       .leaving_s = leaving_s,
                                       .room = ul_sim_free(r->sim, m)};
    ul_repack_gather_paid(r, &conf->host[index]);
}

static ul_status put_where_they_are(ul_repack *r, ul_conf *conf)
{
    for (uint32_t i = 0; i < conf->n_tasks; i++)
        if (conf->task[i].at != UL_NOWHERE && r->task[conf->task[i].task].target == UL_SIM_NONE)
            UL_TRY(ul_conf_put(conf, i, conf->task[i].at));
    return UL_OK;
}

/* What was ordered before goes on, unless somebody stayed after all who was to make room. */
static ul_status put_where_they_go(ul_repack *r, ul_conf *conf)
{
    for (uint32_t i = 0; i < conf->n_tasks; i++) {
        const uint32_t target = r->task[conf->task[i].task].target, at = conf->task[i].at;
        if (target == UL_SIM_NONE)
            continue;
        const uint32_t h = r->machine[target].index;
        if (ul_conf_fits(conf, i, h))
            UL_TRY(ul_conf_put(conf, i, h));
        else if (at != UL_NOWHERE && ul_conf_fits(conf, i, at))
            UL_TRY(ul_conf_put(conf, i, at));
    }
    return UL_OK;
}

/* Who makes room may have to wait for a machine that boots. */
static double crowded_s(const ul_repack *r)
{
    double boot_s = 0;
    for (size_t k = 0; k < r->n_types; k++)
        boot_s = fmax(boot_s, r->type[k].boot_s);
    return boot_s;
}

/* Tasks that leave hold their place a little longer, which nobody minds: they have one
 * elsewhere. */
ul_status ul_repack_gather(ul_repack *r, ul_conf *conf)
{
    size_t n_old = 0;
    const double times = r->chooses ? 0.375 + 1.125 * ul_rng_unit(r->rng) : 1; /* 3 to 12 rounds */
    *conf = (ul_conf){.horizon_s = times * r->horizon_s, .late_price = 10,
                      .is_blind = !r->told, .crowded_s = crowded_s(r),
                      .n_resources = ul_sim_n_resources(r->sim), .n_types = r->n_types,
                      .n_workloads = r->rates.n, .type = r->type, .by_price = r->by_price,
                      .beside = r->rates.beside, .run = ul_sim_run_of(r->sim), .stops_first = r->kills};
    for (uint32_t m = ul_sim_first_up(r->sim); m != UL_SIM_NONE; m = ul_sim_next_up(r->sim, m))
        n_old += !ul_repack_is_reserve(r, m);
    UL_TRY(ul_conf_new(ul_sim_scratch(r->sim), r->n_live, r->n_live, n_old, conf));
    n_old = 0;
    for (uint32_t m = ul_sim_first_up(r->sim); m != UL_SIM_NONE; m = ul_sim_next_up(r->sim, m))
        if (!ul_repack_is_reserve(r, m))
            gather_host(r, conf, m, n_old++);
    conf->n_units = 0;
    for (size_t q = 0; q < r->n_live; q += unit_size(r, q))
        UL_TRY(gather_unit(r, conf, q, unit_size(r, q)));
    ul_conf_complete(conf);
    UL_TRY(put_where_they_are(r, conf));
    return put_where_they_go(r, conf);
}
