/* ullage bench: runs a suite. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "runner.h"
#include "slurm.h"
#include "view.h"

typedef struct {
    ul_slurm_options slurm; /* its runner serves both engines */
    bool on_slurm, cancel;
    const char *drop; /* method whose rows are set aside */
    size_t part; /* an array task's number, or UL_NONE */
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'j':
        o->slurm.runner.campaign.jobs = ul_arg_positive(value, "--jobs", state);
        return 0;
    case 'o':
        o->slurm.runner.campaign.folder = value;
        return 0;
    case 'r':
        o->slurm.runner.campaign.resume = true;
        return 0;
    case 'e':
        o->on_slurm = strcmp(value, "slurm") == 0;
        if (!o->on_slurm && strcmp(value, "local") != 0)
            argp_error(state, "--engine is local or slurm, not '%s'", value);
        return 0;
    case 'd':
        o->slurm.detach = true;
        return 0;
    case 'c':
        o->cancel = true;
        return 0;
    case 'x':
        o->drop = value;
        return 0;
    case 'C':
        o->slurm.runner.campaign.certificates = true;
        return 0;
    case 'p':
        o->part = ul_arg_count(value, "--part", state);
        return 0;
    case ARGP_KEY_ARG:
        ul_arg_one(&o->slurm.runner.campaign.suite, value, "suite", state);
        return 0;
    case ARGP_KEY_END:
        if (o->slurm.runner.campaign.suite == NULL && !o->cancel && o->part == UL_NONE
            && o->drop == NULL)
            argp_error(state, "which suite? 'ullage list suites' shows those that ship; a path to "
                              "your own file does too");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"jobs", 'j', "N", 0, "how many runs at a time (default 1)", 0},
    {"out", 'o', "DIR", 0, "folder of the results (default results/SUITE-DATE)", 0},
    {"resume", 'r', 0, 0, "go on with a folder that was interrupted, or whose suite has grown", 0},
    {"certificates", 'C', 0, 0, "keep the proofs of methods that write them, and verify each", 0},
    {"drop", 'x', "METHOD", 0, "set the rows of a method in --out aside (dropped.csv)", 0},
    {"engine", 'e', "local|slurm", 0, "where to run: this machine (default) or a Slurm job array", 0},
    {"detach", 'd', 0, 0, "with slurm: submit and return; --resume gathers", 0},
    {"cancel", 'c', 0, 0, "cancel the folder's Slurm array", 0},
    {"part", 'p', "N", OPTION_HIDDEN, "what an array task calls", 0},
    {0},
};

static void put_duration(FILE *to, double seconds)
{
    const unsigned long whole = (unsigned long)(seconds + 0.5);
    if (whole >= 3600)
        fprintf(to, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    else
        fprintf(to, "%lu:%02lu", whole / 60, whole % 60);
}

/* What the last run was and came to, variants told apart by their parameters. */
static void put_record(FILE *to, const ul_record *r)
{
    char number[UL_NUMBER_TEXT];
    fprintf(to, "%s %s", r->instance, r->method);
    if (r->parameters[0] != '\0')
        fprintf(to, " %s", r->parameters);
    if (r->seed > 1)
        fprintf(to, " seed %llu", (unsigned long long)r->seed);
    fprintf(to, " %s", ul_outcome_name(r->outcome));
    if (r->has_cost)
        fprintf(to, " $%s", ul_dollars_text(r->cost, number));
    fprintf(to, " in %s CPU", ul_seconds_text(r->cpu_s, number));
    if (r->limit != UL_LIMIT_NONE)
        fprintf(to, " (%s limit)", ul_limit_name(r->limit));
}

/* A line that is written over on a terminal, a line a record otherwise. */
static void show_progress(void *context, const ul_progress *p)
{
    const bool bar = isatty(STDERR_FILENO);
    const double rate = p->elapsed_s > 0 ? (double)(p->done - p->before) / p->elapsed_s : 0;
    (void)context;
    if (p->passed_over != NULL) {
        fprintf(stderr, "%s\n", p->passed_over);
        return;
    }
    fprintf(stderr, bar ? "\r%zu/%zu " : "%zu/%zu ", p->done, p->total);
    if (p->last != NULL)
        put_record(stderr, p->last);
    fputs("; ", stderr);
    put_duration(stderr, p->elapsed_s);
    fputs(" used", stderr);
    if (rate > 0) {
        fputs(", ", stderr);
        put_duration(stderr, (double)(p->total - p->done) / rate);
        fputs(" left", stderr);
    }
    fputs(bar && p->done < p->total ? "\033[K" : bar ? "\033[K\n" : "\n", stderr);
}

static void default_folder(const char *suite, char *folder, size_t room)
{
    const time_t now = time(NULL);
    char stamp[32];
    const char *base = strrchr(suite, '/') == NULL ? suite : strrchr(suite, '/') + 1;
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
    snprintf(folder, room, "results/%.*s-%s", (int)strcspn(base, "."), base, stamp);
}

/* The path of this very program, and of ullage-check beside it. */
static ul_status find_programs(char *program, char *checker, size_t room)
{
    const ssize_t n = readlink("/proc/self/exe", program, room - 1);
    if (n < 0)
        return ul_fail(UL_E_IO, "/proc/self/exe: cannot be read");
    program[n] = '\0';
    const int folder = (int)(strrchr(program, '/') + 1 - program);
    snprintf(checker, room, "%.*sullage-check", folder, program);
    return access(checker, X_OK) == 0
               ? UL_OK
               : ul_fail(UL_E_IO, "%s: is missing; every plan must be checked", checker);
}

static ul_status drop(const char *folder, const char *method)
{
    size_t n;
    UL_TRY(ul_campaign_drop(folder, method, &n));
    fprintf(stderr, "%zu row%s of %s set aside in %s/" UL_DROPPED "\n", n, n == 1 ? "" : "s", method,
            folder);
    return UL_OK;
}

static ul_status run(const options *o, bool *alarm)
{
    const ul_runner_options *runner = &o->slurm.runner;
    *alarm = false;
    if ((o->cancel || o->part != UL_NONE || o->drop != NULL) && runner->campaign.folder == NULL)
        return ul_fail(UL_E_INPUT, "--out names the folder");
    if (o->cancel)
        return ul_slurm_cancel(runner->campaign.folder);
    if (o->drop != NULL)
        return drop(runner->campaign.folder, o->drop);
    if (o->part != UL_NONE)
        return ul_slurm_part(runner, o->part);
    return o->on_slurm ? ul_slurm_run(&o->slurm, alarm) : ul_runner_run(runner, alarm);
}

int ul_command_bench(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "SUITE",
        .doc = "Runs every method of a suite on every instance of it, each in a process of its own "
               "under the suite's limits, checks every plan and records the outcome."
               "\vExample: ullage bench smoke --out results/smoke",
    };
    char folder[4096], program[4096], checker[4096];
    options o = {.part = UL_NONE,
                 .slurm.runner = {.campaign = {.argc = argc, .argv = argv, .jobs = 1},
                                  .progress = show_progress}};
    bool alarm;
    ul_parse_args(&argp, argc, argv, &o);
    ul_status status = find_programs(program, checker, sizeof program);
    if (status != UL_OK)
        return ul_complain(status);
    if (o.slurm.runner.campaign.folder == NULL && o.slurm.runner.campaign.suite != NULL) {
        default_folder(o.slurm.runner.campaign.suite, folder, sizeof folder);
        o.slurm.runner.campaign.folder = folder;
    }
    o.slurm.program = program;
    o.slurm.runner.checker = checker;
    status = run(&o, &alarm);
    if (status != UL_OK) {
        const int code = ul_complain(status);
        return alarm ? UL_EXIT_NO : code;
    }
    printf("%s\n", o.slurm.runner.campaign.folder);
    return UL_EXIT_OK;
}
