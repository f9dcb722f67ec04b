/* TR-Kubernetes' greedy as printed: trk8s_greedy.c has the steps. */
#include "availability_policies.h"

static ul_status solve(const ul_availability *in, ul_run *run)
{
    return ul_pool_policy_solve(in, run, ul_pool_policy_trk8s);
}

const ul_method ul_method_trk8s = {
    .name = "trk8s",
    .brief = "TR-Kubernetes' greedy as printed: least log(1/availability) times unit price",
    .paper = "TR-Kubernetes, Section 3.3, Equation 6",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_pool_policy_param,
    .availability = solve,
};
