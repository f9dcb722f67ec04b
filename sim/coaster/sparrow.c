/* Sparrow: every job sends two probes a task to workers drawn at random, long or short;
 * a worker serves them in order and asks for a task when it comes to one (late binding).
 */
#include "coaster.h"

static ul_status sparrow_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_coaster_rules rules = {.central = false};
    return ul_coaster_run(in, run, &rules);
}

const ul_method ul_method_sparrow = {
    .name = "sparrow",
    .brief = "two probes a task to workers drawn at random, served in order",
    .paper = "Ousterhout et al. 2013; Eagle, Section 5",
    .traits = UL_CONSTRUCTIVE,
    .schedule = sparrow_schedule,
};
