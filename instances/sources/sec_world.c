#include "sec_world.h"

/* A cc2.8xlarge on demand; boot times by the size of the request (SEC, Section 8). */
#define NODE "cc2.8xlarge"
#define NODE_PRICE ((ul_micro)2400000)
static const struct {
    uint64_t count;
    int usable_after_s;
} boot[] = {{1, 126}, {2, 186}, {4, 252}, {8, 270}, {16, 300}};

ul_status ul_sec_begin(ul_schedule_builder *b, const ul_param_values *param)
{
    static const ul_micro one = UL_MICRO;
    const bool hour = ul_param_is(param, "billing", "hour");
    const uint64_t nodes = (uint64_t)ul_param_number(param, "nodes");
    UL_TRY(ul_schedule_add_resource(b, "node"));
    UL_TRY(ul_schedule_set_round(b, 0));
    UL_TRY(ul_schedule_set_billing(b, NULL, (hour ? 3600 : 60) * UL_MICRO,
                                   (hour ? 3600 : 600) * UL_MICRO));
    UL_TRY(ul_schedule_add_type(b, NODE, "cc2", NODE_PRICE, &one));
    if (nodes > 0)
        return ul_schedule_add_supply(b, NODE, nodes, 0, UL_SCHEDULE_SECONDS_MAX);
    for (size_t q = 0; q < sizeof boot / sizeof *boot; q++)
        UL_TRY(ul_schedule_add_boot(b, boot[q].count, boot[q].usable_after_s * UL_MICRO));
    return UL_OK;
}

ul_status ul_sec_add_job(ul_schedule_builder *b, const ul_sec_job *job)
{
    static const ul_micro one = UL_MICRO;
    const ul_schedule_job_facts facts = {job->name,  job->arrival_s, job->nodes, NULL,
                                         job->run_s, true,           &one};
    UL_TRY(ul_schedule_add_job(b, &facts));
    return ul_schedule_add_estimate(b, &job->told_s, 1);
}
