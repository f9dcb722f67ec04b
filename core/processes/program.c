#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork.h"

enum { NOT_THERE = 127 };

bool ul_program_find(const char *name, char *path, size_t room)
{
    const char *at = strchr(name, '/') != NULL ? "" : getenv("PATH");
    while (at != NULL) {
        const size_t length = strcspn(at, ":");
        const int n = length == 0 ? snprintf(path, room, "%s", name)
                                  : snprintf(path, room, "%.*s/%s", (int)length, at, name);
        struct stat facts;
        if (n > 0 && (size_t)n < room && stat(path, &facts) == 0 && S_ISREG(facts.st_mode)
            && access(path, X_OK) == 0)
            return true;
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
    return false;
}

/* Keeps the beginning, reads on to the end so that the program never blocks. */
static void read_all(int from, char *said, size_t room)
{
    char rest[4096];
    size_t n = 0;
    for (;;) {
        const bool full = n + 1 >= room;
        const ssize_t got = full ? read(from, rest, sizeof rest) : read(from, said + n, room - 1 - n);
        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        if (got > 0 && !full)
            n += (size_t)got;
    }
    said[n] = '\0';
}

ul_status ul_program_run(char *const argv[], char *said, size_t room, int *code)
{
    int end, how;
    pid_t pid;
    const ul_status started = ul_fork(&(ul_fork_options){0}, &pid, &end);
    if (started != UL_OK)
        return ul_fail_prefix(started, "%s", argv[0]);
    if (pid == 0) {
        dup2(end, STDOUT_FILENO);
        dup2(end, STDERR_FILENO);
        execvp(argv[0], argv);
        _exit(NOT_THERE);
    }
    read_all(end, said, room);
    close(end);
    while (waitpid(pid, &how, 0) < 0 && errno == EINTR)
        continue;
    *code = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return *code == NOT_THERE ? ul_fail(UL_E_IO, "%s: is not installed", argv[0]) : UL_OK;
}
