/* Tasks read from a trace, before some of them become an instance: importers
 * collect here, and one place applies the time window, leaves out what no type
 * holds, and draws the sample.
 *
 * Memory is about 100 bytes a task plus its names and demands.
 */
#pragma once

#include "generator.h"
#include "packing.h"

typedef struct {
    const char *name, *job, *workload; /* job and workload may be NULL */
    double arrival_s;
    ul_micro runtime_s; /* negative when unknown */
    const ul_micro *demand;
} ul_trace_task;

typedef struct ul_trace ul_trace;

ul_status ul_trace_add(ul_trace *trace, const ul_trace_task *task);

/* A demand of the task added last that holds on one family only. */
ul_status ul_trace_add_demand(ul_trace *trace, const char *family, const ul_micro *demand);

/* What most trace importers do: a fresh trace, filled by `read` from each input
 * in turn, then built onto the types that `catalog` adds. */
typedef struct {
    size_t n_resources;
    ul_status (*read)(ul_trace *trace, const ul_source_request *request);
    ul_status (*catalog)(ul_packing_builder *b, const ul_param_values *param);
} ul_trace_importer;
ul_status ul_trace_import(const ul_trace_importer *importer, const ul_source_request *request,
                          ul_instance *instance);
