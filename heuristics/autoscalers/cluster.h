/* A cluster as Kubernetes' autoscalers see it: pods that ask for resources, and nodes of
 * instance types that have them. Whoever has tasks and machines fills one and lets the
 * autoscaler decide over it: a packing all at once, a policy from event to event.
 *
 * The autoscalers' words are kept here: a pod is a task, a node a machine, an instance type
 * a machine type.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "fixed.h"

typedef struct {
    const char *name;
    ul_micro price; /* an hour */
    const ul_micro *capacity;
    size_t family;
    uint32_t left; /* nodes of it that can still be had; UINT32_MAX: any number */
} ul_node_type;

typedef struct {
    size_t n_types, n_resources, n_families;
    ul_node_type *type;
    /* The resources that both autoscalers know by name, or UL_NONE; every other only limits. */
    size_t cpu, memory, gpu;
    double gib; /* what one unit of memory is in GiB */
    const void *in;
    const ul_micro *(*demand)(const void *in, size_t shape, size_t family);
} ul_cluster_world;

#define UL_NO_NODE UINT32_MAX

typedef struct {
    uint32_t shape;
    uint32_t task; /* whose it is */
    uint32_t node; /* or UL_NO_NODE: pending */
    uint32_t next; /* pod of the same node */
} ul_pod;

typedef struct {
    uint32_t type;
    uint32_t bin;           /* its number where decisions are told */
    uint32_t n_pods, first; /* its pods are a list, newest first */
    uint32_t n_coming;      /* pods that have another node still and will come */
    bool gone;
    bool barred;  /* takes no pod: it is about to go */
    bool booting; /* not ready yet */
    bool fresh;   /* takes pods that are pending, and none that has a node */
    bool settled; /* may be consolidated */
} ul_node;

typedef struct {
    const ul_cluster_world *world;
    ul_arena *arena;
    size_t n_pods, n_nodes, pod_room, node_room;
    ul_pod *pod;
    ul_node *node;  /* in order of creation; those that are gone stay in the list */
    ul_micro *free; /* nodes x resources */
} ul_cluster;

/* Names the resources: cpu and gpu by these letters in the name, memory by ram or mem. */
void ul_cluster_name_resources(ul_cluster_world *world, const char *const *resource);

ul_status ul_cluster_new(const ul_cluster_world *world, ul_arena *arena, ul_cluster **cluster);
ul_status ul_cluster_add_pod(ul_cluster *cluster, uint32_t shape, uint32_t task);
/* Makes sure that the next node takes no memory. */
ul_status ul_cluster_make_room(ul_cluster *cluster);
ul_status ul_cluster_add_node(ul_cluster *cluster, size_t type, size_t *node);

static inline const ul_micro *ul_pod_request(const ul_cluster_world *world, size_t shape, size_t type)
{
    return world->demand(world->in, shape, world->type[type].family);
}

/* Whether a request fits into what is free. */
bool ul_request_fits(const ul_cluster_world *world, const ul_micro *request, const ul_micro *free);
bool ul_node_fits(const ul_cluster *cluster, size_t node, size_t shape);

/* Takes the room of a pod on a node, sign 1, or gives it back, sign -1. */
void ul_node_take(ul_cluster *cluster, size_t node, size_t shape, int sign);

/* A pod comes to a node, or leaves it; all pods leave one, and it is gone. */
void ul_pod_bind(ul_cluster *cluster, size_t pod, size_t node);
void ul_pod_unbind(ul_cluster *cluster, size_t pod);
void ul_node_remove(ul_cluster *cluster, size_t node);

/* What a shape asks of a named resource (0 where there is none) on a type, and the most that it
 * asks on any. Kubernetes' pods ask the same everywhere; tasks may ask for less of some families. */
ul_micro ul_pod_asks(const ul_cluster_world *world, size_t shape, size_t type, size_t resource);
ul_micro ul_pod_asks_most(const ul_cluster_world *world, size_t shape, size_t resource);
