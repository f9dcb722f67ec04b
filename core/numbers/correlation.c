/* The one file that includes OpenBLAS. */
#include "correlation.h"

#include <cblas.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Makes a row's mean 0 and its square sum 1; a constant row becomes 0. */
static void standardize(double *row, size_t length)
{
    double mean = 0, square = 0;
    for (size_t t = 0; t < length; t++)
        mean += row[t];
    mean /= (double)length;
    for (size_t t = 0; t < length; t++) {
        row[t] -= mean;
        square += row[t] * row[t];
    }
    const double scale = square > 1e-12 * (double)length ? 1 / sqrt(square) : 0;
    for (size_t t = 0; t < length; t++)
        row[t] *= scale;
}

ul_status ul_correlation(const double *samples, size_t n, size_t length, double *result)
{
    if (n == 0 || length == 0 || n > INT_MAX || length > INT_MAX)
        return ul_fail(UL_E_INPUT, "a correlation needs at least one sample of one series");
    double *row = malloc(n * length * sizeof *row);
    UL_NEED(row);
    memcpy(row, samples, n * length * sizeof *row);
    for (size_t k = 0; k < n; k++)
        standardize(row + k * length, length);
    memset(result, 0, n * n * sizeof *result);
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasNoTrans, (blasint)n, (blasint)length, 1, row,
                (blasint)length, 0, result, (blasint)n);
    for (size_t i = 0; i < n; i++) {
        result[i * n + i] = 1;
        for (size_t j = 0; j < i; j++)
            result[i * n + j] = result[j * n + i];
    }
    free(row);
    return UL_OK;
}
