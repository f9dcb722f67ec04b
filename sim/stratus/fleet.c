/* A fleet of spot machines under ECS (Section 4.3): a task joins the running machine
 * that it leaves least of one resource, or waits for the cheapest that holds it. It
 * knows nothing of run times. O(machines) a task. */
#include <string.h>

#include "stratus_world.h"

static ul_status fleet_schedule(const ul_schedule *in, ul_run *run)
{
    const char *name = ul_run_choice(run, "resource");
    size_t tight = 0;
    while (name[0] != '\0' && tight < in->n_resources && strcmp(in->resource[tight], name) != 0)
        tight++;
    if (tight == in->n_resources)
        return ul_fail(UL_E_INPUT, "'%s' has no resource '%s' to pack by", in->name, name);
    const ul_stratus_rules rules = {
        .packing = UL_STRATUS_TIGHT, .scaling = UL_STRATUS_CHEAPEST, .tight = tight};
    return ul_stratus_run(in, run, &rules);
}

static const ul_param param[] = {
    UL_STRATUS_PARAMS,
    UL_TEXT("resource", "", "least of which is to be left; the first of the instance when empty"),
    {0},
};

const ul_method ul_method_fleet = {
    .name = "fleet",
    .brief = "the fullest running machine with room, else the cheapest for the task alone",
    .paper = "Stratus, Section 4.3 (ECS on a spot fleet)",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = fleet_schedule,
};
