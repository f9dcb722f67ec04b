/* ullage solve: one method on one instance. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "registry.h"
#include "run.h"

typedef struct {
    const char *file, *method, *output;
    bool json;
    ul_run_options run;
    ul_set_list set;
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'm':
        o->method = value;
        return 0;
    case 'S':
        ul_set_add(&o->set, value, state);
        return 0;
    case 't':
        o->run.time_limit_s = ul_arg_seconds(value, "--time-limit", state);
        return 0;
    case 's':
        o->run.seed = ul_arg_count(value, "--seed", state);
        return 0;
    case 'o':
        o->output = value;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->file != NULL)
            argp_error(state, "one instance at a time");
        o->file = value;
        return 0;
    case ARGP_KEY_END:
        if (o->file == NULL || o->method == NULL)
            argp_error(state, "an instance and a method (-m) are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"method", 'm', "METHOD", 0, "what to run; 'ullage list methods' shows them", 0},
    {"set", 'S', "NAME=VALUE", 0, "a parameter of the method; may be repeated", 0},
    {"time-limit", 't', "S", 0, "stop after S seconds with the best plan so far", 0},
    {"seed", 's', "N", 0, "random seed (default 1)", 0},
    {"output", 'o', "PLAN", 0, "write the plan; - is standard output", 0},
    {"json", 'j', 0, 0, "one JSON object on standard output", 0},
    {0},
};

static void on_interrupt(int signal)
{
    (void)signal;
    ul_run_interrupt();
}

static void print_result(const ul_instance *instance, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    char number[UL_NUMBER_TEXT];
    printf("instance  %s (%s)\n", instance->name, instance->kind->name);
    printf("method    %s %s\n", ul_run_method(run)->name, ul_run_parameters(run));
    printf("status    %s\n", ul_outcome_name(result->outcome));
    if (result->has_cost)
        printf("cost      $%s\n", ul_cost_text(result->cost, number));
    if (result->has_bound)
        printf("bound     $%s\n", ul_cost_text(result->bound, number));
    printf("time      %.3f s\n", result->wall_s);
}

static int run_method(const options *o, const ul_instance *instance, const ul_method *method)
{
    ul_run *run = NULL;
    ul_status status = ul_run_new(method, instance, &o->run, &run);
    if (status == UL_OK)
        status = ul_run_go(run);
    if (status != UL_OK) {
        ul_run_free(run);
        return ul_complain(status);
    }
    const ul_run_result *result = ul_run_result_of(run);
    print_result(instance, run);
    if (o->output != NULL && result->plan != NULL)
        status = instance->kind->plan_write(result->plan, method->name, o->output);
    const int code = result->plan == NULL ? UL_EXIT_NO : UL_EXIT_OK;
    ul_run_free(run);
    return status == UL_OK ? code : ul_complain(status);
}

int ul_command_solve(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "FILE",
        .doc = "Runs a method on an instance, checks its plan and prints what it costs."
               "\vExample: ullage solve table3.csv -m ffd -o plan.csv",
    };
    options o = {.run = {.seed = 1, .methods = ul_methods}};
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    o.run.set = o.set.item;
    o.run.n_set = o.set.n;
    const ul_method *method = ul_method_find(o.method);
    if (method == NULL) {
        fprintf(stderr, "ullage: there is no method '%s'; 'ullage list methods' shows them\n",
                o.method);
        return UL_EXIT_USAGE;
    }
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    ul_instance instance = {0};
    const ul_status status = ul_instance_read(o.file, &instance);
    if (status != UL_OK)
        return ul_complain(status);
    const int code = run_method(&o, &instance, method);
    ul_instance_free(&instance);
    return code;
}
