/* ullage import: an instance from a trace or from another program's file. */
#include <stdio.h>
#include <stdlib.h>

#include "source_args.h"

enum { INPUTS_MAX = 512, AS = 256, MAP, WHERE, N_SHORT = 3 };

typedef struct {
    const char *format;
    const char *input[INPUTS_MAX];
    ul_source_args made;
    char *shortly[N_SHORT]; /* parameters that have an option of their own */
} options;

static void add_argument(options *o, const char *value, struct argp_state *state)
{
    if (o->format == NULL)
        o->format = value;
    else if (o->made.source.n_inputs == INPUTS_MAX)
        argp_error(state, "more than %d input files", INPUTS_MAX);
    else
        o->input[o->made.source.n_inputs++] = value;
}

/* --map M is --set map=M, which is long enough to have an option of its own. */
static void set_shortly(options *o, int key, const char *value, struct argp_state *state)
{
    static const char *const name[] = {"as", "map", "where"};
    char **text = &o->shortly[key - AS];
    if (*text != NULL)
        argp_error(state, "--%s is given twice", name[key - AS]);
    if (asprintf(text, "%s=%s", name[key - AS], value) < 0)
        argp_failure(state, UL_EXIT_FAULT, 0, "out of memory");
    ul_set_add(&o->made.set, *text, state);
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'f':
        o->made.source.from_s = ul_arg_seconds(value, "--from", state);
        return 0;
    case 'a':
        o->made.source.at_s = ul_arg_seconds(value, "--at", state);
        o->made.source.is_snapshot = true;
        return 0;
    case 'w':
        o->made.source.window_s = ul_arg_seconds(value, "--window", state);
        return 0;
    case 't':
        o->made.source.to_s = ul_arg_seconds(value, "--to", state);
        return 0;
    case AS:
    case MAP:
    case WHERE:
        set_shortly(o, key, value, state);
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->made;
        return 0;
    case ARGP_KEY_ARG:
        add_argument(o, value, state);
        return 0;
    case ARGP_KEY_END:
        if (o->format == NULL || o->made.source.n_inputs == 0)
            argp_error(state, "a format and a file are needed; 'ullage list importers' shows the "
                              "formats");
        for (size_t q = 0; q < o->made.source.n_inputs; q++)
            ul_arg_apart(o->input[q], o->made.output, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"from", 'f', "S", 0, "only tasks that arrive at or after S seconds of the trace", 0},
    {"to", 't', "S", 0, "only tasks that arrive before S seconds of the trace", 0},
    {"window", 'w', "S", 0, "only S seconds of these, which the seed draws", 0},
    {"as", AS, "KIND", 0, "table: schedule, packing, reservation or availability", 0},
    {"map", MAP, "NAME=FORMULA,...", 0, "table: what the columns are, or @FILE", 0},
    {"where", WHERE, "FORMULA", 0, "table: only rows for which this holds", 0},
    {"at", 'a', "S", 0, "only tasks that run at second S of the trace: a snapshot", 0},
    {0},
};

int ul_command_import(int argc, char **argv)
{
    static const struct argp_child children[] = {{&ul_source_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "FORMAT INPUT...",
        .children = children,
        .doc = "Makes an instance from a trace or from another program's file. What was left out "
               "or rounded is said on standard error. Traces are published by their owners and "
               "not shipped."
               "\vExample: printf '%s\\n' 3 10 6 5 4 >items.txt && ullage import bpplib items.txt "
               "-o items.csv",
    };
    options o = {.made = UL_SOURCE_ARGS_PRESET};
    ul_parse_args(&argp, argc, argv, &o);
    const ul_source *source;
    ul_status status = ul_importer_choose(o.format, &source);
    o.made.source.input = o.input;
    if (status == UL_OK)
        status = ul_source_args_go(&o.made, source);
    for (size_t q = 0; q < N_SHORT; q++)
        free(o.shortly[q]);
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
