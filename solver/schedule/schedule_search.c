/* A clairvoyant search over timelines: the best policy's is a start, or, where jobs may
 * wait for ever, the floor's LP with tasks taking turns in its sets; then tasks move to other machines, machines change their type and their beginning, join and divide, as long
 * as it pays, and at first also when it does not (simulated annealing).
 *
 * It knows every job from the beginning and lets jobs wait, for ever or for `wait` seconds.
 * Nobody moves once started. With the floor it brackets what is possible. O(tasks a machine
 * ever has, squared, times those at once) a trial. Gangs of several tasks and types with a
 * limited supply are beyond it: there the best policy's timeline is all it has.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "floor_master.h"
#include "search_machine.h"

static const ul_param param[] = {
    {.name = "moves", .preset = "100", .form = UL_PARAM_WHOLE, .low = 0, .high = 1e9,
     .brief = "how many changes are tried for each task"},
    {.name = "wait", .preset = "-1", .form = UL_PARAM_REAL, .low = -1, .high = 1e9,
     .brief = "seconds that a job may wait; -1: any time"},
    {.name = "start", .preset = "best", .form = UL_PARAM_CHOICE, .choices = "best|floor",
     .brief = "the best policy's timeline or the floor's LP, whichever is cheaper; or the latter"},
    {0},
};

enum { SEATS_MAX = 12, STEPS = 1000000 };

typedef struct {
    const ul_schedule *in;
    ul_run *run;
    ul_arena *arena;
    ul_rng *rng;
    ul_search_world *world;
    ul_search_machine *machine;
    size_t n, room;
    uint32_t *at; /* per task: its machine */
    ul_search_machine trial[2];
    double heat; /* like a bill */
} search;

static bool is_open(const ul_schedule *in, size_t type)
{
    return in->type[type].n_supplies == 0;
}

/* Whether a type that is to be had in any number holds the shape. */
static bool is_housed(const ul_schedule *in, size_t shape)
{
    for (size_t k = 0; k < in->n_types; k++)
        if (is_open(in, k)
            && ul_schedule_fits(in, ul_schedule_demand(in, shape, in->type[k].family),
                                in->type[k].capacity))
            return true;
    return false;
}

static bool is_searchable(const ul_schedule *in)
{
    for (size_t j = 0; j < in->n_jobs; j++)
        if (in->job[j].gang && in->job[j].n_tasks > 1)
            return false;
    for (size_t shape = 0; shape < in->n_shapes; shape++)
        if (!is_housed(in, shape))
            return false;
    return true;
}

/* A type that holds the task alone: any such, evenly. */
static uint32_t type_for(search *s, uint32_t task)
{
    uint32_t found = UL_SCHEDULE_NONE;
    uint64_t n = 0;
    for (uint32_t k = 0; k < s->in->n_types; k++)
        if (is_open(s->in, k)
            && ul_schedule_fits(s->in, ul_schedule_need(s->in, task, k), s->in->type[k].capacity)
            && ul_rng_below(s->rng, ++n) == 0)
            found = k;
    return found;
}

static uint32_t cheapest_for(const search *s, uint32_t task)
{
    uint32_t found = UL_SCHEDULE_NONE;
    for (uint32_t k = 0; k < s->in->n_types; k++)
        if (is_open(s->in, k)
            && ul_schedule_fits(s->in, ul_schedule_need(s->in, task, k), s->in->type[k].capacity)
            && (found == UL_SCHEDULE_NONE || s->in->type[k].price < s->in->type[found].price))
            found = k;
    return found;
}

/* ---- machines and their lists ---- */

static ul_status make_room(search *s, ul_search_machine *m, size_t n)
{
    if (n <= m->room)
        return UL_OK;
    const size_t room = 2 * n + 4;
    m->task = ul_arena_grow(s->arena, m->task, m->room, room, sizeof *m->task);
    m->room = room;
    return m->task == NULL ? ul_no_memory() : UL_OK;
}

/* The same tasks, in memory of its own. */
static ul_status copy_machine(search *s, const ul_search_machine *from, ul_search_machine *to)
{
    UL_TRY(make_room(s, to, from->n + 1));
    uint32_t *task = to->task;
    const size_t room = to->room;
    if (from->n > 0)
        memcpy(task, from->task, from->n * sizeof *task);
    *to = *from;
    to->task = task;
    to->room = room;
    return UL_OK;
}

static void remove_task(ul_search_machine *m, uint32_t task)
{
    size_t kept = 0;
    for (size_t q = 0; q < m->n; q++)
        if (m->task[q] != task)
            m->task[kept++] = m->task[q];
    m->n = kept;
}

static ul_status insert_task(search *s, ul_search_machine *m, size_t at, uint32_t task)
{
    UL_TRY(make_room(s, m, m->n + 1));
    memmove(&m->task[at + 1], &m->task[at], (m->n - at) * sizeof *m->task);
    m->task[at] = task;
    m->n++;
    return UL_OK;
}

/* Ready when the first of its tasks is there, and not before it can be. */
static void begin_early(const search *s, ul_search_machine *m)
{
    ul_micro first_s = INT64_MAX;
    for (size_t q = 0; q < m->n; q++)
        if (s->in->task[m->task[q]].arrival_s < first_s)
            first_s = s->in->task[m->task[q]].arrival_s;
    const ul_micro soonest_s = ul_search_soonest(s->in, m->type);
    m->ready_s = first_s < soonest_s || m->n == 0 ? soonest_s : first_s;
}

static ul_status add_machine(search *s, uint32_t type, size_t *index)
{
    if (s->n == s->room) {
        s->machine = ul_arena_grow(s->arena, s->machine, s->room, 2 * s->room + 16,
                                   sizeof *s->machine);
        s->room = 2 * s->room + 16;
        if (s->machine == NULL)
            return ul_no_memory();
    }
    *index = s->n++;
    s->machine[*index] = (ul_search_machine){.type = type};
    return UL_OK;
}

/* ---- the start ---- */

/* Each task on the machine on which the best timeline has it last; alone where that
 * machine's type is not open. */
static ul_status start_from(search *s, const ul_schedule_plan *plan)
{
    const ul_schedule *in = s->in;
    uint32_t *of = ul_arena_alloc(s->arena, plan->n_machines, sizeof *of);
    size_t m = 0;
    if (of == NULL)
        return ul_no_memory();
    for (size_t i = 0; i < in->n_tasks; i++)
        s->at[i] = UINT32_MAX;
    for (size_t q = 0; q < plan->n_machines; q++)
        of[q] = UINT32_MAX;
    for (size_t q = plan->n_stays; q-- > 0;) {
        const ul_timeline_stay *stay = &plan->stay[q];
        const uint32_t type = plan->machine[stay->machine].type;
        if (s->at[stay->task] != UINT32_MAX)
            continue;
        if (!is_open(in, type) || of[stay->machine] == UINT32_MAX) {
            UL_TRY(add_machine(s, is_open(in, type) ? type : cheapest_for(s, stay->task), &m));
            of[stay->machine] = (uint32_t)m;
        }
        s->at[stay->task] = of[stay->machine];
    }
    for (uint32_t i = 0; i < in->n_tasks; i++) {
        ul_search_machine *machine = &s->machine[s->at[i]];
        UL_TRY(insert_task(s, machine, machine->n, i));
    }
    return UL_OK;
}

/* ---- the start by the LP ---- */

/* One of those who take turns on a machine: `load_s` of its column's seconds are taken. */
typedef struct {
    uint32_t column;
    double rate, load_s;
} seat;

/* The seats of a class, in all columns that the LP's solution uses. */
static size_t seats_of(const ul_floor_problem *p, const ul_floor_prices *lp, uint32_t class,
                       seat *list, size_t room)
{
    size_t n = 0;
    for (size_t c = 0; c < lp->n_columns; c++)
        for (size_t q = lp->column[c].first; q < lp->column[c].first + lp->column[c].n; q++)
            for (uint32_t k = 0; lp->column[c].seconds > 1 && k < lp->part[q].count && n < room; k++)
                if (p->item[lp->part[q].item].class == class)
                    list[n++] = (seat){(uint32_t)c,
                                       ul_floor_rate(p, lp->column[c].type,
                                                     lp->part + lp->column[c].first,
                                                     lp->column[c].n, q - lp->column[c].first),
                                       0};
    return n;
}

/* A task with its turn: the second at which its seat is free for it. */
typedef struct {
    uint32_t task, column;
    double turn_s, work_s;
} turn;

static int by_work(const void *left, const void *right)
{
    const turn *a = left, *b = right;
    if (a->work_s != b->work_s)
        return a->work_s > b->work_s ? -1 : 1;
    return a->task < b->task ? -1 : a->task > b->task;
}

static int by_turn(const void *left, const void *right)
{
    const turn *a = left, *b = right;
    if (a->turn_s != b->turn_s)
        return a->turn_s < b->turn_s ? -1 : 1;
    return a->task < b->task ? -1 : a->task > b->task;
}

/* The longest tasks first, each to the seat with most time left. */
static void take_seats(const ul_floor_problem *p, const ul_floor_prices *lp, seat *list,
                       turn *turns, size_t n_turns)
{
    for (size_t q = 0; q < n_turns;) {
        const uint32_t class = p->class_of[turns[q].task];
        const size_t n = seats_of(p, lp, class, list, p->in->n_tasks);
        for (; q < n_turns && p->class_of[turns[q].task] == class; q++) {
            seat *best = NULL;
            for (size_t k = 0; k < n; k++)
                if (best == NULL || lp->column[list[k].column].seconds - list[k].load_s
                                        > lp->column[best->column].seconds - best->load_s)
                    best = &list[k];
            if (best == NULL)
                continue;
            turns[q].column = best->column;
            turns[q].turn_s = best->load_s;
            best->load_s += turns[q].work_s / best->rate;
        }
    }
}

/* A machine for each column, its tasks in turn, ready when all of them are there. */
static ul_status seat_all(search *s, const ul_floor_prices *lp, const turn *turns, size_t n)
{
    uint32_t *of = ul_arena_alloc(s->arena, lp->n_columns, sizeof *of);
    size_t m = 0;
    if (of == NULL)
        return ul_no_memory();
    for (size_t q = 0; q < n; q++) {
        const turn *t = &turns[q];
        if (t->column == UINT32_MAX || !is_open(s->in, lp->column[t->column].type)) {
            UL_TRY(add_machine(s, cheapest_for(s, t->task), &m));
        } else if (of[t->column] == 0) {
            UL_TRY(add_machine(s, lp->column[t->column].type, &m));
            for (size_t o = 0; o < lp->column[t->column].n; o++)
                s->machine[m].seats += lp->part[lp->column[t->column].first + o].count;
            of[t->column] = (uint32_t)m + 1;
        } else {
            m = of[t->column] - 1;
        }
        ul_search_machine *machine = &s->machine[m];
        const ul_micro arrival_s = s->in->task[t->task].arrival_s;
        UL_TRY(insert_task(s, machine, machine->n, t->task));
        s->at[t->task] = (uint32_t)m;
        machine->ready_s = arrival_s > machine->ready_s ? arrival_s : machine->ready_s;
    }
    return UL_OK;
}

static ul_status start_by_floor(search *s)
{
    ul_floor_problem *p;
    ul_floor_prices lp;
    UL_TRY(ul_floor_problem_new(s->in, UL_FLOOR_COMPANY, s->arena, &p));
    UL_TRY(ul_floor_solve(p, NULL, STEPS, s->run, s->arena, &lp));
    const size_t n = s->in->n_tasks;
    turn *turns = ul_arena_alloc(s->arena, n, sizeof *turns);
    turn *sorted = ul_arena_alloc(s->arena, n, sizeof *sorted);
    seat *list = ul_arena_alloc(s->arena, n, sizeof *list);
    size_t used = 0;
    if (turns == NULL || sorted == NULL || list == NULL)
        return ul_no_memory();
    for (uint32_t i = 0; i < n; i++)
        turns[i] = (turn){i, UINT32_MAX, 0, ul_search_work_s(s->in, i)};
    qsort(turns, n, sizeof *turns, by_work);
    for (size_t c = 0; c < p->n_classes; c++) /* class by class, the longest first */
        for (size_t q = 0; q < n; q++)
            if (p->class_of[turns[q].task] == c)
                sorted[used++] = turns[q];
    take_seats(p, &lp, list, sorted, n);
    qsort(sorted, n, sizeof *sorted, by_turn);
    return seat_all(s, &lp, sorted, n);
}

/* Tasks that a machine cannot serve, by the wait that is allowed, get machines alone. */
static ul_status settle(search *s)
{
    for (size_t m = 0; m < s->n; m++) {
        const ul_micro soonest_s = ul_search_soonest(s->in, s->machine[m].type);
        if (s->machine[m].ready_s == 0)
            begin_early(s, &s->machine[m]);
        if (s->machine[m].ready_s < soonest_s)
            s->machine[m].ready_s = soonest_s;
        while (!ul_search_live(s->world, &s->machine[m]) && s->machine[m].n > 1) {
            const uint32_t task = s->machine[m].task[s->machine[m].n - 1];
            size_t alone = 0;
            UL_TRY(add_machine(s, cheapest_for(s, task), &alone));
            remove_task(&s->machine[m], task);
            UL_TRY(insert_task(s, &s->machine[alone], 0, task));
            s->at[task] = (uint32_t)alone;
            begin_early(s, &s->machine[m]);
        }
    }
    return UL_OK;
}

static ul_status offer(search *s)
{
    ul_schedule_plan *plan;
    const ul_arena_mark_t mark = ul_arena_mark(s->arena);
    UL_TRY(ul_schedule_plan_new(s->in, s->arena, &plan));
    for (size_t m = 0; m < s->n; m++)
        UL_TRY(ul_search_write(s->world, &s->machine[m], plan));
    UL_TRY(ul_run_offer(s->run, plan));
    ul_arena_rewind(s->arena, mark);
    return UL_OK;
}

/* ---- moves ---- */

static bool takes(search *s, ul_cost before, ul_cost after)
{
    return after <= before
           || ul_rng_unit(s->rng) < exp(-(double)(after - before) / s->heat);
}

static void adopt(search *s, size_t m, const ul_search_machine *trial)
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
static ul_status empty_machine(search *s, uint32_t type, size_t *index)
{
    for (size_t tries = 0; tries < 4; tries++) {
        const size_t m = ul_rng_below(s->rng, s->n);
        if (s->machine[m].n == 0) {
            s->machine[m].type = type;
            *index = m;
            return UL_OK;
        }
    }
    return add_machine(s, type, index);
}

static ul_status move_task(search *s, uint32_t task, size_t to)
{
    const size_t from = s->at[task];
    ul_search_machine *a = &s->trial[0], *b = &s->trial[1];
    if (from == to)
        return UL_OK;
    UL_TRY(copy_machine(s, &s->machine[from], a));
    UL_TRY(copy_machine(s, &s->machine[to], b));
    remove_task(a, task);
    UL_TRY(insert_task(s, b, ul_rng_below(s->rng, b->n + 1), task));
    if (b->n == 1 || s->in->task[task].arrival_s < b->ready_s)
        begin_early(s, b);
    if (a->n > 0 && ul_rng_below(s->rng, 2) == 0)
        begin_early(s, a);
    const ul_cost before = s->machine[from].bill + s->machine[to].bill;
    if (!ul_search_live(s->world, a) || !ul_search_live(s->world, b)
        || !takes(s, before, a->bill + b->bill))
        return UL_OK;
    UL_TRY(make_room(s, &s->machine[to], b->n));
    adopt(s, from, a);
    adopt(s, to, b);
    return UL_OK;
}

/* Another type, other seats, another beginning, or another order. */
static ul_status change_machine(search *s, size_t m, uint64_t what)
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
        remove_task(a, task);
        UL_TRY(insert_task(s, a, ul_rng_below(s->rng, a->n + 1), task));
    }
    const ul_micro soonest_s = ul_search_soonest(s->in, a->type);
    a->ready_s = a->ready_s < soonest_s ? soonest_s : a->ready_s;
    if (ul_search_live(s->world, a) && takes(s, s->machine[m].bill, a->bill))
        adopt(s, m, a);
    return UL_OK;
}

static ul_status merge(search *s, size_t from, size_t to)
{
    ul_search_machine *a = &s->trial[0];
    if (from == to || s->machine[from].n == 0 || s->machine[to].n == 0)
        return UL_OK;
    UL_TRY(copy_machine(s, &s->machine[to], a));
    for (size_t q = 0; q < s->machine[from].n; q++)
        UL_TRY(insert_task(s, a, a->n, s->machine[from].task[q]));
    if (s->machine[from].ready_s < a->ready_s)
        a->ready_s = s->machine[from].ready_s;
    const ul_micro soonest_s = ul_search_soonest(s->in, a->type);
    a->ready_s = a->ready_s < soonest_s ? soonest_s : a->ready_s;
    if (!ul_search_live(s->world, a)
        || !takes(s, s->machine[from].bill + s->machine[to].bill, a->bill))
        return UL_OK;
    UL_TRY(make_room(s, &s->machine[to], a->n));
    adopt(s, to, a);
    s->machine[from].n = 0;
    s->machine[from].bill = 0;
    return UL_OK;
}

static ul_status try_move(search *s)
{
    const uint64_t what = ul_rng_below(s->rng, 16);
    const uint32_t task = (uint32_t)ul_rng_below(s->rng, s->in->n_tasks);
    if (what < 3)
        return change_machine(s, s->at[task], what);
    if (what == 3)
        return merge(s, s->at[task], s->at[ul_rng_below(s->rng, s->in->n_tasks)]);
    if (what == 4) {
        size_t m = 0;
        UL_TRY(empty_machine(s, type_for(s, task), &m));
        return move_task(s, task, m);
    }
    return move_task(s, task, s->at[ul_rng_below(s->rng, s->in->n_tasks)]);
}

static ul_cost total_bill(const search *s)
{
    ul_cost total = 0;
    for (size_t m = 0; m < s->n; m++)
        total += s->machine[m].bill;
    return total;
}

static ul_status anneal(search *s)
{
    const double moves = ul_run_number(s->run, "moves") * (double)s->in->n_tasks;
    const ul_cost total = total_bill(s);
    /* from the price of a small detour of one task to next to nothing */
    const double hot = (double)total / (double)s->in->n_tasks * 0.1, cold = hot * 1e-4;
    for (double q = 0; q < moves && !ul_run_expired(s->run); q++) {
        s->heat = hot * pow(cold / hot, q / moves);
        UL_TRY(try_move(s));
    }
    return UL_OK;
}

static ul_status begin(const ul_schedule *in, ul_run *run, ul_search_world *world, search *s)
{
    *s = (search){.in = in, .run = run, .arena = ul_run_arena(run), .rng = ul_run_rng(run),
                  .world = world};
    s->at = ul_arena_alloc(s->arena, in->n_tasks, sizeof *s->at);
    return s->at == NULL ? ul_no_memory() : UL_OK;
}

/* From the best policy's timeline; *cost is negative where there is none. */
static ul_status begin_by_policy(search *s, ul_cost *cost)
{
    *cost = -1;
    UL_TRY(ul_run_call_constructive(s->run));
    const ul_schedule_plan *best = ul_run_best(s->run);
    if (best == NULL || !is_searchable(s->in))
        return UL_OK;
    UL_TRY(start_from(s, best));
    UL_TRY(settle(s));
    *cost = total_bill(s);
    return offer(s);
}

static ul_status begin_by_floor(search *s, ul_cost *cost)
{
    UL_TRY(start_by_floor(s));
    UL_TRY(settle(s));
    *cost = total_bill(s);
    return offer(s);
}

static ul_status schedule_search(const ul_schedule *in, ul_run *run)
{
    const double wait_s = ul_run_number(run, "wait");
    const bool by_floor = ul_run_choice_is(run, "start", "floor");
    ul_search_world *world;
    search s[2];
    ul_cost cost[2] = {-1, -1};
    if (by_floor && (wait_s >= 0 || !is_searchable(in)))
        return ul_fail(UL_E_INPUT, "start=floor needs jobs that may wait for ever, no gangs, and "
                                   "for each task a type without a limited supply");
    UL_TRY(ul_search_world_new(in, in->n_tasks + 1, wait_s < 0 ? -1 : (ul_micro)(wait_s * 1e6),
                               ul_run_arena(run), &world));
    for (size_t q = 0; q < 2; q++)
        UL_TRY(begin(in, run, world, &s[q]));
    if (!by_floor)
        UL_TRY(begin_by_policy(&s[0], &cost[0]));
    if (wait_s < 0 && is_searchable(in))
        UL_TRY(begin_by_floor(&s[1], &cost[1]));
    if (cost[0] < 0 && cost[1] < 0)
        return UL_OK;
    search *chosen = cost[0] < 0 || (cost[1] >= 0 && cost[1] < cost[0]) ? &s[1] : &s[0];
    UL_TRY(anneal(chosen));
    return offer(chosen);
}

const ul_method ul_method_schedule_search = {
    .name = "schedule-search",
    .brief = "the best policy's timeline, improved by one who knows the future",
    .paper = "Kirkpatrick, Gelatt and Vecchi 1983, on timelines",
    .traits = UL_ANYTIME | UL_OFFLINE,
    .param = param,
    .schedule = schedule_search,
};
