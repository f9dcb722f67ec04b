/* ullage model: an instance as an integer program, in a file. */
#include <stdio.h>

#include "command.h"
#include "formulation.h"
#include "model_file.h"

typedef struct {
    const char *file, *formulation, *output;
    ul_build_options build;
} options;

static const ul_option option[] = {
    {"formulation", 'f', "NAME", "which program; 'ullage list formulations' shows them",
     UL_FIELD(formulation)},
    {"output", 'o', "FILE", "FILE.lp (CPLEX LP) or FILE.mps (free MPS); .gz compresses",
     UL_FIELD(output)},
    {"limit", 'l', "N", "give up above N columns (default 1000000)", UL_FIELD(build.limit)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->file == NULL || o->formulation == NULL || o->output == NULL)
        argp_error(state, "an instance, a formulation (-f) and an output file (-o) are needed");
}

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
    static const ul_command command = {
        .args_doc = "FILE",
        .own = {option, NULL},
        .argument = "instance", .argument_at = offsetof(options, file),
        .check = check,
        .doc = "Writes an instance as an integer program that any solver reads."
               "\vExample: ullage model table3.csv -f eva-assignment -o table3.lp",
    };
    options o = {0};
    ul_parse_args(&command, argc, argv, &o);
    const ul_formulation *formulation = ul_formulation_find(o.formulation);
    if (formulation == NULL) {
        fprintf(stderr, "ullage: there is no formulation '%s'; 'ullage list formulations' shows "
                        "them\n", o.formulation);
        return UL_EXIT_USAGE;
    }
    return ul_end(write_model(&o, formulation));
}
