/* The availability problem over a chosen support as an integer program with one
 * binary per scenario.
 *
 *     min  sum_k price_k n_k
 *     sum_{k not in S} c_k n_k >= C (1 - z_S)     each set S of types that is down
 *     sum_S P(exactly S is down) z_S <= 1 - target
 *     z_S <= z_{S + k}                            what fails still fails with less
 *
 * A set whose failure alone would break the promise has no z: it must be survived,
 * and only the largest such sets need a row. 2^m scenarios for m types.
 */
#pragma once

#include "availability.h"
#include "model.h"

enum { UL_SCENARIO_TYPES = 14 };

/* The m types that are cheapest per unit, and as many more as it takes to reach the
 * target at all; at most UL_SCENARIO_TYPES. Returns how many. */
size_t ul_scenario_support(const ul_availability *in, size_t m, size_t *support);

/* Fills the model; the first m columns are the counts. */
ul_status ul_scenario_model(const ul_availability *in, const size_t *support, size_t m,
                            ul_model *model);
