/* What Karpenter and cluster-autoscaler have in common over time: the cluster as it is now,
 * Kubernetes' own scheduler, and places that are promised.
 *
 * A task that arrives goes at once on the ready machine that is least allocated; who finds
 * none waits for the autoscaler, which looks at a cluster (cluster.h) made of what there is
 * and gives machines to those who wait: a place on one that is not ready is promised, and
 * taken when it is. A machine that is to go moves its tasks to the places promised to them,
 * and is given back when the last has left.
 *
 * Where a tie is between tasks they come in order of their jobs' names, numbers in them by
 * value, and of their numbers: Kubernetes breaks such ties by random identities.
 *
 * O(machines that exist) an arrival, O(tasks and machines that exist) a look.
 */
#pragma once

#include "cluster.h"
#include "sim.h"

typedef struct {
    double since_s;     /* when a task came or left last, or it became ready */
    double nominated_s; /* when it was chosen for one who waited */
    double unneeded_s;  /* since when its tasks would fit elsewhere; below 0: they do not */
    uint32_t awaits;    /* the machine that replaces it: until it is ready nobody moves */
    uint32_t n_promised, node; /* node: in the last look */
    ul_micro *promised; /* room, by resource; NULL: none ever */
    bool going;
    bool pair_told;     /* that two machines would be cheaper */
} ul_kube_machine;

typedef struct {
    ul_sim *sim;
    ul_arena *arena;
    ul_cluster_world world;
    ul_kube_machine *machine;
    uint32_t *promised; /* by task: the machine where it has a place to come */
    uint32_t *live;     /* tasks that have arrived and are not done, in order */
    size_t machine_room, task_room, n_live, live_room;
    size_t n_going;     /* machines that are still to be given back */
    size_t n_pending;   /* those without a place, and without one to come */
    double pending_s;   /* when the last of them became so, the first since there were none */
    bool changed;       /* something happened since it was set to false */
    /* The last look: machine of a node, task of a pod. */
    ul_cluster *cluster;
    uint32_t *machine_of, *task_of;
} ul_kube;

ul_status ul_kube_start(ul_kube *kube, ul_sim *sim);

/* ---- what happens, for the policy's table; its state begins with a ul_kube ---- */

ul_status ul_kube_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n);
ul_status ul_kube_ready(void *self, ul_sim *sim, uint32_t machine);
ul_status ul_kube_working(void *self, ul_sim *sim, uint32_t task);
ul_status ul_kube_left(void *self, ul_sim *sim, uint32_t task, uint32_t machine);
ul_status ul_kube_done(void *self, ul_sim *sim, uint32_t task, uint32_t machine);
ul_status ul_kube_cut(void *self, ul_sim *sim, uint32_t task, uint32_t machine);
ul_status ul_kube_gone(void *self, ul_sim *sim, uint32_t machine);
ul_status ul_kube_supply(void *self, ul_sim *sim, uint32_t type);

/* ---- what the autoscaler sees and does ---- */

/* The cluster as it is now: ready machines before others, oldest first, tasks in order.
 * Memory lives as long as the instant. */
ul_status ul_kube_look(ul_kube *kube);

/* Rents one of the step's type, and tells it. */
ul_status ul_kube_rent(ul_kube *kube, ul_step why, uint32_t *machine);
/* Gives a place to a task that waits, at once where the machine is ready, and says why. */
ul_status ul_kube_give(ul_kube *kube, uint32_t task, uint32_t machine, const char *why);
/* Tells a step of this machine. */
void ul_kube_tell(const ul_kube *kube, uint32_t machine, ul_step step);
/* A place that a task which has one is to move to. */
ul_status ul_kube_promise(ul_kube *kube, uint32_t task, uint32_t machine);
/* The machine goes: at once, or when the one that replaces it is ready. Tasks without a promise
 * go where the scheduler has room for them, or wait. */
ul_status ul_kube_drain(ul_kube *kube, uint32_t machine, uint32_t replaced_by);
/* Gives back what goes and is empty: at the end of an instant. */
ul_status ul_kube_sweep(ul_kube *kube);

/* What every autoscaler's policy hears of, for its table. */
#define UL_KUBE_EVENTS                                                                    \
    .arrival = ul_kube_arrival, .ready = ul_kube_ready, .working = ul_kube_working,       \
    .left = ul_kube_left, .done = ul_kube_done, .cut = ul_kube_cut, .gone = ul_kube_gone, \
    .supply = ul_kube_supply
