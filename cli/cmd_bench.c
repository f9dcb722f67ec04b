/* ullage bench: runs a suite. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "runner.h"
#include "slurm.h"

typedef struct {
    ul_slurm_options slurm; /* its runner serves both engines */
    bool on_slurm, cancel;
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
    case 'p':
        o->part = ul_arg_count(value, "--part", state);
        return 0;
    case ARGP_KEY_ARG:
        ul_arg_one(&o->slurm.runner.campaign.suite, value, "suite", state);
        return 0;
    case ARGP_KEY_END:
        if (o->slurm.runner.campaign.suite == NULL && !o->cancel && o->part == UL_NONE)
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
    {"resume", 'r', 0, 0, "go on with a folder that was interrupted", 0},
    {"engine", 'e', "local|slurm", 0, "where to run: this machine (default) or a Slurm job array", 0},
    {"detach", 'd', 0, 0, "with slurm: submit and return; --resume gathers", 0},
    {"cancel", 'c', 0, 0, "cancel the folder's Slurm array", 0},
    {"part", 'p', "N", OPTION_HIDDEN, "what an array task calls", 0},
    {0},
};

/* A bar on a terminal, a plain line a record otherwise. */
static void show_progress(void *context, const ul_progress *p)
{
    (void)context;
    const double rate = p->elapsed_s > 0 ? (double)(p->done - p->before) / p->elapsed_s : 0;
    if (!isatty(STDERR_FILENO)) {
        fprintf(stderr, "%zu/%zu %s %s %s\n", p->done, p->total, p->last->instance,
                p->last->method, ul_outcome_name(p->last->outcome));
        return;
    }
    const int width = 30;
    const int filled = p->total > 0 ? (int)((size_t)width * p->done / p->total) : 0;
    fprintf(stderr, "\r[%.*s%*s] %zu/%zu  %.1f/s  %.0f s left \033[K", filled,
            "##############################", width - filled, "", p->done, p->total, rate,
            rate > 0 ? (double)(p->total - p->done) / rate : 0);
    if (p->done == p->total)
        fputc('\n', stderr);
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

static ul_status run(const options *o, bool *alarm)
{
    const ul_runner_options *runner = &o->slurm.runner;
    *alarm = false;
    if ((o->cancel || o->part != UL_NONE) && runner->campaign.folder == NULL)
        return ul_fail(UL_E_INPUT, "--out names the folder");
    if (o->cancel)
        return ul_slurm_cancel(runner->campaign.folder);
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
    argp_parse(&argp, argc, argv, 0, NULL, &o);
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
