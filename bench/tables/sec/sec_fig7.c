/* SEC's Figure 7: the average rate per instance-hour that each method pays, in
 * total and in pure cost, on batch traces and on generated demand; with the
 * optimum that the paper could only bracket.
 *
 * Traces are looked for in the folder `traces`; those absent are left out and
 * counted in the note. C' <= optimum <= every plan is asserted for each demand:
 * a breach is an alarm and no table.
 */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "reservation_plan.h"
#include "sec_time.h"

static const struct {
    const char *name, *file;
} trace[] = {
    {"SDSC DataStar", UL_SEC_DATASTAR},
    {"Sandia Ross", "Sandia-Ross-2001-1.1-cln.swf.gz"},
    {"SDSC SP2", "SDSC-SP2-1998-4.2-cln.swf.gz"},
    {"CTC SP2", "CTC-SP2-1996-3.1-cln.swf.gz"},
    {"KTH SP2", "KTH-SP2-1996-2.1-cln.swf.gz"},
    {"HPC2N", "HPC2N-2002-2.2-cln.swf.gz"},
};
static const char *const shape[] = {"steady", "growing", "slowing", "rise-and-fall", "bursty"};
enum { N_TRACES = sizeof trace / sizeof *trace, N_SHAPES = sizeof shape / sizeof *shape };

static const struct {
    const char *label, *method;
} run_of[] = {
    {"on-demand-only", "on-demand-only"}, {"1y-only", "1y-only"}, {"3y-only", "3y-only"},
    {"online", "sec-online"}, {"greedy", "sec-greedy"}, {"optimum", "reservation-exact"},
    {"C' bound", "sec-bound"},
};
enum { N_RUNS = sizeof run_of / sizeof *run_of, OPTIMUM = N_RUNS - 2, BOUND = N_RUNS - 1 };

static const struct {
    const char *setting, *rate, *above;
} objective[] = {{"objective=total", "total rate", "total over optimum"},
                 {"objective=pure", "pure rate", "pure over optimum"}};

/* C' <= optimum <= every plan. */
static ul_status check_order(const char *name, const ul_cost cost[N_RUNS], bool proved)
{
    if (cost[BOUND] > cost[OPTIMUM])
        return ul_fail(UL_E_INTERNAL, "alarm: on %s C' is above the cost of a plan", name);
    for (size_t m = 0; m < OPTIMUM && proved; m++)
        if (cost[m] < cost[OPTIMUM])
            return ul_fail(UL_E_INTERNAL, "alarm: on %s '%s' costs less than the proved optimum",
                           name, run_of[m].label);
    return UL_OK;
}

static ul_status run_all(ul_table_made *made, const char *name, const ul_instance *instance,
                         size_t o)
{
    const double hours = (double)ul_reservation_all_hours(instance->data) / (double)UL_MICRO;
    ul_cost cost[N_RUNS];
    bool proved = false;
    for (size_t m = 0; m < N_RUNS; m++) {
        const ul_run_options options = {
            .time_limit_s = m == OPTIMUM ? made->request->time_limit_s : 0,
            .seed = made->request->seed};
        ul_run *run;
        UL_TRY(ul_run_new(ul_method_find(run_of[m].method), instance, &options, &run));
        const ul_status status = ul_run_go(run);
        const ul_run_result *result = ul_run_result_of(run);
        cost[m] = m == BOUND ? result->bound : result->cost;
        if (m == OPTIMUM)
            proved = result->outcome == UL_OPTIMAL;
        ul_run_free(run);
        UL_TRY(status);
    }
    for (size_t m = 0; m < N_RUNS; m++) {
        ul_put(made, name, run_of[m].label, objective[o].rate, ul_cost_double(cost[m]) / hours);
        ul_put(made, name, run_of[m].label, objective[o].above,
               100 * (ul_cost_double(cost[m]) / ul_cost_double(cost[OPTIMUM]) - 1));
    }
    ul_put(made, name, run_of[OPTIMUM].label, o == 0 ? "total proved" : "pure proved", proved);
    return check_order(name, cost, proved);
}

static ul_status measure(ul_table_made *made, const char *name, const char *source,
                         const char *input, const char *const *set, size_t n_set)
{
    for (size_t o = 0; o < 2; o++) {
        const char *all[8] = {objective[o].setting};
        ul_instance instance;
        for (size_t q = 0; q < n_set; q++)
            all[q + 1] = set[q];
        UL_TRY(ul_table_instance(made, source, &(ul_source_options){
            .seed = made->request->seed, .to_s = HUGE_VAL, .input = &input,
            .n_inputs = input != NULL, .set = all, .n_set = n_set + 1}, &instance));
        const ul_status status = run_all(made, name, &instance, o);
        ul_instance_free(&instance);
        UL_TRY(status);
    }
    return UL_OK;
}

static ul_status measure_traces(ul_table_made *made, const char *classes, size_t *n)
{
    const char *folder = ul_sec_folder(made);
    for (size_t q = 0; q < N_TRACES && folder != NULL; q++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, trace[q].file);
        if (access(path, R_OK) != 0)
            continue;
        UL_TRY(measure(made, trace[q].name, "swf", path, &classes, 1));
        ++*n;
    }
    return folder == NULL || *n > 0
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s: none of the paper's traces is there (%s, ...); without a "
                                     "folder the demands are generated", folder, trace[0].file);
}

static ul_status measure_shapes(ul_table_made *made, const char *classes)
{
    char years[32], instances[32], form[32];
    snprintf(years, sizeof years, "years=%s", ul_table_text(made, "years"));
    snprintf(instances, sizeof instances, "instances=%s", ul_table_text(made, "instances"));
    for (size_t q = 0; q < N_SHAPES; q++) {
        const char *const set[] = {classes, years, instances, form};
        snprintf(form, sizeof form, "shape=%s", shape[q]);
        UL_TRY(measure(made, shape[q], "reservation", NULL, set, 4));
    }
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    char classes[256];
    size_t n = 0;
    snprintf(classes, sizeof classes, "classes=%s", ul_table_text(made, "classes"));
    UL_TRY(measure_traces(made, classes, &n));
    UL_TRY(measure_shapes(made, classes));
    bool no_dearer = n > 0;
    for (size_t q = 0; q < N_TRACES; q++) {
        const double online = ul_got(made, trace[q].name, "online", "pure rate");
        no_dearer = no_dearer && !(online > ul_got(made, trace[q].name, "1y-only", "pure rate"))
                    && !(online > ul_got(made, trace[q].name, "3y-only", "pure rate"));
    }
    if (n == 0)
        made->unlike = "the paper's numbers are of traces (--set traces=FOLDER)";
    ul_put(made, "traces", "online", "no dearer than a class alone", no_dearer);
    ul_put_note(made, "Dollars an instance-hour, and how far above the optimum; no waiting, "
                "ceil(processors / 16) instances a job, weekly. 1y-only, 3y-only and online see the "
                "past alone. The last %d demands are generated; %zu of %d traces are not there.",
                N_SHAPES, N_TRACES - n, N_TRACES);
    return UL_OK;
}

static const ul_column column[] = {
    {UL_SEEN("total rate", "$", 4), .head = "total $/h"},
    {UL_SEEN("total over optimum", "%", 2), .head = "over optimum"},
    {UL_SEEN("pure rate", "$", 4), .head = "pure $/h"},
    {UL_SEEN("pure over optimum", "%", 2), .head = "over optimum"},
    {UL_UNSEEN("total proved", "")}, {UL_UNSEEN("pure proved", "")},
    {UL_UNSEEN("no dearer than a class alone", "")}, {0}};
static const ul_panel panel[] = {{.title = "pure cost, $/h", .measure = "pure rate"},
                                 {.title = "total cost, $/h", .measure = "total rate"}, {0}};
static const ul_table_layout layout = {.title = "SEC, Figure 7: average rate per instance-hour",
                                       .of = "demand", .who = "method", .column = column,
                                       .panel = panel};
static const ul_param param[] = {
    UL_SEC_TRACES,
    {.name = "classes", .preset = "light+heavy", .form = UL_PARAM_TEXT,
     .brief = "leases on offer; the paper's are light and heavy, of one and three years"},
    {.name = "years", .preset = "3", .form = UL_PARAM_WHOLE, .low = 1, .high = 6,
     .brief = "length of the generated demands"},
    {.name = "instances", .preset = "200", .form = UL_PARAM_WHOLE, .low = 1, .high = 100000,
     .brief = "peak of the generated demands"},
    UL_SEC_SVG,
    {0},
};

const ul_table ul_table_sec_fig7 = {
    .name = "sec-fig7",
    .brief = "what each reservation method pays per instance-hour, and the optimum",
    .paper = "SEC, Section 8.5, Figure 7",
    .param = param,
    .time_limit_s = 60,
    .layout = &layout,
    .experiment = experiment,
};
