/* Products of real polynomials by fast Fourier transform. */
#ifndef UL_FFT_H
#define UL_FFT_H

#include <stddef.h>

#include "status.h"

/* product[0 .. n + m - 2] of a[0 .. n-1] and b[0 .. m-1]; n, m >= 1. O(s log s)
 * for s = n + m; the absolute error of a coefficient is near
 * 10^-16 * log2 s * |a| |b| (Euclidean norms). */
ul_status ul_fft_multiply(const double *a, size_t n, const double *b, size_t m, double *product);

#endif
