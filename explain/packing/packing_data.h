/* Packing instances and plans as the player's page takes them. */
#pragma once

#include "json_writer.h"
#include "recording.h"

/* {"resources": [...], "types": [...], "shapes": [...], "tasks": [...]}:
 * a shape is one row of demands, or one for each family when they differ. */
ul_status ul_packing_instance_json(const void *data, ul_json_writer *json);

/* [[type, copies, [[task, count], ...]], ...] */
ul_status ul_packing_plan_json(const void *plan, ul_json_writer *json);

/* A machine a frame. */
ul_status ul_packing_unroll(const void *plan, ul_recording *recording);
