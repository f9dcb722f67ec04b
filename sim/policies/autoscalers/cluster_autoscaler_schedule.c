/* cluster-autoscaler over time: a loop every few seconds that buys nodes of one type for who
 * waits (scale_up.h), and removes nodes that were unneeded long enough.
 *
 * A node is unneeded while at most half of it is asked for and its tasks would fit on others.
 */
#include <math.h>

#include "kube.h"
#include "scale_up.h"

enum {
    SOUGHT_MORE = 20,  /* unneeded nodes, beyond those of the last loop */
    REMOVED_MOST = 10, /* in one loop, */
    DRAINED_MOST = 1,  /* and of those with tasks on them */
};

/* Seconds that a task waits before anything is bought for it; with GPUs. */
static const double NEW_S = 2, NEW_GPU_S = 30;

typedef struct {
    ul_kube kube;
    double utilization, unneeded_s, delay_s, interval_s;
    double loop_s, rung_s;
    double bought_s; /* when it bought last */
    size_t mark;     /* of the ring of nodes */
    bool stable;     /* the last two loops found the same nodes unneeded */
} autoscaler;

/* ---- scale-up ---- */

/* Who waits takes room on nodes that are there, or on their way. */
static ul_status set_aside(autoscaler *self)
{
    ul_kube *kube = &self->kube;
    uint32_t *pod;
    size_t n;
    UL_TRY(ul_scale_fill(kube->cluster, ul_sim_run_of(kube->sim), &self->mark, &pod, &n));
    for (size_t q = 0; q < n; q++)
        UL_TRY(ul_kube_give(kube, kube->task_of[pod[q]],
                            kube->machine_of[kube->cluster->pod[pod[q]].node], ul_scale_fills));
    return UL_OK;
}

/* Whether all that wait are so new that nothing is bought for them, and nothing removed. */
static bool is_all_new(const autoscaler *self)
{
    const ul_kube *kube = &self->kube;
    const double now = ul_sim_now(kube->sim);
    double oldest = 0, oldest_gpu = NEW_GPU_S;
    for (size_t p = 0; p < kube->cluster->n_pods; p++) {
        if (kube->cluster->pod[p].node != UL_NO_NODE)
            continue;
        const double age = now - ul_sim_arrival_s(kube->sim, kube->task_of[p]);
        oldest = fmax(oldest, age);
        if (ul_pod_asks_most(&kube->world, kube->cluster->pod[p].shape, kube->world.gpu) > 0)
            oldest_gpu = oldest_gpu == NEW_GPU_S ? age : fmax(oldest_gpu, age);
    }
    return oldest < NEW_S || oldest_gpu < NEW_GPU_S;
}

static ul_status buy(autoscaler *self)
{
    ul_kube *kube = &self->kube;
    ul_scale_option option;
    uint32_t *machine;
    UL_TRY(ul_scale_up(kube->cluster, ul_sim_run_of(kube->sim), &option));
    UL_TRY(ul_sim_go_on(kube->sim));
    UL_ALLOC_RAW(ul_sim_scratch(kube->sim), machine, option.n_nodes);
    for (size_t i = 0; i < option.n_nodes; i++)
        UL_TRY(ul_kube_rent(kube, ul_scale_told(&option, i == 0), &machine[i]));
    for (size_t q = 0; q < option.n_pods; q++)
        UL_TRY(ul_kube_give(kube, kube->task_of[option.pod[q]], machine[option.on[q]], ""));
    if (option.n_nodes > 0)
        self->bought_s = ul_sim_now(kube->sim);
    return UL_OK;
}

/* ---- scale-down ---- */

/* The greater share asked for of cpu and memory, or that of GPUs where there are some. */
static double utilization(const autoscaler *self, size_t i)
{
    const ul_cluster *cluster = self->kube.cluster;
    const ul_cluster_world *world = cluster->world;
    const ul_micro *capacity = world->type[cluster->node[i].type].capacity;
    const bool has_gpu = world->gpu != UL_NONE && capacity[world->gpu] > 0;
    const size_t counted[] = {has_gpu ? world->gpu : world->cpu, has_gpu ? UL_NONE : world->memory};
    double most = 0;
    for (size_t q = 0; q < 2; q++)
        if (counted[q] != UL_NONE && capacity[counted[q]] > 0) {
            const ul_micro free = cluster->free[i * world->n_resources + counted[q]];
            most = fmax(most, (double)(capacity[counted[q]] - free) / (double)capacity[counted[q]]);
        }
    return most;
}

/* Moves the pods of a node to others in the picture, in the order in which they came to it;
 * where one finds no room all are back, and the mark is. */
static ul_status would_fit(autoscaler *self, size_t i, size_t *mark, bool *fits)
{
    ul_cluster *cluster = self->kube.cluster;
    uint32_t *pod;
    const size_t n = cluster->node[i].n_pods, was = *mark;
    size_t moved = 0, q = n;
    UL_ALLOC_RAW(cluster->arena, pod, n);
    for (uint32_t p = cluster->node[i].first; p != UL_NO_NODE; p = cluster->pod[p].next)
        pod[--q] = p;
    cluster->node[i].barred = true;
    for (; moved < n; moved++) {
        const size_t to = ul_ring_find(cluster, cluster->pod[pod[moved]].shape, mark);
        if (to == UL_NONE)
            break;
        ul_pod_unbind(cluster, pod[moved]);
        ul_pod_bind(cluster, pod[moved], to);
    }
    *fits = moved == n;
    cluster->node[i].barred = *fits;
    if (*fits)
        return UL_OK;
    *mark = was;
    for (q = 0; q < moved; q++) {
        ul_pod_unbind(cluster, pod[q]);
        ul_pod_bind(cluster, pod[q], i);
    }
    return UL_OK;
}

/* The nodes that may be unneeded: empty ones, those that were before, the others. */
static ul_status order_nodes(autoscaler *self, size_t **node, size_t *n)
{
    const ul_kube *kube = &self->kube;
    const ul_cluster *cluster = kube->cluster;
    UL_ALLOC_RAW(cluster->arena, *node, cluster->n_nodes);
    *n = 0;
    for (int turn = 0; turn < 3; turn++)
        for (size_t i = 0; i < cluster->n_nodes; i++) {
            const int its = cluster->node[i].n_pods == 0                          ? 0
                            : kube->machine[kube->machine_of[i]].unneeded_s >= 0 ? 1
                                                                                  : 2;
            if (its == turn && cluster->node[i].settled
                && utilization(self, i) <= self->utilization)
                (*node)[(*n)++] = i;
        }
    return UL_OK;
}

/* Finds the unneeded nodes, in order, and since when they are. */
static ul_status find_unneeded(autoscaler *self, uint32_t **found, size_t *n_found)
{
    ul_kube *kube = &self->kube;
    size_t *node, n = 0, mark = 0, before = 0;
    bool *is_found;
    for (size_t i = 0; i < kube->cluster->n_nodes; i++) {
        before += kube->machine[kube->machine_of[i]].unneeded_s >= 0;
        kube->cluster->node[i].barred |= kube->cluster->node[i].booting;
    }
    UL_TRY(order_nodes(self, &node, &n));
    UL_ALLOC_RAW(kube->cluster->arena, *found, n);
    UL_ALLOC(kube->cluster->arena, is_found, kube->cluster->n_nodes);
    *n_found = 0;
    for (size_t q = 0; q < n && *n_found < SOUGHT_MORE + before; q++) {
        UL_TRY(would_fit(self, node[q], &mark, &is_found[node[q]]));
        if (is_found[node[q]])
            (*found)[(*n_found)++] = kube->machine_of[node[q]];
    }
    self->stable = true;
    for (size_t i = 0; i < kube->cluster->n_nodes; i++) {
        double *since_s = &kube->machine[kube->machine_of[i]].unneeded_s;
        self->stable = self->stable && is_found[i] == (*since_s >= 0);
        *since_s = !is_found[i] ? -1 : *since_s >= 0 ? *since_s : ul_sim_now(kube->sim);
    }
    return UL_OK;
}

/* Removes what was unneeded long enough: empty nodes first. */
static ul_status remove_unneeded(autoscaler *self, const uint32_t *found, size_t n_found)
{
    ul_kube *kube = &self->kube;
    const double now = ul_sim_now(kube->sim);
    size_t removed = 0, drained = 0;
    for (int turn = 0; turn < 2; turn++)
        for (size_t q = 0; q < n_found && removed < REMOVED_MOST; q++) {
            const bool is_empty = ul_sim_n_on(kube->sim, found[q]) == 0;
            if (is_empty != (turn == 0) || kube->machine[found[q]].going
                || now - kube->machine[found[q]].unneeded_s <= self->unneeded_s
                || (!is_empty && drained == DRAINED_MOST))
                continue;
            UL_SIM_TELL(kube->sim, .kind = UL_STEP_EMPTY, .bin = found[q],
                        .value = self->utilization, .seconds = now - kube->machine[found[q]].unneeded_s,
                        .why = is_empty ? ": nobody is on it, for {seconds}"
                                        : ": at most {%value} of it is asked for and its tasks fit "
                                          "elsewhere, for {seconds} without a break");
            UL_TRY(ul_kube_drain(kube, found[q], UL_SIM_NONE));
            removed++;
            drained += !is_empty;
        }
    return ul_kube_sweep(kube);
}

/* ---- the clock ---- */

static ul_status loop(autoscaler *self)
{
    ul_kube *kube = &self->kube;
    const double now = ul_sim_now(kube->sim);
    uint32_t *found;
    size_t n_found = 0;
    UL_TRY(ul_kube_look(kube));
    kube->changed = false;
    UL_TRY(set_aside(self));
    const bool is_new = kube->n_pending > 0 && is_all_new(self);
    if (kube->n_pending > 0 && !is_new)
        UL_TRY(buy(self));
    UL_TRY(ul_kube_look(kube));
    UL_TRY(find_unneeded(self, &found, &n_found));
    if (is_new || now < self->bought_s + self->delay_s)
        return UL_OK;
    return remove_unneeded(self, found, n_found);
}

/* The second after which the first unneeded node may be removed. */
static double removal_s(const autoscaler *self)
{
    const ul_kube *kube = &self->kube;
    double first = HUGE_VAL;
    for (uint32_t m = ul_sim_first_up(kube->sim); m != UL_SIM_NONE; m = ul_sim_next_up(kube->sim, m))
        if (kube->machine[m].unneeded_s >= 0)
            first = fmin(first, kube->machine[m].unneeded_s + self->unneeded_s);
    return fmax(first, self->bought_s + self->delay_s);
}

/* Whether a loop would find what the last one found, and do nothing. */
static bool is_quiet(const autoscaler *self)
{
    return self->stable && !self->kube.changed && self->kube.n_pending == 0
           && ul_sim_now(self->kube.sim) < removal_s(self);
}

static ul_status autoscaler_start(void *state, ul_sim *sim)
{
    autoscaler *self = state;
    ul_run *run = ul_sim_run_of(sim);
    self->utilization = ul_run_number(run, "utilization");
    self->unneeded_s = ul_run_number(run, "unneeded");
    self->delay_s = ul_run_number(run, "delay");
    self->interval_s = ul_run_number(run, "interval");
    self->bought_s = -HUGE_VAL;
    return ul_kube_start(&self->kube, sim);
}

static ul_status autoscaler_settled(void *state, ul_sim *sim)
{
    autoscaler *self = state;
    const double now = ul_sim_now(sim);
    UL_TRY(ul_kube_sweep(&self->kube));
    if (self->loop_s < now)
        self->loop_s += self->interval_s * ceil((now - self->loop_s) / self->interval_s);
    if (self->loop_s == now) {
        if (!is_quiet(self))
            UL_TRY(loop(self));
        self->loop_s += self->interval_s;
    }
    if (self->rung_s == self->loop_s
        || (ul_sim_first_up(sim) == UL_SIM_NONE && self->kube.n_pending == 0))
        return UL_OK;
    self->rung_s = self->loop_s;
    return ul_sim_timer(sim, self->loop_s, 0);
}

static const ul_policy policy = {
    .state_size = sizeof(autoscaler),
    .start = autoscaler_start,
    UL_KUBE_EVENTS,
    .settled = autoscaler_settled,
};

static ul_status autoscaler_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_sim_run(in, run, &policy);
}

static const ul_param autoscaler_param[] = {
    UL_EXPANDER_PARAMS,
    UL_REAL("utilization", "0.5", "share asked for up to which a node may be unneeded", 0, 1),
    UL_REAL("unneeded", "600", "seconds without a break after which an unneeded node is removed", 0,
            1e9),
    UL_REAL("delay", "600", "seconds after a purchase in which nothing is removed", 0, 1e9),
    UL_REAL("interval", "10", "seconds between two loops", 1, 1e6),
    {0},
};

const ul_method ul_method_cluster_autoscaler_schedule = {
    .name = "cluster-autoscaler",
    .brief = "cluster-autoscaler over time: buys one type a loop, removes what is long unneeded",
    .paper = "kubernetes/autoscaler 1.37",
    .traits = UL_SLOW,
    .param = autoscaler_param,
    .schedule = autoscaler_schedule,
};
