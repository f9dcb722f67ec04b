/* Hosts of one size for virtual machines that stay for a while: a schedule with one type that
 * costs $1 an hour, there at once and billed to the second, so that dollars are host-hours. */
#pragma once

#include "param.h"
#include "schedule.h"

#define UL_HOSTS_PARAMS                                                                    \
    UL_REAL("cpu", "80", "cores of a host", 0.001, 1e6),                                   \
    UL_REAL("mem", "180", "memory of a host, in GB", 0.001, 1e6)

/* Everything of the world but who comes. */
ul_status ul_hosts_world(ul_schedule_builder *b, const char *name, const ul_param_values *param);
