/* Memory with one lifetime: many allocations, one free.
 *
 * A run owns an arena; what a heuristic allocates from it is released when the
 * run ends. ul_arena_mark() and ul_arena_rewind() release what came after a
 * point, for methods that build many throw-away plans.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "status.h"

typedef struct ul_arena ul_arena;
typedef struct {
    void *block;
    size_t used;
} ul_arena_mark_t;

/* Zeroed memory for n objects of the given size; NULL when out of memory or
 * when n * size overflows. n = 0 gives a valid pointer to nothing. */
void *ul_arena_alloc(ul_arena *arena, size_t n, size_t size);

/* The same, without clearing. */
void *ul_arena_alloc_raw(ul_arena *arena, size_t n, size_t size);

/* Takes n zeroed objects for a pointer of their type, or returns the fault from the
 * calling function:
 *     size_t *order;
 *     UL_ALLOC(arena, order, n); */
#define UL_ALLOC(arena, pointer, n)                                                       \
    do {                                                                                  \
        if (((pointer) = ul_arena_alloc((arena), (n), sizeof *(pointer))) == NULL)        \
            return ul_no_memory();                                                       \
    } while (0)

/* The same, without clearing. */
#define UL_ALLOC_RAW(arena, pointer, n)                                                   \
    do {                                                                                  \
        if (((pointer) = ul_arena_alloc_raw((arena), (n), sizeof *(pointer))) == NULL)    \
            return ul_no_memory();                                                       \
    } while (0)

/* Grows an array of `size`-byte objects from old_n to new_n; the old memory
 * stays in the arena, so double the size each time. New objects are zeroed. */
void *ul_arena_grow(ul_arena *arena, void *old, size_t old_n, size_t new_n, size_t size);

/* An array in which object n has a place: itself, or where *room is no more than n, one of twice
 * the size; NULL when out of memory. */
void *ul_arena_more(ul_arena *arena, void *array, size_t n, size_t *room, size_t size);

/* A copy of length bytes with a terminating NUL. */
char *ul_arena_text(ul_arena *arena, const char *text, size_t length);
/* A text as printf() writes it. */
ul_status ul_arena_format(ul_arena *arena, const char **text, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

ul_arena_mark_t ul_arena_mark(const ul_arena *arena);
void ul_arena_rewind(ul_arena *arena, ul_arena_mark_t mark);

/* ---- below: not for plugins ---- */

/* ul_arena_more() for an array of a pointer's type, or returns the fault from the calling
 * function:
 *     UL_MORE(arena, list, n, room);
 *     list[n++] = one; */
#define UL_MORE(arena, pointer, n, room)                                                  \
    do {                                                                                  \
        if ((n) >= (room)                                                                 \
            && ((pointer) = ul_arena_more((arena), (pointer), (n), &(room), sizeof *(pointer))) == NULL) \
            return ul_no_memory();                                                       \
    } while (0)

/* A copy of n objects; NULL when out of memory. */
static inline void *ul_arena_copy(ul_arena *arena, const void *from, size_t n, size_t size)
{
    void *memory = ul_arena_alloc_raw(arena, n, size);
    if (memory != NULL && n > 0)
        memcpy(memory, from, n * size);
    return memory;
}

/* The same for a pointer of their type, or returns the fault from the calling function. */
#define UL_COPY(arena, pointer, from, n)                                                  \
    do {                                                                                  \
        if (((pointer) = ul_arena_copy((arena), (from), (n), sizeof *(pointer))) == NULL) \
            return ul_no_memory();                                                       \
    } while (0)

/* ul_arena_format() of arguments that were passed on; NULL when out of memory. */
char *ul_arena_words(ul_arena *arena, const char *format, va_list arguments);

/* One block of `bytes`, which are the system's until they are used: what is taken from now
 * on lies in it. */
ul_status ul_arena_reserve(ul_arena *arena, size_t bytes, void **reserved);
/* What the block holds, byte by byte: put back it is where it was, so that pointers into it are
 * right again. False, and nothing is kept, where the block was too small: there is another. */
typedef struct {
    void *block; /* the one that was reserved */
    unsigned char *bytes;
    size_t used, room;
} ul_arena_image;
ul_status ul_arena_keep(const ul_arena *arena, ul_arena_image *image, bool *kept);
void ul_arena_put_back(ul_arena *arena, const ul_arena_image *image);

ul_arena *ul_arena_new(void);
void ul_arena_free(ul_arena *arena);

static inline void ul_arena_drop(ul_arena **arena)
{
    ul_arena_free(*arena);
}

/* Declares an arena that is freed where its block ends, or returns the fault from the calling
 * function. */
#define UL_OWN_ARENA(arena)                                      \
    UL_FREED_BY(ul_arena_drop) ul_arena *arena = ul_arena_new(); \
    UL_NEED(arena)
