#include "cluster.h"

#include <string.h>

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

void ul_cluster_name_resources(ul_cluster_world *world, const char *const *resource)
{
    world->cpu = world->memory = world->gpu = UL_NONE;
    world->gib = 1;
    for (size_t r = world->n_resources; r-- > 0;) {
        if (strstr(resource[r], "cpu") != NULL || strstr(resource[r], "core") != NULL)
            world->cpu = r;
        else if (strstr(resource[r], "gpu") != NULL)
            world->gpu = r;
        else if (begins(resource[r], "ram") || begins(resource[r], "mem"))
            world->memory = r;
    }
    if (world->memory != UL_NONE && strstr(resource[world->memory], "_mb") != NULL)
        world->gib = 1.0 / 1024;
}

ul_status ul_cluster_new(const ul_cluster_world *world, ul_arena *arena, ul_cluster **cluster)
{
    UL_ALLOC(arena, *cluster, 1);
    (*cluster)->world = world;
    (*cluster)->arena = arena;
    return UL_OK;
}

ul_status ul_cluster_add_pod(ul_cluster *cluster, uint32_t shape, uint32_t task)
{
    UL_MORE(cluster->arena, cluster->pod, cluster->n_pods, cluster->pod_room);
    cluster->pod[cluster->n_pods++] = (ul_pod){shape, task, UL_NO_NODE, UL_NO_NODE};
    return UL_OK;
}

ul_status ul_cluster_make_room(ul_cluster *cluster)
{
    const size_t old = cluster->node_room, room = 2 * old + 16;
    if (cluster->n_nodes < old)
        return UL_OK;
    cluster->node = ul_arena_grow(cluster->arena, cluster->node, old, room, sizeof *cluster->node);
    cluster->free = ul_arena_grow(cluster->arena, cluster->free, old, room,
                                  cluster->world->n_resources * sizeof *cluster->free);
    UL_NEED(cluster->node && cluster->free);
    cluster->node_room = room;
    return UL_OK;
}

ul_status ul_cluster_add_node(ul_cluster *cluster, size_t type, size_t *node)
{
    const size_t n = cluster->world->n_resources;
    UL_TRY(ul_cluster_make_room(cluster));
    *node = cluster->n_nodes++;
    cluster->node[*node] = (ul_node){.type = (uint32_t)type, .bin = (uint32_t)*node,
                                       .first = UL_NO_NODE, .settled = true};
    memcpy(cluster->free + *node * n, cluster->world->type[type].capacity, n * sizeof *cluster->free);
    return UL_OK;
}

bool ul_request_fits(const ul_cluster_world *world, const ul_micro *request, const ul_micro *free)
{
    for (size_t r = 0; r < world->n_resources; r++)
        if (request[r] > free[r])
            return false;
    return true;
}

bool ul_node_fits(const ul_cluster *cluster, size_t node, size_t shape)
{
    const ul_node *n = &cluster->node[node];
    return !n->gone && !n->barred
           && ul_request_fits(cluster->world, ul_pod_request(cluster->world, shape, n->type),
                              cluster->free + node * cluster->world->n_resources);
}

void ul_node_take(ul_cluster *cluster, size_t node, size_t shape, int sign)
{
    const ul_micro *request = ul_pod_request(cluster->world, shape, cluster->node[node].type);
    ul_micro *free = cluster->free + node * cluster->world->n_resources;
    for (size_t r = 0; r < cluster->world->n_resources; r++)
        free[r] -= sign * request[r];
}

void ul_pod_bind(ul_cluster *cluster, size_t pod, size_t node)
{
    ul_pod *p = &cluster->pod[pod];
    ul_node_take(cluster, node, p->shape, 1);
    p->node = (uint32_t)node;
    p->next = cluster->node[node].first;
    cluster->node[node].first = (uint32_t)pod;
    cluster->node[node].n_pods++;
}

void ul_pod_unbind(ul_cluster *cluster, size_t pod)
{
    ul_pod *p = &cluster->pod[pod];
    ul_node *node = &cluster->node[p->node];
    uint32_t *at = &node->first;
    while (*at != pod)
        at = &cluster->pod[*at].next;
    *at = p->next;
    ul_node_take(cluster, p->node, p->shape, -1);
    node->n_pods--;
    p->node = UL_NO_NODE;
}

void ul_node_remove(ul_cluster *cluster, size_t node)
{
    while (cluster->node[node].first != UL_NO_NODE)
        ul_pod_unbind(cluster, cluster->node[node].first);
    cluster->node[node].gone = true;
}

ul_micro ul_pod_asks(const ul_cluster_world *world, size_t shape, size_t type, size_t resource)
{
    return resource == UL_NONE ? 0 : ul_pod_request(world, shape, type)[resource];
}

ul_micro ul_pod_asks_most(const ul_cluster_world *world, size_t shape, size_t resource)
{
    ul_micro most = 0;
    for (size_t type = 0; type < world->n_types; type++)
        if (ul_pod_asks(world, shape, type, resource) > most)
            most = ul_pod_asks(world, shape, type, resource);
    return most;
}
