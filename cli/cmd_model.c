/* ullage model: an instance as an integer program, in a file. */
#include <stdio.h>

#include "command.h"
#include "formulation.h"
#include "model_file.h"

typedef struct {
    const char *file, *formulation, *output;
    ul_build_options build;
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'f':
        return ul_arg_text(&o->formulation, value);
    case 'l':
        o->build.limit = ul_arg_count(value, "--limit", state);
        return 0;
    case 'o':
        return ul_arg_text(&o->output, value);
    case ARGP_KEY_ARG:
        return ul_arg_one(&o->file, value, "instance", state);
    case ARGP_KEY_END:
        if (o->file == NULL || o->formulation == NULL || o->output == NULL)
            argp_error(state, "an instance, a formulation (-f) and an output file (-o) are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"formulation", 'f', "NAME", 0, "which program; 'ullage list formulations' shows them", 0},
    {"output", 'o', "FILE", 0, "FILE.lp (CPLEX LP) or FILE.mps (free MPS); .gz compresses", 0},
    {"limit", 'l', "N", 0, "give up above N columns (default 1000000)", 0},
    {0},
};

static ul_status write_model(const options *o, const ul_formulation *formulation)
{
    ul_instance instance = {0};
    ul_build *build = NULL;
    UL_TRY(ul_instance_read(o->file, &instance));
    ul_status status = ul_build_new(formulation, &instance, &o->build, &build);
    if (status == UL_OK)
        status = ul_model_write(build->model, o->output);
    if (status == UL_OK)
        printf("%s: %zu rows, %zu columns, %zu nonzeros\n", o->output, build->model->n_rows,
               build->model->n_columns, build->model->n_terms);
    ul_build_free(build);
    ul_instance_free(&instance);
    return status;
}

int ul_command_model(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "FILE",
        .doc = "Writes an instance as an integer program that any solver reads."
               "\vExample: ullage model table3.csv -f eva-assignment -o table3.lp",
    };
    options o = {0};
    ul_parse_args(&argp, argc, argv, &o);
    const ul_formulation *formulation = ul_formulation_find(o.formulation);
    if (formulation == NULL) {
        fprintf(stderr, "ullage: there is no formulation '%s'; 'ullage list formulations' shows "
                        "them\n", o.formulation);
        return UL_EXIT_USAGE;
    }
    const ul_status status = write_model(&o, formulation);
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
