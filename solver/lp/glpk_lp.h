/* The incremental LP of lp.h as GLPK serves it: what its files share. */
#pragma once

#include "glpk_trap.h"
#include "lp.h"

struct ul_lp {
    glp_prob *problem;
    unsigned long age;
    int *index; /* 1-based copies for GLPK's calls */
    double *value;
    size_t room;
    int pivots; /* limit of a solve; 0: none */
    double most; /* limit of a solve's objective; DBL_MAX: none */
};

static inline ul_status ul_lp_check_alive(const ul_lp *lp)
{
    return lp->age == ul_glpk_age
               ? UL_OK
               : ul_fail(UL_E_INTERNAL, "this LP was lost when GLPK gave up earlier");
}
