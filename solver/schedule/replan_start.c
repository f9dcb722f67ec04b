#include <math.h>
#include <stdlib.h>

#include "replan.h"

enum { STEPS = 1000000 };

/* ---- from a timeline ---- */

/* Who does not move stays, with all machines that it is ever on, and everybody who is ever
 * on these; requests of several machines are not taken apart. */
static void hold(const ul_replan *s, const ul_schedule_plan *plan, bool *task, bool *machine)
{
    const ul_schedule *in = plan->in;
    bool any = false, more = true;
    for (uint32_t i = 0; i < in->n_tasks; i++) {
        const ul_replan_kind kind = ul_replan_kind_of(in, i);
        task[i] = kind == UL_REPLAN_STAYS || (kind == UL_REPLAN_WIDE && !s->by_seats);
        any = any || task[i];
    }
    for (uint32_t i = 0; i < in->n_tasks && any && in->n_boots > 0; i++)
        task[i] = true;
    while (any && more) {
        more = false;
        for (size_t q = 0; q < plan->n_stays; q++) {
            const ul_timeline_stay *stay = &plan->stay[q];
            const ul_schedule_job *job = &in->job[in->task[stay->task].job];
            if (task[stay->task] == machine[stay->machine])
                continue;
            more = machine[stay->machine] = true;
            task[stay->task] = true;
            for (uint32_t i = 0; i < job->n_tasks && job->gang; i++)
                task[job->first_task + i] = true;
        }
    }
}

static ul_status keep_fixed(ul_replan *s, const ul_schedule_plan *plan, const bool *machine)
{
    uint32_t *of;
    size_t m;
    UL_ALLOC(s->arena, of, plan->n_machines);
    UL_TRY(ul_schedule_plan_new(s->in, s->arena, &s->fixed));
    for (size_t q = 0; q < plan->n_machines; q++)
        if (machine[q]) {
            UL_TRY(ul_timeline_add_machine(s->fixed, &plan->machine[q], &m));
            of[q] = (uint32_t)m;
        }
    for (size_t q = 0; q < plan->n_stays; q++) {
        ul_timeline_stay stay = plan->stay[q];
        if (!machine[stay.machine])
            continue;
        stay.machine = of[stay.machine];
        UL_TRY(ul_timeline_add_stay(s->fixed, &stay));
    }
    return UL_OK;
}

/* On the machine that stands for the timeline's, if its type is open and holds all who move
 * together; else alone. */
static ul_status place(ul_replan *s, const ul_schedule_plan *plan, const ul_timeline_stay *stay,
                       uint32_t *of)
{
    const uint32_t type = plan->machine[stay->machine].type;
    size_t m = of[stay->machine];
    if (!ul_replan_is_open(s->in, type) || !ul_search_holds(s->in, stay->task, type)) {
        UL_TRY(ul_replan_add_machine(s, ul_replan_cheapest(s->in, stay->task), &m));
    } else if (m == UINT32_MAX) {
        UL_TRY(ul_replan_add_machine(s, type, &m));
        of[stay->machine] = (uint32_t)m;
    }
    s->at[stay->task] = (uint32_t)m;
    return UL_OK;
}

static ul_status place_all(ul_replan *s, const ul_schedule_plan *plan, const bool *stays)
{
    uint32_t *of;
    UL_ALLOC(s->arena, of, plan->n_machines);
    for (size_t i = 0; i < s->in->n_tasks; i++)
        s->at[i] = UINT32_MAX;
    for (size_t q = 0; q < plan->n_machines; q++)
        of[q] = UINT32_MAX;
    for (size_t q = plan->n_stays; q-- > 0;) {
        const uint32_t i = plan->stay[q].task;
        if (s->at[i] == UINT32_MAX && !stays[i] && ul_replan_leads(s->in, i))
            UL_TRY(place(s, plan, &plan->stay[q], of));
    }
    for (size_t q = 0; q < s->n_units; q++) {
        ul_search_machine *on = &s->machine[s->at[s->unit[q]]];
        UL_TRY(ul_replan_insert(s, on, on->n, s->unit[q]));
    }
    return UL_OK;
}

ul_status ul_replan_start_from(ul_replan *s, const ul_schedule_plan *plan)
{
    bool *stays, *machine;
    UL_ALLOC(s->arena, stays, s->in->n_tasks);
    UL_ALLOC(s->arena, machine, plan->n_machines);
    hold(s, plan, stays, machine);
    UL_TRY(keep_fixed(s, plan, machine));
    for (uint32_t i = 0; i < s->in->n_tasks; i++)
        if (!stays[i] && ul_replan_leads(s->in, i))
            s->unit[s->n_units++] = i;
    return s->by_seats ? UL_OK : place_all(s, plan, stays);
}

/* ---- by the floor's linear program ---- */

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

/* A task, or a gang, with its turn: the second at which its seat is free for it. */
typedef struct {
    uint32_t task, column;
    double turn_s, work_s;
} turn;

static int by_work(const void *left, const void *right)
{
    const turn *a = left, *b = right;
    UL_HIGHER_FIRST(a->work_s, b->work_s);
    return a->task < b->task ? -1 : a->task > b->task;
}

static int by_turn(const void *left, const void *right)
{
    const turn *a = left, *b = right;
    UL_LOWER_FIRST(a->turn_s, b->turn_s);
    return a->task < b->task ? -1 : a->task > b->task;
}

/* How many of the list's seats are in the column of its first. */
static size_t seats_beside(const seat *list, size_t n)
{
    size_t beside = 0;
    while (beside < n && list[beside].column == list[0].column)
        beside++;
    return beside;
}

/* The second from which on so many of n seats are free, at least as many as that. */
static double free_for(const seat *list, size_t n, uint32_t size)
{
    double from_s = -1;
    for (size_t free = 0; free < size;) {
        double next_s = HUGE_VAL;
        for (size_t q = 0; q < n; q++)
            if (list[q].load_s > from_s)
                next_s = fmin(next_s, list[q].load_s);
        for (size_t q = 0; q < n; q++)
            free += list[q].load_s == next_s;
        from_s = next_s;
    }
    return from_s;
}

/* Takes the seats of a column that are free by then. */
static void sit(seat *list, uint32_t size, double from_s, double work_s)
{
    for (size_t q = 0; size > 0; q++)
        if (list[q].load_s <= from_s) {
            list[q].load_s = from_s + work_s / list[q].rate;
            size--;
        }
}

/* The column in which it has most time left once it can begin. */
static void take_seat(const ul_floor_prices *lp, seat *list, size_t n, uint32_t size, turn *one)
{
    size_t best = UL_NONE;
    double best_left_s = 0;
    for (size_t q = 0, beside; q < n; q += beside) {
        beside = seats_beside(list + q, n - q);
        if (beside < size)
            continue;
        const double free_s = free_for(list + q, beside, size);
        const double left_s = lp->column[list[q].column].seconds - free_s;
        if (best != UL_NONE && left_s <= best_left_s)
            continue;
        best = q;
        best_left_s = left_s;
        one->turn_s = free_s;
    }
    if (best == UL_NONE)
        return;
    one->column = list[best].column;
    sit(list + best, size, one->turn_s, one->work_s);
}

/* Class by class, the longest first. A gang sits where its first task's class does. */
static void take_seats(const ul_floor_problem *p, const ul_floor_prices *lp, const ul_run *run,
                       seat *list, turn *turns, size_t n_turns)
{
    for (size_t q = 0; q < n_turns && !ul_run_expired(run);) {
        const uint32_t class = p->class_of[turns[q].task];
        const size_t n = seats_of(p, lp, class, list, p->in->n_tasks);
        for (; q < n_turns && p->class_of[turns[q].task] == class; q++)
            take_seat(lp, list, n, ul_search_size(p->in, turns[q].task), &turns[q]);
    }
}

/* A machine for each column, its tasks in turn, ready when all of them are there. */
static ul_status seat_all(ul_replan *s, const ul_floor_prices *lp, const turn *turns, size_t n)
{
    uint32_t *of;
    size_t m = 0;
    UL_ALLOC(s->arena, of, lp->n_columns);
    for (size_t q = 0; q < n; q++) {
        const turn *t = &turns[q];
        if (ul_run_expired(s->run))
            return UL_E_STOPPED;
        if (t->column == UINT32_MAX || !ul_replan_is_open(s->in, lp->column[t->column].type)
            || !ul_search_holds(s->in, t->task, lp->column[t->column].type)) {
            UL_TRY(ul_replan_add_machine(s, ul_replan_cheapest(s->in, t->task), &m));
        } else if (of[t->column] == 0) {
            UL_TRY(ul_replan_add_machine(s, lp->column[t->column].type, &m));
            for (size_t o = 0; o < lp->column[t->column].n; o++)
                s->machine[m].seats += lp->part[lp->column[t->column].first + o].count;
            of[t->column] = (uint32_t)m + 1;
        } else {
            m = of[t->column] - 1;
        }
        ul_search_machine *machine = &s->machine[m];
        const ul_micro arrival_s = s->in->task[t->task].arrival_s;
        UL_TRY(ul_replan_insert(s, machine, machine->n, t->task));
        s->at[t->task] = (uint32_t)m;
        machine->ready_s = arrival_s > machine->ready_s ? arrival_s : machine->ready_s;
    }
    return UL_OK;
}

static ul_status seat_by_lp(ul_replan *s)
{
    static const ul_floor_payment on_demand = {0};
    ul_floor_problem *p;
    ul_floor_prices lp;
    turn *turns, *sorted;
    seat *list;
    uint32_t *task;
    size_t *next;
    UL_TRY(ul_floor_problem_new(s->in, &on_demand, UL_FLOOR_COMPANY,
                                ul_run_choice_is(s->run, "long", "apart"), s->arena, &p));
    UL_TRY(ul_floor_solve(p, NULL, STEPS, s->run, s->arena, &lp));
    s->bound = lp.bound;
    if (ul_run_expired(s->run))
        return UL_E_STOPPED;
    UL_ALLOC(s->arena, turns, s->n_units);
    UL_ALLOC(s->arena, sorted, s->n_units);
    UL_ALLOC(s->arena, list, s->in->n_tasks);
    for (size_t q = 0; q < s->n_units; q++)
        turns[q] = (turn){s->unit[q], UINT32_MAX, 0, ul_search_work_s(s->in, s->unit[q])};
    qsort(turns, s->n_units, sizeof *turns, by_work);
    /* class by class, in the order of work within each */
    UL_ALLOC(s->arena, next, p->n_classes + 1);
    for (size_t q = 0; q < s->n_units; q++)
        next[p->class_of[turns[q].task] + 1]++;
    for (size_t c = 0; c < p->n_classes; c++)
        next[c + 1] += next[c];
    for (size_t q = 0; q < s->n_units; q++)
        sorted[next[p->class_of[turns[q].task]]++] = turns[q];
    UL_ALLOC(s->arena, task, s->n_units);
    for (size_t q = 0; q < s->n_units; q++)
        task[q] = sorted[q].task;
    UL_TRY(ul_replan_cut(s, p, &lp, task));
    take_seats(p, &lp, s->run, list, sorted, s->n_units);
    qsort(sorted, s->n_units, sizeof *sorted, by_turn);
    return seat_all(s, &lp, sorted, s->n_units);
}

ul_status ul_replan_start_by_floor(ul_replan *s, bool *made)
{
    bool *takes;
    UL_ALLOC(s->arena, takes, s->in->n_tasks);
    UL_TRY(ul_replan_take_turns(s, takes, &s->fixed, made));
    for (uint32_t i = 0; i < s->in->n_tasks; i++)
        if (!takes[i] && ul_replan_leads(s->in, i))
            s->unit[s->n_units++] = i;
    return s->n_units == 0 || !*made ? UL_OK : seat_by_lp(s);
}
