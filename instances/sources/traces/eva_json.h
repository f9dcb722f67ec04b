/* What the importers of Eva's JSON traces share. */
#pragma once

#include "eva_jobs.h"
#include "json.h"

/* A number, rounded up to millionths. */
ul_status ul_eva_json_micro(const ul_json *value, const char *what, ul_micro *result,
                            bool *rounded);

/* A task's demand on each family: its own, or that for "any". */
ul_status ul_eva_json_demand(const ul_json *demand,
                             ul_micro by_family[UL_EVA_FAMILIES][UL_CATALOG_EVA_RESOURCES],
                             bool *rounded);

/* Calls fn for each member of the request's one input, a JSON object of jobs. */
typedef ul_status (*ul_eva_json_job_fn)(void *context, const char *name, const ul_json *job);
ul_status ul_eva_json_read(const ul_source_request *request, ul_eva_json_job_fn fn, void *context,
                           size_t *jobs);
