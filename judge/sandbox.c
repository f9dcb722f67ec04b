#include "sandbox.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judge_page.h"
#include "lockdown.h"
#include "program.h"

enum { ARGV_MAX = 96 };

static char python[] = "/usr/bin/python3";

/* Root is the sandbox's own, and made read-only last; there is no /proc and no /tmp. */
static const char *const walls[] = {
    "--unshare-all", "--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL",
    "--die-with-parent", "--new-session", "--clearenv", "--setenv", "PATH", "/usr/bin:/bin",
    "--setenv", "LANG", "C.UTF-8", "--setenv", "OPENBLAS_NUM_THREADS", "1", "--ro-bind", "/usr", "/usr",
    "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
    "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache", "--ro-bind-try", "/etc/alternatives",
    "/etc/alternatives", "--dev", "/dev", "--remount-ro", "/dev", "--chdir", "/",
};

typedef struct {
    ul_arena *arena;
    char **argv;
    size_t n;
} words;

static void add(words *w, const char *word)
{
    w->argv[w->n++] = ul_arena_text(w->arena, word, strlen(word));
}

static void add_walls(words *w)
{
    for (size_t q = 0; q < sizeof walls / sizeof *walls; q++)
        add(w, walls[q]);
}

static bool try_once(char *why, size_t room)
{
    char said[400];
    int code;
    ul_arena *arena = ul_arena_new();
    char *argv[ARGV_MAX] = {0};
    words w = {arena, argv, 0};
    if (arena == NULL || !ul_program_find("bwrap", said, sizeof said)) {
        snprintf(why, room, "bubblewrap is not installed (Debian: bubblewrap)");
        ul_arena_free(arena);
        return false;
    }
    add(&w, "bwrap");
    add_walls(&w);
    add(&w, "/usr/bin/true");
    const bool works = ul_program_run(argv, said, sizeof said, &code) == UL_OK && code == 0;
    said[strcspn(said, "\n")] = '\0';
    if (!works)
        snprintf(why, room, "bubblewrap is not permitted here: %s", said);
    ul_arena_free(arena);
    return works;
}

bool ul_sandbox_works(char *why, size_t room)
{
    static int known; /* 1 works, 2 does not */
    static char because[500];
    if (known == 0)
        known = try_once(because, sizeof because) ? 1 : 2;
    snprintf(why, room, "%s", because);
    return known == 1;
}

void ul_sandbox_seal_files(void)
{
    const long n = sysconf(_SC_OPEN_MAX);
    if (close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC) == 0)
        return;
    for (int file = STDERR_FILENO + 1; file < n && file < 65536; file++) /* a kernel before 5.11 */
        fcntl(file, F_SETFD, FD_CLOEXEC);
}

/* ---- what runs in it ---- */

static bool ends_in(const char *path, const char *end)
{
    const size_t n = strlen(path), m = strlen(end);
    return n > m && strcmp(path + n - m, end) == 0;
}

static void add_binding(words *w, const char *option, const char *from, const char *to)
{
    add(w, option);
    add(w, from);
    add(w, to);
}

/* The function's file is loaded by us: this program does it, or a script of ours. */
static ul_status add_loader(words *w, const char *self, const char *file)
{
    if (ends_in(file, ".so")) {
        add(w, self);
        add(w, "judge");
        add(w, "--inside");
        add(w, file);
        return UL_OK;
    }
    const char *filter;
    char number[16];
    int call;
    UL_TRY(ul_lockdown_text(w->arena, &filter, &call));
    snprintf(number, sizeof number, "%d", call);
    add(w, python);
    add(w, "-I");
    add(w, "-c");
    w->argv[w->n++] = ul_arena_text(w->arena, ul_page_candidate_py, sizeof ul_page_candidate_py);
    add(w, file);
    add(w, filter);
    add(w, number);
    return UL_OK;
}

static ul_status add_program(words *w, const char *self, const char *file, ul_plays plays)
{
    if (plays == UL_PLAYS_VALUES)
        return add_loader(w, self, file);
    if (ends_in(file, ".so")) {
        if (plays != UL_PLAYS_INSTANCES)
            return ul_fail(UL_E_INPUT, "%s: a live policy is a program: a shared object would see more than "
                                       "it is told", file);
        add_binding(w, self, "judge", UL_INSIDE_METHOD);
    } else if (ends_in(file, ".py")) {
        add(w, python);
        add(w, "-I");
    }
    add(w, file);
    if (plays == UL_PLAYS_INSTANCES) {
        add(w, "{instance}");
        add(w, "{plan}");
    }
    return UL_OK;
}

/* This program is where it loads the candidate, and else not even where it is installed: a
 * candidate has no solver of ours. Of files it may write its plan. */
static ul_status add_sandbox(words *w, const ul_sandbox_of *of, const char *self, const char *path, const char *inside)
{
    char program[PATH_MAX];
    if (!ul_program_find("bwrap", program, sizeof program))
        return ul_fail(UL_E_INPUT, "bubblewrap has gone");
    add(w, program);
    add_walls(w);
    add_binding(w, "--ro-bind", path, inside);
    if (ends_in(path, ".so"))
        add_binding(w, "--ro-bind", self, "/candidate/ullage");
    if (strncmp(self, "/usr/", strlen("/usr/")) == 0)
        add_binding(w, "--ro-bind", "/dev/null", self);
    if (of->plays == UL_PLAYS_INSTANCES) {
        add(w, "--dir");
        add(w, "{folder}");
        add_binding(w, "--ro-bind", "{instance}", "{instance}");
        add_binding(w, "--bind", "{plan}", "{plan}");
    }
    add_binding(w, "--remount-ro", "/", "--");
    return UL_OK;
}

/* Quotes and braces mean something in a command (words.h). */
static ul_status find_candidate(const char *candidate, char path[PATH_MAX])
{
    struct stat facts;
    if (realpath(candidate, path) == NULL)
        return ul_fail(UL_E_INPUT, "%s: there is no such candidate", candidate);
    if (strpbrk(path, "'{}") != NULL)
        return ul_fail(UL_E_INPUT, "%s: a path with a quote or a brace in it", candidate);
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode)
        || (!ends_in(path, ".so") && !ends_in(path, ".py") && access(path, X_OK) != 0))
        return ul_fail(UL_E_INPUT, "%s: a candidate is a shared object (.so), Python (.py) or a "
                                   "program that can be run", candidate);
    if (ends_in(path, ".py") && access(python, X_OK) != 0)
        return ul_fail(UL_E_INPUT, "%s: needs %s, which is not there", candidate, python);
    return UL_OK;
}

ul_status ul_sandbox_argv(ul_arena *arena, const ul_sandbox_of *of, char ***argv)
{
    char path[PATH_MAX], self[PATH_MAX], inside[PATH_MAX], threads[24];
    words w = {.arena = arena};
    UL_ALLOC(arena, w.argv, ARGV_MAX);
    UL_TRY(find_candidate(of->file, path));
    if (realpath("/proc/self/exe", self) == NULL)
        return ul_fail(UL_E_IO, "this program does not find itself");
    snprintf(inside, sizeof inside, "/candidate/%.200s", strrchr(path, '/') + 1);
    snprintf(threads, sizeof threads, "%llu", (unsigned long long)of->threads);
    if (of->plays != UL_PLAYS_VALUES) { /* those have none */
        add_binding(&w, self, "judge", of->isolated ? UL_OUTSIDE_PROGRAM : UL_INSIDE_PROGRAM);
        add(&w, threads);
    }
    if (of->isolated)
        UL_TRY(add_sandbox(&w, of, self, path, inside));
    UL_TRY(add_program(&w, of->isolated ? "/candidate/ullage" : self, of->isolated ? inside : path, of->plays));
    for (size_t q = 0; q < w.n; q++)
        UL_NEED(w.argv[q]);
    *argv = w.argv;
    return UL_OK;
}

ul_status ul_sandbox_command(ul_arena *arena, char *const *argv, const char **command)
{
    *command = "command=";
    for (size_t q = 0; argv[q] != NULL; q++)
        UL_TRY(ul_arena_format(arena, command, "%s%s'%s'", *command, q == 0 ? "" : " ", argv[q]));
    return UL_OK;
}
