/* Eagle: long jobs are placed centrally; short jobs send probes, which workers with
 * long tasks refuse, telling who else has some (succinct state sharing); a worker
 * serves the job with the least work left, and goes on with it (sticky batch probing).
 */
#include "coaster.h"

static ul_status eagle_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_coaster_rules rules = {.central = true, .shares = true, .sticky = true,
                                           .least_probes = 20};
    return ul_coaster_run(in, run, &rules);
}

static const ul_param param[] = {UL_COASTER_PARAMS, {0}};

const ul_method ul_method_eagle = {
    .name = "eagle",
    .brief = "long jobs placed centrally, short ones probe where no long task is",
    .paper = "Delgado et al. 2016; CloudCoaster, Section 2",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = eagle_schedule,
};
