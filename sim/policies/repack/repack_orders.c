/* From a configuration to orders. Machines are rented at once; a task goes to its new place
 * when that is ready and has room, and works where it is until then, so that it is on no
 * machine only before its first. A gang moves when all of it can. Where tasks wait for each
 * other's places in a circle, one that may still wait steps aside; where none may, they all
 * stay. Machines go back the instant that nobody is on them or to come, by units of time when that
 * is paid for ends. */
#include <math.h>

#include "repack.h"

static const double margin_s = 1; /* of a last call: less is rounding */

bool ul_repack_is_reserve(const ul_repack *r, uint32_t m)
{
    const uint32_t i = r->machine[m].reserve_of;
    return i != UL_SIM_NONE && r->task[i].is_called;
}

/* ---- a new configuration ---- */

/* What the tasks of a machine cost an hour by their shares of the cheapest types. */
static double worth_of(const ul_conf *conf, const ul_conf_host *host)
{
    double sum = 0;
    for (uint32_t i = host->first; i != UL_NOWHERE; i = conf->task[i].next)
        sum += conf->task[i].shape->worth * 3600;
    return sum;
}

static ul_status rent(ul_repack *r, uint32_t type, uint32_t *m)
{
    UL_TRY(ul_sim_rent(r->sim, type, 1, m));
    UL_MORE(r->arena, r->machine, *m, r->machine_room);
    r->machine[*m] = (ul_repack_machine){.changed_s = ul_sim_now(r->sim), .seen_s = -1,
                                          .reserve_of = UL_SIM_NONE};
    return UL_OK;
}

static ul_status aim(ul_repack *r, uint32_t i, uint32_t m)
{
    const uint32_t old = r->task[i].target;
    const uint32_t new = ul_sim_machine_of(r->sim, i) == m ? UL_SIM_NONE : m;
    if (old != new && new != UL_SIM_NONE)
        UL_SIM_TELL(r->sim, .kind = UL_STEP_PUT, .bin = m, .task = i);
    ul_repack_drop_target(r, i);
    r->task[i].target = new;
    if (new == UL_SIM_NONE)
        return UL_OK;
    r->machine[m].coming++;
    UL_MORE(r->arena, r->pending, r->n_pending, r->pending_room);
    r->pending[r->n_pending++] = i;
    return UL_OK;
}

/* A machine that one task fills, put off for less than a unit of time that it is paid for by: that
 * costs nothing, and it is not needed if anybody leaves one that is paid for. */
static bool is_one_unit(const ul_conf *conf, const ul_conf_host *host, double in_s)
{
    const ul_conf_type *type = &conf->type[host->type];
    return type->billing_s > 0 && in_s < type->billing_s
           && ul_conf_fills(type, conf->task[host->first].shape, conf->n_resources);
}

/* How many times what its boot costs a machine's tasks are to do, by their shares, for it to be
 * worth that. Who chooses among futures sees what comes of it, and tries from once to nearly any
 * number, by their logarithms. */
static double times_its_boot(const ul_repack *r)
{
    static const double usual = 10, most = 200;
    return r->chooses ? pow(most, ul_rng_unit(r->rng)) : usual;
}

/* For how long a new machine can be put off: until one of its tasks could not wait for another
 * round, or has waited for twice as long as it boots. It cannot where its boot is worth what
 * its tasks are to do. */
static double put_off_s(const ul_repack *r, const ul_conf *conf, const ul_conf_host *host)
{
    const ul_conf_type *type = &conf->type[host->type];
    double work = 0, left_s = HUGE_VAL, waited_s = 0;
    for (uint32_t i = host->first; i != UL_NOWHERE; i = conf->task[i].next) {
        const ul_conf_task *task = &conf->task[i];
        work += task->shape->worth * task->rest_s;
        waited_s = fmax(waited_s, ul_repack_waited_s(r, task->task));
        left_s = fmin(left_s, task->at == UL_NOWHERE ? task->wait_left_s : 0);
    }
    const double last_s = left_s - type->boot_s - 2 * margin_s;
    if (is_one_unit(conf, host, last_s))
        return last_s;
    if (type->start <= work / times_its_boot(r) || r->interval_s == 0
        || waited_s >= 2 * type->boot_s)
        return 0;
    return left_s - type->boot_s - 2 * r->interval_s - margin_s;
}

/* What those on machines hold of them by their shares, and what of it they leave in a second,
 * were each as likely to end now as later. */
typedef struct {
    double held, left;
} leavers;

static leavers gather_leavers(const ul_conf *conf)
{
    leavers all = {0, 0};
    for (size_t i = 0; i < conf->n_tasks; i++) {
        const ul_conf_task *task = &conf->task[i];
        if (task->to >= conf->n_old)
            continue;
        all.held += task->shape->worth;
        all.left += task->shape->worth / (task->rest_s + conf->host[task->to].ready_s);
    }
    return all;
}

static double room_in(const leavers *all, double seconds)
{
    return all->held > 0 ? all->held * (1 - exp(-seconds * all->left / all->held)) : 0;
}

/* Not for more than are expected to find room by then; who chooses among futures sees who does. */
ul_status ul_repack_put_off(const ul_repack *r, ul_conf *conf)
{
    const leavers all = gather_leavers(conf);
    double wanted = 0; /* by those whom a machine was put off for */
    for (uint32_t h = (uint32_t)conf->n_old; h < conf->n_hosts; h++) {
        const double more = worth_of(conf, &conf->host[h]) / 3600;
        const double in_s = conf->host[h].n > 0 ? put_off_s(r, conf, &conf->host[h]) : 0;
        const double room = in_s > 0 ? room_in(&all, in_s) : 0;
        const bool has_room = room > 0 && (wanted + more <= room || is_one_unit(conf, &conf->host[h], in_s));
        if (in_s <= 0 || (!r->chooses && !has_room))
            continue;
        wanted += more;
        while (conf->host[h].n > 0)
            UL_TRY(ul_conf_take(conf, conf->host[h].first));
    }
    return UL_OK;
}

ul_status ul_repack_order(ul_repack *r, const ul_conf *conf)
{
    r->n_pending = 0;
    for (size_t i = 0; i < conf->n_tasks; i++)
        if (conf->task[i].to == UL_NOWHERE)
            ul_repack_drop_target(r, conf->task[i].task);
    for (size_t h = 0; h < conf->n_hosts; h++) {
        const ul_conf_host *host = &conf->host[h];
        uint32_t m = host->machine;
        if (host->n > 0 && m == UL_NOWHERE) {
            UL_TRY(rent(r, host->type, &m));
            UL_SIM_TELL(r->sim, .kind = UL_STEP_OPEN,
                        .bin = m, .type = host->type, .task = conf->task[host->first].task,
                        .count = host->n, .value = worth_of(conf, host),
                        .why = host->n == 1 ? UL_WHY_ALONE
                                            : " for {count} tasks, whose shares of the cheapest "
                                              "machines cost {$value} an hour");
        }
        for (uint32_t i = host->first; host->n > 0 && i != UL_NOWHERE; i = conf->task[i].next)
            UL_TRY(aim(r, conf->task[i].task, m));
    }
    for (size_t q = 0; q < r->n_pending && r->kills; q++)
        if (ul_sim_state(r->sim, r->pending[q]) == UL_TASK_WORKING)
            UL_TRY(ul_sim_stop(r->sim, r->pending[q], false));
    return UL_OK;
}

/* ---- carrying it out ---- */

static bool is_free_to_go(const ul_repack *r, uint32_t i)
{
    const ul_task_state state = ul_sim_state(r->sim, i);
    return state == UL_TASK_WAITING || state == UL_TASK_WORKING;
}

static bool can_go(ul_repack *r, uint32_t i)
{
    const uint32_t m = r->task[i].target;
    return is_free_to_go(r, i) && ul_sim_machine_state(r->sim, m) == UL_MACHINE_READY
           && ul_sim_fits(r->sim, m, i);
}

/* A gang pauses as a whole: none of it moves before all who are to can. */
static bool gang_can_go(ul_repack *r, uint32_t i)
{
    const ul_sim_job job = ul_sim_job_of(r->sim, ul_sim_job_of_task(r->sim, i));
    if (!job.gang || ul_sim_state(r->sim, i) == UL_TASK_WAITING)
        return true;
    for (uint32_t q = job.first_task; q < job.first_task + job.n_tasks; q++)
        if (r->task[q].target != UL_SIM_NONE && q != i && !can_go(r, q))
            return false;
    return true;
}

static ul_status go_one(ul_repack *r, uint32_t i, bool *went)
{
    const uint32_t m = r->task[i].target;
    *went = can_go(r, i) && gang_can_go(r, i);
    if (!*went)
        return UL_OK;
    const bool moves = ul_sim_state(r->sim, i) == UL_TASK_WORKING;
    if (moves)
        r->machine[ul_sim_machine_of(r->sim, i)].changed_s = ul_sim_now(r->sim);
    r->machine[m].changed_s = ul_sim_now(r->sim);
    ul_repack_drop_target(r, i);
    if (r->task[i].is_off) {
        r->task[i].waited_s = ul_repack_waited_s(r, i);
        r->task[i].is_off = false;
    }
    r->task[i].is_called = false;
    return moves ? ul_sim_move(r->sim, i, m) : ul_sim_place(r->sim, i, m);
}

static ul_status go_all(ul_repack *r)
{
    bool any = true;
    while (any) {
        size_t kept = 0;
        any = false;
        for (size_t q = 0; q < r->n_pending; q++) {
            const uint32_t i = r->pending[q];
            bool went = false;
            if (ul_sim_state(r->sim, i) != UL_TASK_DONE && r->task[i].target != UL_SIM_NONE) {
                UL_TRY(go_one(r, i, &went));
                if (!went)
                    r->pending[kept++] = i;
            }
            any = any || went;
        }
        r->n_pending = kept;
    }
    return UL_OK;
}

static bool has_leaver(const ul_repack *r, uint32_t m)
{
    for (uint32_t p = ul_sim_first(r->sim, m); p != UL_SIM_NONE; p = ul_sim_next(r->sim, p)) {
        const uint32_t i = ul_sim_task_at(r->sim, p);
        if (ul_sim_machine_of(r->sim, i) != m || !is_free_to_go(r, i))
            return true;
    }
    return false;
}

/* Whether something is still to happen by itself that makes room or readies a place. */
static bool is_under_way(const ul_repack *r)
{
    for (size_t q = 0; q < r->n_pending; q++) {
        const uint32_t i = r->pending[q], m = r->task[i].target;
        if (ul_sim_machine_state(r->sim, m) == UL_MACHINE_BOOTING || !is_free_to_go(r, i)
            || has_leaver(r, m))
            return true;
    }
    return false;
}

/* What stepping aside takes at most: everybody else moves first, one after the other. */
static double aside_s(ul_repack *r)
{
    double sum = 0;
    for (size_t q = 0; q < r->n_pending; q++) {
        const ul_sim_job job = ul_sim_job_of(r->sim, ul_sim_job_of_task(r->sim, r->pending[q]));
        sum += job.kill_s + job.upload_s;
    }
    return sum;
}

/* Those who only change places on machines that are paid for by units save nothing: all stay. */
static ul_status break_circle(ul_repack *r)
{
    const double most_s = aside_s(r);
    for (size_t q = 0; q < r->n_pending; q++) {
        const uint32_t i = r->pending[q];
        const double left_s = r->wait_s - ul_repack_waited_s(r, i);
        if (ul_sim_state(r->sim, i) != UL_TASK_WORKING || most_s > left_s
            || ul_repack_is_by_units(r, ul_sim_machine_of(r->sim, i))
            || ul_repack_own_type(r, i, left_s) == UL_SIM_NONE)
            continue;
        r->machine[ul_sim_machine_of(r->sim, i)].changed_s = ul_sim_now(r->sim);
        return ul_sim_stop(r->sim, i, false);
    }
    for (size_t q = 0; q < r->n_pending; q++)
        ul_repack_drop_target(r, r->pending[q]);
    r->n_pending = 0;
    r->has_news = true;
    return UL_OK;
}

/* ---- limits ---- */

ul_status ul_repack_goes_off(ul_repack *r, uint32_t i)
{
    const double now_s = ul_sim_now(r->sim), left_s = r->wait_s - r->task[i].waited_s;
    ul_conf_shape *shape;
    UL_TRY(ul_repack_shape(r, i, &shape));
    const uint32_t k = ul_repack_own_type(r, i, HUGE_VAL);
    r->task[i].is_off = true;
    r->task[i].off_s = now_s;
    r->task[i].call_s
        = now_s + fmax(0, left_s - margin_s - (k == UL_SIM_NONE ? 0 : r->type[k].boot_s));
    return ul_sim_timer(r->sim, r->task[i].call_s, i);
}

/* It will be ready in time, and all who are to come to it have room. */
static bool boots_in_time(const ul_repack *r, uint32_t m, double left_s)
{
    return m != UL_SIM_NONE && ul_sim_machine_state(r->sim, m) == UL_MACHINE_BOOTING
           && ul_sim_ordered_s(r->sim, m) + r->type[ul_sim_machine_type(r->sim, m)].boot_s
                      - ul_sim_now(r->sim) <= left_s;
}

/* All who are to come to it have room on it now. */
static bool is_empty_and_ready(const ul_repack *r, uint32_t m)
{
    return m != UL_SIM_NONE && ul_sim_machine_state(r->sim, m) == UL_MACHINE_READY
           && ul_sim_n_on(r->sim, m) == 0;
}

/* A reserve that goes back at once costs nothing, but by units of time it does. */
ul_status ul_repack_call(ul_repack *r, uint32_t i)
{
    const double left_s = r->wait_s - ul_repack_waited_s(r, i);
    const uint32_t k = ul_repack_own_type(r, i, left_s);
    uint32_t m;
    r->task[i].is_called = true;
    if (k == UL_SIM_NONE || boots_in_time(r, r->task[i].target, left_s)
        || (r->unit_s > 0 && is_empty_and_ready(r, r->task[i].target)))
        return UL_OK;
    UL_TRY(rent(r, k, &m));
    r->machine[m].reserve_of = i;
    UL_SIM_TELL(r->sim, .kind = UL_STEP_OPEN, .bin = m, .type = k, .task = i,
                .seconds = left_s,
                .why = " in reserve: a task may be on no machine for {seconds} more, and none is "
                       "sure to have room for it by then");
    return UL_OK;
}

/* Who is still on no machine when his reserve is ready takes it; else it is kept for nobody. */
static ul_status use_reserve(ul_repack *r, uint32_t m)
{
    const uint32_t i = r->machine[m].reserve_of;
    bool went;
    if (i == UL_SIM_NONE || ul_sim_machine_state(r->sim, m) != UL_MACHINE_READY)
        return UL_OK;
    r->machine[m].reserve_of = UL_SIM_NONE;
    if (!r->task[i].is_called)
        return UL_OK;
    UL_TRY(aim(r, i, m));
    return go_one(r, i, &went);
}

static ul_status release_empty(ul_repack *r)
{
    for (uint32_t m = ul_sim_first_up(r->sim), next; m != UL_SIM_NONE; m = next) {
        next = ul_sim_next_up(r->sim, m);
        UL_TRY(use_reserve(r, m));
        if (ul_sim_n_on(r->sim, m) > 0 || r->machine[m].coming > 0 || ul_repack_is_reserve(r, m)
            || (r->keeps && !r->is_round) || ul_repack_is_held(r, m))
            continue;
        UL_SIM_TELL(r->sim, .kind = UL_STEP_EMPTY, .why = UL_WHY_UNUSED, .bin = m);
        UL_TRY(ul_sim_release(r->sim, m));
    }
    return UL_OK;
}

ul_status ul_repack_go(ul_repack *r)
{
    r->is_stirred = false;
    UL_TRY(go_all(r));
    if (r->n_pending > 0 && !is_under_way(r))
        UL_TRY(break_circle(r));
    UL_TRY(release_empty(r));
    r->is_round = false;
    return ul_repack_await_units(r);
}
