/* A pool's capacity distribution as SVG. */
#ifndef UL_DRAW_AVAILABILITY_H
#define UL_DRAW_AVAILABILITY_H

#include "names.h"
#include "output.h"

/* Draws a ul_availability_plan; `method` may be empty. As ul_view.draw. */
ul_status ul_draw_availability(const void *plan, const char *method, ul_names *colours,
                               ul_output *out);

#endif
