#include "scale_up.h"

enum { PODS_A_LOOK = 4096 }; /* at the clock */

ul_status ul_scale_fill(ul_cluster *cluster, ul_run *run, size_t *mark, uint32_t **pod, size_t *n)
{
    UL_ALLOC_RAW(cluster->arena, *pod, cluster->n_pods);
    *n = 0;
    for (size_t p = 0; p < cluster->n_pods && cluster->n_nodes > 0 && !ul_run_expired(run); p++)
        if (cluster->pod[p].node == UL_NO_NODE) {
            const size_t i = ul_ring_find(cluster, cluster->pod[p].shape, mark);
            if (i == UL_NONE)
                continue;
            ul_pod_bind(cluster, p, i);
            (*pod)[(*n)++] = (uint32_t)p;
        }
    return UL_OK;
}

/* The pods that wait, in groups of one task record; not all of them when the time is over. */
static ul_status group_pods(const ul_cluster *cluster, ul_run *run, ul_pod_group **group, size_t *n)
{
    uint32_t *pod;
    size_t found = 0;
    UL_ALLOC_RAW(cluster->arena, pod, cluster->n_pods);
    UL_ALLOC(cluster->arena, *group, cluster->n_pods);
    *n = 0;
    for (size_t p = 0; p < cluster->n_pods; p++) {
        const ul_pod *now = &cluster->pod[p];
        if (p % PODS_A_LOOK == 0 && ul_run_expired(run))
            return UL_OK;
        if (now->node != UL_NO_NODE)
            continue;
        pod[found] = (uint32_t)p;
        if (*n == 0 || cluster->pod[(*group)[*n - 1].pod[0]].task != now->task)
            (*group)[(*n)++] = (ul_pod_group){pod + found, 0, now->shape};
        (*group)[*n - 1].n++;
        found++;
    }
    return UL_OK;
}

/* One option for each type that takes a pod. */
static ul_status list_options(const ul_cluster *cluster, const ul_pod_group *group, size_t n_groups,
                              ul_run *run, ul_scale_option **option, size_t *n)
{
    UL_ALLOC_RAW(cluster->arena, *option, cluster->world->n_types);
    *n = 0;
    for (size_t k = 0; k < cluster->world->n_types && !ul_run_expired(run); k++) {
        UL_TRY(ul_scale_estimate(cluster, k, group, n_groups, run, &(*option)[*n]));
        *n += (*option)[*n].n_pods > 0;
    }
    return UL_OK;
}

ul_status ul_scale_up(const ul_cluster *cluster, ul_run *run, ul_scale_option *option)
{
    ul_pod_group *group;
    ul_scale_option *list;
    size_t n_groups = 0, n = 0, chosen;
    *option = (ul_scale_option){0};
    UL_TRY(group_pods(cluster, run, &group, &n_groups));
    UL_TRY(list_options(cluster, group, n_groups, run, &list, &n));
    UL_TRY(ul_scale_choose(cluster, list, n, run, &chosen));
    if (chosen != UL_NONE)
        *option = list[chosen];
    return UL_OK;
}
