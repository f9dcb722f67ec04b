/* What emscripten's headers and library lack; included before every source. */
#pragma once

#include <stddef.h>

void qsort_r(void *array, size_t n, size_t size,
             int (*order)(const void *, const void *, void *), void *context);
