/* SEC's better-than-optimal cost C' (Section 5.1.3, equation 5; proof in
 * Section 9): were every lease to last one interval for its share of the fee,
 * each instance could choose its class anew in each interval.
 *
 * A share is rounded down to 10^-12 dollars, so the sum bounds total and pure
 * cost alike. O(steps * classes).
 *
 * As a certificate it is prices, the same in every interval: what a lease of a level or below
 * is worth is the largest convex function of its discount that is not above any class's
 * share. No lease is then worth more than it costs, and an instance gains as much as by the
 * best class.
 */
#include <math.h>

#include "reservation_plan.h"
#include "reservation_proof.h"
#include "run.h"

static void find_shares(const ul_reservation *in, ul_cost *share)
{
    for (size_t c = 0; c < in->n_classes; c++)
        share[c] = in->classes[c].level == 0
                       ? 0
                       : in->classes[c].upfront * UL_COST_PER_MICRO / in->classes[c].term
                             + ul_reservation_holding(in, c);
}

static ul_cost better_than_optimal(const ul_reservation *in, const ul_cost *share)
{
    ul_cost bound = 0;
    for (size_t s = 0; s < in->n_steps; s++) {
        const ul_cost hours = in->step[s].hours;
        ul_cost least = hours * in->level_price[0];
        for (size_t c = 0; c < in->n_classes; c++) {
            const ul_cost cost = share[c] + hours * in->level_price[in->classes[c].level];
            if (in->classes[c].level > 0 && cost < least)
                least = cost;
        }
        bound += least * in->step[s].instances;
    }
    return bound;
}

static double discount(const ul_reservation *in, size_t low, size_t high)
{
    return (double)(in->level_price[low] - in->level_price[high]);
}

/* worth[l]: of a lease of level l, on the scale. From one corner of the convex function to the
 * next, that with the least rise; in between in proportion, rounded down. */
static void find_worths(const ul_reservation *in, const ul_cost *share, ul_cost scale,
                        ul_cost *worth)
{
    ul_cost most[UL_CLASSES_MAX + 1] = {0};
    for (size_t l = 1; l < in->n_levels; l++) {
        most[l] = -1;
        for (size_t c = 0; c < in->n_classes; c++)
            if (in->classes[c].level >= l && (most[l] < 0 || share[c] < most[l]))
                most[l] = share[c];
    }
    worth[0] = 0;
    for (size_t from = 0, to; from + 1 < in->n_levels; from = to) {
        to = from + 1;
        for (size_t l = from + 2; l < in->n_levels; l++)
            if ((double)(most[l] - most[from]) / discount(in, from, l)
                <= (double)(most[to] - most[from]) / discount(in, from, to))
                to = l;
        worth[to] = most[to] * scale;
        for (size_t l = from + 1; l < to; l++)
            worth[l] = worth[from] + (ul_cost)floor((double)(worth[to] - worth[from])
                                                    * (discount(in, from, l) / discount(in, from, to)));
    }
}

static ul_status certify(const ul_reservation *in, const ul_cost *share, ul_run *run, ul_cost *bound)
{
    enum { SCALE = 1000 };
    ul_cost worth[UL_CLASSES_MAX + 1], proved, *price;
    UL_ALLOC(ul_run_arena(run), price, in->n_levels * in->n_intervals);
    find_worths(in, share, SCALE, worth);
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals; t++)
            price[(l - 1) * in->n_intervals + t] = worth[l] - worth[l - 1];
    UL_TRY(ul_reservation_bound(in, price, SCALE, NULL, NULL, &proved));
    *bound = proved < *bound ? proved : *bound;
    const ul_reservation_case leaf = {.price = price};
    return ul_run_certificate(run) == NULL
               ? UL_OK
               : ul_reservation_proof_write(in, &leaf, SCALE, *bound, ul_run_certificate(run));
}

static ul_status solve(const ul_reservation *in, ul_run *run)
{
    ul_cost share[UL_CLASSES_MAX];
    find_shares(in, share);
    ul_cost bound = better_than_optimal(in, share);
    if (!ul_reservation_provable(in, 1000))
        UL_TRY(ul_run_note(run, "by SEC's formula: the prices are too large for a certificate"));
    else
        UL_TRY(certify(in, share, run, &bound));
    return ul_run_offer_bound(run, bound);
}

const ul_method ul_method_sec_bound = {
    .name = "sec-bound",
    .brief = "C', a lower bound: leases of one interval for their share of the fee",
    .paper = "SEC, Section 5.1.3, equation 5",
    .traits = UL_BOUND_ONLY | UL_CERTIFIES,
    .reservation = solve,
};
