/* SEC's better-than-optimal cost C' (Section 5.1.3, equation 5; proof in
 * Section 9): were every lease to last one interval for its share of the fee,
 * each instance could choose its class anew in each interval.
 *
 * A share is rounded down to 10^-12 dollars, so the sum bounds total and pure
 * cost alike. O(steps * classes).
 */
#include "reservation_plan.h"
#include "run.h"

static ul_status solve(const ul_reservation *in, ul_run *run)
{
    ul_cost share[UL_CLASSES_MAX], bound = 0;
    for (size_t c = 0; c < in->n_classes; c++)
        share[c] = in->classes[c].level == 0
                       ? 0
                       : in->classes[c].upfront * UL_COST_PER_MICRO / in->classes[c].term
                             + ul_reservation_holding(in, c);
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
    return ul_run_offer_bound(run, bound);
}

const ul_method ul_method_sec_bound = {
    .name = "sec-bound",
    .brief = "C', a lower bound: leases of one interval for their share of the fee",
    .paper = "SEC, Section 5.1.3, equation 5",
    .traits = UL_BOUND_ONLY,
    .reservation = solve,
};
