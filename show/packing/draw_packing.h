/* A packing plan as a picture. */
#pragma once

#include "names.h"
#include "output.h"

/* plan is a ul_packing_plan. As ul_view.draw. */
ul_status ul_draw_packing(const void *plan, const char *method, ul_names *colours, ul_output *out);
