/* Item values from the linear relaxation, in which tasks and machines may be
 * divided at will: a place to start from.
 */
#ifndef UL_EXACT_LINEAR_H
#define UL_EXACT_LINEAR_H

#include "exact_problem.h"
#include "run.h"

/* value[i] >= 0, in units; all zero when the LP failed or time was over. Nothing
 * is claimed: pricing says what they prove. */
ul_status ul_exact_linear_values(const ul_exact_problem *problem, ul_run *run, double *value);

#endif
