/* Alibaba's pods as tasks to be packed (alibaba.h tells how they are read). */
#include "alibaba.h"
#include "trace.h"

static ul_status add_pod(void *trace, const ul_alibaba_pod *pod)
{
    const ul_trace_task task = {
        .name = pod->name,
        .arrival_s = (double)pod->created_s,
        .runtime_s = (ul_micro)pod->runtime_s * UL_MICRO,
        .demand = pod->demand,
    };
    return ul_trace_add(trace, &task);
}

static ul_status read_pods(ul_trace *trace, const ul_source_request *request)
{
    return ul_alibaba_read(request, ul_param_is(request->param, "failed", "keep"), add_pod, trace);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    static const ul_trace_importer importer = {UL_CATALOG_EVA_RESOURCES, read_pods, ul_catalog_eva_chosen};
    return ul_trace_import(&importer, request, instance);
}

static const ul_param param[] = {
    UL_CATALOG_CORES("vcpu"),
    UL_CATALOG_FILE,
    UL_CHOICE("failed", "drop", "pods that failed", "drop|keep"),
    {0},
};

const ul_source ul_importer_alibaba = {
    .name = "alibaba-gpu-v2023",
    .brief = "Alibaba GPU trace 2023, pod list CSV, onto Eva's 21 types",
    .paper = "Eva, Section 6.1",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .has_runtimes = true,
    .make = make,
};
