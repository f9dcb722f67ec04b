/* A timeline as a picture: a row a machine, from left to right the time. */
#pragma once

#include "names.h"
#include "output.h"

/* `plan` is a ul_schedule_plan; jobs of one workload have one colour. */
ul_status ul_draw_schedule(const void *plan, const char *method, ul_names *colours, ul_output *out);
