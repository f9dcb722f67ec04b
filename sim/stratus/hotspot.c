/* HotSpot over many jobs (Section 4.3): each task alone on the cheapest machine that
 * holds it, and on to a cheaper one when prices move and the rest of its run pays for
 * it. It is told run times, for that test alone. */
#include "stratus_world.h"

static ul_status hotspot_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_stratus_rules rules = {
        .packing = UL_STRATUS_ALONE, .scaling = UL_STRATUS_CHEAPEST, .hops = true, .told = true};
    return ul_stratus_run(in, run, &rules);
}

static const ul_param param[] = {UL_STRATUS_PARAMS, {0}};

const ul_method ul_method_hotspot = {
    .name = "hotspot",
    .brief = "each task alone on its cheapest type, and on to a cheaper one when prices move",
    .paper = "HotSpot, SoCC 2017; Stratus, Section 4.3",
    .traits = UL_CONSTRUCTIVE | UL_KNOWS_RUNTIMES,
    .param = param,
    .schedule = hotspot_schedule,
};
