/* ullage gen: makes an instance file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "gallery.h"
#include "generator.h"
#include "output.h"

typedef struct {
    const char *family, *output;
    bool seeded; /* --seed was given */
    ul_source_options source;
    ul_set_list set;
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'n':
        o->source.tasks = ul_arg_positive(value, "--tasks", state);
        return 0;
    case 's':
        o->source.seed = ul_arg_count(value, "--seed", state);
        o->seeded = true;
        return 0;
    case 'o':
        o->output = value;
        return 0;
    case 'S':
        ul_set_add(&o->set, value, state);
        return 0;
    case ARGP_KEY_ARG:
        if (o->family != NULL)
            argp_error(state, "one family at a time");
        o->family = value;
        return 0;
    case ARGP_KEY_END:
        if (o->family == NULL)
            argp_error(state, "which family? 'ullage list generators' shows them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"tasks", 'n', "N", 0, "how many tasks", 0},
    {"seed", 's', "N", 0, "random seed (default 1)", 0},
    {"set", 'S', "NAME=VALUE", 0, "a parameter of the family; may be repeated", 0},
    {"output", 'o', "FILE", 0, "where to write; .gz compresses; - is standard output (default)", 0},
    {0},
};

/* What the family would ignore is refused. */
static ul_status check_options(const options *o, const ul_source *source)
{
    if (o->source.tasks > 0 && source->tasks == 0)
        return ul_fail(UL_E_INPUT, "'%s' has no number of tasks to choose; --tasks does not apply",
                       source->name);
    if (o->seeded && source->fixed)
        return ul_fail(UL_E_INPUT, "'%s' is always the same; --seed does not apply", source->name);
    return UL_OK;
}

/* An item of the gallery is written as it stands, lesson included. */
static ul_status copy_item(const char *item, const char *path)
{
    enum { ITEM_MAX = 1 << 20 };
    ul_input *input;
    ul_output *out;
    char *text;
    size_t length;
    UL_TRY(ul_gallery_open(item, &input));
    const ul_status status = ul_input_read_all(input, ITEM_MAX, &text, &length);
    ul_input_close(input);
    UL_TRY(status);
    const ul_status opened = ul_output_open(path, &out);
    if (opened == UL_OK)
        ul_output_bytes(out, text, length);
    free(text);
    UL_TRY(opened);
    return ul_output_close(out, NULL);
}

int ul_command_gen(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "FAMILY",
        .doc = "Makes an instance of a family. The same seed makes the same file. gallery:NAME "
               "copies an instance made for teaching, to be changed at will."
               "\vExample: ullage gen eva-table3 -o table3.csv",
    };
    options o = {.output = "-", .source = {.seed = 1, .to_s = HUGE_VAL}};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (strncmp(o.family, UL_GALLERY_PREFIX, strlen(UL_GALLERY_PREFIX)) == 0) {
        const ul_status copied = copy_item(o.family, o.output);
        return copied == UL_OK ? UL_EXIT_OK : ul_complain(copied);
    }
    const ul_source *source = ul_generator_find(o.family);
    if (source == NULL) {
        fprintf(stderr, "ullage: there is no generator '%s'; 'ullage list generators' shows them\n",
                o.family);
        return UL_EXIT_USAGE;
    }
    char remark[512];
    ul_instance instance = {0};
    o.source.set = o.set.item;
    o.source.n_set = o.set.n;
    ul_status status = check_options(&o, source);
    if (status == UL_OK)
        status = ul_source_make(source, &o.source, remark, sizeof remark, &instance);
    if (status == UL_OK)
        status = ul_instance_write(&instance, o.output);
    ul_instance_free(&instance);
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
