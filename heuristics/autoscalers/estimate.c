/* cluster-autoscaler's binpacking estimator. It is not plain first-fit decreasing: within a
 * group, nodes before the last are not tried again once one pod has found no room. */
#include <stdlib.h>

#include "scale_up.h"

enum { NODES_MAX = 1000 }; /* of an estimate, --max-nodes-per-scaleup */

typedef struct {
    double size;
    size_t group;
} sized;

static int larger_first(const void *a, const void *b)
{
    const sized *x = a, *y = b;
    UL_HIGHER_FIRST(x->size, y->size);
    return x->group < y->group ? -1 : x->group > y->group;
}

size_t ul_ring_find(const ul_cluster *cluster, size_t shape, size_t *mark)
{
    for (size_t step = 1; step <= cluster->n_nodes; step++) {
        const size_t i = (*mark + step) % cluster->n_nodes;
        if (ul_node_fits(cluster, i, shape))
            return *mark = i;
    }
    return UL_NONE;
}

static double share(const ul_cluster_world *world, size_t shape, size_t type, size_t resource)
{
    if (resource == UL_NONE || world->type[type].capacity[resource] == 0)
        return 0;
    return (double)ul_pod_asks(world, shape, type, resource)
           / (double)world->type[type].capacity[resource];
}

/* The groups of which a pod fits an empty node, by share of its cpu and memory. */
static ul_status order_groups(const ul_cluster_world *world, size_t type, ul_arena *arena,
                              const ul_pod_group *group, size_t n_groups, sized **list, size_t *n)
{
    UL_ALLOC_RAW(arena, *list, n_groups);
    *n = 0;
    for (size_t g = 0; g < n_groups; g++)
        if (group[g].n > 0
            && ul_request_fits(world, ul_pod_request(world, group[g].shape, type),
                               world->type[type].capacity))
            (*list)[(*n)++] = (sized){share(world, group[g].shape, type, world->cpu)
                                          + share(world, group[g].shape, type, world->memory), g};
    qsort(*list, *n, sizeof **list, larger_first);
    return UL_OK;
}

static void put(ul_cluster *nodes, uint32_t shape, uint32_t pod, size_t node, ul_scale_option *option)
{
    ul_node_take(nodes, node, shape, 1);
    nodes->node[node].n_pods++;
    option->pod[option->n_pods] = pod;
    option->on[option->n_pods++] = (uint32_t)node;
}

static ul_status place_group(ul_cluster *nodes, const ul_pod_group *group, size_t nodes_max,
                             size_t *mark, ul_run *run, ul_scale_option *option)
{
    size_t q = 0, i;
    for (; q < group->n && !ul_run_expired(run)
           && (i = ul_ring_find(nodes, group->shape, mark)) != UL_NONE; q++)
        put(nodes, group->shape, group->pod[q], i, option);
    for (; q < group->n && !ul_run_expired(run); q++) {
        const size_t last = nodes->n_nodes - 1;
        if (nodes->n_nodes == 0 || !ul_node_fits(nodes, last, group->shape)) {
            if (nodes->n_nodes == nodes_max
                || (nodes->n_nodes > 0 && nodes->node[last].n_pods == 0))
                return UL_OK;
            UL_TRY(ul_cluster_add_node(nodes, option->type, &i));
        }
        put(nodes, group->shape, group->pod[q], nodes->n_nodes - 1, option);
    }
    return UL_OK;
}

ul_status ul_scale_estimate(const ul_cluster *cluster, size_t type, const ul_pod_group *group,
                            size_t n_groups, ul_run *run, ul_scale_option *option)
{
    const ul_cluster_world *world = cluster->world;
    ul_arena *arena = cluster->arena;
    size_t pods = 0, n = 0, mark = 0;
    sized *list;
    ul_cluster *nodes;
    for (size_t g = 0; g < n_groups; g++)
        pods += group[g].n;
    *option = (ul_scale_option){.type = type};
    UL_ALLOC_RAW(arena, option->pod, pods);
    UL_ALLOC_RAW(arena, option->on, pods);
    UL_TRY(order_groups(world, type, arena, group, n_groups, &list, &n));
    UL_TRY(ul_cluster_new(world, arena, &nodes));
    const size_t nodes_max = world->type[type].left < NODES_MAX ? world->type[type].left : NODES_MAX;
    for (size_t q = 0; q < n; q++)
        UL_TRY(place_group(nodes, &group[list[q].group], nodes_max, &mark, run, option));
    option->n_nodes = nodes->n_nodes;
    return UL_OK;
}
