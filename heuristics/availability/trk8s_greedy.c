/* The two greedy policies of TR-Kubernetes, Section 3.3, as printed: one machine at
 * a time, judged by the availability of the pool with it, until the target holds.
 *
 * While the pool is smaller than the target, the availability that counts is that
 * of the capacity selected so far; the first machine is judged alone.
 *
 *   trk8s                least log(1/A) * (price per unit of the type)   (Equation 6)
 *   greedy-availability  greatest A, the price only breaks ties
 *
 * A type that has the capacity alone already is no candidate any more. trk8s ends
 * when its pool is dearer than on-demand machines. O(machines * types^2 * capacity).
 */
#include <math.h>

#include "availability_policies.h"
#include "availability_trial.h"

static const char too_dear[] = "The pool is dearer than on-demand machines: the method stops.";

typedef double (*criterion)(double availability, double unit_price);

static double log_criterion(double availability, double unit_price)
{
    return log(1 / availability) * unit_price;
}

static double availability_criterion(double availability, double unit_price)
{
    (void)unit_price;
    return -availability;
}

static double unit_price(const ul_availability_type *type)
{
    return type->price / (double)type->capacity;
}

/* The winner of one step, UL_NONE where the time is over before it is known; *availability is
 * that of the target with it. */
static size_t choose(ul_trial_pool *pool, criterion judge, const ul_run *run, double *availability)
{
    const ul_step_listener *listener = ul_run_steps(run);
    const ul_availability *in = pool->in;
    const uint64_t counted = pool->capacity < in->capacity ? pool->capacity : in->capacity;
    size_t best = UL_NONE;
    double best_value = INFINITY;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_availability_type *type = &in->type[k];
        size_t length;
        double a = type->availability;
        if (ul_run_expired(run))
            return UL_NONE;
        if (a <= 0 || pool->count[k] * type->capacity >= in->capacity) {
            /* never up, or enough alone already: more of it is for nothing */
            UL_TELL(listener, .kind = UL_STEP_PASS, .type = k,
                    .why = "{type} is no candidate: it has the whole capacity alone already, or is "
                           "never up");
            continue;
        }
        if (counted > 0) {
            a = 1 - ul_trial_guess(pool, k, (size_t)counted);
            if (isnan(a)) {
                const double *mass = ul_trial_mass(pool, k, (size_t)counted, &length);
                a = 1 - ul_trial_sum_fast(mass, length);
            }
        }
        const double value = judge(a, unit_price(type));
        UL_TELL(listener, .kind = UL_STEP_WEIGH, .type = k, .value = value, .against = a);
        if (best == UL_NONE || value < best_value
            || (value == best_value && unit_price(type) < unit_price(&in->type[best]))) {
            best = k;
            best_value = value;
            *availability = a;
        }
    }
    if (counted < in->capacity)
        *availability = 0;
    return best;
}

/* What the capacity costs on demand; infinity when it is not offered. */
static double on_demand_price(const ul_availability *in)
{
    const size_t k = ul_availability_on_demand_type(in);
    return k == UL_NONE ? INFINITY
                        : in->type[k].on_demand_price / (double)in->type[k].capacity
                              * (double)in->capacity;
}

static ul_status grow(const ul_availability *in, ul_run *run, criterion judge, double limit,
                      ul_availability_plan *plan, ul_pool_policy_account *account)
{
    ul_trial_pool pool;
    const ul_step_listener *listener = ul_run_steps(run);
    ul_arena *arena = ul_run_arena(run);
    size_t *order;
    UL_ALLOC(arena, order, in->n_types);
    for (size_t k = 0; k < in->n_types; k++)
        order[k] = k;
    UL_TRY(ul_trial_new(in, order, arena, &pool));
    *account = (ul_pool_policy_account){.met = in->capacity == 0, .availability = in->capacity == 0};
    while (!account->met && account->price <= limit && !ul_run_expired(run)) {
        const size_t k = choose(&pool, judge, run, &account->availability);
        if (k == UL_NONE)
            break;
        UL_TELL(listener, .kind = UL_STEP_HOLD, .why = UL_WHY_BEST_CANDIDATE, .type = k, .count = 1,
                .value = account->availability,
                .against = (double)(pool.capacity < in->capacity ? pool.capacity : in->capacity));
        ul_trial_add(&pool, k);
        account->steps++;
        account->price += in->type[k].price;
        account->met = 1 - account->availability <= ul_availability_allowance(in);
    }
    UL_TELL(listener, .kind = UL_STEP_STOP,
            .why = account->met ? UL_WHY_TARGET_MET
                   : account->price > limit ? too_dear : UL_WHY_NONE_LEFT);
    ul_trial_store(&pool, plan);
    return UL_OK;
}

ul_status ul_pool_policy_trk8s(const ul_availability *in, ul_run *run, ul_availability_plan *plan,
                               ul_pool_policy_account *account)
{
    return grow(in, run, log_criterion, on_demand_price(in), plan, account);
}

ul_status ul_pool_policy_greedy_availability(const ul_availability *in, ul_run *run,
                                             ul_availability_plan *plan,
                                             ul_pool_policy_account *account)
{
    return grow(in, run, availability_criterion, INFINITY, plan, account);
}
