#include "kept.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fork.h"
#include "offspring.h"

enum { MESSAGE_MAX = 1 << 16 }; /* who is kept may write anything, and ours are short */

typedef struct {
    void (*work)(void *context, int out);
    void *context;
    pid_t parent; /* of the keeper */
} kept;

/* Ends as the work did. */
static void end_like(int status, bool left)
{
    const int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    sigset_t none;
    sigemptyset(&none);
    if (signal_number != 0) {
        signal(signal_number, SIG_DFL);
        sigprocmask(SIG_SETMASK, &none, NULL);
        raise(signal_number);
    }
    _exit(WIFEXITED(status) && !left ? WEXITSTATUS(status) : 1);
}

static void keep(void *context, int out)
{
    const kept *k = context;
    const struct timespec while_quiet = {1, 0};
    sigset_t news, before;
    pid_t worker;
    int status = 0;
    sigemptyset(&news);
    sigaddset(&news, SIGTERM);
    sigaddset(&news, SIGCHLD);
    sigprocmask(SIG_BLOCK, &news, &before);
    ul_offspring_adopt();
    if (ul_fork(&(ul_fork_options){.leads_group = true}, &worker, NULL) != UL_OK)
        return;
    if (worker == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        k->work(k->context, out);
        _exit(0);
    }
    close(out); /* who listens hears that it has ended */
    while (ul_offspring_runs(worker))
        if (sigtimedwait(&news, NULL, &while_quiet) == SIGTERM || getppid() != k->parent)
            break;
    kill(-worker, SIGKILL);
    waitpid(worker, &status, 0);
    end_like(status, ul_offspring_end());
}

ul_status ul_kept_start(void (*work)(void *context, int out), void *context, ul_child *child)
{
    kept k = {work, context, getpid()};
    const ul_child_limits limits = {.message_max = MESSAGE_MAX, .on_parent_death = SIGTERM};
    return ul_child_start(keep, &k, &limits, child);
}
