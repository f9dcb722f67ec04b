/* ullage bench: runs a suite. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "runner.h"

typedef struct {
    ul_runner_options runner;
} options;

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'j':
        o->runner.jobs = ul_arg_count(value, "--jobs", state);
        return 0;
    case 'o':
        o->runner.folder = value;
        return 0;
    case 'r':
        o->runner.resume = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->runner.suite != NULL)
            argp_error(state, "one suite at a time");
        o->runner.suite = value;
        return 0;
    case ARGP_KEY_END:
        if (o->runner.suite == NULL)
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
    {0},
};

/* A bar on a terminal, a plain line a record otherwise. */
static void show_progress(void *context, const ul_progress *p)
{
    (void)context;
    const double rate = p->elapsed_s > 0 ? (double)p->done / p->elapsed_s : 0;
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

/* ullage-check lies beside this program. */
static ul_status find_checker(char *path, size_t room)
{
    const ssize_t n = readlink("/proc/self/exe", path, room - 1);
    if (n < 0)
        return ul_fail(UL_E_IO, "/proc/self/exe: cannot be read");
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    snprintf(slash + 1, room - (size_t)(slash + 1 - path), "ullage-check");
    return access(path, X_OK) == 0 ? UL_OK
                                   : ul_fail(UL_E_IO, "%s: is missing; every plan must be checked",
                                             path);
}

static void default_folder(const char *suite, char *folder, size_t room)
{
    const time_t now = time(NULL);
    char stamp[32];
    const char *base = strrchr(suite, '/') == NULL ? suite : strrchr(suite, '/') + 1;
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
    snprintf(folder, room, "results/%.*s-%s", (int)strcspn(base, "."), base, stamp);
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
    char folder[4096], checker[4096];
    options o = {.runner = {.jobs = 1, .argc = argc, .argv = argv, .progress = show_progress}};
    bool alarm;
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    ul_status status = find_checker(checker, sizeof checker);
    if (status != UL_OK)
        return ul_complain(status);
    if (o.runner.folder == NULL) {
        default_folder(o.runner.suite, folder, sizeof folder);
        o.runner.folder = folder;
    }
    o.runner.checker = checker;
    status = ul_runner_run(&o.runner, &alarm);
    if (status != UL_OK) {
        ul_complain(status);
        return alarm ? UL_EXIT_NO : status == UL_E_INPUT || status == UL_E_IO ? UL_EXIT_USAGE
                                                                              : UL_EXIT_FAULT;
    }
    printf("%s\n", o.runner.folder);
    return UL_EXIT_OK;
}
