/* The linear relaxation, in which tasks and machines may be divided at will: a small program, whose
 * duals are values of items. Nothing is claimed: pricing says what they prove.
 */
#pragma once

#include "exact_problem.h"
#include "run.h"

typedef struct ul_linear_relaxation ul_linear_relaxation;

/* *relaxed, which the arena holds, is to be freed where this fails, too. */
ul_status ul_linear_relaxation_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                                   ul_linear_relaxation **relaxed);
void ul_linear_relaxation_free(ul_linear_relaxation *relaxed); /* what the arena does not hold */

/* With so many machines of each type at least (NULL for none): value[i] >= 0, in units; all zero and
 * *solved false when the LP failed or time was over. Where these machines have no room for all tasks
 * the items are worth more than the machines can hold of it. */
ul_status ul_linear_relaxation_solve(ul_linear_relaxation *relaxed, const double *machines, double *value,
                                     bool *solved);

/* Its values from nothing. */
ul_status ul_linear_relaxation_values(const ul_exact_problem *problem, ul_run *run, double *value);
