/* Orders of a policy from outside: each is carried out at once, promised for when it can
 * be, or refused with the reason. */
#include <stdio.h>

#include "live_state.h"

enum { rent_max = 1000000 };

/* ---- answers ---- */

const char *ul_live_refuse(ul_live *live, const char *reason)
{
    if (reason != live->why)
        snprintf(live->why, sizeof live->why, "%s", reason);
    if (live->n_refused++ == 0)
        snprintf(live->first, sizeof live->first, "%s", live->why);
    return live->why;
}

/* What the simulator refuses is the policy's to know; anything else ends the run. */
static const char *answer(ul_live *live, ul_status status)
{
    if (status == UL_OK)
        return NULL;
    if (ul_sim_pardon(live->sim))
        return ul_live_refuse(live, ul_error_text());
    live->fault = status;
    snprintf(live->why, sizeof live->why, "%s", ul_error_text());
    return live->why;
}

#define REFUSE(live, ...)                                                \
    (snprintf((live)->why, sizeof(live)->why, __VA_ARGS__), ul_live_refuse((live), (live)->why))

static const char *job_of(const ul_live *live, uint32_t task)
{
    return live->in->job[live->in->task[task].job].name;
}

static uint32_t number_of(const ul_live *live, uint32_t task)
{
    return task - live->in->job[live->in->task[task].job].first_task;
}

/* ---- machines ---- */

const char *ul_live_rent(ul_live *live, uint32_t type, uint32_t count, uint32_t *first)
{
    if (count == 0 || count > rent_max)
        return REFUSE(live, "%u machines are ordered: 1 to %u in one request", count,
                      (unsigned)rent_max);
    const char *why = answer(live, ul_sim_rent(live->sim, type, count, first));
    if (why != NULL)
        return why;
    why = answer(live, ul_live_know_machines(live, *first + count - 1));
    for (uint32_t m = *first; why == NULL && m < *first + count; m++)
        if (ul_sim_machine_state(live->sim, m) == UL_MACHINE_READY)
            why = answer(live, ul_live_note(live, (ul_live_event){UL_LIVE_UP, UL_LIVE_NONE, m,
                                                                  UL_LIVE_NONE, 1}));
    return why;
}

const char *ul_live_release(ul_live *live, uint32_t m)
{
    if (!ul_live_has_machine(live, m))
        return REFUSE(live, "machine %u is given back and does not exist", m);
    if (live->machine[m].first != UL_SIM_NONE) {
        const uint32_t task = live->machine[m].first;
        return REFUSE(live, "machine %u is given back and was promised to job '%s' task %u", m,
                      job_of(live, task), number_of(live, task));
    }
    for (uint32_t p = ul_sim_first(live->sim, m); p != UL_SIM_NONE; p = ul_sim_next(live->sim, p)) {
        const uint32_t task = ul_sim_task_at(live->sim, p);
        const bool goes = ul_sim_machine_of(live->sim, task) != m
                          || ul_sim_state(live->sim, task) == UL_TASK_STOPPING
                          || ul_sim_state(live->sim, task) == UL_TASK_LEAVING
                          || ul_live_promised(live, task) != UL_SIM_NONE;
        if (!goes)
            return REFUSE(live, "machine %u is given back with job '%s' task %u on it", m,
                          job_of(live, task), number_of(live, task));
    }
    live->machine[m].facts->is_closing = true;
    return answer(live, ul_live_close(live, m));
}

/* ---- tasks ---- */

/* Whether the machine can be promised to the task; else why has the reason. */
static const char *check_place(ul_live *live, uint32_t task, uint32_t m)
{
    if (ul_sim_state(live->sim, task) == UL_TASK_DONE)
        return REFUSE(live, "job '%s' task %u is done", job_of(live, task), number_of(live, task));
    if (!ul_live_has_machine(live, m))
        return REFUSE(live, "machine %u does not exist", m);
    if (live->machine[m].facts->is_closing)
        return REFUSE(live, "machine %u was given back", m);
    if (ul_live_promised(live, task) != m && !ul_live_has_room(live, task, m))
        return REFUSE(live, "job '%s' task %u does not fit on machine %u of type '%s'",
                      job_of(live, task), number_of(live, task), m,
                      live->in->type[ul_sim_machine_type(live->sim, m)].name);
    return NULL;
}

static const char *promise(ul_live *live, uint32_t task, uint32_t m)
{
    const char *why = answer(live, ul_live_promise_place(live, task, m));
    return why != NULL ? why : answer(live, ul_live_carry_out(live, task));
}

/* A task that leaves may have its next place already; but only one. */
const char *ul_live_put(ul_live *live, uint32_t number, uint32_t m)
{
    const uint32_t task = ul_live_inside(live, number);
    if (task == UL_SIM_NONE)
        return REFUSE(live, "task %u has not arrived", number);
    const ul_task_state state = ul_sim_state(live->sim, task);
    const uint32_t promised = ul_live_promised(live, task);
    if (promised != UL_SIM_NONE || state == UL_TASK_LOADING || state == UL_TASK_WORKING)
        return REFUSE(live, "job '%s' task %u has a place on machine %u; move it, or stop it first",
                      job_of(live, task), number_of(live, task),
                      promised != UL_SIM_NONE ? promised : ul_sim_machine_of(live->sim, task));
    const char *why = check_place(live, task, m);
    if (why != NULL)
        return why;
    if (ul_sim_machine_of(live->sim, task) == m)
        return REFUSE(live, "job '%s' task %u is leaving machine %u; put it there when it has left",
                      job_of(live, task), number_of(live, task), m);
    return promise(live, task, m);
}

const char *ul_live_move(ul_live *live, uint32_t number, uint32_t m)
{
    const uint32_t task = ul_live_inside(live, number);
    if (task == UL_SIM_NONE)
        return REFUSE(live, "task %u has not arrived", number);
    const char *why = check_place(live, task, m);
    if (why != NULL)
        return why;
    const ul_task_state state = ul_sim_state(live->sim, task);
    if (state != UL_TASK_LOADING && state != UL_TASK_WORKING)
        return REFUSE(live, "job '%s' task %u moves and has no place; put it", job_of(live, task),
                      number_of(live, task));
    if (ul_sim_machine_of(live->sim, task) == m)
        return REFUSE(live, "job '%s' task %u moves to machine %u and is there", job_of(live, task),
                      number_of(live, task), m);
    if (ul_live_promised(live, task) == m)
        return NULL;
    ul_live_forget(live, task);
    return promise(live, task, m);
}

const char *ul_live_stop(ul_live *live, uint32_t number)
{
    const uint32_t task = ul_live_inside(live, number);
    if (task == UL_SIM_NONE)
        return REFUSE(live, "task %u has not arrived", number);
    if (ul_live_promised(live, task) != UL_SIM_NONE) {
        ul_live_forget(live, task);
        return NULL;
    }
    const uint32_t m = ul_sim_machine_of(live->sim, task);
    const char *why = answer(live, ul_sim_stop(live->sim, task, false));
    return why != NULL ? why : answer(live, ul_live_note_left(live, task, m));
}

/* ---- time ---- */

const char *ul_live_wake(ul_live *live, double at_s)
{
    return answer(live, ul_sim_timer(live->sim, at_s, 0));
}

const char *ul_live_every(ul_live *live, double seconds)
{
    return answer(live, ul_sim_every(live->sim, seconds));
}

void ul_live_again(ul_live *live)
{
    live->is_due = true;
}

uint64_t ul_live_n_refused(const ul_live *live)
{
    return live->n_refused;
}
