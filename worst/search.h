/* The search for the instance on which a method loses most.
 *
 * Annealing over a space's numbers with restarts: from drawn and structured
 * instances, and from the user's. What a candidate is worth is the method's cost
 * over the reference's, where the reference is an exact method that has proved its
 * optimum, or another method the user named. The search counts evaluations, not
 * seconds, so the same seed and count give the same instance on every machine.
 */
#pragma once

#include "method.h"
#include "space.h"

typedef struct {
    const ul_method *method, *reference;
    const char *const *set; /* of the method */
    size_t n_set;
    const char *const *reference_set;
    size_t n_reference_set;
    bool difference;        /* seek cost minus reference, not cost over reference */
    uint64_t seed;
    uint64_t evaluations;   /* 0: until the time limit */
    double time_limit_s;    /* 0: until the evaluations are used up */
    double proof_limit_s;   /* for one optimum; what takes longer is no candidate */
    double at_least;        /* what the reference must cost for an instance to count, dollars */
    double until;           /* this value is bad enough; 0: none is */
    bool must_plan;         /* a method that has no plan ends the search: a fault that says why */
    bool (*stop)(void *context); /* of the method's runs (run.h); may be NULL */
    void *stop_context;
    const ul_space *space;
    ul_space_options within;
} ul_worst_options;

typedef struct {
    double value; /* what was sought */
    ul_cost cost, reference;
    uint64_t at; /* the evaluation that found it, from 1 */
} ul_worst_score;

typedef struct ul_worst ul_worst;

/* Opens the space; the options are kept and must last. */
ul_status ul_worst_new(const ul_worst_options *options, ul_worst **worst);
void ul_worst_free(ul_worst *worst);

/* Searches until the evaluations or the time are used up, or ul_worst_stop(). */
ul_status ul_worst_search(ul_worst *worst, void (*improved)(void *context, const ul_worst *worst),
                          void *context);
/* Async-signal-safe: ends the search soon; what was found is kept. */
void ul_worst_stop(void);

/* Drops records and rounds numbers while the value holds. */
ul_status ul_worst_shrink(ul_worst *worst);

/* False as long as nothing was found. */
bool ul_worst_best(const ul_worst *worst, ul_worst_score *score);
uint64_t ul_worst_evaluations(const ul_worst *worst);

/* What the method said where it first had no plan, in this process; "" where it always had. */
const char *ul_worst_refusal(const ul_worst *worst);

/* The best as an instance's text, in memory that the caller frees. */
ul_status ul_worst_text(const ul_worst *worst, const char *name, char **text, size_t *length);

/* The best as whole numbers, to hand it from one process to another. */
size_t ul_worst_export_size(const ul_worst *worst);
void ul_worst_export(const ul_worst *worst, void *bytes);
void ul_worst_import(ul_worst *worst, const void *bytes);
