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
    {.name = "p", .preset = "0.5", .form = UL_PARAM_REAL, .low = 0, .high = 1,
     .brief = "share of the workers for short jobs that transient ones replace"},
    {.name = "r", .preset = "0", .form = UL_PARAM_REAL, .low = 0, .high = 1000,
     .brief = "transient workers for each one replaced; 0: as many as cost the same"},
    {.name = "L", .preset = "0.95", .form = UL_PARAM_REAL, .low = 0, .high = 1,
     .brief = "share of workers with long tasks above which transient ones are added"},
    {.name = "k", .preset = "-1", .form = UL_PARAM_WHOLE, .low = -1, .high = 1e9,
     .brief = "transient workers at most, whatever r says; -1: as r says"},
    {.name = "booting", .preset = "cancelled", .form = UL_PARAM_CHOICE,
     .choices = "cancelled|kept", .brief = "what becomes of one that is not ready when one is to go"},
    {.name = "removes", .preset = "one", .form = UL_PARAM_CHOICE, .choices = "one|all",
     .brief = "how many go at a look"},
    {.name = "revocations", .preset = "0", .form = UL_PARAM_REAL, .low = 0, .high = 3600,
     .brief = "how often a transient worker is taken away, an hour, at random"},
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
