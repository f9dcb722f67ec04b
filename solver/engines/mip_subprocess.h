/* GLPK's branch and cut in a process of its own: what it finds comes through a
 * pipe, and a deadline, an interrupt, a crash or exhausted memory end that process
 * alone. GLPK looks at no clock inside a relaxation, so nothing else ends it in time.
 */
#pragma once

#include "mip.h"
#include "run.h"

typedef enum {
    UL_APART_ENDED,   /* result->outcome says how */
    UL_APART_STOPPED, /* by us: deadline or interrupt */
    UL_APART_MEMORY,
    UL_APART_DIED
} ul_apart_end;

/* As ul_glpk_mip(), whose callbacks are called here, by the caller's process. The
 * time limit and the stop flag of the options do not matter: the run's do. */
ul_status ul_mip_subprocess(ul_run *run, const ul_model *model, const ul_mip_options *options,
                       ul_mip_result *result, ul_apart_end *end);
