/* What is said and what is held in memory while a check runs. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct check_memory {
    struct check_memory *next;
    max_align_t bytes[];
};

void check_refuse(check *c, const check_row *row, size_t field, const char *format, ...)
{
    va_list arguments;
    fprintf(c->err, "%s:%zu: column %zu: ", row->file, row->line, field + 1);
    va_start(arguments, format);
    vfprintf(c->err, format, arguments);
    va_end(arguments);
    fputc('\n', c->err);
    longjmp(c->refused, 1);
}

void check_refuse_file(check *c, const char *file, const char *format, ...)
{
    va_list arguments;
    fprintf(c->err, "%s: ", file);
    va_start(arguments, format);
    vfprintf(c->err, format, arguments);
    va_end(arguments);
    fputc('\n', c->err);
    longjmp(c->refused, 1);
}

void check_violation(check *c, const check_row *row, const char *format, ...)
{
    va_list arguments;
    c->violations++;
    if (row != NULL)
        fprintf(c->out, "%s:%zu: ", row->file, row->line);
    va_start(arguments, format);
    vfprintf(c->out, format, arguments);
    va_end(arguments);
    fputc('\n', c->out);
}

void *check_alloc(check *c, size_t n, size_t size)
{
    size_t bytes;
    struct check_memory *block = NULL;
    if (!__builtin_mul_overflow(n, size, &bytes) && bytes < SIZE_MAX / 2)
        block = calloc(1, sizeof *block + bytes);
    if (block == NULL) {
        fputs("ullage-check: out of memory\n", c->err);
        longjmp(c->refused, 1);
    }
    block->next = c->memory;
    c->memory = block;
    return block->bytes;
}

void *check_grow(check *c, void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return array;
    const size_t wanted = *room == 0 ? 64 : *room * 2;
    void *grown = check_alloc(c, wanted, size);
    if (array != NULL)
        memcpy(grown, array, n * size);
    *room = wanted;
    return grown;
}

void check_release(check *c)
{
    while (c->memory != NULL) {
        struct check_memory *next = c->memory->next;
        free(c->memory);
        c->memory = next;
    }
}
