/* SEC without a queue (Section 8.2): a job takes the idle nodes there are and orders
 * the rest the moment it arrives; nodes stay until the time that is paid for ends.
 * O(idle nodes) a job. */
#include "sec_apart.h"
#include "sec_nodes.h"

static ul_status no_wait_schedule(const struct ul_schedule *in, ul_run *run)
{
    return ul_sec_apart_run(in, run, false);
}

static const ul_param param[] = {UL_SEC_PLACEMENT_PARAM, {0}};

const ul_method ul_method_sec_no_wait = {
    .name = "no-wait",
    .brief = "idle nodes and as many new ones as a job needs, at once",
    .paper = "SEC, Section 8.2",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = no_wait_schedule,
};
