#include "alibaba.h"

#include <string.h>

typedef enum {
    NAME, CPU_MILLI, MEMORY_MIB, NUM_GPU, POD_PHASE, CREATION_TIME, DELETION_TIME, N_COLUMNS
} column;

static const char *const column_name[N_COLUMNS] = {
    "name", "cpu_milli", "memory_mib", "num_gpu", "pod_phase", "creation_time", "deletion_time",
};

typedef struct {
    ul_alibaba_pod_fn fn;
    void *context;
    bool headed;
    size_t at[N_COLUMNS], n_columns;
    size_t pods, failed, rounded;
    bool with_failed; /* pods that failed count, too */
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
    if (!state->with_failed && strcmp(row->field[state->at[POD_PHASE]].text, "Failed") == 0) {
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
    const ul_alibaba_pod pod = {
        .name = row->field[state->at[NAME]].text,
        .created_s = created,
        .runtime_s = deleted - created,
        .demand = {(ul_micro)gpu * UL_MICRO, whole_units(cpu, 1000, &rounded),
                   whole_units(memory, 1024, &rounded)},
    };
    state->rounded += rounded;
    UL_TRY(ul_csv_at(row, state->at[NAME], ul_name_check("pod", pod.name)));
    return state->fn(state->context, &pod);
}

ul_status ul_alibaba_read(const ul_source_request *request, bool with_failed, ul_alibaba_pod_fn fn,
                          void *context)
{
    reading state = {.with_failed = with_failed, .fn = fn, .context = context};
    UL_TRY(ul_csv_read_file(request->input[0], read_row, &state));
    ul_source_remark(request, "%zu pods: %zu failed", state.pods, state.failed);
    if (state.rounded > 0)
        ul_source_remark(request, "CPU or memory of %zu rounded up to whole units", state.rounded);
    return UL_OK;
}
