#include "excess_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule.h"

enum { MARKET = 1000000, NAME = 200 }; /* machines to be had on the market; letters of a name */

typedef struct {
    const ul_excess_world *world;
    ul_arena *arena;
} building;

ul_status ul_excess_draw(ul_arena *arena, const ul_availability *zone, uint64_t seed,
                         double mean_up_s, ul_micro until_s, ul_up_history **history)
{
    UL_ALLOC(arena, *history, zone->n_types);
    for (size_t k = 0; k < zone->n_types; k++) {
        ul_rng *rng = ul_rng_new(seed * 1000003 + k);
        UL_NEED(rng);
        const ul_status status = ul_up_history_draw(arena, rng, zone->type[k].availability,
                                                    mean_up_s, until_s, &(*history)[k]);
        ul_rng_free(rng);
        UL_TRY(status);
    }
    return UL_OK;
}

/* ---- machines ---- */

static const ul_availability *sorting; /* qsort takes no context; one is built at a time */

static int by_availability(const void *a, const void *b)
{
    const ul_availability_type *x = &sorting->type[*(const size_t *)a];
    const ul_availability_type *y = &sorting->type[*(const size_t *)b];
    UL_HIGHER_FIRST(x->availability, y->availability);
    return strcmp(x->name, y->name);
}

static ul_status add_type(ul_schedule_builder *b, const char *name, double price, uint64_t capacity)
{
    const ul_micro units = (ul_micro)capacity * UL_MICRO;
    const ul_micro exact = (ul_micro)llround(price * 1e6);
    return ul_schedule_add_type(b, name, name, price > 0 && exact == 0 ? 1 : exact, &units);
}

/* The machines of a type in the pool: `history` NULL for those on demand. */
static ul_status add_part(const building *state, ul_schedule_builder *b, size_t k, bool transient,
                          ul_pool_part *part)
{
    const ul_availability_type *type = &state->world->zone->type[k];
    const size_t room = strlen(type->name) + 16;
    char *name = ul_arena_alloc(state->arena, room, 1);
    UL_NEED(name);
    snprintf(name, room, "%s%s", type->name, transient ? "" : "/pool");
    *part = (ul_pool_part){name, transient ? state->world->pool->hold[k] : state->world->pool->on_demand[k],
                           type->capacity, transient ? &state->world->history[k] : NULL};
    UL_TRY(add_type(b, name, 0, type->capacity));
    return transient ? ul_up_history_supply(part->history, b, name, part->count)
                     : ul_schedule_add_supply(b, name, part->count, 0, UL_SCHEDULE_SECONDS_MAX);
}

/* What never goes down serves first. */
static ul_status add_pool(const building *state, ul_schedule_builder *b)
{
    const size_t n = state->world->zone->n_types;
    ul_pool_part *part = ul_arena_alloc(state->arena, 2 * n, sizeof *part);
    size_t *order = ul_arena_alloc(state->arena, n, sizeof *order), parts = 0;
    UL_NEED(part && order);
    for (size_t k = 0; k < n; k++)
        order[k] = k;
    sorting = state->world->zone;
    qsort(order, n, sizeof *order, by_availability);
    for (size_t q = 0; q < 2 * n; q++) {
        const size_t k = order[q % n];
        if ((q < n ? state->world->pool->on_demand[k] : state->world->pool->hold[k]) > 0)
            UL_TRY(add_part(state, b, k, q >= n, &part[parts++]));
    }
    if (parts == 0)
        return ul_fail(UL_E_INPUT, "the pool of %s is empty", state->world->zone->name);
    return ul_pool_serve(part, parts, state->world->zone->capacity, b);
}

static ul_status add_market(const building *state, ul_schedule_builder *b)
{
    char name[NAME];
    const size_t cheapest = ul_availability_on_demand_type(state->world->zone);
    for (size_t k = 0; k < state->world->zone->n_types; k++) {
        const ul_availability_type *type = &state->world->zone->type[k];
        if (!(type->price > 0 && type->availability > 0))
            continue;
        snprintf(name, sizeof name, "%s/spot", type->name);
        UL_TRY(add_type(b, name, type->price, type->capacity));
        UL_TRY(ul_up_history_supply(&state->world->history[k], b, name, MARKET));
    }
    if (cheapest == UL_NONE)
        return UL_OK;
    const ul_availability_type *type = &state->world->zone->type[cheapest];
    snprintf(name, sizeof name, "%s/on-demand", type->name);
    return add_type(b, name, type->on_demand_price, type->capacity);
}

/* ---- jobs ---- */

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
    return ul_schedule_set_recorded(b, job->recorded_s >= 0 ? job->recorded_s
                                                            : ul_schedule_alone_s(jobs, job));
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const building *state = context;
    const ul_schedule *jobs = state->world->jobs;
    UL_TRY(ul_schedule_set_name(b, state->world->name));
    UL_TRY(ul_schedule_add_resource(b, "ecu"));
    UL_TRY(ul_schedule_set_stretch(b, "ecu"));
    UL_TRY(ul_schedule_set_round(b, 0));
    UL_TRY(ul_schedule_set_billing(b, NULL, 0, 0));
    UL_TRY(add_pool(state, b));
    if (state->world->market)
        UL_TRY(add_market(state, b));
    for (size_t j = 0; j < jobs->n_jobs; j++)
        UL_TRY(add_job(b, jobs, &jobs->job[j]));
    return UL_OK;
}

ul_status ul_excess_build(const ul_excess_world *world, ul_instance *instance)
{
    UL_OWN_ARENA(arena);
    return ul_schedule_build(fill, &(building){world, arena}, instance);
}
