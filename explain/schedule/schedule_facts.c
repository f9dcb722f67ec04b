#include "schedule_facts.h"

#include <stdlib.h>

#include "schedule_speeds.h"

enum { FRAMES_A_STEP = 4 }; /* a page keeps so many more frames than a policy tells */

typedef struct {
    const ul_schedule_plan *plan;
    ul_step *item;
    size_t n;
} facts;

/* What happens at one instant, in order; what is told stands between. */
static const unsigned char rank[] = {
    [UL_STEP_DONE] = 1,  [UL_STEP_LEAVE] = 2, [UL_STEP_READY] = 3, [UL_STEP_ARRIVE] = 4,
    [UL_STEP_ORDER] = 6, [UL_STEP_START] = 7, [UL_STEP_GONE] = 8,
};
enum { TOLD = 5 };

static const char is_lost[] = "; what was done is lost", is_kept[] = ", to go on elsewhere";

static int by_time(const void *a, const void *b)
{
    const ul_step *x = a, *y = b;
    UL_LOWER_FIRST(x->at_s, y->at_s);
    if (x->kind != y->kind)
        return rank[x->kind] < rank[y->kind] ? -1 : 1;
    UL_LOWER_FIRST(x->type, y->type);
    UL_LOWER_FIRST(x->task, y->task);
    return x->bin < y->bin ? -1 : x->bin > y->bin;
}

static void add(facts *f, const ul_step *step)
{
    f->item[f->n++] = *step;
}

static void add_arrivals(facts *f)
{
    const ul_schedule *in = f->plan->in;
    for (size_t i = 0; i < in->n_tasks; i++)
        add(f, &(ul_step){.kind = UL_STEP_ARRIVE, .task = i, .at_s = in->task[i].arrival_s});
}

/* What its policy told it ordered is no fact of its own. */
static void add_machines(facts *f, const bool *is_told)
{
    for (size_t m = 0; m < f->plan->n_machines; m++) {
        const ul_timeline_machine *machine = &f->plan->machine[m];
        ul_step step = {.bin = m, .type = machine->type};
        step.kind = UL_STEP_ORDER;
        step.at_s = machine->ordered_s;
        if (!is_told[m])
            add(f, &step);
        step.kind = UL_STEP_READY;
        step.at_s = machine->ready_s;
        if (machine->ready_s > machine->ordered_s && machine->ready_s <= machine->released_s)
            add(f, &step);
        step.kind = UL_STEP_GONE;
        step.at_s = machine->released_s;
        add(f, &step);
    }
}

/* A task's last stay ends when it is done. */
static void add_stays(facts *f, uint32_t *last, const double *speed)
{
    const ul_schedule_plan *plan = f->plan;
    for (uint32_t s = 0; s < plan->n_stays; s++) /* any; the next loop finds the last */
        last[plan->stay[s].task] = s;
    for (uint32_t s = 0; s < plan->n_stays; s++)
        if (plan->stay[s].to_s > plan->stay[last[plan->stay[s].task]].to_s)
            last[plan->stay[s].task] = s;
    for (uint32_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        ul_step step = {.kind = UL_STEP_START, .task = stay->task, .bin = stay->machine,
                        .at_s = stay->from_s};
        add(f, &step);
        step.kind = last[stay->task] == s ? UL_STEP_DONE : UL_STEP_LEAVE;
        step.why = step.kind == UL_STEP_DONE ? NULL : stay->lost ? is_lost : is_kept;
        step.at_s = stay->to_s;
        step.share = speed[s];
        add(f, &step);
    }
}

static ul_status add_stays_with_speeds(facts *f)
{
    uint32_t *last = malloc((f->plan->in->n_tasks + 1) * sizeof *last);
    double *speed = malloc((f->plan->n_stays + 1) * sizeof *speed);
    ul_status status = last == NULL || speed == NULL
                           ? ul_no_memory()
                           : ul_schedule_speeds(f->plan, speed);
    if (status == UL_OK)
        add_stays(f, last, speed);
    free(last);
    free(speed);
    return status;
}

/* Machines of one type, or tasks of one job, to which the same happens. */
static bool are_alike(const ul_schedule *in, const ul_step *a, const ul_step *b)
{
    if (a->kind != b->kind || a->at_s != b->at_s || a->why != b->why || a->type != b->type
        || a->share != b->share)
        return false;
    const bool of_machine = a->kind == UL_STEP_ORDER || a->kind == UL_STEP_READY
                            || a->kind == UL_STEP_GONE;
    return of_machine || in->task[a->task].job == in->task[b->task].job;
}

/* Facts that are alike become one with their number. */
static void gather(facts *f)
{
    size_t kept = 0;
    for (size_t from = 0, to; from < f->n; from = to) {
        for (to = from + 1; to < f->n && are_alike(f->plan->in, &f->item[from], &f->item[to]);)
            to++;
        f->item[kept] = f->item[from];
        f->item[kept++].count = to - from;
    }
    f->n = kept;
}

static bool comes_before(const ul_step *fact, const ul_step *told)
{
    return fact->at_s != told->at_s ? fact->at_s < told->at_s : rank[fact->kind] < TOLD;
}

static void merge(const facts *f, ul_recording *recording)
{
    ul_recording told = *recording;
    size_t q = 0;
    ul_recording_init(recording, told.limit * FRAMES_A_STEP);
    for (size_t p = 0; p < told.n; p++) {
        const ul_recorded *item = &told.item[p];
        const bool timed = item->step.kind != UL_STEP_PLAN && item->step.kind != UL_STEP_BOUND;
        for (; timed && !item->joined && q < f->n && comes_before(&f->item[q], &item->step); q++)
            ul_recording_add(recording, &f->item[q], false);
        if (timed)
            ul_recording_add(recording, &item->step, item->joined);
    }
    for (; q < f->n; q++)
        ul_recording_add(recording, &f->item[q], false);
    recording->n_left_out += told.n_left_out;
    recording->n_told = told.n_told;
    recording->out_of_memory = recording->out_of_memory || told.out_of_memory;
    ul_recording_clear(&told);
}

/* The machines whose orders were told. */
static void mark_orders(const ul_recording *recording, size_t n_machines, bool *is_told)
{
    for (size_t q = 0; q < recording->n; q++) {
        const ul_step *step = &recording->item[q].step;
        const uint64_t end = step->bin + ul_step_copies(step);
        for (size_t m = step->bin; step->kind == UL_STEP_OPEN && m < end && m < n_machines; m++)
            is_told[m] = true;
    }
}

ul_status ul_schedule_merge_facts(const ul_schedule_plan *plan, ul_recording *recording)
{
    facts f = {.plan = plan};
    bool *is_told = calloc(plan->n_machines + 1, sizeof *is_told);
    f.item = malloc((plan->in->n_tasks + 3 * plan->n_machines + 2 * plan->n_stays + 1)
                    * sizeof *f.item);
    ul_status status = f.item == NULL || is_told == NULL
                           ? ul_no_memory()
                           : UL_OK;
    if (status == UL_OK) {
        mark_orders(recording, plan->n_machines, is_told);
        add_arrivals(&f);
        add_machines(&f, is_told);
        status = add_stays_with_speeds(&f);
    }
    if (status == UL_OK) {
        qsort(f.item, f.n, sizeof *f.item, by_time);
        gather(&f);
        merge(&f, recording);
    }
    free(f.item);
    free(is_told);
    return status;
}
