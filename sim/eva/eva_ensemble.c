/* Eva (Section 4.5): in every round a Full and a Partial Reconfiguration are planned;
 * the Full one is adopted when what it saves until the next one, as far as the past
 * tells, outweighs what it costs to get there. With its learned table of who slows
 * down whom (4.3), and four variants: always Full, always Partial, without regard to
 * throughput, and without regard to which tasks are of one job.
 *
 * O(types * tasks^2) a round, times the size of sets. */
#include <math.h>

#include "eva_reconfigure.h"
#include "statistics.h"

/* Arrivals and ends since the last round that compared plans. Jobs under way then
 * count as new again, as in the authors' code. */
static ul_status note_events(ul_eva *eva)
{
    const size_t before = eva->n_events;
    for (size_t q = 0; q < eva->n_compared; q++) {
        const ul_eva_live_job *job = &eva->job[eva->compared[q]];
        if (job->status == UL_EVA_OVER) {
            UL_MORE(eva->arena, eva->event, eva->n_events, eva->event_room);
            eva->event[eva->n_events++] = job->end_s;
        }
    }
    for (size_t q = 0; q < eva->n_live; q++) {
        const ul_eva_live_job *job = &eva->job[eva->live[q]];
        if (!job->was_compared) {
            UL_MORE(eva->arena, eva->event, eva->n_events, eva->event_room);
            eva->event[eva->n_events++] = job->arrival_s;
        }
    }
    ul_stat_sort(eva->event + before, eva->n_events - before);
    return UL_OK;
}

/* The jobs whose tasks are planned in this round. */
static ul_status note_compared(ul_eva *eva, const ul_eva_list *todo)
{
    for (size_t q = 0; q < eva->n_compared; q++)
        eva->job[eva->compared[q]].was_compared = false;
    eva->n_compared = 0;
    for (size_t q = 0; q < todo->n; q++) {
        const uint32_t j = eva->task[todo->task[q]].job;
        if (eva->job[j].was_compared)
            continue;
        UL_MORE(eva->arena, eva->compared, eva->n_compared, eva->compared_room);
        eva->job[j].was_compared = true;
        eva->compared[eva->n_compared++] = j;
    }
    return UL_OK;
}

/* How long a configuration lasts, by the events so far and how often one was replaced. */
static double horizon_of(const ul_eva *eva, double gap_s)
{
    const double events = (double)(eva->n_events > 1 ? eva->n_events : 1);
    const double share = (double)eva->full_rounds / events;
    return share == 0 ? ul_sim_now(eva->sim) : -1 / (1 / gap_s * log(1 - share));
}

static double to_cents(const ul_eva *eva, double value)
{
    return eva->full_rounds == 0 ? ul_eva_round2(value) : rint(value * 100) / 100;
}

static ul_status decide(ul_eva *eva, const ul_eva_plan *partial, const ul_eva_plan *full,
                        ul_eva_decision *d)
{
    *d = (ul_eva_decision){.at_s = ul_sim_now(eva->sim), .n_events = eva->n_events,
                           .full_before = eva->full_rounds, .gap_s = NAN};
    UL_TRY(ul_eva_saving(eva, partial, &d->saving_partial));
    UL_TRY(ul_eva_saving(eva, full, &d->saving_full));
    d->moving_partial = ul_eva_moving(eva, partial);
    d->moving_full = ul_eva_moving(eva, full);
    if (eva->n_events > 1)
        d->gap_s = (eva->event[eva->n_events - 1] - eva->event[0]) / (double)(eva->n_events - 1);
    d->horizon_s = horizon_of(eva, d->gap_s);
    d->full = to_cents(eva, d->saving_full * d->horizon_s - d->moving_full)
                  - to_cents(eva, d->saving_partial * d->horizon_s - d->moving_partial)
              > 0;
    return UL_OK;
}

/* A second plan that begins like the first. */
static ul_status copy_plan(ul_eva *eva, const ul_eva_plan *from, ul_eva_plan *to)
{
    UL_TRY(ul_eva_plan_new(eva, to));
    for (size_t b = 0; b < from->n_bins; b++) {
        for (size_t q = 0; q < from->bin[b].n_tasks; q++)
            UL_TRY(ul_eva_keep(eva, to, from->bin[b].task[q], from->bin[b].machine));
        to->bin[b].is_old = true;
    }
    return UL_OK;
}

typedef ul_status (*reconfigure)(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo);

static ul_status choose_plan(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo,
                             reconfigure in_full)
{
    ul_eva_plan full;
    ul_eva_decision decision;
    UL_TRY(copy_plan(eva, plan, &full));
    UL_TRY(ul_eva_partial(eva, plan, todo));
    UL_TRY(in_full(eva, &full, todo));
    UL_TRY(note_events(eva));
    UL_TRY(decide(eva, plan, &full, &decision));
    UL_TRY(note_compared(eva, todo));
    if (decision.full) {
        eva->full_rounds++;
        *plan = full;
    }
    eva->rounds++;
    eva->decision = decision;
    eva->has_decision = true;
    if (eva->watch != NULL && eva->watch->decided != NULL)
        eva->watch->decided(eva->watch->context, &decision);
    return UL_OK;
}

static ul_status plan_ensemble(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    return choose_plan(eva, plan, todo, ul_eva_full);
}

static ul_status plan_packed(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    return choose_plan(eva, plan, todo, ul_eva_full_packed);
}

const ul_eva_rules ul_eva_rules_eva = {
    .plan = plan_ensemble, .learns = true, .standalone = true};
const ul_eva_rules ul_eva_rules_full_only = {
    .plan = ul_eva_full, .learns = true, .factor = UL_EVA_EVERYWHERE};
const ul_eva_rules ul_eva_rules_partial_only = {
    .plan = ul_eva_partial, .learns = true, .factor = UL_EVA_EVERYWHERE};
const ul_eva_rules ul_eva_rules_rp = {
    .plan = plan_ensemble, .learns = true, .standalone = true, .by_price = true};
const ul_eva_rules ul_eva_rules_single = {
    .plan = plan_ensemble, .learns = true, .standalone = true, .factor = UL_EVA_SINGLE};

static const ul_param param[] = {UL_EVA_PARAMS, UL_EVA_LEARNING_PARAMS, {0}};

static const ul_param eva_param[] = {
    UL_EVA_PARAMS,
    UL_EVA_LEARNING_PARAMS,
    UL_CHOICE("pack", "greedy", "the Full Reconfiguration by Algorithm 1, or from the cheapest "
              "packing", "greedy|exact"),
    UL_REAL("pack-time", "0.2", "seconds a round for the cheapest packing; then the best so far",
            0.001, 1e6),
    UL_CHOICE("pool", "no", "yes: what is learned of a workload is of all its variants, not the "
              "paper's way", "no|yes"),
    {0},
};

static ul_status ensemble_schedule(const ul_schedule *in, ul_run *run)
{
    ul_eva_rules rules = ul_eva_rules_eva;
    if (ul_run_choice_is(run, "pack", "exact"))
        rules.plan = plan_packed;
    rules.pools = ul_run_choice_is(run, "pool", "yes");
    return ul_eva_run(in, run, &rules, NULL);
}

const ul_method ul_method_eva = {
    .name = "eva",
    .brief = "Full or Partial Reconfiguration, whichever pays until the next",
    .paper = "Eva, Sections 4.2 to 4.5",
    .traits = UL_CONSTRUCTIVE,
    .param = eva_param,
    .schedule = ensemble_schedule,
};

static ul_status full_only_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_eva_run(in, run, &ul_eva_rules_full_only, NULL);
}

const ul_method ul_method_eva_full_only = {
    .name = "eva-full-only",
    .brief = "Full Reconfiguration in every round",
    .paper = "Eva, Section 6.5",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = full_only_schedule,
};

static ul_status partial_only_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_eva_run(in, run, &ul_eva_rules_partial_only, NULL);
}

const ul_method ul_method_eva_partial_only = {
    .name = "eva-partial-only",
    .brief = "Partial Reconfiguration in every round",
    .paper = "Eva, Section 6.6",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = partial_only_schedule,
};

static ul_status rp_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_eva_run(in, run, &ul_eva_rules_rp, NULL);
}

const ul_method ul_method_eva_rp = {
    .name = "eva-rp",
    .brief = "Eva without regard to interference",
    .paper = "Eva, Section 6.4",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = rp_schedule,
};

static ul_status single_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_eva_run(in, run, &ul_eva_rules_single, NULL);
}

const ul_method ul_method_eva_single = {
    .name = "eva-single",
    .brief = "Eva without regard to which tasks are of one job",
    .paper = "Eva, Sections 6.2 and 6.7",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = single_schedule,
};
