/* CloudCoaster's runs, and its Figure 3 and Table 1: how long short tasks wait under Eagle, and
 * with half of the servers for short jobs replaced by transient ones at one, two and three for
 * one; how long those are used, and how many at a time.
 *
 * The paper had all of Yahoo's jobs, two days; public are two cuts of eight hours. */
#include "coaster_cases.h"

#include "statistics.h"

enum { GENERATED_JOBS = 3000 };

static ul_status make_jobs(ul_table_made *made, const ul_instance **instance)
{
    const char *trace = ul_table_text(made, "trace");
    const size_t jobs = (size_t)ul_table_param(made, "jobs");
    const double workers = ul_table_param(made, "workers");
    const bool traced = trace[0] != '\0';
    UL_TRY(ul_table_instance(made, &(ul_source_options){
        .input = &trace, .tasks = traced || jobs > 0 ? jobs : GENERATED_JOBS},
        instance, "eagle workers=%.0f transient=1000000%s", workers,
        traced ? "" : ul_text(made, " gap=%g", ul_table_param(made, "gap"))));
    const ul_schedule *in = (*instance)->data;
    if (!traced || jobs > 0)
        made->unlike = "the paper's numbers are of Yahoo's jobs (--set trace=FILE)";
    return ul_put_note(made, "%zu jobs %s, %zu tasks, %.0f servers.", in->n_jobs,
        traced ? "of the trace" : "generated", in->n_tasks, workers);
}

bool ul_coaster_is_short(const ul_schedule *in, uint32_t task)
{
    return in->task[task].estimate_s <= in->cutoff_s;
}

static void put_run(ul_table_made *made, const ul_coaster_case *one, const ul_run *run)
{
    static const struct {
        const char *measure, *ours;
    } known[] = {
        {"short_delay_mean_s", "delay"}, {"short_delay_p90_s", "90%"}, {"short_delay_p99_s", "99%"},
        {"short_delay_max_s", "longest delay"}, {"long_delay_mean_s", "long tasks"},
        {"transient_life_mean_h", "mean life"}, {"transient_life_max_h", "longest life"},
        {"transient_active_mean", "in use"}, {"restarts", "begun again"},
    };
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    const ul_schedule *in = plan->in;
    ul_micro end_s = 0, billed_s = 0;
    uint32_t kept = (uint32_t)plan->n_machines; /* those before it stay and run no long task */
    const char *row = "";
    for (size_t q = 0; q < sizeof known / sizeof *known; q++) {
        const double found = ul_table_measure(run, known[q].measure);
        const double value = isnan(found) ? 0 : found;
        ul_put(made, "", one->name, known[q].ours, value);
        row = ul_text(made, "%s%.6f\t", row, value);
    }
    for (size_t m = 0; m < plan->n_machines; m++)
        if (plan->machine[m].type != 0)
            billed_s += ul_schedule_billed_s(in, plan->machine[m].type, plan->machine[m].ordered_s,
                                             plan->machine[m].released_s);
    for (size_t s = 0; s < plan->n_stays; s++) {
        end_s = plan->stay[s].to_s > end_s ? plan->stay[s].to_s : end_s;
        if (!ul_coaster_is_short(in, plan->stay[s].task) && plan->stay[s].machine < kept)
            kept = plan->stay[s].machine;
    }
    ul_put(made, "", one->name, "servers kept", kept);
    ul_put(made, "", one->name, "span", ul_micro_double(end_s - in->job[0].arrival_s) / 3600);
    ul_put(made, "", one->name, "transient hours", ul_micro_double(billed_s) / 3600);
    ul_table_trial(made, "case\tmethod\tparameters\tshort_mean_s\tshort_p90_s\tshort_p99_s\t"
                         "short_max_s\tlong_mean_s\tlife_mean_h\tlife_max_h\tactive\trestarts\t"
                         "transient_h\tcpu_s",
                   "%s\t%s\t%s\t%s%.6f\t%.3f", one->name, ul_run_method(run)->name,
                   ul_run_parameters(run), row, ul_got(made, "", one->name, "transient hours"),
                   ul_run_result_of(run)->cpu_s);
}

ul_status ul_coaster_cases(ul_table_made *made, const ul_coaster_case *one, ul_coaster_watch watch)
{
    const ul_instance *instance;
    const ul_run *run;
    UL_TRY(make_jobs(made, &instance));
    for (; one->name != NULL; one++) {
        UL_TRY(ul_table_run(made, instance, one->method, NULL, &run));
        put_run(made, one, run);
        if (watch != NULL)
            UL_TRY(watch(made, one, ul_run_result_of(run)->plan));
    }
    return UL_OK;
}

double ul_coaster_price(const ul_table_made *made, const char *name, double ratio)
{
    return ul_got(made, "", name, "servers kept") * ul_got(made, "", name, "span")
           + ul_got(made, "", name, "transient hours") / ratio;
}

static const ul_coaster_case setting[] = {{"eagle", "eagle"}, {"r = 1", "cloudcoaster r=1"},
                                          {"r = 2", "cloudcoaster r=2"},
                                          {"r = 3", "cloudcoaster r=3"}, {0}};

/* ---- Figure 3 ---- */

/* A message takes half a millisecond: who waits less is drawn as if he waited that. */
static ul_status put_delays(ul_table_made *made, const ul_coaster_case *one,
                            const ul_schedule_plan *plan)
{
    enum { POINTS = 400 };
    double *delay_s;
    size_t n = 0;
    UL_ALLOC(made->arena, delay_s, plan->n_stays + 1);
    for (size_t s = 0; s < plan->n_stays; s++)
        if (ul_coaster_is_short(plan->in, plan->stay[s].task))
            delay_s[n++] = ul_micro_double(plan->stay[s].from_s
                                           - plan->in->task[plan->stay[s].task].arrival_s);
    ul_stat_sort(delay_s, n);
    for (size_t q = 0; q < POINTS && n > 0; q++)
        ul_put_point(made, 0, one->name, fmax(0.0005, delay_s[(q + 1) * (n - 1) / POINTS]),
                     100 * (double)(q + 1) / POINTS);
    return UL_OK;
}

static ul_status experiment_fig3(ul_table_made *made)
{
    UL_TRY(ul_coaster_cases(made, setting, put_delays));
    for (size_t q = 1; setting[q].name != NULL; q++) {
        const char *name = setting[q].name;
        ul_put(made, "", name, "delay divided by",
               ul_got(made, "", "eagle", "delay") / ul_got(made, "", name, "delay"));
        ul_put(made, "", name, "longest divided by",
               ul_got(made, "", "eagle", "longest delay") / ul_got(made, "", name, "longest delay"));
    }
    return UL_OK;
}

const ul_table ul_table_cloudcoaster_fig3 = {
    .name = "cloudcoaster-fig3", .paper = "CloudCoaster, Section 4.1, Figure 3",
    .brief = "how long short tasks wait with transient servers", .who = "short tasks wait",
    .hidden = UL_COASTER_MEASURES,
    .column = UL_COLUMNS(UL_COL("delay", "s", 2, .head = "mean, s"),
        UL_COL("90%", "s", 1, .head = "90%, s"), UL_COL("99%", "s", 1, .head = "99%, s"),
        UL_COL("longest delay", "s", 1, .head = "at most, s"),
        UL_COL("delay divided by", "x", 2, .head = "Eagle's mean by this"),
        UL_COL("longest divided by", "x", 2, .head = "Eagle's longest by this"),
        UL_COL("long tasks", "s", 1, .head = "long tasks, mean, s")),
    .panel = UL_PANELS({UL_STEP_LINES, .title = "share of short tasks that wait at most so long, %",
         .x_title = "seconds", .log_x = true}),
    .param = UL_PARAMS(UL_COASTER_PARAMS, UL_TABLE_PICTURE("")), .experiment = experiment_fig3,
};

/* ---- Table 1 ---- */

static ul_status experiment_table1(ul_table_made *made)
{
    UL_TRY(ul_coaster_cases(made, setting + 1, NULL));
    /* half of the 2% of servers that are for short jobs alone */
    const double replaced = floor(floor(2 * ul_table_param(made, "workers") / 100) / 2);
    const double failure_h = 18; /* what the paper takes for the mean time to failure */
    double longest_h = 0;
    for (size_t q = 1; setting[q].name != NULL; q++) {
        const char *name = setting[q].name;
        const double normal = ul_got(made, "", name, "in use") / (double)q;
        longest_h = fmax(longest_h, ul_got(made, "", name, "longest life"));
        ul_put(made, "", name, "normalised", normal);
        ul_add(made, "all", "all", "normalised", normal);
        ul_put(made, "", name, "servers saved", replaced - normal);
        ul_put(made, "", name, "saved", 100 * (1 - normal / replaced));
    }
    ul_put(made, "", "all", "below the time to failure", longest_h < failure_h);
    return ul_put_note(made, "Hours from ready to gone. Normalised: transient servers in use "
        "divided by r, beside %.0f servers that were replaced; saved: of their cost.", replaced);
}

const ul_table ul_table_cloudcoaster_table1 = {
    .name = "cloudcoaster-table1", .paper = "CloudCoaster, Section 4.2, Table 1",
    .brief = "how long transient servers are used, and how many", .who = "transient servers",
    .hidden = "normalised, most (count); below the time to failure (); " UL_COASTER_MEASURES,
    .column = UL_COLUMNS(UL_COL("mean life", "h", 2), UL_COL("longest life", "h", 2),
        UL_COL("in use", "count", 1), UL_COL("normalised", "count", 1),
        UL_COL("servers saved", "count", 1), UL_COL("saved", "%", 1)),
    .param = UL_PARAMS(UL_COASTER_PARAMS), .experiment = experiment_table1,
};
