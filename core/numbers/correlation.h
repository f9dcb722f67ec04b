/* Correlation matrices. */
#pragma once

#include <stddef.h>

#include "status.h"

/* Pearson's coefficient of every pair of the n rows of samples[n][length] into
 * result[n][n]. A row that never changes is correlated with nothing but itself.
 * O(n^2 * length). */
ul_status ul_correlation(const double *samples, size_t n, size_t length, double *result);
