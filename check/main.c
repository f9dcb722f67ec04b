/* ullage-check: the command line. */
#include <argp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "check.h"

static bool as_json;

/* ---- CPU time ---- */

static check_micro cpu_limit; /* 0: none */
static char out_of_time[256]; /* what is said at its end */

/* Ends the program without a verdict; what was said of the plan stands. */
static void end_in_time(int signal)
{
    (void)signal;
    const int to = as_json ? STDOUT_FILENO : STDERR_FILENO;
    for (size_t at = 0; out_of_time[at] != '\0';) {
        const ssize_t written = write(to, out_of_time + at, strlen(out_of_time + at));
        if (written <= 0)
            break;
        at += (size_t)written;
    }
    _exit(CHECK_UNREADABLE);
}

static void limit_cpu_time(void)
{
    char seconds[CHECK_NUMBER_TEXT], sentence[160];
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)(cpu_limit / 1000000),
                                           .tv_usec = (suseconds_t)(cpu_limit % 1000000)}};
    snprintf(sentence, sizeof sentence, "ullage-check: takes too long to check: more than %s s of "
                                        "CPU time; --cpu-limit sets the limit",
             check_text(cpu_limit, 6, seconds));
    snprintf(out_of_time, sizeof out_of_time,
             as_json ? "{\"valid\": null, \"cost\": null, \"bound\": null, \"said\": [\"%s\"], "
                       "\"infeasible\": false}\n" : "%s\n", sentence);
    signal(SIGPROF, end_in_time);
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* ---- JSON ---- */

/* Bytes of the UTF-8 character that the text begins with; 0 when it is none. */
static size_t character(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    const unsigned char lead = byte[0];
    const size_t n = lead < 0x80                   ? 1
                     : lead >= 0xc2 && lead < 0xe0 ? 2
                     : lead >= 0xe0 && lead < 0xf0 ? 3
                     : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    if (n > length)
        return 0;
    for (size_t q = 1; q < n; q++)
        if ((byte[q] & 0xc0) != 0x80)
            return 0;
    const bool too_long = (lead == 0xe0 && byte[1] < 0xa0) || (lead == 0xf0 && byte[1] < 0x90);
    const bool unused = (lead == 0xed && byte[1] >= 0xa0) || (lead == 0xf4 && byte[1] >= 0x90);
    return too_long || unused ? 0 : n;
}

/* A text as a JSON string. Names may be any bytes, and be cut: what is no UTF-8 is
 * shown as U+FFFD. */
static void put_string(const char *text, size_t length)
{
    putchar('"');
    for (size_t q = 0; q < length;) {
        const size_t n = character(text + q, length - q);
        const unsigned char c = (unsigned char)text[q];
        if (n == 0)
            printf("\\ufffd");
        else if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 0x20)
            printf("\\u%04x", c);
        else
            fwrite(text + q, 1, n, stdout);
        q += n == 0 ? 1 : n;
    }
    putchar('"');
}

static void put_dollars(const char *name, bool known, check_wide dollars)
{
    char number[CHECK_NUMBER_TEXT];
    printf("\"%s\": %s, ", name, known ? check_text(dollars, 12, number) : "null");
}

/* {"valid": true, "cost": 12.8, "bound": null, "said": [lines], ...}: the verdict, the bound
 * that a certificate proves, every line of what is said, and whether the bound speaks of the
 * plan: one of schedules in which nobody waits may not. */
static void put_json(int status, const check_outcome *outcome, const char *said)
{
    printf("{\"valid\": %s, ", status == CHECK_VALID     ? "true"
                               : status == CHECK_INVALID ? "false" : "null");
    put_dollars("cost", outcome->has_cost, outcome->cost);
    put_dollars("bound", outcome->has_bound, outcome->bound);
    printf("\"said\": [");
    for (bool first = true; *said != '\0'; first = false) {
        const size_t length = strcspn(said, "\n");
        printf(first ? "" : ", ");
        put_string(said, length);
        said += length + (said[length] == '\n');
    }
    printf("], \"infeasible\": %s, \"speaks_of_plan\": %s}\n", outcome->infeasible ? "true" : "false",
           !outcome->has_cost || !outcome->has_bound ? "null" : outcome->elsewhere ? "false" : "true");
}

static int check_as_json(const check_paths *paths)
{
    char *said = NULL;
    size_t length = 0;
    check_outcome outcome;
    FILE *to = open_memstream(&said, &length);
    if (to == NULL)
        return CHECK_UNREADABLE;
    const int status = check_run_to(paths, to, to, &outcome);
    if (fclose(to) != 0 || said == NULL)
        return CHECK_UNREADABLE;
    put_json(status, &outcome, said);
    free(said);
    return status;
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
    if (cpu_limit > 0)
        limit_cpu_time();
    const int status = as_json ? check_as_json(&paths) : check_run(&paths, stdout, stderr);
    /* a verdict that did not reach its reader must not look like success */
    return fflush(stdout) == 0 && !ferror(stdout) ? status : CHECK_UNREADABLE;
}
