/* The result of a run as one JSON object; costs as exact decimals. */
#pragma once

#include "json_writer.h"
#include "output.h"
#include "run.h"

/* {"instance": ..., "parameters": {...}} and a line end. */
ul_status ul_result_json(const ul_instance *instance, const ul_run *run, uint64_t seed,
                         ul_output *out);

/* (cost - bound) / bound; false when it has no value. 0 when the cost is proved optimal. */
bool ul_result_gap(const ul_run_result *result, double *gap);
