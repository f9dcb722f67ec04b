/* The record parameter: a value that the user gives, in the records behind it. */
#include <stdlib.h>
#include <string.h>

#include "suite_parts.h"

/* The value that the user gave, or NULL. */
static const char *asked_for(const ul_suite_reading *state, const char *name)
{
    const char *value;
    for (size_t q = 0; q < state->asked.n_set; q++)
        if (ul_suite_is_option(state->asked.set[q], name, &value))
            return value;
    return NULL;
}

ul_status ul_suite_read_parameter(ul_suite_reading *state, const ul_csv_row *row)
{
    UL_TRY(ul_suite_expect(row, 2, "parameter,NAME,VALUE,BRIEF"));
    const char *name = row->field[1].text, *value = asked_for(state, name);
    UL_TRY(ul_csv_at(row, 1, ul_name_check("a parameter's", name)));
    if (value == NULL)
        value = row->n > 2 ? row->field[2].text : "";
    if (value[0] == '\0')
        return ul_csv_fail(row, 1, "the suite wants --set %s=VALUE%s%s", name, row->n > 3 ? ": " : "",
                           row->n > 3 ? row->field[3].text : "");
    if (strlen(value) >= UL_PATH)
        return ul_csv_fail(row, 1, "the value is too long");
    if (state->n_parameters == UL_SUITE_PARAMETERS_MAX)
        return ul_csv_fail(row, 1, "more than %d parameters", UL_SUITE_PARAMETERS_MAX);
    state->has_patterns = true;
    UL_TRY(ul_arena_format(state->suite->arena, &state->parameter[state->n_parameters].name, "{%s}",
                           name));
    state->parameter[state->n_parameters++].value = ul_suite_keep(state->suite, value);
    return state->parameter[state->n_parameters - 1].value == NULL ? ul_no_memory() : UL_OK;
}

/* The value of the parameter whose name stands here, in braces; *text is behind it then.
 * NULL: there is none. */
static const char *value_at(const ul_suite_reading *state, const char **text)
{
    for (size_t p = 0; p < state->n_parameters; p++) {
        const size_t length = strlen(state->parameter[p].name);
        if (strncmp(*text, state->parameter[p].name, length) == 0) {
            *text += length;
            return state->parameter[p].value;
        }
    }
    return NULL;
}

static ul_status fill_in_field(const ul_suite_reading *state, const char *text, ul_csv_field *field)
{
    ul_output *out;
    char *filled;
    UL_TRY(ul_output_memory(&out));
    while (*text != '\0') {
        const char *value = value_at(state, &text);
        ul_output_bytes(out, value != NULL ? value : text, value != NULL ? strlen(value) : 1);
        text += value == NULL;
    }
    UL_TRY(ul_output_take(out, &filled, &field->length));
    field->text = ul_arena_text(state->suite->arena, filled, field->length);
    free(filled);
    return field->text == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_suite_fill_in(ul_suite_reading *state, const ul_csv_row *row, ul_csv_row *filled)
{
    *filled = *row;
    if (state->n_parameters == 0)
        return UL_OK;
    ul_csv_field *field = ul_arena_alloc(state->suite->arena, row->n, sizeof *field);
    UL_NEED(field);
    memcpy(field, row->field, row->n * sizeof *field);
    for (size_t q = 0; q < row->n; q++)
        if (strchr(field[q].text, '{') != NULL)
            UL_TRY(fill_in_field(state, row->field[q].text, &field[q]));
    filled->field = field;
    return UL_OK;
}

static bool is_parameter(const ul_suite_reading *state, const char *asked)
{
    const size_t length = strcspn(asked, "=");
    for (size_t p = 0; p < state->n_parameters; p++) {
        const char *name = state->parameter[p].name + 1;
        if (strlen(name) == length + 1 && strncmp(name, asked, length) == 0)
            return true;
    }
    return false;
}

ul_status ul_suite_check_asked(const ul_suite_reading *state)
{
    UL_TRY(ul_param_check_once(state->asked.set, state->asked.n_set));
    for (size_t q = 0; q < state->asked.n_set; q++)
        if (!is_parameter(state, state->asked.set[q]))
            return ul_fail(UL_E_INPUT, "%s: the suite has no parameter '%.*s'; its records "
                                       "'parameter,NAME' say which it has", state->path,
                           (int)strcspn(state->asked.set[q], "="), state->asked.set[q]);
    return UL_OK;
}
