/* ullage frontier: what not waiting costs, from both sides. For each limit on waiting a floor
 * that no schedule goes below, and the cheapest schedule that is known to keep it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "policies.h"
#include "registry.h"
#include "say.h"
#include "sheet.h"
#include "statistics.h"

enum { WAITS_MAX = 32, OUTCOMES_MAX = UL_METHODS_NAMED_MAX + WAITS_MAX };

typedef struct {
    const char *file, *svg, *certificates;
    bool csv, json;
    double budget_s; /* CPU seconds for all; 0: as the limits of each run say */
    double wait_s[WAITS_MAX]; /* ascending; HUGE_VAL: any */
    size_t n_waits;
    ul_run_args run;
} options;

enum { WAITS = 0x200, SVG, BUDGET, CERTIFICATES }; /* options without a letter */

static void parse_waits(options *o, char *list, struct argp_state *state)
{
    o->n_waits = 0;
    for (char *save, *word = strtok_r(list, ",", &save); word != NULL;
         word = strtok_r(NULL, ",", &save)) {
        if (o->n_waits == WAITS_MAX)
            argp_error(state, "--waits: at most %d limits", WAITS_MAX);
        o->wait_s[o->n_waits++]
            = strcmp(word, "any") == 0 ? HUGE_VAL : ul_arg_seconds(word, "--waits", state);
    }
    ul_stat_sort(o->wait_s, o->n_waits);
    if (o->n_waits == 0)
        argp_error(state, "--waits: seconds, separated by commas, or any");
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case WAITS:
        parse_waits(o, value, state);
        return 0;
    case 'C':
        o->csv = true;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case SVG:
        o->svg = value;
        return 0;
    case BUDGET:
        o->budget_s = ul_arg_seconds(value, "--budget", state);
        return 0;
    case CERTIFICATES:
        o->certificates = value;
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->run;
        return 0;
    case ARGP_KEY_ARG:
        ul_arg_one(&o->file, value, "instance", state);
        return 0;
    case ARGP_KEY_END:
        if (o->file == NULL)
            argp_error(state, "a workload is needed");
        ul_arg_apart(o->file, o->svg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"waits", WAITS, "LIST", 0, "the limits on waiting, in seconds, separated by commas, and any "
                                "(default 60,600,3600,21600,86400,any)", 0},
    {"budget", BUDGET, "S", 0, "CPU seconds for all together, half of them for the floors", 0},
    {"certificates", CERTIFICATES, "FOLDER", 0, "write the proof of each floor there, "
                                                "floor-WAIT.csv, for ullage-check", 0},
    {"csv", 'C', 0, 0, "the curve as CSV", 0},
    {"json", 'j', 0, 0, "one JSON object: the curve, and every schedule as a point", 0},
    {"svg", SVG, "FILE", 0, "the picture", 0},
    {0},
};

/* The curve at one limit on waiting. */
typedef struct {
    double wait_s, cpu_s;
    ul_cost floor;
    const ul_policy_outcome *best; /* or NULL */
} point;

typedef struct {
    point at[WAITS_MAX];
    size_t n;
    ul_policy_outcome outcome[OUTCOMES_MAX];
    size_t n_outcomes;
} curve;

static const char *wait_text(double wait_s, char text[32])
{
    snprintf(text, 32, isinf(wait_s) ? "any" : "%.10g", wait_s);
    return text;
}

/* ---- from below ---- */

static ul_status find_floors(const options *o, const ul_instance *instance, curve *c)
{
    ul_run_args args = o->run;
    if (o->budget_s > 0)
        args.run.cpu_limit_s = o->budget_s / 2 / (double)o->n_waits;
    for (size_t q = 0; q < o->n_waits; q++) {
        char path[4096], wait[32];
        bool none;
        point *at = &c->at[c->n++];
        *at = (point){.wait_s = o->wait_s[q]};
        if (o->certificates != NULL && snprintf(path, sizeof path, "%s/floor-%s.csv", o->certificates,
                                                wait_text(at->wait_s, wait)) >= (int)sizeof path)
            return ul_fail(UL_E_INPUT, "%s: the name is too long", o->certificates);
        UL_TRY(ul_policy_floor(&args, instance, isinf(at->wait_s) ? -1 : at->wait_s,
                               o->certificates != NULL ? path : NULL, &at->floor, &at->cpu_s, &none));
        if (none)
            return ul_fail(UL_E_INPUT, "%s: there is no schedule: all machines there are cannot do "
                                       "the work", o->file);
    }
    return UL_OK;
}

/* Who may wait longer may wait less: a floor holds for every smaller limit too. */
static void lift_floors(curve *c)
{
    for (size_t q = c->n - 1; q-- > 0;)
        if (c->at[q].floor < c->at[q + 1].floor)
            c->at[q].floor = c->at[q + 1].floor;
}

/* ---- from above ---- */

/* One who knows the future and keeps to a limit on waiting: it reads the whole workload and
 * has a parameter for that. */
static const ul_method *searcher(const ul_kind *kind)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        for (const ul_param *p = ul_methods[q]->param; p != NULL && p->name != NULL; p++)
            if ((ul_methods[q]->traits & UL_OFFLINE) != 0 && ul_method_takes(ul_methods[q], kind)
                && (ul_methods[q]->traits & UL_BOUND_ONLY) == 0 && strcmp(p->name, "wait") == 0)
                return ul_methods[q];
    return NULL;
}

static ul_status try_one(const options *o, const ul_instance *instance, const char *name, double share,
                         curve *c)
{
    ul_run_args args = o->run;
    if (o->budget_s > 0)
        args.run.cpu_limit_s = share * o->budget_s;
    return ul_policy_try(&args, instance, name, name, &c->outcome[c->n_outcomes++]);
}

static ul_status find_schedules(const options *o, const ul_instance *instance, ul_arena *arena,
                                curve *c)
{
    const char *name[UL_METHODS_NAMED_MAX];
    const ul_method *search = searcher(instance->kind);
    const size_t n = ul_policies_list(&o->run, instance->kind, name);
    for (size_t q = 0; q < n; q++)
        if (search == NULL || strcmp(name[q], search->name) != 0)
            UL_TRY(try_one(o, instance, name[q], 0.25 / (double)n, c));
    for (size_t q = 0; search != NULL && q < c->n; q++) {
        const double wait_s = isinf(c->at[q].wait_s) ? -1 : c->at[q].wait_s;
        const char *asked;
        UL_TRY(ul_arena_format(arena, &asked, "%s wait=%.10g", search->name, wait_s));
        UL_TRY(try_one(o, instance, asked, 0.25 / (double)c->n, c));
    }
    return UL_OK;
}

static ul_status find_best(curve *c)
{
    for (size_t q = 0; q < c->n; q++)
        for (size_t m = 0; m < c->n_outcomes; m++) {
            const ul_policy_outcome *one = &c->outcome[m];
            if (!one->has_cost || !(one->longest_wait_s <= c->at[q].wait_s))
                continue;
            UL_TRY(ul_policy_above(one, c->at[q].floor, false));
            if (c->at[q].best == NULL || one->exact_cost < c->at[q].best->exact_cost)
                c->at[q].best = one;
        }
    return UL_OK;
}

/* ---- told ---- */

static ul_status make_curve(const ul_instance *instance, const curve *c, ul_arena *arena,
                            ul_sheet **sheet)
{
    static const ul_sheet_column column[] = {
        {"wait, s", "wait_s", UL_PLAIN}, {"floor", "floor", UL_DOLLARS},
        {"best known", "cost", UL_DOLLARS}, {"between", "gap", UL_SHARE}, {"by", "method", UL_WORD}, {0}};
    const ul_sheet_described frontier = {
        "frontier", instance->name, "No schedule in which every task is on a machine but for at most "
        "so many seconds costs less than the floor; the cheapest that is known to keep to that costs "
        "as much as stands beside it.", column};
    UL_TRY(ul_sheet_describe(arena, &frontier, sheet));
    for (size_t q = 0; q < c->n; q++) {
        const point *at = &c->at[q];
        const double floor = ul_cost_double(at->floor);
        char wait[32];
        ul_sheet_cell(*sheet, "%s", wait_text(at->wait_s, wait));
        ul_sheet_number(*sheet, UL_DOLLARS, ul_bound_as_said(floor));
        if (at->best == NULL) {
            ul_sheet_none(*sheet, "none");
            ul_sheet_none(*sheet, "");
            ul_sheet_cell(*sheet, "%s", "");
            continue;
        }
        ul_sheet_number(*sheet, UL_DOLLARS, at->best->cost);
        ul_sheet_number(*sheet, UL_SHARE, floor > 0 ? at->best->cost / floor - 1 : NAN);
        ul_sheet_cell(*sheet, "%s", at->best->name);
    }
    return UL_OK;
}

static ul_status make_points(const curve *c, ul_arena *arena, ul_sheet **sheet)
{
    static const char *const head[] = {"method", "cost", "longest_wait_s", "mean_completion_s", "knows"};
    UL_TRY(ul_sheet_new(arena, "schedules", "Every schedule as a point", "", "lrrrl", sheet));
    ul_sheet_heads(*sheet, head, sizeof head / sizeof *head);
    for (size_t q = 0; q < c->n_outcomes; q++) {
        const ul_policy_outcome *one = &c->outcome[q];
        if (!one->has_cost)
            continue;
        ul_sheet_cell(*sheet, "%s", one->name);
        ul_sheet_number(*sheet, UL_DOLLARS, one->cost);
        ul_sheet_number(*sheet, UL_SECONDS, one->longest_wait_s);
        ul_sheet_number(*sheet, UL_SECONDS, 3600 * one->completion_h);
        ul_sheet_cell(*sheet, "%s", one->knows);
    }
    return UL_OK;
}

/* Dollars over the limit on waiting: between the two lines lies what nobody knows. */
static ul_status draw(const options *o, const ul_instance *instance, const curve *c, ul_arena *arena)
{
    double x[WAITS_MAX], floor[WAITS_MAX], best[WAITS_MAX], longest = 1;
    ul_chart chart = {.id = "frontier", .title = instance->name, .arena = arena,
                      .note = "between the two lines lies what nobody knows",
                      .x = {.title = "seconds that a task may be on no machine", .scale = UL_LOG},
                      .y = {.title = "cost, $", .scale = UL_LOG}};
    ul_output *out;
    for (size_t q = 0; q < c->n_outcomes; q++)
        if (c->outcome[q].has_cost && c->outcome[q].longest_wait_s > longest)
            longest = c->outcome[q].longest_wait_s;
    for (size_t q = 0; q < c->n; q++) {
        x[q] = isinf(c->at[q].wait_s) ? fmax(2 * longest, q > 0 ? 2 * x[q - 1] : 2) : fmax(c->at[q].wait_s, 1);
        floor[q] = ul_cost_double(c->at[q].floor);
        best[q] = c->at[q].best == NULL ? NAN : c->at[q].best->cost;
    }
    UL_TRY(ul_chart_add(&chart, &(ul_chart_series){UL_STEPS, 0, "floor", x, floor, c->n, .strong = true}));
    UL_TRY(ul_chart_add(&chart, &(ul_chart_series){UL_STEPS, 1, "best known", x, best, c->n, .strong = true}));
    for (size_t q = 0; q < c->n_outcomes; q++) {
        const ul_policy_outcome *one = &c->outcome[q];
        const double wait_s = fmax(one->longest_wait_s, 1);
        if (one->has_cost)
            UL_TRY(ul_chart_add(&chart, &(ul_chart_series){UL_POINT, 2 + q % (UL_CHART_STYLES - 2),
                                                           one->name, &wait_s, &one->cost, .n = 1}));
    }
    ul_chart_finish(&chart);
    UL_TRY(ul_output_open(o->svg, &out));
    ul_chart_svg(&chart, out);
    return ul_output_finish(out, UL_OK);
}

static ul_status print(const options *o, const ul_instance *instance, const curve *c, ul_arena *arena)
{
    ul_sheet *sheet, *points;
    ul_output *out;
    UL_TRY(make_curve(instance, c, arena, &sheet));
    UL_TRY(make_points(c, arena, &points));
    UL_TRY(ul_output_open("-", &out));
    if (!o->json)
        return ul_output_finish(out, (o->csv ? ul_sheet_csv : ul_sheet_text)(sheet, out));
    ul_json_writer json = ul_json_writer_on(out);
    ul_json_open(&json, "{", ",\n");
    ul_json_text_member(&json, "instance", instance->name);
    ul_json_name(&json, "curve");
    ul_status status = ul_sheet_json(sheet, &json);
    ul_json_name(&json, "schedules");
    if (status == UL_OK)
        status = ul_sheet_json(points, &json);
    ul_json_close(&json, "}");
    ul_output_format(out, "\n");
    return ul_output_finish(out, status);
}

static ul_status frontier(void *context, const ul_instance *instance, ul_arena *arena)
{
    options *o = context;
    curve *c;
    UL_ALLOC(arena, c, 1);
    UL_TRY(ul_run_args_spread(&o->run, arena));
    UL_TRY(find_floors(o, instance, c));
    lift_floors(c);
    UL_TRY(find_schedules(o, instance, arena, c));
    UL_TRY(find_best(c));
    if (o->svg != NULL)
        UL_TRY(draw(o, instance, c, arena));
    return print(o, instance, c, arena);
}

int ul_command_frontier(int argc, char **argv)
{
    static const struct argp_child children[] = {{&ul_run_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "FILE",
        .children = children,
        .doc = "What not waiting costs, from both sides: for each limit on the time that a task may "
               "be on no machine, what no schedule costs less than, and the cheapest that is known "
               "to keep it, of the policies (or those that -m names) and of a search that knows the "
               "future."
               "\vExample: ullage gen eva-jobs -n 20 -o jobs.csv && "
               "ullage frontier jobs.csv --waits 600,3600,any -m repack -m eva --budget 20",
    };
    options o = {.wait_s = {60, 600, 3600, 21600, 86400, HUGE_VAL}, .n_waits = 6,
                 .run = UL_RUN_ARGS_PRESET};
    ul_parse_args(&argp, argc, argv, &o);
    return ul_policies_command(o.file, &o, frontier);
}
