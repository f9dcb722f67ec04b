#include "eva_trace_facts.h"

#include <math.h>

#include "generator.h"
#include "packing.h"

/* Every job of the trace has one task, so a task is a job. */
static ul_status take_tasks(const ul_packing *in, ul_arena *arena, ul_eva_jobs *jobs)
{
    UL_ALLOC(arena, jobs->gpus, 2 * in->n_tasks);
    jobs->hours = jobs->gpus + in->n_tasks;
    jobs->n = in->n_tasks;
    for (size_t j = 0; j < in->n_tasks; j++) {
        jobs->gpus[j] = ul_micro_double(ul_packing_demand(in, in->task[j].shape, 0)[0]);
        jobs->hours[j] = ul_micro_double(in->task[j].runtime_s) / 3600;
    }
    return UL_OK;
}

ul_status ul_eva_jobs_read(const ul_table_request *request, const char *name,
                           const char *importer, const char *setting, ul_arena *arena,
                           ul_table_made *made, ul_eva_jobs *jobs)
{
    const char *path = ul_param_text(request->param, name);
    const ul_source_options options = {.seed = request->seed, .to_s = HUGE_VAL, .input = &path,
                                       .n_inputs = 1, .set = &setting,
                                       .n_set = setting != NULL};
    char remark[256];
    ul_instance instance = {0};
    *jobs = (ul_eva_jobs){0};
    if (path[0] == '\0')
        return UL_OK;
    ul_table_say(request, "%s", path);
    UL_TRY(ul_source_make(ul_importer_find(importer), &options, remark, sizeof remark, &instance));
    ul_status status = ul_table_input(made, arena, &instance);
    if (status == UL_OK)
        status = take_tasks(instance.data, arena, jobs);
    ul_instance_free(&instance);
    return status;
}
