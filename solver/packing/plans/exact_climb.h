/* Plans on the machines that steps of prices ask for (exact_steps.h): what a plan costs is
 * given first, and the tasks are made to fit (case_fit.h).
 */
#ifndef UL_EXACT_CLIMB_H
#define UL_EXACT_CLIMB_H

#include "exact_search.h"

/* Looks for a plan on few more steps than have room for all resources, then on fewer, down
 * to those. */
ul_status ul_exact_climb(ul_exact *exact);

#endif
