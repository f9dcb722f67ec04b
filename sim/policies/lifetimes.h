/* What the files of policies that know run times share. */
#pragma once

#include "placing.h"

/* Growth of a machine's life in buckets: none, up to an hour, two, four, ... */
double ul_placing_bucket(ul_placing *placing, uint32_t task, uint32_t machine);

#define UL_WHY_LEAVES_WITH ": it leaves about when those leave who are there"

#define RULES(symbol, ...)                                                               \
    static ul_status symbol##_schedule(const ul_schedule *in, ul_run *run)               \
    {                                                                                    \
        static const ul_placing_rules rules = {.told = true, __VA_ARGS__};               \
        return ul_placing_run(in, run, &rules);                                          \
    }
#define BY_LIFETIME(symbol, name_, brief_, paper_, params)                               \
    {.name = name_, .brief = brief_, .paper = paper_, .traits = UL_CONSTRUCTIVE | UL_KNOWS_RUNTIMES, \
     .param = params, .schedule = symbol##_schedule}
