#include "table_floor.h"

#include <stdio.h>

#include "run.h"

ul_status ul_table_floor_with(const ul_table_request *request, const ul_instance *instance,
                              const char *of, const char *set, double *dollars)
{
    const char *folder = ul_param_text(request->param, "certificates");
    char path[4200];
    snprintf(path, sizeof path, "%s/floor%s.csv", folder, of);
    const ul_run_options options = {.time_limit_s = request->time_limit_s, .seed = request->seed,
                                    .certificate = folder[0] == '\0' ? NULL : path,
                                    .set = &set, .n_set = set != NULL};
    ul_run *run;
    ul_table_say(request, "%s: schedule-floor", instance->name);
    UL_TRY(ul_run_new(ul_method_find("schedule-floor"), instance, &options, &run));
    const ul_status status = ul_run_go(run);
    *dollars = ul_cost_double(ul_run_result_of(run)->bound);
    ul_run_free(run);
    return status;
}

ul_status ul_table_floor(const ul_table_request *request, const ul_instance *instance,
                         const char *of, double *dollars)
{
    return ul_table_floor_with(request, instance, of, NULL, dollars);
}
