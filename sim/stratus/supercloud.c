/* SuperCloud-Spot (Section 4.3): machines are rented one by one, each of the type that
 * the tasks who wait fill at the least price for its constraining resource; nobody
 * joins a running machine. It is told run times.
 *
 * Its parameters lead from it to Stratus, step by step (Section 5.2, Figure 6):
 * packing=dot-product, scaling=efficient, clearing=yes, packing=bins. */
#include "stratus_world.h"

static ul_status supercloud_schedule(const ul_schedule *in, ul_run *run)
{
    const ul_stratus_rules rules = {
        .packing = ul_run_choice_is(run, "packing", "none")          ? UL_STRATUS_ALONE
                   : ul_run_choice_is(run, "packing", "dot-product") ? UL_STRATUS_DOT
                                                                     : UL_STRATUS_RUNTIME,
        .scaling = ul_run_choice_is(run, "scaling", "greedy") ? UL_STRATUS_GREEDY
                                                              : UL_STRATUS_EFFICIENT,
        .clears = ul_run_choice_is(run, "clearing", "yes"),
        .hops = true,
        .told = true,
    };
    return ul_stratus_run(in, run, &rules);
}

static const ul_param param[] = {
    UL_STRATUS_PARAMS,
    UL_CHOICE("packing", "none", "which running machine a task joins: none, the best aligned, one "
              "of its runtime", "none|dot-product|bins"),
    UL_CHOICE("scaling", "greedy", "machines are filled one by one, or rented for groups by "
              "cost-efficiency", "greedy|efficient"),
    UL_CHOICE("clearing", "no", "machines less than half full for more than three events are "
              "cleared", "no|yes"),
    {0},
};

const ul_method ul_method_supercloud = {
    .name = "supercloud",
    .brief = "the type that is filled at the least price for its constraining resource",
    .paper = "SuperCloud-Spot; Stratus, Section 4.3",
    .traits = UL_CONSTRUCTIVE | UL_KNOWS_RUNTIMES,
    .param = param,
    .schedule = supercloud_schedule,
};
