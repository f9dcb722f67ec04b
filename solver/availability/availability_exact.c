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
 * in whole numbers, so that a proof does not rest on the simplex's rounding; a node
 * is closed when no pool of it can cost a 10^-12 dollar less than the best. The tree of
 * decisions with a dual solution at every end is the certificate.
 *
 * Exponential in the worst case; seconds for 26 types at 99 to 99.9999%. A node takes
 * O(rows * columns) a pivot and some 250 bytes while it waits.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_certificate.h"
#include "availability_improve.h"
#include "availability_lp.h"
#include "availability_nodes.h"
#include "clock.h"
#include "tolerance.h"

#define WHOLE 1e-7 /* machines: the LP is small, and its columns exact to this */

enum { TRIALS = 64, TRIALS_NEAR = 8, ROUNDS = 30 };

typedef struct {
    ul_run *run;
    ul_cover cover;
    ul_improver improver;
    ul_availability_plan *plan;
    ul_cover_nodes nodes;
    ul_cost cutoff;     /* no node at or above can hold a better pool */
    ul_cost unresolved; /* least bound of nodes given up on */
    ul_cost proved;     /* bound of the run so far */
    double improve_s, start_s;
    size_t vain; /* descents since the last better pool */
    size_t settled; /* programs solved */
    /* the node being worked on */
    ul_cover_node *here;
    ul_failing failing;
    ul_cover_lp lp, trial;
    ul_cover_proof proof;
    ul_cover_node *root;
    ul_down fresh[UL_COVER_ROWS]; /* forced sets found at this ul_cover_node */
    size_t n_fresh;
    double x[UL_COVER_COLUMNS];
} search;

/* ---- the best pool ---- */

/* More than any pool of useful machines costs. */
static ul_cost beyond_all(const ul_cover *cover)
{
    ul_cost sum = 1;
    for (size_t k = 0; k < cover->n; k++)
        sum += cover->cost[k] * (ul_cost)(cover->most[k] / cover->size[k]);
    return sum;
}

static void take_cutoff(search *s)
{
    ul_cost best;
    if (ul_run_best_cost(s->run, &best))
        s->cutoff = best;
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
                       : (uint32_t)ceil(s->x[k] / cover->size[k] - WHOLE);
    const double now_s = ul_clock_wall_s();
    const bool improve = (valid || s->settled % 64 == 1)
                         && s->improve_s <= improving_share(s) * (now_s - s->start_s);
    if (improve) {
        valid = ul_improver_repair(&s->improver, count);
        if (valid && (double)ul_cover_cost(cover, count) < (double)s->cutoff * 1.1)
            ul_improver_descend(&s->improver, count);
        s->improve_s += ul_clock_wall_s() - now_s;
        s->vain = valid && ul_cover_cost(cover, count) < s->cutoff ? 0 : s->vain + 1;
    }
    if (!valid || ul_cover_cost(cover, count) >= s->cutoff)
        return UL_OK;
    ul_cover_store(cover, count, s->plan);
    UL_TRY(ul_run_offer(s->run, s->plan));
    take_cutoff(s);
    return UL_OK;
}

/* ---- one node ---- */

static double cutoff_dollars(const search *s)
{
    return (double)s->cutoff * 1e-12 * (1 + UL_LP_SAME_COST); /* a hint; the proof decides */
}

static bool add_set(ul_cover_lp *lp, ul_down set)
{
    return ul_cover_lp_add(lp, (ul_cover_row){.set = set, .column = -1});
}

/* The sets that may fail, those decided first first. */
static bool rebuild_failing(search *s, const ul_cover_node *v)
{
    ul_down set[UL_FAILING_MAX];
    size_t n = 0;
    s->failing = (ul_failing){0};
    for (; v != NULL; v = v->parent)
        if (v->decision == UL_FAIL) {
            if (n == UL_FAILING_MAX)
                return false;
            set[n++] = v->set;
        }
    while (n > 0)
        ul_failing_add(&s->cover, &s->failing, set[--n]);
    return true;
}

/* Rebuilds the program and the failing sets from the decisions above. */
static bool rebuild(search *s, ul_cover_node *v)
{
    double low[UL_COVER_COLUMNS] = {0}, high[UL_COVER_COLUMNS];
    bool room = rebuild_failing(s, v);
    s->here = v;
    s->n_fresh = 0;
    for (size_t k = 0; k < s->cover.n; k++)
        high[k] = HUGE_VAL;
    ul_cover_lp_start(&s->cover, &s->lp);
    for (size_t q = 0; q < v->n_rows; q++)
        room = room && add_set(&s->lp, v->row[q]);
    for (const ul_cover_node *w = v; w != NULL; w = w->parent) {
        if (w->decision == UL_SURVIVE)
            room = room && add_set(&s->lp, w->set);
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

/* What the program proves of the node. */
static void prove_here(search *s)
{
    ul_cover_lp_prove(&s->lp, s->cutoff, &s->proof);
    ul_cover_node_prove(&s->nodes, s->here, &s->proof);
}

/* Solves the program with every forced set it violates. */
static verdict settle(search *s)
{
    ul_down set;
    s->settled++;
    for (;;) {
        if (!ul_cover_lp_solve(&s->lp, cutoff_dollars(s))) {
            ul_cover_lp_refute(&s->lp, s->cutoff, &s->proof);
            ul_cover_node_prove(&s->nodes, s->here, &s->proof);
            return s->here->bound >= s->cutoff ? CLOSED : STUCK;
        }
        if (s->lp.value * 1e12 > (double)s->cutoff * (1 - UL_LP_SAME_COST))
            prove_here(s);
        if (s->here->bound >= s->cutoff)
            return CLOSED;
        ul_cover_lp_capacities(&s->lp, s->x);
        if (s->failing.probability > s->cover.too_much) {
            s->here->impossible = true;
            return CLOSED;
        }
        if (ul_run_expired(s->run)
            || !ul_cover_forced_set(&s->cover, s->x, &s->failing, &set)) {
            prove_here(s);
            return s->here->bound >= s->cutoff ? CLOSED : OPEN;
        }
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

/* Solves the program with one more row, in s->trial: false when no capacities satisfy it,
 * or there is no room. */
static bool try_row(search *s, ul_cover_row row, bool *room)
{
    ul_cover_lp_copy(&s->lp, &s->trial);
    *room = ul_cover_lp_add(&s->trial, row);
    return *room && ul_cover_lp_solve(&s->trial, cutoff_dollars(s));
}

/* About what the node costs with one more row, in 10^-12 dollars. */
static double value_with(search *s, ul_cover_row row)
{
    bool room;
    if (try_row(s, row, &room))
        return fmax(s->trial.value * 1e12, (double)s->here->bound);
    return room ? HUGE_VAL : (double)s->here->bound;
}

/* What it costs at least, in s->proof. */
static void prove_with(search *s, ul_cover_row row)
{
    bool room;
    if (try_row(s, row, &room))
        ul_cover_lp_prove(&s->trial, s->cutoff, &s->proof);
    else if (room)
        ul_cover_lp_refute(&s->trial, s->cutoff, &s->proof);
    else
        s->proof = (ul_cover_proof){.bound = 0};
}

/* The child of the present node in which the decision holds, with the present bound; NULL
 * when out of memory. */
static ul_cover_node *new_child(search *s, ul_cover_decision what, ul_down set, size_t column,
                                double limit)
{
    const ul_cover_node like = {.parent = s->here, .set = set, .limit = limit,
                                .bound = s->here == NULL ? 0 : s->here->bound,
                                .proof = s->here == NULL ? NULL : s->here->proof,
                                .decision = (uint8_t)what, .column = (uint8_t)column};
    ul_cover_node *child = ul_cover_node_new(&s->nodes, &like);
    if (child == NULL && like.bound < s->unresolved)
        s->unresolved = like.bound;
    return child;
}

/* A child that waits, unless s->proof closes it. */
static ul_status open_child(search *s, ul_cover_decision what, ul_down set, size_t column,
                            double limit)
{
    const bool closed = s->proof.bound >= s->cutoff;
    if (closed && !s->nodes.keeps)
        return UL_OK;
    ul_cover_node *child = new_child(s, what, set, column, limit);
    if (child == NULL)
        return UL_OK;
    ul_cover_node_prove(&s->nodes, child, &s->proof);
    if (child->bound >= s->cutoff)
        return UL_OK;
    inherit_rows(s, s->here, child);
    return ul_cover_node_push(&s->nodes, child);
}

/* Goes on as the child of the present node in which the decision holds. */
static bool become_child(search *s, ul_cover_decision what, ul_down set, size_t column,
                         double limit)
{
    ul_cover_node *child = new_child(s, what, set, column, limit);
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
    return (double)(s->cutoff - s->here->bound) > 2e-3 * (double)s->cutoff ? TRIALS
                                                                           : TRIALS_NEAR;
}

/* Branches on a failing set: opens "survived", goes on with "may fail". */
static verdict branch_on_set(search *s, ul_status *status)
{
    ul_candidate candidate[TRIALS];
    bool all;
    const size_t n =
        ul_cover_failing_sets(&s->cover, s->x, &s->failing, candidate, trials_of(s), &all);
    if (n == 0) {
        /* what fails may fail already, and is too much */
        s->here->impossible = all && ul_cover_fails(&s->cover, s->x);
        return s->here->impossible ? CLOSED : STUCK;
    }
    const double budget = s->cover.too_much - s->failing.probability;
    size_t best = 0;
    double best_score = -1;
    for (size_t q = 0; q < n; q++) {
        const double value =
            value_with(s, (ul_cover_row){.set = candidate[q].set, .column = -1});
        const double rise = fmax(fmin(value, (double)s->cutoff) - (double)s->here->bound, 1e3);
        const double score = rise * fmin(candidate[q].gain / budget, 1);
        if (score > best_score) {
            best_score = score;
            best = q;
        }
    }
    const ul_down set = candidate[best].set;
    prove_with(s, (ul_cover_row){.set = set, .column = -1});
    *status = open_child(s, UL_SURVIVE, set, 0, 0);
    if (*status != UL_OK || !become_child(s, UL_FAIL, set, 0, 0))
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
        if (s->cover.type[k] == UL_NONE || off < WHOLE)
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
    if (k == UL_NONE) /* whole machines, valid and offered: but the proof falls short */
        return STUCK;
    const double low = floor(s->x[k] / s->cover.size[k]) * s->cover.size[k];
    const double high = low + s->cover.size[k];
    const ul_cover_row at_most = {.column = (int)k, .limit = low, .at_most = true};
    const ul_cover_row at_least = {.column = (int)k, .limit = high};
    const bool up = value_with(s, at_least) < value_with(s, at_most);
    const ul_cover_row here = up ? at_least : at_most;
    prove_with(s, up ? at_most : at_least);
    *status = up ? open_child(s, UL_AT_MOST, 0, k, low) : open_child(s, UL_AT_LEAST, 0, k, high);
    if (*status != UL_OK || !become_child(s, up ? UL_AT_LEAST : UL_AT_MOST, 0, k, here.limit))
        return CLOSED;
    return ul_cover_lp_add(&s->lp, here) ? OPEN : STUCK;
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
    if (state == STUCK && s->here->bound < s->unresolved)
        s->unresolved = s->here->bound;
    ul_cover_node_done(&s->nodes, s->here);
    return status;
}

/* ---- the run ---- */

/* The least bound of what is left; what is closed is worth the best pool. */
static ul_cost least_bound(const search *s)
{
    ul_cost least = s->unresolved;
    if (s->nodes.n_open > 0 && s->nodes.heap[0]->bound < least)
        least = s->nodes.heap[0]->bound;
    return least < s->cutoff ? least : s->cutoff;
}

/* Claims it; not for every crumb. Where a certificate is wanted, none comes before it. */
static ul_status report_bound(search *s)
{
    const ul_cost least = least_bound(s);
    if (s->nodes.keeps || least <= 0 || (double)least < (double)s->proved * 1.0001)
        return UL_OK;
    s->proved = least;
    return ul_run_offer_bound(s->run, least);
}

/* Claims it at the end, with the certificate where one is wanted. Without a pool
 * nothing is worth the cutoff. */
static ul_status conclude(search *s)
{
    ul_cost bound = least_bound(s), best;
    const bool found = ul_run_best_cost(s->run, &best);
    if (!found && bound == s->cutoff)
        return UL_OK;
    if (s->nodes.keeps)
        UL_TRY(ul_cover_certificate_write(&s->cover, s->root, &bound,
                                          ul_run_certificate(s->run)));
    return bound > 0 || (found && best == 0) ? ul_run_offer_bound(s->run, bound) : UL_OK;
}

static ul_status explore(search *s)
{
    s->root = new_child(s, UL_ROOT, 0, 0, 0);
    if (s->root == NULL)
        return ul_no_memory();
    UL_TRY(ul_cover_node_push(&s->nodes, s->root));
    while (s->nodes.n_open > 0 && !ul_run_expired(s->run)
           && s->nodes.heap[0]->bound < s->cutoff) {
        UL_TRY(dive(s, ul_cover_node_pop(&s->nodes)));
        UL_TRY(report_bound(s));
    }
    return conclude(s);
}

static ul_status first_pools(search *s)
{
    static const char *const few[] = {"rounds=20"};
    /* where there are thousands of types the local search alone could take all the time */
    UL_TRY(ul_run_call_for(s->run, ul_run_work_left_s(s->run) / 2, &ul_method_availability_local,
                           few, 1));
    take_cutoff(s);
    return UL_OK;
}

static ul_status solve(const ul_availability *in, ul_run *run)
{
    search *s;
    UL_ALLOC(ul_run_arena(run), s, 1);
    s->run = run;
    s->nodes.arena = ul_run_arena(run);
    s->nodes.keeps = ul_run_certificate(run) != NULL;
    s->start_s = ul_clock_wall_s();
    ul_cover_of(in, &s->cover);
    s->cutoff = s->unresolved = beyond_all(&s->cover);
    UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &s->plan));
    if (ul_cover_infeasible(&s->cover, run))
        return UL_OK;
    if (in->capacity == 0 || in->target <= 0) {
        UL_TRY(ul_run_offer(run, s->plan));
        s->cutoff = 0;
        return explore(s);
    }
    UL_TRY(ul_improver_new(&s->cover, run, &s->improver));
    UL_TRY(first_pools(s));
    UL_TRY(explore(s));
    char note[80];
    snprintf(note, sizeof note, "%zu nodes%s", s->settled,
             s->nodes.out_of_memory ? ", some left unexplored for lack of memory" : "");
    return ul_run_note(run, note);
}

const ul_method ul_method_availability_exact = {
    .name = "availability-exact",
    .brief = "the cheapest pool over all types, by branch and bound on failing sets",
    .paper = "our own; the problem is TR-Kubernetes, Section 3.2",
    .traits = UL_ANYTIME | UL_PROVES | UL_CERTIFIES,
    .availability = solve,
};
