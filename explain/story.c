#include "story.h"

#include <stdlib.h>

#include "amount.h"
#include "narrator.h"
#include "registry.h"
#include "say.h"
#include "view.h"

ul_status ul_act_finish(ul_act *act)
{
    const ul_run_result *result = ul_run_result_of(act->run);
    const ul_narrator *narrator = ul_narrator_of(ul_run_instance(act->run)->kind);
    act->told = act->recording.n_told > 0;
    if (result->plan == NULL)
        return UL_OK;
    if (act->told)
        return narrator->complete == NULL ? UL_OK
                                          : narrator->complete(result->plan, &act->recording);
    ul_recording_clear(&act->recording);
    UL_TRY(narrator->unroll(result->plan, &act->recording));
    if (ul_run_bounds_all(result))
        ul_recording_add(&act->recording, &(ul_step){.kind = UL_STEP_BOUND,
                                                     .value = ul_cost_double(result->bound)},
                         false);
    return UL_OK;
}

void ul_story_clear(ul_story *story)
{
    for (size_t q = 0; q < story->n_acts; q++) {
        ul_run_free(story->act[q].run);
        ul_recording_clear(&story->act[q].recording);
    }
    free(story->act);
    ul_run_free(story->best);
    *story = (ul_story){0};
}

/* The first method with these traits that takes the instance, or NULL. */
static const ul_method *find_method(const ul_instance *instance, unsigned traits)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        if ((ul_methods[q]->traits & traits) == traits
            && ul_method_suits(ul_methods[q], instance))
            return ul_methods[q];
    return NULL;
}

const ul_method *ul_story_prover(const ul_instance *instance)
{
    const ul_method *best = find_method(instance, UL_ANYTIME | UL_PROVES);
    return best != NULL ? best : find_method(instance, UL_BOUND_ONLY | UL_CERTIFIES);
}

/* A bound of some plans alone says nothing of the others, and makes none of them an optimum. */
static void learn(const ul_run *run, ul_story_known *known)
{
    const ul_run_result *result = ul_run_result_of(run);
    const bool bounds_all = ul_run_bounds_all(result);
    const double cost = ul_cost_double(result->cost), bound = ul_cost_double(result->bound);
    if (result->has_cost && (!known->has_cost || cost < known->cost)) {
        known->has_cost = true;
        known->cost = cost;
    }
    if (bounds_all && (!known->has_bound || bound > known->bound)) {
        known->has_bound = true;
        known->bound = bound;
    }
    known->proved = known->proved || ul_run_proves(result);
}

ul_story_known ul_story_reference(const ul_story *story)
{
    ul_story_known known = {0};
    if (story->best != NULL)
        learn(story->best, &known);
    for (size_t q = 0; q < story->n_acts; q++)
        learn(story->act[q].run, &known);
    return known;
}

/* A bill over time is a sum of seconds, for which cents are enough. */
static void say_cost(const ul_story *story, double cost, ul_output *out)
{
    if (ul_narrator_of(story->instance->kind)->has_clock)
        ul_say_paid(out, cost);
    else
        ul_say_dollars(out, cost);
}

/* Whether the cheapest schedule known meets the floor, whose certificate is in whole numbers
 * and may be two millionths below what it proves. Of other kinds a bound that is met makes
 * the plan's method optimal by itself. */
static bool is_met(const ul_story *story, const ul_story_known *known)
{
    return !known->proved && known->has_bound
           && ul_narrator_of(story->instance->kind)->has_clock
           && ul_is_at_bound(known->cost, known->bound);
}

/* A schedule that meets the floor is the optimum, as closely as the floor is known. */
static void say_met(const ul_story *story, double cost, const ul_story_known *known, ul_output *out)
{
    if (ul_is_at_bound(cost, known->bound)) {
        ul_output_text(out, " That is the optimum, proved by the floor to two millionths: no plan "
                            "costs less than ");
        ul_say_bound(out, known->bound);
        ul_output_text(out, ".");
        return;
    }
    ul_output_text(out, " The optimum, proved by the floor to two millionths, is ");
    say_cost(story, known->cost, out);
    if (known->cost > 0)
        ul_output_format(out, ": this is %.2f%% more", 100 * (cost - known->cost) / known->cost);
    ul_output_text(out, ".");
}

static void say_distance(const ul_story *story, double cost, ul_output *out)
{
    const ul_story_known reference = ul_story_reference(story), *known = &reference;
    const double measure = known->proved ? known->cost : known->bound;
    if (known->proved && cost <= measure) {
        ul_output_text(out, " That is the optimum, and it is proved.");
        return;
    }
    if (!known->proved && !known->has_bound)
        return;
    if (is_met(story, known)) {
        say_met(story, cost, known, out);
        return;
    }
    ul_output_text(out, known->proved ? " The optimum, proved, is "
                                      : " No optimum is proved; no plan costs less than ");
    if (known->proved)
        say_cost(story, measure, out);
    else
        ul_say_bound(out, measure);
    if (measure > 0)
        ul_output_format(out, known->proved ? ": this is %.2f%% more."
                                            : ": this is at most %.2f%% more.",
                         100 * (cost - measure) / measure);
    else
        ul_output_text(out, ".");
}

const char *ul_story_no_plan(const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    if (result->note[0] != '\0')
        return result->note;
    switch (result->outcome) {
    case UL_INFEASIBLE:
        return "there is none, and that is proved";
    case UL_BOUND:
        return "it gives a bound only";
    case UL_TIME_LIMIT:
        return "its time was up before the first";
    default:
        return ul_outcome_name(result->outcome);
    }
}

static ul_status say_end(const ul_story *story, const ul_act *act, ul_output *out)
{
    const ul_run_result *result = ul_run_result_of(act->run);
    if (!result->has_cost) {
        ul_output_format(out, "There is no plan: %s.", ul_story_no_plan(act->run));
        return UL_OK;
    }
    ul_output_text(out, "Done, for ");
    say_cost(story, ul_cost_double(result->cost), out);
    const char *per = story->instance->kind->cost_per;
    ul_output_format(out, "%s: ", per[0] == '\0' ? " in all" : per);
    UL_TRY(ul_view_of(story->instance->kind)->brief(result->plan, out));
    ul_output_text(out, ".");
    say_distance(story, ul_cost_double(result->cost), out);
    return UL_OK;
}

ul_status ul_story_end(const ul_story *story, const ul_act *act, char **text)
{
    ul_output *out;
    size_t length;
    UL_TRY(ul_output_memory(&out));
    const ul_status status = say_end(story, act, out);
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    return ul_output_take(out, text, &length);
}
