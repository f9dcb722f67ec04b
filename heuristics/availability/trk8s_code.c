/* TR-Kubernetes' greedy as its public code runs, to the last bit.
 *
 * Types are sorted once by price * log10(1/p) / capacity. At step s the first
 * s + 1 sorted types are candidates: one machine of each is added on trial and
 * judged by f = (price of the pool) * log10(1/A), where A is the availability of
 * the target, or of half the pool's own capacity while the pool is too small. The
 * least f wins; once the capacity is there, A must not fall either. The target
 * only decides when to stop; at three times the capacity the code gives up.
 *
 * The original multiplies dense polynomials anew for every trial. Here a trial is
 * first guessed within narrow limits, which decide nearly every comparison; where
 * they do not, its polynomial is multiplied and summed in the original's order. The
 * same doubles, a thousand times sooner. O(steps * types * capacity) while the limits
 * decide.
 */
#include <math.h>
#include <stdlib.h>

#include "availability_policies.h"
#include "availability_trial.h"

typedef struct {
    size_t type;
    double key;
} keyed;

/* Least and greatest value that the original's arithmetic may have; equal when known. */
typedef struct {
    double least, most;
} range;

typedef struct {
    size_t position; /* UL_NONE: no trial was accepted */
    double price;    /* of the pool with the candidate, as the original rounds it */
    range f, availability;
} trial;

typedef struct {
    ul_trial_pool pool;
    const ul_run *run;
    const ul_step_listener *listener;
    uint64_t wanted;
    double price;       /* of the pool, drifting as the original's */
    range availability; /* of the target, by the last accepted trial; 0 before */
    bool of_pool;       /* that trial is the pool as it stands */
} greedy;

/* A guess of a trial's failure is within this share of the original's. */
#define DOUBT 1e-9

/* Stands for an availability of zero, whose logarithm would be infinite. */
#define NEVER_UP 1e-300

static double log10_of(double x)
{
    return log(x) / log(10.0);
}

static int by_key(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    UL_LOWER_FIRST(x->key, y->key);
    return (x->type > y->type) - (x->type < y->type);
}

/* How many coefficients the availability of a pool of this capacity sums. */
static size_t summed(const greedy *g, uint64_t capacity)
{
    return (size_t)(capacity >= g->wanted ? g->wanted : (capacity + 1) / 2);
}

static double criterion(double price, double availability)
{
    return availability > 0 ? price * log10_of(1 / availability) : INFINITY; /* never chosen */
}

static bool known(range value)
{
    return value.least == value.most;
}

static range availability_of(greedy *g, size_t candidate, size_t room)
{
    size_t length;
    const double *mass = ul_trial_mass(&g->pool, candidate, room, &length);
    const double a = 1 - ul_trial_sum(mass, length);
    return (range){a, a};
}

/* Narrows a trial to the original's doubles. */
static void work_out(greedy *g, trial *t)
{
    if (t->position == UL_NONE || known(t->availability))
        return;
    const uint64_t capacity = g->pool.capacity + ul_trial_type(&g->pool, t->position)->capacity;
    t->availability = availability_of(g, t->position, summed(g, capacity));
    t->f.least = t->f.most = criterion(t->price, t->availability.least);
}

static trial guess(greedy *g, size_t candidate, size_t room)
{
    trial t = {.position = candidate, .price = g->price};
    const double failure = ul_trial_guess(&g->pool, candidate, room);
    /* rounding is monotone, so the original's 1 - sum lies between these */
    t.availability = (range){1 - failure * (1 + DOUBT), 1 - failure * (1 - DOUBT)};
    if (!(t.availability.least > 0)) { /* or nothing is known */
        t.availability = (range){0, 1};
        work_out(g, &t);
        return t;
    }
    t.f = (range){criterion(t.price, t.availability.most),
                  criterion(t.price, t.availability.least)};
    if (!known(t.availability)) { /* logarithms need not be rounded monotonically */
        t.f.least *= 1 - DOUBT;
        t.f.most *= 1 + DOUBT;
    }
    return t;
}

static bool better(greedy *g, trial *t, trial *best)
{
    if (t->f.most < best->f.least || t->f.least >= best->f.most)
        return t->f.most < best->f.least;
    work_out(g, t);
    work_out(g, best);
    return t->f.least < best->f.least;
}

/* Whether the trial's availability is below that of the last accepted one, which is
 * the best of this step or the pool as it stands. */
static bool falls(greedy *g, trial *t, trial *best)
{
    if (t->availability.most < g->availability.least
        || t->availability.least >= g->availability.most)
        return t->availability.most < g->availability.least;
    work_out(g, t);
    if (!known(g->availability)) {
        work_out(g, best);
        g->availability = g->of_pool ? availability_of(g, UL_NONE, summed(g, g->pool.capacity))
                                     : best->availability;
    }
    return t->availability.least < g->availability.least;
}

static void judge(greedy *g, size_t candidate, trial *best)
{
    const uint64_t capacity = g->pool.capacity + ul_trial_type(&g->pool, candidate)->capacity;
    const bool enough = capacity >= g->wanted;
    trial t = guess(g, candidate, summed(g, capacity));
    if (!better(g, &t, best) || (enough && falls(g, &t, best)))
        return;
    if (enough && g->pool.capacity < g->wanted)
        work_out(g, &t); /* a later trial that is too small may win, and this be the last */
    *best = t;
    UL_TELL(g->listener, .kind = UL_STEP_WEIGH, .type = g->pool.order[candidate], .value = t.f.least,
            .against = t.availability.least);
    if (enough) {
        g->availability = t.availability;
        g->of_pool = false;
    }
}

static trial best_candidate(greedy *g, size_t candidates)
{
    trial best = {.position = UL_NONE, .f = {INFINITY, INFINITY}};
    for (size_t q = 0; q < candidates && !ul_run_expired(g->run); q++) {
        const double price = ul_trial_type(&g->pool, q)->price;
        g->price += price; /* added and taken back, as the original does: it rounds */
        judge(g, q, &best);
        g->price -= price;
    }
    return best;
}

/* Whether the pool, which the last trial has become, keeps the promise. */
static bool promise_kept(greedy *g, range *availability)
{
    const double target = g->pool.in->target;
    if (g->pool.capacity < g->wanted || availability->most < target)
        return false;
    if (availability->least < target)
        *availability = availability_of(g, UL_NONE, summed(g, g->pool.capacity));
    return availability->least >= target;
}

static ul_status start(const ul_availability *in, ul_arena *arena, greedy *g)
{
    const size_t n = in->n_types;
    keyed *sorted;
    size_t *order;
    UL_ALLOC(arena, sorted, n);
    UL_ALLOC(arena, order, n);
    for (size_t k = 0; k < n; k++) {
        const ul_availability_type *type = &in->type[k];
        /* a type that is never up comes last, and without an infinity */
        const double p = type->availability > 0 ? type->availability : NEVER_UP;
        sorted[k] = (keyed){k, type->price * log10_of(1 / p) / (double)type->capacity};
    }
    qsort(sorted, n, sizeof *sorted, by_key);
    for (size_t q = 0; q < n; q++)
        order[q] = sorted[q].type;
    *g = (greedy){.wanted = in->capacity};
    return ul_trial_new(in, order, arena, &g->pool);
}

ul_status ul_pool_policy_trk8s_code(const ul_availability *in, ul_run *run,
                                    ul_availability_plan *plan, ul_pool_policy_account *account)
{
    greedy g;
    *account =
        (ul_pool_policy_account){.met = in->capacity == 0, .availability = in->capacity == 0};
    UL_TRY(start(in, ul_run_arena(run), &g));
    g.run = run;
    g.listener = ul_run_steps(run);
    while (g.pool.capacity < 3 * g.wanted && !account->met && !ul_run_expired(run)) {
        const size_t candidates = account->steps < in->n_types ? account->steps + 1 : in->n_types;
        trial best = best_candidate(&g, candidates);
        account->steps++;
        if (best.position == UL_NONE || ul_run_expired(run))
            break;
        ul_trial_add(&g.pool, best.position);
        UL_TELL(g.listener, .kind = UL_STEP_HOLD, .why = UL_WHY_BEST_CANDIDATE, .count = 1,
                .type = g.pool.order[best.position],
                .value = g.pool.capacity >= g.wanted ? best.availability.least : 0,
                .against = (double)summed(&g, g.pool.capacity));
        g.price += ul_trial_type(&g.pool, best.position)->price;
        g.of_pool = true;
        account->met = promise_kept(&g, &best.availability);
    }
    if (g.pool.capacity > 0)
        account->availability = availability_of(&g, UL_NONE, summed(&g, g.pool.capacity)).least;
    UL_TELL(g.listener, .kind = UL_STEP_STOP,
            .why = account->met ? UL_WHY_TARGET_MET : UL_WHY_NONE_LEFT);
    account->price = g.price;
    ul_trial_store(&g.pool, plan);
    return UL_OK;
}

static ul_status solve(const ul_availability *in, ul_run *run)
{
    return ul_pool_policy_solve(in, run, ul_pool_policy_trk8s_code);
}

const ul_method ul_method_trk8s_code = {
    .name = "trk8s-code",
    .brief = "TR-Kubernetes' greedy as its public code runs, to the last bit",
    .paper = "TR-Kubernetes, Section 3.3, and its published code",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_pool_policy_param,
    .availability = solve,
};
