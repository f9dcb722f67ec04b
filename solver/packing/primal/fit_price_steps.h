/* Plans on the machines that steps of prices ask for (price_steps.h): what a plan costs is
 * given first, and the tasks are made to fit (fit_on_machines.h).
 */
#ifndef UL_FIT_PRICE_STEPS_H
#define UL_FIT_PRICE_STEPS_H

#include "exact_state.h"

/* Looks for a plan on few more steps than have room for all resources, then on fewer, down
 * to those. */
ul_status ul_fit_price_steps(ul_exact *exact);

#endif
