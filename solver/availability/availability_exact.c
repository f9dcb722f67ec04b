/* The cheapest pool over all types, with a proof.
 *
 * Branch and bound on two questions: may this down set fail? and how many machines
 * of this type? A node lists sets that must be survived (rows of a linear program
 * over capacities) and sets that may fail (their union's probability is charged to
 * the allowance). Rows come lazily: whatever set the program's pool fails, and whose
 * failure would break what is left of the allowance, must be survived. When the pool
 * then keeps the promise, only whole machines are missing: rows are rounded to them, and
 * the search branches on a count; otherwise on the failing set that hurts most both
 * ways: large probability when it fails, large price when it is survived.
 *
 * Types not held need no branching of their own: a column at zero is outside every
 * failing set. Nodes wait in a heap, least bound first; the search dives along "may
 * fail", which leaves the program as it is. Bounds are dual solutions evaluated anew
 * from exact prices, so that a proof does not rest on the simplex's rounding; a node
 * is closed when no pool of it can cost a 10^-12 dollar less than the best.
 *
 * Exponential in the worst case; seconds for 26 types at 99 to 99.9999%. A node takes
 * O(rows * columns) a pivot and some 250 bytes while it waits.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_improve.h"
#include "availability_lp.h"
#include "availability_nodes.h"
#include "clock.h"

enum { TRIALS = 64, TRIALS_NEAR = 8, ROUNDS = 30 };

typedef struct {
    ul_run *run;
    ul_cover cover;
    ul_improver improver;
    ul_availability_plan *plan;
    ul_cover_nodes nodes;
    double cutoff;     /* no node at or above can hold a better pool */
    double unresolved; /* least bound of nodes given up on */
    double proved;     /* bound of the run so far */
    double improve_s, start_s;
    size_t vain; /* descents since the last better pool */
    size_t settled; /* programs solved */
    /* the node being worked on */
    ul_cover_node *here;
    ul_failing failing;
    ul_cover_lp lp, trial;
    ul_down fresh[UL_COVER_ROWS]; /* forced sets found at this ul_cover_node */
    size_t n_fresh;
    double x[UL_COVER_COLUMNS];
} search;

/* ---- the best pool ---- */

static void take_cutoff(search *s)
{
    ul_cost best;
    if (ul_run_best_cost(s->run, &best))
        s->cutoff = (double)best - 0.5; /* costs are whole: better is 1 less */
}

/* The share of the time that exchanges may have: the less, the longer they were in vain. */
static double improving_share(const search *s)
{
    return fmax(0.02, 0.2 / (1 + (double)s->vain / 20));
}

/* The program's pool, rounded up to machines, scaled up until it is valid and
 * improved by exchanges while these have had no more than their share. */
static ul_status offer_rounded(search *s, bool valid)
{
    const ul_cover *cover = &s->cover;
    uint32_t count[UL_COVER_COLUMNS];
    for (size_t k = 0; k < cover->n; k++)
        count[k] = cover->type[k] == UL_NONE
                       ? 0
                       : (uint32_t)ceil(s->x[k] / cover->size[k] - 1e-7);
    const double now_s = ul_clock_wall_s();
    const bool improve = (valid || s->settled % 64 == 1)
                         && s->improve_s <= improving_share(s) * (now_s - s->start_s);
    if (improve) {
        valid = ul_improver_repair(&s->improver, count);
        if (valid && (double)ul_cover_cost(cover, count) < s->cutoff * 1.1)
            ul_improver_descend(&s->improver, count);
        s->improve_s += ul_clock_wall_s() - now_s;
        s->vain = valid && (double)ul_cover_cost(cover, count) < s->cutoff ? 0 : s->vain + 1;
    }
    if (!valid || (double)ul_cover_cost(cover, count) > s->cutoff)
        return UL_OK;
    ul_cover_store(cover, count, s->plan);
    UL_TRY(ul_run_offer(s->run, s->plan));
    take_cutoff(s);
    return UL_OK;
}

/* ---- one node ---- */

static double cutoff_dollars(const search *s)
{
    return s->cutoff * 1e-12 * (1 + 1e-9); /* a hint; the safe bound decides */
}

static bool add_set(ul_cover_lp *lp, ul_down set)
{
    return ul_cover_lp_add(lp, (ul_cover_row){.set = set, .column = -1});
}

/* Rebuilds the program and the failing sets from the decisions above. */
static bool rebuild(search *s, ul_cover_node *v)
{
    double low[UL_COVER_COLUMNS] = {0}, high[UL_COVER_COLUMNS];
    bool room = true;
    s->here = v;
    s->n_fresh = 0;
    s->failing = (ul_failing){0};
    for (size_t k = 0; k < s->cover.n; k++)
        high[k] = HUGE_VAL;
    ul_cover_lp_start(&s->cover, &s->lp);
    for (size_t q = 0; q < v->n_rows; q++)
        room = room && add_set(&s->lp, v->row[q]);
    for (const ul_cover_node *w = v; w != NULL; w = w->parent) {
        if (w->decision == UL_SURVIVE)
            room = room && add_set(&s->lp, w->set);
        else if (w->decision == UL_FAIL)
            room = room && ul_failing_add(&s->cover, &s->failing, w->set);
        else if (w->decision == UL_AT_LEAST)
            low[w->column] = fmax(low[w->column], w->limit);
        else if (w->decision == UL_AT_MOST)
            high[w->column] = fmin(high[w->column], w->limit);
    }
    for (size_t k = 0; room && k < s->cover.n; k++) {
        if (low[k] > 0)
            room = ul_cover_lp_add(&s->lp, (ul_cover_row){.column = (int)k, .limit = low[k]});
        if (room && high[k] < HUGE_VAL)
            room = ul_cover_lp_add(
                &s->lp, (ul_cover_row){.column = (int)k, .limit = high[k], .at_most = true});
    }
    return room;
}

typedef enum { CLOSED, OPEN, STUCK } verdict;

/* Solves the program with every forced set it violates. */
static verdict settle(search *s)
{
    ul_down set;
    s->settled++;
    for (;;) {
        if (!ul_cover_lp_solve(&s->lp, cutoff_dollars(s)))
            return CLOSED;
        const double bound = ul_cover_lp_bound(&s->lp);
        if (bound > s->here->bound)
            s->here->bound = bound;
        if (s->here->bound > s->cutoff)
            return CLOSED;
        ul_cover_lp_capacities(&s->lp, s->x);
        if (s->failing.probability > s->cover.allowance)
            return CLOSED;
        if (ul_run_expired(s->run)
            || !ul_cover_forced_set(&s->cover, s->x, &s->failing, &set))
            return OPEN;
        if (!add_set(&s->lp, set))
            return STUCK;
        if (s->n_fresh < UL_COVER_ROWS)
            s->fresh[s->n_fresh++] = set;
    }
}

static bool is_tight(const search *s, ul_down set)
{
    double up = 0;
    for (size_t k = 0; k < s->cover.n; k++)
        up += (set >> k & 1) == 0 ? s->x[k] : 0;
    return up < s->cover.wanted * 1.0005;
}

/* A child takes over the forced rows that matter at its parent's pool. */
static void inherit_rows(const search *s, const ul_cover_node *parent, ul_cover_node *child)
{
    child->n_rows = 0;
    for (size_t q = s->n_fresh; q-- > 0 && child->n_rows < UL_KEPT_ROWS;)
        if (is_tight(s, s->fresh[q]))
            child->row[child->n_rows++] = s->fresh[q];
    for (size_t q = 0; q < parent->n_rows && child->n_rows < UL_KEPT_ROWS; q++)
        if (is_tight(s, parent->row[q]))
            child->row[child->n_rows++] = parent->row[q];
}

/* The bound when one more row is added; leaves the result in s->trial. */
static double try_row(search *s, ul_cover_row row)
{
    ul_cover_lp_copy(&s->lp, &s->trial);
    if (!ul_cover_lp_add(&s->trial, row))
        return s->here->bound;
    if (!ul_cover_lp_solve(&s->trial, cutoff_dollars(s)))
        return HUGE_VAL;
    const double bound = ul_cover_lp_bound(&s->trial);
    return bound > s->here->bound ? bound : s->here->bound;
}

/* The child of the present node in which the decision holds; NULL when out of memory. */
static ul_cover_node *new_child(search *s, ul_cover_decision what, ul_down set, size_t column,
                                double limit, double bound)
{
    const ul_cover_node like = {.parent = s->here, .bound = bound, .set = set, .limit = limit,
                                .decision = (uint8_t)what, .column = (uint8_t)column};
    ul_cover_node *child = ul_cover_node_new(&s->nodes, &like);
    if (child == NULL)
        s->unresolved = fmin(s->unresolved, bound);
    return child;
}

static ul_status open_child(search *s, ul_cover_decision what, ul_down set, size_t column,
                            double limit, double bound)
{
    if (bound > s->cutoff)
        return UL_OK;
    ul_cover_node *child = new_child(s, what, set, column, limit, bound);
    if (child == NULL)
        return UL_OK;
    inherit_rows(s, s->here, child);
    return ul_cover_node_push(&s->nodes, child);
}

/* Goes on as the child of the present node in which the decision holds. */
static bool become_child(search *s, ul_cover_decision what, ul_down set, size_t column,
                         double limit, double bound)
{
    ul_cover_node *child = new_child(s, what, set, column, limit, bound);
    if (child == NULL)
        return false;
    child->n_rows = s->here->n_rows;
    memcpy(child->row, s->here->row, sizeof child->row);
    s->here = child;
    return true;
}

/* Far from the best pool's price a well chosen set is worth many programs; near it the
 * counts of machines decide, and speed. */
static size_t trials_of(const search *s)
{
    return s->cutoff - s->here->bound > 2e-3 * s->cutoff ? TRIALS : TRIALS_NEAR;
}

/* Branches on a failing set: opens "survived", goes on with "may fail". */
static verdict branch_on_set(search *s, ul_status *status)
{
    ul_candidate candidate[TRIALS];
    bool all;
    const size_t n =
        ul_cover_failing_sets(&s->cover, s->x, &s->failing, candidate, trials_of(s), &all);
    if (n == 0)
        return all ? CLOSED : STUCK; /* what fails may fail already, and is too much */
    const double budget = s->cover.allowance - s->failing.probability;
    size_t best = 0;
    double best_score = -1, best_bound = s->here->bound;
    for (size_t q = 0; q < n; q++) {
        const double bound =
            try_row(s, (ul_cover_row){.set = candidate[q].set, .column = -1});
        const double rise = fmax(fmin(bound, s->cutoff) - s->here->bound, 1e3);
        const double score = rise * fmin(candidate[q].gain / budget, 1);
        if (score > best_score) {
            best_score = score;
            best_bound = bound;
            best = q;
        }
    }
    const ul_down set = candidate[best].set;
    *status = open_child(s, UL_SURVIVE, set, 0, 0, best_bound);
    if (*status != UL_OK || !become_child(s, UL_FAIL, set, 0, 0, s->here->bound))
        return CLOSED;
    return ul_failing_add(&s->cover, &s->failing, set) ? OPEN : STUCK;
}

/* The count to branch on: the one whose rounding would change the price most. */
static size_t fractional_column(const search *s)
{
    size_t best = UL_NONE;
    double best_price = -1;
    for (size_t k = 0; k < s->cover.n; k++) {
        const double machines = s->x[k] / s->cover.size[k];
        const double off = fabs(machines - nearbyint(machines));
        if (s->cover.type[k] == UL_NONE || off < 1e-7)
            continue;
        const double price = off * s->cover.unit_price[k] * s->cover.size[k];
        if (price > best_price) {
            best_price = price;
            best = k;
        }
    }
    return best;
}

static verdict branch_on_count(search *s, ul_status *status)
{
    const size_t k = fractional_column(s);
    if (k == UL_NONE) /* whole machines, valid and offered; or the stand-in is held */
        return s->cover.stands_in && s->x[s->cover.n - 1] > 0 ? STUCK : CLOSED;
    const double low = floor(s->x[k] / s->cover.size[k]) * s->cover.size[k];
    const double high = low + s->cover.size[k];
    const double bound[2] = {
        try_row(s, (ul_cover_row){.column = (int)k, .limit = low, .at_most = true}),
        try_row(s, (ul_cover_row){.column = (int)k, .limit = high}),
    };
    const bool up = bound[1] < bound[0];
    *status = up ? open_child(s, UL_AT_MOST, 0, k, low, bound[0])
                 : open_child(s, UL_AT_LEAST, 0, k, high, bound[1]);
    if (*status != UL_OK
        || !become_child(s, up ? UL_AT_LEAST : UL_AT_MOST, 0, k, up ? high : low, bound[up]))
        return CLOSED;
    return ul_cover_lp_add(&s->lp, (ul_cover_row){.column = (int)k, .limit = up ? high : low,
                                                  .at_most = !up})
               ? OPEN
               : STUCK;
}

/* Works on a node and on one child after another until one is closed. */
static ul_status dive(search *s, ul_cover_node *v)
{
    ul_status status = UL_OK;
    size_t rounds = 0;
    verdict state = rebuild(s, v) ? OPEN : STUCK;
    while (state == OPEN && status == UL_OK) {
        state = settle(s);
        if (state != OPEN)
            break;
        if (ul_run_expired(s->run)) {
            state = STUCK;
            break;
        }
        const bool holds = ul_cover_holds(&s->cover, s->x);
        status = offer_rounded(s, holds);
        if (status == UL_OK && holds && rounds++ < ROUNDS && ul_cover_lp_round(&s->lp, s->x))
            continue;
        if (status == UL_OK)
            state = holds ? branch_on_count(s, &status) : branch_on_set(s, &status);
    }
    if (state == STUCK)
        s->unresolved = fmin(s->unresolved, s->here->bound);
    ul_cover_node_done(&s->nodes, s->here);
    return status;
}

/* ---- the run ---- */

/* Claims the least bound of what is left, rounded down; not for every crumb. */
static ul_status report_bound(search *s, bool last)
{
    double least = fmin(s->unresolved, s->nodes.n_open > 0 ? s->nodes.heap[0]->bound : HUGE_VAL);
    ul_cost best;
    const bool has_best = ul_run_best_cost(s->run, &best);
    if (least > s->cutoff && has_best)
        return ul_run_offer_bound(s->run, best);
    if (least == HUGE_VAL || least <= 0 || (!last && least < s->proved * 1.0001))
        return UL_OK;
    s->proved = least;
    return ul_run_offer_bound(s->run, (ul_cost)floor(least));
}

static ul_status explore(search *s)
{
    ul_cover_node *root = new_child(s, UL_ROOT, 0, 0, 0, 0);
    if (root == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for the search");
    UL_TRY(ul_cover_node_push(&s->nodes, root));
    while (s->nodes.n_open > 0 && !ul_run_expired(s->run)
           && s->nodes.heap[0]->bound <= s->cutoff) {
        UL_TRY(dive(s, ul_cover_node_pop(&s->nodes)));
        UL_TRY(report_bound(s, false));
    }
    return report_bound(s, true);
}

static ul_status first_pools(search *s)
{
    static const char *const few[] = {"rounds=20"};
    UL_TRY(ul_run_call(s->run, &ul_method_availability_local, few, 1));
    take_cutoff(s);
    return UL_OK;
}

static ul_status solve(const ul_availability *in, ul_run *run)
{
    search *s = ul_arena_alloc(ul_run_arena(run), 1, sizeof *s);
    if (s == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for the search");
    s->run = run;
    s->nodes.arena = ul_run_arena(run);
    s->cutoff = s->unresolved = HUGE_VAL;
    s->start_s = ul_clock_wall_s();
    ul_cover_of(in, ul_run_choice_is(run, "on-demand", "yes"), &s->cover);
    UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &s->plan));
    if (ul_cover_infeasible(&s->cover, run))
        return UL_OK;
    if (in->capacity == 0 || in->target <= 0) {
        UL_TRY(ul_run_offer(run, s->plan));
        return ul_run_offer_bound(run, 0);
    }
    UL_TRY(ul_improver_new(&s->cover, run, &s->improver));
    UL_TRY(first_pools(s));
    UL_TRY(explore(s));
    char note[80];
    snprintf(note, sizeof note, "%zu nodes%s", s->settled,
             s->nodes.out_of_memory ? ", some left unexplored for lack of memory" : "");
    return ul_run_note(run, note);
}

static const ul_param param[] = {
    {"on-demand", "no", "whether on-demand machines may be held too", UL_PARAM_CHOICE, "no|yes", 0,
     0},
    {0},
};

const ul_method ul_method_availability_exact = {
    .name = "availability-exact",
    .brief = "the cheapest pool over all types, by branch and bound on failing sets",
    .paper = "our own; the problem is TR-Kubernetes, Section 3.2",
    .traits = UL_ANYTIME | UL_PROVES,
    .param = param,
    .availability = solve,
};
