/* A workload and a timeline as JSON, for the page. */
#pragma once

#include "json_writer.h"

ul_status ul_schedule_instance_json(const void *data, ul_json_writer *json);
/* {"machines": [[type, ordered, ready, released], ...],
 *  "stays": [[task, machine, from, working, stopped, to, lost], ...]} */
ul_status ul_schedule_plan_json(const void *plan, ul_json_writer *json);
