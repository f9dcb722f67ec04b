#include "scratch_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *ul_scratch_file(size_t q, const uint8_t *data, size_t length)
{
    static int file[UL_SCRATCH_FILES];
    static char path[UL_SCRATCH_FILES][64];
    if (file[q] == 0) {
        file[q] = memfd_create("scratch", 0);
        snprintf(path[q], sizeof path[q], "/proc/self/fd/%d", file[q]);
    }
    if (file[q] < 0 || ftruncate(file[q], 0) != 0
        || pwrite(file[q], data, length, 0) != (ssize_t)length) {
        perror("scratch file");
        exit(1);
    }
    return path[q];
}

static char output_path[64], named_path[128];

static void remove_files(void)
{
    unlink(output_path);
    unlink(named_path);
}

static void remove_at_exit(void)
{
    if (output_path[0] == '\0' && named_path[0] == '\0')
        atexit(remove_files);
}

const char *ul_scratch_output(void)
{
    if (output_path[0] == '\0') {
        remove_at_exit();
        snprintf(output_path, sizeof output_path, "/tmp/ullage-fuzz-%ld.csv", (long)getpid());
    }
    return output_path;
}

const char *ul_scratch_named(const char *path, const char *name)
{
    if (named_path[0] == '\0') {
        remove_at_exit();
        snprintf(named_path, sizeof named_path, "/tmp/ullage-fuzz-%ld-%s", (long)getpid(), name);
        unlink(named_path);
        if (symlink(path, named_path) != 0) {
            perror("scratch file");
            exit(1);
        }
    }
    return named_path;
}

void ul_scratch_broken(const char *property, const char *why)
{
    fprintf(stderr, "%s: %s\n", property, why);
    abort();
}
