#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fork.h"
#include "lockdown.h"
#include "process_tree.h"

enum {
    file_max = 64 << 20, /* bytes of a plan */
    open_max = 256,      /* files, pipes and sockets, each of which holds memory that nobody sees */
    walls_max = 2,       /* processes of bubblewrap */
    look_ms = 20
};

/* ---- the program's process ---- */

/* Above the threads that are counted already, which outside are all of the user's. */
static bool set_limits(rlim_t threads)
{
    struct sysinfo system = {0};
    if (sysinfo(&system) != 0)
        return false;
    threads += system.procs;
    const struct rlimit file = {file_max, file_max}, thread = {threads, threads}, open = {open_max, open_max};
    return setrlimit(RLIMIT_FSIZE, &file) == 0 && setrlimit(RLIMIT_NPROC, &thread) == 0
           && setrlimit(RLIMIT_NOFILE, &open) == 0;
}

static void become_sandbox(char *const argv[])
{
    char *with[128] = {argv[0], "--seccomp"}, number[16];
    int file = -1;
    size_t n = 1;
    while (argv[n] != NULL && n + 3 < sizeof with / sizeof *with) {
        with[n + 2] = argv[n];
        n++;
    }
    if (argv[n] != NULL || ul_lockdown_file(&file) != UL_OK)
        return;
    snprintf(number, sizeof number, "%d", file);
    with[2] = number;
    execv(with[0], with);
}

static void become(char *const argv[], size_t threads, bool sandbox) __attribute__((noreturn));
static void become(char *const argv[], size_t threads, bool sandbox)
{
    if (set_limits(threads) && sandbox)
        become_sandbox(argv);
    else if (ul_lockdown_program() == UL_OK)
        execv(argv[0], argv);
    fprintf(stderr, "CandidateError: %s cannot be run: %s\n", argv[0], strerror(errno));
    _exit(127);
}

/* ---- the guard ---- */

/* The kernel does not hold root to a number of threads: they are counted, by who has a large
 * share of a processor whatever they do, which root may have. */
static int watch(pid_t program, size_t threads)
{
    const struct timespec moment = {0, look_ms * 1000000};
    sigset_t news;
    int status = 0;
    sigemptyset(&news);
    sigaddset(&news, SIGCHLD);
    sigprocmask(SIG_BLOCK, &news, NULL);
    setpriority(PRIO_PROCESS, 0, -20);
    while (waitpid(program, &status, WNOHANG) == 0) {
        sigtimedwait(&news, NULL, &moment);
        if (ul_process_tree_threads(getpid()) <= threads + walls_max)
            continue;
        kill(program, SIGKILL); /* and who is in the sandbox dies with it */
        waitpid(program, &status, 0);
        return 128 + SIGSYS;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void ul_guard(char *const argv[], bool sandbox)
{
    const size_t threads = strtoul(argv[0], NULL, 10);
    pid_t program;
    if (ul_fork(&(ul_fork_options){0}, &program, NULL) != UL_OK) {
        fprintf(stderr, "CandidateError: %s\n", ul_error_text());
        _exit(127);
    }
    if (program == 0)
        become(argv + 1, threads, sandbox);
    const int code = watch(program, threads);
    if (code == 128 + SIGSYS)
        fprintf(stderr, "it was stopped (signal %d)\n", SIGSYS);
    _exit(code);
}
