/* ullage frontier: what not waiting costs, from both sides. */
#include <math.h>
#include <string.h>

#include "frontier.h"
#include "statistics.h"
#include "trial_args.h"

enum { WAITS_MAX = 32 };

typedef struct {
    const char *file, *svg, *certificates, *timelines;
    bool csv, json;
    double budget_s; /* CPU seconds for all; 0: as the limits of each run say */
    double wait_s[WAITS_MAX]; /* ascending; HUGE_VAL: any */
    size_t n_waits;
    ul_run_args run;
} options;

enum { WAITS = 0x200 }; /* an option without a letter */

static void read_waits(void *input, int key, char *list, const struct argp_state *state)
{
    options *o = input;
    (void)key;
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

static const ul_option option[] = {
    {"waits", WAITS, "LIST", "the limits on waiting, in seconds, separated by commas, and any "
     "(default 60,600,3600,21600,86400,any)", UL_OWN},
    {"budget", 0, "S", "CPU seconds for all together, half of them for the floors",
     UL_FIELD(budget_s)},
    {"certificates", 0, "FOLDER", "write the proof of each floor there, floor-WAIT.csv, for "
     "ullage-check", UL_FIELD(certificates)},
    {"timelines", 0, "FOLDER", "write the cheapest schedule of each limit there, timeline-WAIT.csv, for "
     "ullage-check", UL_FIELD(timelines)},
    {"csv", 'C', NULL, "the curve as CSV", UL_FIELD(csv)},
    {"json", 'j', NULL, "one JSON object: the curve, and every schedule as a point",
     UL_FIELD(json)},
    {"svg", 0, "FILE", "the picture", UL_FIELD(svg)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->file == NULL)
        argp_error(state, "a workload is needed");
    ul_arg_apart(o->file, o->svg, state);
}

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
    const ul_frontier_asked asked = {o->wait_s, o->n_waits, o->budget_s, o->certificates,
                                     o->timelines};
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
    static const ul_command command = {
        .args_doc = "FILE",
        .own = {option, read_waits},
        .shared = &ul_run_option_list, .shared_at = offsetof(options, run),
        .argument = "instance", .argument_at = offsetof(options, file),
        .check = check,
        .doc = "What not waiting costs, from both sides: for each limit on the time that a task may "
               "be on no machine, what no schedule costs less than, and the cheapest that is known "
               "to keep it, of the policies (or those that -m names) and of a search that knows the "
               "future."
               "\vExample: ullage gen eva-jobs -n 20 -o jobs.csv && "
               "ullage frontier jobs.csv --waits 600,3600,any -m repack -m eva --budget 20",
    };
    options o = {.wait_s = {60, 600, 3600, 21600, 86400, HUGE_VAL}, .n_waits = 6,
                 .run = UL_RUN_ARGS_PRESET};
    ul_parse_args(&command, argc, argv, &o);
    return ul_trials_command(o.file, &o, frontier);
}
