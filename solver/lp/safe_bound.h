/* What a floating-point solver says, as exact claims. */
#pragma once

#include "fixed.h"
#include "model.h"

/* A lower bound on the model's relaxation that holds whatever the duals are
 * worth (Neumaier and Shcherbina 2004): for any y,
 *
 *     c x >= sum_i min(y_i b_i) + sum_j min over the bounds of (c - A'y)_j x_j
 *
 * Rounding errors of the sums are bounded and taken off. -HUGE_VAL when a column
 * has no bounds. O(terms). */
double ul_safe_relaxation(const ul_model *model, const double *dual);

/* The exact bound behind a floating-point one. The cost of every plan is a
 * multiple of unit (0 = not known), so the bound is rounded up to one, after
 * `slack` units (dollars when unit is 0) were taken off for the solver's errors. */
ul_cost ul_exact_bound(double bound, double slack, ul_cost unit);

/* What is taken off a branch-and-bound solver's own bound: a thousandth of a
 * unit and a billionth of the bound. Solvers work with 1e-9 on reduced costs of
 * integers this size; a proof without trust is the certificate's business. */
double ul_trusted_slack(double bound);
