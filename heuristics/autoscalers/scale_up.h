/* cluster-autoscaler's scale-up (kubernetes/autoscaler 1.37): one node group a type; for
 * each an estimate of how many nodes would take how many of the pending pods; an expander
 * chooses one of them, and the rest waits for the next loop.
 *
 * O(loops * types * pods * nodes of the estimate * resources) at worst.
 */
#pragma once

#include "cluster.h"
#include "run.h"

/* Pods of one controller, which are alike, form a group. */
typedef struct {
    const uint32_t *pod;
    size_t n;
    uint32_t shape;
} ul_pod_group;

/* What buying nodes of one type would do. */
typedef struct {
    size_t type;
    size_t n_nodes; /* that hold a pod */
    size_t n_pods;
    uint32_t *pod, *on; /* the pods, and the number of the new node of each */
    double value;       /* by which the expander chose it, */
    const char *why;    /* in words; */
    size_t of;          /* options */
} ul_scale_option;

/* Nodes are searched in a ring from one past the last hit, the mark, which is node 0 at first. */
size_t ul_ring_find(const ul_cluster *cluster, size_t shape, size_t *mark);

/* Pods that fit nodes which are there, or on their way, are bound to them: these. */
ul_status ul_scale_fill(ul_cluster *cluster, ul_run *run, size_t *mark, uint32_t **pod, size_t *n);

/* The nodes to buy for the pods that wait: one option a type that takes some, of which the
 * expander takes one. None: n_nodes is 0. */
ul_status ul_scale_up(const ul_cluster *cluster, ul_run *run, ul_scale_option *option);

/* What nodes of a type would take of the pending pods. */
ul_status ul_scale_estimate(const ul_cluster *cluster, size_t type, const ul_pod_group *group,
                            size_t n_groups, ul_run *run, ul_scale_option *option);

/* The option that the expander of the run's parameters takes, or UL_NONE of no options. */
ul_status ul_scale_choose(const ul_cluster *cluster, ul_scale_option *option, size_t n, ul_run *run,
                          size_t *chosen);

/* What is told of a node that is bought, the first of an option or another, and of a pod that
 * fits one that was bought before. */
ul_step ul_scale_told(const ul_scale_option *option, bool first);
extern const char ul_scale_fills[];

#define UL_EXPANDER_PARAMS                                                                        \
    UL_CHOICE("expander", "least-waste", "which node group is bought, of those that take "        \
              "pending pods", "least-waste|most-pods|least-nodes|price|priority|random"),         \
    UL_TEXT("priorities", "", "of expander=priority: NUMBER:REGEX of type names, separated by "   \
            "';'"),                                                                               \
    UL_CHOICE("ties", "file", "which of several groups that the expander finds best: the first, " \
              "or as theirs one that is drawn", "file|random")
