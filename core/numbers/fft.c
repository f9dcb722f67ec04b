/* The one file that includes GSL's transforms. */
#include "fft.h"

#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_fft_real.h>
#include <stdlib.h>
#include <string.h>

/* Packed as GSL packs it: re[0], re[1] .. re[s/2], im[s/2-1] .. im[1]. */
static void multiply_packed(double *x, const double *y, size_t s)
{
    x[0] *= y[0];
    if (s > 1)
        x[s / 2] *= y[s / 2];
    for (size_t f = 1; f < s - f; f++) {
        const double re = x[f] * y[f] - x[s - f] * y[s - f];
        const double im = x[f] * y[s - f] + x[s - f] * y[f];
        x[f] = re;
        x[s - f] = im;
    }
}

ul_status ul_fft_multiply(const double *a, size_t n, const double *b, size_t m, double *product)
{
    size_t s = 1;
    while (s < n + m - 1)
        s *= 2;
    double *x = calloc(2 * s, sizeof *x);
    UL_NEED(x);
    double *y = x + s;
    memcpy(x, a, n * sizeof *x);
    memcpy(y, b, m * sizeof *y);
    gsl_fft_real_radix2_transform(x, 1, s);
    gsl_fft_real_radix2_transform(y, 1, s);
    multiply_packed(x, y, s);
    gsl_fft_halfcomplex_radix2_inverse(x, 1, s);
    memcpy(product, x, (n + m - 1) * sizeof *x);
    free(x);
    return UL_OK;
}
