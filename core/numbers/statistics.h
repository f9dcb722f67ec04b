/* The statistics of the tables, each with its formula. NaN-free input is the
 * caller's duty; n >= 1 unless said otherwise.
 */
#pragma once

#include <stddef.h>

#include "status.h"

void ul_stat_sort(double *x, size_t n); /* ascending */

double ul_stat_mean(const double *x, size_t n);

/* Sample standard deviation, divisor n - 1; 0 for n = 1. */
double ul_stat_sd(const double *x, size_t n);

/* Linear interpolation between order statistics (R type 7): the value at
 * (n - 1) * fraction in the sorted x. x is sorted in place. */
double ul_stat_quantile(double *x, size_t n, double fraction);

/* (prod (x_i + shift))^(1/n) - shift: times from microseconds to minutes in one
 * figure, without letting the microseconds rule. */
double ul_stat_shifted_geomean(const double *x, size_t n, double shift);

/* Two-sided paired Wilcoxon signed-rank test on the pairs' differences, which the
 * caller computes exactly: rounding breaks ties. Zero differences are dropped; tied magnitudes share their mean rank. Up to 25 pairs that differ
 * the distribution is exact, above normal with tie and continuity corrections.
 * *w is the smaller rank sum. p = 1 when no pair differs. */
ul_status ul_stat_wilcoxon(const double *difference, size_t n, double *w, double *p);

/* Friedman's test with ties (Conover 1999, Section 5.8) of k methods on n instances, x[q*k + j]
 * the cost of method j on instance q, infinite where it has no plan: the ranks' sums, p by the
 * chi-square distribution, and how far apart two sums must be to differ at 5% once p is
 * below it. */
ul_status ul_stat_friedman(const double *x, size_t n, size_t k, double *rank_sum, double *p,
                           double *apart);

/* Holm's step-down adjustment: adjusted_(i) = max_{j<=i} min(1, (n - j + 1) p_(j)). */
ul_status ul_stat_holm(const double *p, size_t n, double *adjusted);

/* Percentile bootstrap interval of the mean or the median: resamples the instances with
 * replacement, 2000 times with one seed; 95%, two-sided. */
typedef enum { UL_STAT_MEAN, UL_STAT_MEDIAN } ul_statistic;
ul_status ul_stat_bootstrap(ul_statistic of, const double *x, size_t n, double *low, double *high);

/* What paired differences say: means, 95% bootstrap intervals of the mean and of the median, and
 * Wilcoxon's p. Fewer pairs than this have neither an interval nor a p, which are NaN: of five, no
 * signed-rank test can come below 0.06, and a bootstrap knows a handful of values. */
enum { UL_FEWEST_PAIRS = 6 };
typedef struct {
    double mean, median, low, high, median_low, median_high, p;
} ul_paired;
ul_status ul_stat_paired(const double *difference, size_t n, ul_paired *result);

/* Primal integral (Berthold 2013): integral over [0, horizon] of the primal gap
 * |cost(t) - best| / max(|cost(t)|, |best|), 1 before the first plan. cost[q]
 * holds from time at_s[q] on; ascending times. Lower is better. */
double ul_stat_primal_integral(const double *at_s, const double *cost, size_t n, double best,
                               double horizon_s);

/* Empirical distribution: the share of `whole` observations that are <= at; those beyond
 * the n in x never reach any value. whole >= n, whole >= 1. */
double ul_stat_ecdf(const double *x, size_t n, size_t whole, double at);
