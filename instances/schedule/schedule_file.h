/* Schedules as files; the format is described in docs/formats.md. */
#pragma once

#include "instance.h"
#include "schedule.h"

UL_KIND_DECLARATIONS(schedule);
