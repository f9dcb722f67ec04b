/* TR-Kubernetes' greedy as its public code runs, to the last bit.
 *
 * Types are sorted once by price * log10(1/p) / capacity. At step s the first
 * s + 1 sorted types are candidates: one machine of each is added on trial and
 * judged by f = (price of the pool) * log10(1/A), where A is the availability of
 * the target, or of half the pool's own capacity while the pool is too small. The
 * least f wins; once the capacity is there, A must not fall either. The target
 * only decides when to stop; at three times the capacity the code gives up.
 *
 * The original multiplies dense polynomials anew for every trial. Here trials share
 * their products, keep only the coefficients that are summed, and are summed in the
 * original's order only when a faster sum leaves them a chance: the same doubles, a
 * few hundred times sooner. O(steps * types^2 * capacity).
 */
#include <math.h>
#include <stdlib.h>

#include "availability_policies.h"
#include "availability_trial.h"

typedef struct {
    size_t type;
    double key;
} keyed;

typedef struct {
    ul_trial_pool pool;
    uint64_t wanted;
    uint64_t largest;    /* capacity of one machine of any type */
    double price;        /* of the pool, drifting as the original's */
    double availability; /* of the target, by the last accepted trial; 0 before */
    double *guess;       /* failures of the step's trials, nearly */
    double reach;        /* an f that some trial of the step surely reaches */
} greedy;

/* A guess of a trial's failure is within this share of the original's. */
#define DOUBT 1e-10

static double log10_of(double x)
{
    return log(x) / log(10.0);
}

static int by_key(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->type > y->type) - (x->type < y->type);
}

/* How many coefficients the availability of a pool of this capacity sums. */
static size_t summed(const greedy *g, uint64_t capacity)
{
    return (size_t)(capacity >= g->wanted ? g->wanted : (capacity + 1) / 2);
}

typedef struct {
    size_t position; /* UL_NONE: no trial was accepted */
    double f, availability;
} winner;

static void judge(greedy *g, size_t candidate, winner *best)
{
    const uint64_t capacity = g->pool.capacity + ul_trial_type(&g->pool, candidate)->capacity;
    const bool enough = capacity >= g->wanted;
    size_t length;
    /* rounding is monotone, so the original's availability is at most this */
    const double most = 1 - g->guess[candidate] * (1 - DOUBT);
    const double least_f = g->price * log10_of(1 / most) * (1 - DOUBT);
    if (least_f > g->reach || least_f > best->f || (enough && most < g->availability))
        return;
    const double *mass = ul_trial_mass(&g->pool, candidate, summed(g, capacity), &length);
    const double a = 1 - ul_trial_sum(mass, length);
    const double f = g->price * log10_of(1 / a);
    if (!(f < best->f) || (enough && a < g->availability))
        return;
    *best = (winner){candidate, f, a};
    if (enough)
        g->availability = a;
}

/* Guesses every trial's failure; finds an f that one will surely reach, so that few
 * need an exact sum. Not once a trial may have the capacity: acceptance then depends
 * on the order. */
static void guess_all(greedy *g, size_t candidates)
{
    bool ordered = false;
    g->reach = INFINITY;
    ul_trial_step(&g->pool, summed(g, g->pool.capacity + g->largest));
    for (size_t q = 0; q < candidates; q++) {
        const ul_availability_type *type = ul_trial_type(&g->pool, q);
        const uint64_t capacity = g->pool.capacity + type->capacity;
        g->guess[q] = ul_trial_guess(&g->pool, q, summed(g, capacity));
        ordered = ordered || capacity >= g->wanted;
        const double least = 1 - g->guess[q] * (1 + DOUBT);
        const double f = (g->price + type->price) * log10_of(1 / least) * (1 + DOUBT);
        g->reach = least > 0 && f < g->reach ? f : g->reach;
    }
    if (ordered)
        g->reach = INFINITY;
}

static winner best_candidate(greedy *g, size_t candidates)
{
    winner best = {UL_NONE, INFINITY, 0};
    guess_all(g, candidates);
    ul_trial_rewind(&g->pool);
    for (size_t q = 0; q < candidates; q++) {
        const double price = ul_trial_type(&g->pool, q)->price;
        g->price += price; /* added and taken back, as the original does: it rounds */
        judge(g, q, &best);
        g->price -= price;
    }
    return best;
}

static ul_status start(const ul_availability *in, ul_arena *arena, greedy *g)
{
    const size_t n = in->n_types;
    keyed *sorted = ul_arena_alloc(arena, n, sizeof *sorted);
    size_t *order = ul_arena_alloc(arena, n, sizeof *order);
    if (sorted == NULL || order == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a capacity distribution");
    for (size_t k = 0; k < n; k++) {
        const ul_availability_type *type = &in->type[k];
        /* a type that is never up comes last, and without an infinity */
        const double p = type->availability > 0 ? type->availability : 1e-300;
        sorted[k] = (keyed){k, type->price * log10_of(1 / p) / (double)type->capacity};
    }
    qsort(sorted, n, sizeof *sorted, by_key);
    for (size_t q = 0; q < n; q++)
        order[q] = sorted[q].type;
    *g = (greedy){.wanted = in->capacity};
    for (size_t k = 0; k < n; k++)
        g->largest = in->type[k].capacity > g->largest ? in->type[k].capacity : g->largest;
    g->guess = ul_arena_alloc(arena, n, sizeof *g->guess);
    return g->guess == NULL ? ul_fail(UL_E_MEMORY, "out of memory for a capacity distribution")
                            : ul_trial_new(in, order, arena, &g->pool);
}

ul_status ul_policy_trk8s_code(const ul_availability *in, ul_run *run, ul_availability_plan *plan,
                               ul_policy_account *account)
{
    greedy g;
    *account = (ul_policy_account){.met = in->capacity == 0, .availability = in->capacity == 0};
    UL_TRY(start(in, ul_run_arena(run), &g));
    while (g.pool.capacity < 3 * g.wanted && !account->met && !ul_run_expired(run)) {
        const size_t candidates = account->steps < in->n_types ? account->steps + 1 : in->n_types;
        const winner best = best_candidate(&g, candidates);
        account->steps++;
        if (best.position == UL_NONE)
            break;
        ul_trial_add(&g.pool, best.position);
        g.price += ul_trial_type(&g.pool, best.position)->price;
        account->availability = best.availability;
        account->met = g.pool.capacity >= g.wanted && best.availability >= in->target;
    }
    account->price = g.price;
    ul_trial_store(&g.pool, plan);
    return UL_OK;
}

static ul_status solve(const ul_availability *in, ul_run *run)
{
    return ul_policy_solve(in, run, ul_policy_trk8s_code);
}

const ul_method ul_method_trk8s_code = {
    .name = "trk8s-code",
    .brief = "TR-Kubernetes' greedy as its public code runs, to the last bit",
    .paper = "TR-Kubernetes, Section 3.3, and its published code",
    .traits = UL_CONSTRUCTIVE,
    .param = ul_policy_param,
    .availability = solve,
};
