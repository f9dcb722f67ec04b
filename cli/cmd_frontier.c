/* ullage frontier: what not waiting costs, from both sides. */
#include <math.h>
#include <string.h>

#include "frontier.h"
#include "statistics.h"
#include "trial_args.h"

enum { WAITS_MAX = 32 };

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
        return ul_arg_flag(&o->csv);
    case 'j':
        return ul_arg_flag(&o->json);
    case SVG:
        return ul_arg_text(&o->svg, value);
    case BUDGET:
        o->budget_s = ul_arg_seconds(value, "--budget", state);
        return 0;
    case CERTIFICATES:
        return ul_arg_text(&o->certificates, value);
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->run;
        return 0;
    case ARGP_KEY_ARG:
        return ul_arg_one(&o->file, value, "instance", state);
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

static ul_status draw(const char *path, const ul_frontier *found, ul_arena *arena)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, ul_frontier_draw(found, arena, out));
}

static ul_status print(const options *o, const ul_frontier *found, ul_arena *arena)
{
    ul_sheet *sheet, *points;
    ul_output *out;
    UL_TRY(ul_frontier_curve(found, arena, &sheet));
    UL_TRY(ul_frontier_schedules(found, arena, &points));
    UL_TRY(ul_output_open("-", &out));
    if (!o->json)
        return ul_output_finish(out, (o->csv ? ul_sheet_csv : ul_sheet_text)(sheet, out));
    ul_json_writer json = ul_json_writer_on(out);
    ul_json_open(&json, "{", ",\n");
    ul_json_text_member(&json, "instance", found->trials->instance->name);
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
    const ul_frontier_asked asked = {o->wait_s, o->n_waits, o->budget_s, o->certificates};
    ul_trials trials;
    ul_frontier found;
    UL_TRY(ul_trials_of(&o->run, instance, arena, &trials));
    UL_TRY(ul_frontier_find(&trials, &asked, arena, &found));
    if (o->svg != NULL)
        UL_TRY(draw(o->svg, &found, arena));
    return print(o, &found, arena);
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
    return ul_trials_command(o.file, &o, frontier);
}
