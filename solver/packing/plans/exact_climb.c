#include "exact_climb.h"

#include "case_fit.h"
#include "case_machines.h"
#include "exact_steps.h"

enum { LADDER = 7 };

static int64_t cost_of(const ul_exact_problem *problem, const int64_t *machines)
{
    int64_t cost = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        cost += machines[k] * problem->type[k].price;
    return cost;
}

/* The first of the family whose steps are the cheapest, of those that are spent on. */
static size_t cheapest_steps(const ul_exact_problem *problem, const int64_t *spent)
{
    size_t best = UL_NONE;
    for (size_t f = 0; f < problem->n_types; f++)
        if (spent[f] > 0
            && (best == UL_NONE || ul_exact_family_unit(problem, problem->type[f].family)
                                       < ul_exact_family_unit(problem, problem->type[best].family)))
            best = f;
    return best;
}

/* From the steps of the bound upwards, twice as many more each time. */
static ul_status climb(ul_exact *exact, int64_t *spent, int64_t *machines)
{
    const ul_exact_problem *problem = exact->problem;
    const size_t f = cheapest_steps(problem, spent);
    int64_t more = 0;
    for (int q = 0; q < LADDER && f != UL_NONE && ul_exact_is_open(exact); q++) {
        ul_exact_solution solution = {0};
        if (!ul_case_furnish(problem, spent, machines) || cost_of(problem, machines) >= exact->best.cost)
            return UL_OK;
        const ul_status status = ul_case_fit(problem, machines, 1, exact->run, &solution);
        if (status == UL_OK && solution.pool.n > 0)
            return ul_exact_improve(exact, &solution);
        ul_exact_solution_clear(&solution);
        UL_TRY(status);
        const int64_t step = ul_exact_family_unit(problem, problem->type[f].family);
        spent[f] += more == 0 ? step : more;
        more = more == 0 ? step : 2 * more;
    }
    return UL_OK;
}

ul_status ul_exact_climb(ul_exact *exact)
{
    const size_t n = exact->problem->n_types;
    int64_t units;
    ul_arena *arena = ul_arena_new();
    if (arena == NULL)
        return ul_no_memory();
    int64_t *spent = ul_arena_alloc(arena, n, sizeof *spent);
    int64_t *machines = ul_arena_alloc(arena, n, sizeof *machines);
    ul_status status = spent == NULL || machines == NULL
                           ? ul_no_memory() : ul_exact_steps_units(exact, &units, spent);
    if (status == UL_OK)
        status = climb(exact, spent, machines);
    ul_arena_free(arena);
    return status;
}
