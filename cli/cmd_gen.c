/* ullage gen: makes an instance file. */
#include <string.h>

#include "gallery.h"
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
        return ul_arg_one(&o->family, value, "family", state);
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
        const ul_status copied = ul_gallery_copy(o.family, o.made.output);
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
