#include "reseat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reseating.h"

/* Of a ruin: its machines, where all on them come off and where not, and tasks of each. Then how often a
 * task that may move tries to. */
enum { WHOLE_MAX = 2, MACHINES_MAX = 5, TASKS_MAX = 16, TRIES = 8 };
/* The heat, as a share of what a task costs on average. */
#define HOT 1
#define COLD 0.02
#define IDLE 0.6 /* what is taken off a bill for room that could serve another, see ul_seats_idle() */
/* Of ruins of whole machines: how often one is held as it was, less a part of its time at one of its
 * ends, or none; and how often another is held instead, now and then for those of many. */
#define AGAIN 0.3
#define TRIMMED 0.1
#define ANOTHER 0.35
#define FROM_MANY 0.15
#define TIGHT 0.7 /* how often places are looked for that leave little room */
#define AS_BEFORE 0.2 /* how often tasks come back in the order in which they were there */

/* ---- steps that can be taken back ---- */

static ul_status touch(ul_reseating *w, uint32_t m)
{
    if (w->is_touched[m])
        return UL_OK;
    if (w->n_touched == w->saved_room)
        UL_MORE(w->arena, w->saved, w->n_touched, w->saved_room);
    UL_MORE(w->arena, w->touched, w->n_touched, w->touched_room);
    UL_TRY(ul_seats_copy(w->arena, w->in, &w->machine[m], &w->saved[w->n_touched]));
    w->touched[w->n_touched++] = m;
    w->is_touched[m] = true;
    return UL_OK;
}

static ul_status new_machine(ul_reseating *w, uint32_t type, uint32_t *m)
{
    if (w->n_free > 0) {
        *m = w->idle[--w->n_free];
    } else {
        UL_MORE(w->arena, w->machine, w->n, w->room);
        UL_MORE(w->arena, w->is_touched, w->n, w->flag_room);
        *m = (uint32_t)w->n++;
        w->machine[*m] = (ul_seats){.n = 0};
        w->is_touched[*m] = false;
    }
    UL_TRY(touch(w, *m));
    w->machine[*m].type = type;
    w->machine[*m].n = 0;
    return ul_seats_refresh(w->arena, w->in, &w->machine[*m]);
}

static void note_seats(ul_reseating *w, uint32_t m)
{
    for (size_t q = 0; q < w->machine[m].n; q++) {
        const ul_seat *seat = &w->machine[m].seat[q];
        (seat->moves_on ? w->left : w->at)[seat->task] = m;
    }
}

/* Machines that nobody is on are free for others once a step is over. */
static ul_status end_step(ul_reseating *w)
{
    for (size_t q = 0; q < w->n_touched; q++) {
        const uint32_t m = w->touched[q];
        w->is_touched[m] = false;
        if (w->machine[m].n > 0)
            continue;
        UL_MORE(w->arena, w->idle, w->n_free, w->free_room);
        w->idle[w->n_free++] = m;
    }
    w->n_touched = 0;
    return UL_OK;
}

static void take_back(ul_reseating *w)
{
    for (size_t q = 0; q < w->n_touched; q++) {
        const ul_seats changed = w->machine[w->touched[q]];
        w->machine[w->touched[q]] = w->saved[q];
        w->saved[q] = changed;
    }
    for (size_t q = 0; q < w->n_pulled; q++)
        w->left[w->pulled[q].task] = UL_SCHEDULE_NONE;
    for (size_t q = 0; q < w->n_touched; q++)
        note_seats(w, w->touched[q]);
}

/* What the machines of the step cost more than before; *idle is how much more of that is for room that
 * others could use. */
static ul_cost added(ul_reseating *w, double *idle)
{
    ul_cost more = 0;
    *idle = 0;
    for (size_t q = 0; q < w->n_touched; q++) {
        ul_seats *now = &w->machine[w->touched[q]];
        const ul_seats *before = &w->saved[q];
        now->idle = ul_seats_idle(w->in, now);
        more += now->bill - before->bill;
        *idle += now->idle - before->idle;
    }
    return more;
}

/* ---- ruin ---- */

static ul_status leave(ul_reseating *w, uint32_t m, uint32_t task)
{
    UL_TRY(touch(w, m));
    ul_seats *machine = &w->machine[m];
    size_t q = 0;
    while (machine->seat[q].task != task)
        q++;
    machine->seat[q] = machine->seat[--machine->n];
    return ul_seats_refresh(w->arena, w->in, machine);
}

/* The seconds between which a ruin pulls tasks off, with others that are there at about its middle. */
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

/* Who is on the machine at some time of the span comes off it, as far as there may be more, and off the other one on which he is before or later. */
static ul_status pull_off(ul_reseating *w, uint32_t m, const ruin_span *span)
{
    const size_t before = w->n_pulled;
    UL_TRY(touch(w, m));
    ul_seats *machine = &w->machine[m];
    for (size_t q = 0; q < machine->n;) {
        const ul_seat *seat = &machine->seat[q];
        if (w->n_pulled - before >= span->most || seat->from_s > span->to_s || seat->to_s < span->from_s) {
            q++;
            continue;
        }
        w->pulled[w->n_pulled++] = (ul_pulled_task){seat->task, seat->from_s, seat->to_s, 0};
        machine->seat[q] = machine->seat[--machine->n];
    }
    for (size_t q = before; q < w->n_pulled; q++) {
        const uint32_t task = w->pulled[q].task;
        const uint32_t other = w->at[task] == m ? w->left[task] : w->at[task];
        if (other != UL_SCHEDULE_NONE)
            UL_TRY(leave(w, other, task));
        w->at[task] = w->left[task] = UL_SCHEDULE_NONE;
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

/* A machine like that which was ruined, for as long as it was there or a little less: whoever was on
 * it may come back into less time. */
static ul_status hold_again(ul_reseating *w, uint32_t type, ul_micro begin_s, ul_micro end_s)
{
    const ul_micro less_s = (ul_micro)(TRIMMED * ul_rng_unit(w->rng) * (double)(end_s - begin_s));
    const uint64_t side = ul_rng_below(w->rng, 3);
    w->held_from_s = begin_s + (side == 0 ? less_s : 0);
    w->held_to_s = end_s - (side == 1 ? less_s : 0);
    return new_machine(w, type, &w->held);
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
    return new_machine(w, type, &w->held);
}

typedef enum { HOLD_NONE, HOLD_AGAIN, HOLD_ANOTHER } hold;

static hold draw_hold(ul_reseating *w)
{
    const double u = ul_rng_unit(w->rng);
    return u < AGAIN ? HOLD_AGAIN : u < AGAIN + ANOTHER ? HOLD_ANOTHER : HOLD_NONE;
}

/* Up to so many machines that somebody is on at the time, with that of the task; all who are on
 * them at any time, or those who are there at about that time. */
static ul_status ruin(ul_reseating *w)
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
        const uint32_t m = (uint32_t)ul_rng_below(w->rng, w->n);
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

/* ---- recreate ---- */

/* The whole task, from its arrival on. */
static ul_seat_wish wish_of(const ul_reseating *w, uint32_t task)
{
    const ul_micro arrival_s = w->in->task[task].arrival_s;
    return (ul_seat_wish){.task = task, .low_s = arrival_s, .high_s = arrival_s + w->wait_s};
}

/* A part of the task on a machine for as long as there is room anyway, and then the rest elsewhere.
 * *adds is not changed where nothing adds less. */
static bool find_two(ul_reseating *w, const ul_seat_wish *wish, ul_seat *first, ul_reseat_place *rest,
                     double *adds)
{
    const ul_schedule_job *job = &w->in->job[w->in->task[wish->task].job];
    const ul_micro begin_s = job->fetch_s + job->build_s + job->init_s;
    const uint32_t m = (uint32_t)ul_rng_below(w->rng, w->n);
    const ul_seats *machine = &w->machine[m];
    const ul_reseat_fit *fit = ul_reseat_fit_of(w, wish->task, machine->type);
    const ul_micro length_s = fit->length_s;
    ul_seat_wish part = *wish;
    if (machine->n == 0 || !fit->holds || length_s <= 2 * (begin_s + job->upload_s))
        return false;
    part.need = fit->need;
    part.length_s = 2 * (begin_s + job->upload_s);
    part.low_s = wish->low_s > machine->begin_s ? wish->low_s : machine->begin_s;
    if (!ul_seats_earliest(w->in, machine, &part, &first->from_s))
        return false;
    const ul_micro until_s = ul_seats_until(w->in, machine, part.need, first->from_s);
    const ul_micro work_s = until_s - job->upload_s - first->from_s - begin_s;
    if (until_s > machine->end_s || work_s <= 0 || work_s >= length_s - begin_s)
        return false;
    *first = (ul_seat){wish->task, first->from_s, until_s, true};
    part.low_s = until_s;
    part.high_s = until_s + wish->high_s - first->from_s;
    part.length_s = length_s - work_s;
    if (!ul_reseat_find(w, &part, m, rest) || rest->adds >= *adds)
        return false;
    *adds = rest->adds;
    w->left[wish->task] = m;
    return true;
}

static ul_status put(ul_reseating *w, const ul_reseat_place *where, ul_seat *seat, ul_micro length_s)
{
    uint32_t m = where->machine;
    if (m == UL_SCHEDULE_NONE)
        UL_TRY(new_machine(w, where->type, &m));
    else
        UL_TRY(touch(w, m));
    seat->from_s = where->from_s;
    seat->to_s = where->from_s + length_s;
    w->at[seat->task] = m;
    return ul_seats_add(w->arena, w->in, &w->machine[m], seat);
}

static int by_key(const void *a, const void *b)
{
    const ul_pulled_task *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->task > y->task) - (x->task < y->task);
}

/* By chance the largest first, the longest, the largest in both, the earliest, or any; or as they were
 * there, from the end where they come late, so that whoever can makes room for those before him
 * (justification: Tormos and Lova 2001). */
static void draw_order(ul_reseating *w)
{
    const bool as_before = ul_rng_unit(w->rng) < AS_BEFORE;
    const uint64_t how = ul_rng_below(w->rng, 5);
    for (size_t q = 0; q < w->n_pulled; q++) {
        ul_pulled_task *one = &w->pulled[q];
        const uint32_t task = one->task, type = ul_replan_cheapest(w->in, task);
        const ul_reseat_fit *fit = ul_reseat_fit_of(w, task, type);
        const double size = fit->part * (double)w->in->type[type].price;
        const double length = (double)fit->length_s;
        one->key = as_before ? (w->ways.late ? -(double)one->to_s : (double)one->from_s)
                   : how == 0 ? -size : how == 1 ? -length : how == 2 ? -size * length
                   : how == 3 ? (double)w->in->task[task].arrival_s : ul_rng_unit(w->rng);
    }
    qsort(w->pulled, w->n_pulled, sizeof *w->pulled, by_key);
}

/* On one machine, or on two where that adds less. */
static ul_status seat_task(ul_reseating *w, uint32_t task, bool *placed)
{
    const ul_seat_wish wish = wish_of(w, task);
    ul_reseat_place whole, rest = {0};
    ul_seat first, last = {.task = task};
    bool moves = false;
    *placed = ul_reseat_find(w, &wish, UL_SCHEDULE_NONE, &whole);
    double adds = whole.adds;
    for (int q = 0; q < TRIES && adds > 0 && w->n > 0 && ul_seats_may_divide(w->in, task); q++) {
        ul_seat part;
        ul_reseat_place other;
        if (find_two(w, &wish, &part, &other, &adds)) {
            first = part;
            rest = other;
            moves = *placed = true;
        }
    }
    if (!*placed)
        return UL_OK;
    if (!moves)
        return put(w, &whole, &last, ul_reseat_fit_of(w, task, whole.type)->length_s);
    const ul_schedule_job *job = &w->in->job[w->in->task[task].job];
    const ul_micro done_s = first.to_s - first.from_s - job->fetch_s - job->build_s - job->init_s
                            - job->upload_s;
    UL_TRY(touch(w, w->left[task]));
    UL_TRY(ul_seats_add(w->arena, w->in, &w->machine[w->left[task]], &first));
    return put(w, &rest, &last, ul_reseat_fit_of(w, task, rest.type)->length_s - done_s);
}

/* *made is false where somebody has no place. */
static ul_status recreate(ul_reseating *w, bool *made)
{
    static const double weights[] = {0, 0.25, 0.5, 1};
    w->ways = (ul_reseat_ways){weights[ul_rng_below(w->rng, sizeof weights / sizeof *weights)],
                               ul_rng_below(w->rng, 2) == 0, ul_rng_unit(w->rng) < TIGHT};
    *made = false;
    draw_order(w);
    for (size_t q = 0; q < w->n_pulled; q++) {
        bool placed;
        UL_TRY(seat_task(w, w->pulled[q].task, &placed));
        if (!placed || ul_run_expired(w->s->run))
            return UL_OK;
    }
    for (size_t q = 0; q < w->n_touched; q++)
        if (w->machine[w->touched[q]].n > 0)
            UL_TRY(ul_seats_change_type(w->arena, w->in, &w->machine[w->touched[q]]));
    *made = true;
    return UL_OK;
}

/* ---- all of it ---- */

static ul_status keep_best(ul_reseating *w)
{
    w->best_total = w->total;
    w->n_best = 0;
    for (size_t m = 0; m < w->n; m++) {
        if (w->machine[m].n == 0)
            continue;
        UL_MORE(w->arena, w->best, w->n_best, w->best_room);
        UL_TRY(ul_seats_copy(w->arena, w->in, &w->machine[m], &w->best[w->n_best++]));
    }
    return UL_OK;
}

static ul_status begin(ul_reseating *w, bool *made)
{
    w->n_pulled = w->s->n_units;
    for (size_t q = 0; q < w->n_pulled; q++)
        w->pulled[q].task = w->s->unit[q];
    double idle;
    UL_TRY(recreate(w, made));
    w->total = added(w, &idle);
    UL_TRY(end_step(w));
    return *made ? keep_best(w) : UL_OK;
}

static ul_status anneal(ul_reseating *w, double looks)
{
    const double hot = HOT * (double)w->total / (double)w->s->n_units;
    for (w->looks = 0; w->looks < looks && !ul_run_expired(w->s->run);) {
        const double heat = hot * pow(COLD / HOT, w->looks / looks);
        bool made;
        double idle;
        UL_TRY(ruin(w));
        UL_TRY(recreate(w, &made));
        const ul_cost more = added(w, &idle);
        const double worse = (double)more - IDLE * idle;
        if (made && (worse <= 0 || ul_rng_unit(w->rng) < exp(-worse / heat)))
            w->total += more;
        else
            take_back(w);
        UL_TRY(end_step(w));
        if (w->total < w->best_total)
            UL_TRY(keep_best(w));
    }
    return UL_OK;
}

static ul_status offer(const ul_reseating *w)
{
    ul_schedule_plan *plan;
    UL_TRY(ul_schedule_plan_new(w->in, w->arena, &plan));
    UL_TRY(ul_replan_write_fixed(w->s, plan));
    for (size_t m = 0; m < w->n_best; m++)
        UL_TRY(ul_seats_write(w->in, &w->best[m], plan));
    return ul_run_offer(w->s->run, plan);
}

ul_status ul_reseat(ul_replan *s, ul_micro wait_s, double looks)
{
    ul_reseating w = {.s = s, .in = s->in, .arena = s->arena, .rng = s->rng, .wait_s = wait_s,
                      .held = UL_SCHEDULE_NONE};
    bool made;
    UL_TRY(ul_reseat_fits(&w));
    UL_ALLOC(w.arena, w.at, s->in->n_tasks);
    UL_ALLOC(w.arena, w.left, s->in->n_tasks);
    memset(w.left, 0xff, s->in->n_tasks * sizeof *w.left); /* UL_SCHEDULE_NONE */
    UL_ALLOC(w.arena, w.pulled, s->in->n_tasks);
    UL_TRY(begin(&w, &made));
    if (!made)
        return UL_OK;
    UL_TRY(anneal(&w, looks));
    return offer(&w);
}
