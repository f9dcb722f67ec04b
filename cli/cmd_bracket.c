/* ullage bracket: what policies cost, and the floor that no schedule goes below. */
#include "bracket.h"
#include "trial_args.h"

typedef struct {
    const char *file;
    bool csv, json;
    double wait_s; /* of the second floor; negative: none is asked for */
    ul_run_args run;
} options;

static const ul_option option[] = {
    {"certificate", 'c', "FILE", "write the proof of the floor, for ullage-check",
     UL_FIELD(run.run.certificate)},
    {"csv", 'C', NULL, "the table as CSV, with exact dollars and the floor", UL_FIELD(csv)},
    {"json", 'j', NULL, "the same as one JSON object", UL_FIELD(json)},
    {"wait", 0, "S", "also the floor of schedules in which no task spends more than S seconds on "
     "no machine; the certificate is that one's", UL_FIELD(wait_s)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->file == NULL)
        argp_error(state, "a workload is needed");
    ul_arg_apart(o->file, o->run.run.certificate, state);
    if (o->run.set.n > 0 && o->run.n_named == 0)
        argp_error(state, "--set is for methods that -m names");
}

static ul_status print(const options *o, const ul_instance *instance, const ul_sheet *sheet,
                       const ul_policy_floor *floor)
{
    char text[UL_NUMBER_TEXT];
    ul_output *out;
    UL_TRY(ul_output_open("-", &out));
    if (!o->json)
        return ul_output_finish(out, (o->csv ? ul_sheet_csv : ul_sheet_text)(sheet, out));
    ul_json_writer json = ul_json_writer_on(out);
    ul_json_open(&json, "{", ",\n");
    ul_json_text_member(&json, "instance", instance->name);
    ul_json_put_member(&json, "floor", "%s", floor->none ? "null" : ul_cost_text(floor->bound, text));
    ul_json_name(&json, "methods");
    const ul_status status = ul_sheet_json(sheet, &json);
    ul_json_close(&json, "}");
    ul_output_format(out, "\n");
    return ul_output_finish(out, status);
}

static ul_status bracket(void *context, const ul_instance *instance, ul_arena *arena)
{
    options *o = context;
    ul_trials trials;
    ul_bracket found;
    ul_sheet *sheet;
    UL_TRY(ul_trials_of(&o->run, instance, arena, &trials));
    UL_TRY(ul_bracket_find(&trials, o->wait_s, o->run.run.certificate, arena, &found));
    UL_TRY(ul_bracket_table(&found, o->csv || o->json, arena, &sheet));
    UL_TRY(print(o, instance, sheet, &found.every));
    return ul_bracket_check(&found);
}

int ul_command_bracket(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "FILE",
        .own = {option, NULL},
        .shared = &ul_run_option_list, .shared_at = offsetof(options, run),
        .argument = "instance", .argument_at = offsetof(options, file),
        .check = check,
        .doc = "What each policy costs on a workload, or each that -m names, and how far that is "
               "above what no schedule can cost less than. Limits are for each method."
               "\vExample: ullage gen eva-jobs -n 20 -o jobs.csv && "
               "ullage bracket jobs.csv -m eva -m synergy",
    };
    options o = {.wait_s = -1, .run = UL_RUN_ARGS_PRESET};
    ul_parse_args(&command, argc, argv, &o);
    return ul_trials_command(o.file, &o, bracket);
}
