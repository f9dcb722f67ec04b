/* First fit: a task joins the oldest machine with room, or opens the cheapest type that
 * holds it. As ffd, but in file order, for who cannot sort because tasks come one by one.
 *
 * O(tasks log tasks), see bin_index.h for what searches may add. Johnson 1973.
 */
#include "fit_decreasing.h"

static ul_status first_fit_solve(const ul_packing *in, ul_run *run)
{
    return ul_fit_in_order(in, run, UL_FIRST_FIT);
}

const ul_method ul_method_first_fit_packing = {
    .name = "first-fit",
    .brief = "the oldest machine with room, or a new one; in file order",
    .paper = "Johnson 1973",
    .traits = UL_SUPPLY | UL_ONLINE,
    .packing = first_fit_solve,
};
