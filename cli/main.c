/* ullage: picks the subcommand. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

static const struct {
    const char *name, *brief;
    int (*run)(int argc, char **argv);
} command[] = {
#define UL_COMMAND(name, brief) {#name, brief, ul_command_##name},
#include "commands.def"
#undef UL_COMMAND
};

enum { N_COMMANDS = sizeof command / sizeof *command };

static void print_help(FILE *to)
{
    fputs("Usage: ullage COMMAND [OPTION...]\n"
          "How far from the best possible is a cloud provisioning decision, and what does the "
          "distance cost?\n\n", to);
    for (size_t q = 0; q < N_COMMANDS; q++)
        fprintf(to, "  %-10s %s\n", command[q].name, command[q].brief);
    fputs("\n'ullage COMMAND --help' shows a command's options and an example.\n"
          "Exit status: 0 done, 1 no plan or a check failed, 2 bad usage or input, 3 internal "
          "fault.\n", to);
}

int ul_complain(ul_status status)
{
    fprintf(stderr, "ullage: %s\n", ul_error_text());
    if (status == UL_E_STOPPED)
        return UL_EXIT_STOPPED;
    return status == UL_E_INPUT || status == UL_E_IO ? UL_EXIT_USAGE : UL_EXIT_FAULT;
}

void ul_set_add(ul_set_list *list, const char *item, const struct argp_state *state)
{
    if (list->n == UL_SET_MAX)
        argp_error(state, "more than %d --set options", UL_SET_MAX);
    list->item[list->n++] = item;
}

void ul_arg_one(const char **argument, const char *value, const char *what,
                const struct argp_state *state)
{
    if (*argument != NULL)
        argp_error(state, "one %s at a time", what);
    *argument = value;
}

uint64_t ul_arg_count(const char *text, const char *option, const struct argp_state *state)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0)
        argp_error(state, "%s takes a whole number, not '%s'", option, text);
    return value;
}

uint64_t ul_arg_positive(const char *text, const char *option, const struct argp_state *state)
{
    const uint64_t value = ul_arg_count(text, option, state);
    if (value == 0)
        argp_error(state, "%s is at least 1", option);
    return value;
}

double ul_arg_seconds(const char *text, const char *option, const struct argp_state *state)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0) || !isfinite(value))
        argp_error(state, "%s takes a number of seconds, not '%s'", option, text);
    return value;
}

static int run_command(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "--version") == 0) {
        puts(argp_program_version);
        return UL_EXIT_OK;
    }
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(argc < 2 ? stderr : stdout);
        return argc < 2 ? UL_EXIT_USAGE : UL_EXIT_OK;
    }
    for (size_t q = 0; q < N_COMMANDS; q++) {
        if (strcmp(argv[1], command[q].name) != 0)
            continue;
        char name[64];
        snprintf(name, sizeof name, "ullage %s", command[q].name);
        argv[1] = name; /* argp prints it in usage lines */
        return command[q].run(argc - 1, argv + 1);
    }
    fprintf(stderr, "ullage: there is no command '%s'; 'ullage --help' lists them\n", argv[1]);
    return UL_EXIT_USAGE;
}

/* OpenBLAS starts a thread a core before main(), and they spin for a while: on
 * two cores that doubles the CPU time of a short run. It reads its environment
 * only then, so the program starts once more with the right one. */
static void use_one_blas_thread(char **argv)
{
    if (getenv("OPENBLAS_NUM_THREADS") == NULL && setenv("OPENBLAS_NUM_THREADS", "1", 1) == 0)
        execv("/proc/self/exe", argv); /* where that fails the answers are the same */
}

int main(int argc, char **argv)
{
    use_one_blas_thread(argv);
    argp_err_exit_status = UL_EXIT_USAGE;
    argp_program_version = "ullage " UL_VERSION;
    const int code = run_command(argc, argv);
    /* most of the text is still in the buffer: a full disk shows here at the latest */
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == UL_EXIT_OK) {
        fputs("ullage: standard output cannot be written\n", stderr);
        return UL_EXIT_USAGE;
    }
    return code;
}
