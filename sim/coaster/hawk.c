/* Hawk: long jobs are placed centrally, on the general workers with the least long work;
 * short jobs send probes to all workers, a few of which take no long tasks. A worker
 * with nothing to do takes over probes that wait behind a long task elsewhere.
 */
#include "coaster.h"

static ul_status hawk_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_coaster_rules rules = {.central = true, .steals = true};
    return ul_coaster_run(in, run, &rules);
}

static const ul_param param[] = {UL_COASTER_PARAMS, {0}};

const ul_method ul_method_hawk = {
    .name = "hawk",
    .brief = "long jobs placed centrally, short ones by probes, and stealing",
    .paper = "Delgado et al. 2015; Eagle, Section 5",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = hawk_schedule,
};
