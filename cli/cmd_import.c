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

static void add_argument(options *o, const char *value, const struct argp_state *state)
{
    if (o->format == NULL)
        o->format = value;
    else if (o->made.source.n_inputs == INPUTS_MAX)
        argp_error(state, "more than %d input files", INPUTS_MAX);
    else
        o->input[o->made.source.n_inputs++] = value;
}

/* --map M is --set map=M, which is long enough to have an option of its own. */
static void set_shortly(options *o, int key, const char *value, const struct argp_state *state)
{
    static const char *const name[] = {"as", "map", "where"};
    char **text = &o->shortly[key - AS];
    if (*text != NULL)
        argp_error(state, "--%s is given twice", name[key - AS]);
    if (asprintf(text, "%s=%s", name[key - AS], value) < 0)
        argp_failure(state, UL_EXIT_FAULT, 0, "out of memory");
    ul_set_add(&o->made.set, *text, state);
}

static void read_own(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    if (key == ARGP_KEY_ARG) {
        add_argument(o, value, state);
    } else if (key == 'a') {
        o->made.source.at_s = ul_arg_seconds(value, "--at", state);
        o->made.source.is_snapshot = true;
    } else {
        set_shortly(o, key, value, state);
    }
}

static const ul_option option[] = {
    {"from", 'f', "S", "only tasks that arrive at or after S seconds of the trace",
     UL_FIELD(made.source.from_s)},
    {"to", 't', "S", "only tasks that arrive before S seconds of the trace",
     UL_FIELD(made.source.to_s)},
    {"window", 'w', "S", "only S seconds of these, which the seed draws",
     UL_FIELD(made.source.window_s)},
    {"as", AS, "KIND", "table: schedule, packing, reservation or availability", UL_OWN},
    {"map", MAP, "NAME=FORMULA,...", "table: what the columns are, or @FILE", UL_OWN},
    {"where", WHERE, "FORMULA", "table: only rows for which this holds", UL_OWN},
    {"at", 'a', "S", "only tasks that run at second S of the trace: a snapshot", UL_OWN},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->format == NULL || o->made.source.n_inputs == 0)
        argp_error(state, "a format and a file are needed; 'ullage list importers' shows the "
                          "formats");
    for (size_t q = 0; q < o->made.source.n_inputs; q++)
        ul_arg_apart(o->input[q], o->made.output, state);
}

int ul_command_import(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "FORMAT INPUT...",
        .own = {option, read_own},
        .shared = &ul_source_option_list, .shared_at = offsetof(options, made),
        .check = check,
        .doc = "Makes an instance from a trace or from another program's file. What was left out "
               "or rounded is said on standard error. Traces are published by their owners and "
               "not shipped."
               "\vExample: printf '%s\\n' 3 10 6 5 4 >items.txt && ullage import bpplib items.txt "
               "-o items.csv",
    };
    options o = {.made = UL_SOURCE_ARGS_PRESET};
    ul_parse_args(&command, argc, argv, &o);
    const ul_source *source;
    ul_status status = ul_importer_choose(o.format, &source);
    o.made.source.input = o.input;
    if (status == UL_OK)
        status = ul_source_args_go(&o.made, source);
    for (size_t q = 0; q < N_SHORT; q++)
        free(o.shortly[q]);
    return ul_end(status);
}
