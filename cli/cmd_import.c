/* ullage import: an instance from a trace or from another program's file. */
#include <math.h>
#include <stdio.h>

#include "command.h"
#include "generator.h"

enum { INPUTS_MAX = 512 };

typedef struct {
    const char *format, *output;
    const char *input[INPUTS_MAX];
    ul_source_options source;
    ul_set_list set;
} options;

static void add_argument(options *o, const char *value, struct argp_state *state)
{
    if (o->format == NULL)
        o->format = value;
    else if (o->source.n_inputs == INPUTS_MAX)
        argp_error(state, "more than %d input files", INPUTS_MAX);
    else
        o->input[o->source.n_inputs++] = value;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'n':
        o->source.tasks = ul_arg_positive(value, "--tasks", state);
        return 0;
    case 's':
        o->source.seed = ul_arg_count(value, "--seed", state);
        return 0;
    case 'f':
        o->source.from_s = ul_arg_seconds(value, "--from", state);
        return 0;
    case 't':
        o->source.to_s = ul_arg_seconds(value, "--to", state);
        return 0;
    case 'o':
        o->output = value;
        return 0;
    case 'S':
        ul_set_add(&o->set, value, state);
        return 0;
    case ARGP_KEY_ARG:
        add_argument(o, value, state);
        return 0;
    case ARGP_KEY_END:
        if (o->format == NULL || o->source.n_inputs == 0)
            argp_error(state, "a format and a file are needed; 'ullage list importers' shows the "
                              "formats");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"tasks", 'n', "N", 0, "draw N tasks of a trace (default: all)", 0},
    {"seed", 's', "N", 0, "random seed of the draw (default 1)", 0},
    {"from", 'f', "S", 0, "only tasks that arrive at or after S seconds of the trace", 0},
    {"to", 't', "S", 0, "only tasks that arrive before S seconds of the trace", 0},
    {"set", 'S', "NAME=VALUE", 0, "a parameter of the format; may be repeated", 0},
    {"output", 'o', "FILE", 0, "where to write; .gz compresses; - is standard output (default)", 0},
    {0},
};

int ul_command_import(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "FORMAT INPUT...",
        .doc = "Makes an instance from a trace or from another program's file. What was left out "
               "or rounded is said on standard error."
               "\vExample: ullage import alibaba-gpu-v2023 openb_pod_list_default.csv --tasks 200 "
               "-o pods.csv",
    };
    options o = {.output = "-", .source = {.seed = 1, .to_s = HUGE_VAL}};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const ul_source *source = ul_importer_find(o.format);
    if (source == NULL) {
        fprintf(stderr, "ullage: there is no importer '%s'; 'ullage list importers' shows them\n",
                o.format);
        return UL_EXIT_USAGE;
    }
    char remark[512];
    ul_instance instance = {0};
    o.source.input = o.input;
    o.source.set = o.set.item;
    o.source.n_set = o.set.n;
    ul_status status = ul_source_make(source, &o.source, remark, sizeof remark, &instance);
    if (status == UL_OK && remark[0] != '\0')
        fprintf(stderr, "%s: %s\n", instance.name, remark);
    if (status == UL_OK)
        status = ul_instance_write(&instance, o.output);
    ul_instance_free(&instance);
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
