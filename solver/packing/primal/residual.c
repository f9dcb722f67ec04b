/* Where most tasks are copies, nearly all machines of a good plan hold what the linear program
 * wants, and what is lost is lost on the last few. These and one or two of each frequent pattern
 * are taken out of the plan. Counts of machines that could hold their tasks for less, by what the
 * part's linear program says a machine holds at most, are tried by fitting: the cheapest, and
 * then half-way between those that failed and those that did.
 *
 * O(counts) and O(log counts) fittings a round.
 */
#include <stdlib.h>
#include <string.h>

#include "fit_on_machines.h"
#include "exact_part.h"
#include "neighbourhood.h"

enum { ROUNDS = 6, RARE = 8, COVERS_MAX = 4096, TRIES = 200000, TYPES_MAX = 16, PATTERNS_MAX = 64 };

#define NO_REDUCED_COST 1e-7 /* of a price: what rounding may make of nothing */

typedef struct {
    int64_t cost, machines[TYPES_MAX];
} cover;

typedef struct {
    ul_exact *exact;
    ul_arena *arena;
    int64_t *copies; /* per item: on the machines taken out */
    int64_t *taken;  /* per pattern of the best plan: how often */
    int64_t cost;    /* of these machines */
    const ul_exact_problem *part;
    const ul_exact_dual *dual; /* of the part */
    cover *list, now;
    size_t n, tries; /* left */
    double enough_s; /* when no more is left than this, there are other ways to go */
} remaining;

/* Whether what a machine holds is worth less than its price, by the whole's values. */
static bool has_reduced_cost(const ul_exact *exact, size_t p)
{
    const ul_exact_dual *dual = &exact->master->dual;
    const ul_pattern *pattern = &exact->best.pool.pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(&exact->best.pool, p);
    const double price = (double)exact->problem->type[pattern->type].price;
    double dual_value = 0;
    for (size_t q = 0; q < pattern->n; q++)
        dual_value += (double)dual->value[entry[q].item] * entry[q].count;
    return dual_value * (double)dual->scale.den < price * (double)dual->scale.num * (1 - NO_REDUCED_COST);
}

/* Machines that lose something, so many of each pattern that there is often, and one in four of
 * the others. */
static void take_out(remaining *r, int64_t each)
{
    const ul_exact_problem *problem = r->exact->problem;
    const ul_exact_solution *best = &r->exact->best;
    for (size_t p = 0; p < best->pool.n; p++) {
        const ul_pattern *pattern = &best->pool.pattern[p];
        const ul_pattern_entry *entry = ul_pattern_entries(&best->pool, p);
        if (best->times[p] <= RARE && !has_reduced_cost(r->exact, p)
            && ul_rng_below(ul_run_rng(r->exact->run), 4) > 0)
            continue;
        r->taken[p] = best->times[p] < each ? best->times[p] : each;
        r->cost += r->taken[p] * problem->type[pattern->type].price;
        for (size_t q = 0; q < pattern->n; q++)
            r->copies[entry[q].item] += r->taken[p] * entry[q].count;
    }
    for (size_t i = 0; i < problem->n_items; i++) /* covered more than once */
        if (r->copies[i] > problem->copies[i])
            r->copies[i] = problem->copies[i];
}

/* All counts, from this type on, of machines that could hold what is wanted for less. */
static void choose(remaining *r, size_t k, ul_cost wanted)
{
    if (r->tries == 0 || r->now.cost >= r->cost)
        return;
    r->tries--;
    if (wanted <= 0) {
        if (r->n < COVERS_MAX)
            r->list[r->n++] = r->now;
        return;
    }
    if (k == r->part->n_types)
        return;
    const int64_t price = r->part->type[k].price, most = r->dual->most[k];
    choose(r, k + 1, wanted);
    while (most > 0 && wanted > 0 && r->now.cost + price < r->cost) {
        r->now.machines[k]++;
        r->now.cost += price;
        wanted -= most;
        choose(r, k + 1, wanted);
    }
    r->now.cost -= r->now.machines[k] * price;
    r->now.machines[k] = 0;
}

static int cheaper_first(const void *a, const void *b)
{
    const cover *x = a, *y = b;
    return x->cost != y->cost ? (x->cost > y->cost) - (x->cost < y->cost)
                              : memcmp(x->machines, y->machines, sizeof x->machines);
}

/* The whole plan with what was found for the part. */
static ul_status join(const remaining *r, const ul_exact_solution *found)
{
    const ul_exact_solution *best = &r->exact->best;
    ul_exact_solution joined = {0};
    ul_status status = UL_OK;
    for (size_t p = 0; p < best->pool.n && status == UL_OK; p++)
        if (best->times[p] > r->taken[p])
            status = ul_exact_solution_add(r->exact->problem, &joined, best->pool.pattern[p].type,
                                           ul_pattern_entries(&best->pool, p),
                                           best->pool.pattern[p].n, best->times[p] - r->taken[p]);
    if (status == UL_OK)
        status = ul_exact_join(r->exact->problem, r->part, found, r->arena, &joined);
    if (status == UL_OK)
        return ul_exact_improve(r->exact, &joined);
    ul_exact_solution_clear(&joined);
    return status;
}

static ul_status try_counts(remaining *r, ul_exact_solution *found)
{
    size_t failed = 0, fitted = r->n; /* below the one, and from the other on */
    while (failed < fitted && ul_run_work_left_s(r->exact->run) > r->enough_s) {
        ul_exact_solution trial = {0};
        const size_t at = failed == 0 ? 0 : failed + (fitted - failed) / 2;
        const ul_status status =
            ul_fit_on_machines(r->part, r->list[at].machines, 1, r->exact->run, &trial);
        if (status != UL_OK || trial.pool.n == 0) {
            ul_exact_solution_clear(&trial);
            UL_TRY(status);
            failed = at + 1;
            continue;
        }
        fitted = at;
        ul_exact_solution_clear(found);
        *found = trial;
    }
    return UL_OK;
}

/* Packs what was taken out for less, if it finds how. */
static ul_status pack(remaining *r, ul_master *master)
{
    ul_exact_solution found = {0};
    UL_TRY(ul_master_seed_columns(r->exact->problem, &r->exact->master->pool, r->copies, r->arena, master));
    UL_TRY(ul_master_solve(master, r->cost, NULL, NULL));
    r->dual = &master->dual;
    r->tries = TRIES;
    choose(r, 0, r->dual->total);
    qsort(r->list, r->n, sizeof *r->list, cheaper_first);
    ul_status status = try_counts(r, &found);
    if (status == UL_OK && found.pool.n > 0)
        status = join(r, &found);
    ul_exact_solution_clear(&found);
    return status;
}

static ul_status try_once(ul_exact *exact, int64_t each, double enough_s, ul_arena *arena)
{
    remaining r = {.exact = exact, .arena = arena, .enough_s = enough_s};
    ul_exact_problem part, whole = *exact->problem;
    ul_master *master = NULL;
    whole.stand_in = NULL; /* parts tell nothing about the whole */
    UL_ALLOC(arena, r.copies, whole.n_items);
    UL_ALLOC(arena, r.taken, exact->best.pool.n);
    UL_ALLOC(arena, r.list, COVERS_MAX);
    take_out(&r, each);
    if (r.cost == 0)
        return UL_OK;
    UL_TRY(ul_exact_problem_cut(&whole, r.copies, 1, arena, &part));
    r.part = &part;
    ul_status status = ul_master_new(&part, exact->run, arena, &master);
    if (status == UL_OK)
        status = pack(&r, master);
    ul_master_free(master);
    return status;
}

ul_status ul_pack_residual(ul_exact *exact, double share)
{
    const double left_s = ul_run_work_left_s(exact->run);
    const double enough_s = left_s < 1e6 ? (1 - share) * left_s : 0;
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory() : UL_OK;
    for (size_t round = 0; round < ROUNDS && status == UL_OK && ul_exact_is_open(exact)
                           && ul_run_work_left_s(exact->run) > enough_s
                           && exact->problem->n_types <= TYPES_MAX
                           && exact->best.pool.n <= PATTERNS_MAX; round++) {
        status = try_once(exact, 1 + (int64_t)(round % 2), enough_s, arena);
        ul_arena_rewind(arena, (ul_arena_mark_t){NULL, 0});
    }
    ul_arena_free(arena);
    return status;
}
