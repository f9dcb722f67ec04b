/* Batch on the excess of a pool (TR-Kubernetes, Sections 4 and 5.3): an availability
 * instance, a pool of it (any method's plan) and jobs become a schedule.
 *
 * The pool's machines come first, the most available type first, at the price 0: they
 * are paid for by the services, which hold the instance's capacity of them at every
 * second. Types are up and down for exponential times, or as spot price histories have
 * it. Behind the pool stands the market, for who would rather rent: every type of the
 * zone while it is up, at its mean price, and the cheapest per unit on demand.
 *
 * A job's tasks ask for what they ask of their first resource, of a unit each.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "availability_plan.h"
#include "generator.h"
#include "pool_history.h"
#include "schedule_file.h"

enum { MARKET = 1000000, NAME = 200 }; /* machines to be had on the market; letters of a name */

typedef struct {
    const ul_source_request *request;
    ul_instance zone_file, jobs_file;
    ul_arena *arena;
    const ul_availability *zone;
    const ul_schedule *jobs;
    ul_availability_plan *plan;
    ul_up_history *history; /* by type of the zone */
} importing;

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory importing a pool");
}

static ul_status read_kind(const char *path, const ul_kind *kind, ul_instance *instance)
{
    UL_TRY(ul_instance_read(path, instance));
    return instance->kind == kind
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s: is of kind %s; expected ZONE (kind availability), POOL (a "
                                     "plan of it), JOBS (kind schedule)", path,
                         instance->kind->name);
}

static ul_status read_inputs(importing *state)
{
    const char *const *path = state->request->input;
    UL_TRY(read_kind(path[0], &ul_kind_availability, &state->zone_file));
    state->zone = state->zone_file.data;
    UL_TRY(ul_availability_plan_read(state->zone, state->arena, path[1], &state->plan));
    UL_TRY(read_kind(path[2], &ul_kind_schedule, &state->jobs_file));
    state->jobs = state->jobs_file.data;
    return UL_OK;
}

/* ---- ups and downs ---- */

/* One stream of random numbers a type: a pool with another type in it does not change
 * the others' fates. */
static ul_status draw_histories(importing *state)
{
    const ul_param_values *param = state->request->param;
    const double mean_up_s = 3600 * ul_param_number(param, "mean-up");
    const ul_micro until_s = (ul_micro)(86400e6 * ul_param_number(param, "days"));
    for (size_t k = 0; k < state->zone->n_types; k++) {
        ul_rng *rng = ul_rng_new(state->request->seed * 1000003 + k);
        if (rng == NULL)
            return no_memory();
        const ul_status status = ul_up_history_draw(rng, state->zone->type[k].availability,
                                                    mean_up_s, until_s, &state->history[k]);
        ul_rng_free(rng);
        UL_TRY(status);
    }
    return UL_OK;
}

static ul_status read_series(const importing *state, size_t k, ul_spot_series *series)
{
    char pattern[1024];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/%s-Linux-%s.csv*",
             ul_param_text(state->request->param, "histories"), state->zone->name,
             state->zone->type[k].name);
    if (glob(pattern, 0, NULL, &found) != 0)
        return ul_fail(UL_E_INPUT, "%s: no such price history", pattern);
    const ul_status status = ul_spot_series_read(found.gl_pathv[0], "", series);
    globfree(&found);
    return status;
}

/* Second 0 is the first that all histories have, or so many behind it. */
static ul_status convert_series(importing *state, const ul_spot_series *series)
{
    double first = -INFINITY, last = INFINITY;
    for (size_t k = 0; k < state->zone->n_types; k++) {
        first = fmax(first, series[k].price[0].time_s);
        last = fmin(last, series[k].price[series[k].n - 1].time_s);
    }
    first += state->request->from_s;
    if (!(first < last))
        return ul_fail(UL_E_INPUT, "the histories share no time in the window asked for");
    for (size_t k = 0; k < state->zone->n_types; k++)
        UL_TRY(ul_up_history_read(&series[k], first, last, &state->history[k]));
    return UL_OK;
}

static ul_status read_histories(importing *state)
{
    ul_spot_series *series = calloc(state->zone->n_types, sizeof *series);
    ul_status status = series == NULL ? no_memory() : UL_OK;
    for (size_t k = 0; k < state->zone->n_types && status == UL_OK; k++)
        status = read_series(state, k, &series[k]);
    if (status == UL_OK)
        status = convert_series(state, series);
    for (size_t k = 0; series != NULL && k < state->zone->n_types; k++)
        ul_spot_series_clear(&series[k]);
    free(series);
    return status;
}

static ul_status find_histories(importing *state)
{
    state->history = ul_arena_alloc(state->arena, state->zone->n_types, sizeof *state->history);
    if (state->history == NULL)
        return no_memory();
    return *ul_param_text(state->request->param, "histories") == '\0' ? draw_histories(state)
                                                                      : read_histories(state);
}

/* ---- the world ---- */

static const ul_availability *sorting; /* qsort takes no context; one import runs at a time */

static int by_availability(const void *a, const void *b)
{
    const ul_availability_type *x = &sorting->type[*(const size_t *)a];
    const ul_availability_type *y = &sorting->type[*(const size_t *)b];
    if (x->availability != y->availability)
        return x->availability > y->availability ? -1 : 1;
    return strcmp(x->name, y->name);
}

static ul_status add_type(ul_schedule_builder *b, const char *name, double price, uint64_t capacity)
{
    const ul_micro units = (ul_micro)capacity * UL_MICRO;
    const ul_micro exact = (ul_micro)llround(price * 1e6);
    return ul_schedule_add_type(b, name, name, price > 0 && exact == 0 ? 1 : exact, &units);
}

/* The machines of a type in the pool: `history` NULL for those on demand. */
static ul_status add_part(const importing *state, ul_schedule_builder *b, size_t k, bool transient,
                          ul_pool_part *part)
{
    const ul_availability_type *type = &state->zone->type[k];
    const size_t room = strlen(type->name) + 16;
    char *name = ul_arena_alloc(state->arena, room, 1);
    if (name == NULL)
        return no_memory();
    snprintf(name, room, "%s%s", type->name, transient ? "" : "/pool");
    *part = (ul_pool_part){name, transient ? state->plan->hold[k] : state->plan->on_demand[k],
                           type->capacity, transient ? &state->history[k] : NULL};
    UL_TRY(add_type(b, name, 0, type->capacity));
    return transient ? ul_up_history_supply(part->history, b, name, part->count)
                     : ul_schedule_add_supply(b, name, part->count, 0, UL_SCHEDULE_SECONDS_MAX);
}

/* What never goes down serves first. */
static ul_status add_pool(const importing *state, ul_schedule_builder *b)
{
    const size_t n = state->zone->n_types;
    ul_pool_part *part = ul_arena_alloc(state->arena, 2 * n, sizeof *part);
    size_t *order = ul_arena_alloc(state->arena, n, sizeof *order), parts = 0;
    if (part == NULL || order == NULL)
        return no_memory();
    for (size_t k = 0; k < n; k++)
        order[k] = k;
    sorting = state->zone;
    qsort(order, n, sizeof *order, by_availability);
    for (size_t q = 0; q < 2 * n; q++) {
        const size_t k = order[q % n];
        if ((q < n ? state->plan->on_demand[k] : state->plan->hold[k]) > 0)
            UL_TRY(add_part(state, b, k, q >= n, &part[parts++]));
    }
    if (parts == 0)
        return ul_fail(UL_E_INPUT, "%s: the pool is empty", state->request->input[1]);
    return ul_pool_serve(part, parts, state->zone->capacity, b);
}

static ul_status add_market(const importing *state, ul_schedule_builder *b)
{
    char name[NAME];
    const size_t cheapest = ul_availability_on_demand_type(state->zone);
    for (size_t k = 0; k < state->zone->n_types; k++) {
        const ul_availability_type *type = &state->zone->type[k];
        if (!(type->price > 0 && type->availability > 0))
            continue;
        snprintf(name, sizeof name, "%s/spot", type->name);
        UL_TRY(add_type(b, name, type->price, type->capacity));
        UL_TRY(ul_up_history_supply(&state->history[k], b, name, MARKET));
    }
    if (cheapest == UL_NONE)
        return UL_OK;
    const ul_availability_type *type = &state->zone->type[cheapest];
    snprintf(name, sizeof name, "%s/on-demand", type->name);
    return add_type(b, name, type->on_demand_price, type->capacity);
}

/* ---- jobs ---- */

/* What a job took where it was recorded; where it was not, what it would take with a
 * place for every task. */
static ul_micro recorded_s(const ul_schedule *jobs, const ul_schedule_job *job)
{
    ul_micro end_s = 0;
    if (job->recorded_s >= 0)
        return job->recorded_s;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const ul_micro own_s = jobs->task[i].arrival_s + jobs->task[i].work_s;
        end_s = own_s > end_s ? own_s : end_s;
    }
    return end_s - job->arrival_s;
}

static ul_status add_job(ul_schedule_builder *b, const ul_schedule *jobs,
                         const ul_schedule_job *job)
{
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const ul_schedule_task *task = &jobs->task[i];
        const ul_micro *asked = ul_schedule_asked(jobs, task->shape, 0);
        const ul_schedule_job_facts facts = {job->name,    task->arrival_s, 1,    NULL,
                                             task->work_s, false,           asked};
        UL_TRY(i == job->first_task
                   ? ul_schedule_add_job(b, &facts)
                   : ul_schedule_add_tasks(b, task->arrival_s, 1, task->work_s, asked));
    }
    return ul_schedule_set_recorded(b, recorded_s(jobs, job));
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const importing *state = context;
    const ul_param_values *param = state->request->param;
    const char *given = ul_param_text(param, "name");
    char name[NAME];
    snprintf(name, sizeof name, "%s-excess-s%llu", state->zone->name,
             (unsigned long long)state->request->seed);
    UL_TRY(ul_schedule_set_name(b, *given == '\0' ? name : given));
    UL_TRY(ul_schedule_add_resource(b, "ecu"));
    UL_TRY(ul_schedule_set_stretch(b, "ecu"));
    UL_TRY(ul_schedule_set_round(b, 0));
    UL_TRY(ul_schedule_set_billing(b, NULL, 0, 0));
    UL_TRY(add_pool(state, b));
    if (ul_param_is(param, "market", "yes"))
        UL_TRY(add_market(state, b));
    for (size_t j = 0; j < state->jobs->n_jobs; j++)
        UL_TRY(add_job(b, state->jobs, &state->jobs->job[j]));
    return UL_OK;
}

static ul_status import(importing *state, ul_instance *instance)
{
    if (state->arena == NULL)
        return no_memory();
    UL_TRY(read_inputs(state));
    UL_TRY(find_histories(state));
    return ul_schedule_build(fill, state, instance);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    importing state = {.request = request, .arena = ul_arena_new()};
    const ul_status status = import(&state, instance);
    for (size_t k = 0; state.history != NULL && k < state.zone->n_types; k++)
        ul_up_history_clear(&state.history[k]);
    if (state.jobs_file.kind != NULL)
        ul_instance_free(&state.jobs_file);
    if (state.zone_file.kind != NULL)
        ul_instance_free(&state.zone_file);
    ul_arena_free(state.arena);
    return status;
}

static const ul_param param[] = {
    {.name = "mean-up", .preset = "150", .form = UL_PARAM_REAL, .low = 0.001, .high = 1e6,
     .brief = "mean hours until a type is revoked, where times are drawn"},
    {.name = "days", .preset = "90", .form = UL_PARAM_REAL, .low = 0.001, .high = 36500,
     .brief = "how long types go up and down; from then on they are up"},
    {.name = "histories", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "folder of spot price histories (ZONE-Linux-TYPE.csv) instead of drawn times"},
    {.name = "market", .preset = "yes", .form = UL_PARAM_CHOICE, .choices = "yes|no",
     .brief = "whether machines can be rented beside the pool"},
    {.name = "name", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "the instance's name (default: the zone's, with the seed)"},
    {0},
};

const ul_source ul_importer_excess = {
    .name = "excess",
    .brief = "batch jobs on the excess of a pool: ZONE POOL JOBS, files of this program",
    .paper = "TR-Kubernetes, Section 4",
    .param = param,
    .least_inputs = 3,
    .most_inputs = 3,
    .make = make,
};
