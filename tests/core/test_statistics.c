/* Reference values come from SciPy 1.10 and NumPy; where a few lines of
 * arithmetic give them too, the comment shows those. */
#include <criterion/criterion.h>
#include <math.h>

#include "statistics.h"

#define NEAR(value, reference) cr_assert(fabs((value) - (reference)) < 1e-9, "%.12g", (double)(value))

Test(statistics, quantiles_interpolate)
{
    /* sorted 1 1 2 3 4 5 6 9; position 7 * 0.25 = 1.75: 1 + 0.75 * (2 - 1) */
    double x[] = {3, 1, 4, 1, 5, 9, 2, 6};
    NEAR(ul_stat_quantile(x, 8, 0.25), 1.75);
    NEAR(ul_stat_quantile(x, 8, 0.5), 3.5);
}

Test(statistics, shifted_geomean)
{
    /* (10.1 * 11 * 110)^(1/3) - 10 = 12221^(1/3) - 10 */
    const double x[] = {0.1, 1, 100};
    NEAR(ul_stat_shifted_geomean(x, 3, 10), 13.033976249638357);
}

static ul_status wilcoxon(const double *a, const double *b, size_t n, double *w, double *p)
{
    double difference[30];
    for (size_t q = 0; q < n; q++)
        difference[q] = a[q] - b[q];
    return ul_stat_wilcoxon(difference, n, w, p);
}

Test(statistics, wilcoxon_of_three_pairs)
{
    /* all one way: one of the 8 sign patterns reaches a sum <= 0, p = 2 / 8; nothing
     * that three pairs say is less likely. scipy.stats.wilcoxon([2, 1, 0.5]) */
    const double difference[] = {2, 1, 0.5};
    double w, p;
    cr_assert_eq(ul_stat_wilcoxon(difference, 3, &w, &p), UL_OK);
    NEAR(w, 0);
    NEAR(p, 0.25);
}

Test(statistics, wilcoxon_exact)
{
    /* Hollander and Wolfe's depression scores: differences ranked, the negative
     * ones hold ranks 2 and 3, W = 5; of the 512 sign patterns 10 reach <= 5:
     * p = 2 * 10 / 512. scipy.stats.wilcoxon(x, y) gives the same. */
    const double x[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const double y[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    double w, p;
    cr_assert_eq(wilcoxon(x, y, 9, &w, &p), UL_OK);
    NEAR(w, 5);
    NEAR(p, 0.0390625);
}

Test(statistics, wilcoxon_with_ties_and_zeros)
{
    /* One zero difference drops out; equal magnitudes share their mean rank. Of
     * the 512 sign patterns of the nine ranks 162 reach a sum <= 18. */
    const double a[] = {125, 115, 130, 140, 140, 115, 140, 125, 140, 135};
    const double b[] = {110, 122, 125, 120, 140, 124, 123, 137, 135, 145};
    double w, p;
    cr_assert_eq(wilcoxon(a, b, 10, &w, &p), UL_OK);
    NEAR(w, 18);
    NEAR(p, 2 * 162 / 512.0);
}

Test(statistics, wilcoxon_of_many_pairs_is_normal)
{
    /* 26 of the 30 pairs differ; scipy.stats.wilcoxon(a, b, correction=True,
     * method='approx') */
    double a[30], b[30], w, p;
    for (int q = 0; q < 30; q++) {
        a[q] = q * 7 % 11 + q % 3;
        b[q] = q * 5 % 13;
    }
    cr_assert_eq(wilcoxon(a, b, 30, &w, &p), UL_OK);
    NEAR(w, 160.5);
    NEAR(p, 0.7120160750799672);
}

Test(statistics, wilcoxon_of_equal_samples)
{
    const double a[] = {1, 2, 3};
    double w, p;
    cr_assert_eq(wilcoxon(a, a, 3, &w, &p), UL_OK);
    NEAR(p, 1);
}

Test(statistics, friedman)
{
    /* by hand: the ranks
     * 1 2 3, 1 2.5 2.5, 1 3 2, 2 1 3 sum up to 5, 8.5, 10.5; A = 55.5, C = 48, T = 4.133333 */
    const double x[] = {1, 2, 3, 1, 2, 2, 1, INFINITY, 2, 2, 1, 3}, same[] = {1, 1, 2, 2};
    double sum[3], p, apart;
    cr_assert_eq(ul_stat_friedman(x, 4, 3, sum, &p, &apart), UL_OK);
    NEAR(sum[0], 5);
    NEAR(sum[1], 8.5);
    NEAR(sum[2], 10.5);
    NEAR(p, 0.12660710278908355);
    NEAR(apart, 5.379497352772798);
    cr_assert_eq(ul_stat_friedman(same, 2, 2, sum, &p, &apart), UL_OK);
    NEAR(p, 1);
}

Test(statistics, holm)
{
    /* sorted 0.01 0.02 0.03 0.04: 4*0.01, max(.04, 3*0.02), max(.06, 2*0.03), max(.06, 0.04) */
    const double p[] = {0.04, 0.01, 0.03, 0.02};
    double adjusted[4];
    cr_assert_eq(ul_stat_holm(p, 4, adjusted), UL_OK);
    NEAR(adjusted[1], 0.04);
    NEAR(adjusted[3], 0.06);
    NEAR(adjusted[2], 0.06);
    NEAR(adjusted[0], 0.06);
}

Test(statistics, bootstrap_is_seeded_and_brackets_the_mean)
{
    const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    double low[2], high[2];
    for (int q = 0; q < 2; q++)
        cr_assert_eq(ul_stat_bootstrap(UL_STAT_MEAN, x, 10, &low[q], &high[q]), UL_OK);
    NEAR(low[0], low[1]);
    /* the mean's standard error is sqrt(8.25 / 10) = 0.908, times 1.96 = 1.78 */
    cr_assert(fabs(low[0] - (5.5 - 1.78)) < 0.2);
    cr_assert(fabs(high[0] - (5.5 + 1.78)) < 0.2);
}

Test(statistics, paired_differences)
{
    const double x[] = {1, 2, 3, 4, 5, 9};
    ul_paired by;
    cr_assert_eq(ul_stat_paired(x, 6, &by), UL_OK);
    NEAR(by.mean, 4);
    NEAR(by.median, 3.5);
    NEAR(by.p, 2.0 / 64); /* all one way: one of the 64 sign patterns, either way */
    cr_assert(by.low < 4 && 4 < by.high && by.median_low <= 3.5 && 3.5 <= by.median_high);
    cr_assert_eq(ul_stat_paired(x, UL_FEWEST_PAIRS - 1, &by), UL_OK);
    NEAR(by.mean, 3);
    cr_assert(isnan(by.p) && isnan(by.low) && isnan(by.median_high), "too few for more");
}

Test(statistics, primal_integral)
{
    /* gap 1 for 2 s, (20 - 10)/20 for 3 s, 0 for the last 5 s */
    const double at[] = {2, 5}, cost[] = {20, 10};
    NEAR(ul_stat_primal_integral(at, cost, 2, 10, 10), 3.5);
    NEAR(ul_stat_primal_integral(at, cost, 0, 10, 10), 10);
}

Test(statistics, ecdf)
{
    /* three of the four are at most 2, and of five whose fifth never came */
    const double x[] = {1, 2, 2, 5};
    NEAR(ul_stat_ecdf(x, 4, 4, 2), 3.0 / 4);
    NEAR(ul_stat_ecdf(x, 4, 5, 2), 3.0 / 5);
    NEAR(ul_stat_ecdf(x, 4, 5, 1e9), 4.0 / 5);
}
