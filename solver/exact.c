/* Exact packing by branch and price.
 *
 * The constructive heuristics give the first plan. Column generation over
 * patterns gives the root bound, exact because item values are whole numbers;
 * a dive buys machines as the linear program wants them; rebuilding a few
 * machines at a time, each time to optimality, brings the plan close to the
 * bound. Every pattern that a better plan could use is then enumerated, and
 * branch and cut over these closes the gap. What proves the bound, dual values
 * and a tree of them, is the certificate.
 *
 * Gilmore and Gomory 1961; Farley 1990; Baldacci et al. 2008; docs/exact.md.
 */
#include "certificate.h"
#include "exact_dive.h"
#include "exact_search.h"

enum { PATTERNS_MAX = 1500000 };

static ul_status offer_best(ul_exact *exact)
{
    ul_packing_plan *plan;
    ul_arena *arena = ul_arena_new();
    if (arena == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a plan");
    ul_status status = ul_exact_plan(exact->in, exact->problem, &exact->best, arena, &plan);
    if (status == UL_OK)
        status = ul_run_offer(exact->run, plan);
    ul_arena_free(arena);
    return status;
}

ul_status ul_exact_improve(ul_exact *exact, ul_exact_solution *solution)
{
    if (solution->cost >= exact->best.cost) {
        ul_exact_solution_clear(solution);
        return UL_OK;
    }
    ul_exact_solution_clear(&exact->best);
    exact->best = *solution;
    *solution = (ul_exact_solution){0};
    return offer_best(exact);
}

ul_status ul_exact_raise(ul_exact *exact, int64_t units)
{
    if (units <= exact->bound)
        return UL_OK;
    exact->bound = units;
    return ul_run_offer_bound(exact->run, (ul_cost)units * exact->problem->unit);
}

static ul_status raise_bound(void *context, int64_t units)
{
    return ul_exact_raise(context, units);
}

static bool is_open(const ul_exact *exact)
{
    return exact->bound < exact->best.cost && !ul_run_expired(exact->run);
}

/* The best of the constructive methods; every task on a machine of its own when
 * there was no time for any. */
static ul_status first_plan(ul_exact *exact)
{
    const ul_exact_problem *problem = exact->problem;
    UL_TRY(ul_run_call_constructive(exact->run));
    if (ul_run_best(exact->run) != NULL)
        UL_TRY(ul_exact_from_plan(ul_run_best(exact->run), problem, exact->arena, &exact->best));
    else
        for (size_t i = 0; i < problem->n_items; i++) {
            const ul_pattern_entry one = {(uint32_t)i, 1};
            UL_TRY(ul_exact_solution_add(problem, &exact->best,
                                         ul_exact_cheapest_type(problem, &one, 1), &one, 1,
                                         problem->copies[i]));
        }
    UL_TRY(ul_run_offer_bound(exact->run, 0));
    return offer_best(exact);
}

static ul_status root(ul_exact *exact)
{
    UL_TRY(ul_master_add_solution(exact->master, &exact->best));
    return ul_master_solve(exact->master, exact->best.cost, raise_bound, exact);
}

static ul_status dive(ul_exact *exact)
{
    ul_exact_solution solution = {0};
    UL_TRY(ul_exact_dive(exact->master, exact->best.cost, exact->arena, &solution));
    return solution.pool.n == 0 ? UL_OK : ul_exact_improve(exact, &solution);
}

static ul_status found(void *context, const ul_exact_solution *solution)
{
    ul_exact *exact = context;
    ul_exact_solution copy = {0};
    for (size_t p = 0; p < solution->pool.n; p++)
        UL_TRY(ul_exact_solution_add(exact->problem, &copy, solution->pool.pattern[p].type,
                                     ul_pattern_entries(&solution->pool, p),
                                     solution->pool.pattern[p].n, solution->times[p]));
    return ul_exact_improve(exact, &copy);
}

/* Writes the certificate of the best plan, or of the root's bound. */
static ul_status certify(ul_exact *exact, const ul_tree *tree, int64_t units)
{
    const char *path = ul_run_certificate(exact->run);
    return path == NULL ? UL_OK
                        : ul_certificate_write(exact->in, exact->problem, &exact->master->dual,
                                               tree, units, path);
}

static ul_status finish(ul_exact *exact, const ul_tree *tree)
{
    UL_TRY(ul_exact_raise(exact, exact->best.cost));
    exact->certified = true;
    return certify(exact, tree, exact->best.cost);
}

/* Enumerates what a better plan could use and searches that. */
static ul_status close_gap(ul_exact *exact, size_t patterns, size_t nodes)
{
    bool whole;
    const ul_exact_dual *dual = &exact->master->dual;
    const ul_cost gap = (ul_cost)(exact->best.cost - 1) * dual->scale.num
                        - dual->total * dual->scale.den;
    ul_pattern_pool pool = {0};
    ul_status status = ul_pricer_enumerate(exact->master->pricer, dual->value, dual->scale,
                                           (int64_t)gap, patterns, &pool, &whole);
    if (status == UL_OK && whole) {
        ul_tree tree = {.problem = exact->problem, .run = exact->run, .arena = exact->arena,
                        .pool = &pool, .cutoff = exact->best.cost, .node_limit = nodes,
                        .found = found, .bounded = raise_bound,
                        .context = exact};
        status = ul_tree_search(&tree);
        if (status == UL_OK && tree.proved)
            status = finish(exact, &tree);
        ul_tree_free(&tree);
    }
    ul_pattern_pool_clear(&pool);
    return status;
}

static ul_status solve(ul_exact *exact)
{
    UL_TRY(root(exact));
    if (is_open(exact))
        UL_TRY(dive(exact));
    size_t patience = 4, patterns = 40000, nodes = 100;
    while (is_open(exact)) {
        UL_TRY(ul_exact_rebuild(exact, patience));
        if (is_open(exact))
            UL_TRY(close_gap(exact, patterns, nodes));
        patience = patience < 64 ? patience * 2 : patience;
        patterns = patterns * 2 < PATTERNS_MAX ? patterns * 2 : PATTERNS_MAX;
        nodes *= 4;
    }
    return UL_OK;
}

/* A bound that a tree left unfinished had reached is true but not yet written
 * down: the certificate is worth one more search. */
static ul_status write_down(ul_exact *exact)
{
    const int64_t root_units = ul_exact_dual_units(&exact->master->dual);
    if (exact->certified || ul_run_certificate(exact->run) == NULL)
        return UL_OK;
    if (root_units < exact->best.cost && exact->bound == exact->best.cost)
        UL_TRY(close_gap(exact, PATTERNS_MAX, SIZE_MAX));
    return exact->certified ? UL_OK
                            : certify(exact, NULL, root_units < exact->best.cost
                                                       ? root_units : exact->best.cost);
}

static ul_status exact_solve(const ul_packing *in, ul_run *run)
{
    ul_exact_problem problem;
    bool fit;
    ul_exact exact = {.in = in, .run = run, .arena = ul_run_arena(run), .problem = &problem,
                      .reach = 12};
    UL_TRY(ul_exact_problem_new(in, exact.arena, &problem, &fit));
    ul_status status = first_plan(&exact);
    if (status == UL_OK && !fit)
        status = ul_run_note(run, "prices too far apart for exact sums; the best constructive plan "
                                  "stands");
    if (status == UL_OK && fit)
        status = ul_master_new(&problem, run, exact.arena, &exact.master);
    if (status == UL_OK && fit && !ul_pricer_is_table(exact.master->pricer))
        status = ul_run_note(run, "pricing by branch and bound: a table would not fit in memory");
    if (status == UL_OK && fit)
        status = solve(&exact);
    if (status == UL_OK && fit)
        status = write_down(&exact);
    ul_master_free(exact.master);
    ul_exact_solution_clear(&exact.best);
    return status;
}

const ul_method ul_method_exact = {
    .name = "exact",
    .brief = "branch and price with certificates: proves how good a plan can be",
    .paper = "Gilmore and Gomory 1961; Eva, Section 4.2 (the ILP of Table 4)",
    .traits = UL_ANYTIME | UL_PROVES | UL_CERTIFIES,
    .packing = exact_solve,
};
