/* Local search for the cheapest pool: descents by exchanges between two types from
 * many starts, the best pool disturbed again and again.
 *
 * Starts: pools that are valid by construction, every constructive method, and the cheapest m types in equal shares for
 * m = 1, 2, ... A disturbance drops, adds or rescales a few types of the present
 * pool and scales it back to validity. The present pool may get a little dearer
 * (at most one in 200), so that the search leaves narrow valleys.
 *
 * A descent takes O(types * held * capacity) a pass, about a millisecond for 26
 * types and 5000 units.
 */
#include <math.h>
#include <string.h>

#include "availability_improve.h"
#include "availability_policies.h"

typedef struct {
    ul_cover cover;
    ul_improver improver;
    ul_availability_plan *plan;
    uint32_t present[UL_COVER_COLUMNS];
    ul_cost present_cost;
    bool started;
} search;

static ul_status offer(search *s, ul_run *run, const uint32_t *count)
{
    ul_cost best;
    if (ul_run_best_cost(run, &best) && ul_cover_cost(&s->cover, count) >= best)
        return UL_OK;
    ul_cover_store(&s->cover, count, s->plan);
    return ul_run_offer(run, s->plan);
}

/* Descends from a pool and keeps it as the present one when it is good enough. */
static ul_status visit(search *s, ul_run *run, uint32_t *count)
{
    if (!ul_improver_repair(&s->improver, count))
        return UL_OK;
    ul_improver_descend(&s->improver, count);
    const ul_cost cost = ul_cover_cost(&s->cover, count);
    if (!s->started || cost < s->present_cost + s->present_cost / 200) {
        s->started = true;
        s->present_cost = cost;
        memcpy(s->present, count, sizeof s->present);
    }
    return offer(s, run, count);
}

/* Types each of which has the capacity alone, so that the pool fails only when all are
 * down: the least price for its unavailability first, until that is rare enough. A valid
 * plan, at no time, wherever there is one. */
static ul_status offer_spares(search *s, ul_run *run)
{
    const ul_availability *in = s->cover.in;
    bool *taken;
    double all_down = 1;
    const double allowance = ul_cover_safe_allowance(&s->cover);
    UL_ALLOC(ul_run_arena(run), taken, in->n_types);
    for (size_t k = 0; k < in->n_types; k++)
        s->plan->hold[k] = s->plan->on_demand[k] = 0;
    while (all_down > allowance && !ul_run_expired(run)) {
        size_t best = UL_NONE;
        double least = HUGE_VAL;
        for (size_t k = 0; k < in->n_types; k++) {
            const ul_availability_type *type = &in->type[k];
            const double machines = ceil(s->cover.wanted / (double)type->capacity);
            const double price = machines * ul_cost_double(type->cost)
                                 / -log(fmax(ul_availability_down(type), allowance));
            if (!taken[k] && type->availability > 0 && price < least) {
                least = price;
                best = k;
            }
        }
        if (best == UL_NONE)
            return UL_OK;
        const ul_availability_type *type = &in->type[best];
        taken[best] = true;
        all_down *= ul_availability_down(type);
        s->plan->hold[best] = (uint32_t)((in->capacity + type->capacity - 1) / type->capacity);
    }
    return ul_run_offer(run, s->plan);
}

static ul_status start(search *s, ul_run *run)
{
    uint32_t count[UL_COVER_COLUMNS] = {0};
    if (ul_pool_policy_on_demand(s->cover.in, s->plan))
        UL_TRY(ul_run_offer(run, s->plan));
    UL_TRY(offer_spares(s, run));
    UL_TRY(ul_run_call_constructive(run));
    if (ul_run_best(run) != NULL) {
        ul_cover_load(&s->cover, ul_run_best(run), count);
        UL_TRY(visit(s, run, count));
    }
    for (size_t m = 1; m <= s->cover.n && m <= 16 && !ul_run_expired(run); m++) {
        memset(count, 0, sizeof count);
        for (size_t k = 0; k < m; k++)
            count[k] = (uint32_t)(s->cover.wanted / (double)m / s->cover.size[k]) + 1;
        UL_TRY(visit(s, run, count));
    }
    return UL_OK;
}

static void disturb(const ul_cover *cover, ul_rng *rng, uint32_t *count)
{
    const size_t changes = 1 + ul_rng_below(rng, 3);
    for (size_t q = 0; q < changes; q++) {
        const size_t k = ul_rng_below(rng, cover->n);
        const double full = cover->most[k] / cover->size[k];
        if (count[k] == 0)
            count[k] = (uint32_t)(full * 0.3 * ul_rng_unit(rng)) + 1;
        else if (ul_rng_below(rng, 3) == 0)
            count[k] = 0;
        else
            count[k] = (uint32_t)(count[k] * (0.5 + ul_rng_unit(rng))) + 1;
    }
}

static ul_status solve(const ul_availability *in, ul_run *run)
{
    search *s;
    uint32_t count[UL_COVER_COLUMNS];
    UL_ALLOC(ul_run_arena(run), s, 1);
    ul_cover_of(in, &s->cover);
    UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &s->plan));
    if (ul_cover_infeasible(&s->cover, run))
        return UL_OK;
    UL_TRY(ul_improver_new(&s->cover, run, &s->improver));
    if (in->capacity == 0 || in->target <= 0)
        return ul_run_offer(run, s->plan);
    UL_TRY(start(s, run));
    const double rounds = ul_run_number(run, "rounds");
    for (double q = 0; q < rounds && s->started && !ul_run_expired(run); q++) {
        memcpy(count, s->present, sizeof count);
        disturb(&s->cover, ul_run_rng(run), count);
        UL_TRY(visit(s, run, count));
    }
    return UL_OK;
}

static const ul_param param[] = {
    UL_COUNT("rounds", "1000", "disturbances", 0, 1e9),
    {0},
};

const ul_method ul_method_availability_local = {
    .name = "availability-local",
    .brief = "local search over pools: exchanges between two types, disturbed and repeated",
    .paper = "our own",
    .traits = UL_ANYTIME,
    .param = param,
    .availability = solve,
};
