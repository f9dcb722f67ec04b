/* A packing plan as a picture. */
#ifndef UL_DRAW_PACKING_H
#define UL_DRAW_PACKING_H

#include "output.h"
#include "status.h"

/* plan is a ul_packing_plan. */
ul_status ul_draw_packing(const void *plan, const char *method, ul_output *out);

#endif
