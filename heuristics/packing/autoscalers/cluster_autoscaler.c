/* cluster-autoscaler on tasks that come all at once: loops of scale-up until none waits
 * (scale_up.h), and, what nobody runs, Karpenter's consolidation behind it. */
#include "pods.h"
#include "scale_up.h"
#include "supply.h"

static ul_status buy(ul_cluster *cluster, const ul_scale_option *option, const ul_step_listener *listener)
{
    const size_t first = cluster->n_nodes;
    for (size_t i = 0; i < option->n_nodes; i++) {
        size_t node;
        UL_TRY(ul_cluster_add_node(cluster, option->type, &node));
        ul_pods_tell(listener, node, ul_scale_told(option, i == 0));
    }
    for (size_t q = 0; q < option->n_pods; q++) {
        ul_pod_bind(cluster, option->pod[q], first + option->on[q]);
        UL_TELL(listener, .kind = UL_STEP_PUT, .why = "", .bin = first + option->on[q],
                .task = cluster->pod[option->pod[q]].task, .count = 1);
    }
    if (cluster->world->type[option->type].left != UINT32_MAX)
        cluster->world->type[option->type].left -= (uint32_t)option->n_nodes;
    return UL_OK;
}

/* The first from `from` on: pods that have a node keep it. */
static size_t first_pending(const ul_cluster *cluster, size_t from)
{
    for (size_t p = from; p < cluster->n_pods; p++)
        if (cluster->pod[p].node == UL_NO_NODE)
            return p;
    return UL_NONE;
}

/* Who waits takes room on nodes that were bought before. */
static ul_status fill(ul_cluster *cluster, ul_run *run, size_t *mark)
{
    uint32_t *pod;
    size_t n;
    UL_TRY(ul_scale_fill(cluster, run, mark, &pod, &n));
    for (size_t q = 0; q < n; q++)
        UL_TELL(ul_run_steps(run), .kind = UL_STEP_PUT, .why = ul_scale_fills,
                .bin = cluster->pod[pod[q]].node, .task = cluster->pod[pod[q]].task, .count = 1);
    return UL_OK;
}

/* Buys until no pod waits; *left is one that no type takes, or UL_NONE. */
static ul_status scale_up(ul_cluster *cluster, ul_run *run, size_t *left)
{
    size_t mark = 0;
    *left = first_pending(cluster, 0);
    while (*left != UL_NONE && !ul_run_expired(run)) {
        ul_scale_option option;
        UL_TRY(ul_scale_up(cluster, run, &option));
        if (option.n_nodes == 0 || ul_run_expired(run))
            return UL_OK;
        UL_TRY(buy(cluster, &option, ul_run_steps(run)));
        UL_TRY(fill(cluster, run, &mark));
        *left = first_pending(cluster, *left);
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
