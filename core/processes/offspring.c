#include "offspring.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void ul_offspring_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

bool ul_offspring_runs(pid_t child)
{
    for (;;) {
        siginfo_t ended = {0};
        if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0)
            return errno == EINTR;
        if (ended.si_pid == 0)
            return true;
        if (ended.si_pid == child)
            return false;
        waitpid(ended.si_pid, NULL, 0);
    }
}

/* The children at this moment; proc(5). One short file, not all of /proc: a chain of
 * processes that each start the next and end must not be faster than we are. */
static bool kill_children(void)
{
    char path[64];
    long child;
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    FILE *list = fopen(path, "r");
    if (list == NULL)
        return false; /* a kernel without it: the group was all that could be ended */
    while (fscanf(list, "%ld", &child) == 1)
        kill((pid_t)child, SIGKILL);
    fclose(list);
    return true;
}

/* The children of who is killed become ours, and are killed in the next turn. */
void ul_offspring_end(void)
{
    const struct timespec moment = {0, 100000};
    while (kill_children()) {
        pid_t buried;
        while ((buried = waitpid(-1, NULL, WNOHANG)) > 0)
            continue;
        if (buried < 0 && errno == ECHILD)
            return;
        nanosleep(&moment, NULL);
    }
}
