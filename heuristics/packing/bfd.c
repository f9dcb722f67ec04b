/* Best-fit decreasing over unequal machine types.
 *
 * As ffd, but a task joins the open machine on which it leaves least room, as
 * the sum of shares of what is then free; else it opens the cheapest type that
 * holds it alone.
 *
 * O(tasks log tasks), see bin_index.h for what searches may add; ties by task
 * and bin index.
 */
#include "fit_decreasing.h"

static ul_status bfd_solve(const ul_packing *in, ul_run *run)
{
    return ul_fit_decreasing(in, run, UL_BEST_FIT);
}

static const ul_param param[] = {UL_PARAM_SIZE("sum"), {0}};

const ul_method ul_method_bfd = {
    .name = "bfd",
    .brief = "best-fit decreasing, cheapest sufficient type",
    .paper = "Johnson 1973; sizes as in Panigrahy et al. 2011",
    .traits = UL_CONSTRUCTIVE | UL_SUPPLY,
    .param = param,
    .packing = bfd_solve,
};
