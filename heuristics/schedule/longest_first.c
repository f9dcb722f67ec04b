/* Longest first: who knows all virtual machines of a month before it begins places them once and
 * for all, the longest first, each on the host that it costs least more time of.
 *
 * A short task then finds hosts that are open anyway. It is first fit by decreasing length
 * (Flammini et al. 2010, at most four times the optimum of unit demands on one type), with the
 * least growth for the first. Of the tasks that stay for days it is better to begin with who
 * leaves last: where arrivals end, those who remain then empty their hosts one after the other.
 * From what length on differs from month to month, so four ways are tried and the cheapest plan
 * is kept. A host that is empty for a while is given back and counts as another.
 * O(tasks * (hosts + changes of their loads while the task is there)) a way.
 */
#include <stdlib.h>

#include "placing.h"

#define HOUR_S (3600 * UL_MICRO)

static ul_status place(ul_placing *p, uint32_t task)
{
    const uint32_t type = ul_schedule_cheapest_for(p->in, p->in->task[task].shape);
    ul_host_offer best = {.bill = (double)p->in->type[type].price * (double)p->in->task[task].work_s}, found;
    size_t at = UL_NONE;
    for (size_t q = 0; q < p->n; q++)
        if (ul_placing_look(p, &p->host[q], task, best.bill, &found)
            && (at == UL_NONE || found.bill < best.bill || found.left < best.left)) {
            best = found;
            at = q;
        }
    if (at == UL_NONE)
        UL_TRY(ul_placing_open(p, type, &at));
    return ul_placing_put(p, task, at);
}

/* A task of the longest first, then of the first that come; who stays goes before, by its end. */
typedef struct {
    bool stays;
    ul_micro key_s;
    uint32_t task;
} turn;

static int by_turn(const void *left, const void *right)
{
    const turn *a = left, *b = right;
    if (a->stays != b->stays)
        return a->stays ? -1 : 1;
    UL_HIGHER_FIRST(a->key_s, b->key_s);
    return a->task < b->task ? -1 : a->task > b->task;
}

/* One way: tasks longer than this go by their end, the others by their length. */
static ul_status place_all(const ul_schedule *in, ul_micro longer_s, ul_run *run)
{
    ul_placing p;
    turn *order;
    UL_ALLOC(ul_run_arena(run), order, in->n_tasks);
    UL_TRY(ul_placing_new(in, run, &p));
    for (uint32_t i = 0; i < in->n_tasks; i++) {
        const bool stays = in->task[i].work_s > longer_s;
        order[i] = (turn){stays, stays ? ul_placing_end(in, i) : in->task[i].work_s, i};
    }
    qsort(order, in->n_tasks, sizeof *order, by_turn);
    for (size_t q = 0; q < in->n_tasks && in->task[order[q].task].work_s > 0; q++) {
        if (ul_run_expired(run))
            return UL_OK;
        UL_TRY(place(&p, order[q].task));
    }
    return ul_placing_offer(&p);
}

static ul_status longest_first(const ul_schedule *in, ul_run *run)
{
    static const ul_micro longer_s[] = {INT64_MAX, 48 * HOUR_S, 24 * HOUR_S, 12 * HOUR_S};
    UL_TRY(ul_placing_check_world(in, "longest-first"));
    for (size_t q = 0; q < sizeof longer_s / sizeof *longer_s && !ul_run_expired(run); q++)
        UL_TRY(place_all(in, longer_s[q], run));
    return UL_OK;
}

const ul_method ul_method_longest_first = {
    .name = "longest-first",
    .brief = "who knows the month places once and for all: the longest first, where least is added",
    .paper = "Flammini et al. 2010",
    .traits = UL_CONSTRUCTIVE | UL_OFFLINE,
    .schedule = longest_first,
};
