#include "eva_jobs.h"

#include <stdlib.h>
#include <string.h>

#include "eva_workloads.h"

const char *const ul_eva_family[UL_EVA_FAMILIES] = {"p3", "c7i", "r7i"};

static ul_status add_pair(void *b, const char *workload, const char *beside, ul_micro value)
{
    return ul_schedule_add_throughput(b, workload, beside, value);
}

static ul_status add_interference(ul_schedule_builder *b, const ul_param_values *param)
{
    const char *text = ul_param_text(param, "interference");
    ul_micro value;
    if (strcmp(text, "table") == 0)
        return ul_eva_each_throughput(UL_EVA_THROUGHPUT_CODE, add_pair, b);
    if (ul_micro_parse(text, strlen(text), &value) != UL_NUMBER_OK || value == 0 || value > UL_MICRO)
        return ul_fail(UL_E_INPUT, "%s: interference '%.40s' is neither 'table' nor a throughput "
                                   "above 0 and at most 1", param->owner, text);
    return value == UL_MICRO ? UL_OK : ul_schedule_add_throughput(b, "*", "*", value);
}

ul_status ul_eva_begin(ul_schedule_builder *b, const ul_param_values *param)
{
    UL_TRY(ul_schedule_set_round(b, UL_EVA_ROUND_S * UL_MICRO));
    UL_TRY(ul_schedule_set_billing(b, NULL, UL_MICRO, 0));
    UL_TRY(ul_catalog_eva_rented(b, param));
    return add_interference(b, param);
}

static bool same(const ul_eva_job *job, size_t f, size_t g)
{
    return memcmp(job->demand[f], job->demand[g], sizeof job->demand[f]) == 0;
}

ul_status ul_eva_add_job(ul_schedule_builder *b, const ul_param_values *param,
                         const ul_eva_job *job, bool *fits)
{
    const ul_micro longer = (ul_micro)ul_param_number(param, "moving");
    const ul_micro moves[] = {job->fetch_s, job->init_s, job->upload_s};
    const ul_schedule_job_facts facts = {job->name,       job->arrival_s, job->tasks, job->workload,
                                         job->duration_s, true,           job->demand[0]};
    for (size_t q = 0; q < sizeof moves / sizeof *moves; q++)
        if (moves[q] > UL_SCHEDULE_SECONDS_MAX)
            return ul_fail(UL_E_INPUT, "a delay of moving is beyond %lld seconds",
                           (long long)(UL_SCHEDULE_SECONDS_MAX / UL_MICRO));
    size_t known = 0;
    *fits = false;
    for (size_t f = 0; f < UL_EVA_FAMILIES; f++) {
        known += ul_schedule_builder_has_family(b, ul_eva_family[f]);
        *fits = *fits || ul_schedule_builder_fits(b, ul_eva_family[f], job->demand[f]);
    }
    if (known == 0 || ul_param_text(param, "catalog")[0] != '\0')
        /* of types that Eva does not know a task asks for what it does of a p3 */
        *fits = *fits || ul_schedule_builder_fits(b, NULL, job->demand[0]);
    if (!*fits)
        return UL_OK;
    UL_TRY(ul_schedule_add_job(b, &facts));
    for (size_t f = 1; f < UL_EVA_FAMILIES; f++)
        if (!same(job, 0, f) && ul_schedule_builder_has_family(b, ul_eva_family[f]))
            UL_TRY(ul_schedule_add_demand(b, ul_eva_family[f], job->demand[f]));
    char total[UL_NUMBER_TEXT], per_second[UL_NUMBER_TEXT];
    UL_TRY(ul_schedule_set_iterations(b, ul_real_text(job->iterations, total),
                                      ul_real_text(job->per_second, per_second)));
    return ul_schedule_set_moving(b, longer * job->fetch_s, job->build_s, longer * job->init_s,
                                  job->kill_s, longer * job->upload_s, job->image);
}
