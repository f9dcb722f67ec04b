/* Column generation with a row for each limited type gives a bound (supply_master.h); branch
 * and cut over its patterns looks for plans, and over every pattern that a better
 * plan could use, with a row for each supply, closes the gap. Where no plan is known
 * the search is for one cheaper than any plan need be: if that is proved not to exist,
 * there is no plan.
 *
 * A free machine of a limited type counts as one unit, since values are proved by scaling
 * them down to prices. A plan costs less than a sum by at most as many units as there are
 * such machines; prices are whole multiples of UL_EXACT_FINE units, so that little is lost.
 */
#include "limited_supply.h"

#include "branch_tree.h"
#include "certificate.h"
#include "supply_master.h"
#include "price_sums.h"

enum { PATTERNS_MAX = 1500000, FIRST_NODES = 40, NODES_MAX = 10000000, HALVINGS = 6 };
#define UNITS_MAX ((int64_t)1 << 50)

typedef struct {
    const ul_packing *in;
    ul_run *run;
    ul_arena *arena;
    ul_exact_problem problem;
    ul_supply_master master;
    ul_row_rule *rule; /* a row for each limited type */
    size_t n_rules;
    bool has_plan;
    int64_t best;      /* units: of the best plan; above any plan where there is none */
    int64_t below;     /* units: the most that a better plan can cost */
    int64_t free_ones; /* machines that cost nothing and count as one unit */
    int64_t bound;     /* units: no plan costs less */
    int64_t certified; /* units: the bound of the certificate written */
    ul_tree *tree;     /* being searched, or NULL */
} limited;

/* ---- plans ---- */

static int64_t rounded_up(int64_t units)
{
    return (units + UL_EXACT_FINE - 1) / UL_EXACT_FINE * UL_EXACT_FINE;
}

/* A plan costs a multiple of the common divisor of all prices. */
static void set_best(limited *l, int64_t units)
{
    l->best = units;
    l->below = ul_price_sum_below_of_all(l->in, &l->problem, units);
    l->below = l->below < 0 ? -1 : l->below / UL_EXACT_FINE * UL_EXACT_FINE;
}

/* What a plan that is cheaper than the best costs at most, free machines counted. */
static int64_t most(const limited *l)
{
    return l->below + l->free_ones;
}

static bool is_open(const limited *l)
{
    return l->bound < l->best && !ul_run_expired(l->run);
}

/* Offers a solution's plan, whose cost is the run's to say. */
static ul_status offer(limited *l, const ul_exact_solution *solution)
{
    ul_packing_plan *plan;
    ul_cost cost;
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL
                           ? ul_no_memory()
                           : ul_exact_plan(l->in, &l->problem, solution, arena, &plan);
    if (status == UL_OK)
        status = ul_run_offer(l->run, plan);
    ul_arena_free(arena);
    if (status == UL_OK && ul_run_best_cost(l->run, &cost)
        && (!l->has_plan || cost / l->problem.unit < l->best)) {
        l->has_plan = true;
        set_best(l, (int64_t)(cost / l->problem.unit));
    }
    return status;
}

static ul_status found(void *context, const ul_exact_solution *solution)
{
    limited *l = context;
    UL_TRY(offer(l, solution));
    if (l->tree->cutoff > most(l) + 1)
        l->tree->cutoff = most(l) + 1;
    return UL_OK;
}

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

/* ---- bounds ---- */

static ul_status certify(limited *l, const ul_tree *tree)
{
    const char *path = ul_run_certificate(l->run);
    const ul_proof proof = {.kind = UL_PROOF_DUAL, .problem = &l->problem, .tree = tree,
                            .dual = &l->master.dual, .units = l->bound,
                            .supply_dual = l->master.best_supply_dual};
    if (path == NULL || l->bound <= l->certified)
        return UL_OK;
    l->certified = l->bound;
    return ul_certificate_write(l->in, &proof, path);
}

/* No plan costs less than so many units, free machines counted. Where a certificate is
 * asked for it is written before the bound is offered; that no plan exists is said in the
 * end, and not by a bound. */
static ul_status raise_bound(limited *l, int64_t units, const ul_tree *tree)
{
    units = units > most(l) ? l->best
            : units > l->free_ones ? rounded_up(units - l->free_ones) : 0;
    if (units <= l->bound)
        return UL_OK;
    l->bound = units;
    UL_TRY(certify(l, tree));
    return l->has_plan || units < l->best
               ? ul_run_offer_bound(l->run, (ul_cost)units * l->problem.unit) : UL_OK;
}

/* ---- the search ---- */

static ul_status add_rules(limited *l)
{
    const ul_exact_problem *problem = &l->problem;
    UL_ALLOC(l->arena, l->rule, problem->n_types);
    for (size_t k = 0; k < problem->n_types; k++) {
        const ul_exact_type *type = &problem->type[k];
        uint16_t *weight;
        if (type->supply == UL_EXACT_ANY)
            continue;
        UL_ALLOC(l->arena, weight, problem->n_types);
        weight[k] = 1;
        l->rule[l->n_rules++] =
            (ul_row_rule){.kind = UL_ROW_SUPPLY, .weight = weight, .limit = type->supply};
    }
    /* Of all types, those that hold nobody too: the checker does not ask who is useful. */
    for (size_t k = 0; k < l->in->n_types; k++)
        if (l->in->type[k].price == 0 && l->in->type[k].supply != UL_ANY_NUMBER)
            l->free_ones += l->in->type[k].supply;
    return UL_OK;
}

/* Branch and cut over these patterns, for plans of less than `cutoff` units. */
static ul_status search(limited *l, ul_pattern_pool *pool, int64_t cutoff, size_t nodes,
                        ul_arena *arena, ul_tree *tree)
{
    *tree = (ul_tree){.problem = &l->problem, .run = l->run, .arena = arena, .pool = pool,
                      .cutoff = cutoff, .node_limit = nodes, .found = found, .context = l,
                      .given_row = l->rule, .n_given = l->n_rules};
    l->tree = tree;
    const ul_status status = ul_tree_search(tree);
    l->tree = NULL;
    return status;
}

/* Plans of the patterns that column generation found. */
static ul_status look_for_plans(limited *l, size_t nodes, ul_arena *arena)
{
    ul_pattern_pool pool = {0};
    ul_tree tree = {0};
    ul_status status = UL_OK;
    for (size_t p = 0; p < l->master.pool.n && status == UL_OK; p++)
        status = ul_pattern_append(&pool, l->master.pool.pattern[p].type,
                                   ul_pattern_entries(&l->master.pool, p),
                                   l->master.pool.pattern[p].n);
    if (status == UL_OK && pool.n > 0)
        status = search(l, &pool, most(l) + 1, nodes, arena, &tree);
    ul_tree_free(&tree);
    ul_pattern_pool_clear(&pool);
    return status;
}

/* Enumerates every pattern that a plan of less than `cutoff` units can use and searches
 * these; *whole is false when there were too many. */
static ul_status prove(limited *l, int64_t cutoff, size_t nodes, ul_arena *arena, bool *whole)
{
    ul_pattern_pool pool = {0};
    ul_tree tree = {0};
    ul_status status =
        ul_supply_master_enumerate(&l->master, cutoff - 1, PATTERNS_MAX, &pool, whole);
    if (status == UL_OK && *whole)
        status = search(l, &pool, cutoff, nodes, arena, &tree);
    if (status == UL_OK && *whole)
        status = raise_bound(l, tree.proved ? tree.cutoff : tree.bound, &tree);
    ul_tree_free(&tree);
    ul_pattern_pool_clear(&pool);
    return status;
}

/* Where the gap is too wide to enumerate, a part of it may not be. */
static ul_status close_gap(limited *l, size_t nodes, ul_arena *arena)
{
    const int64_t gap = most(l) + 1 - l->master.bound;
    bool whole = false;
    for (int q = 0; q < HALVINGS && !whole && is_open(l); q++)
        UL_TRY(prove(l, l->master.bound + (gap >> q > 0 ? gap >> q : 1), nodes, arena, &whole));
    return UL_OK;
}

static ul_status with_arena(limited *l, ul_status (*step)(limited *, size_t, ul_arena *),
                            size_t nodes)
{
    ul_arena *arena = ul_arena_new();
    const ul_status status = arena == NULL ? ul_no_memory()
                                           : step(l, nodes, arena);
    ul_arena_free(arena);
    return status;
}

/* Patterns of the best plan, so that columns need not be generated from nothing. */
static ul_status begin(limited *l)
{
    ul_exact_solution first = {0};
    ul_status status = ul_run_best(l->run) == NULL
                           ? UL_OK
                           : ul_exact_from_plan(ul_run_best(l->run), &l->problem, l->arena, &first);
    if (status == UL_OK)
        status = ul_supply_master_new(&l->problem, l->run, l->arena, 2 * (double)l->best,
                                       &l->master);
    if (status == UL_OK)
        status = ul_supply_master_add_solution(&l->master, &first);
    ul_exact_solution_clear(&first);
    return status;
}

static ul_status solve(limited *l)
{
    UL_TRY(begin(l));
    UL_TRY(ul_supply_master_solve(&l->master, most(l) + 1));
    UL_TRY(raise_bound(l, l->master.bound, NULL));
    size_t nodes = FIRST_NODES;
    while (is_open(l) && nodes < NODES_MAX) {
        UL_TRY(with_arena(l, look_for_plans, nodes));
        if (is_open(l))
            UL_TRY(raise_bound(l, l->master.bound, NULL));
        if (is_open(l))
            UL_TRY(with_arena(l, close_gap, 8 * nodes));
        nodes *= 8;
    }
    if (!l->has_plan && l->bound >= l->best)
        ul_run_ended(l->run, UL_INFEASIBLE);
    return UL_OK;
}

/* Every task fits a free machine, of which there are any number. */
static ul_status offer_free(limited *l)
{
    const ul_exact_solution nothing = {0};
    UL_TRY(offer(l, &nothing));
    l->master.dual.scale = (ul_price_scale){1, 1};
    return raise_bound(l, 0, NULL);
}

ul_status ul_exact_limited_supply(const ul_packing *in, ul_run *run)
{
    limited l = {.in = in, .run = run, .arena = ul_run_arena(run), .bound = -1, .certified = -1};
    ul_cost cost;
    bool fit;
    UL_TRY(ul_exact_problem_new(in, l.arena, &l.problem, &fit));
    const int64_t dearest = dearest_plan(in, &l.problem);
    if (!fit || dearest >= UNITS_MAX)
        return ul_run_note(run, "prices too large or too far apart for exact sums; the best "
                                "constructive plan stands, without a certificate");
    if (l.problem.n_items == 0)
        return offer_free(&l);
    UL_TRY(add_rules(&l));
    l.has_plan = ul_run_best_cost(run, &cost);
    set_best(&l, l.has_plan ? (int64_t)(cost / l.problem.unit)
                            : rounded_up(dearest) + UL_EXACT_FINE);
    const ul_status status = solve(&l);
    ul_supply_master_free(&l.master);
    return status;
}
