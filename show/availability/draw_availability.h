/* A pool's capacity distribution as SVG. */
#pragma once

#include "names.h"
#include "output.h"

/* Draws a ul_availability_plan; `method` may be empty. As ul_view.draw. */
ul_status ul_draw_availability(const void *plan, const char *method, ul_names *colours,
                               ul_output *out);
