/* A clairvoyant search over timelines: the best policy's is a start, or, where jobs may
 * wait for ever, the floor's LP with tasks taking turns in its sets; then tasks move to other
 * machines, machines change their type and their beginning, join and divide, as long as it
 * pays, and at first also when it does not (simulated annealing).
 *
 * It knows every job from the beginning and lets jobs wait, for ever or for `wait` seconds.
 * With the floor it brackets what is possible. Nobody moves once started, but for one timeline
 * that is there from the beginning: the LP's own solution, which cuts tasks. Where that, or
 * another, is so near to the LP's value that there is next to nothing to gain, it is all. O(tasks a
 * machine ever has, squared, times those at once) a trial. A gang that one machine holds moves as
 * one. Gangs that none holds stay as the best policy has them, or take turns on machines of their
 * own, and so does with the former whoever needs a type with a limited supply. Where nobody waits
 * for longer than `wait` and nobody slows down others, timelines are not annealed by lists that
 * machines live through, but tasks have seconds of their own (reseat.c), and may move once; gangs
 * have one for all of them, on as many machines as it takes.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "replan.h"
#include "reseat.h"
#include "seats.h"

static const ul_param param[] = {
    UL_COUNT("moves", "100", "how many changes are tried for each task", 0, 1e9),
    UL_REAL("wait", "-1", "seconds that a task may be on no machine; -1: any time", -1, 1e9),
    UL_COUNT("futures", "8",
             "where jobs may wait for so long and tasks slow each other down: how "
             "many futures repack tries a stage; more where a limit on time leaves some",
             1, 1e6),
    UL_COUNT("searches", "1",
             "where jobs may wait for so long and nobody slows down others: of how "
             "many searches, each of so many changes, the best counts",
             1, 1e6),
    UL_CHOICE("start", "best",
              "the best policy's timeline or the floor's LP, whichever is "
              "cheaper; or the latter",
              "best|floor"),
    UL_CHOICE("long", "alike", "long tasks in the floor's LP, as schedule-floor has them",
              "alike|apart"),
    {0},
};

/* LOOKS: to see whether a machine has room is so many times as fast as to live through it. */
enum { SEATS_MAX = 12, FUTURES_MAX = 256, LOOKS = 300 };
#define NEAR 0.005 /* of the LP's value */

/* A type that holds the task alone: any such, evenly. */
static uint32_t type_for(ul_replan *s, uint32_t task)
{
    uint32_t found = UL_SCHEDULE_NONE;
    uint64_t n = 0;
    for (uint32_t k = 0; k < s->in->n_types; k++)
        if (ul_replan_is_open(s->in, k) && ul_search_holds(s->in, task, k)
            && ul_rng_below(s->rng, ++n) == 0)
            found = k;
    return found;
}

/* The same tasks, in memory of its own. */
static ul_status copy_machine(ul_replan *s, const ul_search_machine *from, ul_search_machine *to)
{
    UL_MORE(s->arena, to->task, from->n, to->room);
    uint32_t *task = to->task;
    const size_t room = to->room;
    if (from->n > 0)
        memcpy(task, from->task, from->n * sizeof *task);
    *to = *from;
    to->task = task;
    to->room = room;
    return UL_OK;
}

/* ---- moves ---- */

static bool takes(ul_replan *s, ul_cost before, ul_cost after)
{
    return after <= before
           || ul_rng_unit(s->rng) < exp(-(double)(after - before) / s->heat);
}

static void adopt(ul_replan *s, size_t m, const ul_search_machine *trial)
{
    ul_search_machine *machine = &s->machine[m];
    uint32_t *task = machine->task;
    const size_t room = machine->room;
    memcpy(task, trial->task, trial->n * sizeof *task);
    *machine = *trial;
    machine->task = task;
    machine->room = room;
    for (size_t q = 0; q < machine->n; q++)
        s->at[task[q]] = (uint32_t)m;
}

/* A machine that nobody is on, or a new one. */
static ul_status empty_machine(ul_replan *s, uint32_t type, size_t *index)
{
    for (size_t tries = 0; tries < 4; tries++) {
        const size_t m = ul_rng_below(s->rng, s->n);
        if (s->machine[m].n == 0) {
            s->machine[m].type = type;
            *index = m;
            return UL_OK;
        }
    }
    return ul_replan_add_machine(s, type, index);
}

static ul_status move_task(ul_replan *s, uint32_t task, size_t to)
{
    const size_t from = s->at[task];
    ul_search_machine *a = &s->trial[0], *b = &s->trial[1];
    if (from == to)
        return UL_OK;
    UL_TRY(copy_machine(s, &s->machine[from], a));
    UL_TRY(copy_machine(s, &s->machine[to], b));
    ul_replan_remove(a, task);
    UL_TRY(ul_replan_insert(s, b, ul_rng_below(s->rng, b->n + 1), task));
    if (b->n == 1 || s->in->task[task].arrival_s < b->ready_s)
        ul_replan_begin_early(s, b);
    if (a->n > 0 && ul_rng_below(s->rng, 2) == 0)
        ul_replan_begin_early(s, a);
    const ul_cost before = s->machine[from].bill + s->machine[to].bill;
    if (!ul_search_live(s->world, a) || !ul_search_live(s->world, b)
        || !takes(s, before, a->bill + b->bill))
        return UL_OK;
    UL_MORE(s->arena, s->machine[to].task, b->n, s->machine[to].room);
    adopt(s, from, a);
    adopt(s, to, b);
    return UL_OK;
}

/* Another type, other seats, another beginning, or another order. */
static ul_status change_machine(ul_replan *s, size_t m, uint64_t what)
{
    ul_search_machine *a = &s->trial[0];
    if (s->machine[m].n == 0)
        return UL_OK;
    UL_TRY(copy_machine(s, &s->machine[m], a));
    const uint32_t task = a->task[ul_rng_below(s->rng, a->n)];
    const ul_micro arrival_s = s->in->task[task].arrival_s;
    if (what == 0 && ul_rng_below(s->rng, 2) == 0) {
        a->type = type_for(s, task);
    } else if (what == 0) {
        a->seats = ul_rng_below(s->rng, SEATS_MAX);
    } else if (what == 1) {
        a->ready_s = arrival_s;
    } else {
        ul_replan_remove(a, task);
        UL_TRY(ul_replan_insert(s, a, ul_rng_below(s->rng, a->n + 1), task));
    }
    const ul_micro soonest_s = ul_search_soonest(s->in, a->type);
    a->ready_s = a->ready_s < soonest_s ? soonest_s : a->ready_s;
    if (ul_search_live(s->world, a) && takes(s, s->machine[m].bill, a->bill))
        adopt(s, m, a);
    return UL_OK;
}

static ul_status merge(ul_replan *s, size_t from, size_t to)
{
    ul_search_machine *a = &s->trial[0];
    if (from == to || s->machine[from].n == 0 || s->machine[to].n == 0)
        return UL_OK;
    UL_TRY(copy_machine(s, &s->machine[to], a));
    for (size_t q = 0; q < s->machine[from].n; q++)
        UL_TRY(ul_replan_insert(s, a, a->n, s->machine[from].task[q]));
    if (s->machine[from].ready_s < a->ready_s)
        a->ready_s = s->machine[from].ready_s;
    const ul_micro soonest_s = ul_search_soonest(s->in, a->type);
    a->ready_s = a->ready_s < soonest_s ? soonest_s : a->ready_s;
    if (!ul_search_live(s->world, a)
        || !takes(s, s->machine[from].bill + s->machine[to].bill, a->bill))
        return UL_OK;
    UL_MORE(s->arena, s->machine[to].task, a->n, s->machine[to].room);
    adopt(s, to, a);
    s->machine[from].n = 0;
    s->machine[from].bill = 0;
    return UL_OK;
}

static ul_status try_move(ul_replan *s)
{
    const uint64_t what = ul_rng_below(s->rng, 16);
    const uint32_t task = s->unit[ul_rng_below(s->rng, s->n_units)];
    if (what < 3)
        return change_machine(s, s->at[task], what);
    if (what == 3)
        return merge(s, s->at[task], s->at[s->unit[ul_rng_below(s->rng, s->n_units)]]);
    if (what == 4) {
        size_t m = 0;
        UL_TRY(empty_machine(s, type_for(s, task), &m));
        return move_task(s, task, m);
    }
    return move_task(s, task, s->at[s->unit[ul_rng_below(s->rng, s->n_units)]]);
}

static ul_status anneal(ul_replan *s)
{
    const double moves = ul_run_number(s->run, "moves") * (double)s->n_units;
    const ul_cost total = ul_replan_bill(s);
    /* from the price of a small detour of one task to next to nothing */
    const double hot = (double)total / (double)s->in->n_tasks * 0.1, cold = hot * 1e-4;
    for (double q = 0; q < moves && !ul_run_expired(s->run); q++) {
        s->heat = hot * pow(cold / hot, q / moves);
        UL_TRY(try_move(s));
    }
    return UL_OK;
}

/* To write a timeline and to check it takes up to twice as long as to settle it: who has one and
 * less time than that does without. */
static ul_status settle_and_offer(ul_replan *s, ul_cost *cost)
{
    const double begin_s = ul_run_work_left_s(s->run);
    UL_TRY(ul_replan_settle(s));
    const double left_s = ul_run_work_left_s(s->run);
    if (left_s < 2 * (begin_s - left_s) && ul_run_best(s->run) != NULL)
        return UL_OK;
    *cost = ul_replan_bill(s);
    return ul_replan_offer(s);
}

static ul_status call_repack(ul_run *run, double wait_s, double futures, double most_s)
{
    char wait[40], n[40];
    const char *const set[] = {wait, n};
    snprintf(wait, sizeof wait, "wait=%.6f", wait_s);
    snprintf(n, sizeof n, "futures=%.0f", futures);
    return ul_run_call_named(run, most_s, "repack", set, 2);
}

/* The machines that somebody comes to, and all stays. */
static ul_status keep_used(const ul_schedule_plan *plan, ul_arena *arena, ul_schedule_plan **used)
{
    size_t *index, *stays;
    UL_ALLOC(arena, index, plan->n_machines + 1);
    UL_ALLOC(arena, stays, plan->n_machines + 1);
    UL_TRY(ul_schedule_plan_new(plan->in, arena, used));
    for (size_t q = 0; q < plan->n_stays; q++)
        stays[plan->stay[q].machine]++;
    for (size_t m = 0; m < plan->n_machines; m++)
        if (stays[m] > 0)
            UL_TRY(ul_timeline_add_machine(*used, &plan->machine[m], &index[m]));
    for (size_t q = 0; q < plan->n_stays; q++) {
        ul_timeline_stay stay = plan->stay[q];
        stay.machine = (uint32_t)index[stay.machine];
        UL_TRY(ul_timeline_add_stay(*used, &stay));
    }
    return UL_OK;
}

/* The policy orders machines that it gives back before anybody comes: who knows the future does
 * without. Where boots depend on how many are asked for at once all stay. */
static ul_status offer_used(ul_run *run)
{
    const ul_schedule_plan *best = ul_run_best(run);
    ul_schedule_plan *used;
    if (best == NULL || best->in->n_boots > 0)
        return UL_OK;
    UL_TRY(keep_used(best, ul_run_arena(run), &used));
    return used->n_machines < best->n_machines ? ul_run_offer(run, used) : UL_OK;
}

/* Where nobody waits for long the policy that repacks, which is the cheapest there, begins; then
 * the best of its futures. They are what gains most: where time is limited, and most of it is
 * left, there are more of them, as long as more gain something. Tasks that have seconds of their
 * own gain more by these. */
static ul_status begin_by_repacking(ul_run *run, double wait_s, bool by_seats)
{
    const double futures = ul_run_number(run, "futures");
    UL_TRY(call_repack(run, wait_s, 1, ul_run_work_left_s(run) / 2));
    if (by_seats)
        return UL_OK;
    const double begin_s = ul_run_work_left_s(run);
    UL_TRY(call_repack(run, wait_s, futures, begin_s * 0.9));
    const double left_s = ul_run_work_left_s(run), times = 0.8 * left_s / (begin_s - left_s);
    const double more = fmin(FUTURES_MAX, floor(futures * times));
    if (left_s < HUGE_VAL && more >= 2 * futures)
        UL_TRY(call_repack(run, wait_s, more, left_s * 0.9));
    return offer_used(run);
}

/* From the best policy's timeline; *cost is negative where there is none, or a cheaper one is
 * known already. */
static ul_status begin_by_policy(ul_replan *s, ul_cost *cost)
{
    ul_cost known = 0, found = 0;
    const bool any = ul_run_best_cost(s->run, &known);
    *cost = -1;
    UL_TRY(ul_run_call_constructive(s->run));
    if (!ul_run_best_cost(s->run, &found) || (any && found == known))
        return UL_OK;
    UL_TRY(ul_replan_start_from(s, ul_run_best(s->run)));
    return s->by_seats ? UL_OK : settle_and_offer(s, cost);
}

static ul_status begin_by_floor(ul_replan *s, ul_cost *cost)
{
    bool made;
    UL_TRY(ul_replan_start_by_floor(s, &made));
    return made ? settle_and_offer(s, cost) : UL_OK;
}

/* Whether somebody can neither move nor take turns. */
static bool has_who_stays(const ul_schedule *in)
{
    for (uint32_t i = 0; i < in->n_tasks; i++)
        if (ul_replan_kind_of(in, i) == UL_REPLAN_STAYS)
            return true;
    return false;
}

/* Those who move, by a policy's timeline, or all, where none of these keeps to the wait. */
static bool has_units(ul_replan *s)
{
    if (s->fixed != NULL || has_who_stays(s->in))
        return s->n_units > 0;
    for (uint32_t i = 0; i < s->in->n_tasks; i++)
        if (ul_replan_leads(s->in, i))
            s->unit[s->n_units++] = i;
    return true;
}

static bool is_near(const ul_run *run, ul_cost bound)
{
    const ul_run_result *result = ul_run_result_of(run);
    return result->has_cost && (double)result->cost <= (double)bound * (1 + NEAR);
}

static ul_status search(const ul_schedule *in, ul_run *run)
{
    const double wait_s = ul_run_number(run, "wait");
    const bool by_floor = ul_run_choice_is(run, "start", "floor");
    const bool lp = wait_s < 0 && !has_who_stays(in);
    ul_search_world *world;
    ul_replan s[2];
    ul_cost cost[2] = {-1, -1};
    if (wait_s >= 0)
        ul_run_wait_at_most(run, wait_s);
    if (by_floor && !lp)
        return ul_fail(UL_E_INPUT, "start=floor needs jobs that may wait for ever, and for each "
                                   "task a type without a limited supply");
    UL_TRY(ul_search_world_new(in, in->n_tasks + 1, wait_s < 0 ? -1 : (ul_micro)(wait_s * 1e6),
                               run, &world));
    for (size_t q = 0; q < 2; q++)
        UL_TRY(ul_replan_begin(in, run, world, &s[q]));
    s[0].by_seats = wait_s >= 0 && ul_seats_serve(in);
    if (lp) /* first: it is fast, and policies may need more time than there is */
        UL_TRY(begin_by_floor(&s[1], &cost[1]));
    if (!by_floor)
        UL_TRY(begin_by_policy(&s[0], &cost[0]));
    const bool by_seats = s[0].by_seats && has_units(&s[0]);
    if (wait_s >= 0)
        UL_TRY(begin_by_repacking(run, wait_s, by_seats));
    if (by_seats)
        return ul_reseat(&s[0], (ul_micro)(wait_s * 1e6),
                         ul_run_number(run, "moves") * LOOKS * (double)s[0].n_units,
                         (size_t)ul_run_number(run, "searches"));
    if ((cost[0] < 0 && cost[1] < 0) || is_near(run, s[1].bound))
        return UL_OK;
    const size_t chosen = cost[0] < 0 || (cost[1] >= 0 && cost[1] < cost[0]);
    UL_TRY(anneal(&s[chosen]));
    return ul_replan_bill(&s[chosen]) < cost[chosen] ? ul_replan_offer(&s[chosen]) : UL_OK;
}

/* Who is stopped before there is a timeline has none; that is no fault. */
static ul_status schedule_search(const ul_schedule *in, ul_run *run)
{
    const ul_status status = search(in, run);
    return status == UL_E_STOPPED ? UL_OK : status;
}

const ul_method ul_method_schedule_search = {
    .name = "schedule-search",
    .brief = "the best policy's timeline, improved by one who knows the future",
    .paper = "Kirkpatrick, Gelatt and Vecchi 1983, on timelines",
    .traits = UL_ANYTIME | UL_OFFLINE,
    .param = param,
    .schedule = schedule_search,
};
