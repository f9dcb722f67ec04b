/* What is said and what is held in memory while a check runs. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct check_memory {
    struct check_memory *next;
    max_align_t bytes[];
};

struct check_message {
    struct check_message *next;
    char text[];
};

static size_t show_violations(check *c)
{
    size_t shown = 0;
    for (const struct check_message *m = c->message; m != NULL && shown < c->most_shown;
         m = m->next, shown++)
        fprintf(c->out, "%s\n", m->text);
    return shown;
}

/* What was wrong before may be why this file cannot be read on. */
static _Noreturn void end_refused(check *c)
{
    fputc('\n', c->err);
    show_violations(c);
    longjmp(c->refused, 1);
}

void check_refuse(check *c, const check_row *row, size_t field, const char *format, ...)
{
    va_list arguments;
    fprintf(c->err, "%s:%zu: column %zu: ", row->file, row->line, field + 1);
    va_start(arguments, format);
    vfprintf(c->err, format, arguments);
    va_end(arguments);
    end_refused(c);
}

void check_refuse_file(check *c, const char *file, const char *format, ...)
{
    va_list arguments;
    fprintf(c->err, "%s: ", file);
    va_start(arguments, format);
    vfprintf(c->err, format, arguments);
    va_end(arguments);
    end_refused(c);
}

static struct check_message *message_of(check *c, const check_row *row, const char *format,
                                        va_list arguments)
{
    char place[64] = "";
    va_list again;
    va_copy(again, arguments);
    if (row != NULL)
        snprintf(place, sizeof place, ":%zu: ", row->line);
    const char *file = row == NULL ? "" : row->file;
    const size_t length = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t before = strlen(file) + strlen(place);
    struct check_message *message = check_alloc(c, 1, sizeof *message + before + length + 1);
    strcat(strcpy(message->text, file), place);
    vsnprintf(message->text + before, length + 1, format, arguments);
    return message;
}

void check_violation(check *c, const check_row *row, const char *format, ...)
{
    va_list arguments;
    if (c->violations++ >= c->most_shown)
        return;
    va_start(arguments, format);
    *c->message_end = message_of(c, row, format, arguments);
    c->message_end = &(*c->message_end)->next;
    va_end(arguments);
}

void check_violation_first(check *c, const check_row *row, const char *format, ...)
{
    va_list arguments;
    c->violations++;
    va_start(arguments, format);
    struct check_message *message = message_of(c, row, format, arguments);
    va_end(arguments);
    message->next = c->message;
    if (c->message == NULL)
        c->message_end = &message->next;
    c->message = message;
}

void check_verdict(check *c)
{
    if (c->violations == 0)
        return;
    const size_t shown = show_violations(c);
    fprintf(c->out, "invalid: %zu violation%s", c->violations, c->violations > 1 ? "s" : "");
    if (c->violations > shown)
        fprintf(c->out, ", the first %zu shown; --all shows every one", shown);
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
