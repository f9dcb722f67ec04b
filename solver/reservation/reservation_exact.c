/* The optimum of the reservation problem, with proof.
 *
 * SEC leaves the offline problem between a greedy and a relaxed bound. Its
 * relaxation here (solver/reservation/reservation_lp.h) is integral on most demands; where
 * it is not, branch and bound on the purchases, depth first, nearest side first.
 * Each case that is closed is closed by integer arithmetic on its dual prices
 * (solver/reservation/reservation_proof.h), so "optimal" never rests on a tolerance.
 *
 * Paper: SEC, Section 5.1; the convex form is our own. Time is that of the
 * LPs: rows are levels * intervals, whatever the number of instances.
 */
#include <math.h>
#include <string.h>

#include "reservation_lp.h"
#include "reservation_proof.h"
#include "sec_portfolio.h"
#include "tolerance.h"

typedef struct {
    const ul_reservation *in;
    ul_run *run;
    ul_reservation_lp *lp;
    uint64_t *low, *high; /* limits of the open case, intervals x classes */
    ul_cost *price;       /* of the case being closed */
    bool keep_prices;
    const ul_cost *root_price; /* NULL: not known, or not kept */
    ul_cost root_bound;
    bool stopped;         /* by time, or for this reason */
    const char *why;
    size_t cases, whole_cases; /* the latter: divided although every purchase was whole */
} search;

enum {
    NEAR = 1000000,     /* a bound this part of the cost below it may be short of digits only */
    WHOLE_CASES = 10000 /* divided before the proof is given up */
};

static void stop_because(search *s, const char *why)
{
    s->stopped = true;
    s->why = why;
}

/* A case and the way back: its limit before, so that the search can undo it. */
typedef struct open_case {
    struct open_case *below;
    ul_reservation_case *node;
    size_t at; /* the limited purchase, or UL_NONE at the root */
    uint64_t low, high;
    bool entered;
} open_case;

/* Offers the relaxation's purchases, rounded: to the nearest, down or up. */
static ul_status offer_rounded(search *s, double shift)
{
    const ul_reservation *in = s->in;
    const ul_arena_mark_t mark = ul_arena_mark(ul_run_arena(s->run));
    ul_reservation_plan *plan;
    UL_TRY(ul_reservation_plan_new(in, ul_run_arena(s->run), &plan));
    for (size_t t = 0; t < in->n_intervals; t++)
        for (size_t c = 0; c < in->n_classes; c++) {
            const double value = ul_reservation_lp_value(s->lp, t, c);
            UL_TRY(ul_reservation_buy(plan, t, c, (uint64_t)fmax(0, floor(value + shift))));
        }
    UL_TRY(ul_run_offer(s->run, plan));
    ul_arena_rewind(ul_run_arena(s->run), mark);
    return UL_OK;
}

/* The purchase farthest from whole; UL_NONE when all are. */
static size_t most_fractional(const search *s)
{
    const ul_reservation *in = s->in;
    size_t found = UL_NONE;
    double farthest = UL_LP_WHOLE;
    for (size_t q = 0; q < in->n_intervals * in->n_classes; q++) {
        const double value = ul_reservation_lp_value(s->lp, q / in->n_classes, q % in->n_classes);
        const double off = fabs(value - round(value));
        if (off > farthest) {
            farthest = off;
            found = q;
        }
    }
    return found;
}

/* Prices of the present solution and the bound they prove of this case. The purchases
 * behind them are offered: they are optimal to more digits than those of the LP. */
static ul_status price_case(search *s, bool *closed, ul_cost *bound)
{
    ul_cost best;
    UL_TRY(ul_reservation_lp_prices(s->lp, s->run, s->price));
    UL_TRY(ul_reservation_bound(s->in, s->price, UL_PRICE_SCALE, s->low, s->high, bound));
    UL_TRY(offer_rounded(s, 0.5));
    *closed = ul_run_best_cost(s->run, &best) && *bound >= best;
    return UL_OK;
}

/* Keeps the present prices, where a certificate is wanted. */
static ul_status keep_price(search *s, const ul_cost **price)
{
    const size_t n = (s->in->n_levels - 1) * s->in->n_intervals;
    ul_cost *kept;
    if (!s->keep_prices)
        return UL_OK;
    UL_ALLOC_RAW(ul_run_arena(s->run), kept, n);
    memcpy(kept, s->price, n * sizeof *kept);
    *price = kept;
    return UL_OK;
}

/* Whether the present prices prove that this case holds nothing better. Where they all
 * but do, the last digits may hide in blocks that a double takes for exact. */
static ul_status try_to_close(search *s, ul_reservation_case *node, bool *closed, ul_cost *bound)
{
    ul_lp_outcome outcome = UL_LP_OPTIMAL;
    ul_cost best;
    size_t cuts = 1;
    UL_TRY(price_case(s, closed, bound));
    while (!*closed && ul_run_best_cost(s->run, &best) && best - *bound <= best / NEAR) {
        UL_TRY(ul_reservation_lp_refine(s->lp, s->price, &cuts));
        if (cuts > 0)
            UL_TRY(ul_reservation_lp_solve(s->lp, s->run, UL_LP_PRIMAL, HUGE_VAL, &outcome));
        if (cuts == 0 || outcome != UL_LP_OPTIMAL)
            break;
        UL_TRY(price_case(s, closed, bound));
    }
    return *closed ? keep_price(s, &node->price) : UL_OK;
}

/* A purchase that the case leaves open, one that is made before one that is not; UL_NONE
 * when all are decided. */
static size_t any_open(const search *s)
{
    const ul_reservation *in = s->in;
    size_t found = UL_NONE;
    for (size_t q = 0; q < in->n_intervals * in->n_classes; q++) {
        const size_t t = q / in->n_classes, c = q % in->n_classes;
        const uint64_t high = s->high[q] > in->peak ? in->peak : s->high[q];
        if (!ul_reservation_lp_has(s->lp, t, c) || s->low[q] >= high)
            continue;
        if (ul_reservation_lp_value(s->lp, t, c) > (double)s->low[q] + 0.5)
            return q;
        found = found == UL_NONE ? q : found;
    }
    return found;
}

/* Where to divide a case that is not closed: at the purchase farthest from whole or,
 * when all are whole and a digit of the prices is still missing, at any. */
static size_t where_to_divide(search *s)
{
    const size_t fractional = most_fractional(s);
    if (fractional != UL_NONE)
        return fractional;
    const size_t open = s->whole_cases++ < WHOLE_CASES ? any_open(s) : UL_NONE;
    if (open == UL_NONE)
        stop_because(s, "all purchases of the relaxation are whole, but its prices miss the last "
                        "digits of a proof");
    return open;
}

/* Solves a case; *branch is where to divide it, or UL_NONE when it is closed. */
static ul_status look(search *s, ul_reservation_case *node, bool root, size_t *branch)
{
    ul_lp_outcome outcome;
    ul_cost best, bound;
    bool closed = false;
    *branch = UL_NONE;
    s->cases++;
    const double enough = ul_run_best_cost(s->run, &best) ? ul_cost_double(best) : HUGE_VAL;
    UL_TRY(ul_reservation_lp_solve(s->lp, s->run, root ? UL_LP_PRIMAL : UL_LP_DUAL, enough,
                                   &outcome));
    if (outcome != UL_LP_OPTIMAL) {
        stop_because(s, outcome == UL_LP_TIME_LIMIT
                            ? "the time left was too short to begin with so large a relaxation"
                            : "a relaxation could not be solved: numerical trouble");
        return UL_OK;
    }
    const size_t fractional = most_fractional(s);
    const double cost = ul_reservation_lp_cost(s->lp);
    UL_TRY(offer_rounded(s, 0.5));
    if (fractional != UL_NONE) {
        UL_TRY(offer_rounded(s, UL_LP_WHOLE));
        UL_TRY(offer_rounded(s, 1 - UL_LP_WHOLE));
    }
    ul_run_best_cost(s->run, &best);
    if (root || fractional == UL_NONE || cost >= ul_cost_double(best) * (1 - UL_LP_SAME_COST)) {
        UL_TRY(try_to_close(s, node, &closed, &bound));
        if (root) {
            UL_TRY(ul_run_offer_bound(s->run, bound));
            UL_TRY(keep_price(s, &s->root_price));
            s->root_bound = bound;
        }
    }
    if (!closed)
        *branch = where_to_divide(s);
    return UL_OK;
}

static ul_status set_limits(search *s, size_t at, uint64_t low, uint64_t high)
{
    s->low[at] = low;
    s->high[at] = high;
    return ul_reservation_lp_limit(s->lp, at / s->in->n_classes, at % s->in->n_classes, low, high);
}

static ul_status push(search *s, open_case **top, ul_reservation_case *node, size_t at,
                      uint64_t low, uint64_t high)
{
    open_case *open;
    UL_ALLOC(ul_run_arena(s->run), open, 1);
    *open = (open_case){*top, node, at, low, high, false};
    *top = open;
    return UL_OK;
}

/* Divides a case in two; the side nearest to the relaxation is looked at first. */
static ul_status divide(search *s, open_case **top, ul_reservation_case *node, size_t at)
{
    const double value =
        ul_reservation_lp_value(s->lp, at / s->in->n_classes, at % s->in->n_classes);
    ul_reservation_case *side;
    UL_ALLOC(ul_run_arena(s->run), side, 2);
    node->t = at / s->in->n_classes;
    node->c = at % s->in->n_classes;
    node->value = (uint64_t)floor(value + UL_LP_WHOLE);
    if (fabs(value - round(value)) <= UL_LP_WHOLE) /* whole: this many and more, or less */
        node->value = (uint64_t)round(value) > s->low[at] ? (uint64_t)round(value) - 1 : s->low[at];
    node->first = &side[0];
    node->second = &side[1];
    const bool up = value - floor(value) > 0.5;
    for (int q = 0; q < 2; q++) {
        const bool above = (q == 1) == up; /* pushed last, looked at first */
        if (above)
            UL_TRY(push(s, top, node->second, at, node->value + 1, s->high[at]));
        else
            UL_TRY(push(s, top, node->first, at, s->low[at], node->value));
    }
    return UL_OK;
}

static ul_status search_cases(search *s, ul_reservation_case *root)
{
    open_case *top = NULL;
    UL_TRY(push(s, &top, root, UL_NONE, 0, 0));
    while (top != NULL && !s->stopped) {
        open_case *open = top;
        const size_t at = open->at;
        if (open->entered) { /* both sides are done: back to the limits before */
            if (at != UL_NONE)
                UL_TRY(set_limits(s, at, open->low, open->high));
            top = open->below;
            continue;
        }
        size_t branch;
        open->entered = true;
        if (at != UL_NONE) {
            const uint64_t low = s->low[at], high = s->high[at];
            UL_TRY(set_limits(s, at, open->low, open->high));
            open->low = low;
            open->high = high;
        }
        UL_TRY(look(s, open->node, at == UL_NONE, &branch));
        if (branch != UL_NONE)
            UL_TRY(divide(s, &top, open->node, branch));
        s->stopped = s->stopped || ul_run_expired(s->run);
    }
    s->stopped = s->stopped || top != NULL;
    return UL_OK;
}

/* Of a search that was stopped: what the root's prices prove. */
static ul_status certify_root(const search *s)
{
    const ul_reservation_case leaf = {.price = s->root_price};
    return s->root_price == NULL
               ? UL_OK
               : ul_reservation_proof_write(s->in, &leaf, UL_PRICE_SCALE, s->root_bound,
                                            ul_run_certificate(s->run));
}

static ul_status prove(search *s)
{
    const ul_reservation *in = s->in;
    const size_t n = in->n_intervals * in->n_classes;
    ul_arena *arena = ul_run_arena(s->run);
    ul_reservation_case *root;
    UL_ALLOC(arena, root, 1);
    UL_ALLOC(arena, s->low, n);
    UL_ALLOC(arena, s->high, n);
    UL_ALLOC(arena, s->price, (in->n_levels - 1) * in->n_intervals);
    for (size_t q = 0; q < n; q++)
        s->high[q] = UINT64_MAX;
    UL_TRY(search_cases(s, root));
    ul_cost best;
    if (s->stopped && s->why != NULL && !ul_run_expired(s->run))
        UL_TRY(ul_run_note(s->run, s->why));
    if (s->stopped)
        return certify_root(s);
    if (!ul_run_best_cost(s->run, &best))
        return UL_OK;
    UL_TRY(ul_run_offer_bound(s->run, best));
    return s->keep_prices ? ul_reservation_proof_write(in, root, UL_PRICE_SCALE, best,
                                                       ul_run_certificate(s->run))
                          : UL_OK;
}

static ul_status solve(const ul_reservation *in, ul_run *run)
{
    search s = {.in = in, .run = run, .keep_prices = ul_run_certificate(run) != NULL};
    if (!ul_reservation_provable(in, UL_PRICE_SCALE))
        return ul_fail(UL_E_INPUT, "the prices are too large for an exact proof (above 10^15 "
                                   "dollars in all)");
    UL_TRY(ul_run_call(run, &ul_method_sec_greedy, NULL, 0));
    UL_TRY(ul_reservation_lp_new(in, run, ul_run_best(run), &s.lp));
    const ul_status status = prove(&s);
    ul_reservation_lp_free(s.lp);
    return status;
}

const ul_method ul_method_reservation_exact = {
    .name = "reservation-exact",
    .brief = "the optimum, proved: a convex LP refined where it matters, then branch and bound",
    .paper = "SEC, Section 5.1 leaves it open; the convex form is in docs/reservations.md",
    .traits = UL_ANYTIME | UL_PROVES | UL_CERTIFIES,
    .reservation = solve,
};
