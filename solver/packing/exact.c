/* Exact packing by branch and price.
 *
 * The constructive heuristics give the first plan. Column generation over
 * patterns gives the root bound, exact because item values are whole numbers;
 * a dive buys machines as the linear program wants them; large-neighbourhood search,
 * a few machines at a time and each time to optimality, brings the plan close to
 * the bound. Family bounds, counts of machines that the tasks of one family alone force,
 * raise the bound. Every pattern that a better plan could use is then
 * enumerated, and branch and cut over these closes the gap. What proves the
 * bound, dual values and a tree of them, is the certificate.
 *
 * Gilmore and Gomory 1961; Farley 1990; Baldacci et al. 2008; docs/exact.md.
 */
#include <stdio.h>

#include "certificate.h"
#include "fit_price_steps.h"
#include "item_classes.h"
#include "completion.h"
#include "whole_machines.h"
#include "restarting_dive.h"
#include "family_bound.h"
#include "pair_matching.h"
#include "rounded_prices.h"
#include "subset_dp.h"
#include "price_steps.h"
#include "limited_supply.h"
#include "local_search_state.h"
#include "min_bin_slack.h"
#include "packing_bound.h"

enum { PATTERNS_MAX = 1500000, MANY_ITEMS = 100, HURRY_S = 8, COVER_TRIES = 200000,
       FIRST_NODES = 40, FEW_NODES = 100, FEW_ITEMS = 20, LATER = 2, DIVE_ITEMS = 1000,
       NARROWEST = 64, COUNT_NODES_MAX = 2000, COUNT_ITEMS = 300, COUNT_TYPES = 64,
       COUNT_PRICE = 1000000000, MANY_COPIES = 50000, COPIES_EACH = 1000,
       COARSE_ITEMS = 600, MANY_TASKS = 2000 };

/* Steps over subsets of few tasks: a few hundredths of a second, and seconds. */
#define SHORT_SUBSET_DP 1e7
#define LONG_SUBSET_DP 4e8

/* Takes over a solution that was made without a fault. */
static ul_status improve_by(ul_exact *exact, ul_status status, ul_exact_solution *solution)
{
    if (status == UL_OK)
        return ul_exact_improve(exact, solution);
    ul_exact_solution_clear(solution);
    return status;
}

/* The best plan of the constructive methods; every task on a machine of its own
 * when there was no time for any. */
static ul_status first_plan(ul_exact *exact)
{
    const ul_exact_problem *problem = exact->problem;
    ul_exact_solution first = {0};
    ul_status status = UL_OK;
    if (ul_run_best(exact->run) != NULL)
        status = ul_exact_from_plan(ul_run_best(exact->run), problem, exact->arena, &first);
    else
        for (size_t i = 0; i < problem->n_items && status == UL_OK; i++) {
            const ul_pattern_entry one = {(uint32_t)i, 1};
            status = ul_exact_solution_add(problem, &first,
                                           ul_exact_cheapest_type(problem, &one, 1), &one, 1,
                                           problem->copies[i]);
        }
    return improve_by(exact, status, &first);
}

/* Whether most tasks are copies of few: machines are then bought by the thousand as the
 * linear program wants them, and heuristics that place one task after the other take long
 * for a worse plan. */
static bool is_mostly_copies(const ul_packing *in)
{
    return !in->is_limited && in->n_copies > MANY_COPIES && in->n_copies / COPIES_EACH > in->n_shapes;
}

/* Local search, so many rounds of it. */
static ul_status search_locally(ul_exact *exact, size_t rounds, double share)
{
    char most[40], seconds[40];
    if (is_mostly_copies(exact->in))
        return UL_OK;
    const double left_s = ul_run_work_left_s(exact->run);
    const char *const set[] = {most, seconds};
    snprintf(most, sizeof most, "most=%zu", rounds);
    snprintf(seconds, sizeof seconds, "seconds=%.3f", left_s < 1e6 ? share * left_s : 0);
    UL_TRY(ul_run_call(exact->run, &ul_method_local_search, set, 2));
    ul_exact_solution solution = {0};
    const ul_status status =
        ul_exact_from_plan(ul_run_best(exact->run), exact->problem, exact->arena, &solution);
    return improve_by(exact, status, &solution);
}

static bool is_large(const ul_exact *exact)
{
    return exact->problem->n_items > MANY_ITEMS;
}

/* Where a certificate is asked for, writes that of a bound better than the last
 * one written down, and only then claims the bound. */
static ul_status certify(ul_exact *exact, const ul_tree *tree, int64_t units)
{
    const char *path = ul_run_certificate(exact->run);
    units = units <= exact->below ? units : exact->best.cost;
    if (path == NULL || units <= exact->certified)
        return UL_OK;
    UL_TRY(ul_certificate_write(exact, tree, units, path));
    exact->certified = units;
    return ul_run_offer_bound(exact->run, (ul_cost)units * exact->problem->unit);
}

/* On many items it finds in a second what column generation needs long for. Where
 * there are seconds only, it has most of them; where dives are the better way to plans,
 * little. */
static ul_status search_many(ul_exact *exact)
{
    const bool hurry = ul_run_work_left_s(exact->run) < HURRY_S;
    const bool dives = ul_exact_counts_machines(exact->problem)
                       && exact->problem->n_items < DIVE_ITEMS;
    return hurry ? search_locally(exact, 8, 0.75) : search_locally(exact, 2, dives ? 0.05 : 0.25);
}

/* What the root's values prove of machines in whole numbers. Where that is most of
 * what there is to prove, the linear program is no guide to better plans. */
static ul_status count_machines(ul_exact *exact)
{
    const int64_t root = ul_exact_root_units(exact);
    const int64_t units = ul_whole_machines_units(exact->problem, &exact->master->dual,
                                               COVER_TRIES);
    exact->integrality_dominates = 2 * (units - root) >= exact->best.cost - root;
    if (units <= exact->bound)
        return UL_OK;
    UL_TRY(ul_exact_raise(exact, units));
    ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_WHOLE, 0);
    return certify(exact, NULL, units);
}

/* What room for all tasks costs in whole steps of prices. */
static ul_status count_steps(ul_exact *exact)
{
    int64_t units;
    UL_TRY(ul_price_steps_units(exact, &units, NULL));
    if (units <= exact->bound)
        return UL_OK;
    UL_TRY(ul_exact_raise(exact, units));
    ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_STEPS, 0);
    exact->by_steps = true;
    const ul_status status = certify(exact, NULL, units);
    exact->by_steps = false;
    return status;
}

/* A tree's rules are the family bounds, its cuts, and one for each node that was split. */
static void tell_tree(const ul_exact *exact, const ul_tree *tree)
{
    const size_t splits = tree->n_nodes / 2, others = splits + tree->n_given;
    if (tree->rules.n > others)
        ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_CUTS, tree->rules.n - others);
    if (splits > 0)
        ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_BRANCHES, tree->n_nodes - splits);
}

/* Enumerates what a plan below the cutoff could use and searches that; what is too much
 * to enumerate is not searched. */
static ul_status search_below(ul_exact *exact, const ul_exact_effort *effort, bool *searched)
{
    ul_tree tree;
    ul_status status = ul_exact_enumerate(exact, effort, exact->arena, &tree);
    *searched = tree.n_nodes > 0;
    if (status == UL_OK && tree.bound > ul_exact_root_units(exact)) {
        status = ul_exact_raise(exact, tree.bound);
        if (status == UL_OK)
            status = certify(exact, &tree, tree.bound);
    }
    if (status == UL_OK)
        tell_tree(exact, &tree);
    ul_tree_free(&tree);
    return status;
}

/* Searches the gap or, where that is too much, a quarter of it from the bound upwards, or a
 * quarter of that: a plan is found there or the bound rises. What was too wide once is not
 * tried again. */
static ul_status close_gap(ul_exact *exact, size_t patterns, size_t nodes)
{
    const int64_t root = ul_exact_root_units(exact), gap = exact->below + 1 - root;
    const int64_t least = is_large(exact) ? gap : gap / NARROWEST;
    bool searched = false;
    for (int64_t width = gap; !searched && width > 0 && width >= least
                              && root + width > exact->bound && !ul_run_expired(exact->run);
         width /= 4) {
        if (width < exact->too_wide) {
            const ul_exact_effort effort = {root + width, patterns, nodes};
            UL_TRY(search_below(exact, &effort, &searched));
            if (!searched && patterns == PATTERNS_MAX)
                exact->too_wide = width;
        }
    }
    return UL_OK;
}

/* Where prices differ: branching on how many machines there are of each type. */
static ul_status search_machine_counts(ul_exact *exact, size_t nodes)
{
    ul_tree tree;
    ul_arena *arena = ul_arena_new();
    if (arena == NULL)
        return ul_no_memory();
    ul_status status = ul_exact_branch_on_counts(exact, nodes, arena, &tree);
    exact->by_counts = true;
    if (status == UL_OK && tree.bound > ul_exact_root_units(exact)) {
        status = ul_exact_raise(exact, tree.bound);
        if (status == UL_OK)
            status = certify(exact, &tree, tree.bound);
    }
    exact->by_counts = false;
    if (status == UL_OK && tree.n_nodes > 1)
        ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_COUNTS, tree.n_nodes - tree.n_nodes / 2);
    ul_tree_free(&tree);
    ul_arena_free(arena);
    return status;
}

/* Few tasks are settled by a look at every subset of them, if that takes less
 * than `most` steps. */
static ul_status try_subset_dp(ul_exact *exact, double most)
{
    if (!ul_exact_is_open(exact) || ul_subset_dp_work(exact->problem) > most)
        return UL_OK;
    UL_TRY(ul_subset_dp(exact));
    if (exact->by_subsets)
        ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_SUBSETS, 0);
    return exact->by_subsets ? certify(exact, NULL, exact->bound) : UL_OK;
}

/* Says what was done, where it brought a cheaper plan than `before`. */
static void tell_plan(const ul_exact *exact, ul_step_why why, int64_t before)
{
    if (exact->best.cost < before)
        ul_exact_tell(exact, UL_STEP_TURN, why, 0);
}

/* Where all machines cost the same the question is whether a plan of one less exists, and
 * the dive that gives machines back is the one to ask it. */
static ul_status dive(ul_exact *exact, size_t patience)
{
    const int64_t before = exact->best.cost;
    const size_t failures = patience * (10 + exact->problem->n_items / 4);
    if (ul_exact_is_open(exact))
        UL_TRY(ul_exact_counts_machines(exact->problem) ? ul_restarting_dive(exact, failures)
                                                        : ul_exact_column_dive(exact));
    tell_plan(exact, UL_WHY_DIVE, before);
    return UL_OK;
}

static ul_status search_neighbourhood(ul_exact *exact, size_t patience)
{
    const int64_t before = exact->best.cost;
    UL_TRY(ul_neighbourhood_search(exact, patience));
    tell_plan(exact, UL_WHY_REBUILD, before);
    return UL_OK;
}

/* Where most tasks are copies, the last machines of the plan. */
static ul_status pack_residual(ul_exact *exact, double share)
{
    const int64_t before = exact->best.cost;
    if (is_mostly_copies(exact->in) && ul_exact_is_open(exact))
        UL_TRY(ul_pack_residual(exact, share));
    tell_plan(exact, UL_WHY_FIT, before);
    return UL_OK;
}

/* What takes longer than a first look at the tree. */
static ul_status end_first_turn(ul_exact *exact)
{
    UL_TRY(try_subset_dp(exact, LONG_SUBSET_DP));
    return pack_residual(exact, 0.75);
}

static ul_status complete(ul_exact *exact)
{
    const int64_t before = exact->best.cost;
    UL_TRY(ul_complete_forced(exact));
    tell_plan(exact, UL_WHY_REBUILD, before);
    return UL_OK;
}

/* Where prices differ: the machines first, then who is on them. */
static ul_status fit_steps(ul_exact *exact)
{
    const int64_t before = exact->best.cost;
    if (!ul_exact_counts_machines(exact->problem))
        UL_TRY(ul_fit_price_steps(exact));
    tell_plan(exact, UL_WHY_FIT, before);
    return UL_OK;
}

/* Machines that the tasks of a family force, and what prices in steps make of them. */
static ul_status add_family_bounds(ul_exact *exact)
{
    const int64_t before = exact->bound;
    UL_TRY(ul_add_family_bounds(exact));
    if (exact->bound > before)
        ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_FORCED, exact->n_family_bounds);
    if (ul_exact_is_open(exact))
        UL_TRY(complete(exact));
    return count_steps(exact);
}

/* Whether the number of machines of a type says anything, pricing is by table, and rows and
 * numbers are not too many and too large for branching on counts. */
static bool can_branch_on_counts(const ul_exact *exact)
{
    const ul_exact_problem *problem = exact->problem;
    for (size_t k = 0; k < problem->n_types; k++)
        if (problem->type[k].price > COUNT_PRICE)
            return false;
    return !ul_exact_counts_machines(problem) && ul_pricer_is_table(exact->master->pricer)
           && problem->n_items <= COUNT_ITEMS && problem->n_types <= COUNT_TYPES;
}

/* The machines first: plans on few of them, then branching on their counts. */
static ul_status branch_on_machine_counts(ul_exact *exact)
{
    if (ul_exact_is_open(exact))
        UL_TRY(fit_steps(exact));
    return ul_exact_is_open(exact) && can_branch_on_counts(exact)
               ? search_machine_counts(exact, COUNT_NODES_MAX) : UL_OK;
}

/* Rows beyond some hundreds are more than there is time for: pairs, and classes of items first. */
static ul_status join_items(ul_exact *exact)
{
    if (exact->problem->n_items <= COARSE_ITEMS || exact->problem->n_groups > 1)
        return UL_OK;
    if (ul_exact_is_open(exact))
        UL_TRY(ul_match_pairs(exact));
    return ul_exact_is_open(exact) ? ul_aggregate_items(exact) : UL_OK;
}

/* A first bound, and where items are very many the plans and bounds of few classes of them. */
static ul_status begin(ul_exact *exact)
{
    UL_TRY(ul_exact_begin(exact));
    return join_items(exact);
}

static ul_status solve(ul_exact *exact)
{
    UL_TRY(ul_exact_open(exact));
    if (!ul_pricer_is_table(exact->master->pricer))
        UL_TRY(ul_run_note(exact->run,
                           "pricing by branch and bound: a table would not fit in memory"));
    UL_TRY(begin(exact));
    if (is_large(exact) && ul_exact_is_open(exact))
        UL_TRY(search_many(exact));
    UL_TRY(ul_master_add_solution(exact->master, &exact->best));
    UL_TRY(ul_exact_generate(exact));
    ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_ROOT, exact->master->pool.n);
    if (ul_exact_is_open(exact))
        UL_TRY(count_machines(exact));
    if (ul_exact_is_open(exact))
        UL_TRY(count_steps(exact));
    UL_TRY(dive(exact, 2));
    UL_TRY(pack_residual(exact, 0.25));
    if (!is_large(exact) && !ul_pricer_is_table(exact->master->pricer) && ul_exact_is_open(exact))
        UL_TRY(search_many(exact));
    /* of machines with GPUs and without, that on counts is the better tree; others want it later, and
     * so do few items, whose patterns are few */
    const bool mixed = exact->problem->n_groups > 1 && exact->problem->n_items > FEW_ITEMS
                       && can_branch_on_counts(exact);
    size_t patience = 4, patterns = 50000, nodes = mixed ? FEW_NODES : 500;
    for (size_t turn = 0; ul_exact_is_open(exact); turn++) {
        if (ul_exact_counts_machines(exact->problem)) {
            if (turn == 0)
                UL_TRY(close_gap(exact, patterns, FIRST_NODES));
            UL_TRY(dive(exact, patience / 2));
        }
        UL_TRY(search_neighbourhood(exact, patience));
        if (turn == 0 && ul_exact_is_open(exact))
            UL_TRY(add_family_bounds(exact));
        if (turn == 0)
            UL_TRY(try_subset_dp(exact, SHORT_SUBSET_DP));
        if (ul_exact_is_open(exact))
            UL_TRY(close_gap(exact, patterns, nodes));
        if (turn == 0)
            UL_TRY(end_first_turn(exact));
        if (turn == (mixed ? 0 : LATER))
            UL_TRY(branch_on_machine_counts(exact));
        if (exact->integrality_dominates && ul_exact_is_open(exact))
            UL_TRY(search_locally(exact, 8 * patience, 0.25));
        patience = patience < 64 ? patience * 2 : patience;
        /* a wide gap asks for more neighbourhood search before it asks for a large tree */
        patterns = patterns * 3 < PATTERNS_MAX ? patterns * 3 : PATTERNS_MAX;
        nodes *= 4;
    }
    return UL_OK;
}

/* Prices are too far apart: the best constructive plan, and a bound. */
static ul_status prove_roughly(ul_exact *exact, ul_exact_problem *problem)
{
    if (ul_run_best(exact->run) == NULL)
        UL_TRY(ul_run_call_constructive(exact->run));
    if (ul_run_best(exact->run) != NULL)
        UL_TRY(ul_bound_by_rounded_prices(exact, problem));
    return ul_run_note(exact->run, "a price is more than 2^40 times what all prices are multiples of, too "
                                   "much for exact sums: the best constructive plan stands, and a bound "
                                   "by prices rounded down");
}

/* From the first plan on, with a problem in small numbers. */
static ul_status prove(ul_exact *exact, ul_exact_problem *problem)
{
    bool fit;
    UL_TRY(ul_exact_problem_new(exact->in, exact->arena, problem, &fit));
    exact->problem = problem;
    if (!fit)
        return prove_roughly(exact, problem);
    UL_TRY(first_plan(exact));
    ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_FIRST_PLAN, 0);
    UL_TRY(solve(exact));
    ul_exact_tell(exact, UL_STEP_STOP, exact->bound < exact->best.cost ? UL_WHY_OPEN : UL_WHY_CLOSED, 0);
    return exact->by_subsets ? UL_OK : certify(exact, NULL, ul_exact_root_units(exact));
}

static bool is_over(const void *run)
{
    return ul_run_expired(run);
}

/* So that there is a bound however early the end; no certificate says why it holds. Where it
 * would prove the plan optimal and there is time, the proof is left to what can certify it:
 * nothing is called optimal for which no certificate is to be had. */
static ul_status offer_simple_bound(const ul_packing *in, ul_run *run)
{
    const char *why;
    uint64_t *copies = ul_arena_alloc(ul_run_arena(run), in->n_shapes, sizeof *copies);
    if (copies == NULL)
        return ul_no_memory();
    for (size_t j = 0; j < in->n_tasks; j++)
        copies[in->task[j].shape] += in->task[j].copies;
    const ul_packing_bound_stop stop = {is_over, run};
    const ul_cost bound = ul_packing_bound(in, copies, &stop, &why);
    const ul_run_result *result = ul_run_result_of(run);
    const bool closes = result->has_cost && result->cost > 0 && bound >= result->cost;
    return closes && !ul_run_expired(run) ? UL_OK : ul_run_offer_bound(run, bound);
}

/* Where tasks are many and mostly different, sets that fill a machine abound, and greedy rules
 * that put one task after the other miss them: gaps of per cents were theirs. */
static ul_status begin_with_plans(const ul_packing *in, ul_run *run)
{
    if (is_mostly_copies(in))
        return UL_OK;
    UL_TRY(ul_run_call_constructive(run));
    return in->n_copies > MANY_TASKS && in->n_shapes > MANY_ITEMS
               ? ul_run_call_for(run, ul_run_work_left_s(run) / 4, &ul_method_min_bin_slack, NULL, 0)
               : UL_OK;
}

static ul_status exact_solve(const ul_packing *in, ul_run *run)
{
    ul_exact_problem problem;
    ul_exact exact = {.in = in, .run = run, .arena = ul_run_arena(run), .too_wide = INT64_MAX,
                      .certified = -1};
    UL_TRY(begin_with_plans(in, run));
    if (ul_run_certificate(run) == NULL)
        UL_TRY(offer_simple_bound(in, run));
    /* with 100,000 tasks the rest takes long to set up; a certificate needs it */
    if (ul_run_expired(run) && ul_run_best(run) != NULL && ul_run_certificate(run) == NULL)
        return UL_OK;
    if (in->is_limited)
        return ul_exact_limited_supply(in, run);
    const ul_status status = prove(&exact, &problem);
    ul_free_family_bounds(&exact);
    ul_master_free(exact.master);
    ul_exact_solution_clear(&exact.best);
    ul_exact_solution_clear(&exact.forced);
    return status;
}

const ul_method ul_method_exact = {
    .name = "exact",
    .brief = "branch and price with certificates: proves how good a plan can be",
    .paper = "Gilmore and Gomory 1961; Eva, Section 4.2 (the ILP of Table 4)",
    .traits = UL_ANYTIME | UL_PROVES | UL_CERTIFIES | UL_SUPPLY,
    .packing = exact_solve,
};
