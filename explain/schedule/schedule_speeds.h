/* How fast tasks work beside their neighbours, stay by stay. */
#pragma once

#include "timeline.h"

/* speed[s] is how fast stay s works on average, as a share of its speed alone on the
 * machine; 1 where nobody slows anybody down. O(stays of a machine) a stay there. */
ul_status ul_schedule_speeds(const ul_schedule_plan *plan, double *speed);
