/* Who is pulled off, and which machine is held for those who come back. */
#include "reseating.h"

/* Of a ruin: its machines, where all on them come off and where not, and tasks of each. */
enum { WHOLE_MAX = 2, MACHINES_MAX = 5, TASKS_MAX = 16 };
/* Of ruins of whole machines: how often one is held as it was, less a part of its time at one of
 * its ends, or none; and how often another is held instead, now and then for those of many. */
#define AGAIN 0.3
#define TRIMMED 0.1
#define ANOTHER 0.35
#define FROM_MANY 0.15

/* The task, or its gang, as far as it is on the machine. */
static ul_status leave(ul_reseating *w, uint32_t m, uint32_t task)
{
    size_t kept = 0;
    UL_TRY(ul_reseat_touch(w, m));
    ul_seats *machine = &w->machine[m];
    for (size_t q = 0; q < machine->n; q++)
        if (ul_reseat_first(w, machine->seat[q].task) != task)
            machine->seat[kept++] = machine->seat[q];
    if (kept == machine->n)
        return UL_OK;
    machine->n = kept;
    return ul_seats_refresh(w->arena, w->in, machine);
}

/* Off all other machines than that. */
static ul_status leave_others(ul_reseating *w, uint32_t m, uint32_t task)
{
    for (uint32_t one = task; one < task + ul_search_size(w->in, task); one++) {
        if (w->at[one] != m && w->at[one] != UL_SCHEDULE_NONE)
            UL_TRY(leave(w, w->at[one], task));
        if (w->left[one] != m && w->left[one] != UL_SCHEDULE_NONE)
            UL_TRY(leave(w, w->left[one], task));
        w->at[one] = w->left[one] = UL_SCHEDULE_NONE;
    }
    return UL_OK;
}

/* The seconds between which a ruin pulls tasks off, with others that are there near the middle. */
typedef struct {
    bool whole; /* at any time */
    ul_micro middle_s, from_s, to_s;
    size_t most; /* tasks of a machine */
} ruin_span;

static ruin_span draw_span(ul_reseating *w, const ul_seat *seat)
{
    ruin_span span = {.whole = ul_rng_below(w->rng, 4) == 0, .to_s = INT64_MAX, .most = SIZE_MAX};
    const double length_s = (double)(seat->to_s - seat->from_s);
    span.middle_s = seat->from_s + (ul_micro)(ul_rng_unit(w->rng) * length_s);
    if (span.whole)
        return span;
    const ul_micro around_s =
        (ul_micro)(ul_rng_unit(w->rng) * 0.5 * (length_s + (double)w->wait_s));
    span.most = 1 + ul_rng_below(w->rng, TASKS_MAX);
    span.from_s = span.middle_s - around_s;
    span.to_s = span.middle_s + around_s;
    return span;
}

/* Who is on the machine at some time of the span comes off it, as far as there may be more, and off
 * all others on which he, or his gang, is as well. */
static ul_status pull_off(ul_reseating *w, uint32_t m, const ruin_span *span)
{
    const size_t before = w->n_pulled;
    UL_TRY(ul_reseat_touch(w, m));
    ul_seats *machine = &w->machine[m];
    for (size_t q = 0; q < machine->n;) {
        const ul_seat *seat = &machine->seat[q];
        const uint32_t task = ul_reseat_first(w, seat->task);
        if (!w->is_off[task]) {
            if (w->n_pulled - before >= span->most || seat->from_s > span->to_s
                || seat->to_s < span->from_s) {
                q++;
                continue;
            }
            w->pulled[w->n_pulled++] = (ul_pulled_task){task, seat->from_s, seat->to_s, 0};
            w->is_off[task] = true;
        }
        machine->seat[q] = machine->seat[--machine->n];
    }
    for (size_t q = before; q < w->n_pulled; q++) {
        UL_TRY(leave_others(w, m, w->pulled[q].task));
        w->is_off[w->pulled[q].task] = false;
    }
    return w->n_pulled > before ? ul_seats_refresh(w->arena, w->in, &w->machine[m]) : UL_OK;
}

static const ul_seat *seat_of(const ul_reseating *w, uint32_t task)
{
    const ul_seats *m = &w->machine[w->at[task]];
    size_t q = 0;
    while (m->seat[q].task != task)
        q++;
    return &m->seat[q];
}

/* A machine like that which was ruined, for as long as it was there or a little less: whoever was
 * on it may come back into less time. */
static ul_status hold_again(ul_reseating *w, uint32_t type, ul_micro begin_s, ul_micro end_s)
{
    const ul_micro less_s = (ul_micro)(TRIMMED * ul_rng_unit(w->rng) * (double)(end_s - begin_s));
    const uint64_t side = ul_rng_below(w->rng, 3);
    w->held_from_s = begin_s + (side == 0 ? less_s : 0);
    w->held_to_s = end_s - (side == 1 ? less_s : 0);
    return ul_reseat_new_machine(w, type, &w->held);
}

/* A machine of any type for about as long as all who were pulled off would fill it: alone none of
 * them would pay for a large one. */
static ul_status hold_another(ul_reseating *w)
{
    const uint32_t type = (uint32_t)ul_rng_below(w->rng, w->in->n_types);
    const uint32_t one = w->pulled[ul_rng_below(w->rng, w->n_pulled)].task;
    double full_s = 0;
    if (!ul_replan_is_open(w->in, type) || !ul_reseat_fit_of(w, one, type)->holds)
        return UL_OK;
    for (size_t q = 0; q < w->n_pulled; q++) {
        const ul_reseat_fit *fit = ul_reseat_fit_of(w, w->pulled[q].task, type);
        full_s += fit->holds ? fit->part * (double)fit->length_s : 0;
    }
    const ul_micro soonest_s = ul_search_soonest(w->in, type);
    const ul_micro from_s =
        w->in->task[one].arrival_s + (ul_micro)(ul_rng_unit(w->rng) * (double)w->wait_s);
    w->held_from_s = from_s > soonest_s ? from_s : soonest_s;
    w->held_to_s = w->held_from_s + (ul_micro)(full_s * (0.8 + 0.6 * ul_rng_unit(w->rng)));
    return ul_reseat_new_machine(w, type, &w->held);
}

typedef enum { HOLD_NONE, HOLD_AGAIN, HOLD_ANOTHER } hold;

static hold draw_hold(ul_reseating *w)
{
    const double u = ul_rng_unit(w->rng);
    return u < AGAIN ? HOLD_AGAIN : u < AGAIN + ANOTHER ? HOLD_ANOTHER : HOLD_NONE;
}

ul_status ul_reseat_ruin(ul_reseating *w)
{
    const uint32_t task = w->s->unit[ul_rng_below(w->rng, w->s->n_units)];
    const ruin_span span = draw_span(w, seat_of(w, task));
    const hold held = span.whole ? draw_hold(w) : HOLD_NONE;
    const bool few = span.whole && (held != HOLD_ANOTHER || ul_rng_unit(w->rng) >= FROM_MANY);
    const size_t machines = 1 + ul_rng_below(w->rng, few ? WHOLE_MAX : MACHINES_MAX);
    const ul_seats first = w->machine[w->at[task]];
    w->n_pulled = 0;
    w->held = UL_SCHEDULE_NONE;
    UL_TRY(pull_off(w, w->at[task], &span));
    for (size_t q = 0, found = 1; q < 4 * machines && found < machines; q++) {
        const uint32_t m = w->live[ul_rng_below(w->rng, w->n_live)];
        const ul_seats *other = &w->machine[m];
        if (other->n == 0 || w->is_touched[m] || other->begin_s > span.middle_s + w->wait_s
            || other->end_s < span.middle_s - w->wait_s)
            continue;
        UL_TRY(pull_off(w, m, &span));
        found++;
    }
    if (held == HOLD_AGAIN)
        return hold_again(w, first.type, first.begin_s, first.end_s);
    return held == HOLD_ANOTHER ? hold_another(w) : UL_OK;
}
