#include "child.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "fork.h"
#include "process_tree.h"
#include "sanitized.h"

enum { READ_BYTES = 1 << 16 };

typedef struct {
    uint32_t kind;
    uint64_t length;
} head;

void ul_child_limit_space(size_t space_mb)
{
    const rlim_t bytes = (rlim_t)space_mb * 1024 * 1024;
    const struct rlimit limit = {bytes, bytes};
    if (!UL_SANITIZED) /* its shadow would not leave room for anything */
        setrlimit(RLIMIT_AS, &limit);
}

/* Above what we have already. */
static void limit_own_memory(size_t memory_mb)
{
    size_t space, resident;
    if (memory_mb == 0)
        return;
    ul_process_memory_kb(getpid(), &space, &resident);
    ul_child_limit_space(memory_mb + space / 1024);
}

static void be_child(void (*work)(void *, int), void *context, const ul_child_limits *limits,
                     int out)
{
    static const int reset[] = {SIGINT, SIGTERM, SIGPIPE, SIGCHLD};
    for (size_t q = 0; q < sizeof reset / sizeof *reset; q++)
        signal(reset[q], reset[q] == SIGINT || reset[q] == SIGPIPE ? SIG_IGN : SIG_DFL);
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    limit_own_memory(limits->memory_mb);
    work(context, out);
    _exit(0); /* not exit(): the parent's buffers are not ours to write */
}

ul_status ul_child_start(void (*work)(void *context, int out), void *context,
                         const ul_child_limits *limits, ul_child *child)
{
    pid_t pid;
    int end;
    *child = (ul_child){.pid = -1, .pipe = -1, .memory_mb = limits->memory_mb,
                        .message_max = limits->message_max};
    UL_TRY(ul_fork(&(ul_fork_options){limits->on_parent_death, true}, &pid, &end));
    if (pid == 0)
        be_child(work, context, limits, end);
    child->pid = pid;
    child->pipe = end;
    child->base_kb = ul_process_resident_kb(getpid());
    return UL_OK;
}

static bool send_all(int out, const void *data, size_t length)
{
    const unsigned char *at = data;
    while (length > 0) {
        const ssize_t n = write(out, at, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

bool ul_child_send(int out, uint32_t kind, const void *data, size_t length)
{
    unsigned char whole[PIPE_BUF]; /* goes at once, whoever else writes: a process that it has forked */
    head first;
    memset(&first, 0, sizeof first);
    first.kind = kind;
    first.length = length;
    if (length <= sizeof whole - sizeof first) {
        memcpy(whole, &first, sizeof first);
        memcpy(whole + sizeof first, data, length);
        return send_all(out, whole, sizeof first + length);
    }
    return send_all(out, &first, sizeof first) && send_all(out, data, length);
}

static bool whole_message(ul_child *child, ul_message *message)
{
    head first;
    if (child->used < sizeof first)
        return false;
    memcpy(&first, child->buffer, sizeof first);
    if (child->message_max > 0 && first.length > child->message_max && !child->is_deaf) {
        child->is_deaf = true;
        ul_child_signal(child, SIGTERM);
    }
    if (child->is_deaf || child->used - sizeof first < first.length)
        return false;
    *message = (ul_message){first.kind, first.length, child->buffer + sizeof first};
    child->taken = sizeof first + first.length;
    return true;
}

static ul_status read_some(ul_child *child)
{
    if (child->room - child->used < READ_BYTES) {
        const size_t room = 2 * child->room + READ_BYTES;
        unsigned char *grown = realloc(child->buffer, room);
        UL_NEED(grown);
        child->buffer = grown;
        child->room = room;
    }
    const ssize_t n = read(child->pipe, child->buffer + child->used, READ_BYTES);
    if (n > 0)
        child->used += child->is_deaf ? 0 : (size_t)n;
    else if (n == 0 || errno != EINTR)
        child->ended = true;
    return UL_OK;
}

/* The address-space limit does not see what is shared with us; this does. */
static void watch_memory(ul_child *child)
{
    if (child->memory_mb == 0 || child->over_memory)
        return;
    if (ul_process_resident_kb(child->pid) > child->base_kb + child->memory_mb * 1024) {
        child->over_memory = true;
        ul_child_signal(child, SIGKILL);
    }
}

/* Whether it has ended by itself; others may still hold the pipe. */
static bool has_ended(const ul_child *child)
{
    siginfo_t facts = {0};
    return waitid(P_PID, (id_t)child->pid, &facts, WEXITED | WNOHANG | WNOWAIT) == 0
           && facts.si_pid != 0;
}

ul_status ul_child_next(ul_child *child, double seconds, ul_message *message, ul_child_news *news)
{
    if (child->taken > 0) {
        memmove(child->buffer, child->buffer + child->taken, child->used - child->taken);
        child->used -= child->taken;
        child->taken = 0;
    }
    const double until_s = ul_clock_wall_s() + seconds;
    for (double left_s = seconds;; left_s = until_s - ul_clock_wall_s()) {
        *news = UL_CHILD_SAID;
        if (whole_message(child, message))
            return UL_OK;
        *news = child->ended ? UL_CHILD_GONE : UL_CHILD_QUIET;
        if (child->ended || left_s < 0)
            return UL_OK;
        struct pollfd ready = {child->pipe, POLLIN, 0};
        watch_memory(child);
        const bool was_over = has_ended(child);
        if (poll(&ready, 1, (int)ceil(left_s * 1000)) > 0)
            UL_TRY(read_some(child));
        else
            child->ended = was_over;
    }
}

void ul_child_signal(const ul_child *child, int signal)
{
    if (child->pid > 0)
        kill(signal == SIGKILL ? -child->pid : child->pid, signal);
}

ul_child_end ul_child_close(ul_child *child)
{
    int status = 0;
    if (child->pid > 0) {
        if (!child->ended)
            ul_child_signal(child, SIGKILL);
        /* not reaped before its group is gone: the number stays ours */
        siginfo_t facts;
        while (waitid(P_PID, (id_t)child->pid, &facts, WEXITED | WNOWAIT) < 0 && errno == EINTR)
            continue;
        kill(-child->pid, SIGKILL);
        while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    if (child->pipe >= 0)
        close(child->pipe);
    free(child->buffer);
    const bool over = child->over_memory;
    *child = (ul_child){.pid = -1, .pipe = -1, .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
    if (over)
        return UL_CHILD_MEMORY;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? UL_CHILD_DONE : UL_CHILD_CRASH;
}
