/* ullage-check: the command line. */
#include <argp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static bool as_json;

/* ---- ends without a verdict ---- */

static check_micro cpu_limit; /* of seconds; 0: none */
static char out_of_time[256], too_large[256]; /* what is said */

/* What was said of the plan stands. */
static void end_without_verdict(int signal)
{
    const int to = as_json ? STDOUT_FILENO : STDERR_FILENO;
    const char *said = signal == SIGPROF ? out_of_time : too_large;
    for (size_t at = 0; said[at] != '\0';) {
        const ssize_t written = write(to, said + at, strlen(said + at));
        if (written <= 0)
            break;
        at += (size_t)written;
    }
    _exit(CHECK_UNREADABLE);
}

static void make_sentence(const char *sentence, char said[256])
{
    snprintf(said, 256, as_json ? "{\"valid\": null, \"cost\": null, \"bound\": null, \"said\": [\"%s\"], "
                                  "\"infeasible\": false, \"speaks_of_plan\": null}\n" : "%s\n", sentence);
}

/* A number that leaves its type where nothing looks at it stops the processor there (see
 * CMakeLists.txt), on one machine as an instruction that is none, on another as a breakpoint. */
static void watch_numbers(void)
{
    make_sentence("ullage-check: the files have numbers that add up to more than this program counts",
                  too_large);
    signal(SIGILL, end_without_verdict);
    signal(SIGTRAP, end_without_verdict);
}

static void limit_cpu_time(void)
{
    char seconds[CHECK_NUMBER_TEXT], sentence[160];
    const struct itimerspec limit = {.it_value = {.tv_sec = (time_t)(cpu_limit / 1000000),
                                                  .tv_nsec = (long)(cpu_limit % 1000000) * 1000}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
    timer_t timer;
    snprintf(sentence, sizeof sentence, "ullage-check: takes too long to check: more than %s s of "
                                        "CPU time; --cpu-limit sets the limit",
             check_text(cpu_limit, 6, seconds));
    make_sentence(sentence, out_of_time);
    signal(SIGPROF, end_without_verdict);
    /* ITIMER_PROF would count ticks, which on a busy machine are over before the time is. */
    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0)
        timer_settime(timer, 0, &limit, NULL);
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    check_paths *paths = state->input;
    switch (key) {
    case 'c':
        paths->certificate = value;
        return 0;
    case 'j':
        as_json = true;
        return 0;
    case 'a':
        paths->all = true;
        return 0;
    case 'm': {
        uint64_t limit_mb;
        if (!check_parse_count(value, strlen(value), 1000000000, &limit_mb) || limit_mb == 0)
            argp_error(state, "--memory-mb is a whole number from 1 to 10^9, not '%s'", value);
        paths->memory_mb = (size_t)limit_mb;
        return 0;
    }
    case 's':
        if (!check_parse_count(value, strlen(value), CHECK_STEPS_MAX, &paths->steps)
            || paths->steps == 0)
            argp_error(state, "--steps is a whole number from 1 to 10^18, not '%s'", value);
        return 0;
    case 'l':
        if (!check_parse_decimal(value, strlen(value), &cpu_limit) || cpu_limit == 0)
            argp_error(state, "--cpu-limit is a number of seconds above 0, not '%s'", value);
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1)
            argp_error(state, "one instance and one plan");
        *(state->arg_num == 0 ? &paths->instance : &paths->plan) = value;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 1 || (state->arg_num < 2 && paths->certificate == NULL))
            argp_error(state, "an instance and a plan are needed, or an instance and a certificate");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"certificate", 'c', "FILE", 0, "verify the proof that no plan costs less", 0},
    {"memory-mb", 'm', "MB", 0, "use no more memory than this (2048)", 0},
    {"steps", 's', "N", 0, "give up after so many steps, of an addition each (160000000000)", 0},
    {"cpu-limit", 'l', "S", 0, "give up after so many seconds of CPU time (none)", 0},
    {"all", 'a', 0, 0, "print every violation, not only the first ten", 0},
    {"json", 'j', 0, 0, "one JSON object on standard output", 0},
    {0},
};

int main(int argc, char **argv)
{
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "INSTANCE [PLAN]",
        .doc = "Checks a plan against its instance, sharing no code with the programs that make "
               "plans. Exit status: 0 valid (prints the cost), 1 invalid (prints the first "
               "violations and how many there are), 2 unreadable, or too large to check. Each file is "
               "read once and may be a pipe. Without a plan the certificate alone is verified: a "
               "bound, or that there is no plan."
               "\vExample: ullage-check table3.csv plan.csv",
    };
    check_paths paths = {0};
    argp_err_exit_status = CHECK_UNREADABLE;
    argp_program_version = "ullage-check " UL_VERSION;
    argp_parse(&argp, argc, argv, 0, NULL, &paths);
    watch_numbers();
    if (cpu_limit > 0)
        limit_cpu_time();
    const int status = as_json ? check_json(&paths, stdout) : check_run(&paths, stdout, stderr);
    /* a verdict that did not reach its reader must not look like success */
    return fflush(stdout) == 0 && !ferror(stdout) ? status : CHECK_UNREADABLE;
}
