/* The one file that includes zlib for reading. */
#include "input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

struct ul_input {
    char *name;
    gzFile file;         /* NULL when reading memory */
    const char *data;    /* rest of the memory */
    size_t left;
    ul_sha256 hash;
};

static ul_status input_new(const char *name, ul_input **input)
{
    ul_input *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL)
        return ul_fail(UL_E_MEMORY, "%s: out of memory", name);
    fresh->name = strdup(name);
    if (fresh->name == NULL) {
        free(fresh);
        return ul_fail(UL_E_MEMORY, "%s: out of memory", name);
    }
    ul_sha256_init(&fresh->hash);
    *input = fresh;
    return UL_OK;
}

ul_status ul_input_open(const char *path, ul_input **input)
{
    struct stat facts;
    if (strcmp(path, "-") == 0)
        path = "/dev/stdin";
    if (stat(path, &facts) != 0)
        return ul_fail(UL_E_INPUT, "%s: %s", path, strerror(errno));
    if (S_ISDIR(facts.st_mode))
        return ul_fail(UL_E_INPUT, "%s: is a folder, expected a file", path);
    UL_TRY(input_new(path, input));
    errno = 0;
    (*input)->file = gzopen(path, "rb");
    if ((*input)->file == NULL) {
        ul_input_close(*input);
        *input = NULL;
        return ul_fail(UL_E_INPUT, "%s: %s", path, errno != 0 ? strerror(errno) : "out of memory");
    }
    gzbuffer((*input)->file, 64 * 1024);
    return UL_OK;
}

ul_status ul_input_memory(const char *name, const void *data, size_t length, ul_input **input)
{
    UL_TRY(input_new(name, input));
    (*input)->data = data;
    (*input)->left = length;
    return UL_OK;
}

void ul_input_close(ul_input *input)
{
    if (input == NULL)
        return;
    if (input->file != NULL)
        gzclose_r(input->file);
    free(input->name);
    free(input);
}

static ul_status read_file(ul_input *input, char *buffer, size_t room, size_t *got)
{
    *got = 0;
    while (*got < room) {
        const size_t left = room - *got;
        const int n = gzread(input->file, buffer + *got, left > 1 << 30 ? 1u << 30 : (unsigned)left);
        int fault = Z_OK;
        const char *why = n <= 0 ? gzerror(input->file, &fault) : "";
        if (n < 0 || fault == Z_BUF_ERROR)
            return ul_fail(UL_E_INPUT, "the file cannot be read to its end: %s",
                           fault == Z_ERRNO       ? strerror(errno)
                           : fault == Z_BUF_ERROR ? "the gzip data is cut off"
                                                  : why);
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return UL_OK;
}

ul_status ul_input_read(ul_input *input, void *buffer, size_t room, size_t *got)
{
    if (input->file != NULL) {
        UL_TRY(read_file(input, buffer, room, got));
    } else {
        *got = room < input->left ? room : input->left;
        if (*got > 0)
            memcpy(buffer, input->data, *got);
        input->data += *got;
        input->left -= *got;
    }
    ul_sha256_add(&input->hash, buffer, *got);
    return UL_OK;
}

ul_status ul_input_read_all(ul_input *input, size_t limit, char **data, size_t *length)
{
    char *all = NULL;
    size_t n = 0, room = 0;
    for (;;) {
        if (room - n < 2) {
            room = room == 0 ? 64 * 1024 : room * 2;
            char *grown = realloc(all, room);
            if (grown == NULL) {
                free(all);
                return ul_fail(UL_E_MEMORY, "%s: out of memory", input->name);
            }
            all = grown;
        }
        size_t got = 0;
        const ul_status status = ul_input_read(input, all + n, room - n - 1, &got);
        n += got;
        if (status != UL_OK || n > limit) {
            free(all);
            return status != UL_OK ? ul_fail_prefix(status, "%s", input->name)
                                   : ul_fail(UL_E_INPUT, "%s: is larger than %zu bytes",
                                             input->name, limit);
        }
        if (n < room - 1)
            break;
    }
    all[n] = '\0';
    *data = all;
    *length = n;
    return UL_OK;
}

ul_status ul_input_read_file(const char *path, size_t limit, char **data, size_t *length)
{
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    UL_TRY(ul_input_open(path, &input));
    return ul_input_read_all(input, limit, data, length);
}

const char *ul_input_name(const ul_input *input)
{
    return input->name;
}

void ul_input_sha256(ul_input *input, char text[UL_SHA256_TEXT])
{
    ul_sha256_text(&input->hash, text);
}
