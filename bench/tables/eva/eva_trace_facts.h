/* Jobs of Eva's trace, for the tables that describe it. */
#ifndef UL_EVA_TRACE_FACTS_H
#define UL_EVA_TRACE_FACTS_H

#include "table.h"

typedef struct {
    size_t n;
    double *gpus, *hours; /* by job: what it demands, how long it runs */
} ul_eva_jobs;

/* Reads a trace that the parameter of this name gives, by the importer and with one setting
 * of its (NULL: none); n stays 0 without one. The instance
 * is noted for the manifest. */
ul_status ul_eva_jobs_read(const ul_table_request *request, const char *name,
                           const char *importer, const char *setting, ul_arena *arena,
                           ul_table_made *made, ul_eva_jobs *jobs);

#endif
