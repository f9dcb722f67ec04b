/* Karpenter on tasks that come all at once: what it provisions, and what its consolidation
 * makes of that (provision.h, consolidate.h). */
#include "pods.h"

static ul_status karpenter_solve(const ul_packing *in, ul_run *run)
{
    ul_cluster *cluster;
    bool all;
    UL_TRY(ul_pods_of(in, run, &cluster));
    UL_TRY(ul_pods_provision(cluster, run, &all));
    return all ? ul_pods_offer(in, cluster, run) : UL_OK;
}

const ul_method ul_method_karpenter = {
    .name = "karpenter",
    .brief = "Karpenter's provisioning: nodes as large as types allow, emptiest first",
    .paper = "kubernetes-sigs/karpenter, 2026",
    .traits = UL_SLOW,
    .packing = karpenter_solve,
};

/* A node of the cheapest type for each pod: a cluster that was never packed. */
static ul_status spread(const ul_packing *in, ul_cluster *cluster, ul_run *run)
{
    const ul_step_listener *listener = ul_run_steps(run);
    for (size_t p = 0; p < cluster->n_pods && !ul_run_expired(run); p++) {
        const size_t k = ul_packing_cheapest_for(in, cluster->pod[p].shape);
        size_t i;
        UL_TRY(ul_cluster_add_node(cluster, k, &i));
        ul_pod_bind(cluster, p, i);
        UL_TELL(listener, .kind = UL_STEP_OPEN, .bin = i, .type = k,
                .why = ", the cheapest that holds its one task");
        UL_TELL(listener, .kind = UL_STEP_PUT, .why = "", .bin = i, .count = 1,
                .task = cluster->pod[p].task);
    }
    return UL_OK;
}

static ul_status consolidated_solve(const ul_packing *in, ul_run *run)
{
    ul_cluster *cluster;
    bool all = true;
    UL_TRY(ul_pods_of(in, run, &cluster));
    if (ul_run_choice_is(run, "start", "no-packing"))
        UL_TRY(spread(in, cluster, run));
    else
        UL_TRY(ul_pods_provision(cluster, run, &all));
    if (!all || ul_run_expired(run))
        return UL_OK;
    UL_TRY(ul_pods_offer(in, cluster, run));
    UL_TRY(ul_pods_consolidate(cluster, run));
    return ul_pods_offer(in, cluster, run);
}

static const ul_param consolidated_param[] = {
    UL_CHOICE("start", "karpenter", "the nodes to begin with", "karpenter|no-packing"),
    UL_CONSOLIDATION_PARAMS("100"),
    {0},
};

const ul_method ul_method_karpenter_consolidated = {
    .name = "karpenter-consolidated",
    .brief = "Karpenter's provisioning, then its consolidation until nothing is left to do",
    .paper = "kubernetes-sigs/karpenter, 2026",
    .traits = UL_SLOW,
    .param = consolidated_param,
    .packing = consolidated_solve,
};
