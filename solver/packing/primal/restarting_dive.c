/* Each step solves the linear program of what is left and fixes the machines that it has
 * whole, or one of those that it has in part. What is fixed whole leaves the program as
 * cheap as it was; what was fixed in part may not, and is seen at the next step. Then
 * machines are given back, by chance, until half as many tasks more are left, and twenty at
 * least. So the search is over the last machines most of the time, whose programs take
 * milliseconds, and goes back further the longer it fails. It aims at a plan that costs what
 * is proved, and higher by 1, 2, 4 units and so on whenever it failed often enough.
 * Where it may not fail at all it goes down once, to a plan that costs what it turns out to.
 *
 * Only patterns that such a plan can use, by the root's values, are kept for later steps:
 * where nothing may be wasted those are a half.
 *
 * A step begins with the basis of the one before and with what was given back, which is a
 * solution of what is left, next to the best one.
 *
 * O(columns) memory; a step is a column generation on what is left.
 */
#include "restarting_dive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "tolerance.h"

enum { CALLS_MAX = 8 }; /* to solve a linear program: where there are 600 items, it needs some */

#define MORE 1.5       /* times the tasks left, and ... */
#define AT_LEAST 20.0  /* tasks more: what is left after giving back */
#define GIVEN_BACK 0.2 /* of what is missing: the most by machines alike */
#define NOISE 0.5      /* chance: what may be added to a fraction before they are compared */
#define TOO_DEAR 1e-6  /* a price unit: how far above the room an objective may be by rounding */

typedef struct {
    ul_exact *exact;
    ul_pattern_pool columns;  /* seen so far that such a plan can use */
    bool *basic;              /* per column: of the last program's basis, or given back */
    size_t basic_room;
    int64_t *left;            /* per item: copies on no machine yet */
    int64_t n_left;           /* of all items */
    int64_t *supply;          /* per type: machines not bought yet */
    int64_t aim, raise;       /* units: what the plan may cost; how much more it may next */
    int64_t room;             /* units: what the rest may cost */
    ul_exact_solution fixed;  /* machines; a pattern may be there more than once */
} descent;

/* ---- columns ---- */

/* Keeps a pattern if a plan of what is aimed at can use it. */
static ul_status keep_column(descent *d, const ul_pattern_entry *entry, size_t n, size_t type, bool basic)
{
    size_t p;
    const ul_exact *exact = d->exact;
    const ul_exact_dual *dual = &exact->master->dual;
    const ul_cost most = (ul_cost)(d->aim - exact->count_dual_units) + dual->supply_units;
    ul_cost gap = most * dual->scale.num - dual->total * dual->scale.den
                  - (ul_cost)ul_master_price(exact->master, type) * dual->scale.num;
    for (size_t q = 0; q < n; q++)
        gap += (ul_cost)dual->value[entry[q].item] * entry[q].count * dual->scale.den;
    if (gap < 0)
        return UL_OK;
    UL_TRY(ul_pattern_add(&d->columns, type, entry, n, &p));
    UL_TRY(ul_grow(&d->basic, p, &d->basic_room, sizeof *d->basic));
    d->basic[p] = basic;
    return UL_OK;
}

/* The first columns of the master program of a part, or of the whole. */
static ul_status keep_columns(descent *d, const ul_master *master, size_t n_columns, ul_arena *arena)
{
    const ul_exact_problem *part = master->problem, *whole = d->exact->problem;
    const bool is_part = master != d->exact->master;
    ul_pattern_entry *entry;
    UL_ALLOC(arena, entry, part->n_items);
    for (size_t p = 0; p < d->columns.n; p++)
        d->basic[p] = false;
    for (size_t p = 0; p < n_columns; p++) {
        const ul_pattern *pattern = &master->pool.pattern[p];
        const ul_pattern_entry *own = is_part ? entry : ul_pattern_entries(&master->pool, p);
        const size_t n = is_part ? ul_exact_entries_of(part, &master->pool, p, entry) : pattern->n;
        const size_t type = ul_exact_part_type(part, pattern->type, whole, own, n);
        UL_TRY(keep_column(d, own, n, type, ul_master_is_basic(master, p)));
    }
    return UL_OK;
}

/* ---- machines ---- */

/* Takes copies off what is left for so many machines, or gives them back. */
static void count_machines(descent *d, const ul_pattern_entry *entry, size_t n, size_t type,
                           int64_t times)
{
    for (size_t q = 0; q < n; q++) {
        d->left[entry[q].item] -= times * entry[q].count;
        d->n_left -= times * entry[q].count;
    }
    if (d->supply[type] != UL_EXACT_ANY)
        d->supply[type] -= times;
    d->room -= times * d->exact->problem->type[type].price;
}

/* Machines that hold what the pattern does, as far as it is still left. */
static ul_status fix(descent *d, const ul_master *master, size_t p, int64_t times, ul_arena *arena)
{
    const ul_exact_problem *whole = d->exact->problem, *part = master->problem;
    ul_pattern_entry *entry;
    UL_ALLOC(arena, entry, part->n_items);
    while (times > 0) {
        int64_t some = times;
        const size_t n = ul_exact_trim(&master->pool, p, part->origin, d->left, entry, &some);
        const size_t type = n == 0 ? UL_NONE : ul_exact_cheapest_left(whole, d->supply, entry, n);
        if (type == UL_NONE)
            return UL_OK;
        some = some < d->supply[type] ? some : d->supply[type];
        UL_TRY(ul_exact_solution_append(&d->fixed, type, entry, n, some));
        count_machines(d, entry, n, type, some);
        times -= some;
    }
    return UL_OK;
}

/* The fraction, by chance somewhat more, and the dual value of the dearest item by the price, since
 * large items are the harder to place later. */
static double branching_score(const ul_master *master, size_t p, double part)
{
    const size_t type = master->pool.pattern[p].type;
    double dearest = 0;
    UL_EACH_ENTRY(e, &master->pool, p)
        dearest = fmax(dearest, master->center[e->item]);
    return part + NOISE * ul_rng_unit(ul_run_rng(master->run))
           + dearest / (double)master->problem->type[type].price;
}

/* How often each column is fixed next: as often as the master program has it whole; where that is
 * none, once the column of the best score. */
static void choose(const ul_master *master, int64_t *times)
{
    double most = 0;
    bool any = false;
    size_t best = UL_NONE;
    for (size_t p = 0; p < ul_master_patterns(master); p++) {
        const double x = ul_master_x(master, p), whole = floor(x + UL_LP_WHOLE), part = x - whole;
        times[p] = (int64_t)whole;
        any = any || times[p] > 0;
        const double score = part > UL_LP_WHOLE ? branching_score(master, p, part) : 0;
        if (score > most) {
            most = score;
            best = p;
        }
    }
    if (!any && best != UL_NONE)
        times[best] = 1;
}

static ul_status fix_some(descent *d, const ul_master *master, ul_arena *arena)
{
    const size_t n = ul_master_patterns(master);
    int64_t *times;
    UL_ALLOC(arena, times, n);
    choose(master, times);
    for (size_t p = 0; p < n; p++)
        UL_TRY(fix(d, master, p, times[p], arena));
    return UL_OK;
}

/* Gives back machines of one pattern, at most so many tasks of them and at least one. */
static void give_back(descent *d, size_t p, double tasks)
{
    ul_exact_solution *fixed = &d->fixed;
    const ul_pattern *pattern = &fixed->pool.pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(&fixed->pool, p);
    int64_t each = 0;
    for (size_t q = 0; q < pattern->n; q++)
        each += entry[q].count;
    const int64_t most = (int64_t)(tasks / (double)each) + 1;
    const int64_t times = fixed->times[p] < most ? fixed->times[p] : most;
    const size_t column = ul_pattern_find(&d->columns, pattern->type, entry, pattern->n);
    if (column != UL_NONE)
        d->basic[column] = true;
    count_machines(d, entry, pattern->n, pattern->type, -times);
    fixed->times[p] -= times;
    if (fixed->times[p] > 0)
        return;
    fixed->pool.pattern[p] = fixed->pool.pattern[--fixed->pool.n];
    fixed->times[p] = fixed->times[fixed->pool.n];
}

static void give_back_some(descent *d)
{
    const double left = (double)d->n_left, enough = fmax(MORE * left, left + AT_LEAST);
    while (d->fixed.pool.n > 0 && (double)d->n_left < enough)
        give_back(d, ul_rng_below(ul_run_rng(d->exact->run), d->fixed.pool.n),
                  GIVEN_BACK * (enough - (double)d->n_left));
}

/* ---- steps ---- */

/* The linear program of what is left, and machines as it wants them if there is room. */
static ul_status solve_left(descent *d, ul_master *master, ul_arena *arena, bool *affordable)
{
    UL_TRY(ul_master_seed_columns(d->exact->problem, &d->columns, d->left, d->basic, arena,
                                  master));
    for (int call = 0; call < CALLS_MAX && !master->converged && !ul_run_expired(master->run);
         call++)
        UL_TRY(ul_master_solve(master, d->room + 1, NULL, NULL));
    UL_TRY(keep_columns(d, master, master->pool.n, arena));
    *affordable = master->converged && ul_exact_dual_units(&master->dual) <= d->room
                  && master->lp->objective <= (double)d->room + TOO_DEAR
                  && master->lp->artificial < UL_LP_WHOLE;
    if (!*affordable)
        return UL_OK;
    const int64_t before = d->n_left;
    UL_TRY(fix_some(d, master, arena));
    *affordable = d->n_left < before; /* or there are no machines left for it */
    return UL_OK;
}

/* Whether there is a machine left for each task alone. */
static bool is_possible(const ul_exact_problem *part)
{
    for (size_t i = 0; i < part->n_items; i++)
        if (ul_exact_cheapest_type(part, &(ul_pattern_entry){(uint32_t)i, 1}, 1) == UL_NONE)
            return false;
    return true;
}

static ul_status step(descent *d, ul_arena *arena, bool *affordable)
{
    ul_exact_problem part;
    UL_FREED_BY(ul_master_drop) ul_master *master = NULL;
    UL_TRY(ul_exact_problem_rest(d->exact->problem, d->left, d->supply, arena, &part));
    if (!is_possible(&part))
        return UL_OK;
    UL_TRY(ul_master_new(&part, d->exact->run, arena, &master));
    master->is_rough = true; /* a plan is looked for, not a proof */
    return solve_left(d, master, arena, affordable);
}

/* Aims higher, if a plan may still be better than the best. */
static bool aim_higher(descent *d)
{
    const int64_t most = d->exact->below - d->aim, more = d->raise < most ? d->raise : most;
    d->aim += more;
    d->room += more;
    d->raise *= 2;
    return more > 0;
}

static ul_status go_down(descent *d, ul_arena *arena, size_t most)
{
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    size_t failures = 0;
    while (d->n_left > 0 && !ul_run_expired(d->exact->run)) {
        bool affordable = false;
        UL_TRY(step(d, arena, &affordable));
        ul_arena_rewind(arena, mark);
        if (affordable)
            continue;
        if (d->fixed.pool.n > 0 && failures++ < most)
            give_back_some(d);
        else if (aim_higher(d))
            failures = 0;
        else
            return UL_OK;
    }
    return UL_OK;
}

/* With the root's columns: those of perturbed programs, which sparse duals come from, lead dives
 * astray. */
static ul_status begin(descent *d, ul_arena *arena)
{
    const ul_exact *exact = d->exact;
    d->aim = exact->bound < exact->below ? exact->bound : exact->below;
    d->room = d->aim;
    d->raise = 1;
    UL_COPY(arena, d->left, exact->problem->copies, exact->problem->n_items);
    UL_ALLOC(arena, d->supply, exact->problem->n_types);
    ul_exact_supply(exact->problem, d->supply);
    for (size_t i = 0; i < exact->problem->n_items; i++)
        d->n_left += d->left[i];
    return keep_columns(d, exact->master, exact->root_columns, arena);
}

static void end(descent *d)
{
    free(d->basic);
    ul_pattern_pool_clear(&d->columns);
    ul_exact_solution_clear(&d->fixed);
}

ul_status ul_restarting_dive(ul_exact *exact, size_t failures)
{
    UL_FREED_BY(end) descent d = {.exact = exact};
    UL_OWN_ARENA(arena);
    UL_TRY(begin(&d, arena));
    UL_TRY(go_down(&d, arena, failures));
    return d.n_left > 0 ? UL_OK : ul_exact_take_over(exact, &d.fixed);
}
