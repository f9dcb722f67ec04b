/* ullage show: an instance or a plan at a glance, a plan as a picture, several plans as
 * the tiers of a service. */
#include <stdio.h>

#include "json_writer.h"
#include "registry.h"
#include "run_args.h"
#include "view.h"

enum { SHOWN_MAX = 16 };

typedef struct {
    const char *file[SHOWN_MAX], *plan[SHOWN_MAX], *svg;
    size_t n_files, n_plans;
    bool json;
    ul_run_args run;
} options;

static void read_own(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    const bool is_plan = key == 'p';
    size_t *n = is_plan ? &o->n_plans : &o->n_files;
    if (*n == SHOWN_MAX)
        argp_error(state, "at most %d %s", SHOWN_MAX, is_plan ? "plans" : "instances");
    (is_plan ? o->plan : o->file)[(*n)++] = value;
}

static const ul_option option[] = {
    {"plan", 'p', "PLAN", "show this plan; several availability plans, of one instance or of as "
     "many, are the tiers of a service", UL_OWN},
    {"svg", 'g', "FILE", "draw a plan as SVG: of --plan, of --method, or the cheapest that the "
     "constructive methods find", UL_FIELD(svg)},
    {"json", 'j', NULL, "one JSON object on standard output", UL_FIELD(json)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->n_files == 0)
        argp_error(state, "which instance?");
    if (o->n_files > 1 && o->n_files != o->n_plans)
        argp_error(state, "one instance at a time, or a --plan for each");
    if (o->n_plans > 0 && o->run.method != NULL)
        argp_error(state, "a plan or a method, not both");
    ul_run_args_one(&o->run, state);
    if (o->n_plans > 1 && o->svg != NULL)
        argp_error(state, "one picture at a time");
    if (o->json && (o->svg != NULL || o->n_plans > 1))
        argp_error(state, "--json shows an instance or one plan of it");
    for (size_t q = 0; q < o->n_files; q++)
        ul_arg_apart(o->file[q], o->svg, state);
    for (size_t q = 0; q < o->n_plans; q++)
        ul_arg_apart(o->plan[q], o->svg, state);
}

/* What is asked for: an instance when there is no plan. */
typedef struct {
    const ul_view *view;
    const ul_instance *instance;
    const void *plan;
    const char *method;
    bool as_picture, as_json;
} sight;

static ul_status write_plan(const sight *s, ul_output *out)
{
    char number[UL_NUMBER_TEXT];
    bool valid; /* as read_plan() saw */
    ul_cost cost;
    UL_TRY(s->instance->kind->plan_check(s->plan, &valid, &cost));
    ul_output_format(out, "instance  %s (%s)\n", s->instance->name, s->instance->kind->name);
    if (*s->method != '\0')
        ul_output_format(out, "method    %s\n", s->method);
    ul_output_format(out, "cost      $%s\nplan      ", ul_dollars_text(cost, number));
    UL_TRY(s->view->brief(s->plan, out));
    ul_output_text(out, "\n");
    return s->view->detail == NULL ? UL_OK : s->view->detail(s->plan, out);
}

/* The instance's facts, and of a plan what it costs and comes to. */
static ul_status write_json(const sight *s, ul_output *out)
{
    const ul_kind *kind = s->instance->kind;
    ul_json_writer json = ul_json_writer_on(out);
    char number[UL_NUMBER_TEXT];
    ul_json_open(&json, "{", ", ");
    ul_json_text_member(&json, "instance", s->instance->name);
    ul_json_text_member(&json, "kind", kind->name);
    ul_json_text_member(&json, "sha256", s->instance->sha256);
    if (kind->size != NULL)
        ul_json_count_member(&json, "size", kind->size(s->instance->data));
    if (s->plan != NULL) {
        ul_measures measures = {0};
        bool valid; /* as read_plan() saw */
        ul_cost cost;
        UL_TRY(kind->plan_check(s->plan, &valid, &cost));
        ul_json_put_member(&json, "cost", "%s", ul_cost_text(cost, number));
        if (kind->plan_measures != NULL)
            UL_TRY(kind->plan_measures(s->plan, &measures));
        ul_json_open_member(&json, "measures", "{", ", ");
        for (size_t q = 0; q < measures.n; q++)
            ul_json_real_member(&json, measures.item[q].name, measures.item[q].value);
        ul_json_close(&json, "}");
    }
    ul_json_close(&json, "}\n");
    return UL_OK;
}

static ul_status write_to(const sight *s, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    const ul_status status = s->as_json       ? write_json(s, out)
                             : s->plan == NULL ? s->view->show(s->instance->data, out)
                             : s->as_picture ? s->view->draw(s->plan, s->method, NULL, out)
                                             : write_plan(s, out);
    return ul_output_finish(out, status);
}

static ul_status present(const options *o, const ul_view *view, const ul_instance *instance,
                         const void *plan, const char *method)
{
    const sight s = {view, instance, plan, method, o->svg != NULL, o->json};
    return write_to(&s, o->svg != NULL ? o->svg : "-");
}

static ul_status read_plan(const ul_instance *instance, const char *path, ul_arena *arena,
                           void **plan)
{
    bool valid;
    ul_cost cost;
    UL_TRY(instance->kind->plan_read(instance->data, arena, path, plan));
    UL_TRY(instance->kind->plan_check(*plan, &valid, &cost));
    return valid ? UL_OK : ul_fail_prefix(UL_E_INPUT, "%s", path);
}

static ul_status show_tiers(const options *o, const ul_view *view, const ul_instance *instance,
                            ul_arena *arena)
{
    const void *plan[SHOWN_MAX];
    ul_output *out;
    if (view->tiers == NULL)
        return ul_fail(UL_E_INPUT, "several plans are the tiers of a service; %s plans make none",
                       instance->kind->name);
    for (size_t q = 0; q < o->n_plans; q++) {
        const ul_instance *of = &instance[o->n_files == 1 ? 0 : q];
        void *read;
        if (of->kind != instance->kind)
            return ul_fail(UL_E_INPUT, "%s: the instances are of different kinds", o->file[q]);
        UL_TRY(read_plan(of, o->plan[q], arena, &read));
        plan[q] = read;
    }
    UL_TRY(ul_output_open("-", &out));
    return ul_output_finish(out, view->tiers(plan, o->n_plans, out));
}

static ul_status show_files(const options *o, const ul_view *view, const ul_instance *instance)
{
    void *plan;
    UL_OWN_ARENA(arena);
    if (o->n_plans > 1)
        return show_tiers(o, view, instance, arena);
    UL_TRY(read_plan(instance, o->plan[0], arena, &plan));
    return present(o, view, instance, plan, "");
}

/* Shows the plan of a run; *found stays false when the run found none. */
static ul_status show_method(options *o, const ul_view *view, const ul_instance *instance,
                             const ul_method *method, bool *found)
{
    ul_run *run = NULL;
    ul_status status = ul_run_args_go(&o->run, method, instance, &run);
    const void *plan = status == UL_OK ? ul_run_result_of(run)->plan : NULL;
    if (plan != NULL) {
        char name[2 * UL_NAME_MAX];
        const char *mark = ul_knows_mark(ul_run_result_of(run)->knows);
        snprintf(name, sizeof name, "%s%s%s", method->name, mark[0] == '\0' ? "" : " ", mark);
        status = present(o, view, instance, plan, name);
        *found = status == UL_OK;
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
            || !ul_method_suits(ul_methods[q], instance))
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

static int show_plan(options *o, const ul_view *view, const ul_instance *instance)
{
    bool found = true;
    ul_status status = UL_OK;
    if (o->svg != NULL && view->draw == NULL) {
        fprintf(stderr, "ullage: there is no picture of %s plans\n", instance->kind->name);
        return UL_EXIT_USAGE;
    }
    if (o->n_plans > 0) {
        status = show_files(o, view, instance);
    } else {
        const ul_method *method = NULL;
        found = false;
        status = o->run.method == NULL ? find_best(o, instance, &method)
                                       : ul_run_args_choose(&o->run, o->run.method, &method);
        if (status == UL_OK && method != NULL)
            status = show_method(o, view, instance, method, &found);
    }
    if (status == UL_OK && !found)
        fputs("ullage: no plan was found, so there is nothing to show\n", stderr);
    return status != UL_OK ? ul_complain(status) : found ? UL_EXIT_OK : UL_EXIT_NO;
}

int ul_command_show(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "FILE...",
        .own = {option, read_own},
        .shared = &ul_run_option_list, .shared_at = offsetof(options, run),
        .check = check,
        .doc = "Prints an instance or a plan of it at a glance, or draws a plan."
               "\vExample: ullage show table3.csv -m ffd --svg plan.svg",
    };
    options o = {.run = UL_RUN_ARGS_PRESET};
    ul_parse_args(&command, argc, argv, &o);
    ul_instance instance[SHOWN_MAX] = {0};
    const ul_view *view = NULL;
    ul_status status = UL_OK;
    for (size_t q = 0; q < o.n_files && status == UL_OK; q++)
        status = ul_instance_read(o.file[q], &instance[q]);
    if (status == UL_OK && (view = ul_view_of(instance[0].kind)) == NULL)
        status = ul_fail(UL_E_INTERNAL, "kind '%s' has no view", instance[0].kind->name);
    int code = UL_EXIT_OK;
    if (status == UL_OK && (o.svg != NULL || o.n_plans > 0 || o.run.method != NULL))
        code = show_plan(&o, view, instance);
    else if (status == UL_OK)
        status = present(&o, view, &instance[0], NULL, "");
    for (size_t q = 0; q < o.n_files; q++)
        ul_instance_free(&instance[q]);
    return status == UL_OK ? code : ul_complain(status);
}
