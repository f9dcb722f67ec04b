/* First-fit decreasing over unequal machine types.
 *
 * Tasks go in descending size; each joins the first open machine with room,
 * else opens the cheapest type that holds it alone. Small tasks stay off large
 * machines, so volume discounts are forgone on purpose (vsbpp-ffd takes them).
 * Size is the sum of shares of the largest capacities: FFDSum of Panigrahy,
 * Talwar, Uyeda and Wieder, "Heuristics for vector bin packing", 2011.
 *
 * O(tasks log tasks) searches' overhead aside, see bin_index.h; ties by task
 * and bin index.
 */
#include "fit_decreasing.h"

static ul_status ffd_solve(const ul_packing *in, ul_run *run)
{
    return ul_fit_decreasing(in, run, UL_FIRST_FIT);
}

static const ul_param param[] = {UL_PARAM_SIZE("sum"), {0}};

const ul_method ul_method_ffd = {
    .name = "ffd",
    .brief = "first-fit decreasing, cheapest sufficient type",
    .paper = "Johnson 1973; sizes as in Panigrahy et al. 2011",
    .traits = UL_CONSTRUCTIVE | UL_QUICK | UL_SUPPLY,
    .param = param,
    .packing = ffd_solve,
};
