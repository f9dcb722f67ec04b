/* ullage gen: makes an instance file. */
#include <stdlib.h>
#include <string.h>

#include "gallery.h"
#include "output.h"
#include "source_args.h"

typedef struct {
    const char *family;
    ul_source_args made;
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->made;
        return 0;
    case ARGP_KEY_ARG:
        ul_arg_one(&o->family, value, "family", state);
        return 0;
    case ARGP_KEY_END:
        if (o->family == NULL)
            argp_error(state, "which family? 'ullage list generators' shows them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What the family would ignore is refused. */
static ul_status check_options(const options *o, const ul_source *source)
{
    if (o->made.source.tasks > 0 && source->tasks == 0)
        return ul_fail(UL_E_INPUT, "'%s' has no number of tasks to choose; --tasks does not apply",
                       source->name);
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
    static const struct argp_child children[] = {{&ul_source_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .parser = parse,
        .args_doc = "FAMILY",
        .children = children,
        .doc = "Makes an instance of a family. The same seed makes the same file. gallery:NAME "
               "copies an instance made for teaching, to be changed at will."
               "\vExample: ullage gen eva-table3 -o table3.csv",
    };
    options o = {.made = UL_SOURCE_ARGS_PRESET};
    ul_parse_args(&argp, argc, argv, &o);
    if (strncmp(o.family, UL_GALLERY_PREFIX, strlen(UL_GALLERY_PREFIX)) == 0) {
        const ul_status copied = copy_item(o.family, o.made.output);
        return copied == UL_OK ? UL_EXIT_OK : ul_complain(copied);
    }
    const ul_source *source;
    ul_status status = ul_generator_choose(o.family, &source);
    if (status == UL_OK)
        status = check_options(&o, source);
    if (status == UL_OK)
        status = ul_source_args_go(&o.made, source);
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
