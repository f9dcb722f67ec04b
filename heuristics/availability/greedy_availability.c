/* Availability alone, whatever it costs: trk8s_greedy.c has the steps. */
#include "availability_policies.h"

static ul_status solve(const ul_availability *in, ul_run *run)
{
    return ul_pool_policy_solve(in, run, ul_pool_policy_greedy_availability);
}

const ul_method ul_method_greedy_availability = {
    .name = "greedy-availability",
    .brief = "the machine that raises the pool's availability most, until the target holds",
    .paper = "TR-Kubernetes, Section 3.3, Figure 6",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_pool_policy_param,
    .availability = solve,
};
