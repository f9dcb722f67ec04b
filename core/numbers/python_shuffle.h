/* The shuffle of Python's standard library, draw by draw: for what its users shuffled. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Orders index as random.seed(seed); random.shuffle(index) does, since Python 3.2. O(n). */
void ul_python_shuffle(uint32_t seed, size_t *index, size_t n);
