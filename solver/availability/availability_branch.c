/* What to decide next: the failing set that hurts most both ways, or the count whose
 * rounding would change the price most.
 */
#include <math.h>
#include <string.h>

#include "availability_search.h"

enum { TRIALS = 64, TRIALS_NEAR = 8 };

static bool is_tight(const ul_cover_search *s, ul_down set)
{
    double up = 0;
    for (size_t k = 0; k < s->cover.n; k++)
        up += (set >> k & 1) == 0 ? s->x[k] : 0;
    return up < s->cover.wanted * 1.0005;
}

/* A child takes over the forced rows that matter at its parent's pool. */
static void inherit_rows(const ul_cover_search *s, const ul_cover_node *parent,
                         ul_cover_node *child)
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
static bool try_row(ul_cover_search *s, ul_cover_row row, bool *room)
{
    ul_cover_lp_copy(&s->lp, &s->trial);
    *room = ul_cover_lp_add(&s->trial, row);
    return *room && ul_cover_lp_solve(&s->trial, ul_cover_hint(s));
}

/* About what the node costs with one more row, in 10^-12 dollars. */
static double value_with(ul_cover_search *s, ul_cover_row row)
{
    bool room;
    if (try_row(s, row, &room))
        return fmax(s->trial.value * 1e12, (double)s->here->bound);
    return room ? HUGE_VAL : (double)s->here->bound;
}

/* What it costs at least, in s->proof. */
static void prove_with(ul_cover_search *s, ul_cover_row row)
{
    bool room;
    if (try_row(s, row, &room))
        ul_cover_lp_prove(&s->trial, s->cutoff, &s->proof);
    else if (room)
        ul_cover_lp_refute(&s->trial, s->cutoff, &s->proof);
    else
        s->proof = (ul_cover_proof){.bound = 0};
}

ul_cover_node *ul_cover_child(ul_cover_search *s, ul_cover_decision what, ul_down set,
                              size_t column, double limit)
{
    const ul_cover_node like = {.parent = s->here,
                                .set = set,
                                .limit = limit,
                                .bound = s->here == NULL ? 0 : s->here->bound,
                                .proof = s->here == NULL ? NULL : s->here->proof,
                                .decision = (uint8_t)what,
                                .column = (uint8_t)column};
    ul_cover_node *child = ul_cover_node_new(&s->nodes, &like);
    if (child == NULL && like.bound < s->unresolved)
        s->unresolved = like.bound;
    return child;
}

/* A child that waits, unless s->proof closes it. */
static ul_status open_child(ul_cover_search *s, ul_cover_decision what, ul_down set, size_t column,
                            double limit)
{
    const bool closed = s->proof.bound >= s->cutoff;
    if (closed && !s->nodes.keeps)
        return UL_OK;
    ul_cover_node *child = ul_cover_child(s, what, set, column, limit);
    if (child == NULL)
        return UL_OK;
    ul_cover_node_prove(&s->nodes, child, &s->proof);
    if (child->bound >= s->cutoff)
        return UL_OK;
    inherit_rows(s, s->here, child);
    return ul_cover_node_push(&s->nodes, child);
}

/* Goes on as the child of the present node in which the decision holds. */
static bool become_child(ul_cover_search *s, ul_cover_decision what, ul_down set, size_t column,
                         double limit)
{
    ul_cover_node *child = ul_cover_child(s, what, set, column, limit);
    if (child == NULL)
        return false;
    child->n_rows = s->here->n_rows;
    memcpy(child->row, s->here->row, sizeof child->row);
    s->here = child;
    return true;
}

/* Far from the best pool's price a well chosen set is worth many programs; near it the
 * counts of machines decide, and speed. */
static size_t trials_of(const ul_cover_search *s)
{
    return (double)(s->cutoff - s->here->bound) > 2e-3 * (double)s->cutoff ? TRIALS : TRIALS_NEAR;
}

ul_cover_verdict ul_cover_branch_on_set(ul_cover_search *s, ul_status *status)
{
    ul_candidate candidate[TRIALS];
    bool all;
    const size_t n =
        ul_cover_failing_sets(&s->cover, s->x, &s->failing, candidate, trials_of(s), &all);
    if (n == 0) {
        /* what fails may fail already, and is too much */
        s->here->impossible = all && ul_cover_fails(&s->cover, s->x);
        return s->here->impossible ? UL_COVER_CLOSED : UL_COVER_STUCK;
    }
    const double budget = s->cover.too_much - s->failing.probability;
    size_t best = 0;
    double best_score = -1;
    for (size_t q = 0; q < n; q++) {
        const double value = value_with(s, (ul_cover_row){.set = candidate[q].set, .column = -1});
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
        return UL_COVER_CLOSED;
    return ul_failing_add(&s->cover, &s->failing, set) ? UL_COVER_OPEN : UL_COVER_STUCK;
}

/* The count to branch on: the one whose rounding would change the price most. */
static size_t fractional_column(const ul_cover_search *s)
{
    size_t best = UL_NONE;
    double best_price = -1;
    for (size_t k = 0; k < s->cover.n; k++) {
        const double machines = s->x[k] / s->cover.size[k];
        const double off = fabs(machines - nearbyint(machines));
        if (s->cover.type[k] == UL_NONE || off < UL_COVER_WHOLE)
            continue;
        const double price = off * s->cover.unit_price[k] * s->cover.size[k];
        if (price > best_price) {
            best_price = price;
            best = k;
        }
    }
    return best;
}

ul_cover_verdict ul_cover_branch_on_count(ul_cover_search *s, ul_status *status)
{
    const size_t k = fractional_column(s);
    if (k == UL_NONE) /* whole machines, valid and offered: but the proof falls short */
        return UL_COVER_STUCK;
    const double low = floor(s->x[k] / s->cover.size[k]) * s->cover.size[k];
    const double high = low + s->cover.size[k];
    const ul_cover_row at_most = {.column = (int)k, .limit = low, .at_most = true};
    const ul_cover_row at_least = {.column = (int)k, .limit = high};
    const bool up = value_with(s, at_least) < value_with(s, at_most);
    const ul_cover_row here = up ? at_least : at_most;
    prove_with(s, up ? at_most : at_least);
    *status = up ? open_child(s, UL_AT_MOST, 0, k, low) : open_child(s, UL_AT_LEAST, 0, k, high);
    if (*status != UL_OK || !become_child(s, up ? UL_AT_LEAST : UL_AT_MOST, 0, k, here.limit))
        return UL_COVER_CLOSED;
    return ul_cover_lp_add(&s->lp, here) ? UL_COVER_OPEN : UL_COVER_STUCK;
}
