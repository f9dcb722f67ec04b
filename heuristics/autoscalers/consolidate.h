/* Karpenter's consolidation: nodes whose pods fit elsewhere are deleted, and several nodes,
 * or one, become one that is cheaper. At most one node is made by a step, so that a large
 * node is never split: what it loses by that `exact` tells.
 *
 * A step tries, in this order, to delete empty nodes, to do without a prefix of the
 * candidates (by binary search on its length), and to do without one.
 */
#pragma once

#include "provision.h"

typedef enum {
    UL_WHEN_EMPTY,
    UL_WHEN_UNDERUTILIZED,
    UL_BALANCED /* only where twice the share saved is at least the share disrupted */
} ul_consolidation_policy;

typedef struct {
    ul_consolidation_policy policy;
    bool by_disruption; /* fewest pods first, as releases before July 2026; else dearest by pod */
    double budget;      /* share of the nodes that a step may take, rounded up */
} ul_consolidation_rules;

/* What a step tries, in this order. */
typedef enum {
    UL_EMPTY_NODES,
    UL_SEVERAL_NODES,
    UL_ONE_NODE,
    UL_ALL_TRIED
} ul_consolidation_method;

typedef struct {
    size_t n; /* 0: nothing is left to do */
    ul_consolidation_method method; /* by which it was found */
    const uint32_t *removed; /* nodes, in the order of candidates */
    size_t type;             /* of the node that replaces them; UL_NONE: they are deleted */
    ul_provision provision;  /* where their pods go: nodes, and its one claim */
} ul_consolidation;

/* The next step, by this method or one after it; pending pods are solved along with those of
 * the candidates. Memory of the answer lives in the cluster's arena. */
ul_status ul_consolidate(ul_cluster *cluster, const ul_consolidation_rules *rules,
                         ul_consolidation_method from, ul_run *run, ul_consolidation *step);

/* Whether a step that was found some time ago can still be taken: of its method, `removed` and
 * its one claim's types count, and the answer is the same step as it is now, n = 0 where it is
 * no more. */
ul_status ul_consolidate_again(ul_cluster *cluster, const ul_consolidation_rules *rules, ul_run *run,
                               const ul_consolidation *found, ul_consolidation *step);

/* What is told of each node that a step removes. */
ul_step ul_consolidation_told(const ul_cluster *cluster, const ul_consolidation *step);

/* Whether two new nodes would hold a node's pods for less than it costs, by one look at each
 * type: no step splits a node, and *told says so. */
ul_status ul_consolidate_misses_pair(const ul_cluster *cluster, size_t node, bool *misses, ul_step *told);

/* Reads the rules from a method's parameters: policy, order, budget. */
ul_consolidation_rules ul_consolidation_chosen(const ul_run *run);

#define UL_CONSOLIDATION_PARAMS(budget_)                                                    \
    UL_CHOICE("policy", "underutilized", "which nodes are consolidated",                    \
              "empty|underutilized|balanced"),                                              \
    UL_CHOICE("order", "price", "of candidates: dearest for its pods first, or fewest pods "\
              "first", "price|disruption"),                                                 \
    UL_REAL("budget", budget_, "percent of the nodes that a step may take, rounded up", 0, 100)
