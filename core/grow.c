#include "grow.h"

#include <stdlib.h>

ul_status ul_grow(void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return UL_OK;
    const size_t wanted = *room == 0 ? 64 : *room * 2;
    size_t bytes;
    void **memory = array;
    if (__builtin_mul_overflow(wanted, size, &bytes))
        return ul_no_memory();
    void *grown = realloc(*memory, bytes);
    UL_NEED(grown);
    *memory = grown;
    *room = wanted;
    return UL_OK;
}

ul_status ul_grow_2(void *first, size_t first_size, void *second, size_t second_size, size_t n,
                    size_t *room)
{
    size_t again = *room;
    UL_TRY(ul_grow(first, n, &again, first_size));
    return ul_grow(second, n, room, second_size);
}
