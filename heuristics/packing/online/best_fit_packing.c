/* Best fit: a task joins the machine on which it leaves least room, or opens the cheapest
 * type that holds it. As bfd, but in file order, for who cannot sort because tasks come one
 * by one.
 *
 * O(tasks log tasks), see bin_index.h for what searches may add. Johnson 1973.
 */
#include "fit_decreasing.h"

static ul_status best_fit_solve(const ul_packing *in, ul_run *run)
{
    return ul_fit_in_order(in, run, UL_BEST_FIT);
}

const ul_method ul_method_best_fit_packing = {
    .name = "best-fit",
    .brief = "the machine on which least room is left, or a new one; in file order",
    .paper = "Johnson 1973",
    .traits = UL_SUPPLY | UL_ONLINE,
    .packing = best_fit_solve,
};
