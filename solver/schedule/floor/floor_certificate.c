#include "floor_certificate.h"

#include <math.h>
#include <stdlib.h>

#include "floor_lives.h"
#include "output.h"

typedef struct {
    int64_t work, loading;
} worth;

/* The checker tells tasks apart by their workload, too, where workloads matter: each
 * workload of a class needs a record, by one task of it. */
typedef struct {
    uint32_t class, workload, task;
} speaker;

static int by_class(const void *left, const void *right)
{
    const speaker *a = left, *b = right;
    UL_LOWER_FIRST(a->class, b->class);
    UL_LOWER_FIRST(a->workload, b->workload);
    return a->task < b->task ? -1 : a->task > b->task;
}

static ul_status choose_speakers(const ul_floor_problem *problem, ul_arena *arena, speaker **list,
                                 size_t *n)
{
    const ul_schedule *in = problem->in;
    speaker *all;
    UL_ALLOC(arena, all, in->n_tasks);
    for (uint32_t i = 0; i < in->n_tasks; i++)
        all[i] = (speaker){problem->class_of[i], in->job[in->task[i].job].workload, i};
    qsort(all, in->n_tasks, sizeof *all, by_class);
    *list = all;
    *n = 0;
    for (size_t q = 0; q < in->n_tasks; q++)
        if (*n == 0 || all[q].class != all[*n - 1].class
            || all[q].workload != all[*n - 1].workload)
            all[(*n)++] = all[q];
    return UL_OK;
}

/* What a second is worth by class, beyond what `base` says where that is not NULL. */
static void fill_worths(const ul_floor_problem *problem, const int64_t *value, const int64_t *base,
                        worth *of_class)
{
    for (size_t i = 0; i < problem->n_items; i++) {
        const ul_floor_item *item = &problem->item[i];
        const int64_t one = value[i] - (base == NULL ? 0 : base[i]);
        if (item->works)
            of_class[item->class].work = one;
        if (item->loads)
            of_class[item->class].loading = one;
    }
}

static void say_task(ul_output *out, const char *tag, const ul_schedule *in, uint32_t task)
{
    const ul_schedule_job *job = &in->job[in->task[task].job];
    ul_output_csv(out, "%t,%t,%u", tag, job->name, task - job->first_task);
}

static void say_values(ul_output *out, const ul_schedule *in, const worth *of_class,
                       const speaker *list, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        const worth *one = &of_class[list[q].class];
        if (one->work == 0 && one->loading == 0)
            continue;
        say_task(out, "value", in, list[q].task);
        ul_output_format(out, ",%lld,%lld\n", (long long)one->work, (long long)one->loading);
    }
}

/* Of each class that has one. */
static void say_each(ul_output *out, const char *tag, const ul_schedule *in, const int64_t *value,
                     const speaker *list, size_t n)
{
    for (size_t q = 0; q < n; q++)
        if (value[list[q].class] > 0) {
            say_task(out, tag, in, list[q].task);
            ul_output_format(out, ",%lld\n", (long long)value[list[q].class]);
        }
}

static void say_lives(ul_output *out, const ul_schedule *in, const ul_floor_lives *lives)
{
    ul_output_text(out, "still\nfull\n");
    for (size_t p = 0; p < lives->n_parts; p++)
        if (p == 0 || lives->share[p] != lives->share[p - 1])
            ul_output_csv(out, "share,%m,%m\n", lives->from_s[p], lives->share[p]);
    for (uint32_t i = 0; i < in->n_tasks; i++)
        if (lives->value[i] > 0) {
            say_task(out, "life", in, i);
            ul_output_format(out, ",%lld\n", (long long)lives->value[i]);
        }
}

static void say_instants(ul_output *out, const ul_floor_problem *problem,
                         const ul_floor_instants *instants, const speaker *list, size_t n)
{
    ul_output_text(out, "wait,0\n");
    for (size_t v = 0; v < instants->n; v++) {
        ul_output_text(out, "instant\n");
        say_each(out, "presence", problem->in, instants->value + v * problem->n_classes, list, n);
    }
    if (instants->lives != NULL)
        say_lives(out, problem->in, instants->lives);
}

static void say_start(ul_output *out, const ul_floor_windows *windows, size_t p)
{
    if (windows->started != NULL)
        ul_output_csv(out, "start,%m\n", windows->started[p]);
}

static void say_presence(ul_output *out, const ul_floor_presence *presence, const speaker *list,
                         size_t n)
{
    const ul_floor_windows *w = presence->windows;
    const ul_floor_few *few = &presence->few;
    const ul_schedule *in = w->problem->in;
    size_t next = 0;
    ul_output_csv(out, "wait,%m\n", w->wait_s);
    for (size_t p = 0; p < w->n_periods; p++) {
        ul_output_csv(out, "period,%m\n", w->from_s[p]);
        say_start(out, w, p);
        say_each(out, "presence", in, presence->value + p * w->problem->n_classes, list, n);
        say_each(out, "toll", in, presence->toll + p * w->problem->n_classes, list, n);
        for (; next < few->n && few->seat[next].period == p; next++) {
            say_task(out, "whole", in, few->seat[next].task);
            ul_output_text(out, "\n");
        }
    }
    ul_output_csv(out, "period,%m\n", w->from_s[w->n_periods]);
    say_start(out, w, w->n_periods);
}

/* Period by period, what differs from the first one, and what supply is worth. */
static void say_calendar(ul_output *out, const ul_floor_problem *problem,
                         const ul_floor_prices *prices, const ul_floor_calendar *calendar,
                         const speaker *list, size_t n, worth *of_class)
{
    const ul_schedule *in = problem->in;
    for (size_t p = 0; p < calendar->n; p++) {
        const ul_micro *scarcity = calendar->scarcity + p * in->n_types;
        ul_output_csv(out, "period,%m\n", calendar->from_s[p]);
        fill_worths(problem, calendar->value + p * problem->n_items, prices->value, of_class);
        say_values(out, in, of_class, list, n);
        for (size_t k = 0; k < in->n_types; k++)
            if (scarcity[k] > 0)
                ul_output_csv(out, "supply,%t,%i\n", in->type[k].name,
                              (int64_t)(scarcity[k] * prices->scale));
    }
}

static void say_leases(ul_output *out, const ul_floor_problem *problem)
{
    for (size_t q = 0; q < problem->payment->n_leases; q++) {
        const ul_floor_lease *one = &problem->payment->lease[q];
        ul_output_csv(out, "lease,%t,%m,%m,%m\n", problem->in->type[one->type].name, one->fee,
                      one->hours, one->price);
    }
}

ul_status ul_floor_certificate_write(const ul_floor_problem *problem,
                                     const ul_floor_prices *prices,
                                     const ul_floor_calendar *calendar,
                                     const ul_floor_presence *presence,
                                     const ul_floor_instants *instants, ul_arena *arena,
                                     const char *path)
{
    const ul_schedule *in = problem->in;
    ul_output *out;
    speaker *list = NULL;
    size_t n = 0;
    worth *of_class;
    UL_ALLOC(arena, of_class, problem->n_classes);
    fill_worths(problem, prices->value, NULL, of_class);
    UL_TRY(choose_speakers(problem, arena, &list, &n));
    UL_TRY(ul_output_open(path, &out));
    ul_output_csv(out, "ullage-certificate,1,schedule\ninstance,%t,%t\n", in->name, in->sha256);
    if (problem->payment->nothing)
        ul_output_text(out, "infeasible\n");
    else
        ul_output_csv(out, "bound,%c\n", &prices->bound);
    say_leases(out, problem);
    ul_output_format(out, "scale,%lld\n", (long long)prices->scale);
    for (uint32_t i = 0; i < in->n_tasks; i++)
        if (problem->is_long[i]) {
            say_task(out, "long", in, i);
            ul_output_text(out, "\n");
        }
    say_values(out, in, of_class, list, n);
    if (calendar != NULL)
        say_calendar(out, problem, prices, calendar, list, n, of_class);
    if (presence != NULL)
        say_presence(out, presence, list, n);
    if (instants != NULL)
        say_instants(out, problem, instants, list, n);
    return ul_output_close(out, NULL);
}
