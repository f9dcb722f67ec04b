/* Every user for himself (SEC, Section 8.2): each job rents nodes of its own, waits
 * until they have booted and gives them back when it is done. O(1) a node. */
#include "sec_apart.h"

static ul_status individual_schedule(const struct ul_schedule *in, ul_run *run)
{
    return ul_sec_apart_run(in, run, true);
}

const ul_method ul_method_sec_individual = {
    .name = "individual",
    .brief = "new nodes for every job, given back when it is done",
    .paper = "SEC, Section 8.2",
    .traits = UL_CONSTRUCTIVE,
    .schedule = individual_schedule,
};
