#include "consolidate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MULTI_NODE_MAX = 100 };

typedef struct {
    ul_micro price;
    uint32_t disruption; /* 1 + pods, with those that will come */
    uint32_t node;
} candidate;

typedef struct {
    ul_cluster *cluster;
    const ul_consolidation_rules *rules;
    ul_run *run;
    size_t n, budget;
    candidate *list;
    ul_cost price;       /* of all nodes */
    uint64_t disruption; /* of all nodes */
    uint32_t *pod;       /* those to solve */
} search;

ul_consolidation_rules ul_consolidation_chosen(const ul_run *run)
{
    return (ul_consolidation_rules){
        .policy = ul_run_choice_is(run, "policy", "empty")      ? UL_WHEN_EMPTY
                  : ul_run_choice_is(run, "policy", "balanced") ? UL_BALANCED
                                                                : UL_WHEN_UNDERUTILIZED,
        .by_disruption = ul_run_choice_is(run, "order", "disruption"),
        .budget = ul_run_number(run, "budget") / 100,
    };
}

static int dearest_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    const ul_cost left = (ul_cost)x->price * y->disruption, right = (ul_cost)y->price * x->disruption;
    UL_HIGHER_FIRST(left, right);
    return x->node < y->node ? -1 : x->node > y->node;
}

static int fewest_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    UL_LOWER_FIRST(x->disruption, y->disruption);
    return x->node < y->node ? -1 : x->node > y->node;
}

static ul_status list_candidates(search *s)
{
    const ul_cluster *cluster = s->cluster;
    size_t ready = 0, going = 0;
    UL_ALLOC_RAW(cluster->arena, s->list, cluster->n_nodes);
    UL_ALLOC_RAW(cluster->arena, s->pod, cluster->n_pods);
    for (size_t i = 0; i < cluster->n_nodes; i++) {
        const ul_node *node = &cluster->node[i];
        if (node->gone)
            continue;
        const candidate c = {cluster->world->type[node->type].price,
                             1 + node->n_pods + node->n_coming, (uint32_t)i};
        ready += !node->booting;
        going += node->barred;
        s->price += c.price;
        s->disruption += c.disruption;
        if (node->settled)
            s->list[s->n++] = c;
    }
    s->budget = (size_t)ceil(s->rules->budget * (double)ready - 1e-9);
    s->budget -= s->budget < going ? s->budget : going;
    qsort(s->list, s->n, sizeof *s->list, s->rules->by_disruption ? fewest_first : dearest_first);
    return UL_OK;
}

/* Pods of the candidates, then those that are pending; the nodes are barred meanwhile. */
static size_t gather(const search *s, const candidate *c, size_t n)
{
    const ul_cluster *cluster = s->cluster;
    size_t found = 0;
    for (size_t q = 0; q < n; q++)
        for (uint32_t p = cluster->node[c[q].node].first; p != UL_NO_NODE; p = cluster->pod[p].next)
            s->pod[found++] = p;
    for (size_t p = 0; p < cluster->n_pods; p++)
        if (cluster->pod[p].node == UL_NO_NODE)
            s->pod[found++] = (uint32_t)p;
    return found;
}

static ul_status would_become(const search *s, const candidate *c, size_t n, ul_provision *provision)
{
    bool was_barred[MULTI_NODE_MAX + 1]; /* the search tries one more than its bound */
    for (size_t q = 0; q < n; q++) {
        was_barred[q] = s->cluster->node[c[q].node].barred;
        s->cluster->node[c[q].node].barred = true;
    }
    const size_t found = gather(s, c, n);
    const ul_status status = ul_provision_solve(s->cluster, s->pod, found, 1, s->run, provision);
    for (size_t q = 0; q < n; q++)
        s->cluster->node[c[q].node].barred = was_barred[q];
    return status;
}

/* Whether every pod that has a node now would have one, which is ready. */
static bool keeps_all(const search *s, const ul_provision *provision)
{
    for (size_t q = 0; q < provision->n && !provision->stopped; q++) {
        const ul_provision_place *place = &provision->place[q];
        const bool has_place = place->node != UL_NO_NODE ? !s->cluster->node[place->node].booting
                                                         : place->claim != NULL;
        if (!has_place && s->cluster->pod[place->pod].node != UL_NO_NODE)
            return false;
    }
    return !provision->stopped;
}

static void keep_cheaper(const ul_cluster_world *world, ul_claim *claim, ul_cost below)
{
    uint32_t left = 0;
    for (size_t t = 0; t < claim->n_types; t++)
        if (world->type[claim->type[t]].price < below)
            claim->type[left++] = claim->type[t];
    claim->n_types = left;
}

/* If types of several candidates are among the replacement's, only what is cheaper than the
 * cheapest of them remains: otherwise deleting the others would do. */
static void drop_same_types(const search *s, const candidate *c, size_t n, ul_claim *claim)
{
    ul_cost below = -1;
    for (size_t t = 0; t < claim->n_types; t++)
        for (size_t q = 0; q < n; q++)
            if (s->cluster->node[c[q].node].type == claim->type[t]
                && (below < 0 || c[q].price < below))
                below = c[q].price;
    if (below >= 0)
        keep_cheaper(s->cluster->world, claim, below);
}

/* 2 * saving / price of all nodes >= disruption of the candidates / that of all nodes. */
static bool is_balanced(const search *s, ul_cost saving, uint64_t disruption)
{
    return s->rules->policy != UL_BALANCED
           || (saving > 0 && 2 * saving * (ul_cost)s->disruption >= (ul_cost)disruption * s->price);
}

/* Whether what the candidates would become pays; *type is that of the one new node. */
static bool pays(const search *s, const candidate *c, size_t n, const ul_provision *provision,
                 size_t *type)
{
    const ul_cluster_world *world = s->cluster->world;
    ul_cost price = 0, replaced = 0;
    uint64_t disruption = 0;
    for (size_t q = 0; q < n; q++) {
        price += c[q].price;
        disruption += c[q].disruption;
    }
    *type = UL_NONE;
    if (provision->n_claims > 0) {
        ul_claim *claim = provision->claim[0];
        keep_cheaper(world, claim, price);
        if (n > 1)
            drop_same_types(s, c, n, claim);
        if (claim->n_types == 0)
            return false;
        *type = ul_claim_cheapest(world, claim);
        replaced = world->type[*type].price;
    }
    return is_balanced(s, price - replaced, disruption);
}

/* Tries to do without n candidates; step->n stays 0 where it cannot be, or does not pay. */
static ul_status try_without(const search *s, const candidate *c, size_t n,
                             ul_consolidation_method method, ul_consolidation *step)
{
    ul_arena *arena = s->cluster->arena;
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    ul_provision provision;
    uint32_t *removed;
    size_t type;
    UL_TRY(would_become(s, c, n, &provision));
    if (!keeps_all(s, &provision) || !pays(s, c, n, &provision, &type)) {
        ul_arena_rewind(arena, mark);
        return UL_OK;
    }
    UL_ALLOC_RAW(arena, removed, n);
    for (size_t q = 0; q < n; q++)
        removed[q] = c[q].node;
    *step = (ul_consolidation){n, method, removed, type, provision};
    return UL_OK;
}

static ul_status empty_nodes(const search *s, ul_consolidation *step)
{
    uint32_t *removed;
    size_t n = 0;
    UL_ALLOC_RAW(s->cluster->arena, removed, s->n);
    for (size_t q = 0; q < s->n && n < s->budget; q++)
        if (s->list[q].disruption == 1)
            removed[n++] = s->list[q].node;
    *step = (ul_consolidation){.n = n, .method = UL_EMPTY_NODES, .removed = removed, .type = UL_NONE};
    return UL_OK;
}

/* The other methods are for nodes with pods. */
static void drop_empty(search *s)
{
    size_t kept = 0;
    for (size_t q = 0; q < s->n; q++)
        if (s->list[q].disruption > 1)
            s->list[kept++] = s->list[q];
    s->n = kept;
}

static ul_status multi_node(const search *s, ul_consolidation *step)
{
    size_t count = s->n < s->budget ? s->n : s->budget;
    size_t low = 1, high = count < MULTI_NODE_MAX ? count : MULTI_NODE_MAX;
    if (count < 2)
        return UL_OK;
    if (count <= high)
        high = count - 1;
    while (low <= high && !ul_run_expired(s->run)) {
        const size_t middle = (low + high) / 2;
        ul_consolidation tried = {0};
        UL_TRY(try_without(s, s->list, middle + 1, UL_SEVERAL_NODES, &tried));
        if (tried.n > 0) {
            *step = tried;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return UL_OK;
}

static ul_status single_node(const search *s, ul_consolidation *step)
{
    for (size_t q = 0; q < s->n && s->budget > 0 && step->n == 0 && !ul_run_expired(s->run); q++)
        if (is_balanced(s, s->list[q].price, s->list[q].disruption))
            UL_TRY(try_without(s, &s->list[q], 1, UL_ONE_NODE, step));
    return UL_OK;
}

ul_status ul_consolidate(ul_cluster *cluster, const ul_consolidation_rules *rules,
                         ul_consolidation_method from, ul_run *run, ul_consolidation *step)
{
    search s = {.cluster = cluster, .rules = rules, .run = run};
    *step = (ul_consolidation){0};
    UL_TRY(list_candidates(&s));
    if (from <= UL_EMPTY_NODES)
        UL_TRY(empty_nodes(&s, step));
    if (step->n > 0 || rules->policy == UL_WHEN_EMPTY)
        return UL_OK;
    drop_empty(&s);
    if (from <= UL_SEVERAL_NODES)
        UL_TRY(multi_node(&s, step));
    if (step->n == 0 && from <= UL_ONE_NODE)
        UL_TRY(single_node(&s, step));
    return UL_OK;
}

/* Keeps of the list those that were found before, in their order then. */
static void keep_found(search *s, const ul_consolidation *found)
{
    size_t kept = 0;
    for (size_t f = 0; f < found->n; f++)
        for (size_t q = kept; q < s->n; q++)
            if (s->list[q].node == found->removed[f]) {
                const candidate c = s->list[q];
                s->list[q] = s->list[kept];
                s->list[kept++] = c;
            }
    s->n = kept;
}

/* Whether the claim could still be every type that was remembered. */
static bool has_all(const ul_claim *claim, const ul_claim *remembered)
{
    for (size_t t = 0; t < remembered->n_types; t++) {
        bool found = false;
        for (size_t u = 0; u < claim->n_types && !found; u++)
            found = claim->type[u] == remembered->type[t];
        if (!found)
            return false;
    }
    return true;
}

ul_status ul_consolidate_again(ul_cluster *cluster, const ul_consolidation_rules *rules, ul_run *run,
                               const ul_consolidation *found, ul_consolidation *step)
{
    search s = {.cluster = cluster, .rules = rules, .run = run};
    ul_provision provision;
    *step = (ul_consolidation){0};
    UL_TRY(list_candidates(&s));
    keep_found(&s, found);
    if (found->method == UL_EMPTY_NODES)
        return empty_nodes(&s, step);
    drop_empty(&s);
    if (s.n < found->n || s.budget < found->n)
        return UL_OK;
    UL_TRY(would_become(&s, s.list, s.n, &provision));
    if (!keeps_all(&s, &provision) || provision.n_claims != (found->type == UL_NONE ? 0 : 1)
        || (found->type != UL_NONE && !has_all(provision.claim[0], found->provision.claim[0])))
        return UL_OK;
    *step = *found;
    step->provision = provision;
    return UL_OK;
}

/* ---- what is told ---- */

ul_step ul_consolidation_told(const ul_cluster *cluster, const ul_consolidation *step)
{
    const ul_cluster_world *world = cluster->world;
    const bool replaced = step->type != UL_NONE;
    ul_step told = {.kind = UL_STEP_EMPTY, .count = step->n, .type = replaced ? step->type : 0};
    told.why = step->method == UL_EMPTY_NODES ? ": nobody is on it"
               : !replaced                    ? ": what is on it fits on others that are there"
               : step->n == 1 ? ": the others and one {type}, for {$value} an hour instead of "
                                "{$against}, hold what is on it"
                              : ": the others and one {type}, for {$value} an hour instead of "
                                "{$against}, hold what is on the {count} that go now";
    told.value = replaced ? ul_micro_double(world->type[step->type].price) : 0;
    for (size_t q = 0; q < step->n; q++)
        told.against += ul_micro_double(world->type[cluster->node[step->removed[q]].type].price);
    return told;
}

/* Fills a node of this type with pods of the node as they come; the cheapest type that holds
 * the others, or UL_NONE. */
static size_t rest_of(const ul_cluster *cluster, size_t node, size_t type, ul_claim *first,
                      ul_claim *rest)
{
    const ul_cluster_world *world = cluster->world;
    ul_claim_begin(world, first);
    ul_claim_begin(world, rest);
    first->n_types = 1;
    first->type[0] = (uint32_t)type;
    for (uint32_t p = cluster->node[node].first; p != UL_NO_NODE; p = cluster->pod[p].next)
        if (!ul_claim_add(world, first, cluster->pod[p].shape)
            && !ul_claim_add(world, rest, cluster->pod[p].shape))
            return UL_NONE;
    return ul_claim_cheapest(world, rest);
}

ul_status ul_consolidate_misses_pair(const ul_cluster *cluster, size_t node, bool *misses, ul_step *told)
{
    const ul_cluster_world *world = cluster->world;
    ul_micro least = world->type[cluster->node[node].type].price;
    ul_claim *first, *rest;
    *told = (ul_step){.kind = UL_STEP_TURN,
                      .against = ul_micro_double(least),
                      .why = "Machine {bin} stays: a cheaper pair exists, a {type} and one more "
                             "hold what is on it for {$value} an hour instead of {$against}, but "
                             "only one replacement is tried."};
    *misses = false;
    UL_TRY(ul_claim_new(cluster, &first));
    UL_TRY(ul_claim_new(cluster, &rest));
    for (size_t k = 0; k < world->n_types; k++) {
        const size_t other = rest_of(cluster, node, k, first, rest);
        const ul_micro both = other == UL_NONE ? least
                                               : world->type[k].price + world->type[other].price;
        if (both >= least || world->type[k].left == 0)
            continue;
        *misses = true;
        least = both;
        told->type = k;
        told->value = ul_micro_double(least);
    }
    return UL_OK;
}
