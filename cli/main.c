/* ullage: picks the subcommand. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "nearest.h"

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
        fprintf(to, "  %-11s %s\n", command[q].name, command[q].brief);
    fputs("\n'ullage help COMMAND' shows a command's options and an example.\n"
          "Exit status: 0 done, 1 no plan or a check failed, 2 bad usage or input, 3 internal "
          "fault.\n", to);
}

static int run_command(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "--version") == 0) {
        puts(argp_program_version);
        return UL_EXIT_OK;
    }
    char *help[] = {argv[0], NULL, "--help", NULL};
    if (argc == 3 && strcmp(argv[1], "help") == 0) { /* the command says it itself */
        help[1] = argv[2];
        argv = help;
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
    ul_nearest near = {.wanted = argv[1], .length = strlen(argv[1])};
    char hint[UL_NEAREST_TEXT];
    for (size_t q = 0; q < N_COMMANDS; q++)
        ul_nearest_look(&near, command[q].name);
    fprintf(stderr, "ullage: there is no command '%s'; 'ullage --help' lists them%s\n", argv[1],
            ul_nearest_hint(&near, hint));
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
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is a fault, told and cleaned up */
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
