#include "plan_file.h"

#include <stdio.h>
#include <string.h>

ul_status ul_plan_file_begin(const char *path, const char *kind, const char *name,
                             const char *sha256, const char *method, ul_output **out)
{
    UL_TRY(ul_output_open(path, out));
    ul_output_csv(*out, "ullage-plan,1,%t\ninstance,%t,%t\nmethod,%t\n", kind, name, sha256, method);
    return UL_OK;
}

typedef struct {
    const char *kind, *sha256;
    const ul_plan_record *record;
    size_t n;
    void *context;
    bool headed;
} reading;

static ul_status read_head(reading *state, const ul_csv_row *row)
{
    state->headed = true;
    return strcmp(row->field[0].text, "ullage-plan") == 0 && row->n == 3
                   && strcmp(row->field[1].text, "1") == 0
                   && strcmp(row->field[2].text, state->kind) == 0
               ? UL_OK
               : ul_csv_fail(row, 0, "the plan does not begin with 'ullage-plan,1,%s'",
                             state->kind);
}

static ul_status refuse_tag(const reading *state, const ul_csv_row *row)
{
    char known[200] = "instance, method";
    for (size_t q = 0; q < state->n; q++) {
        const size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s%s", q + 1 < state->n ? ", " : " or ",
                 state->record[q].tag);
    }
    return ul_csv_fail(row, 0, "record '%.40s' is not known; expected %s", row->field[0].text,
                       known);
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    const char *tag = row->field[0].text;
    if (!state->headed)
        return read_head(state, row);
    for (size_t q = 0; q < state->n; q++)
        if (strcmp(tag, state->record[q].tag) == 0)
            return state->record[q].read(state->context, row);
    if (strcmp(tag, "instance") == 0 && row->n > 2
        && strcmp(row->field[2].text, state->sha256) != 0)
        return ul_csv_fail(row, 2, "the plan was made for another instance (its SHA-256 differs)");
    return strcmp(tag, "instance") == 0 || strcmp(tag, "method") == 0 ? UL_OK
                                                                      : refuse_tag(state, row);
}

ul_status ul_plan_file_read(const char *path, const char *kind, const char *sha256,
                            const ul_plan_record *record, size_t n, void *context)
{
    reading state = {.kind = kind, .sha256 = sha256, .record = record, .n = n,
                     .context = context};
    UL_TRY(ul_csv_read_file(path, read_row, &state));
    return state.headed ? UL_OK
                        : ul_fail(UL_E_INPUT, "%s:1: column 1: the plan is empty", path);
}
