#include "pods.h"

#include "packing_reasons.h"

static const ul_micro *demand(const void *in, size_t shape, size_t family)
{
    return ul_packing_demand(in, shape, family);
}

static ul_status world_of(const ul_packing *in, ul_arena *arena, ul_cluster_world **world)
{
    UL_ALLOC(arena, *world, 1);
    **world = (ul_cluster_world){.n_types = in->n_types, .n_resources = in->n_resources,
                                 .n_families = in->n_families, .in = in, .demand = demand};
    UL_ALLOC_RAW(arena, (*world)->type, in->n_types);
    for (size_t k = 0; k < in->n_types; k++)
        (*world)->type[k] = (ul_node_type){in->type[k].name, in->type[k].price, in->type[k].capacity,
                                           in->type[k].family, in->type[k].supply};
    ul_cluster_name_resources(*world, in->resource);
    return UL_OK;
}

ul_status ul_pods_of(const ul_packing *in, ul_run *run, ul_cluster **cluster)
{
    ul_cluster_world *world;
    UL_TRY(world_of(in, ul_run_arena(run), &world));
    UL_TRY(ul_cluster_new(world, ul_run_arena(run), cluster));
    UL_ALLOC(ul_run_arena(run), (*cluster)->pod, in->n_copies);
    (*cluster)->pod_room = in->n_copies;
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            if (copy % 1024 == 0 && ul_run_expired(run))
                return UL_OK;
            UL_TRY(ul_cluster_add_pod(*cluster, in->task[j].shape, (uint32_t)j));
        }
    return UL_OK;
}

void ul_pods_tell(const ul_step_listener *listener, size_t bin, ul_step step)
{
    step.bin = bin;
    if (listener != NULL)
        listener->hear(listener->context, &step);
}

/* Pods go where an answer has them; claim q becomes node made[q]. */
static void bind_all(ul_cluster *cluster, const ul_provision *provision, const size_t *made)
{
    for (size_t q = 0; q < provision->n; q++) {
        const ul_provision_place *place = &provision->place[q];
        ul_pod_bind(cluster, place->pod, place->claim != NULL ? made[place->claim->id] : place->node);
    }
}

/* Tells where pods went, in the order of the queue; a claim's node opens with its first. */
static void tell_places(const ul_cluster *cluster, const ul_step_listener *listener,
                        const ul_provision *provision)
{
    uint32_t n_open = 0;
    for (size_t q = 0; listener != NULL && q < provision->n; q++) {
        const ul_provision_place *place = &provision->place[q];
        const ul_pod *pod = &cluster->pod[place->pod];
        const size_t bin = cluster->node[pod->node].bin;
        const bool opens = place->claim != NULL && place->claim->id == n_open;
        if (opens)
            ul_pods_tell(listener, bin, ul_claim_told(cluster->world, place->claim));
        n_open += opens;
        UL_TELL(listener, .kind = UL_STEP_PUT, .bin = bin, .task = pod->task, .count = 1,
                .why = place->claim == NULL ? UL_WHY_FIRST_FIT : opens ? "" : ul_claim_takes);
    }
}

ul_status ul_pods_provision(ul_cluster *cluster, ul_run *run, bool *all)
{
    ul_provision provision;
    uint32_t *pod;
    size_t *made;
    *all = false;
    if (ul_run_expired(run))
        return UL_OK;
    UL_ALLOC_RAW(cluster->arena, pod, cluster->n_pods);
    for (size_t p = 0; p < cluster->n_pods; p++) {
        if (p % 4096 == 0 && ul_run_expired(run))
            return UL_OK;
        pod[p] = (uint32_t)p;
    }
    UL_TRY(ul_provision_solve(cluster, pod, cluster->n_pods, UL_NONE, run, &provision));
    *all = provision.complete && !provision.stopped;
    if (provision.stopped)
        ul_run_ended(run, UL_TIME_LIMIT);
    if (!*all)
        return UL_OK;
    UL_ALLOC_RAW(cluster->arena, made, provision.n_claims);
    for (size_t q = 0; q < provision.n_claims; q++) {
        const ul_claim *claim = provision.claim[q];
        UL_TRY(ul_cluster_add_node(cluster, ul_claim_cheapest(cluster->world, claim), &made[claim->id]));
        cluster->node[made[claim->id]].bin = claim->id;
    }
    bind_all(cluster, &provision, made);
    tell_places(cluster, ul_run_steps(run), &provision);
    return UL_OK;
}

static void tell_removals(const ul_cluster *cluster, const ul_step_listener *listener,
                          const ul_consolidation *found)
{
    for (size_t q = 0; listener != NULL && q < found->n; q++)
        ul_pods_tell(listener, cluster->node[found->removed[q]].bin, ul_consolidation_told(cluster, found));
}

/* Tells why nothing is left to do, and which nodes a step that splits would better. */
static ul_status tell_end(const ul_cluster *cluster, const ul_step_listener *listener)
{
    UL_TELL(listener, .kind = UL_STEP_TURN,
            .why = "Nothing is left to consolidate: no machine's tasks fit on the others, or with "
                   "them on one that is cheaper.");
    for (size_t i = 0; listener != NULL && i < cluster->n_nodes; i++) {
        ul_step step;
        bool misses = false;
        if (!cluster->node[i].gone)
            UL_TRY(ul_consolidate_misses_pair(cluster, i, &misses, &step));
        if (misses)
            ul_pods_tell(listener, cluster->node[i].bin, step);
    }
    return UL_OK;
}

ul_status ul_pods_consolidate(ul_cluster *cluster, ul_run *run)
{
    const ul_consolidation_rules rules = ul_consolidation_chosen(run);
    while (!ul_run_expired(run)) {
        ul_consolidation step;
        size_t made = UL_NONE;
        UL_TRY(ul_cluster_make_room(cluster));
        const ul_arena_mark_t mark = ul_arena_mark(cluster->arena);
        UL_TRY(ul_consolidate(cluster, &rules, UL_EMPTY_NODES, run, &step));
        if (step.n == 0)
            return ul_run_expired(run) ? UL_OK : tell_end(cluster, ul_run_steps(run));
        tell_removals(cluster, ul_run_steps(run), &step);
        for (size_t q = 0; q < step.n; q++)
            ul_node_remove(cluster, step.removed[q]);
        if (step.type != UL_NONE)
            UL_TRY(ul_cluster_add_node(cluster, step.type, &made));
        bind_all(cluster, &step.provision, &made);
        tell_places(cluster, ul_run_steps(run), &step.provision);
        ul_arena_rewind(cluster->arena, mark);
    }
    return UL_OK;
}

ul_status ul_pods_offer(const ul_packing *in, const ul_cluster *cluster, ul_run *run)
{
    ul_packing_plan *plan;
    uint32_t *count;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    UL_ALLOC(ul_run_arena(run), count, in->n_tasks);
    for (size_t n = 0; n < cluster->n_nodes; n++) {
        const ul_node *node = &cluster->node[n];
        size_t i;
        if (node->gone || node->n_pods == 0)
            continue;
        UL_TRY(ul_plan_open(plan, node->type, &i));
        for (uint32_t p = node->first; p != UL_NO_NODE; p = cluster->pod[p].next)
            count[cluster->pod[p].task]++;
        for (uint32_t p = node->first; p != UL_NO_NODE; p = cluster->pod[p].next) {
            const uint32_t j = cluster->pod[p].task;
            if (count[j] > 0)
                UL_TRY(ul_plan_put(plan, i, j, count[j]));
            count[j] = 0;
        }
    }
    return ul_run_offer(run, plan);
}
