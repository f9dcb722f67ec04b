/* Hosts of one size for virtual machines that stay for a while: a schedule with one type that
 * costs $1 an hour, there at once and billed to the second, so that dollars are host-hours. */
#ifndef UL_HOSTS_H
#define UL_HOSTS_H

#include "param.h"
#include "schedule.h"

#define UL_HOSTS_PARAMS                                                                    \
    {.name = "cpu", .preset = "80", .form = UL_PARAM_REAL, .low = 0.001, .high = 1e6,      \
     .brief = "cores of a host"},                                                          \
    {.name = "mem", .preset = "180", .form = UL_PARAM_REAL, .low = 0.001, .high = 1e6,     \
     .brief = "memory of a host, in GB"}

/* Everything of the world but who comes. */
ul_status ul_hosts_world(ul_schedule_builder *b, const char *name, const ul_param_values *param);

#endif
