/* What the commands share: their options' values, and how a fault is said. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

int ul_complain(ul_status status)
{
    fprintf(stderr, "ullage: %s\n", ul_error_text());
    if (status == UL_E_STOPPED)
        return UL_EXIT_STOPPED;
    return status == UL_E_INPUT || status == UL_E_IO ? UL_EXIT_USAGE : UL_EXIT_FAULT;
}

error_t ul_set_add(ul_set_list *list, const char *item, const struct argp_state *state)
{
    if (list->n == UL_SET_MAX)
        argp_error(state, "more than %d --set options", UL_SET_MAX);
    list->item[list->n++] = item;
    return 0;
}

error_t ul_arg_text(const char **option, const char *value)
{
    *option = value;
    return 0;
}

error_t ul_arg_flag(bool *option)
{
    *option = true;
    return 0;
}

error_t ul_arg_one(const char **argument, const char *value, const char *what,
                   const struct argp_state *state)
{
    if (*argument != NULL)
        argp_error(state, "one %s at a time", what);
    return ul_arg_text(argument, value);
}

uint64_t ul_arg_count(const char *text, const char *option, const struct argp_state *state)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0)
        argp_error(state, "%s takes a whole number, not '%s'", option, text);
    return value;
}

uint64_t ul_arg_positive(const char *text, const char *option, const struct argp_state *state)
{
    const uint64_t value = ul_arg_count(text, option, state);
    if (value == 0)
        argp_error(state, "%s is at least 1", option);
    return value;
}

static double number(const char *text, const char *option, const char *what,
                     const struct argp_state *state)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0) || !isfinite(value))
        argp_error(state, "%s takes %s, not '%s'", option, what, text);
    return value;
}

double ul_arg_seconds(const char *text, const char *option, const struct argp_state *state)
{
    return number(text, option, "a number of seconds", state);
}

double ul_arg_number(const char *text, const char *option, const struct argp_state *state)
{
    return number(text, option, "a number of at least 0", state);
}
