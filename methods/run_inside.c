/* Methods that call others: a run inside a run. */
#include <math.h>
#include <string.h>

#include "clock.h"
#include "process_tree.h"
#include "run_state.h"

enum { HURRY_S = 2 };

/* What an inner run has found is offered to the outer one, and checked there once more. */
static ul_status take_over(ul_run *run, const ul_run *inner)
{
    if (inner->result.plan != NULL)
        UL_TRY(ul_run_offer(run, inner->result.plan));
    if (inner->result.has_bound && !inner->bounds_some) /* what speaks of some is no bound of all */
        UL_TRY(ul_run_keep_bound(run, inner->result.bound));
    if (inner->result.has_claim)
        ul_run_claim(run, inner->result.claim);
    return UL_OK;
}

/* A look at what all processes used takes a millisecond or two, more than most methods that
 * are called: one watch does for all runs, and so does the caller's wish to end. */
static void share_watch(const ul_run *run, double most_s, ul_run *inner)
{
    inner->is_inside = true;
    inner->cpu = run->cpu;
    inner->stop = run->stop;
    inner->options.stop = run->options.stop;
    inner->options.stop_context = run->options.stop_context;
    if (run->cpu == NULL)
        return;
    const double used_s = ul_clock_cpu_s() - run->cpu->start_s;
    inner->options.cpu_limit_s = fmin(run->options.cpu_limit_s, used_s + most_s);
    const double look_s = ul_process_tree_look_s(ul_clock_wall_s(), inner->options.cpu_limit_s - used_s);
    run->cpu->look_s = fmin(run->cpu->look_s, look_s);
}

static ul_status run_inside(ul_run *run, double most_s, const ul_method *method,
                            const char *const *set, size_t n_set, ul_run **inner)
{
    const double left_s = ul_run_left_s(run), limit_s = left_s < HUGE_VAL || run->cpu == NULL
                                                            ? fmin(most_s, left_s)
                                                            : HUGE_VAL;
    const ul_run_options options = {
        .time_limit_s = limit_s < HUGE_VAL ? fmax(limit_s, 1e-9) : 0,
        .seed = run->options.seed,
        .set = set,
        .n_set = n_set,
        .methods = run->options.methods,
    };
    UL_TRY(ul_run_new(method, run->instance, &options, inner));
    share_watch(run, most_s, *inner);
    UL_TRY(ul_run_go(*inner));
    return take_over(run, *inner);
}

ul_status ul_run_call_for(ul_run *run, double most_s, const ul_method *method,
                          const char *const *set, size_t n_set)
{
    ul_run *inner = NULL;
    if (ul_run_expired(run))
        return UL_OK;
    const ul_status status = run_inside(run, most_s, method, set, n_set, &inner);
    ul_run_free(inner);
    return status;
}

ul_status ul_run_call_named(ul_run *run, double most_s, const char *name, const char *const *set,
                            size_t n_set)
{
    for (size_t q = 0; run->options.methods != NULL && run->options.methods[q] != NULL; q++)
        if (strcmp(run->options.methods[q]->name, name) == 0)
            return ul_run_call_for(run, most_s, run->options.methods[q], set, n_set);
    return UL_OK;
}

ul_status ul_run_call(ul_run *run, const ul_method *method, const char *const *set, size_t n_set)
{
    return ul_run_call_for(run, HUGE_VAL, method, set, n_set);
}

ul_status ul_run_delegate(ul_run *run, const ul_method *method, const char *const *set,
                          size_t n_set)
{
    ul_run *inner = NULL;
    if (ul_run_expired(run))
        return UL_OK;
    ul_status status = run_inside(run, HUGE_VAL, method, set, n_set, &inner);
    if (status == UL_OK && inner->note[0] != '\0')
        status = ul_run_note(run, inner->note);
    if (status == UL_OK) {
        run->result.n_rejected += inner->result.n_rejected;
        run->said = inner->said;
        ul_run_knows(run, inner->result.knows);
    }
    ul_run_free(inner);
    return status;
}

/* How long the next of them may take: they share half of the time, or all of it as long as
 * there is no plan. */
static double most_for_next_s(const ul_run *run, double kept_s)
{
    const double left_s = ul_run_work_left_s(run);
    return kept_s < HUGE_VAL && ul_run_best(run) != NULL ? left_s - kept_s : left_s;
}

static ul_status call_those_with(ul_run *run, unsigned traits, unsigned among, double kept_s)
{
    for (size_t q = 0; run->options.methods != NULL && run->options.methods[q] != NULL; q++) {
        const ul_method *method = run->options.methods[q];
        if ((method->traits & among) != traits || method == run->method
            || !ul_method_suits(method, run->instance))
            continue;
        const double most_s = most_for_next_s(run, kept_s);
        if (most_s <= 0)
            return UL_OK;
        const ul_status status = ul_run_call_for(run, most_s, method, NULL, 0);
        if (status != UL_OK && status != UL_E_INPUT) /* the latter is made for other instances */
            return status;
    }
    return UL_OK;
}

/* Where there is little time the quick ones come before any that might use it up, and may have
 * three quarters. */
ul_status ul_run_call_constructive(ul_run *run)
{
    const unsigned among = UL_CONSTRUCTIVE | UL_SLOW;
    const double kept_s = ul_run_work_left_s(run) / 2;
    if (kept_s > HURRY_S)
        return call_those_with(run, UL_CONSTRUCTIVE, among, kept_s);
    UL_TRY(call_those_with(run, UL_CONSTRUCTIVE | UL_QUICK, among | UL_QUICK, kept_s / 2));
    return call_those_with(run, UL_CONSTRUCTIVE, among | UL_QUICK, kept_s);
}
