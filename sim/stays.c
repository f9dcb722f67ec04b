/* What becomes of stays: loading, work, interference, stopping, the end. */
#include <math.h>
#include <stdlib.h>

#include "repeated_sum.h"
#include "sim_state.h"

/* A job counted in iterations gains whole seconds' worth of them, one addition of
 * doubles a second, and is looked at after each: even one of none takes a second. It is
 * looked at, too, when its rate changes and when it goes on elsewhere. The number of
 * seconds a double can count. */
static const uint64_t seconds_max = (uint64_t)1 << 53;

static const ul_schedule_job *job_of(const ul_sim *sim, uint32_t task)
{
    return &sim->in->job[sim->in->task[task].job];
}

static bool in_iterations(const ul_schedule_job *job)
{
    return job->per_second > 0;
}

/* Whether nothing can change the task's rate once it works: then its end is known
 * when it is placed. */
static bool is_plain(const ul_sim *sim, uint32_t task)
{
    const ul_schedule_job *job = job_of(sim, task);
    return sim->n_rates == 0 && job->init_s == 0 && job->kill_s == 0
           && (!job->gang || job->n_tasks == 1);
}

static ul_status mark_machine(ul_sim *sim, uint32_t m)
{
    if (sim->machine[m].is_dirty)
        return UL_OK;
    UL_MORE(sim->arena, sim->dirty_machine, sim->n_dirty_machines, sim->dirty_machine_room);
    sim->machine[m].is_dirty = true;
    sim->dirty_machine[sim->n_dirty_machines++] = m;
    return UL_OK;
}

static ul_status mark_unit(ul_sim *sim, uint32_t u)
{
    if (sim->unit[u].is_dirty)
        return UL_OK;
    UL_MORE(sim->arena, sim->dirty_unit, sim->n_dirty_units, sim->dirty_unit_room);
    sim->unit[u].is_dirty = true;
    sim->dirty_unit[sim->n_dirty_units++] = u;
    return UL_OK;
}

/* ---- progress ---- */

static double goal_of(const ul_sim *sim, uint32_t u)
{
    const ul_schedule_job *job = job_of(sim, u);
    if (in_iterations(job))
        return job->iterations;
    ul_micro work = sim->in->task[u].work_s;
    for (uint32_t i = 1; job->gang && i < job->n_tasks; i++)
        if (sim->in->task[u + i].work_s > work)
            work = sim->in->task[u + i].work_s;
    return ul_micro_double(work);
}

double ul_sim_share_done(const ul_sim *sim, uint32_t task)
{
    const uint32_t u = ul_sim_unit_of(sim, task);
    const ul_sim_unit *unit = &sim->unit[u];
    const double done = unit->done + unit->rate * fmax(0, sim->now - unit->since_s);
    return sim->task[task].done ? 1 : fmin(1, done / fmax(1e-6, goal_of(sim, u)));
}

/* Brings what is done up to the present. */
static void advance(ul_sim *sim, uint32_t u)
{
    ul_sim_unit *unit = &sim->unit[u];
    const double passed = sim->now - unit->since_s;
    if (unit->rate > 0 && passed > 0) {
        double whole = 0;
        if (in_iterations(job_of(sim, u))) {
            whole = floor(passed);
            ul_repeated_sum(&unit->done, unit->rate, HUGE_VAL, (uint64_t)whole);
        }
        unit->done += unit->rate * (passed - whole);
    }
    if (passed > 0)
        unit->since_s = sim->now;
}

static ul_status expect_end(ul_sim *sim, uint32_t u)
{
    ul_sim_unit *unit = &sim->unit[u];
    const double goal = goal_of(sim, u);
    if (in_iterations(job_of(sim, u))) {
        double done = unit->done;
        const uint64_t seconds = ul_repeated_sum(&done, unit->rate, goal, seconds_max);
        const bool untouched = unit->done == 0;
        unit->due_s = unit->since_s + (double)(seconds == 0 && untouched ? 1 : seconds);
        if (done < goal)
            return ul_sim_refuse(sim, "job '%s' makes no progress at %g iterations a second",
                                 job_of(sim, u)->name, unit->rate);
    } else {
        const double left = goal - unit->done;
        unit->due_s = left > 0 ? unit->since_s + left / unit->rate : unit->since_s;
    }
    return ul_sim_push(sim, UL_AT_DONE, unit->due_s, u, ++unit->version);
}

bool ul_sim_is_finished(ul_sim *sim, uint32_t u)
{
    return sim->unit[u].rate > 0 && sim->unit[u].due_s <= sim->now;
}

static double alone_rate(const ul_sim *sim, uint32_t task)
{
    const ul_schedule_job *job = job_of(sim, task);
    return in_iterations(job) ? job->per_second : 1;
}

/* ---- stays ---- */

/* A plain task's end follows from its place alone. */
static ul_status begin_plain(ul_sim *sim, const ul_sim_place_t *place)
{
    ul_sim_unit *unit = &sim->unit[place->task];
    unit->since_s = place->working_s;
    unit->seen = ul_schedule_speed(sim->in, place->task, sim->machine[place->machine].type);
    unit->rate = unit->seen * alone_rate(sim, place->task);
    unit->active = true;
    return expect_end(sim, place->task);
}

ul_status ul_sim_activate(ul_sim *sim, uint32_t u)
{
    sim->unit[u].active = true;
    sim->unit[u].since_s = sim->now;
    return mark_unit(sim, u);
}

/* Places of plain tasks come here when they are given: their end is known then. */
ul_status ul_sim_begin_work(ul_sim *sim, uint32_t p)
{
    ul_sim_place_t *place = &sim->place[p];
    const uint32_t task = place->task, u = ul_sim_unit_of(sim, task);
    const ul_schedule_job *job = job_of(sim, task);
    ul_sim_unit *unit = &sim->unit[u];
    place->state = UL_TASK_WORKING;
    sim->task[task].at_work = p;
    UL_TRY(ul_sim_add_image(sim, p)); /* whatever it took him: others find it there */
    if (is_plain(sim, task))
        return UL_OK;
    unit->working++;
    UL_TRY(mark_machine(sim, place->machine));
    UL_TRY(mark_unit(sim, u));
    if (unit->working < (job->gang ? job->n_tasks : 1))
        return UL_OK;
    if (job->init_s > 0)
        return ul_sim_push(sim, UL_AT_ACTIVE, sim->now + ul_micro_double(job->init_s), u,
                           unit->version);
    return ul_sim_activate(sim, u);
}

static void take_room(ul_sim *sim, uint32_t m, uint32_t task, int sign)
{
    const ul_micro *need = ul_schedule_need(sim->in, task, sim->machine[m].type);
    for (size_t r = 0; r < sim->in->n_resources; r++)
        sim->machine[m].free[r] -= sign * need[r];
}

static ul_status new_place(ul_sim *sim, uint32_t *p)
{
    *p = sim->unused_place;
    if (*p != UL_SIM_NONE) {
        sim->unused_place = sim->place[*p].next;
        return UL_OK;
    }
    UL_MORE(sim->arena, sim->place, sim->n_places, sim->place_room);
    *p = (uint32_t)sim->n_places++;
    sim->place[*p].version = 0;
    return UL_OK;
}

static void link_place(ul_sim *sim, uint32_t p)
{
    ul_sim_machine *machine = &sim->machine[sim->place[p].machine];
    sim->place[p].next = UL_SIM_NONE;
    sim->place[p].previous = machine->last;
    if (machine->last != UL_SIM_NONE)
        sim->place[machine->last].next = p;
    else
        machine->first = p;
    machine->last = p;
    machine->n_on++;
}

/* The place is free again, and void what was to happen to the stay. */
static void unlink_place(ul_sim *sim, uint32_t p)
{
    ul_sim_place_t *place = &sim->place[p];
    ul_sim_machine *machine = &sim->machine[place->machine];
    if (place->previous != UL_SIM_NONE)
        sim->place[place->previous].next = place->next;
    else
        machine->first = place->next;
    if (place->next != UL_SIM_NONE)
        sim->place[place->next].previous = place->previous;
    else
        machine->last = place->previous;
    machine->n_on--;
    take_room(sim, place->machine, place->task, -1);
    place->version++;
    place->next = sim->unused_place;
    sim->unused_place = p;
    ul_sim_task *state = &sim->task[place->task];
    if (state->place == p)
        state->place = place->before;
    else if (state->place != UL_SIM_NONE)
        sim->place[state->place].before = UL_SIM_NONE;
    if (state->at_work == p)
        state->at_work = UL_SIM_NONE;
}

ul_status ul_sim_begin_stay(ul_sim *sim, uint32_t task, uint32_t m)
{
    uint32_t p;
    UL_TRY(new_place(sim, &p));
    ul_sim_place_t *place = &sim->place[p];
    *place = (ul_sim_place_t){.task = task, .machine = m, .version = place->version,
                              .before = sim->task[task].place, .state = UL_TASK_LOADING,
                              .from_s = sim->now, .loaded_s = sim->now + ul_sim_load_s(sim, task, m)};
    link_place(sim, p);
    take_room(sim, m, task, 1);
    sim->task[task].place = p;
    place->working_s = fmax(place->loaded_s, sim->task[task].free_from_s);
    if (is_plain(sim, task))
        UL_TRY(begin_plain(sim, place));
    if (place->working_s > sim->now || sim->task[task].at_work != UL_SIM_NONE) /* stops now */
        return ul_sim_push(sim, UL_AT_WORKING, place->working_s, p, place->version);
    return ul_sim_begin_work(sim, p);
}

/* The place before was cut off: it waits for that one no more. */
static ul_status renew_stay(ul_sim *sim, uint32_t p)
{
    ul_sim_place_t *place = &sim->place[p];
    place->version++;
    place->working_s = fmax(place->loaded_s, sim->now);
    if (is_plain(sim, place->task))
        UL_TRY(begin_plain(sim, place));
    return ul_sim_push(sim, UL_AT_WORKING, place->working_s, p, place->version);
}

/* What a task has done so far does not count: neither do its stays. */
static void lose_work(ul_sim *sim, uint32_t task)
{
    ul_sim_task *state = &sim->task[task];
    for (uint32_t s = state->last_stay; s != UL_SIM_NONE; s = sim->stay_before[s])
        sim->plan->stay[s].lost = true;
    state->last_stay = UL_SIM_NONE;
    state->worked_s = 0;
}

void ul_sim_lose(ul_sim *sim, uint32_t task)
{
    lose_work(sim, task);
    sim->unit[ul_sim_unit_of(sim, task)].done = 0;
}

ul_status ul_sim_stop_work(ul_sim *sim, uint32_t p)
{
    ul_sim_place_t *place = &sim->place[p];
    const uint32_t u = ul_sim_unit_of(sim, place->task);
    ul_sim_unit *unit = &sim->unit[u];
    advance(sim, u);
    unit->rate = 0;
    unit->active = false;
    unit->version++;
    if (place->lose)
        unit->done = 0;
    if (is_plain(sim, place->task))
        unit->seen = 0;
    else {
        unit->working--;
        UL_TRY(mark_unit(sim, u));
        UL_TRY(mark_machine(sim, place->machine));
    }
    sim->task[place->task].rate = 0;
    sim->task[place->task].at_work = UL_SIM_NONE;
    place->state = UL_TASK_LEAVING;
    place->stopped_s = sim->now;
    return UL_OK;
}

static ul_status record_stay(ul_sim *sim, const ul_sim_place_t *place)
{
    const ul_timeline_stay stay = {
        .task = place->task, .machine = place->machine, .from_s = ul_sim_micro(place->from_s),
        .working_s = ul_sim_micro(place->working_s), .stopped_s = ul_sim_micro(place->stopped_s),
        .to_s = ul_sim_micro(place->to_s), .lost = place->lose,
    };
    const size_t s = sim->plan->n_stays;
    ul_sim_task *state = &sim->task[place->task];
    UL_MORE(sim->arena, sim->stay_before, s, sim->stay_room);
    UL_TRY(ul_timeline_add_stay(sim->plan, &stay));
    sim->stay_before[s] = state->last_stay;
    state->last_stay = (uint32_t)s;
    state->worked_s += place->stopped_s - place->working_s;
    if (place->lose)
        lose_work(sim, place->task);
    return UL_OK;
}

ul_status ul_sim_leave(ul_sim *sim, uint32_t p)
{
    sim->place[p].to_s = sim->now;
    UL_TRY(record_stay(sim, &sim->place[p]));
    unlink_place(sim, p);
    return UL_OK;
}

/* A stay that never worked. */
static void vanish(ul_sim *sim, uint32_t p)
{
    const uint32_t u = ul_sim_unit_of(sim, sim->place[p].task);
    if (is_plain(sim, sim->place[p].task)) {
        sim->unit[u].rate = 0;
        sim->unit[u].active = false;
        sim->unit[u].version++;
    }
    unlink_place(sim, p);
}

ul_status ul_sim_cut(ul_sim *sim, uint32_t p)
{
    ul_sim_place_t *place = &sim->place[p];
    if (place->state == UL_TASK_LOADING) {
        vanish(sim, p);
        return UL_OK;
    }
    const bool unsaved = job_of(sim, place->task)->upload_s > 0 && place->state != UL_TASK_LEAVING;
    place->lose = place->lose || unsaved || !sim->in->keeps_work || sim->policy->loses_cut
                  || sim->loses_work;
    if (place->state != UL_TASK_LEAVING)
        UL_TRY(ul_sim_stop_work(sim, p));
    else if (place->to_s > sim->now || place->lose) { /* its upload is cut off */
        place->lose = true;
        sim->unit[ul_sim_unit_of(sim, place->task)].done = 0;
    }
    const ul_sim_task *state = &sim->task[place->task];
    sim->task[place->task].free_from_s = sim->now;
    UL_TRY(ul_sim_leave(sim, p));
    return state->place != UL_SIM_NONE ? renew_stay(sim, state->place) : UL_OK;
}

/* ---- the end of the work ---- */

static ul_status end_task(ul_sim *sim, uint32_t task)
{
    ul_sim_task *state = &sim->task[task];
    if (state->at_work == UL_SIM_NONE) /* without work it ends as it begins, and either is first */
        UL_TRY(ul_sim_begin_work(sim, state->place));
    const uint32_t next = state->place, p = state->at_work;
    if (next != p && next != UL_SIM_NONE) /* it was to move, and need not */
        unlink_place(sim, next);
    ul_sim_place_t *place = &sim->place[p];
    place->stopped_s = sim->now;
    place->lose = false;
    state->done = true;
    state->rate = 0;
    if (!is_plain(sim, task))
        UL_TRY(mark_machine(sim, place->machine));
    sim->n_left--;
    sim->n_unfinished--;
    sim->job_left[sim->in->task[task].job]--;
    return ul_sim_leave(sim, p);
}

ul_status ul_sim_complete(ul_sim *sim, uint32_t u)
{
    const ul_schedule_job *job = job_of(sim, u);
    const uint32_t n = job->gang ? job->n_tasks : 1;
    ul_sim_unit *unit = &sim->unit[u];
    unit->rate = unit->seen = 0;
    unit->active = false;
    unit->version++;
    sim->n_news++;
    for (uint32_t i = u; i < u + n; i++)
        UL_TRY(end_task(sim, i));
    for (uint32_t i = u; sim->policy->done != NULL && i < u + n; i++)
        UL_TRY(sim->policy->done(sim->self, sim, i,
                                 sim->plan->stay[sim->task[i].last_stay].machine));
    return UL_OK;
}

/* ---- rates ---- */

static bool works(const ul_sim_place_t *place)
{
    return place->state == UL_TASK_WORKING || place->state == UL_TASK_STOPPING;
}

static uint32_t name_rank(const ul_sim *sim, uint32_t p)
{
    const uint32_t w = job_of(sim, sim->place[p].task)->workload;
    return w == UL_SCHEDULE_NONE ? 0 : sim->workload_rank[w];
}

/* Those who work on a machine, ascending by workload: rates are products in that
 * order. Insertion keeps it simple; machines hold few tasks. */
static ul_status gather(ul_sim *sim, uint32_t m, size_t *n)
{
    *n = 0;
    for (uint32_t p = sim->machine[m].first; p != UL_SIM_NONE; p = sim->place[p].next) {
        if (!works(&sim->place[p]))
            continue;
        UL_MORE(sim->arena, sim->crowd, *n, sim->crowd_room);
        size_t at = (*n)++;
        for (; at > 0 && name_rank(sim, sim->crowd[at - 1]) > name_rank(sim, p); at--)
            sim->crowd[at] = sim->crowd[at - 1];
        sim->crowd[at] = p;
    }
    return UL_OK;
}

static ul_status settle_machine(ul_sim *sim, uint32_t m)
{
    size_t n;
    sim->machine[m].is_dirty = false;
    UL_TRY(gather(sim, m, &n));
    for (size_t q = 0; q < n; q++) {
        const uint32_t task = sim->place[sim->crowd[q]].task;
        double rate = 1;
        for (size_t f = 0; f < sim->n_rates; f++)
            rate *= sim->rate[f](sim, q, n);
        sim->task[task].rate = rate * ul_schedule_speed(sim->in, task, sim->machine[m].type);
        UL_TRY(mark_unit(sim, ul_sim_unit_of(sim, task)));
    }
    return UL_OK;
}

static double least_rate(const ul_sim *sim, uint32_t u)
{
    const ul_schedule_job *job = job_of(sim, u);
    double least = 0;
    for (uint32_t i = u; i < u + (job->gang ? job->n_tasks : 1); i++)
        if (sim->task[i].rate > 0 && (least == 0 || sim->task[i].rate < least))
            least = sim->task[i].rate;
    return least;
}

static ul_status settle_unit(ul_sim *sim, uint32_t u)
{
    ul_sim_unit *unit = &sim->unit[u];
    unit->is_dirty = false;
    if (sim->task[u].done)
        return UL_OK;
    unit->seen = least_rate(sim, u);
    const double rate = unit->active ? unit->seen * alone_rate(sim, u) : 0;
    if (rate == unit->rate)
        return UL_OK;
    advance(sim, u);
    unit->rate = rate;
    return rate > 0 ? expect_end(sim, u) : UL_OK;
}

ul_status ul_sim_settle(ul_sim *sim)
{
    for (size_t q = 0; q < sim->n_dirty_machines; q++)
        UL_TRY(settle_machine(sim, sim->dirty_machine[q]));
    sim->n_dirty_machines = 0;
    for (size_t q = 0; q < sim->n_dirty_units; q++)
        UL_TRY(settle_unit(sim, sim->dirty_unit[q]));
    sim->n_dirty_units = 0;
    return UL_OK;
}
