/* Steps that the whole problem and its parts have in common. */
#include "exact_state.h"

ul_status ul_exact_open(ul_exact *exact)
{
    const ul_exact_problem *problem = exact->problem;
    exact->adjusted = *problem;
    UL_COPY(exact->arena, exact->adjusted_type, problem->type, problem->n_types);
    exact->adjusted.type = exact->adjusted_type;
    exact->reach = 12;
    UL_TRY(ul_exact_dual_new(problem, exact->arena, &exact->sparse));
    return ul_master_new(&exact->adjusted, exact->run, exact->arena, &exact->master);
}

void ul_exact_close(ul_exact *exact)
{
    ul_master_free(exact->master);
    ul_exact_solution_clear(&exact->best);
}

static ul_status offer_best(ul_exact *exact)
{
    ul_packing_plan *plan;
    if (exact->is_part)
        return UL_OK;
    UL_OWN_ARENA(arena);
    UL_TRY(ul_exact_plan(exact->in, exact->problem, &exact->best, arena, &plan));
    return ul_run_offer(exact->run, plan);
}

static int64_t rounded_up(int64_t units)
{
    return (units + UL_EXACT_FINE - 1) / UL_EXACT_FINE * UL_EXACT_FINE;
}

/* Where supply is limited a plan costs a multiple of UL_EXACT_FINE units, and free machines,
 * which count as one since values are proved by scaling them down to prices, lose little. */
void ul_exact_set_cost(ul_exact *exact, int64_t units)
{
    exact->cost = units;
    exact->below = exact->is_part ? units - 1
                                  : ul_price_sum_below_of_all(exact->in, exact->problem, units);
    if (exact->problem->is_limited && !exact->is_part)
        exact->below = (exact->below < 0 ? -1 : exact->below / UL_EXACT_FINE * UL_EXACT_FINE)
                       + exact->free_machines;
}

int64_t ul_exact_proved(const ul_exact *exact, int64_t units)
{
    if (units > exact->below)
        return exact->cost;
    if (!exact->problem->is_limited)
        return units;
    return units > exact->free_machines ? rounded_up(units - exact->free_machines) : 0;
}

/* Free machines of a solution. */
static int64_t free_of(const ul_exact *exact, const ul_exact_solution *solution)
{
    int64_t sum = 0;
    for (size_t p = 0; p < solution->pool.n && exact->free_machines > 0; p++)
        if (exact->in->type[exact->problem->type[solution->pool.pattern[p].type].k].price == 0)
            sum += solution->times[p];
    return sum;
}

ul_status ul_exact_improve(ul_exact *exact, ul_status status, ul_exact_solution *solution)
{
    const bool better = (solution->pool.n > 0 || exact->problem->n_items == 0)
                        && (exact->best.pool.n == 0 || solution->cost < exact->best.cost);
    if (status != UL_OK || !better) {
        ul_exact_solution_clear(solution);
        return status;
    }
    ul_exact_solution_clear(&exact->best);
    exact->best = *solution;
    *solution = (ul_exact_solution){0};
    exact->has_no_plan = false;
    ul_exact_set_cost(exact, exact->best.cost - free_of(exact, &exact->best));
    UL_TRY(offer_best(exact));
    return exact->bound > exact->below ? ul_exact_raise(exact, exact->best.cost) : UL_OK;
}

ul_status ul_exact_raise(ul_exact *exact, int64_t units)
{
    if (units > exact->below)
        units = exact->best.cost;
    if (units <= exact->bound)
        return UL_OK;
    exact->bound = units;
    if (exact->is_part || ul_run_certificate(exact->run) != NULL)
        return UL_OK;
    return exact->has_no_plan && units > exact->below
               ? UL_OK : ul_run_offer_bound(exact->run, (ul_cost)ul_exact_proved(exact, units)
                                                            * exact->problem->unit);
}

void ul_exact_tell(const ul_exact *exact, ul_step_kind kind, const char *why, uint64_t count)
{
    const double unit = ul_cost_double(exact->problem->unit);
    if (!exact->is_part)
        UL_TELL(ul_run_steps(exact->run), .kind = kind, .why = why, .count = count,
                .value = (double)exact->bound * unit, .against = (double)exact->best.cost * unit);
}

bool ul_exact_is_open(const ul_exact *exact)
{
    return exact->bound < exact->best.cost && !ul_run_expired(exact->run);
}

static ul_status raise_adjusted(void *context, int64_t units)
{
    ul_exact *exact = context;
    return ul_exact_raise(exact, units + exact->count_dual_units);
}

ul_status ul_exact_begin(ul_exact *exact)
{
    return ul_master_start(exact->master, raise_adjusted, exact);
}

ul_status ul_exact_generate(ul_exact *exact)
{
    UL_TRY(ul_master_solve(exact->master, exact->below + 1 - exact->count_dual_units,
                           raise_adjusted, exact));
    exact->root_columns = exact->master->pool.n;
    return UL_OK;
}

int64_t ul_exact_root_units(const ul_exact *exact)
{
    return ul_exact_dual_units(&exact->master->dual) + exact->count_dual_units;
}

ul_status ul_exact_keep_trial(ul_exact *exact)
{
    return ul_master_keep_trial(exact->master) ? ul_exact_raise(exact, ul_exact_root_units(exact)) : UL_OK;
}

ul_status ul_exact_take_over(ul_exact *exact, const ul_exact_solution *solution)
{
    ul_exact_solution copy = {0};
    return ul_exact_improve(exact, ul_exact_solution_copy(exact->problem, solution, NULL, &copy), &copy);
}

ul_status ul_exact_take_best(ul_exact *exact)
{
    ul_exact_solution best = {0};
    const ul_status status =
        ul_exact_from_plan(ul_run_best(exact->run), exact->problem, exact->arena, &best);
    return ul_exact_improve(exact, status, &best);
}

ul_proof ul_exact_proof_of(const ul_exact *exact, const ul_tree *tree, int64_t units)
{
    return (ul_proof){.kind = UL_PROOF_DUAL, .problem = exact->problem,
                      .dual = tree == NULL ? &exact->master->dual : &exact->sparse, .tree = tree,
                      .units = units, .family = exact->family_bound,
                      .family_row = exact->family_row, .n_families = exact->n_family_bounds};
}
