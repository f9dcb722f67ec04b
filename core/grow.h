/* Arrays from the heap that double when they are full. */
#pragma once

#include <stddef.h>

#include "status.h"

/* Makes room for one more object of `size` bytes behind n; `array` is the address
 * of the pointer, *room what it holds now. */
ul_status ul_grow(void *array, size_t n, size_t *room, size_t size);

/* The same for two arrays that grow together. */
ul_status ul_grow_2(void *first, size_t first_size, void *second, size_t second_size, size_t n,
                    size_t *room);
