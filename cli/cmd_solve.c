/* ullage solve: one method on one instance. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "result_json.h"
#include "run_args.h"
#include "view.h"

typedef struct {
    const char *file, *output;
    bool json;
    ul_run_args run;
} options;

static const ul_option option[] = {
    {"output", 'o', "PLAN", "write the plan; - is standard output, and nothing else goes there",
     UL_FIELD(output)},
    {"certificate", 'c', "FILE", "write the proof of optimality, for ullage-check; FILE.vipr: "
     "exact's, as VIPR", UL_FIELD(run.run.certificate)},
    {"json", 'j', NULL, "one JSON object on standard output", UL_FIELD(json)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->file == NULL || o->run.method == NULL)
        argp_error(state, "an instance and a method (-m) are needed");
    ul_run_args_one(&o->run, state);
    if (o->json && o->output != NULL && strcmp(o->output, "-") == 0)
        argp_error(state, "--json and the plan cannot both go to standard output");
    if (ul_writes_twice(o->output, o->run.run.certificate))
        argp_error(state, "the plan (-o) and the certificate (-c) need files of their own");
    ul_arg_apart(o->file, o->output, state);
    ul_arg_apart(o->file, o->run.run.certificate, state);
}

static void write_bound(const ul_run_result *result, ul_output *out)
{
    const double *wait_s = ul_measures_find(&result->measures, UL_BOUND_WAIT);
    char number[UL_NUMBER_TEXT];
    if (result->has_bound)
        ul_output_format(out, "bound     $%s", ul_dollars_text(result->bound, number));
    if (result->has_bound && wait_s != NULL)
        ul_output_format(out, ", of schedules in which nobody waits for longer than %g s", *wait_s);
    ul_output_text(out, result->has_bound ? "\n" : "");
}

static ul_status write_result(const ul_instance *instance, const ul_run *run, ul_output *out)
{
    const ul_run_result *result = ul_run_result_of(run);
    const char *parameters = ul_run_parameters(run);
    const ul_view *view = ul_view_of(instance->kind);
    char number[UL_NUMBER_TEXT];
    double gap;
    ul_output_format(out, "instance  %s (%s)\n", instance->name, instance->kind->name);
    ul_output_format(out, "method    %s%s%s\n", ul_run_method(run)->name,
                     parameters[0] == '\0' ? "" : " ", parameters);
    ul_output_format(out, "status    %s\n", ul_outcome_name(result->outcome));
    if (result->limit != UL_LIMIT_NONE)
        ul_output_format(out, "limit     %s: the search could have gone on\n",
                         ul_limit_name(result->limit));
    if (result->has_cost)
        ul_output_format(out, "cost      $%s\n", ul_dollars_text(result->cost, number));
    write_bound(result, out);
    if (result->has_claim && result->outcome != UL_OPTIMAL)
        ul_output_format(out, "claim     $%s is the least, by the method's word\n",
                         ul_dollars_text(result->claim, number));
    if (ul_result_gap(result, &gap))
        ul_output_format(out, "gap       %.4f%% (cost - bound) / bound\n", 100 * gap);
    if (result->plan != NULL && view != NULL) {
        ul_output_text(out, "plan      ");
        UL_TRY(view->brief(result->plan, out));
        ul_output_text(out, "\n");
    }
    if (result->note[0] != '\0')
        ul_output_format(out, "note      %s\n", result->note);
    ul_output_format(out, "time      %s\n", ul_seconds_text(result->wall_s, number));
    return UL_OK;
}

/* A plan on standard output stands there alone. */
static ul_status report(const options *o, const ul_instance *instance, const ul_run *run)
{
    ul_output *out;
    if (o->output != NULL && strcmp(o->output, "-") == 0)
        return UL_OK;
    UL_TRY(ul_output_open("-", &out));
    return ul_output_finish(out, o->json
                                 ? ul_result_json(instance, run, o->run.run.seed, out)
                                 : write_result(instance, run, out));
}

/* An hour's work is not lost to a folder that is not there: outputs are tried
 * before the run. Special files are not, opening a pipe would disturb it. */
static ul_status check_writable(const char *path)
{
    struct stat facts;
    ul_output *out;
    if (path == NULL || strcmp(path, "-") == 0
        || (lstat(path, &facts) == 0 && !S_ISREG(facts.st_mode)))
        return UL_OK;
    UL_TRY(ul_output_open(path, &out));
    ul_output_discard(out);
    return UL_OK;
}

/* A run that ends with a fault, out of memory for one, may have found a plan before. It is
 * valid, and written; the fault is told all the same. */
static void keep_plan(const options *o, const ul_instance *instance, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    char fault[1024];
    snprintf(fault, sizeof fault, "%s", ul_error_text());
    if (o->output != NULL && result->plan != NULL
        && instance->kind->plan_write(result->plan, ul_run_method(run)->name, o->output) == UL_OK)
        fprintf(stderr, "ullage: the best plan before the fault is in %s\n", o->output);
    ul_fail(UL_E_INTERNAL, "%s", fault);
}

/* Of a file before a run, to tell whether the run wrote it: one that is written takes
 * the place of the older one. */
typedef struct {
    bool there;
    struct stat facts;
} before;

static before look(const char *path)
{
    before b = {0};
    b.there = path != NULL && lstat(path, &b.facts) == 0;
    return b;
}

/* A certificate that was asked for is there, or its absence is told. */
static ul_status check_certificate(const char *path, const before *was, const ul_run_result *result)
{
    const before is = look(path);
    if (path == NULL || strcmp(path, "-") == 0 || (is.there && !S_ISREG(is.facts.st_mode))
        || (is.there && !was->there)
        || (is.there && (is.facts.st_ino != was->facts.st_ino
                         || is.facts.st_mtim.tv_sec != was->facts.st_mtim.tv_sec
                         || is.facts.st_mtim.tv_nsec != was->facts.st_mtim.tv_nsec)))
        return UL_OK;
    return ul_fail(UL_E_IO, "no certificate was written to %s: the run is %s, and %s", path,
                   ul_outcome_name(result->outcome),
                   result->note[0] != '\0' ? "its note says why" : "there is nothing to certify");
}

static int solve(options *o, const ul_instance *instance, const ul_method *method)
{
    ul_run *run = NULL;
    int code = UL_EXIT_NO;
    ul_status status = check_writable(o->output);
    if (status == UL_OK)
        status = check_writable(o->run.run.certificate);
    const before certificate = look(o->run.run.certificate);
    if (status == UL_OK)
        status = ul_run_args_go(&o->run, method, instance, &run);
    if (status != UL_OK && run != NULL)
        keep_plan(o, instance, run);
    if (status == UL_OK)
        status = report(o, instance, run);
    if (status == UL_OK) {
        const ul_run_result *result = ul_run_result_of(run);
        if ((result->plan != NULL || result->outcome == UL_BOUND)
            && result->outcome != UL_CONTRADICTION)
            code = UL_EXIT_OK;
        if (o->output != NULL && result->plan != NULL)
            status = instance->kind->plan_write(result->plan, method->name, o->output);
        else if (o->output != NULL)
            fprintf(stderr, "ullage: no plan was written to %s: the run is '%s'\n", o->output,
                    ul_outcome_name(result->outcome));
        if (status == UL_OK)
            status = check_certificate(o->run.run.certificate, &certificate, result);
    }
    ul_run_free(run);
    return status == UL_OK ? code : ul_complain(status);
}

int ul_command_solve(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "FILE",
        .own = {option, NULL},
        .shared = &ul_run_option_list, .shared_at = offsetof(options, run),
        .argument = "instance", .argument_at = offsetof(options, file),
        .check = check,
        .doc = "Runs a method on an instance (- is standard input), checks its plan and prints what it "
               "costs."
               "\vExample: ullage solve table3.csv -m ffd -o plan.csv",
    };
    options o = {.run = UL_RUN_ARGS_PRESET};
    ul_parse_args(&command, argc, argv, &o);
    const ul_method *method;
    ul_instance instance = {0};
    ul_status status = ul_run_args_choose(&o.run, o.run.method, &method);
    if (status == UL_OK)
        status = ul_instance_read(o.file, &instance);
    if (status != UL_OK)
        return ul_complain(status);
    const int code = solve(&o, &instance, method);
    ul_instance_free(&instance);
    return code;
}
