/* The one file that includes GSL's statistics and distributions. */
#include "statistics.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum { EXACT_PAIRS_MAX = 25, RESAMPLES = 2000, BOOTSTRAP_SEED = 1 };
#define LEVEL 0.95 /* of a bootstrap interval */

double ul_stat_mean(const double *x, size_t n)
{
    return gsl_stats_mean(x, 1, n);
}

double ul_stat_sd(const double *x, size_t n)
{
    return n < 2 ? 0 : gsl_stats_sd(x, 1, n);
}

void ul_stat_sort(double *x, size_t n)
{
    gsl_sort(x, 1, n);
}

double ul_stat_quantile(double *x, size_t n, double fraction)
{
    ul_stat_sort(x, n);
    return gsl_stats_quantile_from_sorted_data(x, 1, n, fraction);
}

double ul_stat_shifted_geomean(const double *x, size_t n, double shift)
{
    double sum = 0;
    for (size_t q = 0; q < n; q++)
        sum += log(x[q] + shift);
    return exp(sum / (double)n) - shift;
}

/* ---- Wilcoxon ---- */

/* Ranks magnitudes from 1, ties sharing the mean; returns sum over tie groups
 * of (t^3 - t), 0 when nothing is tied. */
static double rank(const double *magnitude, const size_t *order, size_t n, double *ranks)
{
    double ties = 0;
    for (size_t q = 0; q < n;) {
        size_t end = q + 1;
        while (end < n && magnitude[order[end]] == magnitude[order[q]])
            end++;
        const double shared = 0.5 * (double)(q + 1 + end);
        const double t = (double)(end - q);
        ties += t * t * t - t;
        for (; q < end; q++)
            ranks[order[q]] = shared;
    }
    return ties;
}

/* Two-sided exact p: how many of the 2^n sign patterns reach a rank sum <= w.
 * Twice a rank is whole even when ties share a mean rank; ways[s] counts the
 * subsets whose doubled ranks add up to s. */
static double exact_p(const double *ranks, size_t n, double w)
{
    enum { MOST = EXACT_PAIRS_MAX * (EXACT_PAIRS_MAX + 1) };
    double ways[MOST + 1] = {1};
    for (size_t q = 0; q < n; q++) {
        const size_t doubled = (size_t)(2 * ranks[q] + 0.5);
        for (size_t s = MOST; s >= doubled; s--)
            ways[s] += ways[s - doubled];
    }
    double below = 0;
    for (size_t s = 0; (double)s <= 2 * w; s++)
        below += ways[s];
    return fmin(1, 2 * below / ldexp(1, (int)n));
}

static double normal_p(size_t n, double w, double ties)
{
    const double m = (double)n;
    const double mean = m * (m + 1) / 4;
    const double variance = m * (m + 1) * (2 * m + 1) / 24 - ties / 48;
    const double z = (w - mean + 0.5) / sqrt(variance);
    return fmin(1, 2 * gsl_cdf_ugaussian_P(z));
}

ul_status ul_stat_wilcoxon(const double *difference, size_t n, double *w, double *p)
{
    double *magnitude = calloc(3 * n + 1, sizeof *magnitude);
    size_t *order = malloc((n + 1) * sizeof *order);
    if (magnitude == NULL || order == NULL) {
        free(magnitude);
        free(order);
        return ul_no_memory();
    }
    double *ranks = magnitude + n, *kept_difference = magnitude + 2 * n;
    size_t kept = 0;
    for (size_t q = 0; q < n; q++)
        if (difference[q] != 0)
            kept_difference[kept++] = difference[q];
    for (size_t q = 0; q < kept; q++)
        magnitude[q] = fabs(kept_difference[q]);
    gsl_sort_index(order, magnitude, 1, kept);
    const double ties = rank(magnitude, order, kept, ranks);
    double plus = 0, minus = 0;
    for (size_t q = 0; q < kept; q++)
        *(kept_difference[q] > 0 ? &plus : &minus) += ranks[q];
    *w = fmin(plus, minus);
    *p = kept == 0                 ? 1
         : kept <= EXACT_PAIRS_MAX ? exact_p(ranks, kept, *w)
                                   : normal_p(kept, *w, ties);
    free(magnitude);
    free(order);
    return UL_OK;
}

/* ---- Friedman ---- */

ul_status ul_stat_friedman(const double *x, size_t n, size_t k, double *rank_sum, double *p,
                           double *apart)
{
    double *ranks = malloc((k + 1) * sizeof *ranks);
    size_t *order = malloc((k + 1) * sizeof *order);
    if (ranks == NULL || order == NULL) {
        free(ranks);
        free(order);
        return ul_no_memory();
    }
    double squares = 0, between = 0;
    for (size_t j = 0; j < k; j++)
        rank_sum[j] = 0;
    for (size_t q = 0; q < n; q++) {
        gsl_sort_index(order, x + q * k, 1, k);
        rank(x + q * k, order, k, ranks);
        for (size_t j = 0; j < k; j++) {
            rank_sum[j] += ranks[j];
            squares += ranks[j] * ranks[j];
        }
    }
    const double rows = (double)n, methods = (double)k, mean = rows * (methods + 1) / 2;
    for (size_t j = 0; j < k; j++)
        between += (rank_sum[j] - mean) * (rank_sum[j] - mean);
    const double within = squares - rows * methods * (methods + 1) * (methods + 1) / 4;
    const double t = within > 0 ? (methods - 1) * between / within : 0;
    const double freedom = (rows - 1) * (methods - 1);
    *p = within > 0 && k > 1 ? gsl_cdf_chisq_Q(t, methods - 1) : 1;
    *apart = freedom <= 0 ? HUGE_VAL
                          : gsl_cdf_tdist_Pinv((1 + LEVEL) / 2, freedom)
                                * sqrt(fmax(0, 2 * rows * (1 - t / (rows * (methods - 1))) * within
                                                   / freedom));
    free(ranks);
    free(order);
    return UL_OK;
}

ul_status ul_stat_holm(const double *p, size_t n, double *adjusted)
{
    size_t *order = malloc((n + 1) * sizeof *order);
    UL_NEED(order);
    gsl_sort_index(order, p, 1, n);
    double highest = 0;
    for (size_t q = 0; q < n; q++) {
        highest = fmax(highest, fmin(1, (double)(n - q) * p[order[q]]));
        adjusted[order[q]] = highest;
    }
    free(order);
    return UL_OK;
}

ul_status ul_stat_bootstrap(ul_statistic of, const double *x, size_t n, double *low, double *high)
{
    double *drawn = malloc((RESAMPLES + n) * sizeof *drawn), *sample = drawn + RESAMPLES;
    ul_rng *rng = ul_rng_new(BOOTSTRAP_SEED);
    if (drawn == NULL || rng == NULL) {
        free(drawn);
        ul_rng_free(rng);
        return ul_no_memory();
    }
    for (size_t b = 0; b < RESAMPLES; b++) {
        for (size_t q = 0; q < n; q++)
            sample[q] = x[ul_rng_below(rng, n)];
        drawn[b] = of == UL_STAT_MEAN ? ul_stat_mean(sample, n) : ul_stat_quantile(sample, n, 0.5);
    }
    *low = ul_stat_quantile(drawn, RESAMPLES, (1 - LEVEL) / 2);
    *high = ul_stat_quantile(drawn, RESAMPLES, (1 + LEVEL) / 2);
    free(drawn);
    ul_rng_free(rng);
    return UL_OK;
}

ul_status ul_stat_paired(const double *difference, size_t n, ul_paired *r)
{
    double w, *sorted = malloc((n + 1) * sizeof *sorted);
    UL_NEED(sorted);
    memcpy(sorted, difference, n * sizeof *sorted);
    *r = (ul_paired){ul_stat_mean(difference, n), ul_stat_quantile(sorted, n, 0.5), NAN, NAN, NAN, NAN,
                     NAN};
    free(sorted);
    if (n < UL_FEWEST_PAIRS)
        return UL_OK;
    UL_TRY(ul_stat_bootstrap(UL_STAT_MEAN, difference, n, &r->low, &r->high));
    UL_TRY(ul_stat_bootstrap(UL_STAT_MEDIAN, difference, n, &r->median_low, &r->median_high));
    return ul_stat_wilcoxon(difference, n, &w, &r->p);
}

static double primal_gap(double cost, double best)
{
    const double scale = fmax(fabs(cost), fabs(best));
    return scale == 0 ? 0 : fmin(1, fabs(cost - best) / scale);
}

double ul_stat_primal_integral(const double *at_s, const double *cost, size_t n, double best,
                               double horizon_s)
{
    double sum = 0, since = 0, gap = 1;
    for (size_t q = 0; q < n && at_s[q] < horizon_s; q++) {
        sum += gap * (at_s[q] - since);
        since = at_s[q];
        gap = primal_gap(cost[q], best);
    }
    return sum + gap * (horizon_s - since);
}

double ul_stat_ecdf(const double *x, size_t n, size_t whole, double at)
{
    size_t below = 0;
    for (size_t q = 0; q < n; q++)
        below += x[q] <= at;
    return (double)below / (double)whole;
}
