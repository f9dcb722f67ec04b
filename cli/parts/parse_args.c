/* One way to parse options, which can also list them (completion asks for that), and one to say a
 * fault. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

enum { OPTIONS_MAX = 48, NO_LETTER = 0x10000 };

typedef struct {
    const ul_command *command;
    char *options;
    const ul_option *option[OPTIONS_MAX]; /* its own, then those it shares */
    struct argp_option shown[OPTIONS_MAX + 1];
    size_t n_own, n;
} parsing;

void ul_set_add(ul_set_list *list, const char *item, const struct argp_state *state)
{
    if (list->n == UL_SET_MAX)
        argp_error(state, "more than %d --set options", UL_SET_MAX);
    list->item[list->n++] = item;
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

static uint64_t read_within(const ul_option *option, const char *text, const char *name,
                            const struct argp_state *state)
{
    const uint64_t value = ul_arg_count(text, name, state);
    if (option->rule == UL_POSITIVE && value == 0)
        argp_error(state, "%s is at least 1", name);
    if (option->most > 0 && value > option->most)
        argp_error(state, "%s is at most %llu", name, (unsigned long long)option->most);
    return value;
}

static double read_number(const char *text, const char *option, const char *what,
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
    return read_number(text, option, "a number of seconds", state);
}

static void take_one(const char **field, const char *value, const char *what,
                     const struct argp_state *state)
{
    if (*field != NULL)
        argp_error(state, "one %s at a time", what);
    *field = value;
}

static void take(const ul_option *option, void *field, char *value, const struct argp_state *state)
{
    char name[64];
    snprintf(name, sizeof name, "--%s", option->name);
    if (option->form == UL_ARG_TEXT && option->rule == UL_ONCE)
        take_one(field, value, name, state);
    else if (option->form == UL_ARG_TEXT)
        *(const char **)field = value;
    else if (option->form == UL_ARG_FLAG)
        *(bool *)field = true;
    else if (option->form == UL_ARG_COUNT)
        *(uint64_t *)field = read_within(option, value, name, state);
    else if (option->form == UL_ARG_SMALL)
        *(int32_t *)field = (int32_t)read_within(option, value, name, state);
    else if (option->form == UL_ARG_SECONDS)
        *(double *)field = option->rule == UL_NO_TIME
                               ? read_number(value, name, "a number of at least 0", state)
                               : ul_arg_seconds(value, name, state);
    else if (option->form == UL_ARG_SET)
        ul_set_add(field, value, state);
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    const parsing *p = state->input;
    const ul_command *command = p->command;
    size_t q = 0;
    while (q < p->n && p->shown[q].key != key)
        q++;
    if (q < p->n) {
        const ul_option_list *list = q < p->n_own ? &command->own : command->shared;
        char *options = p->options + (q < p->n_own ? 0 : command->shared_at);
        if (p->option[q]->form == UL_ARG_OWN)
            list->own(options, key, value, state);
        else
            take(p->option[q], options + p->option[q]->at, value, state);
    } else if (key == ARGP_KEY_ARG && command->argument != NULL) {
        take_one((void *)(p->options + command->argument_at), value, command->argument, state);
    } else if (key == ARGP_KEY_ARG && command->own.own != NULL) {
        command->own.own(p->options, key, value, state);
    } else if (key == ARGP_KEY_END && command->check != NULL) {
        command->check(p->options, state);
    } else {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void add_options(parsing *p, const ul_option *option)
{
    for (; option != NULL && option->name != NULL && p->n < OPTIONS_MAX; option++, p->n++) {
        p->option[p->n] = option;
        p->shown[p->n] = (struct argp_option){
            .name = option->name,
            .key = option->key != 0 ? option->key : NO_LETTER + (int)p->n,
            .arg = option->value,
            .flags = option->rule == UL_HIDDEN ? OPTION_HIDDEN : 0,
            .doc = option->doc,
        };
    }
}

void ul_parse_args(const ul_command *command, int argc, char **argv, void *options)
{
    parsing p = {.command = command, .options = options};
    const struct argp argp = {p.shown, parse, command->args_doc, command->doc, NULL, NULL, NULL};
    add_options(&p, command->own.option);
    p.n_own = p.n;
    if (command->shared != NULL)
        add_options(&p, command->shared->option);
    if (argc == 2 && strcmp(argv[1], UL_LIST_OPTIONS) == 0) {
        for (size_t q = 0; q < p.n; q++)
            if (p.option[q]->rule != UL_HIDDEN)
                printf("--%s\n", p.option[q]->name);
        puts("--help");
        exit(UL_EXIT_OK);
    }
    argp_parse(&argp, argc, argv, 0, NULL, &p);
}

int ul_complain(ul_status status)
{
    fprintf(stderr, "ullage: %s\n", ul_error_text());
    if (status == UL_E_STOPPED)
        return UL_EXIT_STOPPED;
    return status == UL_E_INPUT || status == UL_E_IO ? UL_EXIT_USAGE : UL_EXIT_FAULT;
}

int ul_end(ul_status status)
{
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
