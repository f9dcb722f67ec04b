#include "phases.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "certificate.h"
#include "corner.h"
#include "count_master.h"
#include "trees.h"
#include "local_search_state.h"
#include "output.h"
#include "bounds.h"
#include "restarting_dive.h"
#include "vipr.h"

enum {
    MANY_ITEMS = 100,       /* rows above which column generation takes seconds */
    DIVE_ITEMS = 1000,      /* below, dives find better plans than local search does */
    HURRY_S = 8,            /* seconds: with fewer, local search finds what columns would not */
    CELLS = 10000000,       /* of pricing's tables: with more, dives take seconds */
    CELLS_BY_FAMILY = 256 << 20, /* of these, where there may be eight times as many */
    STEPS_EACH = 50, STEPS = 10000, /* for each task and at most: two tenths of a second */
    FEW_TASKS = 3,          /* of four there are a hundred times as many */
    PERSISTENCE = 8,        /* times the failures of a dive where trees are no better */
    NARROWEST = 64,         /* part of the gap that is worth a tree of its own */
    FIRST_PATTERNS = 250,   /* of short searches: what is within a thousandth of the bound */
    COPIES_EACH = 4,        /* tasks of an item, on average: more or less the same */
    FIRST_NODES = 12,       /* of them: most trees that find a plan at all have fewer */
    BY_SIZE_ITEMS = 150,    /* of fewer, pricing by family is quick and says more than resources */
    FIRST_COUNTS = 600,     /* nodes: of more there is one whose machines are known, or nothing to gain */
    VALUES = 1500000,       /* in the nodes of a tree: the checker takes a minute for them */
};

#define WASTED 1e-4 /* of a machine: more is not for cuts of few tasks */

/* Whether a plan that costs the bound has next to no room to spare. */
static bool wastes_nothing(const ul_exact *exact)
{
    return (double)exact->bound - exact->master->bound <= WASTED;
}

bool ul_engine_is_large(const ul_exact *exact)
{
    return exact->problem->n_items > MANY_ITEMS;
}

bool ul_engine_is_by_size(const ul_exact *exact)
{
    return exact->problem->n_items > BY_SIZE_ITEMS;
}

ul_status ul_engine_write_proof(ul_exact *exact, const ul_proof *proof, const char *path)
{
    exact->untold = NULL;
    return ul_output_is_named(path, UL_VIPR_ENDING)
               ? ul_vipr_write(exact->in, proof, path, &exact->untold)
               : ul_certificate_write(exact->in, proof, path);
}

ul_status ul_engine_certify(ul_exact *exact, ul_proof proof)
{
    const char *path = ul_run_certificate(exact->run);
    const bool proves_none = exact->has_no_plan && proof.units > exact->below;
    proof.units = ul_exact_proved(exact, proof.units);
    if (path == NULL || proof.units <= exact->certified)
        return UL_OK;
    UL_TRY(ul_engine_write_proof(exact, &proof, path));
    exact->certified = exact->untold == NULL ? proof.units : exact->certified;
    return proves_none ? UL_OK : ul_run_offer_bound(exact->run, (ul_cost)proof.units * exact->problem->unit);
}

/* A tree's bound counts where it is above the root's. */
static ul_status claim_tree(ul_exact *exact, ul_proof proof)
{
    if (proof.tree->bound <= ul_exact_root_units(exact))
        return UL_OK;
    UL_TRY(ul_exact_raise(exact, proof.tree->bound));
    return ul_engine_certify(exact, proof);
}

/* ---- phases that have an end of their own ---- */

#define PHASE(name, call)                                        \
    ul_status ul_phase_##name(ul_exact_engine *e, double effort) \
    {                                                            \
        (void)effort;                                            \
        return call;                                             \
    }

PHASE(linear_relaxation, ul_exact_begin(e->exact))
PHASE(pair_matching, ul_match_pairs(e->exact))
PHASE(item_classes, ul_aggregate_items(e->exact))
PHASE(corner, ul_pack_corner(e->exact))
PHASE(neighbourhood, ul_neighbourhood_search(e->exact, e->patience))

/* ---- bounds ---- */

/* Where nothing may be wasted the linear program has many solutions, and columns of many small
 * tasks, of which there are far more, are most of what it generates. A plan that is made of them
 * lacks small tasks at last: columns of few tasks are to be at hand. */
ul_status ul_phase_few_tasks(ul_exact_engine *e, double effort)
{
    ul_exact *exact = e->exact;
    bool whole = true;
    const size_t limit = (size_t)effort * exact->problem->n_items;
    for (size_t tasks = 2; tasks <= FEW_TASKS && whole; tasks++)
        UL_TRY(ul_master_add_few_tasks(exact->master, exact->bound, tasks, limit, &whole));
    return UL_OK;
}

ul_status ul_phase_column_generation(ul_exact_engine *e, double effort)
{
    ul_exact *exact = e->exact;
    (void)effort;
    UL_TRY(exact->has_no_plan ? ul_master_add_singles(exact->master)
                              : ul_master_add_patterns(exact->master, &exact->best.pool));
    UL_TRY(ul_exact_generate(exact));
    ul_exact_tell(exact, UL_STEP_TURN,
                  "Suppose machines could be rented in fractions: half of one that is filled in "
                  "this way, half of one that is filled in that way. A linear program finds the "
                  "cheapest mix of fillings ({count} were worth a look) and with it a price for "
                  "every task, such that no filling is worth more than its machine costs. Real "
                  "plans are mixes too, so none costs less than {$value}; the best so far costs "
                  "{$against}.", exact->master->pool.n);
    return UL_OK;
}

/* Where whole machines are most of what there is to prove, the linear program is no guide
 * to better plans. */
ul_status ul_phase_whole_machines(ul_exact_engine *e, double effort)
{
    ul_exact *exact = e->exact;
    const int64_t root = ul_exact_root_units(exact);
    const int64_t units = ul_whole_machines_units(exact->problem, &exact->master->dual,
                                                  (size_t)effort);
    exact->integrality_dominates = 2 * (units - root) >= exact->best.cost - root;
    if (units <= exact->bound)
        return UL_OK;
    UL_TRY(ul_exact_raise(exact, units));
    ul_exact_tell(exact, UL_STEP_TURN,
                  "But machines come whole: so many of them are needed that no plan costs less "
                  "than {$value}.", 0);
    return ul_engine_certify(exact, ul_exact_proof_of(exact, NULL, units));
}

/* Machines that the tasks of a family force. */
ul_status ul_phase_family_bounds(ul_exact_engine *e, double effort)
{
    ul_exact *exact = e->exact;
    const int64_t bound = exact->bound;
    (void)effort;
    UL_TRY(ul_add_family_bounds(exact));
    if (exact->bound > bound)
        ul_exact_tell(exact, UL_STEP_TURN,
                      "Some tasks fit one family of machines only and force whole machines of it, whatever "
                      "becomes of the others (families: {count}). With that no plan costs less than {$value}.",
                      exact->n_family_bounds);
    return UL_OK;
}

/* ---- plans ---- */

/* So many rounds of so many steps, 0 for local search's own, in a share of the time left. */
static ul_status search_locally(ul_exact *exact, size_t rounds, uint64_t steps, double share)
{
    char most[40], each[40], seconds[40];
    const double left_s = ul_run_work_left_s(exact->run);
    const char *const set[] = {most, each, seconds};
    snprintf(most, sizeof most, "most=%zu", rounds);
    snprintf(each, sizeof each, "steps=%" PRIu64, steps);
    snprintf(seconds, sizeof seconds, "seconds=%.3f", left_s < 1e6 ? share * left_s : 0);
    UL_TRY(ul_run_call(exact->run, &ul_method_local_search, set, 3));
    return ul_exact_take_best(exact);
}

ul_status ul_phase_local_search(ul_exact_engine *e, double effort)
{
    return search_locally(e->exact, (size_t)effort * e->patience, 0, 0.25);
}

/* On many items it finds in a second what column generation needs long for. Where
 * there are seconds only, it has most of them. Where dives are the better way to plans it
 * has a few steps, and none where they are quick as well. */
ul_status ul_phase_quick_local_search(ul_exact_engine *e, double effort)
{
    ul_exact *exact = e->exact;
    const uint64_t steps = STEPS_EACH * exact->in->n_copies;
    if (ul_exact_has_one_price(exact->problem) && exact->problem->n_items < DIVE_ITEMS)
        return ul_pricer_cells(exact->master->pricer) < CELLS
                   ? UL_OK
                   : search_locally(exact, (size_t)effort, steps < STEPS ? steps : STEPS, 1);
    return ul_run_work_left_s(exact->run) < HURRY_S
               ? search_locally(exact, (size_t)(4 * effort), 0, 0.75)
               : search_locally(exact, (size_t)effort, 0, 0.25);
}

/* Where all machines cost the same the question is whether a plan of one less exists, and
 * the dive that gives machines back is the one to ask it. The first is the shorter the more items
 * there are: its steps take long then, and the tree may say that there is no such plan. Where the
 * patterns of such a plan are too many for any tree, only a dive will find it, and it persists:
 * the columns that it has come to know are what the next one would begin without. It persists, too,
 * where nothing may be wasted and cuts did not prove that there is no plan: a tree finds one by no
 * less luck. Where prices differ a dive that fails may cost more at once, and is there in one go. */
ul_status ul_phase_dive(ul_exact_engine *e, double effort)
{
    ul_exact *exact = e->exact;
    const double items = (double)exact->problem->n_items, each = 10 + items / 4;
    const bool beyond_trees = exact->below + 1 - ul_exact_root_units(exact) >= exact->too_wide;
    const bool persists = beyond_trees || wastes_nothing(exact);
    const double later = (double)e->patience / 2 * (persists ? PERSISTENCE : 1);
    const double patience = effort > 0 ? fmin(fmax(effort / (items * each), 0.5), 2) : later;
    if (ul_exact_has_one_price(exact->problem))
        return ul_restarting_dive(exact, (size_t)(patience * each));
    return exact->master->converged ? ul_restarting_dive(exact, 0) : UL_OK;
}

/* ---- trees ---- */

/* A tree's rules are the rows that hold everywhere, its cuts, and one for each node that was split. */
static void tell_tree(const ul_exact *exact, const ul_tree *tree)
{
    const size_t splits = tree->n_nodes / 2, others = splits + tree->n_given;
    if (tree->rules.n > others)
        ul_exact_tell(exact, UL_STEP_TURN,
                      "Cuts, {count} of them: inequalities that every plan of whole machines keeps, and mixes "
                      "of fractions break. They make the fractions dearer and the bound better: {$value}.",
                      tree->rules.n - others);
    if (splits > 0)
        ul_exact_tell(exact, UL_STEP_TURN,
                      "Where fractions are left the search branches: at most so many machines of a kind, or "
                      "more; these two tasks together, or apart. Each of {count} cases has a bound of its own, "
                      "and the least of them holds for all: no plan costs less than {$value}.",
                      tree->n_nodes - splits);
}

/* Enumerates what a plan below the cutoff could use and searches that; what is too much
 * to enumerate is not searched. */
static ul_status search_below(ul_exact_engine *e, const ul_exact_effort *effort, bool *searched)
{
    ul_exact *exact = e->exact;
    ul_tree tree;
    UL_TRY(ul_exact_enumerate(exact, effort, exact->arena, &tree));
    *searched = tree.n_nodes > 0;
    e->ran_out = *searched && !tree.proved && tree.cutoff > tree.enough;
    UL_TRY(claim_tree(exact, ul_exact_proof_of(exact, &tree, tree.bound)));
    tell_tree(exact, &tree);
    return UL_OK;
}

/* Searches the gap or, where that is too much, a part of it from the bound upwards, or the same
 * part of that: a plan is found there or the bound rises. What was too wide once is not tried
 * again. */
static ul_status search_gap(ul_exact_engine *e, size_t patterns, size_t nodes, bool is_short)
{
    ul_exact *exact = e->exact;
    const int64_t root = ul_exact_root_units(exact), gap = exact->below + 1 - root;
    const int64_t least = ul_engine_is_large(exact) ? gap : gap / NARROWEST;
    bool searched = false;
    e->enumerated = e->ran_out = false;
    for (int64_t width = gap; !searched && width > 0 && width >= least
                              && root + width > exact->bound && !ul_run_expired(exact->run);
         width /= is_short ? 2 : 4) {
        if (width < exact->too_wide) {
            UL_TRY(search_below(e, &(ul_exact_effort){root + width, patterns, nodes, is_short},
                                &searched));
            e->enumerated = searched && width == gap;
            if (!searched && patterns == UL_PATTERNS_MAX)
                exact->too_wide = width;
        }
    }
    return UL_OK;
}

/* Of copies of few items the best plan costs next to nothing more than the bound, and the one at
 * hand may be far from both (of distinct tasks it does cost more). So first what is close to the
 * bound is searched, among a few hundred patterns instead of thousands, and then among twice as
 * many. A tree without a plan that it has come close to goes down in a chain of branchings, each
 * of which closes a side: it is left soon, and the next one, of other cuts and twice the nodes,
 * most often sees that plan at its root. */
static ul_status search_upwards(ul_exact_engine *e, size_t most)
{
    size_t nodes = FIRST_NODES;
    for (size_t patterns = FIRST_PATTERNS; ul_exact_is_open(e->exact); patterns *= 2) {
        UL_TRY(search_gap(e, patterns < most ? patterns : most, nodes < e->nodes ? nodes : e->nodes, true));
        nodes *= e->ran_out ? 2 : 1;
        if (patterns >= most)
            break;
    }
    return UL_OK;
}

/* A plan that leaves half of the gap leaves far fewer patterns: these are enumerated anew. */
ul_status ul_phase_branch_and_cut(ul_exact_engine *e, double effort)
{
    const ul_exact *exact = e->exact;
    const ul_exact_problem *problem = exact->problem;
    const size_t most = e->patterns < UL_PATTERNS_MAX ? e->patterns : UL_PATTERNS_MAX;
    const bool upwards = effort <= 0 && problem->n_items <= UL_FEW_ITEMS
                         && exact->in->n_copies >= COPIES_EACH * problem->n_items
                         && !ul_exact_has_one_price(problem);
    int64_t before;
    do {
        before = exact->below + 1 - ul_exact_root_units(exact);
        UL_TRY(upwards ? search_upwards(e, most)
                       : search_gap(e, most, effort > 0 ? (size_t)effort : e->nodes, false));
    } while (ul_exact_is_open(exact) && 2 * (exact->below + 1 - ul_exact_root_units(exact)) <= before);
    return UL_OK;
}

/* Cuts over columns that are priced with their duals, where nothing may be wasted: elsewhere they
 * would have to lift the program by more than such cuts do. */
ul_status ul_phase_cut_and_price(ul_exact_engine *e, double effort)
{
    ul_exact *exact = e->exact;
    UL_OWN_ARENA(arena);
    ul_tree tree;
    if (!wastes_nothing(exact))
        return UL_OK;
    UL_TRY(ul_exact_cut_and_price(exact, (uint64_t)effort, arena, &tree));
    if (!tree.proved)
        return UL_OK;
    ul_proof proof = ul_exact_proof_of(exact, &tree, tree.bound);
    proof.kind = UL_PROOF_CASES;
    UL_TRY(claim_tree(exact, proof));
    tell_tree(exact, &tree);
    return UL_OK;
}

static ul_status branch_on_counts(ul_exact_engine *e, ul_type_division by, double effort, const char *what)
{
    ul_exact *exact = e->exact;
    UL_OWN_ARENA(arena);
    ul_tree tree;
    const size_t nodes = (size_t)fmin(effort, VALUES / (double)exact->problem->n_items);
    UL_TRY(ul_exact_branch_on_counts(exact, by, nodes, e->patience / 4, arena, &tree));
    if (tree.n_nodes == 0)
        return UL_OK;
    ul_proof proof = ul_exact_proof_of(exact, &tree, tree.bound);
    proof.kind = UL_PROOF_CASES;
    UL_TRY(claim_tree(exact, proof));
    if (tree.n_nodes > 1)
        ul_exact_tell(exact, UL_STEP_TURN, what, tree.n_nodes - tree.n_nodes / 2);
    return UL_OK;
}

#define EACH_CASE "Each of {count} cases has a bound of its own, and the least of them holds for all: no " \
                  "plan costs less than {$value}."

ul_status ul_phase_machine_counts(ul_exact_engine *e, double effort)
{
    const bool others = ul_engine_is_by_size(e->exact); /* come next, and know more */
    return branch_on_counts(e, UL_TOGETHER, others ? fmin(effort, FIRST_COUNTS) : effort,
                            "The search branches on the machines a plan has: at most so many of a type, or "
                            "more. " EACH_CASE);
}

/* Each part has a table of its own, if patterns are asked for at all. */
ul_status ul_phase_task_families(ul_exact_engine *e, double effort)
{
    if (e->exact->problem->n_items <= UL_COUNT_ROWS_MAX
        && ul_pricer_cells(e->exact->master->pricer) > CELLS_BY_FAMILY)
        return UL_OK;
    return branch_on_counts(e, ul_engine_is_by_size(e->exact) ? UL_BY_SIZE : UL_BY_FAMILY, effort,
                            "Some machines have room for all tasks if tasks may be divided, and nobody found how "
                            "to place them whole. So the search branches on where tasks go, too: on machines of "
                            "this family, or of another. " EACH_CASE);
}
