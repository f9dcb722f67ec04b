/* Packing decisions in words.
 * A sentence names at most a few machines, types or tasks that were passed
 * over, and looks at no more than LOOKED_AT to find them: O(resources) each.
 */
#include <stdbool.h>

#include "narrator.h"
#include "packing_data.h"
#include "packing_following.h"
#include "reason.h"
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
        ul_output_format(out, "%s%s (", named++ == 0 ? ". Cheaper but too small: " : "; ",
                         s->in->type[other].name);
        say_price(s, other, out);
        ul_output_text(out, ") ");
        say_lack(s, need, capacity, out);
    }
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

/* Of a finished plan: the sentence goes on with who is on it. */
static void say_holder(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, "Machine %zu of type %s (", step->bin + 1, s->in->type[step->type].name);
    say_price(s, step->type, out);
    if (step->copies > 1)
        ul_output_format(out, " an hour, %llu such machines) holds ",
                         (unsigned long long)step->copies);
    else
        ul_output_text(out, " an hour) holds ");
}

/* ---- words that reasons use ---- */

static double bin_number(const void *state, const ul_step *step)
{
    (void)state;
    return (double)step->bin + 1;
}

static double n_there(const void *state, const ul_step *step)
{
    const ul_packing_following *s = state;
    return s->plan->bin[step->bin].head != UL_PACKING_NONE;
}

static void put_type(const void *state, const ul_step *step, ul_output *out)
{
    const ul_packing_following *s = state;
    ul_output_text(out, s->in->type[step->type].name);
}

static void put_price(const void *state, const ul_step *step, ul_output *out)
{
    say_price(state, step->type, out);
}

static void put_task(const void *state, const ul_step *step, ul_output *out)
{
    const ul_packing_following *s = state;
    ul_output_text(out, s->in->task[step->task].name);
}

static size_t type_alone(const ul_packing_following *s, const ul_step *step)
{
    return ul_packing_cheapest_for(s->in, s->in->task[step->task].shape);
}

static void put_type_alone(const void *state, const ul_step *step, ul_output *out)
{
    const ul_packing_following *s = state;
    ul_output_text(out, s->in->type[type_alone(s, step)].name);
}

static void put_price_alone(const void *state, const ul_step *step, ul_output *out)
{
    say_price(state, type_alone(state, step), out);
}

/* Why no open machine takes the task, where all are looked at. */
static void put_no_room(const void *state, const ul_step *step, ul_output *out)
{
    const ul_packing_following *s = state;
    ul_output_format(out, step->bin == 0 ? "Nothing is open yet for %s" : "No open machine has room for %s",
                     s->in->task[step->task].name);
    say_full_machines(s, step->task, step->bin, out);
}

/* The same where only the last one is, of all or of a size. */
static void put_last_full(const void *state, const ul_step *step, ul_output *out)
{
    const ul_packing_following *s = state;
    const char *task = s->in->task[step->task].name;
    if (step->bin == 0)
        ul_output_format(out, "Nothing is open yet for %s", task);
    else if (!ul_plan_fits(s->plan, step->bin - 1, step->task, 1))
        say_full_last(s, step->task, step->bin - 1, out);
    else
        ul_output_format(out, "No machine for tasks of the size of %s has room", task);
}

static void put_full(const void *state, const ul_step *step, ul_output *out)
{
    say_full_machines(state, step->task, step->bin, out);
}

static void put_cheaper(const void *state, const ul_step *step, ul_output *out)
{
    say_cheaper_types(state, step->task, step->type, out);
}

/* Tasks that are worth more than the one that joins and do not fit. */
static void put_worthier(const void *state, const ul_step *step, ul_output *out)
{
    const ul_packing_following *s = state;
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
        ul_output_format(out, "%s%s (", named++ == 0 ? ". Worth more but too large: " : "; ",
                         in->task[j].name);
        ul_say_dollars(out, ul_micro_double(price));
        ul_output_text(out, "), the machine ");
        say_lack(s, need, free, out);
    }
}

static const ul_word words[] = {
    {"bin", .number = bin_number}, /* the machine's, from 1 on */
    {"there", .number = n_there},  /* 0 where nobody is on the machine yet */
    {"type", .put = put_type},
    {"price", .put = put_price}, /* of the type */
    {"task", .put = put_task},
    {"type alone", .put = put_type_alone}, /* the cheapest that holds the task */
    {"price alone", .put = put_price_alone},
    {"no room", .put = put_no_room}, /* "No open machine has room for t: machine 1 has ..." */
    {"last full", .put = put_last_full},
    {"full", .put = put_full},         /* ": machine 1 has ..." */
    {"cheaper", .put = put_cheaper},   /* ". Cheaper but too small: small ($1) has ..." */
    {"worthier", .put = put_worthier}, /* ". Worth more but too large: u ($2), ..." */
    {0},
};

static void say_why(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_say_why(out, step, words, s);
}

static void say_opening(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    if (step->why == NULL) {
        say_holder(s, step, out);
        return;
    }
    if (ul_why_goes_on(step))
        say_new_machine(s, step, out);
    say_why(s, step, out);
    if (ul_why_goes_on(step))
        ul_output_text(out, ".");
    say_total(s, out);
}

/* Of a finished plan a task is one of a list. */
static void say_listed(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_text(out, s->plan->bin[step->bin].head == UL_PACKING_NONE ? "" : ", ");
    if (step->count > 1)
        ul_output_format(out, "%llu of ", (unsigned long long)step->count);
    ul_output_text(out, s->in->task[step->task].name);
}

static void say_putting(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    const bool goes_on = ul_why_goes_on(step);
    if (step->why == NULL) {
        say_listed(s, step, out);
        return;
    }
    if (goes_on && step->count > 1)
        ul_output_format(out, "%llu copies of ", (unsigned long long)step->count);
    if (goes_on)
        ul_output_format(out, "%s %s on machine %zu", s->in->task[step->task].name,
                         step->count > 1 ? "go" : "goes", step->bin + 1);
    say_why(s, step, out);
    if (goes_on)
        ul_output_text(out, ".");
}

static void say_resizing(const ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, step->kind == UL_STEP_OFFER
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

static ul_status tell_reason(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    say_why(s, step, out);
    return UL_OK;
}

static ul_status tell_opening(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    UL_TRY(ul_following_open(s, step));
    if (s->n_waiting > 0)
        say_opening(s, step, out);
    return UL_OK;
}

static ul_status tell_trial(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    UL_TRY(ul_following_open(s, step));
    if (s->n_waiting > 0) /* a trial for nobody is not worth a word */
        say_why(s, step, out);
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
    say_why(s, step, out);
    say_total(s, out);
    return UL_OK;
}

static ul_status tell_dropping(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    if (s->n_waiting > 0 || s->plan->bin[step->bin].head != UL_PACKING_NONE)
        say_why(s, step, out);
    ul_following_take_back(s, step->bin);
    return UL_OK;
}

static ul_status tell_resizing(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    say_resizing(s, step, out);
    s->cost -= ul_following_bin_cost(s, step->bin);
    s->plan->bin[step->bin].type = (uint32_t)step->type;
    s->cost += ul_following_bin_cost(s, step->bin);
    return UL_OK;
}

static ul_status tell_offer(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    say_resizing(s, step, out);
    return UL_OK;
}

static ul_status tell_emptying(ul_packing_following *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, "Machine %zu is emptied, its tasks wait again", step->bin + 1);
    say_why(s, step, out);
    ul_output_text(out, ".");
    s->cost -= ul_following_bin_cost(s, step->bin);
    ul_following_take_back(s, step->bin);
    return UL_OK;
}

static ul_status say(void *context, const ul_step *step, ul_output *out)
{
    static ul_status (*const tell[])(ul_packing_following *, const ul_step *, ul_output *) = {
        [UL_STEP_TURN] = tell_reason,     [UL_STEP_NEXT] = tell_next,
        [UL_STEP_WEIGH] = tell_reason,    [UL_STEP_PASS] = tell_reason,
        [UL_STEP_OPEN] = tell_opening,    [UL_STEP_OPEN_FOR] = tell_opening,
        [UL_STEP_TRIAL] = tell_trial,     [UL_STEP_PUT] = tell_putting,
        [UL_STEP_KEEP] = tell_keeping,    [UL_STEP_DROP] = tell_dropping,
        [UL_STEP_RESIZE] = tell_resizing, [UL_STEP_OFFER] = tell_offer,
        [UL_STEP_EMPTY] = tell_emptying,  [UL_STEP_STOP] = tell_reason,
    };
    const bool ours = step->kind < sizeof tell / sizeof *tell && tell[step->kind] != NULL;
    return ours ? tell[step->kind](context, step, out) : UL_OK; /* else not of packing */
}

static bool opens(const ul_step *step)
{
    return step->kind >= UL_STEP_OPEN && step->kind <= UL_STEP_TRIAL;
}

/* Whoever proves tells of bounds and not of tasks: what it says names every plan and
 * bound that counts, those that it offered besides are left out, and the plan follows,
 * piece by piece. */
static ul_status complete(const void *plan, ul_recording *recording)
{
    size_t kept = 0;
    for (size_t q = 0; q < recording->n; q++)
        if (opens(&recording->item[q].step))
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
