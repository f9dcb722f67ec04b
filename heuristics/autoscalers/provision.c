#include "provision.h"

#include <stdlib.h>
#include <string.h>

#define SORT_S 3e-7 /* a pod: sorting looks at no clock, and what follows takes longer */

typedef struct {
    ul_micro cpu, memory;
    uint32_t pod;
} queued;

static int larger_first(const void *a, const void *b)
{
    const queued *x = a, *y = b;
    UL_HIGHER_FIRST(x->cpu, y->cpu);
    UL_HIGHER_FIRST(x->memory, y->memory);
    return x->pod < y->pod ? -1 : x->pod > y->pod;
}

static ul_status queue(const ul_cluster *cluster, const uint32_t *pod, ul_provision *provision)
{
    const ul_cluster_world *world = cluster->world;
    queued *list;
    UL_ALLOC_RAW(cluster->arena, list, provision->n);
    for (size_t q = 0; q < provision->n; q++) {
        const size_t shape = cluster->pod[pod[q]].shape;
        list[q] = (queued){ul_pod_asks_most(world, shape, world->cpu),
                           ul_pod_asks_most(world, shape, world->memory), pod[q]};
    }
    qsort(list, provision->n, sizeof *list, larger_first);
    for (size_t q = 0; q < provision->n; q++)
        provision->place[q] = (ul_provision_place){list[q].pod, UL_NO_NODE, NULL};
    return UL_OK;
}

static bool holds(const ul_cluster_world *world, const ul_claim *claim, size_t type, size_t shape)
{
    const ul_micro *request = ul_pod_request(world, shape, type);
    const ul_micro *sum = claim->sum + world->type[type].family * world->n_resources;
    for (size_t r = 0; r < world->n_resources; r++)
        if (request[r] > world->type[type].capacity[r] - sum[r])
            return false;
    return true;
}

bool ul_claim_add(const ul_cluster_world *world, ul_claim *claim, size_t shape)
{
    uint32_t left = 0;
    size_t first = 0;
    while (first < claim->n_types && !holds(world, claim, claim->type[first], shape))
        first++;
    if (first == claim->n_types)
        return false;
    for (size_t t = first; t < claim->n_types; t++)
        if (holds(world, claim, claim->type[t], shape))
            claim->type[left++] = claim->type[t];
    claim->n_types = left;
    for (size_t f = 0; f < world->n_families; f++)
        for (size_t r = 0; r < world->n_resources; r++)
            claim->sum[f * world->n_resources + r] += world->demand(world->in, shape, f)[r];
    claim->n_pods++;
    return true;
}

void ul_claim_begin(const ul_cluster_world *world, ul_claim *claim)
{
    claim->n_pods = claim->n_types = 0;
    for (size_t q = 0; q < world->n_families * world->n_resources; q++)
        claim->sum[q] = 0;
    for (size_t k = 0; k < world->n_types; k++)
        if (world->type[k].left > 0)
            claim->type[claim->n_types++] = (uint32_t)k;
}

ul_status ul_claim_new(const ul_cluster *cluster, ul_claim **claim)
{
    const ul_cluster_world *world = cluster->world;
    UL_ALLOC(cluster->arena, *claim, 1);
    UL_ALLOC_RAW(cluster->arena, (*claim)->sum, world->n_families * world->n_resources);
    UL_ALLOC_RAW(cluster->arena, (*claim)->type, world->n_types);
    ul_claim_begin(world, *claim);
    return UL_OK;
}

/* A claim at the end of the list, with every type that can still be had. */
static ul_status open_claim(const ul_cluster *cluster, ul_provision *provision)
{
    ul_claim *claim;
    UL_MORE(cluster->arena, provision->claim, provision->n_claims, provision->claim_room);
    UL_TRY(ul_claim_new(cluster, &claim));
    claim->id = (uint32_t)provision->n_claims;
    provision->claim[provision->n_claims++] = claim;
    return UL_OK;
}

/* Brings the claim at this place to where a stable sort by number of pods puts it, all
 * others being in order. */
static void settle(ul_provision *provision, size_t at)
{
    ul_claim *claim = provision->claim[at];
    for (; at > 0 && provision->claim[at - 1]->n_pods > claim->n_pods; at--)
        provision->claim[at] = provision->claim[at - 1];
    for (; at + 1 < provision->n_claims && provision->claim[at + 1]->n_pods < claim->n_pods; at++)
        provision->claim[at] = provision->claim[at + 1];
    provision->claim[at] = claim;
}

/* The place in the list of the claim that took the pod, or UL_NONE. */
static ul_status claim_for(const ul_cluster *cluster, size_t shape, size_t claims_max,
                           ul_provision *provision, size_t *at)
{
    for (*at = 0; *at < provision->n_claims; ++*at)
        if (ul_claim_add(cluster->world, provision->claim[*at], shape))
            return UL_OK;
    if (provision->n_claims == claims_max) {
        *at = UL_NONE;
        return UL_OK;
    }
    UL_TRY(open_claim(cluster, provision));
    if (!ul_claim_add(cluster->world, provision->claim[*at], shape)) {
        provision->n_claims--;
        *at = UL_NONE;
    }
    return UL_OK;
}

static ul_status place_all(ul_cluster *cluster, size_t claims_max, ul_run *run,
                           ul_provision *provision)
{
    size_t changed = UL_NONE;
    provision->complete = true;
    for (size_t q = 0; q < provision->n; q++) {
        ul_provision_place *place = &provision->place[q];
        const size_t shape = cluster->pod[place->pod].shape;
        if (changed != UL_NONE)
            settle(provision, changed);
        changed = UL_NONE;
        for (size_t i = 0; i < cluster->n_nodes && place->node == UL_NO_NODE; i++)
            if (ul_node_fits(cluster, i, shape)
                && (!cluster->node[i].fresh || cluster->pod[place->pod].node == UL_NO_NODE))
                place->node = (uint32_t)i;
        if (place->node != UL_NO_NODE) {
            ul_node_take(cluster, place->node, shape, 1);
            continue;
        }
        UL_TRY(claim_for(cluster, shape, claims_max, provision, &changed));
        if (changed != UL_NONE)
            place->claim = provision->claim[changed];
        else
            provision->complete = false;
        provision->stopped = (changed == UL_NONE && provision->n_claims == claims_max)
                             || ul_run_expired(run);
        if (provision->stopped)
            return UL_OK;
    }
    return UL_OK;
}

ul_status ul_provision_solve(ul_cluster *cluster, const uint32_t *pod, size_t n, size_t claims_max,
                             ul_run *run, ul_provision *provision)
{
    *provision = (ul_provision){.stopped = ul_run_work_left_s(run) < SORT_S * (double)n};
    if (provision->stopped)
        return UL_OK;
    UL_ALLOC_RAW(cluster->arena, provision->place, n);
    provision->n = n;
    UL_TRY(queue(cluster, pod, provision));
    const ul_status status = place_all(cluster, claims_max, run, provision);
    for (size_t q = 0; q < n; q++)
        if (provision->place[q].node != UL_NO_NODE)
            ul_node_take(cluster, provision->place[q].node,
                         cluster->pod[provision->place[q].pod].shape, -1);
    return status;
}

size_t ul_claim_cheapest(const ul_cluster_world *world, const ul_claim *claim)
{
    size_t best = UL_NONE;
    for (size_t t = 0; t < claim->n_types; t++)
        if (best == UL_NONE || world->type[claim->type[t]].price < world->type[best].price)
            best = claim->type[t];
    return best;
}

const char ul_claim_takes[] = ", of those to come that can still grow the one with fewest tasks";

ul_step ul_claim_told(const ul_cluster_world *world, const ul_claim *claim)
{
    return (ul_step){
        .kind = UL_STEP_OPEN, .type = ul_claim_cheapest(world, claim),
        .count = claim->n_pods, .value = claim->n_types,
        .why = ", as none that is there or to come has room: it takes tasks while any type holds "
               "them all, {count} in the end, and only then is of the cheapest, of {value} that "
               "do"};
}
