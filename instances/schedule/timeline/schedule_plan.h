/* The plan of a schedule, under the name that every kind has for it: a timeline. */
#ifndef UL_SCHEDULE_PLAN_H
#define UL_SCHEDULE_PLAN_H

#include "timeline.h"

#endif
