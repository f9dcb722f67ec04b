#include "param.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nearest.h"

static bool is_choice(const char *choices, const char *value)
{
    const size_t length = strlen(value);
    while (*choices != '\0') {
        const size_t n = strcspn(choices, "|");
        if (n == length && memcmp(choices, value, n) == 0)
            return true;
        choices += n + (choices[n] == '|');
    }
    return false;
}

static ul_status check_value(const char *owner, const ul_param *param, const char *value)
{
    char *end;
    if (param->form == UL_PARAM_TEXT)
        return param->choices == NULL || *value == '\0' || strstr(value, param->choices) != NULL
                   ? UL_OK
                   : ul_fail(UL_E_INPUT, "--set %s=%s: %s needs %s in it", param->name, value, owner,
                             param->choices);
    if (param->form == UL_PARAM_CHOICE)
        return is_choice(param->choices, value)
                   ? UL_OK
                   : ul_fail(UL_E_INPUT, "--set %s=%s: %s takes %s", param->name, value, owner,
                             param->choices);
    const double number = strtod(value, &end);
    const bool whole = param->form == UL_PARAM_WHOLE;
    if (end == value || *end != '\0' || !(number >= param->low && number <= param->high)
        || (whole && number != floor(number)))
        return ul_fail(UL_E_INPUT, "--set %s=%s: %s takes a %s from %g to %g", param->name, value,
                       owner, whole ? "whole number" : "number", param->low,
                       param->high);
    return UL_OK;
}

static ul_status set_one(ul_param_values *values, const char *assignment)
{
    const size_t length = strcspn(assignment, "=");
    if (assignment[length] != '=')
        return ul_fail(UL_E_INPUT, "--set %s: expected NAME=VALUE", assignment);
    for (size_t q = 0; q < values->n; q++) {
        const ul_param *param = &values->param[q];
        if (strlen(param->name) != length || memcmp(param->name, assignment, length) != 0)
            continue;
        UL_TRY(check_value(values->owner, param, assignment + length + 1));
        free(values->value[q]);
        values->value[q] = strdup(assignment + length + 1);
        return values->value[q] == NULL ? ul_no_memory() : UL_OK;
    }
    char list[300] = "none", hint[UL_NEAREST_TEXT];
    size_t used = 0;
    ul_nearest near = {.wanted = assignment, .length = length};
    for (size_t q = 0; q < values->n; q++) {
        ul_nearest_look(&near, values->param[q].name);
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", q == 0 ? "" : ", ",
                                     values->param[q].name);
    }
    return ul_fail(UL_E_INPUT, "--set %s: %s has no parameter '%.*s'; it has %s%s", assignment,
                   values->owner, (int)length, assignment, list, ul_nearest_hint(&near, hint));
}

ul_status ul_param_check_once(const char *const *set, size_t n)
{
    for (size_t q = 0; q < n; q++)
        for (size_t before = 0; before < q; before++) {
            const size_t length = strcspn(set[q], "=");
            if (strcspn(set[before], "=") == length && strncmp(set[before], set[q], length) == 0)
                return ul_fail(UL_E_INPUT, "'%.*s' is given twice, %.60s and %.60s: once is enough",
                               (int)length, set[q], set[before], set[q]);
        }
    return UL_OK;
}

static ul_status write_text(ul_param_values *values)
{
    size_t room = 1;
    for (size_t q = 0; q < values->n; q++)
        room += strlen(values->param[q].name) + strlen(values->value[q]) + 2;
    values->text = malloc(room);
    UL_NEED(values->text);
    char *to = values->text;
    *to = '\0';
    for (size_t q = 0; q < values->n; q++)
        to += sprintf(to, "%s%s=%s", q == 0 ? "" : " ", values->param[q].name,
                      values->value[q]);
    return UL_OK;
}

ul_status ul_param_read(const char *owner, const ul_param *table, const char *const *set,
                        size_t n_set, ul_param_values *values)
{
    *values = (ul_param_values){.owner = owner, .param = table};
    size_t n = 0;
    while (table != NULL && table[n].name != NULL)
        n++;
    values->value = calloc(n + 1, sizeof *values->value);
    UL_NEED(values->value);
    for (; values->n < n; values->n++) {
        values->value[values->n] = strdup(table[values->n].preset);
        UL_NEED(values->value[values->n]);
    }
    for (size_t q = 0; q < n_set; q++)
        UL_TRY(set_one(values, set[q]));
    return write_text(values);
}

const char *ul_param_text(const ul_param_values *values, const char *name)
{
    for (size_t q = 0; q < values->n; q++)
        if (strcmp(values->param[q].name, name) == 0)
            return values->value[q];
    return "";
}

bool ul_param_is(const ul_param_values *values, const char *name, const char *value)
{
    return strcmp(ul_param_text(values, name), value) == 0;
}

double ul_param_number(const ul_param_values *values, const char *name)
{
    return strtod(ul_param_text(values, name), NULL);
}

void ul_param_clear(ul_param_values *values)
{
    for (size_t q = 0; q < values->n; q++)
        free(values->value[q]);
    free(values->value);
    free(values->text);
    *values = (ul_param_values){0};
}
