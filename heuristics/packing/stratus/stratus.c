/* Stratus' scaler: which machines to acquire for waiting tasks.
 *
 * Chung, Park and Ganger, "Stratus: cost-aware container scheduling in the
 * public cloud", SoCC 2018, Section 3.3. Tasks fall into bins of runtime, in
 * seconds [0,1), [1,2), [2,4), ...; the longest bin that is not empty is served
 * first. Its tasks stand in descending runtime, and the first, the first two,
 * the first three, ... are candidate groups, as long as some type holds them.
 * Every pair of a group and a type that holds it is scored (stratus_score.h);
 * the best pair is acquired and the rest goes on. Ties: the larger group, then
 * the cheaper type, then the earlier.
 *
 * Where the paper is silent: tasks of unknown runtime form one bin, served
 * last, in file order. anti-affinity=on keeps tasks of one job on different
 * machines (the paper's services want that, Eva's jobs do not): such a task is
 * skipped and the group goes on without it.
 *
 * O(machines * group * (types * resources + log tasks)), group the length of
 * the longest one tried, where that is short or jobs are kept apart; for long ones see
 * stratus_groups.h. O(tasks) space.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "packing_plan.h"
#include "run.h"
#include "stratus_groups.h"

enum { LOOK_EVERY = 1 << 16 }; /* places between two looks at the deadline */

/* ---- reasons ---- */

static const char best_so_far[] = "{count=1?|the group up to }{task} on {type}: score {4value}, the best so far";
static const char acquired[] = "Acquire machine {bin} of type {type} ({price}), for the first {count=1?task that "
                               "waits|{count} tasks that wait}: the best score, {4value}.";
static const char runtimes[] = "{value<0?The {count} {count=1?task|tasks} of unknown runtime have their turn, in "
                               "file order|Runtimes from {6value} to {6against} seconds have their turn: "
                               "{count} {count=1?task|tasks}, the longest first}.";

/* ---- queues ---- */

typedef struct {
    uint32_t bin; /* 0 unknown, then by doubling runtime */
    ul_micro runtime_s;
    uint32_t task;
} queued;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    ul_packing_plan *plan;
    const ul_step_listener *listener;
    const ul_micro *unit;
    const uint32_t *place; /* the tasks, one by one, in the order they are served */
    uint32_t *after;       /* the next of the same job, or UL_PACKING_NONE */
    uint32_t *heap;        /* places that may be served now, the smallest on top */
    size_t n_heap;
    uint32_t *group; /* places of the longest group tried */
    ul_cost *used;   /* by family and resource */
    uint32_t *holds; /* types that still hold the group */
    ul_stratus_sums *sums; /* for long groups; NULL where tasks are not served in order */
    size_t to;             /* where the bin of runtimes ends */
} scaler;

static uint32_t runtime_bin(ul_micro runtime_s)
{
    uint32_t bin = 1;
    if (runtime_s < 0)
        return 0;
    for (ul_micro whole = runtime_s / UL_MICRO; whole > 0; whole /= 2)
        bin++;
    return bin;
}

/* The shortest runtime, in seconds, that falls into a bin; below 0 when unknown. */
static double shortest(uint32_t bin)
{
    return bin < 2 ? (double)bin - 1 : ldexp(1, (int)bin - 2);
}

static int longest_first(const void *a, const void *b)
{
    const queued *x = a, *y = b;
    UL_HIGHER_FIRST(x->bin, y->bin);
    UL_HIGHER_FIRST(x->runtime_s, y->runtime_s);
    return x->task < y->task ? -1 : x->task > y->task;
}

#define EARLIER(a, b) ((a) < (b))
UL_HEAP(places, uint32_t, EARLIER, 2)

/* Adds a task to the group and scores it on every type that holds it; false
 * when no type does. */
static bool extend(scaler *of, size_t size, size_t j, size_t *n_holds, ul_stratus_group *best)
{
    const ul_packing *in = of->in;
    const size_t n = in->n_resources;
    for (size_t f = 0; f < in->n_families; f++) {
        const ul_micro *need = ul_packing_demand(in, in->task[j].shape, f);
        for (size_t r = 0; r < n; r++)
            of->used[f * n + r] += need[r];
    }
    size_t kept = 0;
    for (size_t q = 0; q < *n_holds; q++) {
        const size_t k = of->holds[q];
        ul_micro used[UL_RESOURCES_MAX];
        bool fits = true;
        for (size_t r = 0; r < n && fits; r++) {
            fits = of->used[in->type[k].family * n + r] <= in->type[k].capacity[r];
            used[r] = (ul_micro)of->used[in->type[k].family * n + r];
        }
        if (!fits)
            continue;
        of->holds[kept++] = (uint32_t)k;
        const ul_stratus_group found = {ul_stratus_score_of(in, of->unit, k, used), k, size};
        if (!ul_stratus_group_better(&found, best))
            continue;
        *best = found;
        UL_TELL(of->listener, .kind = UL_STEP_WEIGH, .why = best_so_far, .type = k, .task = j,
                .count = size, .value = ul_stratus_score_double(found.score));
    }
    *n_holds = kept;
    return kept > 0;
}

/* Acquires one machine for the tasks in the heap. */
static ul_status acquire(scaler *of)
{
    const ul_packing *in = of->in;
    ul_stratus_group best = {.size = 0};
    size_t n_holds = in->n_types, tried = 0, i;
    memset(of->used, 0, in->n_families * in->n_resources * sizeof *of->used);
    for (size_t k = 0; k < in->n_types; k++)
        of->holds[k] = (uint32_t)k;
    while (of->n_heap > 0) {
        of->group[tried] = places_pop(of->heap, &of->n_heap);
        tried++;
        if (!extend(of, tried, of->place[of->group[tried - 1]], &n_holds, &best))
            break;
        if (tried % 1024 == 0 && ul_run_expired(of->run))
            break;
        const size_t at = of->group[tried - 1] + 1;
        if (of->sums != NULL && tried >= UL_STRATUS_BLOCK && at % UL_STRATUS_BLOCK == 0) {
            const ul_stratus_begun begun = {of->group[0], at, of->to, of->used, of->holds, n_holds};
            ul_stratus_long_groups(of->sums, &begun, &best);
            break;
        }
    }
    while (tried < best.size)
        of->group[tried++] = places_pop(of->heap, &of->n_heap);
    UL_TRY(ul_plan_open(of->plan, best.type, &i));
    if (n_holds == 0)
        UL_TELL(of->listener, .kind = UL_STEP_PASS, 
                .why = "with {task} too, no type holds the group",
                .task = of->place[of->group[tried - 1]]);
    UL_TELL(of->listener, .kind = UL_STEP_OPEN, .why = acquired, .bin = i, .type = best.type,
            .count = best.size, .value = ul_stratus_score_double(best.score));
    for (size_t q = 0; q < tried; q++) {
        const uint32_t place = of->group[q];
        if (q >= best.size) {
            places_push(of->heap, &of->n_heap, place);
            continue;
        }
        UL_TELL(of->listener, .kind = UL_STEP_PUT, .why = "", .bin = i,
                .task = of->place[place], .count = 1);
        UL_TRY(ul_plan_put(of->plan, i, of->place[place], 1));
        if (of->after[place] != UL_PACKING_NONE)
            places_push(of->heap, &of->n_heap, of->after[place]);
    }
    return UL_OK;
}

/* Whether the deadline has come, looked at now and then in walks over all places. */
static bool is_over(const scaler *of, size_t at)
{
    return at % LOOK_EVERY == 0 && ul_run_expired(of->run);
}

/* Serves the places from .. to, one bin of runtimes. */
static ul_status serve(scaler *of, size_t from, size_t to, bool apart, uint32_t *last_of_job)
{
    const ul_packing *in = of->in;
    of->n_heap = 0;
    of->to = to;
    for (size_t q = from; q < to && !is_over(of, q); q++) {
        const uint32_t job = in->task[of->place[q]].job;
        of->after[q] = UL_PACKING_NONE;
        if (!apart || job == UL_PACKING_NONE || last_of_job[job] == UL_PACKING_NONE
            || last_of_job[job] < from)
            places_push(of->heap, &of->n_heap, (uint32_t)q);
        else
            of->after[last_of_job[job]] = (uint32_t)q;
        if (job != UL_PACKING_NONE)
            last_of_job[job] = (uint32_t)q;
    }
    while (of->n_heap > 0 && !ul_run_expired(of->run))
        UL_TRY(acquire(of));
    return UL_OK;
}

static ul_status serve_all(scaler *of, const queued *queue)
{
    const ul_packing *in = of->in;
    ul_arena *arena = ul_run_arena(of->run);
    uint32_t *place;
    uint32_t *last_of_job;
    UL_ALLOC_RAW(arena, place, in->n_copies);
    UL_ALLOC_RAW(arena, last_of_job, in->n_jobs);
    memset(last_of_job, 0xff, in->n_jobs * sizeof *last_of_job); /* UL_PACKING_NONE */
    of->place = place;
    const bool apart = ul_run_choice_is(of->run, "anti-affinity", "on");
    size_t from = 0, to = 0;
    for (size_t q = 0; q < in->n_tasks; q++)
        for (uint32_t copy = 0; copy < in->task[queue[q].task].copies && !is_over(of, to); copy++)
            place[to++] = queue[q].task;
    if (ul_run_expired(of->run))
        return UL_OK;
    if (!apart && of->listener == NULL) /* who listens hears every group weighed */
        UL_TRY(ul_stratus_sums_new(in, of->unit, place, to, of->run, &of->sums));
    to = 0;
    for (size_t q = 0; q < in->n_tasks; q++) {
        to += in->task[queue[q].task].copies;
        if (q + 1 < in->n_tasks && queue[q + 1].bin == queue[q].bin)
            continue;
        UL_TELL(of->listener, .kind = UL_STEP_TURN, .why = runtimes, .count = to - from,
                .value = shortest(queue[q].bin), .against = shortest(queue[q].bin + 1));
        UL_TRY(serve(of, from, to, apart, last_of_job));
        from = to;
    }
    return ul_run_expired(of->run) ? UL_OK : ul_run_offer(of->run, of->plan);
}

static ul_status stratus_solve(const ul_packing *in, ul_run *run)
{
    ul_arena *arena = ul_run_arena(run);
    scaler of = {.in = in, .run = run, .listener = ul_run_steps(run)};
    UL_TRY(ul_packing_plan_new(in, arena, &of.plan));
    UL_TRY(ul_stratus_units(in, arena, &of.unit));
    queued *queue;
    UL_ALLOC_RAW(arena, queue, in->n_tasks);
    UL_ALLOC_RAW(arena, of.after, in->n_copies);
    UL_ALLOC_RAW(arena, of.heap, in->n_copies);
    UL_ALLOC_RAW(arena, of.group, in->n_copies);
    UL_ALLOC_RAW(arena, of.used, in->n_families * in->n_resources);
    UL_ALLOC_RAW(arena, of.holds, in->n_types);
    for (size_t j = 0; j < in->n_tasks; j++)
        queue[j] = (queued){runtime_bin(in->task[j].runtime_s), in->task[j].runtime_s, (uint32_t)j};
    qsort(queue, in->n_tasks, sizeof *queue, longest_first);
    return serve_all(&of, queue);
}

static const ul_param param[] = {
    UL_CHOICE("anti-affinity", "off", "whether tasks of one job go on different machines",
              "off|on"),
    {0},
};

const ul_method ul_method_stratus = {
    .name = "stratus",
    .brief = "groups of like runtimes and types by cost-efficiency score",
    .paper = "Stratus, Section 3.3",
    .traits = UL_CONSTRUCTIVE | UL_QUICK,
    .param = param,
    .packing = stratus_solve,
};
