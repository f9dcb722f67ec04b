/* What the world does beside stays on machines: a record for each physics, in a folder of its
 * own, and a line in physics.def. The loop and the stays know none of them by name.
 */
#pragma once

#include "sim.h"

/* To what the work of one of the n on a machine is slowed down, that at sim->crowd[at]. */
typedef double ul_rate(const ul_sim *sim, size_t at, size_t n);

typedef struct {
    /* Records of a type that hold from one instant to another; as what they begin and end (by
     * which policies rank it), and what this makes of the supply. Machines beyond it go then,
     * and the policy is told. */
    const ul_schedule_supply *(*supply)(const ul_schedule_type *type, size_t *n);
    ul_sim_kind begins, ends;
    void (*event)(ul_sim *sim, uint32_t type, uint32_t count, bool begins);
    void (*hide)(ul_schedule_type *type); /* the records from policies, as they are the future */
    /* What it does to rates in this world; NULL: nothing. */
    ul_rate *(*rate)(ul_sim *sim);
} ul_physics;

enum {
#define UL_PHYSICS(name) UL_PHYSICS_##name,
#include "physics.def"
#undef UL_PHYSICS
    UL_N_PHYSICS
};
