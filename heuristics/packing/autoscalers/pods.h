/* A packing as a cluster: each task is a pod that waits, each bin of the plan a node. */
#pragma once

#include "consolidate.h"
#include "packing_plan.h"

/* A cluster without nodes in which all tasks wait, in file order. */
ul_status ul_pods_of(const ul_packing *in, ul_run *run, ul_cluster **cluster);

/* Karpenter provisions all that wait; *all is false where the time is over before. */
ul_status ul_pods_provision(ul_cluster *cluster, ul_run *run, bool *all);

/* Consolidates by the rules of the run's parameters until no step is left. */
ul_status ul_pods_consolidate(ul_cluster *cluster, ul_run *run);

/* Tells a step of this machine. */
void ul_pods_tell(const ul_step_listener *listener, size_t bin, ul_step step);

/* Offers the nodes as a plan. */
ul_status ul_pods_offer(const ul_packing *in, const ul_cluster *cluster, ul_run *run);
