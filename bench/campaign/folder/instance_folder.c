#include "instance_folder.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork.h"
#include "run_folder.h"

/* The same bytes, or the written form of one that was made: in any case the same hash. */
static ul_status make_copy(const char *path, const ul_suite_instance *entry, ul_instance *instance)
{
    UL_TRY(ul_suite_load(entry, instance));
    return ul_instance_hand_over(instance, path);
}

ul_status ul_instance_folder_load(const char *folder, const ul_suite_instance *entry,
                                  const ul_instance_fact *fact, ul_instance *instance)
{
    char path[UL_PATH];
    ul_run_folder_instance(folder, entry->label, path);
    UL_TRY(access(path, F_OK) != 0 ? make_copy(path, entry, instance)
                                   : ul_instance_read(path, instance));
    if (fact->sha256[0] == '\0' || strcmp(fact->sha256, instance->sha256) == 0)
        return UL_OK;
    return ul_fail(UL_E_INPUT, "%s: it is not what this run began with (its SHA-256 is another); "
                               "restore it, or choose another --out", path);
}

/* ---- makers: one process an instance ---- */

enum { MAKERS_MAX = 256 };

/* Sent as bytes; small enough for a pipe to take it whole. */
typedef struct {
    ul_status status;
    uint64_t size;
    bool is_limited;
    const ul_kind *kind; /* a static object, at one address in both processes */
    char sha256[UL_SHA256_TEXT];
    char error[1024];
} answer;

typedef struct {
    const char *folder;
    const ul_suite *suite;
    const ul_instance_making *making;
    ul_instance_fact *fact;
    /* of each maker at work */
    struct pollfd pipe[MAKERS_MAX];
    pid_t pid[MAKERS_MAX];
    size_t instance[MAKERS_MAX];
    size_t n_makers;
    /* of the first instance, in the suite's order, that could not be made */
    answer fault;
    size_t faulty; /* UL_NONE while there is none */
} workshop;

static answer make(const workshop *w, size_t q)
{
    ul_instance instance = {0};
    const ul_suite_instance *entry = &w->suite->instance[q];
    char path[UL_PATH];
    ul_run_folder_instance(w->folder, entry->label, path);
    answer a = {.status = w->making->anew
                              ? make_copy(path, entry, &instance)
                              : ul_instance_folder_load(w->folder, entry, &w->fact[q], &instance)};
    if (a.status == UL_OK) {
        a.kind = instance.kind;
        a.size = instance.kind->size == NULL ? 0 : instance.kind->size(instance.data);
        a.is_limited =
            instance.kind->is_limited != NULL && instance.kind->is_limited(instance.data);
        memcpy(a.sha256, instance.sha256, UL_SHA256_TEXT);
    } else {
        snprintf(a.error, sizeof a.error, "%s", ul_error_text());
    }
    return a;
}

static ul_status start_maker(workshop *w, size_t q)
{
    pid_t pid;
    int end;
    UL_TRY(ul_fork(&(ul_fork_options){0}, &pid, &end));
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        const answer a = make(w, q);
        _exit(write(end, &a, sizeof a) == (ssize_t)sizeof a ? 0 : 1);
    }
    w->pipe[w->n_makers] = (struct pollfd){.fd = end, .events = POLLIN};
    w->pid[w->n_makers] = pid;
    w->instance[w->n_makers++] = q;
    return UL_OK;
}

static void end_maker(workshop *w, size_t m)
{
    answer a;
    int how;
    const size_t q = w->instance[m];
    const bool whole = read(w->pipe[m].fd, &a, sizeof a) == (ssize_t)sizeof a;
    close(w->pipe[m].fd);
    waitpid(w->pid[m], &how, 0);
    if (!whole) {
        a.status = UL_E_INTERNAL;
        snprintf(a.error, sizeof a.error, "instance '%s': its making was killed by signal %d",
                 w->suite->instance[q].label, WIFSIGNALED(how) ? WTERMSIG(how) : 0);
    }
    if (a.status == UL_OK) {
        w->fact[q].kind = a.kind;
        w->fact[q].size = a.size;
        w->fact[q].is_limited = a.is_limited;
        memcpy(w->fact[q].sha256, a.sha256, sizeof a.sha256);
    } else if (w->faulty == UL_NONE || q < w->faulty) {
        w->fault = a;
        w->faulty = q;
    }
    w->n_makers--;
    w->pipe[m] = w->pipe[w->n_makers];
    w->pid[m] = w->pid[w->n_makers];
    w->instance[m] = w->instance[w->n_makers];
}

/* Waits for at least one, or for the user to want an end; backwards, because the
 * last takes an ended one's place. */
static void end_makers(workshop *w)
{
    enum { LOOK_MS = 100 };
    while (poll(w->pipe, w->n_makers, LOOK_MS) <= 0 && !*w->making->stopped)
        ;
    for (size_t m = 0; m < w->n_makers && *w->making->stopped; m++)
        kill(w->pid[m], SIGKILL);
    if (poll(w->pipe, w->n_makers, -1) <= 0)
        return;
    for (size_t m = w->n_makers; m-- > 0;)
        if (w->pipe[m].revents != 0)
            end_maker(w, m);
}

/* Nothing is left to find out. */
static bool is_known(const ul_instance_fact *fact)
{
    return fact->kind != NULL && (fact->size > 0 || fact->kind->size == NULL);
}

static ul_status work(workshop *w)
{
    const size_t jobs = w->making->jobs < MAKERS_MAX ? w->making->jobs : MAKERS_MAX;
    ul_status status = UL_OK;
    for (size_t q = 0; q < w->suite->n_instances && status == UL_OK; q++) {
        if (is_known(&w->fact[q]))
            continue;
        while (w->n_makers == jobs)
            end_makers(w);
        if (w->faulty != UL_NONE || *w->making->stopped)
            break;
        status = start_maker(w, q);
    }
    while (w->n_makers > 0)
        end_makers(w);
    if (status != UL_OK)
        return status;
    if (*w->making->stopped)
        return ul_fail(UL_E_STOPPED, "interrupted while instances were made; go on with --resume");
    return w->faulty == UL_NONE ? UL_OK : ul_fail(w->fault.status, "%s", w->fault.error);
}

ul_status ul_instance_folder_prepare(const char *folder, const ul_suite *suite,
                                     const ul_instance_making *making, ul_instance_fact *fact)
{
    workshop w = {.folder = folder, .suite = suite, .making = making, .fact = fact,
                  .faulty = UL_NONE};
    return work(&w);
}
