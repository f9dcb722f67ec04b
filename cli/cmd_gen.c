/* ullage gen: makes an instance file. */
#include <string.h>

#include "gallery.h"
#include "source_args.h"

typedef struct {
    const char *family;
    ul_source_args made;
} options;

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->family == NULL)
        argp_error(state, "which family? 'ullage list generators' shows them");
}

static ul_status make(options *o)
{
    const ul_source *source;
    if (strncmp(o->family, UL_GALLERY_PREFIX, strlen(UL_GALLERY_PREFIX)) == 0)
        return ul_gallery_copy(o->family, o->made.output);
    UL_TRY(ul_generator_choose(o->family, &source));
    if (o->made.source.tasks > 0 && source->tasks == 0) /* what it would ignore is refused */
        return ul_fail(UL_E_INPUT, "'%s' has no number of tasks to choose; --tasks does not apply",
                       source->name);
    return ul_source_args_go(&o->made, source);
}

int ul_command_gen(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "FAMILY",
        .shared = &ul_source_option_list, .shared_at = offsetof(options, made),
        .argument = "family", .argument_at = offsetof(options, family),
        .check = check,
        .doc = "Makes an instance of a family. The same seed makes the same file. gallery:NAME "
               "copies an instance made for teaching, to be changed at will."
               "\vExample: ullage gen eva-table3 -o table3.csv",
    };
    options o = {.made = UL_SOURCE_ARGS_PRESET};
    ul_parse_args(&command, argc, argv, &o);
    return ul_end(make(&o));
}
