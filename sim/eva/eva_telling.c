/* Why a plan is as it is, for who listens; nothing here is run without a listener. */
#include <math.h>

#include "eva_world.h"

#define WEIGHED "saves {$value} an hour against each task alone, moves and new machines cost {$against}"

/* By what a configuration lasts, the one that is taken saves {value}, the other {against}. */
#define TAKEN(one, other)                                                                         \
    one " Reconfiguration: by {count=1?the one arrival|the {count} arrivals and ends} so far a "  \
    "configuration lasts about {seconds<inf?{seconds}|for ever}; until then it "                  \
    "{value<0?loses {$-value}|saves {$value}}, {value=against?and " other " would, too|"          \
    "{value<against?though|where} " other " would {against<0?lose {$-against}|save {$against}}}."

static const char weighed_full[] = "Full Reconfiguration, everything packed anew: " WEIGHED;
static const char weighed_partial[] = "Partial, only who is new or on a machine not worth its price: " WEIGHED;
static const char taken_full[] = TAKEN("Full", "Partial"), taken_partial[] = TAKEN("Partial", "Full");
static const char below_price[] = "{Machine} is given up: its tasks {slow>0?run at {their speed} beside each "
                                  "other, and so |}are worth {$value} an hour now, less than its price of "
                                  "{$$against}.";
static const char elsewhere[] = ": its tasks have better places in the new plan";
static const char worth_together[] = ": its {count} tasks are worth {$value} an hour, by what each would cost "
                                     "alone and how fast they are thought to run side by side";
static const char worth_with_it[] = ": with it the tasks there are worth {$value} an hour, the machine costs "
                                    "{$$against}";

static double to_cents(double dollars)
{
    return round(dollars * 100) / 100;
}

/* The two plans and the choice between them, in rounds that change something or came
 * after a job did. Savings are counted by the hour. */
static void tell_decision(ul_eva *eva)
{
    const ul_eva_decision *d = &eva->decision;
    const double full = to_cents(d->saving_full * d->horizon_s - d->moving_full);
    const double partial = to_cents(d->saving_partial * d->horizon_s - d->moving_partial);
    UL_SIM_TELL(eva->sim, .kind = UL_STEP_WEIGH, .why = weighed_full,
                .value = 3600 * d->saving_full, .against = d->moving_full);
    UL_SIM_TELL(eva->sim, .kind = UL_STEP_WEIGH, .why = weighed_partial,
                .value = 3600 * d->saving_partial, .against = d->moving_partial);
    UL_SIM_TELL(eva->sim, .kind = UL_STEP_TURN, .why = d->full ? taken_full : taken_partial,
                .value = d->full ? full : partial, .against = d->full ? partial : full,
                .seconds = d->horizon_s, .count = d->n_events);
}

static bool has_unfinished(const ul_eva *eva, const ul_eva_machine *machine)
{
    for (size_t q = 0; q < machine->n_committed; q++)
        if (eva->job[eva->task[machine->committed[q]].job].status != UL_EVA_OVER)
            return true;
    return false;
}

/* What the tasks of a machine would be worth if they did not slow each other down. */
static double worth_apart(const ul_eva *eva, const ul_eva_machine *machine)
{
    double sum = 0;
    for (size_t q = 0; q < machine->n_committed; q++)
        sum += eva->task[machine->committed[q]].price;
    return sum;
}

/* A machine that is not in the plan. */
static ul_status tell_left(ul_eva *eva, uint32_t m)
{
    ul_eva_machine *machine = &eva->machine[m];
    const double price = eva->price[ul_sim_machine_type(eva->sim, m)];
    const bool told = machine->is_told;
    double worth = 0;
    machine->is_told = false;
    if (told)
        return UL_OK;
    if (!has_unfinished(eva, machine)) {
        UL_SIM_TELL(eva->sim, .kind = UL_STEP_EMPTY, .why = UL_WHY_UNUSED, .bin = m);
        return UL_OK;
    }
    UL_TRY(ul_eva_worth(eva, machine->committed, machine->n_committed, UL_SIM_NONE, false,
                        &worth));
    UL_SIM_TELL(eva->sim, .kind = UL_STEP_EMPTY, .bin = m, .value = worth, .against = price,
                .share = worth / worth_apart(eva, machine),
                .why = worth < price ? below_price : elsewhere);
    return UL_OK;
}

ul_status ul_eva_tell_plan(ul_eva *eva, const ul_eva_plan *plan, const ul_eva_list *machines,
                           bool is_current)
{
    if (eva->has_decision && (!is_current || eva->has_news))
        tell_decision(eva);
    eva->has_decision = false;
    for (size_t q = 0; q < machines->n && !is_current; q++)
        if (plan->bin_of[eva->machine[machines->task[q]].slot] == UL_SIM_NONE)
            UL_TRY(tell_left(eva, machines->task[q]));
    return UL_OK;
}

static ul_status tell_new(ul_eva *eva, uint32_t m, const ul_eva_bin *bin)
{
    double worth;
    UL_TRY(ul_eva_worth(eva, bin->task, bin->n_tasks, UL_SIM_NONE, false, &worth));
    const bool alone = bin->n_tasks == 1 && eva->task[bin->task[0]].cheapest == bin->type;
    UL_SIM_TELL(eva->sim, .kind = UL_STEP_OPEN, .bin = m, .type = bin->type, .task = bin->task[0],
                .count = bin->n_tasks, .value = worth, .against = eva->price[bin->type],
                .why = alone                    ? UL_WHY_ALONE
                       : eva->rules->why != NULL ? eva->rules->why
                                                 : worth_together);
    return UL_OK;
}

/* Who comes: of a new machine it is the machine that has a reason, of one that is there
 * each task, unless its planner has said it. */
ul_status ul_eva_tell_bin(ul_eva *eva, uint32_t m, const ul_eva_bin *bin)
{
    const bool is_new = bin->machine == UL_SIM_NONE;
    double worth = 0;
    if (is_new)
        UL_TRY(tell_new(eva, m, bin));
    else
        UL_TRY(ul_eva_worth(eva, bin->task, bin->n_tasks, UL_SIM_NONE, false, &worth));
    for (size_t q = 0; q < bin->n_tasks; q++) {
        ul_eva_task *task = &eva->task[bin->task[q]];
        const bool told = task->is_told;
        task->is_told = false;
        if (task->committed == m || (told && !is_new) || (is_new && bin->n_tasks == 1))
            continue;
        UL_SIM_TELL(eva->sim, .kind = UL_STEP_PUT, .bin = m, .task = bin->task[q],
                    .count = bin->n_tasks, .value = worth, .against = eva->price[bin->type],
                    .why = is_new ? NULL : worth_with_it);
    }
    return UL_OK;
}
