/* A file for a text. */
#pragma once

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Its path has 24 letters; whoever asks unlinks it. */
static inline void write_file(char *path, const char *text)
{
    strcpy(path, "/tmp/ullage-test-XXXXXX");
    const int file = mkstemp(path);
    cr_assert(file >= 0);
    cr_assert_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}
