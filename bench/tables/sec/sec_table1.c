/* SEC, Table 1 and Figure 1: how much of what a batch trace rents is worth reserving, on
 * SEC's cluster and where each user rents for himself.
 *
 * Instances are ranked: the first is paid for whenever any is, the last at the peak alone.
 * A rank is worth a lease of three years where its share of use over the trace is above the
 * break-even of the class with the one before: 6.9% from on demand to light, 38.3% from
 * light to medium. The figure draws weekly use, and how many ranks qualify.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"
#include "registry.h"
#include "reservation.h"
#include "reservation_demand.h"
#include "run.h"
#include "schedule_plan.h"
#include "svg.h"
#include "swf.h"
#include "table.h"

enum { MEDIUM, LIGHT, ON_DEMAND, N_CLASSES };
static const struct {
    const char *name;
    double paper_share[2]; /* percent of all instance-hours, by row */
    double paper_count[2]; /* instances, in the text */
} column[N_CLASSES] = {
    [MEDIUM] = {"3y-medium", {73.66, 0}, {72, 0}},
    [LIGHT] = {"3y-light", {15.75, 0.15}, {40, 1}},
    [ON_DEMAND] = {"on demand", {10.59, 99.85}, {NAN, NAN}},
};
enum { SEC, INDIVIDUAL };
static const char *const row_name[] = {"sec", "individual"};

typedef struct {
    double hours[N_CLASSES]; /* instance-hours, by the class that serves the rank */
    size_t count[N_CLASSES]; /* ranks */
    double all;
} split;

static const ul_reservation_class *class_of(const ul_reservation *in, const char *name)
{
    for (size_t c = 0; c < in->n_classes; c++)
        if (strcmp(in->classes[c].name, name) == 0)
            return &in->classes[c];
    return &in->classes[in->on_demand];
}

/* The share of a term's hours above which `dear` upfront and cheap an hour pays. */
static double break_even(const ul_reservation *in, const ul_reservation_class *dear,
                         const ul_reservation_class *cheap)
{
    const double term_h = dear->term * ul_micro_double(in->interval_hours);
    return ul_micro_double(dear->upfront - cheap->upfront)
           / (term_h * ul_micro_double(cheap->price - dear->price));
}

/* Hours of each rank over the trace; room for the peak. */
static void add_ranks(const ul_reservation *in, double *hours)
{
    for (size_t t = 0; t < in->n_intervals; t++) {
        size_t rank = 0;
        for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
            for (uint32_t q = 0; q < in->step[s].instances; q++)
                hours[rank++] += ul_micro_double(in->step[s].hours);
    }
}

/* Adds a demand; shares of use are of whole_h, all of the trace. */
static ul_status divide(const ul_reservation *in, double whole_h, split *result)
{
    const ul_reservation_class *medium = class_of(in, "3y-medium"), *light = class_of(in, "3y-light");
    const double to_light = break_even(in, light, &in->classes[in->on_demand]);
    const double to_medium = break_even(in, medium, light);
    double *hours = calloc(in->peak + 1, sizeof *hours);
    if (hours == NULL)
        return ul_no_memory();
    add_ranks(in, hours);
    for (size_t r = 0; r < in->peak; r++) {
        const double use = hours[r] / whole_h;
        const int c = use >= to_medium ? MEDIUM : use >= to_light ? LIGHT : ON_DEMAND;
        result->hours[c] += hours[r];
        result->count[c]++;
        result->all += hours[r];
    }
    free(hours);
    return UL_OK;
}

/* ---- the picture ---- */

static double mean_use(const ul_reservation *in, size_t t)
{
    return (double)ul_reservation_hours(in, t) / (double)in->interval_hours;
}

static ul_status draw(const ul_reservation *in, const split *s, const char *path)
{
    const double left = 60, top = 70, wide = 860, tall = 260;
    const double step = wide / (double)in->n_intervals;
    const size_t level[] = {s->count[MEDIUM], s->count[MEDIUM] + s->count[LIGHT]};
    ul_output *out;
    double most = (double)level[1];
    for (size_t t = 0; t < in->n_intervals; t++)
        most = fmax(most, mean_use(in, t));
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, left + wide + 40, top + tall + 60, "SEC, Figure 1: use of a batch system");
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 32, .size = 18, .bold = true},
                "Instances paid for, weekly mean (SEC, Figure 1)");
    for (size_t t = 0; t < in->n_intervals; t++) {
        const double height = tall * mean_use(in, t) / most;
        ul_svg_box(out, left + step * (double)t, top + tall - height, step, height, 0, NULL);
    }
    for (int q = 0; q < 2; q++) {
        const double y = top + tall - tall * (double)level[q] / most;
        char text[64];
        snprintf(text, sizeof text, "%zu are worth 3y-%s", level[q], q == 0 ? "medium" : "light or better");
        ul_svg_line(out, left, y, left + wide, y, UL_SVG_INK, true);
        ul_svg_text(out, &(ul_svg_style){.x = left + wide, .y = y - 6, .size = 12, .anchor = "end"},
                    text);
    }
    ul_svg_line(out, left, top + tall, left + wide, top + tall, UL_SVG_INK, false);
    ul_svg_text(out, &(ul_svg_style){.x = left + wide / 2, .y = top + tall + 28, .size = 12,
                                     .anchor = "middle"}, "weeks of the trace");
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

/* ---- the demands ---- */

static ul_status build(ul_demand *demand, const char *name, ul_instance *instance)
{
    static const ul_param param[] = {UL_RESERVATION_PARAMS("168"), {0}};
    const char *const set[] = {"classes=3y-medium+3y-light"};
    ul_param_values values;
    UL_TRY(ul_param_read("a demand", param, set, 1, &values));
    const ul_status status = ul_demand_build(demand, name, &values, 0, instance);
    ul_param_clear(&values);
    return status;
}

/* What SEC's cluster paid for, and from the first to the last of it. */
static ul_status add_leases(const ul_schedule_plan *plan, ul_demand *demand, double *whole_h)
{
    ul_micro first_s = UL_SCHEDULE_SECONDS_MAX, last_s = 0;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *at = &plan->machine[m];
        const ul_micro paid_s =
            ul_schedule_billed_s(plan->in, at->type, at->ordered_s, at->released_s);
        UL_TRY(ul_demand_add(demand, at->ordered_s / UL_MICRO,
                             (at->ordered_s + paid_s) / UL_MICRO, 1));
        first_s = at->ordered_s < first_s ? at->ordered_s : first_s;
        last_s = at->released_s > last_s ? at->released_s : last_s;
    }
    *whole_h = ul_micro_double(last_s - first_s) / 3600;
    return UL_OK;
}

static ul_status schedule(const ul_table_request *request, const ul_instance *jobs,
                          ul_instance *leases, double *whole_h)
{
    const ul_run_options options = {.seed = request->seed, .methods = ul_methods};
    ul_demand *demand = ul_demand_new();
    ul_run *run;
    if (demand == NULL)
        return ul_no_memory();
    ul_table_say(request, "sec");
    ul_status status = ul_run_new(ul_method_find("sec"), jobs, &options, &run);
    if (status == UL_OK) {
        status = ul_run_go(run);
        if (status == UL_OK && ul_run_result_of(run)->plan == NULL)
            status = ul_fail(UL_E_STOPPED, "the schedule was not finished");
        if (status == UL_OK)
            status = add_leases(ul_run_result_of(run)->plan, demand, whole_h);
        ul_run_free(run);
    }
    if (status == UL_OK)
        status = build(demand, jobs->name, leases);
    ul_demand_free(demand);
    return status;
}

/* Jobs of users who rent by themselves: each has nodes of its own, from its submission
 * until they have booted and it has run, in whole hours. */
typedef struct {
    const ul_schedule *in; /* for the boot times */
    ul_demand **user;
    size_t n;
} renting;

static ul_status rent_alone(void *context, const ul_swf_job *job)
{
    renting *state = context;
    const size_t u = job->user < 0 ? 0 : (size_t)job->user + 1;
    if (job->run_s < 0 || job->processors <= 0)
        return UL_OK;
    if (u > 1000000)
        return ul_fail(UL_E_INPUT, "user %lld is too large a number", (long long)job->user);
    if (u >= state->n) {
        ul_demand **more = realloc(state->user, 2 * (u + 1) * sizeof *more);
        if (more == NULL)
            return ul_no_memory();
        memset(more + state->n, 0, (2 * (u + 1) - state->n) * sizeof *more);
        state->user = more;
        state->n = 2 * (u + 1);
    }
    if (state->user[u] == NULL && (state->user[u] = ul_demand_new()) == NULL)
        return ul_no_memory();
    const int64_t nodes = (job->processors + 15) / 16;
    const int64_t busy_s = ul_schedule_boot_s(state->in, (uint32_t)nodes) / UL_MICRO
                           + (job->run_s > 0 ? job->run_s : 1);
    return ul_demand_add(state->user[u], job->submit_s,
                         job->submit_s + (busy_s + 3599) / 3600 * 3600, (uint64_t)nodes);
}

static ul_status divide_users(const renting *state, double whole_h, split *result)
{
    for (size_t u = 0; u < state->n; u++) {
        ul_instance instance;
        if (state->user[u] == NULL)
            continue;
        UL_TRY(build(state->user[u], "a user", &instance));
        const ul_status status = divide(instance.data, whole_h, result);
        ul_instance_free(&instance);
        UL_TRY(status);
    }
    return UL_OK;
}

static ul_status rent_each(const char *path, const ul_schedule *in, double whole_h, split *result)
{
    renting state = {.in = in};
    ul_input *input;
    UL_TRY(ul_input_open(path, &input));
    ul_status status = ul_swf_read(input, rent_alone, &state);
    ul_input_close(input);
    if (status == UL_OK)
        status = divide_users(&state, whole_h, result);
    for (size_t u = 0; u < state.n; u++)
        ul_demand_free(state.user[u]);
    free(state.user);
    return status;
}

/* Both rows; nothing without a trace. */
static ul_status measure_jobs(const ul_table_request *request, const char *path,
                              const ul_instance *jobs, split *s)
{
    ul_instance leases = {0};
    double whole_h = 0;
    UL_TRY(schedule(request, jobs, &leases, &whole_h));
    const ul_reservation *in = leases.data;
    const char *svg = ul_param_text(request->param, "svg");
    ul_status status = divide(in, whole_h, &s[SEC]);
    if (status == UL_OK)
        status = rent_each(path, jobs->data, whole_h, &s[INDIVIDUAL]);
    if (status == UL_OK && svg[0] != '\0')
        status = draw(in, &s[SEC], svg);
    ul_instance_free(&leases);
    return status;
}

static ul_status measure(const ul_table_request *request, ul_arena *arena, ul_table_made *made,
                         split *s)
{
    const char *path = ul_param_text(request->param, "trace");
    const ul_source_options options = {.seed = request->seed, .to_s = HUGE_VAL, .input = &path,
                                       .n_inputs = 1};
    char remark[256];
    ul_instance jobs = {0};
    if (path[0] == '\0')
        return UL_OK;
    UL_TRY(ul_source_make(ul_importer_find("swf-jobs"), &options, remark, sizeof remark, &jobs));
    ul_status status = ul_table_input(made, arena, &jobs);
    if (status == UL_OK)
        status = measure_jobs(request, path, &jobs, s);
    ul_instance_free(&jobs);
    return status;
}

/* ---- the table ---- */

static ul_status add_class(int row, int c, const split *s, ul_arena *arena, ul_table_made *made)
{
    static const char *const why[] = {
        "72 medium instances cannot have carried 73.66% of the 1.2 million instance-hours the "
        "paper counts; with 16 processors a node the scheduler pays for 765 thousand",
        "the paper does not say over which time a user's own ranks must be busy; here it is the "
        "trace's"};
    const bool there = s->all > 0;
    const double share = there ? 100 * s->hours[c] / s->all : NAN;
    const double paper = column[c].paper_share[row];
    char what[64];
    ul_sheet_cell(made->table, "%s", c == 0 ? row_name[row] : "");
    ul_sheet_cell(made->table, "%s", column[c].name);
    ul_sheet_number(made->table, UL_WHOLE, there ? (double)s->count[c] : NAN);
    ul_sheet_number(made->table, UL_WHOLE, column[c].paper_count[row]);
    ul_sheet_number(made->table, UL_SHARE, share / 100);
    ul_sheet_cell(made->table, "%.2f%%", paper);
    snprintf(what, sizeof what, "%s: instance-hours on %s", row_name[row], column[c].name);
    return ul_table_number(made, arena, &(ul_number){
        .of = row_name[row], .subject = column[c].name, .measure = "share of instance-hours",
        .unit = "%", .ours = share, .has = UL_HAS_PAPER, .paper = paper},
        !there ? NULL : &(ul_claim){.what = what, .paper = paper, .ours = share, .tolerance = 5,
                                    .decimals = 2, .unit = "%", .why = why[row]});
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"mode",  "class", "instances", "paper", "of instance-hours",
                                       "paper"};
    split s[2] = {{.all = 0}, {.all = 0}};
    UL_TRY(measure(request, arena, made, s));
    UL_TRY(ul_sheet_new(arena, "sec-table1", "SEC, Table 1: instance-hours by pricing class",
                        s[SEC].all == 0
                            ? "Not made: the trace is missing; --set trace=FILE takes "
                              "SDSC-DS-2004-2.1-cln.swf of the Parallel Workloads Archive"
                            : "Hours paid for, ranks of instances by the break-even of their use "
                              "over the trace. SEC: the leases of its scheduler. Individual: each "
                              "job on nodes of its own, ranked within its user", "llrrrr",
                        &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (int row = 0; row < 2; row++)
        for (int c = 0; c < N_CLASSES; c++)
            UL_TRY(add_class(row, c, &s[row], arena, made));
    if (s[SEC].all == 0)
        return UL_OK;
    return ul_table_claim(made, arena, &(ul_claim){
        .what = "sec: on demand at most", .paper = 11, .tolerance = 9, .decimals = 2, .unit = "%",
        .sense = UL_CLAIM_AT_MOST, .ours = 100 * s[SEC].hours[ON_DEMAND] / s[SEC].all,
        .why = "more of the demand is in peaks"});
}

static const ul_param param[] = {
    {.name = "trace", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "a batch trace, SDSC-DS-2004-2.1-cln.swf of the archive"},
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw Figure 1 into"},
    {0},
};

const ul_table ul_table_sec_table1 = {
    .name = "sec-table1",
    .brief = "how much of a batch trace's demand each lease is worth",
    .paper = "SEC, Section 1, Table 1 and Figure 1",
    .param = param,
    .make = make,
};
