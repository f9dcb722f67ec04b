/* Integer programs for GLPK's branch and cut (solver/lp/glpk_mip.c). */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "model.h"
#include "status.h"

typedef enum {
    UL_MIP_OPTIMAL,
    UL_MIP_INFEASIBLE, /* nothing at or below the cutoff */
    UL_MIP_STOPPED,    /* time limit or stop flag */
    UL_MIP_MEMORY,
    UL_MIP_FAILED /* numerical trouble, or unbounded */
} ul_mip_outcome;

typedef struct {
    ul_mip_outcome outcome;
    bool has_bound;
    double bound; /* no solution is below it, in floating point */
    long nodes;
} ul_mip_result;

typedef struct {
    double time_limit_s; /* HUGE_VAL is none */
    size_t memory_mb;    /* of GLPK's own; 0 is no limit */
    bool lp_only;        /* the relaxation: result->bound and duals() */
    bool cuts, presolve;
    double cutoff; /* only solutions at or below it are wanted; HUGE_VAL is none */
    const volatile sig_atomic_t *stop;
    void *context;
    void (*incumbent)(void *context, const double *value); /* one per column */
    void (*progress)(void *context, const ul_mip_result *so_far);
    void (*duals)(void *context, const double *dual); /* one per row */
} ul_mip_options;

ul_status ul_glpk_mip(const ul_model *model, const ul_mip_options *options, ul_mip_result *result);
