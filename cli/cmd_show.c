/* ullage show: an instance at a glance, and a plan as a picture. */
#include <stdio.h>

#include "registry.h"
#include "run_args.h"
#include "view.h"

typedef struct {
    const char *file, *plan, *svg;
    ul_run_args run;
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'p':
        o->plan = value;
        return 0;
    case 'g':
        o->svg = value;
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->run;
        return 0;
    case ARGP_KEY_ARG:
        if (o->file != NULL)
            argp_error(state, "one instance at a time");
        o->file = value;
        return 0;
    case ARGP_KEY_END:
        if (o->file == NULL)
            argp_error(state, "which instance?");
        if (o->plan != NULL && o->run.method != NULL)
            argp_error(state, "a plan or a method, not both");
        if (o->svg == NULL && (o->plan != NULL || o->run.method != NULL))
            argp_error(state, "--svg says where the picture goes");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"plan", 'p', "PLAN", 0, "draw this plan", 0},
    {"svg", 'g', "FILE", 0, "draw a plan as SVG: of --plan, of --method, or the cheapest that the "
                            "constructive methods find", 0},
    {0},
};

static ul_status show_instance(const ul_view *view, const ul_instance *instance)
{
    ul_output *out;
    UL_TRY(ul_output_open("-", &out));
    const ul_status status = view->show(instance->data, out);
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    return ul_output_close(out, NULL);
}

static ul_status draw(const ul_view *view, const void *plan, const char *method, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    const ul_status status = view->draw(plan, method, out);
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    return ul_output_close(out, NULL);
}

static ul_status draw_file(const options *o, const ul_view *view, const ul_instance *instance)
{
    void *plan;
    ul_arena *arena = ul_arena_new();
    ul_cost cost;
    ul_status status = arena == NULL
                           ? ul_fail(UL_E_MEMORY, "out of memory")
                           : instance->kind->plan_read(instance->data, arena, o->plan, &plan);
    if (status == UL_OK) {
        status = instance->kind->plan_check(plan, &cost);
        if (status != UL_OK) /* a broken promise here is the file's, not ours */
            status = ul_fail_prefix(UL_E_INPUT, "%s", o->plan);
    }
    if (status == UL_OK)
        status = draw(view, plan, "", o->svg);
    ul_arena_free(arena);
    return status;
}

/* Draws the plan of a run; *drawn stays false when the run found none. */
static ul_status draw_method(options *o, const ul_view *view, const ul_instance *instance,
                             const ul_method *method, bool *drawn)
{
    ul_run *run = NULL;
    ul_status status = ul_run_args_go(&o->run, method, instance, &run);
    const void *plan = status == UL_OK ? ul_run_result_of(run)->plan : NULL;
    if (plan != NULL) {
        status = draw(view, plan, method->name, o->svg);
        *drawn = status == UL_OK;
    }
    ul_run_free(run);
    return status;
}

/* The constructive method with the cheapest plan, the earlier one on ties. */
static ul_status find_best(options *o, const ul_instance *instance, const ul_method **best)
{
    ul_cost least = 0;
    *best = NULL;
    for (size_t q = 0; ul_methods[q] != NULL; q++) {
        ul_run *run = NULL;
        if ((ul_methods[q]->traits & UL_CONSTRUCTIVE) == 0
            || !ul_method_takes(ul_methods[q], instance->kind))
            continue;
        const ul_status status = ul_run_args_go(&o->run, ul_methods[q], instance, &run);
        if (status == UL_OK && ul_run_result_of(run)->has_cost
            && (*best == NULL || ul_run_result_of(run)->cost < least)) {
            *best = ul_methods[q];
            least = ul_run_result_of(run)->cost;
        }
        ul_run_free(run);
        UL_TRY(status);
    }
    return UL_OK;
}

static int draw_asked(options *o, const ul_view *view, const ul_instance *instance)
{
    bool drawn = true;
    ul_status status = UL_OK;
    if (view->draw == NULL) {
        fprintf(stderr, "ullage: there is no picture of %s plans\n", instance->kind->name);
        return UL_EXIT_USAGE;
    }
    if (o->plan != NULL) {
        status = draw_file(o, view, instance);
    } else {
        const ul_method *method = NULL;
        drawn = false;
        if (o->run.method == NULL)
            status = find_best(o, instance, &method);
        else if ((method = ul_run_args_method(&o->run)) == NULL)
            return UL_EXIT_USAGE;
        if (status == UL_OK && method != NULL)
            status = draw_method(o, view, instance, method, &drawn);
    }
    if (status == UL_OK && !drawn)
        fputs("ullage: no plan was found, so there is nothing to draw\n", stderr);
    return status != UL_OK ? ul_complain(status) : drawn ? UL_EXIT_OK : UL_EXIT_NO;
}

int ul_command_show(int argc, char **argv)
{
    static const struct argp_child children[] = {{&ul_run_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "FILE",
        .children = children,
        .doc = "Prints an instance at a glance, or draws a plan of it."
               "\vExample: ullage show table3.csv -m ffd --svg plan.svg",
    };
    options o = {.run = UL_RUN_ARGS_PRESET};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    ul_instance instance = {0};
    const ul_view *view = NULL;
    ul_status status = ul_instance_read(o.file, &instance);
    if (status == UL_OK && (view = ul_view_of(instance.kind)) == NULL)
        status = ul_fail(UL_E_INTERNAL, "kind '%s' has no view", instance.kind->name);
    int code = UL_EXIT_OK;
    if (status == UL_OK && o.svg != NULL)
        code = draw_asked(&o, view, &instance);
    else if (status == UL_OK)
        status = show_instance(view, &instance);
    ul_instance_free(&instance);
    return status == UL_OK ? code : ul_complain(status);
}
