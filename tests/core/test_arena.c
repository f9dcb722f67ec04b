/* What an arena holds can be kept and put back, pointers and all. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "arena.h"

typedef struct link {
    struct link *next;
    int value;
} link;

static link *push(ul_arena *arena, link *next, int value)
{
    link *new = ul_arena_alloc(arena, 1, sizeof *new);
    cr_assert_eq(new->value, 0); /* cleared, though others had it before */
    *new = (link){next, value};
    return new;
}

static int sum(const link *first)
{
    return first == NULL ? 0 : first->value + sum(first->next);
}

Test(arena, is_put_back_as_it_was)
{
    ul_arena *arena = ul_arena_new();
    ul_arena_image image = {0};
    bool kept;
    push(arena, NULL, 7); /* below, and not in the image */
    cr_assert_eq(ul_arena_reserve(arena, 1 << 20, &image.block), UL_OK);
    link *first = push(arena, push(arena, NULL, 1), 2);
    cr_assert_eq(ul_arena_keep(arena, &image, &kept), UL_OK);
    cr_assert(kept);
    for (int q = 0; q < 3; q++) {
        first->next->value = 100;
        cr_assert_eq(sum(push(arena, push(arena, first, 3), 4)), 109);
        ul_arena_put_back(arena, &image);
        cr_assert_eq(sum(first), 3);
    }
    cr_assert_not_null(ul_arena_alloc(arena, 1, 2 << 20)); /* in a block of its own */
    cr_assert_eq(ul_arena_keep(arena, &image, &kept), UL_OK);
    cr_assert_not(kept);
    ul_arena_put_back(arena, &image);
    cr_assert_eq(sum(first), 3);
    free(image.bytes);
    ul_arena_free(arena);
}
