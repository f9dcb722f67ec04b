/* Batch beside services (TR-Kubernetes, Sections 4 and 5.3): a pool of transient
 * machines and jobs become a schedule. What the importer and the tables share.
 *
 * The pool's machines come first, the most available type first, at the price 0: they
 * are paid for by the services, which hold the zone's capacity of them at every second.
 * Behind the pool stands the market, for who would rather rent: every type of the zone
 * while it is up, at its mean price, and the cheapest per unit on demand. A job's tasks
 * ask for what they ask of their first resource, a unit each.
 */
#pragma once

#include "availability_plan.h"
#include "instance.h"
#include "pool_history.h"

typedef struct {
    const char *name;
    const ul_availability *zone;
    const ul_availability_plan *pool;
    const ul_schedule *jobs;
    const ul_up_history *history; /* by type of the zone */
    bool market;
} ul_excess_world;

ul_status ul_excess_build(const ul_excess_world *world, ul_instance *instance);

/* A history for each type of a zone, one stream of random numbers each: a pool with
 * another type in it does not change the others' fates. */
ul_status ul_excess_draw(ul_arena *arena, const ul_availability *zone, uint64_t seed,
                         double mean_up_s, ul_micro until_s, ul_up_history **history);
