#include "source_args.h"

#include <stdio.h>
#include <string.h>

typedef ul_source_args options;

static void read_seed(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    (void)key;
    o->source.seed = ul_arg_count(value, "--seed", state);
    o->source.is_seeded = true;
}

static const ul_option option[] = {
    {"tasks", 'n', "N", "how many tasks; of a trace N drawn at random, of jobs the first (default: "
     "all)", UL_FIELD(source.tasks), UL_POSITIVE},
    {"seed", 's', "N", "random seed (default 1)", UL_OWN},
    {"set", 'S', "NAME=VALUE", "a parameter of the family or format; may be repeated",
     UL_FIELD(set)},
    {"output", 'o', "FILE", "where to write; .gz compresses; - is standard output (default)",
     UL_FIELD(output)},
    {0},
};

const ul_option_list ul_source_option_list = {option, read_seed};

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
