/* Karpenter over time: it provisions for who waits, in batches, and consolidates what is there,
 * one step at a time, each looked at again before it is taken (provision.h, consolidate.h).
 */
#include <math.h>
#include <stdlib.h>

#include "consolidate.h"
#include "kube.h"

/* Seconds. */
static const double BATCH_IDLE_S = 1, BATCH_MOST_S = 10, LOOP_S = 10, VALIDATION_S = 15,
                    NOMINATED_S = 20;

typedef struct {
    ul_kube kube;
    ul_consolidation_rules rules;
    double after_s;    /* HUGE_VAL: nothing is ever consolidated */
    double opened_s;   /* the batch; below 0: there is none */
    double provision_s;
    double loop_s;     /* when it looks next */
    double rung_s;     /* the timer that was set for it */
    double until_s;    /* when a machine becomes a candidate by itself */
    /* The step that waits for its second look. */
    ul_consolidation found;
    uint32_t *machine, *type;
    size_t machine_room, n_types;
    ul_claim claim;
    ul_cost prices; /* of all types, when it looked last */
} karpenter;

static ul_status ring_at(karpenter *self, double at_s)
{
    return ul_sim_timer(self->kube.sim, at_s, 0);
}

/* ---- provisioning ---- */

/* A window opens with the first who finds no place and closes a second after the last. */
static ul_status batch(karpenter *self)
{
    const double now = ul_sim_now(self->kube.sim);
    if (self->kube.n_pending == 0) {
        self->opened_s = -1;
        return UL_OK;
    }
    if (self->opened_s < 0)
        self->opened_s = now;
    if (self->kube.pending_s != now)
        return UL_OK;
    self->provision_s = fmin(now + BATCH_IDLE_S, self->opened_s + BATCH_MOST_S);
    return ring_at(self, self->provision_s);
}

static ul_status rent_claims(karpenter *self, const ul_provision *provision, uint32_t *made)
{
    ul_kube *kube = &self->kube;
    for (size_t q = 0; q < provision->n_claims; q++) {
        const ul_claim *claim = provision->claim[q];
        const size_t type = ul_claim_cheapest(&kube->world, claim);
        made[claim->id] = UL_SIM_NONE;
        if (kube->world.type[type].left == 0)
            continue; /* the claims before took the last */
        kube->world.type[type].left -= kube->world.type[type].left != UINT32_MAX;
        UL_TRY(ul_kube_rent(kube, ul_claim_told(&kube->world, claim), &made[claim->id]));
    }
    return UL_OK;
}

static ul_status provision(karpenter *self)
{
    ul_kube *kube = &self->kube;
    ul_arena *scratch = ul_sim_scratch(kube->sim);
    ul_provision answer;
    uint32_t *pod, *made;
    size_t n = 0;
    UL_TRY(ul_kube_look(kube));
    UL_ALLOC_RAW(scratch, pod, kube->cluster->n_pods);
    for (size_t p = 0; p < kube->cluster->n_pods; p++)
        if (kube->cluster->pod[p].node == UL_NO_NODE)
            pod[n++] = (uint32_t)p;
    UL_TRY(ul_provision_solve(kube->cluster, pod, n, UL_NONE, ul_sim_run_of(kube->sim), &answer));
    UL_TRY(ul_sim_go_on(kube->sim));
    UL_ALLOC_RAW(scratch, made, answer.n_claims);
    UL_TRY(rent_claims(self, &answer, made));
    for (size_t q = 0; q < answer.n; q++) {
        const ul_provision_place *place = &answer.place[q];
        const uint32_t m = place->node != UL_NO_NODE ? kube->machine_of[place->node]
                           : place->claim != NULL    ? made[place->claim->id]
                                                     : UL_SIM_NONE;
        if (m != UL_SIM_NONE)
            UL_TRY(ul_kube_give(kube, kube->task_of[place->pod], m,
                                place->claim == NULL ? ", the oldest with room" : ul_claim_takes));
    }
    self->opened_s = -1;
    self->provision_s = ul_sim_now(kube->sim) + BATCH_MOST_S;
    return kube->n_pending > 0 ? ring_at(self, self->provision_s) : UL_OK;
}

/* ---- consolidation ---- */

/* The cluster with its candidates. */
static ul_status look(karpenter *self)
{
    ul_kube *kube = &self->kube;
    const double now = ul_sim_now(kube->sim);
    self->until_s = HUGE_VAL;
    UL_TRY(ul_kube_look(kube));
    for (size_t i = 0; i < kube->cluster->n_nodes; i++) {
        const ul_kube_machine *machine = &kube->machine[kube->machine_of[i]];
        ul_node *node = &kube->cluster->node[i];
        const double settled_s = machine->since_s + self->after_s;
        const double free_s = machine->nominated_s + NOMINATED_S;
        node->fresh = !node->booting && settled_s > now;
        node->settled = node->settled && !node->fresh && free_s <= now;
        if (fmax(settled_s, free_s) > now)
            self->until_s = fmin(self->until_s, fmax(settled_s, free_s));
    }
    return UL_OK;
}

static ul_status remember(karpenter *self, const ul_consolidation *step)
{
    ul_kube *kube = &self->kube;
    UL_MORE(kube->arena, self->machine, step->n, self->machine_room);
    for (size_t q = 0; q < step->n; q++)
        self->machine[q] = kube->machine_of[step->removed[q]];
    self->found = *step;
    self->claim.n_types = 0;
    for (size_t t = 0; step->type != UL_NONE && t < step->provision.claim[0]->n_types; t++)
        self->claim.type[self->claim.n_types++] = step->provision.claim[0]->type[t];
    return UL_OK;
}

/* Takes a step: pods that have a node go where the second look put them. */
static ul_status take(karpenter *self, const ul_consolidation *step)
{
    ul_kube *kube = &self->kube;
    uint32_t made = UL_SIM_NONE;
    if (step->type != UL_NONE)
        UL_TRY(ul_kube_rent(kube, (ul_step){.kind = UL_STEP_OPEN,
                                            .type = step->type, .why = ", to replace others"}, &made));
    for (size_t q = 0; q < step->provision.n; q++) {
        const ul_provision_place *place = &step->provision.place[q];
        if (kube->cluster->pod[place->pod].node != UL_NO_NODE)
            UL_TRY(ul_kube_promise(kube, kube->task_of[place->pod],
                                   place->claim != NULL ? made : kube->machine_of[place->node]));
    }
    for (size_t q = 0; q < step->n; q++) {
        ul_kube_tell(kube, kube->machine_of[step->removed[q]], ul_consolidation_told(kube->cluster, step));
        UL_TRY(ul_kube_drain(kube, kube->machine_of[step->removed[q]], made));
    }
    return ul_kube_sweep(kube);
}

/* The second look at the step that was found; *taken is false where it is no more. */
static ul_status validate(karpenter *self, bool *taken)
{
    ul_kube *kube = &self->kube;
    ul_claim *claim = &self->claim;
    ul_consolidation step, found = self->found;
    uint32_t *removed;
    UL_TRY(look(self));
    UL_ALLOC_RAW(ul_sim_scratch(kube->sim), removed, found.n);
    found.removed = removed;
    found.provision.claim = &claim;
    self->found.n = 0;
    size_t n = 0;
    for (size_t q = 0; q < found.n; q++)
        if (ul_sim_machine_state(kube->sim, self->machine[q]) != UL_MACHINE_GONE)
            removed[n++] = kube->machine[self->machine[q]].node;
    if (n < found.n && found.method != UL_EMPTY_NODES)
        return UL_OK;
    found.n = n;
    UL_TRY(ul_consolidate_again(kube->cluster, &self->rules, ul_sim_run_of(kube->sim), &found, &step));
    *taken = step.n > 0 && (step.type == UL_NONE || kube->world.type[step.type].left > 0);
    if (!*taken)
        UL_SIM_TELL(kube->sim, .kind = UL_STEP_TURN, .seconds = VALIDATION_S,
                    .why = "The step that was found {seconds} ago can no longer be taken.");
    return *taken ? take(self, &step) : UL_OK;
}

static ul_cost prices_now(const karpenter *self)
{
    ul_cost sum = 0;
    for (uint32_t k = 0; k < self->kube.world.n_types; k++)
        sum = 3 * sum + ul_sim_price(self->kube.sim, k);
    return sum;
}

/* Tells, once for a machine, that two would do its work for less. */
static ul_status tell_pairs(karpenter *self)
{
    ul_kube *kube = &self->kube;
    for (size_t i = 0; i < kube->cluster->n_nodes && ul_sim_told(kube->sim); i++) {
        ul_kube_machine *machine = &kube->machine[kube->machine_of[i]];
        bool misses = false;
        ul_step step;
        if (kube->cluster->node[i].settled && !machine->pair_told)
            UL_TRY(ul_consolidate_misses_pair(kube->cluster, i, &misses, &step));
        if (misses)
            ul_kube_tell(kube, kube->machine_of[i], step);
        machine->pair_told |= misses;
    }
    return UL_OK;
}

static ul_status search_from(karpenter *self, ul_consolidation_method from)
{
    ul_kube *kube = &self->kube;
    const double now = ul_sim_now(kube->sim);
    ul_consolidation step = {0};
    UL_TRY(look(self));
    kube->changed = from > UL_EMPTY_NODES; /* a look at all is still to come */
    UL_TRY(ul_consolidate(kube->cluster, &self->rules, from, ul_sim_run_of(kube->sim), &step));
    UL_TRY(ul_sim_go_on(kube->sim));
    self->loop_s = now + (step.n > 0 ? VALIDATION_S : LOOP_S);
    self->prices = prices_now(self);
    return step.n > 0 ? remember(self, &step) : tell_pairs(self);
}

/* Whether a look would find what the last one found: nothing. */
static bool is_quiet(const karpenter *self)
{
    return self->found.n == 0 && !self->kube.changed && ul_sim_now(self->kube.sim) < self->until_s
           && self->prices == prices_now(self);
}

static ul_status consolidate(karpenter *self)
{
    ul_consolidation_method from = UL_EMPTY_NODES;
    if (is_quiet(self)) {
        self->loop_s += LOOP_S;
        return UL_OK;
    }
    if (self->found.n > 0) {
        bool taken = false;
        const ul_consolidation_method method = self->found.method;
        UL_TRY(validate(self, &taken));
        from = taken ? UL_EMPTY_NODES : method + 1;
    }
    return search_from(self, from);
}

/* ---- the clock ---- */

/* Every ten seconds, as long as there is something to look at. */
static ul_status keep_looping(karpenter *self)
{
    ul_sim *sim = self->kube.sim;
    const double now = ul_sim_now(sim);
    if (self->loop_s < now)
        self->loop_s += LOOP_S * ceil((now - self->loop_s) / LOOP_S);
    if (ul_sim_first_up(sim) == UL_SIM_NONE || self->loop_s == HUGE_VAL)
        return UL_OK;
    const bool only_waits = ul_sim_n_unfinished(sim) == 0 && is_quiet(self);
    if (only_waits && self->until_s > self->loop_s && self->until_s < HUGE_VAL)
        self->loop_s += LOOP_S * ceil((self->until_s - self->loop_s) / LOOP_S);
    if (self->rung_s == self->loop_s || (only_waits && self->until_s == HUGE_VAL))
        return UL_OK;
    self->rung_s = self->loop_s;
    return ring_at(self, self->loop_s);
}

static ul_status karpenter_start(void *state, ul_sim *sim)
{
    karpenter *self = state;
    ul_run *run = ul_sim_run_of(sim);
    UL_TRY(ul_kube_start(&self->kube, sim));
    self->rules = ul_consolidation_chosen(run);
    self->after_s = ul_run_choice_is(run, "after", "never") ? HUGE_VAL : strtod(ul_run_choice(run, "after"), NULL);
    self->opened_s = -1;
    self->provision_s = self->loop_s = HUGE_VAL;
    UL_ALLOC_RAW(self->kube.arena, self->claim.type, self->kube.world.n_types);
    if (self->after_s < HUGE_VAL && self->rules.budget > 0)
        self->loop_s = 0;
    return UL_OK;
}

static ul_status karpenter_settled(void *state, ul_sim *sim)
{
    karpenter *self = state;
    const double now = ul_sim_now(sim);
    UL_TRY(ul_kube_sweep(&self->kube));
    UL_TRY(batch(self));
    if (self->provision_s <= now)
        UL_TRY(provision(self));
    if (self->loop_s == now)
        UL_TRY(consolidate(self));
    return keep_looping(self);
}

static const ul_policy policy = {
    .state_size = sizeof(karpenter),
    .start = karpenter_start,
    UL_KUBE_EVENTS,
    .settled = karpenter_settled,
};

static ul_status karpenter_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_sim_run(in, run, &policy);
}

static const ul_param karpenter_param[] = {
    UL_TEXT("after", "0", "seconds without a change after which a node may be consolidated, or "
            "never"),
    UL_CONSOLIDATION_PARAMS("10"),
    {0},
};

const ul_method ul_method_karpenter_schedule = {
    .name = "karpenter",
    .brief = "Karpenter over time: provisions in batches, consolidates step by step",
    .paper = "kubernetes-sigs/karpenter, 2026",
    .traits = UL_SLOW,
    .param = karpenter_param,
    .schedule = karpenter_schedule,
};
