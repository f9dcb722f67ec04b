/* Batch on the excess of a pool (TR-Kubernetes, Sections 4 and 5.3): an availability
 * instance, a pool of it (any method's plan) and jobs become a schedule.
 *
 * Types are up and down for exponential times, or as spot price histories have it;
 * excess_world.h has the rest.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "excess_world.h"
#include "generator.h"

typedef struct {
    const ul_source_request *request;
    ul_instance zone_file, jobs_file;
    ul_arena *arena;
    const ul_availability *zone;
    const ul_schedule *jobs;
    ul_availability_plan *plan;
    ul_up_history *history; /* by type of the zone */
} importing;

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

static ul_status draw_histories(importing *state)
{
    const ul_param_values *param = state->request->param;
    ul_rng_use(state->request->rng);
    return ul_excess_draw(state->arena, state->zone, state->request->seed,
                          3600 * ul_param_number(param, "mean-up"),
                          (ul_micro)(86400e6 * ul_param_number(param, "days")), &state->history);
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
    first += ul_param_number(state->request->param, "start");
    if (!(first < last))
        return ul_fail(UL_E_INPUT, "the histories share no time in the window asked for");
    UL_ALLOC(state->arena, state->history, state->zone->n_types);
    for (size_t k = 0; k < state->zone->n_types; k++)
        UL_TRY(ul_up_history_read(state->arena, &series[k], first, last, &state->history[k]));
    return UL_OK;
}

static ul_status read_histories(importing *state)
{
    ul_spot_series *series = calloc(state->zone->n_types, sizeof *series);
    ul_status status = series == NULL ? ul_no_memory() : UL_OK;
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
    return *ul_param_text(state->request->param, "histories") == '\0' ? draw_histories(state)
                                                                      : read_histories(state);
}

static ul_status import(importing *state, ul_instance *instance)
{
    UL_NEED(state->arena);
    UL_TRY(read_inputs(state));
    UL_TRY(find_histories(state));
    const ul_param_values *param = state->request->param;
    const char *given = ul_param_text(param, "name");
    char name[200];
    snprintf(name, sizeof name, "%s-excess-s%llu", state->zone->name,
             (unsigned long long)state->request->seed);
    return ul_excess_build(&(ul_excess_world){*given == '\0' ? name : given, state->zone,
                                              state->plan, state->jobs, state->history,
                                              ul_param_is(param, "market", "yes")}, instance);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    importing state = {.request = request, .arena = ul_arena_new()};
    const ul_status status = import(&state, instance);
    if (state.jobs_file.kind != NULL)
        ul_instance_free(&state.jobs_file);
    if (state.zone_file.kind != NULL)
        ul_instance_free(&state.zone_file);
    ul_arena_free(state.arena);
    return status;
}

static const ul_param param[] = {
    UL_REAL("mean-up", "150", "mean hours until a type is revoked, where times are drawn", 0.001,
            1e6),
    UL_REAL("days", "90", "how long types go up and down; from then on they are up", 0.001, 36500),
    UL_TEXT("histories", "", "folder of spot price histories (ZONE-Linux-TYPE.csv) instead of "
            "drawn times"),
    UL_REAL("start", "0", "seconds from the first that all histories have until jobs may come", 0,
            1e9),
    UL_CHOICE("market", "yes", "whether machines can be rented beside the pool", "yes|no"),
    UL_TEXT("name", "", "the instance's name (default: the zone's, with the seed)"),
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
