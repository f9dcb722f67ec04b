/* What is said and what is held in memory while a check runs. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct check_memory {
    struct check_memory *next, *previous;
    size_t size;
    max_align_t bytes[];
};

enum { KEEP_CHUNK = 1 << 16, MEGABYTE = 1 << 20, CLEARED = 8 /* bytes, in a step */ };

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
    longjmp(c->ended, CHECK_UNREADABLE);
}

void check_conclude(check *c)
{
    longjmp(c->ended, CHECK_INVALID);
}

/* What is printed of a file's fields stays on its line. */
static void keep_on_line(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = '?';
}

static void print_line(FILE *to, const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    keep_on_line(text);
    fputs(text, to);
}

void check_refuse(check *c, const check_row *row, size_t field, const char *format, ...)
{
    va_list arguments;
    fprintf(c->err, "%s:%zu: column %zu: ", row->file, row->line, field + 1);
    va_start(arguments, format);
    print_line(c->err, format, arguments);
    va_end(arguments);
    end_refused(c);
}

void check_refuse_file(check *c, const char *file, const char *format, ...)
{
    va_list arguments;
    fprintf(c->err, "%s: ", file);
    va_start(arguments, format);
    print_line(c->err, format, arguments);
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
    keep_on_line(message->text + before);
    return message;
}

void check_violation(check *c, const check_row *row, const char *format, ...)
{
    va_list arguments;
    const bool enough = c->violations >= c->most_shown;
    if (c->violations < CHECK_INDEX_MAX)
        c->violations++;
    if (enough)
        return;
    va_start(arguments, format);
    *c->message_end = message_of(c, row, format, arguments);
    c->message_end = &(*c->message_end)->next;
    va_end(arguments);
}

void check_violation_first(check *c, const check_row *row, const char *format, ...)
{
    va_list arguments;
    if (c->violations < CHECK_INDEX_MAX)
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
    fprintf(c->out, "invalid: %zu violation%s", (size_t)c->violations, c->violations > 1 ? "s" : "");
    if (c->violations > shown)
        fprintf(c->out, ", the first %zu shown; --all shows every one", shown);
    fputc('\n', c->out);
}

static struct check_memory *block_of(void *array)
{
    return (struct check_memory *)((char *)array - offsetof(struct check_memory, bytes));
}

static void link_block(check *c, struct check_memory *block)
{
    block->previous = NULL;
    block->next = c->memory;
    if (c->memory != NULL)
        c->memory->previous = block;
    c->memory = block;
}

static void unlink_block(check *c, struct check_memory *block)
{
    *(block->previous == NULL ? &c->memory : &block->previous->next) = block->next;
    if (block->next != NULL)
        block->next->previous = block->previous;
}

void check_too_long(check *c)
{
    check_refuse_file(c, c->counted == NULL ? "ullage-check" : c->counted,
                      "takes too long to check: more than %" PRIu64 " steps; --steps sets the limit",
                      c->most_steps);
}

void check_sort(check *c, void *array, size_t n, size_t size,
                int (*order)(const void *, const void *))
{
    enum { COMPARISON = 8 };
    uint64_t levels = COMPARISON;
    for (size_t left = n; left > 1; left /= 2)
        levels += COMPARISON;
    check_spend_on(c, n, levels);
    if (n > 1)
        qsort(array, n, size, order);
}

static _Noreturn void refuse_memory(check *c)
{
    fprintf(c->err, "%s: needs more than %zu MB to be checked; --memory-mb sets the limit",
            c->counted == NULL ? "ullage-check" : c->counted, c->most_used / MEGABYTE);
    end_refused(c);
}

/* What a block takes in all: its head and the allocator's, in steps of its alignment. */
static size_t taken(size_t bytes)
{
    const size_t step = _Alignof(max_align_t);
    return (sizeof(struct check_memory) + bytes + 2 * sizeof(void *) + step - 1) / step * step;
}

/* A block of n * size bytes in the place of `old`, which may be NULL; beyond what
 * old had it is zeroed. Both count until one is copied to the other. */
static void *resize(check *c, void *array, size_t n, size_t size)
{
    struct check_memory *old = array == NULL ? NULL : block_of(array);
    const size_t had = old == NULL ? 0 : old->size;
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes) || bytes > c->most_used
        || taken(bytes) > c->most_used - c->used)
        refuse_memory(c);
    check_spend(c, bytes / CLEARED);
    if (old != NULL)
        unlink_block(c, old);
    struct check_memory *block = old == NULL ? calloc(1, sizeof *block + bytes)
                                             : realloc(old, sizeof *block + bytes);
    if (block == NULL) {
        if (old != NULL)
            link_block(c, old);
        refuse_memory(c);
    }
    if (old != NULL && bytes > had)
        memset((char *)block->bytes + had, 0, bytes - had);
    block->size = bytes;
    c->used += taken(bytes) - (old == NULL ? 0 : taken(had));
    link_block(c, block);
    return block->bytes;
}

void *check_alloc(check *c, size_t n, size_t size)
{
    return resize(c, NULL, n, size);
}

void check_free(check *c, void *array)
{
    if (array == NULL)
        return;
    struct check_memory *block = block_of(array);
    unlink_block(c, block);
    c->used -= taken(block->size);
    free(block);
}

void *check_grow(check *c, void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return array;
    const size_t wanted = *room == 0 ? 64 : *room * 2; /* no array has half of all bytes */
    array = resize(c, array, wanted, size);
    *room = wanted;
    return array;
}

const char *check_keep(check *c, const char *text, size_t length)
{
    if (length >= c->keep_room) {
        c->keep_room = length < KEEP_CHUNK ? KEEP_CHUNK : length + 1;
        c->keep = check_alloc(c, c->keep_room, 1);
    }
    char *kept = c->keep;
    memcpy(kept, text, length);
    kept[length] = '\0';
    c->keep += length + 1;
    c->keep_room -= length + 1;
    return kept;
}

bool check_affords(const check *c, uint64_t n, size_t size)
{
    uint64_t bytes;
    return !__builtin_mul_overflow(n, size, &bytes) && bytes < (c->most_used - c->used) / 2;
}

void check_release(check *c)
{
    while (c->memory != NULL) {
        struct check_memory *next = c->memory->next;
        free(c->memory);
        c->memory = next;
    }
}
