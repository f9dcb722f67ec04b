/* A timeline in words and as JSON. */
#ifndef UL_SHOW_TIMELINE_H
#define UL_SHOW_TIMELINE_H

#include "output.h"

/* What a ul_view has for it; `plan` is a ul_schedule_plan. */
ul_status ul_timeline_brief(const void *plan, ul_output *out);
ul_status ul_timeline_detail(const void *plan, ul_output *out);
ul_status ul_timeline_json(const void *plan, ul_output *out);

#endif
