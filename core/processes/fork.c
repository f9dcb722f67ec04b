#include "fork.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static void be_child(const ul_fork_options *options, pid_t parent)
{
    if (options->leads_group)
        setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, options->on_parent_death == 0 ? SIGKILL : options->on_parent_death);
    if (getppid() != parent)
        _exit(1); /* it died before the signal was arranged */
}

ul_status ul_fork(const ul_fork_options *options, pid_t *pid, int *end)
{
    int both[2] = {-1, -1};
    if (end != NULL && pipe2(both, O_CLOEXEC) != 0)
        return ul_fail(UL_E_IO, "cannot open a pipe: %s", strerror(errno));
    const pid_t parent = getpid();
    *pid = fork();
    if (*pid < 0) {
        const int why = errno;
        if (end != NULL) {
            close(both[0]);
            close(both[1]);
        }
        return ul_fail(UL_E_IO, "cannot start a process: %s", strerror(why));
    }
    if (*pid == 0)
        be_child(options, parent);
    else if (options->leads_group)
        setpgid(*pid, *pid); /* whoever comes first: a signal must find the group */
    if (end != NULL) {
        *end = both[*pid == 0];
        close(both[*pid != 0]);
    }
    return UL_OK;
}
