#include "eagle_world.h"

#include <stdio.h>
#include <string.h>

/* A server costs a dollar an hour: what is counted is server-hours. Asking for a task
 * and hearing of it are a message each, of half a millisecond. */
#define SERVER_PRICE UL_MICRO
#define FETCH_S ((ul_micro)1000)
#define APART_S ((ul_micro)10000)

/* What takes time to come is paid for from when it is there. */
static ul_status add_servers(ul_schedule_builder *b, const char *name, uint64_t n, ul_micro price,
                             ul_micro after_s)
{
    static const ul_micro one = UL_MICRO;
    UL_TRY(ul_schedule_add_type(b, name, "server", price, &one));
    UL_TRY(ul_schedule_set_startup(b, name, after_s, 0, 0, 0));
    return ul_schedule_add_supply(b, name, n, 0, UL_SCHEDULE_SECONDS_MAX);
}

ul_status ul_eagle_begin(ul_schedule_builder *b, const ul_param_values *param)
{
    const char *cutoff = ul_param_text(param, "cutoff");
    const uint64_t transient = (uint64_t)ul_param_number(param, "transient");
    const ul_micro ratio = (ul_micro)ul_param_number(param, "ratio");
    ul_micro cutoff_s;
    if (ul_micro_parse(cutoff, strlen(cutoff), &cutoff_s) != UL_NUMBER_OK)
        return ul_fail(UL_E_INPUT, "%s: cutoff '%.40s' is no number of seconds", param->owner,
                       cutoff);
    UL_TRY(ul_schedule_add_resource(b, "slot"));
    UL_TRY(ul_schedule_set_round(b, 0));
    UL_TRY(ul_schedule_set_cutoff(b, cutoff_s));
    UL_TRY(ul_schedule_set_billing(b, NULL, 0, 0));
    UL_TRY(add_servers(b, "server", (uint64_t)ul_param_number(param, "workers"), SERVER_PRICE, 0));
    return transient == 0 ? UL_OK
                          : add_servers(b, "transient", transient, SERVER_PRICE / ratio,
                                        (ul_micro)ul_param_number(param, "provision") * UL_MICRO);
}

ul_status ul_eagle_add_job(ul_eagle_jobs *jobs, ul_micro arrival_s, uint64_t tasks,
                           ul_micro mean_s)
{
    static const ul_micro one = UL_MICRO;
    char name[32];
    const bool again = jobs->jobs > 0 && arrival_s == jobs->printed_s;
    jobs->printed_s = arrival_s;
    jobs->arrival_s = again ? jobs->arrival_s + APART_S : arrival_s;
    snprintf(name, sizeof name, "%zu", jobs->jobs++);
    const ul_schedule_job_facts facts = {name, jobs->arrival_s, tasks, NULL, mean_s, false, &one};
    UL_TRY(ul_schedule_add_job(jobs->b, &facts));
    UL_TRY(ul_schedule_set_moving(jobs->b, FETCH_S, 0, 0, 0, 0, NULL));
    return ul_schedule_add_estimate(jobs->b, &mean_s, 1);
}
