#include "reseat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seats.h"

/* Of a ruin: its machines, and tasks of each. Then how often a task that may move tries to. */
enum { MACHINES_MAX = 5, TASKS_MAX = 16, TRIES = 8 };
/* The heat, as a share of what a task costs on average. */
#define HOT 0.5
#define COLD 0.02
#define BLINK 0.02 /* how often a machine is overlooked */

/* Who was pulled off, and by what the order is in which they come back. */
typedef struct {
    uint32_t task;
    double key;
} pulled_task;

typedef struct {
    ul_replan *s;
    const ul_schedule *in;
    ul_arena *arena;
    ul_rng *rng;
    ul_micro wait_s;
    size_t n, room, n_free, free_room; /* machines, and those of them that nobody is on */
    ul_seats *machine;
    uint32_t *idle;
    uint32_t *at, *left;    /* by task: its machine, and the one before that; or UL_SCHEDULE_NONE */
    size_t n_pulled;
    pulled_task *pulled;
    size_t n_touched, touched_room;
    uint32_t *touched;      /* machines that this step has changed, */
    size_t n_saved, saved_room;
    ul_seats *saved;        /* and what they were before it */
    bool *is_touched;
    size_t flag_room;
    ul_cost total, best_total;
    size_t n_best, best_room;
    ul_seats *best;
    double weight;          /* of the part that a task takes in what its place adds */
    double looks;           /* at machines, so far */
} reseating;

/* Where a task could go. */
typedef struct {
    uint32_t machine, type; /* of a new one UL_SCHEDULE_NONE and its type */
    ul_micro from_s;
    double adds;
} place;

/* ---- steps that can be taken back ---- */

static ul_status touch(reseating *w, uint32_t m)
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

static ul_status new_machine(reseating *w, uint32_t type, uint32_t *m)
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

static void note_seats(reseating *w, uint32_t m)
{
    for (size_t q = 0; q < w->machine[m].n; q++) {
        const ul_seat *seat = &w->machine[m].seat[q];
        (seat->moves_on ? w->left : w->at)[seat->task] = m;
    }
}

/* Machines that nobody is on are free for others once a step is over. */
static ul_status end_step(reseating *w)
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

static void take_back(reseating *w)
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

/* What the machines of the step cost more than before. */
static ul_cost added(const reseating *w)
{
    ul_cost more = 0;
    for (size_t q = 0; q < w->n_touched; q++)
        more += w->machine[w->touched[q]].bill - w->saved[q].bill;
    return more;
}

/* ---- ruin ---- */

static ul_status leave(reseating *w, uint32_t m, uint32_t task)
{
    UL_TRY(touch(w, m));
    ul_seats *machine = &w->machine[m];
    size_t q = 0;
    while (machine->seat[q].task != task)
        q++;
    machine->seat[q] = machine->seat[--machine->n];
    return ul_seats_refresh(w->arena, w->in, machine);
}

/* Who is on the machine at some time between the two seconds comes off it, as far as there may be
 * more, and off the other one on which he is before or later. */
static ul_status pull_off(reseating *w, uint32_t m, ul_micro from_s, ul_micro to_s, size_t most)
{
    const size_t before = w->n_pulled;
    UL_TRY(touch(w, m));
    ul_seats *machine = &w->machine[m];
    for (size_t q = 0; q < machine->n;) {
        const ul_seat *seat = &machine->seat[q];
        if (w->n_pulled - before >= most || seat->from_s > to_s || seat->to_s < from_s) {
            q++;
            continue;
        }
        w->pulled[w->n_pulled++].task = seat->task;
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

static const ul_seat *seat_of(const reseating *w, uint32_t task)
{
    const ul_seats *m = &w->machine[w->at[task]];
    size_t q = 0;
    while (m->seat[q].task != task)
        q++;
    return &m->seat[q];
}

/* Up to so many machines that somebody is on at the time, with that of the task; all who are on
 * them at any time, or those who are there at about that time. */
static ul_status ruin(reseating *w)
{
    const uint32_t task = w->s->unit[ul_rng_below(w->rng, w->s->n_units)];
    const ul_seat seat = *seat_of(w, task);
    const bool whole = ul_rng_below(w->rng, 4) == 0;
    const size_t most = whole ? SIZE_MAX : 1 + ul_rng_below(w->rng, TASKS_MAX);
    const size_t machines = 1 + ul_rng_below(w->rng, MACHINES_MAX);
    const double length_s = (double)(seat.to_s - seat.from_s);
    const ul_micro middle_s = seat.from_s + (ul_micro)(ul_rng_unit(w->rng) * length_s);
    const ul_micro around_s =
        (ul_micro)(ul_rng_unit(w->rng) * 0.5 * (length_s + (double)w->wait_s));
    const ul_micro from_s = whole ? 0 : middle_s - around_s;
    const ul_micro to_s = whole ? INT64_MAX : middle_s + around_s;
    w->n_pulled = 0;
    UL_TRY(pull_off(w, w->at[task], from_s, to_s, most));
    for (size_t q = 0, found = 1; q < 4 * machines && found < machines; q++) {
        const uint32_t m = (uint32_t)ul_rng_below(w->rng, w->n);
        const ul_seats *other = &w->machine[m];
        if (other->n == 0 || w->is_touched[m] || other->begin_s > middle_s + w->wait_s
            || other->end_s < middle_s - w->wait_s)
            continue;
        UL_TRY(pull_off(w, m, from_s, to_s, most));
        found++;
    }
    return UL_OK;
}

/* ---- recreate ---- */

static double part_of(const reseating *w, const ul_micro *need, uint32_t type)
{
    double part = 0;
    for (size_t r = 0; r < w->in->n_resources; r++)
        if (need[r] > 0)
            part = fmax(part, (double)need[r] / (double)w->in->type[type].capacity[r]);
    return part;
}

/* The whole task, from its arrival on. */
static ul_seat_wish wish_of(const reseating *w, uint32_t task)
{
    const ul_micro arrival_s = w->in->task[task].arrival_s;
    return (ul_seat_wish){.task = task, .low_s = arrival_s, .high_s = arrival_s + w->wait_s};
}

/* What is left of a task is as long on every type. */
static ul_micro length_of(const reseating *w, const ul_seat_wish *wish, uint32_t type)
{
    return wish->length_s > 0 ? wish->length_s : ul_seat_length_s(w->in, wish->task, type);
}

/* What a place adds: all of it, or the more of it the larger the task's part. */
static double weighed(const reseating *w, const ul_seat_wish *wish, uint32_t type, ul_cost bill)
{
    return (double)bill * pow(part_of(w, wish->need, type), w->weight);
}

static void consider_at(const reseating *w, place *best, uint32_t m, const ul_seat_wish *wish,
                        ul_micro from_s)
{
    const ul_seats *machine = &w->machine[m];
    const ul_micro to_s = from_s + wish->length_s;
    ul_cost more = 0;
    if (from_s < machine->begin_s || to_s > machine->end_s)
        more = ul_seats_bill(w->in, machine->type, from_s < machine->begin_s ? from_s : machine->begin_s,
                             to_s > machine->end_s ? to_s : machine->end_s)
               - machine->bill;
    const double adds = weighed(w, wish, machine->type, more);
    if (adds < best->adds)
        *best = (place){m, machine->type, from_s, adds};
}

static void look_at_machine(const reseating *w, place *best, uint32_t m, const ul_seat_wish *wished)
{
    const ul_seats *machine = &w->machine[m];
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX], at_s;
    ul_seat_wish wish = *wished;
    if (machine->n == 0 || !ul_search_holds(w->in, wish.task, machine->type))
        return;
    wish.need = ul_seat_need(w->in, wish.task, machine->type, sum);
    const ul_micro soonest_s = ul_search_soonest(w->in, machine->type);
    const ul_micro low_s = wish.low_s > soonest_s ? wish.low_s : soonest_s;
    wish.low_s = low_s > machine->begin_s ? low_s : machine->begin_s;
    wish.length_s = length_of(w, wished, machine->type);
    if (ul_seats_earliest(w->in, machine, &wish, &at_s))
        consider_at(w, best, m, &wish, at_s);
    wish.low_s = low_s;
    wish.high_s = wish.high_s < machine->begin_s ? wish.high_s : machine->begin_s;
    if (low_s < machine->begin_s && ul_seats_latest(w->in, machine, &wish, &at_s))
        consider_at(w, best, m, &wish, at_s);
}

static void look_at_types(const reseating *w, place *best, const ul_seat_wish *wished)
{
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    for (uint32_t k = 0; k < w->in->n_types && best->adds > 0; k++) {
        const ul_micro soonest_s = ul_search_soonest(w->in, k);
        const ul_micro low_s = wished->low_s > soonest_s ? wished->low_s : soonest_s;
        if (low_s > wished->high_s || !ul_replan_is_open(w->in, k)
            || !ul_search_holds(w->in, wished->task, k))
            continue;
        ul_seat_wish wish = *wished;
        wish.need = ul_seat_need(w->in, wish.task, k, sum);
        wish.length_s = length_of(w, wished, k);
        const ul_micro from_s = ul_rng_below(w->rng, 2) == 0 ? low_s : wish.high_s;
        const ul_cost bill = ul_seats_bill(w->in, k, from_s, from_s + wish.length_s);
        const double adds = weighed(w, &wish, k, bill);
        if (adds < best->adds)
            *best = (place){UL_SCHEDULE_NONE, k, from_s, adds};
    }
}

/* The first of those who add least; machines are looked at from a random one on, but for one. */
static bool find_place(reseating *w, const ul_seat_wish *wish, uint32_t but, place *best)
{
    const size_t from = w->n > 0 ? ul_rng_below(w->rng, w->n) : 0;
    best->adds = HUGE_VAL;
    w->looks += (double)(w->n + 1);
    for (size_t q = 0; q < w->n; q++) {
        const uint32_t m = (uint32_t)((from + q) % w->n);
        if (m != but && ul_rng_unit(w->rng) >= BLINK)
            look_at_machine(w, best, m, wish);
    }
    look_at_types(w, best, wish);
    return best->adds < HUGE_VAL;
}

/* A part of the task on a machine for as long as there is room anyway, and then the rest elsewhere.
 * *adds is not changed where nothing adds less. */
static bool find_two(reseating *w, const ul_seat_wish *wish, ul_seat *first, place *rest,
                     double *adds)
{
    const ul_schedule_job *job = &w->in->job[w->in->task[wish->task].job];
    const ul_micro begin_s = job->fetch_s + job->build_s + job->init_s;
    const uint32_t m = (uint32_t)ul_rng_below(w->rng, w->n);
    const ul_seats *machine = &w->machine[m];
    const ul_micro length_s = ul_seat_length_s(w->in, wish->task, machine->type);
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    ul_seat_wish part = *wish;
    if (machine->n == 0 || !ul_search_holds(w->in, wish->task, machine->type)
        || length_s <= 2 * (begin_s + job->upload_s))
        return false;
    part.need = ul_seat_need(w->in, wish->task, machine->type, sum);
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
    if (!find_place(w, &part, m, rest) || rest->adds >= *adds)
        return false;
    *adds = rest->adds;
    w->left[wish->task] = m;
    return true;
}

static ul_status put(reseating *w, const place *where, ul_seat *seat, ul_micro length_s)
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
    const pulled_task *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->task > y->task) - (x->task < y->task);
}

/* By chance the largest first, the longest, the largest in both, the earliest, or any. */
static void draw_order(reseating *w)
{
    const uint64_t how = ul_rng_below(w->rng, 5);
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    for (size_t q = 0; q < w->n_pulled; q++) {
        const uint32_t task = w->pulled[q].task, type = ul_replan_cheapest(w->in, task);
        const double size = part_of(w, ul_seat_need(w->in, task, type, sum), type)
                            * (double)w->in->type[type].price;
        const double length = (double)ul_seat_length_s(w->in, task, type);
        w->pulled[q].key = how == 0 ? -size : how == 1 ? -length : how == 2 ? -size * length
                           : how == 3 ? (double)w->in->task[task].arrival_s : ul_rng_unit(w->rng);
    }
    qsort(w->pulled, w->n_pulled, sizeof *w->pulled, by_key);
}

/* On one machine, or on two where that adds less. */
static ul_status seat_task(reseating *w, uint32_t task, bool *placed)
{
    const ul_seat_wish wish = wish_of(w, task);
    place whole, rest;
    ul_seat first, last = {.task = task};
    bool moves = false;
    *placed = find_place(w, &wish, UL_SCHEDULE_NONE, &whole);
    double adds = whole.adds;
    for (int q = 0; q < TRIES && adds > 0 && w->n > 0 && ul_seats_may_divide(w->in, task); q++) {
        ul_seat part;
        place other;
        if (find_two(w, &wish, &part, &other, &adds)) {
            first = part;
            rest = other;
            moves = *placed = true;
        }
    }
    if (!*placed)
        return UL_OK;
    if (!moves)
        return put(w, &whole, &last, ul_seat_length_s(w->in, task, whole.type));
    const ul_schedule_job *job = &w->in->job[w->in->task[task].job];
    const ul_micro done_s = first.to_s - first.from_s - job->fetch_s - job->build_s - job->init_s
                            - job->upload_s;
    UL_TRY(touch(w, w->left[task]));
    UL_TRY(ul_seats_add(w->arena, w->in, &w->machine[w->left[task]], &first));
    return put(w, &rest, &last, ul_seat_length_s(w->in, task, rest.type) - done_s);
}

/* *made is false where somebody has no place. */
static ul_status recreate(reseating *w, bool *made)
{
    static const double weights[] = {0, 0.25, 0.5, 1};
    w->weight = weights[ul_rng_below(w->rng, sizeof weights / sizeof *weights)];
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

static ul_status keep_best(reseating *w)
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

static ul_status begin(reseating *w, bool *made)
{
    w->n_pulled = w->s->n_units;
    for (size_t q = 0; q < w->n_pulled; q++)
        w->pulled[q].task = w->s->unit[q];
    UL_TRY(recreate(w, made));
    w->total = added(w);
    UL_TRY(end_step(w));
    return *made ? keep_best(w) : UL_OK;
}

static ul_status anneal(reseating *w, double looks)
{
    const double hot = HOT * (double)w->total / (double)w->s->n_units;
    for (w->looks = 0; w->looks < looks && !ul_run_expired(w->s->run);) {
        const double heat = hot * pow(COLD / HOT, w->looks / looks);
        bool made;
        UL_TRY(ruin(w));
        UL_TRY(recreate(w, &made));
        const ul_cost more = added(w);
        if (made && (more <= 0 || ul_rng_unit(w->rng) < exp(-(double)more / heat)))
            w->total += more;
        else
            take_back(w);
        UL_TRY(end_step(w));
        if (w->total < w->best_total)
            UL_TRY(keep_best(w));
    }
    return UL_OK;
}

static ul_status offer(const reseating *w)
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
    reseating w = {.s = s, .in = s->in, .arena = s->arena, .rng = s->rng, .wait_s = wait_s};
    bool made;
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
