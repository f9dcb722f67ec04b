/* Packing decisions in words.
 A sentence names at most a few machines, types or tasks that were passed
 * over, and looks at no more than LOOKED_AT to find them: O(resources) each.
 */
#include <math.h>
#include <stdbool.h>

#include "narrator.h"
#include "packing_data.h"
#include "packing_following.h"
#include "say.h"

enum { NAMED = 3, LOOKED_AT = 2000 };

static void say_price(const ul_packing_following *s, size_t k, ul_output *out)
{
    ul_say_dollars(out, ul_following_price(s, k));
}

static void say_total(const ul_packing_following *s, ul_output *out)
{
    ul_output_text(out, " In all ");
    ul_say_dollars(out, s->cost);
    ul_output_text(out, " an hour.");
}

static void say_demand(const ul_packing_following *s, size_t j, size_t k, ul_output *out)
{
    const ul_micro *need = ul_packing_need(s->in, j, k);
    char number[UL_NUMBER_TEXT];
    const char *between = "";
    for (size_t r = 0; r < s->in->n_resources; r++) {
        if (need[r] == 0)
            continue;
        ul_output_format(out, "%s%s %s", between, ul_micro_text(need[r], number),
                         s->in->resource[r]);
        between = ", ";
    }
    if (between[0] == '\0')
        ul_output_text(out, "nothing");
}

/* A resource of which there is too little; UL_NONE when the demand fits. */
static size_t lacking(const ul_packing_following *s, const ul_micro *need, const ul_micro *free)
{
    for (size_t r = 0; r < s->in->n_resources; r++)
        if (need[r] > free[r])
            return r;
    return UL_NONE;
}

/* "2 cpu left, 3 needed" */
static void say_lack(const ul_packing_following *s, const ul_micro *need, const ul_micro *free, ul_output *out)
{
    const size_t r = lacking(s, need, free);
    char has[UL_NUMBER_TEXT], wants[UL_NUMBER_TEXT];
    ul_output_format(out, "has %s of the %s %s it needs", ul_micro_text(free[r], has),
                     ul_micro_text(need[r], wants), s->in->resource[r]);
}

/* Machines before `until` that have tasks and no room for j. */
static void say_full_machines(const ul_packing_following *s, size_t j, size_t until, ul_output *out)
{
    size_t named = 0, more = 0;
    for (size_t i = 0; i < until && i < LOOKED_AT; i++) {
        const ul_micro *need = ul_packing_need(s->in, j, s->plan->bin[i].type);
        const ul_micro *free = ul_plan_free(s->plan, i);
        if (s->plan->bin[i].head == UL_PACKING_NONE || lacking(s, need, free) == UL_NONE)
            continue;
        if (named == NAMED) {
            more++;
            continue;
        }
        ul_output_format(out, "%smachine %zu ", named++ == 0 ? ": " : "; ", i + 1);
        say_lack(s, need, free, out);
    }
    if (more > 0)
        ul_output_format(out, "; and so on for %zu more", more);
}

/* The machine that alone is looked at; a look at the others shows what that costs. */
static void say_full_last(const ul_packing_following *s, size_t j, size_t last, ul_output *out)
{
    size_t elsewhere = 0;
    while (elsewhere < last && elsewhere < LOOKED_AT && !ul_plan_fits(s->plan, elsewhere, j, 1))
        elsewhere++;
    ul_output_format(out, "Machine %zu, the one opened last, ", last + 1);
    say_lack(s, ul_packing_need(s->in, j, s->plan->bin[last].type), ul_plan_free(s->plan, last), out);
    ul_output_format(out, " for %s", s->in->task[j].name);
    if (elsewhere < last && elsewhere < LOOKED_AT)
        ul_output_format(out, "; machine %zu would have room, but nobody looks back", elsewhere + 1);
}

/* Types cheaper than k that are too small for j. */
static void say_cheaper_types(const ul_packing_following *s, size_t j, size_t k, ul_output *out)
{
    size_t named = 0;
    for (size_t other = 0; other < s->in->n_types && named < NAMED; other++) {
        const ul_micro *need = ul_packing_need(s->in, j, other);
        const ul_micro *capacity = s->in->type[other].capacity;
        if (s->in->type[other].price >= s->in->type[k].price
            || lacking(s, need, capacity) == UL_NONE)
            continue;
        ul_output_format(out, "%s%s (", named++ == 0 ? " Cheaper but too small: " : "; ",
                         s->in->type[other].name);
        say_price(s, other, out);
        ul_output_text(out, ") ");
        say_lack(s, need, capacity, out);
    }
    if (named > 0)
        ul_output_text(out, ".");
}

/* "Machine 2 opens, of type large ($3)", or several of them. */
static void say_new_machine(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, "Machine %zu opens, of type %s (", step->bin + 1,
                     s->in->type[step->type].name);
    say_price(s, step->type, out);
    if (ul_step_copies(step) > 1)
        ul_output_format(out, ", %llu such machines", (unsigned long long)ul_step_copies(step));
    ul_output_text(out, ")");
}

/* Of methods that look at what a machine would hold before they open it. */
static void say_bargain(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    const char *task = s->in->task[step->task].name;
    say_new_machine(s, step, out);
    if (step->why == UL_WHY_ALONE) {
        ul_output_format(out, ", the cheapest that holds %s, for it alone: no open machine has room "
                              "for it where company pays.", task);
    } else if (step->why == UL_WHY_PAIR) {
        ul_output_format(out, ", for %s and one more, as two at most share: of the pairs that wait "
                              "they are worth most for the price, %.4g times it.", task, step->value);
    } else {
        ul_output_text(out, ": of all types it gives most for its price, as it can be filled with "
                            "tasks that would cost ");
        ul_say_dollars(out, step->value);
        ul_output_text(out, " alone.");
    }
    say_total(s, out);
}

/* Of Stratus, which chooses a machine for a group of those who wait. */
static void say_acquired(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, "Acquire machine %zu of type %s (", step->bin + 1,
                     s->in->type[step->type].name);
    say_price(s, step->type, out);
    if (step->count == 1)
        ul_output_text(out, "), for the first task that waits");
    else
        ul_output_format(out, "), for the first %llu tasks that wait",
                         (unsigned long long)step->count);
    ul_output_format(out, ": the best score, %.4g.", step->value);
    say_total(s, out);
}

/* Of a finished plan: the sentence goes on with who is on it. */
static void say_holder(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, "Machine %zu of type %s (", step->bin + 1, s->in->type[step->type].name);
    say_price(s, step->type, out);
    if (step->count > 1)
        ul_output_format(out, " an hour, %llu such machines) holds ",
                         (unsigned long long)step->count);
    else
        ul_output_text(out, " an hour) holds ");
}

/* Of methods that open a machine for a task that has no room elsewhere. */
static void say_needed(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    if (step->bin == 0)
        ul_output_format(out, "Nothing is open yet for %s", s->in->task[step->task].name);
    else if (step->why == UL_WHY_LAST && !ul_plan_fits(s->plan, step->bin - 1, step->task, 1))
        say_full_last(s, step->task, step->bin - 1, out);
    else if (step->why == UL_WHY_LAST)
        ul_output_format(out, "No machine for tasks of the size of %s has room",
                         s->in->task[step->task].name);
    else
        ul_output_format(out, "No open machine has room for %s", s->in->task[step->task].name);
    if (step->why != UL_WHY_LAST)
        say_full_machines(s, step->task, step->bin, out);
    ul_output_format(out, ". So machine %zu opens, of type %s (", step->bin + 1,
                     s->in->type[step->type].name);
    say_price(s, step->type, out);
    ul_output_text(out, step->why == UL_WHY_CHAIN
                            ? "): the largest type of the family, or the size whose turn it is."
                            : "): the cheapest type that holds the task alone.");
    if (step->why == UL_WHY_CHEAPEST || step->why == UL_WHY_LAST)
        say_cheaper_types(s, step->task, step->type, out);
    say_total(s, out);
}

/* In the method's own words, behind ours. */
static void say_said(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    if (step->said != NULL)
        ul_say_said(out, step, step->bin + 1, s->in->type[step->type].name);
}

static void say_opening(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    switch (step->why) {
    case UL_WHY_SAID:
        say_new_machine(s, step, out);
        say_said(s, step, out);
        ul_output_text(out, ".");
        say_total(s, out);
        return;
    case UL_WHY_TRIAL:
        ul_output_format(out, "Try a machine of type %s, which costs ",
                         s->in->type[step->type].name);
        say_price(s, step->type, out);
        ul_output_text(out, " an hour. It is kept only if the tasks on it are worth that.");
        return;
    case UL_WHY_WORTH:
    case UL_WHY_PAIR:
    case UL_WHY_ALONE:
        say_bargain(s, step, out);
        return;
    case UL_WHY_SCORE:
        say_acquired(s, step, out);
        return;
    case UL_WHY_PLAIN:
        say_holder(s, step, out);
        return;
    default:
        say_needed(s, step, out);
    }
}

/* Tasks that are worth more than the one that joins and do not fit. */
static void say_worthier(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    const ul_packing *in = s->in;
    const size_t k = s->plan->bin[step->bin].type;
    const ul_micro *free = ul_plan_free(s->plan, step->bin);
    const ul_micro worth = in->type[ul_packing_cheapest_for(in, in->task[step->task].shape)].price;
    size_t named = 0;
    for (size_t j = 0; j < in->n_tasks && j < LOOKED_AT && named < NAMED; j++) {
        const ul_micro price = in->type[ul_packing_cheapest_for(in, in->task[j].shape)].price;
        const ul_micro *need = ul_packing_need(in, j, k);
        if (s->waits[j] == 0 || price <= worth || lacking(s, need, free) == UL_NONE)
            continue;
        ul_output_format(out, "%s%s (", named++ == 0 ? " Worth more but too large: " : "; ",
                         in->task[j].name);
        ul_say_dollars(out, ul_micro_double(price));
        ul_output_text(out, "), the machine ");
        say_lack(s, need, free, out);
    }
    if (named > 0)
        ul_output_text(out, ".");
}

static void say_joining(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    const ul_packing *in = s->in;
    const size_t alone = ul_packing_cheapest_for(in, in->task[step->task].shape);
    ul_output_format(out, "%s joins. Alone it would cost ", in->task[step->task].name);
    say_price(s, alone, out);
    ul_output_format(out, " (on %s), its reservation price; of the tasks that fit it raises the "
                          "machine's worth most, from ", in->type[alone].name);
    ul_say_dollars(out, step->against);
    ul_output_text(out, " to ");
    ul_say_dollars(out, step->value);
    ul_output_text(out, step->why == UL_WHY_ALIGNED
                            ? ", and of those it goes along best with what is free."
                            : ".");
    say_worthier(s, step, out);
}

static void say_putting(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    const char *task = s->in->task[step->task].name;
    const bool fresh = s->plan->bin[step->bin].head == UL_PACKING_NONE;
    if (step->why == UL_WHY_DEAREST || step->why == UL_WHY_ALIGNED) {
        say_joining(s, step, out);
        return;
    }
    if (step->why == UL_WHY_PLAIN) {
        ul_output_text(out, fresh ? "" : ", ");
        if (step->count > 1)
            ul_output_format(out, "%llu of ", (unsigned long long)step->count);
        ul_output_text(out, task);
        return;
    }
    if (step->count > 1)
        ul_output_format(out, "%llu copies of ", (unsigned long long)step->count);
    ul_output_format(out, "%s %s on machine %zu", task, step->count > 1 ? "go" : "goes",
                     step->bin + 1);
    if (step->why == UL_WHY_BEST_FIT && !fresh)
        ul_output_text(out, ", where the least room is left");
    if (step->why == UL_WHY_MOST_ROOM && !fresh)
        ul_output_text(out, ", where most room is left");
    if (step->why == UL_WHY_LAST && !fresh)
        ul_output_text(out, ", the one opened last");
    if (step->why == UL_WHY_DOT)
        ul_output_format(out, ": of those that fit, its demand has the greatest dot product with "
                              "what is free, %.4g, much where much is left", step->value);
    if (step->why == UL_WHY_NEAREST)
        ul_output_format(out, ": of those that fit, its demand is nearest to what is free, %.4g "
                              "away in shares of the machine", sqrt(-step->value));
    if (step->why == UL_WHY_WORTH) {
        ul_output_text(out, ": of the open machines with room, its tasks are then worth most for "
                            "its price, ");
        ul_say_dollars(out, step->value);
        ul_output_text(out, " for ");
        ul_say_dollars(out, step->against);
    }
    if (step->why == UL_WHY_FIRST_FIT && !fresh) {
        ul_output_text(out, ", the first with room");
        say_full_machines(s, step->task, step->bin, out);
    }
    say_said(s, step, out);
    ul_output_text(out, ".");
}

static void say_verdict(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    const bool kept = step->kind == UL_STEP_KEEP;
    if (step->why == UL_WHY_NOTHING_FITS) {
        ul_output_format(out, "None of the tasks that wait fits on type %s: on to the next.",
                         s->in->type[s->plan->bin[step->bin].type].name);
        return;
    }
    ul_output_text(out, kept ? "Kept: the tasks are worth " : "Given up: the tasks are worth ");
    ul_say_dollars(out, step->value);
    ul_output_text(out, kept ? ", no less than the machine's price of "
                             : ", less than the machine's price of ");
    ul_say_dollars(out, step->against);
    if (!kept) {
        ul_output_text(out, ". They wait again, and the next cheaper type has its turn.");
        return;
    }
    ul_output_text(out, ".");
    if (step->count > 1)
        ul_output_format(out, " The next machines come out the same: %llu of them.",
                         (unsigned long long)step->count);
    say_total(s, out);
}

static void say_resizing(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, step->why == UL_WHY_OFFERED
                              ? "In the plan that is offered machine %zu is of type %s: it holds the same "
                                "tasks for "
                              : "Machine %zu becomes one of type %s, the cheapest that holds the same "
                                "tasks: ",
                     step->bin + 1, s->in->type[step->type].name);
    say_price(s, step->type, out);
    ul_output_text(out, " instead of ");
    say_price(s, s->plan->bin[step->bin].type, out);
    ul_output_text(out, ".");
}

static void say_turn(const ul_step *step, ul_output *out)
{
    const char *tasks = step->count == 1 ? "task" : "tasks";
    if (step->why == UL_WHY_SMALLER)
        ul_output_text(out, "The machine opened last in each family is packed again, one size "
                            "smaller; the cheapest of all these plans will be the answer.");
    else if (step->value < 0)
        ul_output_format(out, "The %llu %s of unknown runtime have their turn, in file order.",
                         (unsigned long long)step->count, tasks);
    else
        ul_output_format(out, "Runtimes from %.6g to %.6g seconds have their turn: %llu %s, the "
                              "longest first.", step->value, step->against,
                         (unsigned long long)step->count, tasks);
}

/* ---- one function a step: what it says, and what becomes of the state ---- */

static ul_status tell_next(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    const ul_packing_task *task = &s->in->task[step->task];
    ul_output_format(out, "Next in order is %s", task->name);
    if (step->count > 1)
        ul_output_format(out, ", %llu copies of it", (unsigned long long)step->count);
    ul_output_text(out, ". It needs ");
    say_demand(s, step->task, ul_packing_cheapest_for(s->in, task->shape), out);
    ul_output_text(out, ".");
    return UL_OK;
}

static ul_status tell_weighed(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    const char *task = s->in->task[step->task].name;
    if (step->kind == UL_STEP_PASS)
        ul_output_format(out, "with %s too, no type holds the group", task);
    else
        ul_output_format(out, "%s%s on %s: score %.4g, the best so far",
                         step->count == 1 ? "" : "the group up to ", task,
                         s->in->type[step->type].name, step->value);
    return UL_OK;
}

static ul_status tell_turn(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    if (step->why == UL_WHY_SAID)
        say_said(s, step, out);
    else
        say_turn(step, out);
    return UL_OK;
}

static ul_status tell_opening(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    UL_TRY(ul_following_open(s, step));
    if (s->n_waiting > 0) /* a trial for nobody is not worth a word */
        say_opening(s, step, out);
    return UL_OK;
}

static ul_status tell_putting(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    say_putting(s, step, out);
    return ul_following_put(s, step);
}

static ul_status tell_keeping(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_following_repeat(s, step);
    say_verdict(s, step, out);
    return UL_OK;
}

static ul_status tell_dropping(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    if (s->n_waiting > 0 || s->plan->bin[step->bin].head != UL_PACKING_NONE)
        say_verdict(s, step, out);
    ul_following_take_back(s, step->bin);
    return UL_OK;
}

static ul_status tell_resizing(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    say_resizing(s, step, out);
    if (step->why == UL_WHY_OFFERED)
        return UL_OK;
    s->cost -= ul_following_bin_cost(s, step->bin);
    s->plan->bin[step->bin].type = (uint32_t)step->type;
    s->cost += ul_following_bin_cost(s, step->bin);
    return UL_OK;
}

static ul_status tell_emptying(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, "Machine %zu is emptied, its tasks wait again", step->bin + 1);
    say_said(s, step, out);
    ul_output_text(out, ".");
    s->cost -= ul_following_bin_cost(s, step->bin);
    ul_following_take_back(s, step->bin);
    return UL_OK;
}

static ul_status say(void *context, const ul_step *step, ul_output *out)
{
    static ul_status (*const tell[])(ul_packing_following *, const ul_step *, ul_output *) = {
        [UL_STEP_TURN] = tell_turn,     [UL_STEP_NEXT] = tell_next,
        [UL_STEP_WEIGH] = tell_weighed, [UL_STEP_PASS] = tell_weighed,
        [UL_STEP_OPEN] = tell_opening,  [UL_STEP_PUT] = tell_putting,
        [UL_STEP_KEEP] = tell_keeping,  [UL_STEP_DROP] = tell_dropping,
        [UL_STEP_RESIZE] = tell_resizing, [UL_STEP_EMPTY] = tell_emptying,
        [UL_STEP_STOP] = tell_turn,
    };
    const bool ours = step->kind < sizeof tell / sizeof *tell && tell[step->kind] != NULL;
    return ours ? tell[step->kind](context, step, out) : UL_OK; /* else not of packing */
}

/* Whoever proves tells of bounds and not of tasks: what it says names every plan and
 * bound that counts, those that it offered besides are left out, and the plan follows,
 * piece by piece. */
static ul_status complete(const void *plan, ul_recording *recording)
{
    size_t kept = 0;
    for (size_t q = 0; q < recording->n; q++)
        if (recording->item[q].step.kind == UL_STEP_OPEN)
            return UL_OK;
    for (size_t q = 0; q < recording->n; q++)
        if (recording->item[q].step.kind != UL_STEP_PLAN
            && recording->item[q].step.kind != UL_STEP_BOUND)
            recording->item[kept++] = recording->item[q];
    recording->n = recording->n_frames = kept;
    return ul_packing_unroll(plan, recording);
}

const ul_narrator ul_narrator_packing = {
    .kind = &ul_kind_packing,
    .begin = ul_following_begin,
    .say = say,
    .unroll = ul_packing_unroll,
    .complete = complete,
    .instance_json = ul_packing_instance_json,
    .plan_json = ul_packing_plan_json,
};
