#include "campaign_args.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "view.h"

typedef ul_campaign_args options;

static void read_engine(void *input, int key, char *value, const struct argp_state *state)
{
    options *o = input;
    (void)key;
    o->on_slurm = strcmp(value, "slurm") == 0;
    if (!o->on_slurm && strcmp(value, "local") != 0)
        argp_error(state, "--engine is local or slurm, not '%s'", value);
}

static const ul_option option[] = {
    {"jobs", 'j', "N", "how many runs at a time (default 1)",
     UL_FIELD(slurm.runner.campaign.jobs), UL_POSITIVE},
    {"out", 'o', "DIR", "folder of the results (default results/SUITE-DATE)",
     UL_FIELD(slurm.runner.campaign.folder)},
    {"resume", 'r', NULL, "go on with a folder that was interrupted, or whose suite has grown",
     UL_FIELD(slurm.runner.campaign.resume)},
    {"engine", 'e', "local|slurm", "where to run: this machine (default) or a Slurm job array",
     UL_OWN},
    {0},
};

const ul_option_list ul_campaign_option_list = {option, read_engine};

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
    if ((r->outcome == UL_CRASH || r->outcome == UL_REJECTED) && r->note[0] != '\0')
        fprintf(to, isatty(fileno(to)) ? ": %.120s" : ": %s", r->note); /* a line is written over */
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

void ul_campaign_args_begin(ul_campaign_args *args, int argc, char **argv)
{
    *args = (ul_campaign_args){.slurm.runner = {.campaign = {.argc = argc, .argv = argv, .jobs = 1},
                                                .progress = show_progress}};
}

ul_status ul_campaign_args_settle(ul_campaign_args *args)
{
    ul_campaign_options *campaign = &args->slurm.runner.campaign;
    if (campaign->folder == NULL && campaign->asked.suite != NULL) {
        default_folder(campaign->asked.suite, args->folder, sizeof args->folder);
        campaign->folder = args->folder;
    }
    args->slurm.program = args->program;
    args->slurm.runner.checker = args->checker;
    return find_programs(args->program, args->checker, sizeof args->program);
}

ul_status ul_campaign_args_run(const ul_campaign_args *args, bool *alarm)
{
    return args->on_slurm ? ul_slurm_run(&args->slurm, alarm)
                          : ul_runner_run(&args->slurm.runner, alarm);
}
