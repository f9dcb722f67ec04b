/* What the records of a run say, method by method and pair by pair.
 *
 * An instance is its label. A method's repetitions on it are averaged first, over
 * those that have a plan; gaps, profiles and pairs are then over instances, so that
 * more repetitions never look like more evidence. Runs, times and distributions are
 * over runs.
 *
 * References are per instance: the proved optimum where some record of the same
 * content proved one, else the best bound. A gap to an optimum and a gap to a bound
 * are different things and are never averaged together. A bound that is not positive
 * says nothing and is no reference.
 */
#ifndef UL_SUMMARY_H
#define UL_SUMMARY_H

#include "arena.h"
#include "record.h"
#include "sheet.h"

typedef struct {
    bool has_optimum, has_bound, has_best;
    bool infeasible;             /* a run says that there is no plan, and none has one */
    double optimum, bound, best; /* dollars */
} ul_reference;

/* By instance, of those that have a reference of one sort. */
typedef struct {
    size_t n, n_without; /* without: no run has a plan, or it costs more than an optimum of 0 */
    double *gap;         /* n of them */
    double dollars;      /* the same as money, their sum */
} ul_gaps;

typedef struct {
    char *label; /* "eva-full", with its parameters where they tell it from others */
    size_t n_runs;
    size_t n_solved;  /* ended with an answer: a plan, the proof that there is none, a bound as asked */
    size_t n_proved;  /* the plan is the best possible, or there is none */
    double *wall_s;   /* of the solved runs */
    size_t n_sought;  /* instances where a plan was to be found */
    size_t n_priced;  /* those of them with one */
    double dollars;   /* their costs' sum */
    ul_cost *mean;    /* by instance, over the repetitions with a plan, to 10^-12 dollars */
    double *cost;     /* the same in dollars; HUGE_VAL without a plan; NaN where there was none to
                       * find: not run, asked for a bound only, proved to have no plan */
    ul_gaps gaps[2];  /* to the optimum, to the bound */
    size_t n_measured, n_reached; /* runs for a plan where the optimum is proved, those with a gap */
    double *run_gap;              /* of the latter, to the optimum */
    size_t n_integrals, n_lost;   /* lost: solved runs whose events are missing */
    double *integral;             /* primal integrals of the runs with a reference */
} ul_method_summary;

typedef struct {
    size_t n_records, n_methods, n_instances;
    const ul_record *record;
    size_t *instance_of, *method_of; /* by record */
    ul_method_summary *method;
    const ul_reference *reference; /* by instance number */
    double horizon_s;              /* of the primal integrals */
    bool torn;                     /* a crash left half a row at the end, which is not counted */
    ul_arena *arena;
} ul_summary;

/* Reads a run's folder; records come in the suite's order, in whichever they were run. */
ul_status ul_summary_read(const char *folder, ul_arena *arena, ul_summary **summary);

/* The part of one kind, to be drawn by itself: records of that kind alone, methods and
 * instances numbered as in the whole. It has no primal integrals. */
ul_status ul_summary_of_kind(const ul_summary *whole, const char *kind, ul_summary **part);

/* The tables: methods, gaps to optima and to bounds where there are any, profile,
 * distributions of gaps and times, pairs. */
ul_status ul_summary_sheets(const ul_summary *summary, ul_sheet ***sheet, size_t *n);

/* Means of the measures that plans have beside their cost; NULL when there are none. */
ul_status ul_measures_sheet(const ul_summary *summary, ul_sheet **sheet);

#endif
