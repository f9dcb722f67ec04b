/* Fields that several records of a suite have. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite_parts.h"

const char *ul_suite_keep(ul_suite *suite, const char *text)
{
    return ul_arena_text(suite->arena, text, strlen(text));
}

void ul_suite_copy_row(ul_suite_reading *state, const ul_csv_row *row)
{
    for (size_t q = 0; q < row->n; q++)
        ul_csv_put(&state->copy, row->field[q].text);
    ul_csv_end(&state->copy);
}

ul_status ul_suite_expect(const ul_csv_row *row, size_t n, const char *form)
{
    return row->n >= n ? UL_OK
                       : ul_csv_fail(row, row->n, "the record is too short; expected %s", form);
}

ul_status ul_suite_read_set(ul_suite *suite, const ul_csv_row *row, size_t first,
                            const char *const **set, size_t *n)
{
    *n = row->n > first ? row->n - first : 0;
    if (*n > UL_SUITE_SET_MAX)
        return ul_csv_fail(row, first, "more than %d parameters", UL_SUITE_SET_MAX);
    const char **list = ul_arena_alloc(suite->arena, *n, sizeof *list);
    UL_NEED(list);
    for (size_t q = 0; q < *n; q++) {
        list[q] = ul_suite_keep(suite, row->field[first + q].text);
        UL_NEED(list[q]);
        if (strchr(list[q], '=') == NULL)
            return ul_csv_fail(row, first + q, "'%.40s' is not NAME=VALUE", list[q]);
    }
    *set = list;
    return ul_csv_at(row, first, ul_param_check_once(list, *n));
}

ul_status ul_suite_try_set(ul_suite *suite, const ul_csv_row *row, size_t field,
                           const ul_param *param, const char *const *set, size_t n_set,
                           const char **all)
{
    ul_param_values values;
    char owner[80];
    snprintf(owner, sizeof owner, "%.20s '%.40s'", row->field[0].text, row->field[1].text);
    ul_status status = ul_param_read(owner, param, set, n_set, &values);
    if (status == UL_OK) {
        *all = ul_suite_keep(suite, values.text);
        status = *all == NULL ? ul_no_memory() : UL_OK;
    }
    ul_param_clear(&values);
    return ul_csv_at(row, field, status);
}

bool ul_suite_is_option(const char *text, const char *name, const char **value)
{
    const size_t n = strlen(name);
    *value = text + n + 1;
    return strncmp(text, name, n) == 0 && text[n] == '=';
}

ul_status ul_suite_read_whole(const ul_csv_row *row, size_t field, const char *text,
                              uint64_t *value, const char **end)
{
    char *behind;
    errno = 0;
    *value = strtoull(text, &behind, 10);
    *end = behind;
    return text[0] >= '0' && text[0] <= '9' && errno == 0
               ? UL_OK
               : ul_csv_fail(row, field, "'%.40s' is no whole number", text);
}

ul_status ul_suite_read_second(const ul_csv_row *row, size_t field, const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value >= 0
               ? UL_OK
               : ul_csv_fail(row, field, "'%.40s' is no number of seconds", text);
}
