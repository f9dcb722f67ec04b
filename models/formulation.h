/* A formulation: how an instance becomes an integer program and how values of
 * its columns become a plan again.
 *
 * A formulation is one file that defines `const ul_formulation
 * ul_formulation_<symbol>` and one line in formulations.def. It serves one
 * problem kind; build() and decode() restore the types they know.
 */
#pragma once

#include "arena.h"
#include "instance.h"
#include "model.h"

typedef struct ul_formulation ul_formulation;

/* A model on its way from an instance to an engine and back. */
typedef struct {
    const ul_formulation *formulation;
    const ul_instance *instance;
    ul_model *model; /* made by ul_build_new(), filled by build(); minimises dollars */
    ul_arena *arena; /* of the key; lives as long as the build */
    void *key;       /* what the columns mean; the formulation's own */
    ul_cost unit;    /* every integer solution costs a multiple of it; 0 = not known */
    bool fragile;    /* numbers range so widely that a solver's word is not believed */
    uint64_t limit;  /* columns, above which build() gives up */
    bool too_large;  /* set by ul_build_refuse() */
    bool (*expired)(const void *context); /* may be NULL; a long enumeration asks it */
    const void *expired_context;
    bool stopped; /* set by build() when it gave up because of expired() */
} ul_build;

struct ul_formulation {
    const char *name;  /* as users type it */
    const char *brief; /* one line */
    const char *paper;
    const ul_kind *kind;
    /* Adds rows and columns to build->model, sets key and unit. */
    ul_status (*build)(const ul_instance *instance, ul_build *build);
    /* A plan in the arena from one value per column. The run checks it, so values need
     * only be rounded, not trusted; what a solver's tolerance let pass is repaired. */
    ul_status (*decode)(const ul_build *build, const double *value, ul_arena *arena, void **plan);
};

extern const ul_formulation *const ul_formulations[]; /* ends with NULL */

/* By name; NULL when there is none. */
const ul_formulation *ul_formulation_find(const char *name);

/* Runs the formulation's build() with these limits. The instance must outlive
 * the result. On a fault *build is NULL unless the model was refused as too
 * large or stopped: then it says which, and is to be freed all the same. */
typedef struct {
    uint64_t limit; /* 0 = UL_BUILD_LIMIT */
    bool (*expired)(const void *context);
    const void *expired_context;
} ul_build_options;
#define UL_BUILD_LIMIT ((uint64_t)1000000)
ul_status ul_build_new(const ul_formulation *formulation, const ul_instance *instance,
                       const ul_build_options *options, ul_build **build);
void ul_build_free(ul_build *build);

/* For build(): the fault of a model that would pass the limit, with what to do. */
ul_status ul_build_refuse(ul_build *build, const char *what);
/* For build(): true when time is up; build() then returns ul_build_stop(). */
bool ul_build_expired(const ul_build *build);
ul_status ul_build_stop(ul_build *build);

/* The nearest whole number, for decoders; 0 for what is negative or no number. */
uint64_t ul_value_whole(double value);
