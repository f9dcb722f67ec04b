/* Stratus over time (Section 3): a task joins a running machine of its own runtime bin,
 * so that machines empty all at once; for the rest, groups of one bin get the machine
 * of the best cost-efficiency; machines less than half full for long are cleared. It
 * knows estimates alone. O(tasks that wait * machines) an event. */
#include "stratus_world.h"

static ul_status stratus_schedule(const ul_schedule *in, ul_run *run)
{
    const ul_stratus_rules rules = {
        .packing = UL_STRATUS_RUNTIME,
        .scaling = ul_run_choice_is(run, "scaling", "cheapest") ? UL_STRATUS_CHEAPEST
                                                                : UL_STRATUS_EFFICIENT,
        .clears = ul_run_choice_is(run, "clearing", "yes"),
    };
    return ul_stratus_run(in, run, &rules);
}

static const ul_param param[] = {
    UL_STRATUS_PARAMS,
    UL_CHOICE("scaling", "efficient", "machines are rented for groups by cost-efficiency, or for "
              "each task alone", "efficient|cheapest"),
    UL_CHOICE("clearing", "yes", "machines less than half full for more than three events are "
              "cleared", "yes|no"),
    {0},
};

const ul_method ul_method_stratus_schedule = {
    .name = "stratus",
    .brief = "runtime bins, cost-efficient machines for groups, clearing",
    .paper = "Stratus, Section 3",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = stratus_schedule,
};
