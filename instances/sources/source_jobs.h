/* What importers of jobs share: all jobs of a trace, or some of them drawn at random. */
#pragma once

#include "generator.h"
#include "schedule.h"

/* As ul_schedule_build(); of the jobs that `fill` adds, those that the request draws. */
ul_status ul_source_schedule(const ul_source_request *request,
                             ul_status (*fill)(ul_schedule_builder *b, void *context),
                             void *context, ul_instance *instance);
