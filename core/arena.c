/* Bump allocation in blocks that double up to 64 MiB; O(1) per allocation.
 *
 * Large blocks ask for huge pages: methods jump about in them, and a processor
 * knows the addresses of few small pages at a time. Measured on an index of a
 * million tasks: 11% of the run. They come from the system, which hands out zeros
 * page by page as they are looked at: gigabytes for the worst case cost nothing
 * until they are needed. */
#include "arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct block {
    struct block *below;
    size_t size;
    size_t used;
    size_t dirty; /* what lies behind has never been used and is zero */
    alignas(max_align_t) unsigned char data[];
} block;

struct ul_arena {
    block *top;
};

enum {
    FIRST_BLOCK = 4 * 1024,
    LARGEST_BLOCK = 64 * 1024 * 1024,
    HUGE_PAGE = 2 * 1024 * 1024,
};

ul_arena *ul_arena_new(void)
{
    return calloc(1, sizeof(ul_arena));
}

void ul_arena_free(ul_arena *arena)
{
    if (arena == NULL)
        return;
    ul_arena_rewind(arena, (ul_arena_mark_t){NULL, 0});
    free(arena);
}

static bool is_large(size_t size)
{
    return size >= 2 * HUGE_PAGE;
}

static void *block_memory(size_t size)
{
    if (!is_large(size))
        return malloc(sizeof(block) + size);
    void *memory = mmap(NULL, sizeof(block) + size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    madvise(memory, sizeof(block) + size, MADV_HUGEPAGE); /* a wish: where it is not granted, no harm */
    return memory;
}

static void block_free(block *gone)
{
    if (is_large(gone->size))
        munmap(gone, sizeof(block) + gone->size);
    else
        free(gone);
}

static block *block_push(ul_arena *arena, size_t wanted)
{
    size_t size = arena->top == NULL ? FIRST_BLOCK : arena->top->size * 2;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < wanted)
        size = wanted;
    if (size > SIZE_MAX - sizeof(block) - HUGE_PAGE)
        return NULL;
    block *fresh = block_memory(size);
    if (fresh == NULL)
        return NULL;
    fresh->below = arena->top;
    fresh->size = size;
    fresh->used = 0;
    fresh->dirty = is_large(size) ? 0 : size;
    arena->top = fresh;
    return fresh;
}

/* *dirty of the bytes may be other than zero, from the first on. */
static void *take(ul_arena *arena, size_t n, size_t size, size_t *dirty)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes) || bytes > SIZE_MAX / 2)
        return NULL;
    bytes = (bytes + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    block *top = arena->top;
    if (top == NULL || top->size - top->used < bytes) {
        top = block_push(arena, bytes);
        if (top == NULL)
            return NULL;
    }
    void *memory = top->data + top->used;
    *dirty = top->dirty > top->used ? top->dirty - top->used : 0;
    *dirty = *dirty < bytes ? *dirty : bytes;
    top->used += bytes;
    top->dirty = top->used > top->dirty ? top->used : top->dirty;
    return memory;
}

void *ul_arena_alloc_raw(ul_arena *arena, size_t n, size_t size)
{
    size_t dirty;
    return take(arena, n, size, &dirty);
}

void *ul_arena_alloc(ul_arena *arena, size_t n, size_t size)
{
    size_t dirty;
    void *memory = take(arena, n, size, &dirty);
    if (memory != NULL && dirty > 0)
        memset(memory, 0, dirty);
    return memory;
}

void *ul_arena_grow(ul_arena *arena, void *old, size_t old_n, size_t new_n, size_t size)
{
    void *memory = ul_arena_alloc(arena, new_n, size);
    if (memory != NULL && old_n > 0)
        memcpy(memory, old, old_n * size);
    return memory;
}

void *ul_arena_more(ul_arena *arena, void *array, size_t n, size_t *room, size_t size)
{
    const size_t old = *room;
    if (n < old)
        return array;
    *room = 2 * n + 4;
    return ul_arena_grow(arena, array, old, *room, size);
}

char *ul_arena_text(ul_arena *arena, const char *text, size_t length)
{
    char *copy = ul_arena_alloc_raw(arena, length + 1, 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *ul_arena_words(ul_arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *copy = length < 0 ? NULL : ul_arena_alloc_raw(arena, (size_t)length + 1, 1);
    if (copy != NULL)
        vsnprintf(copy, (size_t)length + 1, format, again);
    va_end(again);
    return copy;
}

ul_status ul_arena_format(ul_arena *arena, const char **text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    *text = ul_arena_words(arena, format, arguments);
    va_end(arguments);
    return *text == NULL ? ul_no_memory() : UL_OK;
}

ul_arena_mark_t ul_arena_mark(const ul_arena *arena)
{
    if (arena->top == NULL)
        return (ul_arena_mark_t){NULL, 0};
    return (ul_arena_mark_t){arena->top, arena->top->used};
}

void ul_arena_rewind(ul_arena *arena, ul_arena_mark_t mark)
{
    while (arena->top != NULL && arena->top != mark.block) {
        block *gone = arena->top;
        arena->top = gone->below;
        block_free(gone);
    }
    if (arena->top != NULL)
        arena->top->used = mark.used;
}

ul_status ul_arena_reserve(ul_arena *arena, size_t bytes, void **reserved)
{
    *reserved = block_push(arena, bytes);
    return *reserved == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_arena_keep(const ul_arena *arena, ul_arena_image *image, bool *kept)
{
    const block *top = arena->top;
    *kept = image->block == top;
    if (!*kept)
        return UL_OK;
    if (image->room < top->used) {
        image->room = 2 * top->used;
        free(image->bytes);
        image->bytes = malloc(image->room);
        UL_NEED(image->bytes);
    }
    image->used = top->used;
    memcpy(image->bytes, top->data, top->used);
    return UL_OK;
}

void ul_arena_put_back(ul_arena *arena, const ul_arena_image *image)
{
    ul_arena_rewind(arena, (ul_arena_mark_t){image->block, image->used});
    memcpy(arena->top->data, image->bytes, image->used);
}
