/* Schedules as files; the format is described in docs/formats.md. */
#ifndef UL_SCHEDULE_FILE_H
#define UL_SCHEDULE_FILE_H

#include "instance.h"
#include "schedule.h"

UL_KIND_DECLARATIONS(schedule);

#endif
