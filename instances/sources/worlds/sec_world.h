/* SEC's world over time: nodes of one type, which take the longer to boot the more
 * are asked for at once, billed by the hour or as Google does; or both clouds. What its importer and
 * its generator share.
 */
#pragma once

#include "catalog.h"
#include "generator.h"
#include "schedule.h"

/* A job of a batch system, as a trace records it. */
typedef struct {
    const char *name;
    ul_micro arrival_s, run_s;
    ul_micro told_s; /* the estimate */
    uint64_t nodes;
    ul_micro asks; /* each task */
    ul_micro setup_s; /* on its nodes before it works */
} ul_sec_record;

ul_status ul_sec_begin(ul_schedule_builder *b, const ul_param_values *param);
/* What a task asks for: a node, or on types of the user's its cores. */
ul_micro ul_sec_task_asks(const ul_param_values *param, int64_t processors);
/* The parameter `setup`, to the microsecond. */
ul_micro ul_sec_setup(const ul_param_values *param);
ul_status ul_sec_add_job(ul_schedule_builder *b, const ul_sec_record *job);

#define UL_SEC_ALPHA_PARAM                                                                        \
    UL_REAL("alpha", "1", "0: policies are told the truth, 1: what users asked for, else in "     \
            "proportion", 0, 1000)
#define UL_SEC_PARAMS                                                                           \
    UL_CHOICE("billing", "hour", "hour: whole hours; minute: whole minutes, at least ten; "     \
              "sustained: the same with sustained-use discounts", "hour|minute|sustained"),     \
    UL_REAL("price", "2.4", "dollars for an hour of a node", 0, 1e6),                           \
    UL_REAL("second", "0", "the price of a second cloud, billed with sustained-use discounts, " \
            "of the first's; 0: none", 0, 1000),                                                \
    UL_REAL("setup", "0", "seconds on its nodes before each job works", 0, 1e6),                \
    UL_COUNT("nodes", "0", "a cluster of so many nodes that are there at once; 0: any number, " \
             "after booting", 0, 4294967295.0),                                                 \
    UL_CATALOG_FILE
