#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

ul_status ul_child_process(pid_t *pid, int *end)
{
    int both[2];
    if (pipe2(both, O_CLOEXEC) != 0)
        return ul_fail(UL_E_IO, "cannot open a pipe: %s", strerror(errno));
    const pid_t parent = getpid();
    *pid = fork();
    if (*pid < 0) {
        close(both[0]);
        close(both[1]);
        return ul_fail(UL_E_IO, "cannot start a process: %s", strerror(errno));
    }
    if (*pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1); /* it died before */
    }
    *end = both[*pid == 0];
    close(both[*pid != 0]);
    return UL_OK;
}
