/* cluster-autoscaler on tasks that come all at once: loops of scale-up until none waits
 * (scale_up.h), and, what nobody runs, Karpenter's consolidation behind it. */
#include "pods.h"
#include "scale_up.h"
#include "supply.h"

/* Pods that fit nodes which are there, or were just bought, are set aside first. */
static ul_status fill_nodes(ul_cluster *cluster, size_t *mark)
{
    for (size_t p = 0; p < cluster->n_pods && cluster->n_nodes > 0; p++)
        if (cluster->pod[p].node == UL_NO_NODE) {
            const size_t i = ul_ring_find(cluster, cluster->pod[p].shape, mark);
            if (i != UL_NONE)
                ul_pod_bind(cluster, p, i);
        }
    return UL_OK;
}

/* The pods that wait, in groups of one task record. */
static ul_status group_pods(const ul_cluster *cluster, ul_pod_group **group, size_t *n)
{
    uint32_t *pod;
    size_t found = 0;
    UL_ALLOC_RAW(cluster->arena, pod, cluster->n_pods);
    UL_ALLOC(cluster->arena, *group, cluster->n_pods);
    *n = 0;
    for (size_t p = 0; p < cluster->n_pods; p++) {
        const ul_pod *now = &cluster->pod[p];
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
        UL_TRY(ul_scale_estimate(cluster, k, group, n_groups, &(*option)[*n]));
        *n += (*option)[*n].n_pods > 0;
    }
    return UL_OK;
}

static ul_status buy(ul_cluster *cluster, const ul_scale_option *option)
{
    const size_t first = cluster->n_nodes;
    for (size_t i = 0; i < option->n_nodes; i++) {
        size_t node;
        UL_TRY(ul_cluster_add_node(cluster, option->type, &node));
    }
    for (size_t q = 0; q < option->n_pods; q++)
        ul_pod_bind(cluster, option->pod[q], first + option->on[q]);
    if (cluster->world->type[option->type].left != UINT32_MAX)
        cluster->world->type[option->type].left -= (uint32_t)option->n_nodes;
    return UL_OK;
}

/* Buys until no pod waits; *left is one that no type takes, or UL_NONE. */
static ul_status scale_up(ul_cluster *cluster, ul_run *run, size_t *left)
{
    size_t mark = 0;
    *left = UL_NONE;
    while (!ul_run_expired(run)) {
        ul_pod_group *group;
        ul_scale_option *option;
        size_t n_groups = 0, n = 0, chosen;
        UL_TRY(fill_nodes(cluster, &mark));
        UL_TRY(group_pods(cluster, &group, &n_groups));
        if (n_groups == 0)
            return UL_OK;
        *left = group[0].pod[0];
        UL_TRY(list_options(cluster, group, n_groups, run, &option, &n));
        UL_TRY(ul_scale_choose(cluster, option, n, run, &chosen));
        if (chosen == UL_NONE)
            return UL_OK;
        UL_TRY(buy(cluster, &option[chosen]));
        *left = UL_NONE;
    }
    return UL_OK;
}

static ul_status scaled(const ul_packing *in, ul_run *run, ul_cluster **cluster)
{
    size_t left;
    UL_TRY(ul_pods_of(in, run, cluster));
    UL_TRY(scale_up(*cluster, run, &left));
    if (ul_run_expired(run))
        return UL_OK;
    return left == UL_NONE ? ul_pods_offer(in, *cluster, run)
                           : ul_supply_ends(run, &in->task[(*cluster)->pod[left].task]);
}

static ul_status autoscaler_solve(const ul_packing *in, ul_run *run)
{
    ul_cluster *cluster;
    return scaled(in, run, &cluster);
}

static const ul_param autoscaler_param[] = {UL_EXPANDER_PARAMS, {0}};

const ul_method ul_method_cluster_autoscaler = {
    .name = "cluster-autoscaler",
    .brief = "cluster-autoscaler's scale-up: one type at a time, by an expander",
    .paper = "kubernetes/autoscaler 1.37",
    .traits = UL_SLOW | UL_SUPPLY,
    .param = autoscaler_param,
    .packing = autoscaler_solve,
};

static ul_status both_solve(const ul_packing *in, ul_run *run)
{
    ul_cluster *cluster;
    UL_TRY(scaled(in, run, &cluster));
    UL_TRY(ul_pods_consolidate(cluster, run));
    return ul_run_expired(run) ? UL_OK : ul_pods_offer(in, cluster, run);
}

static const ul_param both_param[] = {UL_EXPANDER_PARAMS, UL_CONSOLIDATION_PARAMS("100"), {0}};

const ul_method ul_method_cluster_autoscaler_karpenter = {
    .name = "cluster-autoscaler-karpenter",
    .brief = "cluster-autoscaler's scale-up, then Karpenter's consolidation",
    .paper = "kubernetes/autoscaler 1.37; kubernetes-sigs/karpenter, 2026",
    .traits = UL_SLOW,
    .param = both_param,
    .packing = both_solve,
};
