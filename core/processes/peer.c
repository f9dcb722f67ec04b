#include "peer.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "fork.h"
#include "offspring.h"
#include "process_tree.h"
#include "sanitized.h"

#define BURIAL_S 1 /* for the keeper, when it is told to end */

enum { RESERVED_MB = 4096 }; /* address space for libraries and what they reserve */
enum { OVER_MEMORY = 126, NOT_THERE = 127, words_max = 4096, read_at_once = 65536 };

struct ul_peer {
    pid_t keeper;
    int to, from, errors; /* -1 when closed */
    const char *text;     /* what is being sent, and how much of it is left */
    size_t left;
    char *buffer;
    size_t used, room, taken; /* taken: bytes of the line that was handed out */
    size_t looked;            /* bytes without a line feed */
    char words[words_max];    /* the end of its standard error */
    size_t n_words;
    char mark[64]; /* in the environment of the program and of all that it starts */
    sigset_t mask; /* of this thread before; SIGPIPE is blocked meanwhile */
    bool had_pipe_signal;
};

/* ---- start ---- */

static void close_pipe(int pipe[2])
{
    for (int q = 0; q < 2; q++)
        if (pipe[q] >= 0)
            close(pipe[q]);
}

/* What we have, and the mark; beside that of a program that has started us. */
static char **environment_with(char *mark)
{
    size_t n = 0;
    while (environ != NULL && environ[n] != NULL)
        n++;
    char **list = calloc(n + 2, sizeof *list);
    if (list == NULL)
        _exit(NOT_THERE);
    if (n > 0)
        memcpy(list, environ, n * sizeof *list);
    list[n] = mark;
    return list;
}

/* For who grows faster than its keeper looks; a sanitizer's shadow would not leave room. */
static void limit_space(size_t memory_mb)
{
    const rlim_t bytes = (rlim_t)(memory_mb + RESERVED_MB) << 20;
    if (memory_mb > 0 && !UL_SANITIZED)
        setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
}

static void become(char *const argv[], char *mark, int in, int out, int errors)
{
    char **environment = environment_with(mark);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0
        || dup2(errors, STDERR_FILENO) < 0)
        _exit(NOT_THERE);
    execve(argv[0], argv, environment);
    dprintf(STDERR_FILENO, "%s: cannot be run: %s\n", argv[0], strerror(errno));
    _exit(NOT_THERE);
}

/* The keeper: a process between us and the program that buries it, and whatever it left
 * running, when it ends, when we say so (SIGTERM) and when we are gone (the same). Its own
 * end tells how the program ended, by itself. */
static void keep(char *const argv[], char *mark, size_t memory_mb, const int in[2],
                 const int out[2], const int errors[2])
{
    const struct timespec while_quiet = {memory_mb == 0, memory_mb == 0 ? 0 : 20000000};
    const pid_t parent = getppid();
    sigset_t news;
    pid_t program;
    int status = 0;
    sigemptyset(&news);
    sigaddset(&news, SIGTERM);
    sigaddset(&news, SIGCHLD);
    sigprocmask(SIG_BLOCK, &news, NULL);
    signal(SIGINT, SIG_IGN);
    ul_offspring_adopt();
    if (ul_fork(&(ul_fork_options){.leads_group = true}, &program, NULL) != UL_OK)
        _exit(NOT_THERE);
    if (program == 0) {
        limit_space(memory_mb);
        become(argv, mark, in[0], out[1], errors[1]);
    }
    for (int q = 0; q < 2; q++) { /* ends that nobody must see open but those who talk */
        close(in[q]);
        close(out[q]);
        close(errors[q]);
    }
    bool told = false, is_large = false;
    while (!told && !is_large && ul_offspring_runs(program)) {
        told = sigtimedwait(&news, NULL, &while_quiet) == SIGTERM || getppid() != parent;
        is_large = memory_mb > 0 && ul_process_tree_above(getpid(), false, memory_mb * 1024);
    }
    told = told && ul_offspring_runs(program);
    kill(-program, SIGKILL);
    waitpid(program, &status, 0);
    ul_offspring_end();
    if (is_large)
        _exit(OVER_MEMORY);
    _exit(told ? 0 : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

/* A write to who has closed its input is to fail, not to end us: of this thread alone. */
static void block_pipe_signal(ul_peer *peer)
{
    sigset_t pipe, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    peer->had_pipe_signal = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &peer->mask);
}

static void unblock_pipe_signal(const ul_peer *peer)
{
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    while (!peer->had_pipe_signal && sigtimedwait(&pipe, NULL, &(struct timespec){0}) == SIGPIPE)
        continue;
    pthread_sigmask(SIG_SETMASK, &peer->mask, NULL);
}

static ul_status start(char *const argv[], size_t memory_mb, ul_peer *peer, int in[2], int out[2], int errors[2])
{
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0)
        return ul_fail(UL_E_IO, "cannot open a pipe: %s", strerror(errno));
    snprintf(peer->mark, sizeof peer->mark, "ULLAGE_PEER=%ld.%.9f", (long)getpid(),
             ul_clock_wall_s());
    UL_TRY(ul_fork(&(ul_fork_options){.on_parent_death = SIGTERM}, &peer->keeper, NULL));
    if (peer->keeper == 0)
        keep(argv, peer->mark, memory_mb, in, out, errors);
    peer->to = in[1];
    peer->from = out[0];
    peer->errors = errors[0];
    in[1] = out[0] = errors[0] = -1;
    fcntl(peer->to, F_SETFL, O_NONBLOCK);
    fcntl(peer->from, F_SETFL, O_NONBLOCK);
    fcntl(peer->errors, F_SETFL, O_NONBLOCK);
    return UL_OK;
}

ul_status ul_peer_start(char *const argv[], size_t memory_mb, ul_peer **result)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, errors[2] = {-1, -1};
    ul_peer *peer = calloc(1, sizeof *peer);
    UL_NEED(peer);
    const ul_status status = start(argv, memory_mb, peer, in, out, errors);
    close_pipe(in);
    close_pipe(out);
    close_pipe(errors);
    if (status != UL_OK) {
        free(peer);
        return status;
    }
    block_pipe_signal(peer);
    *result = peer;
    return UL_OK;
}

/* ---- talking ---- */

static bool send_some(ul_peer *peer)
{
    while (peer->left > 0) {
        const ssize_t n = write(peer->to, peer->text, peer->left);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return true;
        if (n < 0)
            return false;
        peer->text += n;
        peer->left -= (size_t)n;
    }
    return true;
}

static bool read_some(ul_peer *peer, bool *ended)
{
    if (peer->room - peer->used < read_at_once) {
        const size_t room = 2 * peer->room + 2 * read_at_once;
        char *grown = realloc(peer->buffer, room);
        if (grown == NULL)
            return false;
        peer->buffer = grown;
        peer->room = room;
    }
    const ssize_t n = read(peer->from, peer->buffer + peer->used, read_at_once - 1);
    if (n > 0)
        peer->used += (size_t)n;
    *ended = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
    return true;
}

/* Forgets the line that was handed out. What stands behind it, or comes before it is asked
 * again, was not asked for. */
static bool has_more(ul_peer *peer)
{
    bool ended;
    memmove(peer->buffer, peer->buffer + peer->taken, peer->used - peer->taken);
    peer->used -= peer->taken;
    peer->taken = peer->looked = 0;
    return peer->used > 0 || (read_some(peer, &ended) && peer->used > 0);
}

ul_peer_news ul_peer_send(ul_peer *peer, const char *text, size_t length)
{
    if (peer->taken > 0 && has_more(peer))
        return UL_PEER_MORE;
    peer->text = text;
    peer->left = length;
    return send_some(peer) ? UL_PEER_QUIET : UL_PEER_DEAF;
}

/* Keeps the last of what it complains about. */
static void read_words(ul_peer *peer)
{
    char text[words_max];
    ssize_t n = -1;
    while (peer->errors >= 0 && (n = read(peer->errors, text, sizeof text)) > 0) {
        const size_t keep = peer->n_words + (size_t)n > words_max ? words_max - (size_t)n
                                                                  : peer->n_words;
        memmove(peer->words, peer->words + peer->n_words - keep, keep);
        memcpy(peer->words + keep, text, (size_t)n);
        peer->n_words = keep + (size_t)n;
        if ((size_t)n < sizeof text)
            return; /* the rest, if any, another time: it may go on for ever */
    }
    if (peer->errors >= 0 && n == 0) {
        close(peer->errors);
        peer->errors = -1;
    }
}

static bool find_line(ul_peer *peer, char **line, size_t *length)
{
    char *end = memchr(peer->buffer + peer->looked, '\n', peer->used - peer->looked);
    peer->looked = peer->used;
    if (end == NULL)
        return false;
    *end = '\0';
    *line = peer->buffer;
    *length = (size_t)(end - peer->buffer);
    peer->taken = *length + 1;
    return true;
}

ul_peer_news ul_peer_hear(ul_peer *peer, double seconds, size_t longest, char **line,
                          size_t *length)
{
    struct pollfd at[] = {{peer->from, POLLIN, 0},
                          {peer->errors, POLLIN, 0},
                          {peer->left > 0 ? peer->to : -1, POLLOUT, 0}};
    bool ended = false;
    if (poll(at, 3, (int)(1000 * seconds)) <= 0)
        return UL_PEER_QUIET;
    if (at[1].revents != 0)
        read_words(peer);
    if (at[0].revents != 0 && !read_some(peer, &ended))
        return UL_PEER_LONG; /* no memory for it */
    if (peer->used > 0 && find_line(peer, line, length))
        return UL_PEER_SAID;
    if (peer->used > longest)
        return UL_PEER_LONG;
    if (ended)
        return UL_PEER_ENDED;
    return send_some(peer) ? UL_PEER_QUIET : UL_PEER_DEAF;
}

/* ---- the end ---- */

static bool is_running(pid_t pid)
{
    siginfo_t facts = {0};
    return waitid(P_PID, (id_t)pid, &facts, WEXITED | WNOHANG | WNOWAIT) == 0 && facts.si_pid == 0;
}

/* What it still says meanwhile is read and dropped, so that it is not kept from ending. */
static void let_end(ul_peer *peer, double seconds)
{
    const double until_s = ul_clock_wall_s() + seconds;
    char rest[4096];
    while (is_running(peer->keeper) && ul_clock_wall_s() < until_s) {
        struct pollfd at = {peer->errors, POLLIN, 0};
        poll(&at, 1, 2);
        read_words(peer);
        if (read(peer->from, rest, sizeof rest) > 0)
            continue;
    }
    read_words(peer);
}

static double seconds_of(const struct rusage *used)
{
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec)
           + 1e-6 * (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

/* The keeper ends with the program and all it started. The program may have stopped it,
 * or killed it; then those who have the mark are ended. Who does not end by itself takes the
 * CPU time of a name space of processes with it: what is seen before counts. */
static int end_keeper(ul_peer *peer)
{
    int status = 0;
    struct rusage used = {0};
    const double seen_s = is_running(peer->keeper) ? ul_process_tree_cpu_s(peer->keeper) : 0;
    kill(peer->keeper, SIGTERM);
    kill(peer->keeper, SIGCONT);
    let_end(peer, BURIAL_S);
    kill(peer->keeper, SIGKILL);
    while (wait4(peer->keeper, &status, 0, &used) < 0 && errno == EINTR)
        continue;
    ul_clock_lose(seen_s - seconds_of(&used));
    if (WIFSIGNALED(status))
        ul_offspring_end_marked(peer->mark, BURIAL_S);
    return status;
}

static void say_how(int status, char *how, size_t room)
{
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    if (code == OVER_MEMORY)
        snprintf(how, room, UL_PEER_MEMORY);
    else if (code > 128)
        snprintf(how, room, "signal %d", code - 128);
    else if (code > 0)
        snprintf(how, room, "status %d", code);
    else
        how[0] = '\0';
}

/* Whether a line begins as tracebacks name what was raised, "TypeError: ...". */
static bool names_error(const char *line, size_t length)
{
    static const char *const ends[] = {"Error", "Exception"};
    size_t n = 0;
    while (n < length && (isalnum((unsigned char)line[n]) || line[n] == '_' || line[n] == '.'))
        n++;
    for (size_t q = 0; q < 2; q++)
        if (n >= strlen(ends[q]) && memcmp(line + n - strlen(ends[q]), ends[q], strlen(ends[q])) == 0)
            return true;
    return false;
}

/* The line that tells most: the last that names an error, else the last. */
static void telling_line(const ul_peer *peer, char *words, size_t room)
{
    size_t last = peer->n_words;
    words[0] = '\0';
    while (last > 0 && (unsigned char)peer->words[last - 1] <= ' ')
        last--;
    for (size_t end = last, from; end > 0; end = from > 0 ? from - 1 : 0) {
        from = end;
        while (from > 0 && peer->words[from - 1] != '\n')
            from--;
        const bool names = names_error(peer->words + from, end - from);
        if (names || end == last)
            snprintf(words, room, "%.*s", (int)(end - from), peer->words + from);
        if (names)
            return;
    }
}

void ul_peer_end(ul_peer *peer, double seconds, char *how, size_t room, char *words,
                 size_t words_room)
{
    close(peer->to);
    let_end(peer, seconds);
    const int status = end_keeper(peer);
    close(peer->from);
    if (peer->errors >= 0)
        close(peer->errors);
    if (how != NULL)
        say_how(status, how, room);
    if (words != NULL)
        telling_line(peer, words, words_room);
    unblock_pipe_signal(peer);
    free(peer->buffer);
    free(peer);
}
