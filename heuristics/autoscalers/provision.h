/* Karpenter's provisioning (kubernetes-sigs/karpenter, scheduling of August 2026).
 *
 * Pods in order of their cpu and then memory request go on the oldest node with room; then
 * on a claim, which is a node about to be made whose type is still open: it takes a pod while
 * one type is left that holds the sum. Claims with fewest pods come first. Prices play no
 * part until all pods have a place; then each claim becomes the cheapest type that it has
 * left. O(pods * (nodes + claims * types) * resources).
 */
#pragma once

#include "cluster.h"
#include "run.h"

typedef struct {
    uint32_t id; /* in order of opening */
    uint32_t n_pods;
    uint32_t n_types, *type; /* those that hold the sum, in file order */
    ul_micro *sum;           /* families x resources */
} ul_claim;

typedef struct {
    uint32_t pod;
    uint32_t node; /* or UL_NO_NODE: */
    ul_claim *claim; /* or NULL: it finds no place */
} ul_provision_place;

typedef struct {
    size_t n;
    ul_provision_place *place; /* in the order of the queue */
    size_t n_claims, claim_room;
    ul_claim **claim; /* fewest pods first, in the order in which they stood for the last pod */
    bool complete; /* every pod has a place */
    bool stopped;  /* more claims would have been needed, or the time was over */
} ul_provision;

/* A claim without pods, of every type that can still be had; one made so again; and a pod more
 * on it, false where no type would hold it. */
ul_status ul_claim_new(const ul_cluster *cluster, ul_claim **claim);
void ul_claim_begin(const ul_cluster_world *world, ul_claim *claim);
bool ul_claim_add(const ul_cluster_world *world, ul_claim *claim, size_t shape);

/* Where the pods would go, with at most `claims_max` claims. Nothing is changed: pods may have
 * nodes, which then should be barred. */
ul_status ul_provision_solve(ul_cluster *cluster, const uint32_t *pod, size_t n, size_t claims_max,
                             ul_run *run, ul_provision *provision);

/* The cheapest of a claim's types, the earlier on ties. */
size_t ul_claim_cheapest(const ul_cluster_world *world, const ul_claim *claim);

/* What is told of the node that a claim becomes, and of a pod that comes to a claim. */
ul_step ul_claim_told(const ul_cluster_world *world, const ul_claim *claim);
extern const char ul_claim_takes[];
