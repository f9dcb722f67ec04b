/* A packing plan on the terminal. */
#ifndef UL_SHOW_PACKING_PLAN_H
#define UL_SHOW_PACKING_PLAN_H

#include "output.h"
#include "status.h"

/* plan is a ul_packing_plan: a table of its machines, equal ones in one row. */
ul_status ul_show_packing_plan(const void *plan, ul_output *out);

#endif
