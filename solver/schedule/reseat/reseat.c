#include "reseat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reseating.h"

enum { TRIES = 8 }; /* how often a task that may move tries to */
/* The heat, as a share of what a task costs on average. */
#define HOT 1
#define COLD 0.02
#define IDLE 0.6 /* what is taken off a bill for room that could serve another, see ul_seats_idle() */
/* Where time is limited: of what is left of it the share in which timelines change, so that one is
 * offered then, for so many times as many looks at most. */
#define TO_ANNEAL 0.9
#define MORE 16
#define TIGHT 0.7 /* how often places are looked for that leave little room */
#define AS_BEFORE 0.2 /* how often tasks come back in the order in which they were there */

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
    const uint32_t m = w->live[ul_rng_below(w->rng, w->n_live)];
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
    *first = (ul_seat){wish->task, 1, first->from_s, until_s, true};
    part.low_s = until_s;
    part.high_s = until_s + wish->high_s - first->from_s;
    part.length_s = length_s - work_s;
    if (!ul_reseat_find(w, &part, m, rest) || rest->adds >= *adds)
        return false;
    *adds = rest->adds;
    w->left[wish->task] = m;
    return true;
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
        const uint32_t task = one->task;
        const double size = w->size[task], length = (double)w->length_s[task];
        one->key = as_before ? (w->ways.late ? -(double)one->to_s : (double)one->from_s)
                   : how == 0 ? -size : how == 1 ? -length : how == 2 ? -size * length
                   : how == 3 ? (double)w->in->task[task].arrival_s : ul_rng_unit(w->rng);
    }
    qsort(w->pulled, w->n_pulled, sizeof *w->pulled, by_key);
}

/* On one machine, or on two, one after the other, where that adds less. */
static ul_status seat_task(ul_reseating *w, uint32_t task, bool *placed)
{
    const ul_seat_wish wish = wish_of(w, task);
    ul_reseat_place whole, rest = {0};
    ul_seat first, last = {.task = task, .n = 1};
    bool moves = false;
    *placed = ul_reseat_find(w, &wish, UL_SCHEDULE_NONE, &whole);
    double adds = whole.adds;
    for (int q = 0; q < TRIES && adds > 0 && w->n_live > 0 && ul_seats_may_divide(w->in, task);
         q++) {
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
        return ul_reseat_put(w, &whole, &last, ul_reseat_fit_of(w, task, whole.type)->length_s);
    const ul_schedule_job *job = &w->in->job[w->in->task[task].job];
    const ul_micro done_s = first.to_s - first.from_s - job->fetch_s - job->build_s - job->init_s
                            - job->upload_s;
    UL_TRY(ul_reseat_touch(w, w->left[task]));
    UL_TRY(ul_seats_add(w->arena, w->in, &w->machine[w->left[task]], &first));
    return ul_reseat_put(w, &rest, &last, ul_reseat_fit_of(w, task, rest.type)->length_s - done_s);
}

/* On one machine, or on several at once where that adds less. */
static ul_status seat_gang(ul_reseating *w, uint32_t task, bool *placed)
{
    ul_seat_wish wish = wish_of(w, task);
    ul_reseat_place whole;
    ul_seat seat = {.task = task, .n = ul_search_size(w->in, task)};
    bool spreads = false;
    *placed = ul_reseat_find(w, &wish, UL_SCHEDULE_NONE, &whole);
    wish.length_s = w->length_s[task];
    if (!*placed || whole.adds > 0)
        UL_TRY(ul_reseat_find_spread(w, &wish, &spreads));
    if (spreads && w->spread.adds < whole.adds) {
        *placed = true;
        return ul_reseat_put_spread(w, &wish);
    }
    return *placed ? ul_reseat_put(w, &whole, &seat, wish.length_s) : UL_OK;
}

/* Machines that have changed go back while nobody is on them, and become of the cheapest type. */
static ul_status settle(ul_reseating *w)
{
    for (size_t q = 0; q < w->n_touched; q++) { /* which grows */
        const uint32_t m = w->touched[q];
        uint32_t later;
        ul_seats_span gap;
        if (w->machine[m].n == 0)
            continue;
        if (ul_seats_gap(w->in, &w->machine[m], &gap)) {
            UL_TRY(ul_reseat_new_machine(w, w->machine[m].type, &later));
            UL_TRY(ul_seats_divide(w->arena, w->in, &w->machine[m], &gap, &w->machine[later]));
            ul_reseat_note_seats(w, later);
        }
        UL_TRY(ul_seats_change_type(w->arena, w->in, &w->machine[m]));
    }
    return UL_OK;
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
        const uint32_t task = w->pulled[q].task;
        bool placed;
        UL_TRY(ul_search_size(w->in, task) > 1 ? seat_gang(w, task, &placed)
                                               : seat_task(w, task, &placed));
        if (!placed || ul_run_expired(w->s->run))
            return UL_OK;
    }
    UL_TRY(settle(w));
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
    w->total = ul_reseat_added(w, &idle);
    ul_reseat_end_step(w);
    return *made ? keep_best(w) : UL_OK;
}

static ul_status try_step(ul_reseating *w, double heat)
{
    bool made;
    double idle;
    UL_TRY(ul_reseat_ruin(w));
    UL_TRY(recreate(w, &made));
    const ul_cost more = ul_reseat_added(w, &idle);
    const double worse = (double)more - IDLE * idle;
    if (made && (worse <= 0 || ul_rng_unit(w->rng) < exp(-worse / heat)))
        w->total += more;
    else
        ul_reseat_take_back(w);
    ul_reseat_end_step(w);
    return w->total < w->best_total ? keep_best(w) : UL_OK;
}

/* It cools as looks are used up, or its share of the time, where that is limited: stopped while it
 * is hot it would have been for nothing. */
static ul_status anneal(ul_reseating *w, double looks, double share)
{
    const double hot = HOT * (double)w->total / (double)w->s->n_units;
    const double begin_s = ul_run_work_left_s(w->s->run);
    const bool limited = begin_s < HUGE_VAL;
    const double most = limited ? MORE * looks : looks;
    double gone = 0;
    for (w->looks = 0; gone < 1 && !ul_run_expired(w->s->run);) {
        UL_TRY(try_step(w, hot * pow(COLD / HOT, gone)));
        gone = w->looks / most;
        if (limited)
            gone = fmax(gone, (1 - ul_run_work_left_s(w->s->run) / begin_s) / (TO_ANNEAL * share));
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

/* All machines are free again. */
static ul_status clear(ul_reseating *w)
{
    for (size_t m = 0; m < w->n; m++) {
        w->machine[m].n = 0;
        UL_TRY(ul_seats_refresh(w->arena, w->in, &w->machine[m]));
    }
    w->n_live = 0;
    memset(w->left, 0xff, w->in->n_tasks * sizeof *w->left); /* UL_SCHEDULE_NONE */
    return UL_OK;
}

/* From the beginning; *made is false where somebody has no place. */
static ul_status search(ul_reseating *w, double looks, double share, bool *made)
{
    UL_TRY(clear(w));
    UL_TRY(begin(w, made));
    if (!*made)
        return UL_OK;
    UL_TRY(anneal(w, looks, share));
    return offer(w);
}

ul_status ul_reseat(ul_replan *s, ul_micro wait_s, double looks, size_t searches)
{
    ul_reseating w = {.s = s, .in = s->in, .arena = s->arena, .rng = s->rng, .wait_s = wait_s,
                      .held = UL_SCHEDULE_NONE};
    bool made = true;
    UL_TRY(ul_reseat_fits(&w));
    UL_ALLOC(w.arena, w.at, s->in->n_tasks);
    UL_ALLOC(w.arena, w.left, s->in->n_tasks);
    UL_ALLOC(w.arena, w.is_off, s->in->n_tasks);
    UL_ALLOC(w.arena, w.pulled, s->in->n_tasks);
    for (size_t left = searches; left > 0 && made && !ul_run_expired(s->run); left--)
        UL_TRY(search(&w, looks, 1 / (double)left, &made));
    return UL_OK;
}
