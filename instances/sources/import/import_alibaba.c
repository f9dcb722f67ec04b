/* Alibaba's GPU cluster trace of 2023, the pod list (openb_pod_list_*.csv), as
 * Eva prepares it: failed pods are left out, CPU and GB rounded up to whole
 * ones, a share of a GPU counts as one, a pod runs from its creation to its
 * deletion. Columns are found by name.
 */
#include <string.h>

#include "catalog.h"
#include "trace.h"

typedef enum {
    NAME, CPU_MILLI, MEMORY_MIB, NUM_GPU, POD_PHASE, CREATION_TIME, DELETION_TIME, N_COLUMNS
} column;

static const char *const column_name[N_COLUMNS] = {
    "name", "cpu_milli", "memory_mib", "num_gpu", "pod_phase", "creation_time", "deletion_time",
};

typedef struct {
    ul_trace *trace;
    bool headed;
    size_t at[N_COLUMNS], n_columns;
    size_t pods, failed, rounded;
} reading;

static ul_status read_header(reading *state, const ul_csv_row *row)
{
    for (column c = 0; c < N_COLUMNS; c++) {
        state->at[c] = ul_csv_find(row, column_name[c]);
        if (state->at[c] == UL_NONE)
            return ul_csv_fail(row, 0, "there is no column '%s'; is this Alibaba's pod list of "
                                       "2023?", column_name[c]);
    }
    state->headed = true;
    state->n_columns = row->n;
    return UL_OK;
}

static ul_status read_whole(const reading *state, const ul_csv_row *row, column c, uint64_t *value)
{
    return ul_csv_count(row, state->at[c], column_name[c], 1000000000000, value);
}

/* Whole units, rounded up; notes whether it was. */
static ul_micro whole_units(uint64_t parts, uint64_t per_unit, bool *rounded)
{
    *rounded = *rounded || parts % per_unit != 0;
    return (ul_micro)((parts + per_unit - 1) / per_unit) * UL_MICRO;
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    uint64_t cpu, memory, gpu, created, deleted;
    bool rounded = false;
    if (!state->headed)
        return read_header(state, row);
    UL_TRY(ul_csv_expect(row, state->n_columns, "as many as the header names"));
    state->pods++;
    if (strcmp(row->field[state->at[POD_PHASE]].text, "Failed") == 0) {
        state->failed++;
        return UL_OK;
    }
    UL_TRY(read_whole(state, row, CPU_MILLI, &cpu));
    UL_TRY(read_whole(state, row, MEMORY_MIB, &memory));
    UL_TRY(ul_csv_count(row, state->at[NUM_GPU], column_name[NUM_GPU], 1000000, &gpu));
    UL_TRY(read_whole(state, row, CREATION_TIME, &created));
    UL_TRY(read_whole(state, row, DELETION_TIME, &deleted));
    if (deleted < created)
        return ul_csv_fail(row, state->at[DELETION_TIME], "the pod is deleted before its creation");
    const ul_micro demand[UL_CATALOG_EVA_RESOURCES] = {(ul_micro)gpu * UL_MICRO,
                                                       whole_units(cpu, 1000, &rounded),
                                                       whole_units(memory, 1024, &rounded)};
    state->rounded += rounded;
    const ul_trace_task task = {
        .name = row->field[state->at[NAME]].text,
        .arrival_s = (double)created,
        .runtime_s = (ul_micro)(deleted - created) * UL_MICRO,
        .demand = demand,
    };
    UL_TRY(ul_csv_at(row, state->at[NAME], ul_name_check("pod", task.name)));
    return ul_trace_add(state->trace, &task);
}

static ul_status read_pods(ul_trace *trace, const ul_source_request *request)
{
    reading state = {.trace = trace};
    UL_TRY(ul_csv_read_file(request->input[0], read_row, &state));
    ul_source_remark(request, "%zu pods: %zu failed", state.pods, state.failed);
    if (state.rounded > 0)
        ul_source_remark(request, "CPU or memory of %zu rounded up to whole units", state.rounded);
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    static const ul_trace_importer importer = {UL_CATALOG_EVA_RESOURCES, read_pods, ul_catalog_eva_chosen};
    return ul_trace_import(&importer, request, instance);
}

static const ul_param param[] = {UL_CATALOG_CORES("vcpu"), {0}};

const ul_source ul_importer_alibaba = {
    .name = "alibaba-gpu-v2023",
    .brief = "Alibaba GPU trace 2023, pod list CSV, onto Eva's 21 types",
    .paper = "Eva, Section 6.1",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .make = make,
};
