#include "offspring.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

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
bool ul_offspring_end(void)
{
    const struct timespec moment = {0, 100000};
    bool any = false;
    while (kill_children()) {
        pid_t buried;
        while ((buried = waitpid(-1, NULL, WNOHANG)) > 0)
            any = true;
        if (buried < 0 && errno == ECHILD)
            break;
        nanosleep(&moment, NULL);
    }
    return any;
}

/* proc(5): entries as they were when it began its program, a NUL behind each. */
static bool has_entry(const char *pid, const char *entry)
{
    char path[300], *text = NULL;
    size_t room = 0;
    bool found = false;
    snprintf(path, sizeof path, "/proc/%.200s/environ", pid);
    FILE *list = fopen(path, "r");
    while (list != NULL && !found && getdelim(&text, &room, '\0', list) > 0)
        found = strcmp(text, entry) == 0;
    if (list != NULL)
        fclose(list);
    free(text);
    return found;
}

static bool kill_marked(const char *mark)
{
    bool any = false;
    DIR *all = opendir("/proc");
    for (const struct dirent *one; all != NULL && (one = readdir(all)) != NULL;)
        if (isdigit((unsigned char)one->d_name[0]) && has_entry(one->d_name, mark))
            any = kill((pid_t)atol(one->d_name), SIGKILL) == 0 || any;
    if (all != NULL)
        closedir(all);
    return any;
}

void ul_offspring_end_marked(const char *entry, double seconds)
{
    const double until_s = ul_clock_wall_s() + seconds;
    const struct timespec moment = {0, 1000000};
    while (kill_marked(entry) && ul_clock_wall_s() < until_s)
        nanosleep(&moment, NULL);
}
