/* CloudCoaster: Eagle, with part of the workers for short jobs replaced by transient
 * ones that come while long tasks fill the rest.
 */
#include "coaster.h"

static ul_status cloudcoaster_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_coaster_rules rules = {.central = true, .shares = true, .sticky = true,
                                           .resizes = true, .least_probes = 20};
    return ul_coaster_run(in, run, &rules);
}

static const ul_param param[] = {
    UL_COASTER_PARAMS,
    UL_REAL("p", "0.5", "share of the workers for short jobs that transient ones replace", 0, 1),
    UL_REAL("r", "0", "transient workers for each one replaced; 0: as many as cost the same", 0,
            1000),
    UL_REAL("L", "0.95", "share of workers with long tasks above which transient ones are added", 0,
            1),
    UL_COUNT("k", "-1", "transient workers at most, whatever r says; -1: as r says", -1, 1e9),
    UL_CHOICE("booting", "cancelled", "what becomes of one that is not ready when one is to go",
              "cancelled|kept"),
    UL_CHOICE("removes", "one", "how many go at a look", "one|all"),
    UL_REAL("revocations", "0", "how often a transient worker is taken away, an hour, at random", 0,
            3600),
    {0},
};

const ul_method ul_method_cloudcoaster = {
    .name = "cloudcoaster",
    .brief = "Eagle with transient workers for short jobs while long tasks fill the rest",
    .paper = "CloudCoaster, Section 3",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = cloudcoaster_schedule,
};
