#include "source_args.h"

#include <stdio.h>
#include <string.h>

static error_t parse(int key, char *value, struct argp_state *state)
{
    ul_source_args *args = state->input;
    switch (key) {
    case 'n':
        args->source.tasks = ul_arg_positive(value, "--tasks", state);
        return 0;
    case 's':
        args->source.seed = ul_arg_count(value, "--seed", state);
        args->source.is_seeded = true;
        return 0;
    case 'S':
        return ul_set_add(&args->set, value, state);
    case 'o':
        return ul_arg_text(&args->output, value);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"tasks", 'n', "N", 0, "how many tasks; of a trace N drawn at random, of jobs the first (default: all)", 0},
    {"seed", 's', "N", 0, "random seed (default 1)", 0},
    {"set", 'S', "NAME=VALUE", 0, "a parameter of the family or format; may be repeated", 0},
    {"output", 'o', "FILE", 0, "where to write; .gz compresses; - is standard output (default)", 0},
    {0},
};

const struct argp ul_source_argp = {.options = option, .parser = parse};

/* A short remark in a line; the parts of a longer one in a line each. */
static void say(const char *name, const char *remark)
{
    enum { SHORT = 160 };
    const bool is_short = strlen(remark) < SHORT;
    if (remark[0] == '\0')
        return;
    fprintf(stderr, "%s: ", name);
    for (const char *part = remark; part != NULL;) {
        const char *end = is_short ? NULL : strstr(part, "; ");
        fprintf(stderr, "%.*s\n", end == NULL ? (int)strlen(part) : (int)(end - part), part);
        part = end == NULL ? NULL : end + 2;
        if (part != NULL)
            fputs("    ", stderr);
    }
}

ul_status ul_source_args_go(ul_source_args *args, const ul_source *source)
{
    char remark[4096];
    ul_instance instance = {0};
    args->source.set = args->set.item;
    args->source.n_set = args->set.n;
    if (source->print != NULL) {
        UL_TRY(ul_source_print(source, &args->source, remark, sizeof remark, args->output));
        say(args->source.input[0], remark);
        return UL_OK;
    }
    ul_status status = ul_source_make(source, &args->source, remark, sizeof remark, &instance);
    if (status == UL_OK)
        say(instance.name, remark);
    if (status == UL_OK)
        status = ul_instance_write(&instance, args->output);
    ul_instance_free(&instance);
    return status;
}
