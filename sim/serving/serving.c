/* Services come before batch (TR-Kubernetes): while one runs it holds machines of a type, and
 * takes those ordered last with all that was done on them. */
#include "sim_state.h"

static const ul_schedule_supply *services(const ul_schedule_type *type, size_t *n)
{
    *n = type->n_services;
    return type->service;
}

static void hide(ul_schedule_type *type)
{
    type->n_services = 0;
    type->service = NULL;
}

static void serve(ul_sim *sim, uint32_t k, uint32_t count, bool begins)
{
    sim->supply[k] -= begins ? count : -count;
    sim->taken[k] += begins ? count : -count;
    sim->loses_work = begins;
}

const ul_physics ul_physics_serving = {
    .supply = services, .begins = UL_AT_TAKEN, .ends = UL_AT_SUPPLY_UP, .event = serve,
    .hide = hide};
