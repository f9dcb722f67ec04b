#include "fit_price_steps.h"

#include "fit_on_machines.h"
#include "choose_machines.h"
#include "price_steps.h"

enum { MOST_STEPS = 64, ROUNDS = 3, MANY_ITEMS = 300 };

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

/* A plan for what is spent on each family, where that would be a better one. */
static ul_status try_spent(ul_exact *exact, const int64_t *spent, int64_t *machines, bool *found)
{
    const ul_exact_problem *problem = exact->problem;
    const size_t rounds = problem->n_items > MANY_ITEMS ? 1 : ROUNDS;
    ul_exact_solution solution = {0};
    *found = true;
    if (!ul_choose_machines(problem, spent, machines)
        || ul_machines_cost(problem, machines) >= exact->best.cost)
        return UL_OK;
    const ul_status status = ul_fit_on_machines(problem, machines, rounds, exact->run, &solution);
    *found = solution.pool.n > 0;
    return ul_exact_improve(exact, status, &solution);
}

/* Down to the steps of the bound, half as far above it each time, until the tasks do not
 * fit. */
static ul_status lower_steps(ul_exact *exact, int64_t *spent, int64_t *machines)
{
    const ul_exact_problem *problem = exact->problem;
    const size_t f = cheapest_steps(problem, spent);
    bool found = f != UL_NONE;
    for (int64_t more = MOST_STEPS; found && ul_exact_is_open(exact); more /= 2) {
        const int64_t least = spent[f];
        spent[f] += more * ul_exact_family_unit(problem, problem->type[f].family);
        UL_TRY(try_spent(exact, spent, machines, &found));
        spent[f] = least;
        if (more == 0)
            break;
    }
    return UL_OK;
}

ul_status ul_fit_price_steps(ul_exact *exact)
{
    const size_t n = exact->problem->n_types;
    int64_t units;
    ul_arena *arena = ul_arena_new();
    if (arena == NULL)
        return ul_no_memory();
    int64_t *spent = ul_arena_alloc(arena, n, sizeof *spent);
    int64_t *machines = ul_arena_alloc(arena, n, sizeof *machines);
    ul_status status = spent == NULL || machines == NULL
                           ? ul_no_memory() : ul_price_steps_units(exact, &units, spent);
    if (status == UL_OK)
        status = lower_steps(exact, spent, machines);
    ul_arena_free(arena);
    return status;
}
