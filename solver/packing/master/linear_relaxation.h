/* Item values from the linear relaxation, in which tasks and machines may be
 * divided at will: a place to start from.
 */
#ifndef UL_LINEAR_RELAXATION_H
#define UL_LINEAR_RELAXATION_H

#include "exact_problem.h"
#include "run.h"

/* value[i] >= 0, in units; all zero when the LP failed or time was over. Nothing
 * is claimed: pricing says what they prove. */
ul_status ul_linear_relaxation_values(const ul_exact_problem *problem, ul_run *run, double *value);

#endif
