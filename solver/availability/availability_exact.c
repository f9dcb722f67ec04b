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

#include "availability_certificate.h"
#include "availability_search.h"
#include "clock.h"

enum { ROUNDS = 30 }; /* of rounding rows to whole machines, at one dive */

/* ---- the best pool ---- */

/* More than any pool of useful machines costs. */
static ul_cost beyond_all(const ul_cover *cover)
{
    ul_cost sum = 1;
    for (size_t k = 0; k < cover->n; k++)
        sum += cover->cost[k] * (ul_cost)(cover->most[k] / cover->size[k]);
    return sum;
}

static void take_cutoff(ul_cover_search *s)
{
    ul_cost best;
    if (ul_run_best_cost(s->run, &best))
        s->cutoff = best;
}

/* The share of the time that exchanges may have: the less, the longer they were in vain. */
static double improving_share(const ul_cover_search *s)
{
    return fmax(0.02, 0.2 / (1 + (double)s->vain / 20));
}

/* The program's pool, rounded up to machines, scaled up until it is valid and
 * improved by exchanges while these have had no more than their share. */
static ul_status offer_rounded(ul_cover_search *s, bool valid)
{
    const ul_cover *cover = &s->cover;
    uint32_t count[UL_COVER_COLUMNS];
    for (size_t k = 0; k < cover->n; k++)
        count[k] = cover->type[k] == UL_NONE
                       ? 0
                       : (uint32_t)ceil(s->x[k] / cover->size[k] - UL_COVER_WHOLE);
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

/* Works on a node and on one child after another until one is closed. */
static ul_status dive(ul_cover_search *s, ul_cover_node *v)
{
    ul_status status = UL_OK;
    size_t rounds = 0;
    ul_cover_verdict state = ul_cover_rebuild(s, v) ? UL_COVER_OPEN : UL_COVER_STUCK;
    while (state == UL_COVER_OPEN && status == UL_OK) {
        state = ul_cover_settle(s);
        if (state != UL_COVER_OPEN)
            break;
        if (ul_run_expired(s->run)) {
            state = UL_COVER_STUCK;
            break;
        }
        const bool holds = ul_cover_holds(&s->cover, s->x);
        status = offer_rounded(s, holds);
        if (status == UL_OK && holds && rounds++ < ROUNDS && ul_cover_lp_round(&s->lp, s->x))
            continue;
        if (status == UL_OK)
            state =
                holds ? ul_cover_branch_on_count(s, &status) : ul_cover_branch_on_set(s, &status);
    }
    if (state == UL_COVER_STUCK && s->here->bound < s->unresolved)
        s->unresolved = s->here->bound;
    ul_cover_node_done(&s->nodes, s->here);
    return status;
}

/* ---- the run ---- */

/* The least bound of what is left; what is closed is worth the best pool. */
static ul_cost least_bound(const ul_cover_search *s)
{
    ul_cost least = s->unresolved;
    if (s->nodes.n_open > 0 && s->nodes.heap[0]->bound < least)
        least = s->nodes.heap[0]->bound;
    return least < s->cutoff ? least : s->cutoff;
}

/* Claims it; not for every crumb. Where a certificate is wanted, none comes before it. */
static ul_status report_bound(ul_cover_search *s)
{
    const ul_cost least = least_bound(s);
    if (s->nodes.keeps || least <= 0 || (double)least < (double)s->proved * 1.0001)
        return UL_OK;
    s->proved = least;
    return ul_run_offer_bound(s->run, least);
}

/* Claims it at the end, with the certificate where one is wanted. Without a pool
 * nothing is worth the cutoff. */
static ul_status conclude(ul_cover_search *s)
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

static ul_status explore(ul_cover_search *s)
{
    s->root = ul_cover_child(s, UL_ROOT, 0, 0, 0);
    UL_NEED(s->root);
    UL_TRY(ul_cover_node_push(&s->nodes, s->root));
    while (s->nodes.n_open > 0 && !ul_run_expired(s->run)
           && s->nodes.heap[0]->bound < s->cutoff) {
        UL_TRY(dive(s, ul_cover_node_pop(&s->nodes)));
        UL_TRY(report_bound(s));
    }
    return conclude(s);
}

static ul_status first_pools(ul_cover_search *s)
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
    ul_cover_search *s;
    UL_ALLOC(ul_run_arena(run), s, 1);
    s->run = run;
    s->nodes.arena = ul_run_arena(run);
    s->nodes.keeps = ul_run_certificate(run) != NULL;
    s->start_s = ul_clock_wall_s();
    ul_cover_of(in, &s->cover);
    s->cutoff = s->unresolved = beyond_all(&s->cover);
    UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &s->plan));
    if (ul_cover_infeasible(&s->cover, run))
        return s->nodes.keeps ? ul_cover_certificate_write_none(&s->cover, ul_run_certificate(run))
                              : UL_OK;
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
