/* Whether a command would write over what it reads, by whatever path. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

/* The folder that a path's file is in, as the system names it. */
static bool folder_of(const char *path, char folder[PATH_MAX])
{
    char copy[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (length >= sizeof copy)
        return false;
    memcpy(copy, slash == NULL ? "." : path, length);
    copy[length] = '\0';
    return realpath(copy, folder) != NULL;
}

/* Where a link to a file that is not there yet leads; the path itself where it is none. */
static const char *end_of_link(const char *path, char target[PATH_MAX])
{
    char link[PATH_MAX];
    const ssize_t length = readlink(path, link, sizeof link - 1);
    const char *slash = strrchr(path, '/');
    if (length < 0)
        return path;
    link[length] = '\0';
    const int folder = link[0] == '/' || slash == NULL ? 0 : (int)(slash - path + 1);
    return snprintf(target, PATH_MAX, "%.*s%s", folder, path, link) < PATH_MAX ? target : path;
}

/* Of standard input, the file that it comes from. */
static bool look_at(const char *path, bool is_read, struct stat *facts)
{
    return (is_read && strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, facts) : stat(path, facts)) == 0;
}

static bool is_one_file(const char *a, bool a_is_read, const char *b)
{
    struct stat of_a, of_b;
    char folder_a[PATH_MAX], folder_b[PATH_MAX], end_a[PATH_MAX], end_b[PATH_MAX];
    if (a == NULL || b == NULL || (!a_is_read && strcmp(a, "-") == 0) || strcmp(b, "-") == 0)
        return false;
    const bool has_a = look_at(a, a_is_read, &of_a), has_b = look_at(b, false, &of_b);
    if (has_a && has_b)
        return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    a = end_of_link(a, end_a);
    b = end_of_link(b, end_b);
    if (has_a || has_b || !folder_of(a, folder_a) || !folder_of(b, folder_b))
        return false;
    const char *name_a = strrchr(a, '/'), *name_b = strrchr(b, '/');
    return strcmp(folder_a, folder_b) == 0
           && strcmp(name_a == NULL ? a : name_a + 1, name_b == NULL ? b : name_b + 1) == 0;
}

bool ul_writes_twice(const char *output, const char *other)
{
    const bool both_here = output != NULL && other != NULL && strcmp(output, "-") == 0
                           && strcmp(other, "-") == 0;
    return both_here || is_one_file(output, false, other);
}

void ul_arg_apart(const char *input, const char *output, const struct argp_state *state)
{
    if (is_one_file(input, true, output))
        argp_error(state, "'%s' would be replaced by what is made of it: name another file", input);
}
