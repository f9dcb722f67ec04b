/* A clairvoyant heuristic, which the authors' plots call Omniscient: for each k the k longest
 * stretches with spot, the last cut short where they are enough, and the rest on demand in the
 * longest gaps between them; of all k the cheapest. After the paper's description; its code
 * has no rules that are written down. O(stretches^2 log stretches + stretches * ticks). */
#include <stdlib.h>
#include <string.h>

#include "deadline_plan.h"
#include "run.h"

typedef struct {
    size_t from, ticks;
} stretch;

/* Longest first; of equal ones the earlier. */
static int by_length(const void *a, const void *b)
{
    const stretch *x = a, *y = b;
    UL_HIGHER_FIRST(x->ticks, y->ticks);
    return x->from < y->from ? -1 : x->from > y->from;
}

typedef struct {
    const ul_deadline *in;
    stretch *spot, *gap;
    size_t n_spot;
    ul_deadline_plan *plan, *best;
    ul_cost least; /* of the prices of the best, or -1 */
} trial;

/* Works in the stretches, longest first, until nothing is left to do; returns what is left. */
static int64_t work_in(trial *t, const stretch *list, size_t n, ul_mode mode, int64_t left_s)
{
    const ul_deadline *in = t->in;
    for (size_t q = 0; q < n && left_s > 0; q++) {
        const int64_t enough = (left_s + in->overhead_s + in->tick_s - 1) / in->tick_s;
        const size_t ticks = list[q].ticks < (size_t)enough ? list[q].ticks : (size_t)enough;
        const int64_t worth_s = (int64_t)ticks * in->tick_s - in->overhead_s;
        if (worth_s <= 0)
            break; /* nor would the shorter ones be worth anything */
        memset(t->plan->mode + list[q].from, mode, ticks);
        left_s -= worth_s;
    }
    return left_s;
}

/* The ticks before the deadline in which the plan is idle, longest first. */
static size_t find_gaps(trial *t)
{
    size_t n = 0;
    for (size_t i = 0, end; i < t->in->n_usable; i = end) {
        for (end = i + 1; end < t->in->n_usable && t->plan->mode[end] == t->plan->mode[i];)
            end++;
        if (t->plan->mode[i] == UL_IDLE)
            t->gap[n++] = (stretch){i, end - i};
    }
    qsort(t->gap, n, sizeof *t->gap, by_length);
    return n;
}

static void try_longest(trial *t, size_t k)
{
    const size_t n = t->in->n_usable;
    ul_cost prices = 0;
    memset(t->plan->mode, UL_IDLE, n);
    int64_t left_s = work_in(t, t->spot, k, UL_SPOT, t->in->work_s);
    if (left_s > 0)
        left_s = work_in(t, t->gap, find_gaps(t), UL_ON_DEMAND, left_s);
    for (size_t i = 0; i < n; i++)
        prices += t->in->price[t->plan->mode[i]];
    if (left_s > 0 || (t->least >= 0 && prices >= t->least))
        return;
    t->least = prices;
    memcpy(t->best->mode, t->plan->mode, n);
}

static ul_status solve(const ul_deadline *in, ul_run *run)
{
    ul_arena *arena = ul_run_arena(run);
    trial t = {.in = in, .least = -1};
    UL_ALLOC(arena, t.spot, in->n_usable);
    UL_ALLOC(arena, t.gap, in->n_usable);
    UL_TRY(ul_deadline_plan_new(in, arena, &t.plan));
    UL_TRY(ul_deadline_plan_new(in, arena, &t.best));
    for (size_t i = 0, end; i < in->n_usable; i = end) {
        for (end = i + 1; end < in->n_usable && in->has_spot[end] == in->has_spot[i];)
            end++;
        if (in->has_spot[i])
            t.spot[t.n_spot++] = (stretch){i, end - i};
    }
    qsort(t.spot, t.n_spot, sizeof *t.spot, by_length);
    for (size_t k = 0; k <= t.n_spot && !ul_run_expired(run); k++)
        try_longest(&t, k);
    return t.least < 0 ? UL_OK : ul_run_offer(run, t.best);
}

const ul_method ul_method_quick_optimal = {
    .name = "quick-optimal",
    .brief = "the longest stretches with spot, on demand in the longest gaps; knows the trace",
    .paper = "Can't Be Late, NSDI 2024, its simulator",
    .traits = UL_CONSTRUCTIVE | UL_OFFLINE,
    .deadline = solve,
};
