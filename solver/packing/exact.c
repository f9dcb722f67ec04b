/* Exact packing by column generation, enumeration within the gap, and branch and cut.
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

#include "min_bin_slack.h"
#include "packing_bound.h"
#include "phases.h"
#include "bounds.h"

enum {
    MANY_COPIES = 50000, COPIES_EACH = 1000, /* machines are bought by the thousand */
    MANY_TASKS = 2000, MANY_SHAPES = 100,    /* sets that fill a machine abound */
    DIVE_SHAPES = 1000,                      /* of bins: below, dives find them soon enough */
    MATCHED_ITEMS = 600,                     /* rows beyond which there is no time for pivots */
    COUNTED_ITEMS = 10000, COUNTED_TYPES = 256, /* of a tree over machine counts */
    COUNTED_PRICE = 1000000000,              /* units: beyond, duals of rows leave 128 bits */
    NODES_MAX = 1000000000,                  /* as many as there is time for */
};

#define UNITS_MAX ((int64_t)1 << 50) /* of a plan, where supply is limited */

/* Whether most tasks are copies of few: machines are then bought by the thousand as the
 * linear program wants them, and heuristics that place one task after the other take long
 * for a worse plan. */
static bool is_mostly_copies(const ul_packing *in)
{
    return !in->is_limited && in->n_copies > MANY_COPIES && in->n_copies / COPIES_EACH > in->n_shapes;
}

/* ---- when a phase runs ---- */

/* What is true of a run at the moment: a phase runs where all that it needs is. */
enum {
    OPEN = 1 << 0,         /* the bound is below the cost, and there is time */
    MANY_ROWS = 1 << 1,    /* too many for pivots, of items that fit the same machines */
    LARGE = 1 << 2,        /* more rows than column generation is quick with */
    SEARCHED = 1 << 3,     /* not large, but pricing is a search that may have to be left */
    COPIES = 1 << 4,       /* most tasks are copies of few */
    NO_COPIES = 1 << 5,
    ONE_PRICE = 1 << 6,
    NO_COLUMNS = 1 << 7,   /* column generation has not come to its end */
    FIRST_TURN = 1 << 8,
    HAS_PLAN = 1 << 9,
    CLOSES_SOON = 1 << 10, /* one price, or limited supply */
    COUNTABLE = 1 << 11,   /* can_count() */
    INTEGRAL = 1 << 12,    /* integrality dominates the gap */
    BY_SIZE = 1 << 13,     /* resources say more in the time of a pricing than that does */
};

/* Whether the number of machines of a type says anything, pricing is by table, and rows and
 * numbers are not too many and too large for branching on counts. Over all patterns of few items a
 * tree of more nodes ends sooner. */
static bool can_count(const ul_exact_engine *e)
{
    const ul_exact *exact = e->exact;
    const ul_exact_problem *problem = exact->problem;
    if (e->enumerated && problem->n_items <= UL_FEW_ITEMS)
        return false;
    for (size_t k = 0; k < problem->n_types; k++)
        if (problem->type[k].price > COUNTED_PRICE)
            return false;
    return !ul_exact_has_one_price(problem) && ul_pricer_is_table(exact->master->pricer)
           && problem->n_items <= COUNTED_ITEMS && problem->n_types <= COUNTED_TYPES;
}

static unsigned facts(const ul_exact_engine *e)
{
    const ul_exact *exact = e->exact;
    const size_t n = exact->problem->n_items;
    const bool large = ul_engine_is_large(exact), one_price = ul_exact_has_one_price(exact->problem);
    return (ul_exact_is_open(exact) ? OPEN : 0)
           | (n > MATCHED_ITEMS && exact->problem->n_groups == 1 ? MANY_ROWS : 0) | (large ? LARGE : 0)
           | (!large && n > UL_FEW_ITEMS && !ul_pricer_is_table(exact->master->pricer) ? SEARCHED : 0)
           | (is_mostly_copies(exact->in) ? COPIES : NO_COPIES) | (one_price ? ONE_PRICE : 0)
           | (exact->master->converged ? 0 : NO_COLUMNS) | (e->turn == 0 ? FIRST_TURN : 0)
           | (exact->has_no_plan ? 0 : HAS_PLAN)
           | (one_price || exact->problem->is_limited ? CLOSES_SOON : 0)
           | (can_count(e) ? COUNTABLE : 0) | (exact->integrality_dominates ? INTEGRAL : 0)
           | (ul_engine_is_by_size(exact) ? BY_SIZE : 0);
}

/* ---- the phases ---- */

typedef struct {
    const char *name; /* docs/exact.md tells of each, in this order */
    unsigned needs;   /* of facts() */
    ul_phase_run *run;
    bool supply;      /* also where that of a type is limited */
    double effort;
    const char *found;  /* what to say of a cheaper plan, or NULL */
    const char *reason; /* of the effort */
} phase;

#define DIVED "A cheaper plan: what the linear program wants most is bought for good, the rest " \
              "is solved again, and so on until every task has a place. It costs {$against}."
#define MADE_WHOLE "A cheaper plan: a few machines filled otherwise make up for the linear program's " \
                   "fractions, so that everything comes out whole. It costs {$against}."
#define PACKED_ANEW "A cheaper plan: a few machines at a time are emptied and packed again in the " \
                    "best way. It costs {$against}."

static const phase root[] = {
    {"linear relaxation", 0, ul_phase_linear_relaxation, true, 0, NULL,
     "a bound before any column"},
    {"pair matching", OPEN | MANY_ROWS, ul_phase_pair_matching, false, 0, NULL,
     "6000 tasks take a second"},
    {"item classes", OPEN | MANY_ROWS, ul_phase_item_classes, false, 0, NULL,
     "300 rows instead of all"},
    {"branching on where tasks go", OPEN | COUNTABLE | BY_SIZE, ul_phase_task_families, true, 8000, NULL,
     "nodes: of a thousand tasks some ten are enough, of two hundred there may be thousands"},
    {"quick local search", OPEN | LARGE | NO_COPIES, ul_phase_quick_local_search, false, 2, NULL,
     "rounds: columns take seconds to come to as good a plan"},
    {"patterns of few tasks", OPEN | ONE_PRICE | NO_COPIES, ul_phase_few_tasks, false, 16, NULL,
     "an item: four are all where nothing may be wasted, 25 only in the way where much may"},
    {"column generation", 0, ul_phase_column_generation, true, 0, NULL,
     "ends by pivots times rows"},
    {"whole machines", OPEN, ul_phase_whole_machines, false, 10000, NULL,
     "counts tried: where it gains anything a thousand are enough"},
    {"dive", OPEN, ul_phase_dive, true, 20000, DIVED,
     "failures times items: a first plan, more follow"},
    {"corner relaxation", OPEN | COPIES, ul_phase_corner, false, 0, MADE_WHOLE,
     "tenths of a second where items are few"},
    {"quick local search", OPEN | SEARCHED | NO_COPIES, ul_phase_quick_local_search, false, 2, NULL,
     "rounds: where pricing is a search, after the first dive"},
};

static const phase each_turn[] = {
    {"column generation", OPEN | ONE_PRICE | NO_COLUMNS, ul_phase_column_generation, true, 0, NULL,
     "the root's bound is what is missing where it ended by pivots"},
    {"cut and price", OPEN | FIRST_TURN | ONE_PRICE, ul_phase_cut_and_price, false, 2e8, NULL,
     "steps of pricing: seconds, where a few thousand prove it or nothing does"},
    {"branch and cut", OPEN | FIRST_TURN | CLOSES_SOON, ul_phase_branch_and_cut, true, 40, NULL,
     "nodes: equal prices, and few tasks with supplies, most often close at the root"},
    {"dive", OPEN | ONE_PRICE, ul_phase_dive, true, 0, DIVED, "half of the turn's patience"},
    {"neighbourhood search", OPEN, ul_phase_neighbourhood, true, 0, PACKED_ANEW,
     "the turn's patience"},
    {"family bounds", OPEN | FIRST_TURN | HAS_PLAN, ul_phase_family_bounds, true, 0, NULL,
     "each 400 nodes at most"},
    {"branch and cut", OPEN, ul_phase_branch_and_cut, true, 0, NULL,
     "the turn's patterns and nodes"},
    {"branching on machine counts", OPEN | COUNTABLE, ul_phase_machine_counts, true, 3000, NULL,
     "nodes: of more the checker takes minutes"},
    {"branching on where tasks go", OPEN | COUNTABLE, ul_phase_task_families, true, 8000, NULL,
     "nodes: of those without pricing a second has a thousand"},
    {"local search", OPEN | INTEGRAL | NO_COPIES, ul_phase_local_search, false, 8, NULL,
     "rounds for each of the turn's patience: the linear program is no guide"},
};

static ul_status run_phases(ul_exact_engine *e, const phase *list, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        const int64_t before = e->exact->best.cost;
        if ((list[q].supply || !e->exact->problem->is_limited) && (list[q].needs & ~facts(e)) == 0)
            UL_TRY(list[q].run(e, list[q].effort));
        if (list[q].found != NULL && e->exact->best.cost < before)
            ul_exact_tell(e->exact, UL_STEP_TURN, list[q].found, 0);
    }
    return UL_OK;
}

/* The root once, then turns of more and more patience until the bound meets the cost or the
 * time is over. */
static ul_status solve(ul_exact *exact)
{
    ul_exact_engine e = {.exact = exact, .patience = 4, .patterns = 50000, .nodes = 500};
    UL_TRY(ul_exact_open(exact));
    if (!ul_pricer_is_table(exact->master->pricer))
        UL_TRY(ul_run_note(exact->run,
                           "pricing by branch and bound: a table would not fit in memory"));
    UL_TRY(run_phases(&e, root, sizeof root / sizeof *root));
    e.nodes = ul_exact_has_one_price(exact->problem) ? e.nodes : 100; /* a second tree is luckier */
    e.patterns *= exact->problem->is_limited || ul_exact_has_one_price(exact->problem) ? 9 : 1;
    for (; ul_exact_is_open(exact); e.turn++) {
        UL_TRY(run_phases(&e, each_turn, sizeof each_turn / sizeof *each_turn));
        e.patience = e.patience < 64 ? e.patience * 2 : e.patience;
        /* a wide gap asks for more neighbourhood search before it asks for a large tree */
        e.patterns *= e.patterns < UL_PATTERNS_MAX ? 3 : 1;
        e.nodes *= e.nodes < NODES_MAX ? 4 : 1;
    }
    return UL_OK;
}

/* ---- the run ---- */

/* No irredundant plan costs more: a machine of its own for each task, or all that are
 * to be had, of whatever type: so the checker counts, for which a bound above it proves
 * that there is no plan. UNITS_MAX where that is too much to count. */
static int64_t dearest_plan(const ul_packing *in, const ul_exact_problem *problem)
{
    ul_cost dearest = 0, all = 0;
    bool any_number = false;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_packing_type *type = &in->type[k];
        const ul_cost price = (ul_cost)type->price * UL_COST_PER_MICRO / problem->unit;
        dearest = price > dearest ? price : dearest;
        any_number = any_number || type->supply == UL_ANY_NUMBER;
        all += any_number ? 0 : price * type->supply;
    }
    const ul_cost alone = (ul_cost)in->n_copies * dearest;
    const ul_cost least = any_number || alone < all ? alone : all;
    return least < UNITS_MAX ? (int64_t)least : UNITS_MAX;
}

/* Of all types, those that hold nobody too: the checker does not ask who is useful. */
static int64_t free_machines(const ul_packing *in)
{
    int64_t sum = 0;
    for (size_t k = 0; k < in->n_types; k++)
        if (in->type[k].price == 0 && in->type[k].supply != UL_ANY_NUMBER)
            sum += in->type[k].supply;
    return sum;
}

/* The best plan of the constructive methods; every task on a machine of its own
 * when there was no time for any. Where supply is limited there may be none: the search is
 * then for one cheaper than any need be, and where that is proved not to exist there is no
 * plan. */
static ul_status first_plan(ul_exact *exact)
{
    const ul_exact_problem *problem = exact->problem;
    ul_exact_solution first = {0};
    if (ul_run_best(exact->run) != NULL)
        return ul_exact_take_best(exact);
    if (!problem->is_limited || problem->n_items == 0)
        return ul_exact_improve(exact, ul_exact_each_alone(problem, &first), &first);
    exact->has_no_plan = true;
    ul_exact_set_cost(exact, dearest_plan(exact->in, problem) + UL_EXACT_FINE);
    exact->best.cost = exact->cost;
    return UL_OK;
}

static ul_status claim_rounded(ul_exact *exact, ul_exact_problem *problem)
{
    int64_t units;
    const char *path = ul_run_certificate(exact->run);
    UL_TRY(ul_bound_by_rounded_prices(exact, problem, &units));
    const ul_proof proof = ul_exact_proof_of(exact, NULL, units);
    if (problem->n_items > 0 && path != NULL)
        UL_TRY(ul_engine_write_proof(exact, &proof, path));
    return problem->n_items > 0 ? ul_run_offer_bound(exact->run, (ul_cost)units * problem->unit)
                                : UL_OK;
}

/* Prices are too far apart: the best constructive plan, and a bound. */
static ul_status prove_roughly(ul_exact *exact, ul_exact_problem *problem)
{
    if (ul_run_best(exact->run) == NULL)
        UL_TRY(ul_run_call_constructive(exact->run));
    if (ul_run_best(exact->run) != NULL)
        UL_TRY(claim_rounded(exact, problem));
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
    if (problem->is_limited && (!fit || dearest_plan(exact->in, problem) >= UNITS_MAX))
        return ul_run_note(exact->run, "prices too large or too far apart for exact sums; the best "
                                       "constructive plan stands, without a certificate");
    if (!fit)
        return prove_roughly(exact, problem);
    exact->free_machines = free_machines(exact->in);
    UL_TRY(first_plan(exact));
    ul_exact_tell(exact, UL_STEP_TURN,
                  "The quick methods packed first, and the best of their plans costs {$against}. "
                  "Is there a cheaper one? To know that there is none takes a bound: what no "
                  "plan can cost less than.", 0);
    UL_TRY(solve(exact));
    if (exact->bound < exact->best.cost)
        ul_exact_tell(exact, UL_STEP_STOP,
                      "The time is up before the proof closes: the best plan found costs {$against}, and none "
                      "costs less than {$value}.", 0);
    else
        ul_exact_tell(exact, UL_STEP_STOP,
                      "The proof closes: here is a plan for {$against}, and none costs less than "
                      "{$value}. Nobody need search on.", 0);
    if (exact->has_no_plan && exact->bound >= exact->best.cost)
        ul_run_ended(exact->run, UL_INFEASIBLE);
    return ul_engine_certify(exact, ul_exact_proof_of(exact, NULL, ul_exact_root_units(exact)));
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
    uint64_t *copies;
    UL_ALLOC(ul_run_arena(run), copies, in->n_shapes);
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
    const char *const tries[] = {"tries=24"};
    if (is_mostly_copies(in))
        return UL_OK;
    const bool dives = in->n_types == 1 && in->n_resources == 1 && in->n_shapes < DIVE_SHAPES;
    UL_TRY(ul_run_call_constructive(run));
    return in->n_copies > MANY_TASKS && in->n_shapes > MANY_SHAPES && !dives
               ? ul_run_call_for(run, ul_run_work_left_s(run) / 4, &ul_method_min_bin_slack, tries, 1)
               : UL_OK;
}

static void end(ul_exact *exact)
{
    ul_free_family_bounds(exact);
    ul_exact_close(exact);
}

static ul_status exact_solve(const ul_packing *in, ul_run *run)
{
    ul_exact_problem problem;
    UL_FREED_BY(end) ul_exact exact = {.in = in, .run = run, .arena = ul_run_arena(run),
                      .too_wide = INT64_MAX, .certified = -1};
    UL_TRY(begin_with_plans(in, run));
    if (ul_run_certificate(run) == NULL)
        UL_TRY(offer_simple_bound(in, run));
    /* with 100,000 tasks the rest takes long to set up; a certificate needs it */
    if (ul_run_expired(run) && ul_run_best(run) != NULL && ul_run_certificate(run) == NULL)
        return UL_OK;
    UL_TRY(prove(&exact, &problem));
    if (exact.untold == NULL)
        return UL_OK;
    char note[200];
    snprintf(note, sizeof note, "the last proof is not in the VIPR file, since %s; a file named "
                                "*.csv has every proof", exact.untold);
    return ul_run_note(run, note);
}

const ul_method ul_method_exact = {
    .name = "exact",
    .brief = "branch and price with certificates: proves how good a plan can be",
    .paper = "Gilmore and Gomory 1961; Eva, Section 4.2 (the ILP of Table 4)",
    .traits = UL_ANYTIME | UL_PROVES | UL_CERTIFIES | UL_SUPPLY,
    .packing = exact_solve,
};
