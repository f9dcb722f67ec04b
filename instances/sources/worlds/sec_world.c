#include "sec_world.h"

/* A cc2.8xlarge on demand; boot times by the size of the request (SEC, Section 8). */
#define NODE "cc2.8xlarge"
#define SECOND "gce"
static const struct {
    uint64_t count;
    int usable_after_s;
} boot[] = {{1, 126}, {2, 186}, {4, 252}, {8, 270}, {16, 300}};

/* By the minute, ten at least; of a month of 730 hours the first quarter at the full
 * price, the others at 80, 60 and 40% of it (Google, 2014). */
static ul_status bill_as_google(ul_schedule_builder *b, const char *type, bool sustained)
{
    static const ul_micro share[] = {1000000, 800000, 600000, 400000};
    UL_TRY(ul_schedule_set_billing(b, type, 60 * UL_MICRO, 600 * UL_MICRO));
    return sustained ? ul_schedule_set_sustained(b, type, 730 * (ul_micro)3600 * UL_MICRO, share,
                                                 sizeof share / sizeof *share)
                     : UL_OK;
}

/* A user's own types: a task of a gang asks for the cores of a node. */
static ul_status begin_with(const char *catalog, ul_schedule_builder *b,
                            const ul_param_values *param)
{
    static const char *const resource[] = {"cpu"};
    const bool by_hour = ul_param_is(param, "billing", "hour");
    const int unit_s = by_hour ? 3600 : 60, least_s = by_hour ? 3600 : 600;
    if (ul_param_number(param, "second") > 0 || ul_param_number(param, "nodes") > 0
        || ul_param_is(param, "billing", "sustained"))
        return ul_fail(UL_E_INPUT, "second=, nodes= and billing=sustained are of the one type that "
                                   "catalog= replaces: leave them out");
    UL_TRY(ul_schedule_set_round(b, 0));
    UL_TRY(ul_schedule_set_billing(b, NULL, unit_s * UL_MICRO, least_s * UL_MICRO));
    return ul_catalog_read_rented(catalog, resource, 1, b);
}

ul_micro ul_sec_task_asks(const ul_param_values *param, int64_t processors)
{
    return ul_param_text(param, "catalog")[0] != '\0' ? processors * UL_MICRO : UL_MICRO;
}

ul_status ul_sec_begin(ul_schedule_builder *b, const ul_param_values *param)
{
    const char *catalog = ul_param_text(param, "catalog");
    if (catalog[0] != '\0')
        return begin_with(catalog, b, param);
    static const ul_micro one = UL_MICRO;
    const double price = ul_param_number(param, "price") * 1e6;
    const double second = ul_param_number(param, "second");
    const uint64_t nodes = (uint64_t)ul_param_number(param, "nodes");
    UL_TRY(ul_schedule_add_resource(b, "node"));
    UL_TRY(ul_schedule_set_round(b, 0));
    UL_TRY(ul_schedule_add_type(b, NODE, "cc2", (ul_micro)(price + 0.5), &one));
    if (ul_param_is(param, "billing", "hour"))
        UL_TRY(ul_schedule_set_billing(b, NODE, 3600 * UL_MICRO, 3600 * UL_MICRO));
    else
        UL_TRY(bill_as_google(b, NODE, ul_param_is(param, "billing", "sustained")));
    if (second > 0) {
        UL_TRY(ul_schedule_add_type(b, SECOND, "gce",
                                    (ul_micro)(second * price + 0.5), &one));
        UL_TRY(bill_as_google(b, SECOND, true));
    }
    if (nodes > 0)
        return ul_schedule_add_supply(b, NODE, nodes, 0, UL_SCHEDULE_SECONDS_MAX);
    for (size_t q = 0; q < sizeof boot / sizeof *boot; q++)
        UL_TRY(ul_schedule_add_boot(b, boot[q].count, boot[q].usable_after_s * UL_MICRO));
    return UL_OK;
}

ul_micro ul_sec_setup(const ul_param_values *param)
{
    return (ul_micro)(ul_param_number(param, "setup") * 1e6 + 0.5);
}

ul_status ul_sec_add_job(ul_schedule_builder *b, const ul_sec_record *job)
{
    const ul_schedule_job_facts facts = {job->name,  job->arrival_s, job->nodes, NULL,
                                         job->run_s, true,           &job->asks};
    UL_TRY(ul_schedule_add_job(b, &facts));
    if (job->setup_s > 0)
        UL_TRY(ul_schedule_set_moving(b, job->setup_s, 0, 0, 0, 0, NULL));
    return ul_schedule_add_estimate(b, &job->told_s, 1);
}
