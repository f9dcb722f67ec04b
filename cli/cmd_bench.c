/* ullage bench: runs a suite. */
#include <stdio.h>

#include "artifact.h"
#include "campaign_args.h"
#include "replay.h"
#include "run_folder.h"

enum { METHODS_MAX = 64 };

typedef struct {
    ul_campaign_args args;
    const char *method[METHODS_MAX]; /* in place of the suite's */
    ul_set_list set;                 /* the suite's parameters */
    bool cancel, replay;
    const char *artifact; /* where the results go, packed */
    const char *drop; /* method whose rows are set aside */
    size_t part; /* an array task's number, or UL_NONE */
} options;

static void read_own(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    ul_suite_request *asked = &o->args.slurm.runner.campaign.asked;
    if (key == 'p')
        o->part = ul_arg_count(value, "--part", state);
    else if (asked->n_methods == METHODS_MAX)
        argp_error(state, "more than %d -m", METHODS_MAX);
    else
        o->method[asked->n_methods++] = value;
}

static const ul_option option[] = {
    {"method", 'm', "METHOD", "run this instead of the suite's methods, 'NAME NAME=VALUE...'; may "
     "be repeated, and a grid is several: 'NAME a=0.5..2 by 0.5 b=x|y'", UL_OWN},
    {"set", 'S', "NAME=VALUE", "a parameter of the suite; may be repeated", UL_FIELD(set)},
    {"certificates", 'C', NULL, "keep the proofs of methods that write them, and verify each",
     UL_FIELD(args.slurm.runner.campaign.certificates)},
    {"replay", 'R', NULL, "SUITE is a folder of results: run it again as it is, into --out, and "
     "say what changed", UL_FIELD(replay)},
    {"artifact", 'a', "FILE.tar.gz", "pack the results with all that shows them, for others to "
     "check; SUITE may be a folder of results", UL_FIELD(artifact)},
    {"drop", 'x', "METHOD", "set the rows of a method in --out aside (dropped.csv)",
     UL_FIELD(drop)},
    {"detach", 'd', NULL, "with slurm: submit and return; --resume gathers",
     UL_FIELD(args.slurm.detach)},
    {"cancel", 'c', NULL, "cancel the folder's Slurm array", UL_FIELD(cancel)},
    {"part", 'p', "N", "what an array task calls", UL_OWN, .rule = UL_HIDDEN},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->args.slurm.runner.campaign.asked.suite == NULL && !o->cancel && o->part == UL_NONE
        && o->drop == NULL)
        argp_error(state, "which suite? 'ullage list suites' shows those that ship; a path to "
                          "your own file does too");
}

static ul_status drop(const char *folder, const char *method)
{
    size_t n;
    UL_TRY(ul_campaign_drop(folder, method, &n));
    fprintf(stderr, "%zu row%s of %s set aside in %s/" UL_DROPPED "\n", n, n == 1 ? "" : "s", method,
            folder);
    return UL_OK;
}

/* Runs a folder again; what did not come out as before is an alarm. */
static ul_status replay(options *o, bool *alarm)
{
    ul_campaign_options *campaign = &o->args.slurm.runner.campaign;
    ul_output *out;
    bool same = false;
    if (campaign->asked.n_methods > 0)
        return ul_fail(UL_E_INPUT, "--replay runs the folder's methods; -m is not for it");
    campaign->replay = campaign->asked.suite;
    UL_TRY(ul_campaign_args_run(&o->args, alarm));
    UL_TRY(ul_output_open("-", &out));
    UL_TRY(ul_output_finish(out, ul_replay_compare(campaign->replay, campaign->folder, out, &same)));
    *alarm = !same;
    return same ? UL_OK : ul_fail(UL_E_INPUT, "not all runs came out as they did in %s",
                                  campaign->replay);
}

/* Of a folder of results, or of the suite once it is run. */
static ul_status pack(options *o, bool *alarm)
{
    ul_campaign_args *args = &o->args;
    ul_campaign_options *campaign = &args->slurm.runner.campaign;
    if (ul_run_folder_has(campaign->asked.suite, UL_RECORDS))
        campaign->folder = campaign->asked.suite;
    else
        UL_TRY(ul_campaign_args_run(args, alarm));
    return ul_artifact_write(&(ul_artifact_options){campaign->folder, o->artifact, args->program,
                                                    args->checker});
}

static ul_status run(options *o, bool *alarm)
{
    const ul_runner_options *runner = &o->args.slurm.runner;
    *alarm = false;
    if ((o->cancel || o->part != UL_NONE || o->drop != NULL) && runner->campaign.folder == NULL)
        return ul_fail(UL_E_INPUT, "--out names the folder");
    if (o->cancel)
        return ul_slurm_cancel(runner->campaign.folder);
    if (o->drop != NULL)
        return drop(runner->campaign.folder, o->drop);
    if (o->part != UL_NONE)
        return ul_slurm_part(runner, o->part);
    if (o->replay)
        return replay(o, alarm);
    if (o->artifact != NULL)
        return pack(o, alarm);
    return ul_campaign_args_run(&o->args, alarm);
}

int ul_command_bench(int argc, char **argv)
{
    static const ul_command command = {
        .args_doc = "SUITE",
        .own = {option, read_own},
        .shared = &ul_campaign_option_list, .shared_at = offsetof(options, args),
        .argument = "suite", .argument_at = offsetof(options, args.slurm.runner.campaign.asked.suite),
        .check = check,
        .doc = "Runs every method of a suite on every instance of it, each in a process of its own "
               "under the suite's limits, checks every plan and records the outcome."
               "\vExample: ullage bench smoke --out results/smoke",
    };
    options o = {.part = UL_NONE};
    bool alarm;
    ul_campaign_args_begin(&o.args, argc, argv);
    o.args.slurm.runner.campaign.asked.method = o.method;
    o.args.slurm.runner.campaign.asked.set = o.set.item;
    ul_parse_args(&command, argc, argv, &o);
    o.args.slurm.runner.campaign.asked.n_set = o.set.n;
    ul_status status = ul_campaign_args_settle(&o.args);
    if (status != UL_OK)
        return ul_complain(status);
    status = run(&o, &alarm);
    if (status != UL_OK) {
        const int code = ul_complain(status);
        return alarm ? UL_EXIT_NO : code;
    }
    if (!o.replay)
        printf("%s\n", o.args.slurm.runner.campaign.folder);
    return UL_EXIT_OK;
}
