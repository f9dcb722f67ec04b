/* What the records of one or several runs say, method by method and pair by pair.
 *
 * An instance is its content: labels with an equal hash count once, and it is told. A
 * method's repetitions on it are averaged first, over those that have a plan; gaps,
 * profiles and pairs are then over instances, so that more repetitions never look like
 * more evidence. Runs, times and distributions are over runs. Times are CPU time unless
 * a name says wall.
 *
 * References are per instance: the proved optimum where some record proved one, else the
 * best bound. A gap to an optimum and a gap to a bound are different things and are never
 * averaged together. A bound that is not positive says nothing and is no reference.
 */
#pragma once

#include "arena.h"
#include "events.h"
#include "manifest.h"
#include "record.h"
#include "sheet.h"

typedef struct {
    double optimum, bound, best; /* dollars; NaN where there is none */
    bool certified;              /* a certificate of the optimum was verified */
    bool infeasible;             /* a run says that there is no plan, and none has one */
    const ul_record *cheapest;   /* the first run that found the best plan; NULL without one */
    const char *cheapest_by;     /* its method's label */
} ul_reference;

/* By instance, of those that have a reference of one sort. */
typedef struct {
    size_t n;
    size_t n_planless;  /* no run of the method has a plan there */
    size_t n_unmeasured; /* it has a plan, which costs more than an optimum of 0 */
    double *gap;        /* n of them */
    double dollars;     /* the same as money, their sum */
} ul_gaps;

typedef struct {
    const char *label; /* "eva-full", with its parameters where they tell it from others */
    bool is_exact;    /* it proves optima: a reference for the others, not one of them */
    size_t n_runs;
    size_t n_solved;  /* ended with an answer: a plan, the proof that there is none, a bound as asked */
    size_t n_proved;  /* the plan is the best possible, or there is none */
    size_t n_certified; /* of these, with a certificate that was verified */
    size_t n_limited; /* runs that a limit cut short */
    double *cpu_s;    /* of the solved runs */
    size_t n_sought;  /* instances where a plan was to be found */
    size_t n_priced;  /* those of them with one */
    ul_cost *mean;    /* by instance, over the repetitions with a plan, to 10^-12 dollars */
    double *cost;     /* the same in dollars; HUGE_VAL without a plan; NaN where there was none to
                       * find: not run, asked for a bound only, proved to have no plan */
    ul_gaps gaps[2];  /* to the optimum, to the bound */
    size_t n_measured, n_reached; /* runs for a plan where the optimum is proved, those with a gap */
    double *run_gap;              /* of the latter, to the optimum */
    size_t n_integrals, n_lost;   /* lost: solved runs whose events are missing */
    double *integral;             /* primal integrals of the runs with a reference, wall-clock */
} ul_method_summary;

typedef struct {
    const char *label;  /* in the first folder that has it */
    const char *sha256, *kind;
    const char **of_class; /* by class: its value there, "" where it has none */
} ul_instance_summary;

/* What is kept of a run beside its row. */
typedef struct {
    ul_events events;
    const double *wait_s; /* of its plan's customers, once ul_summary_waits() has read them */
    size_t n_waits;
    bool unread; /* the plan is gone */
} ul_run_detail;

/* A way to sort instances: "family", "size", or a label of the suite. */
typedef struct {
    const char *name;
    size_t n_values;
    const char **value; /* those that occur, in the order of a table */
} ul_class;

typedef struct {
    size_t n_records, n_methods, n_instances, n_folders, n_classes, n_kinds;
    const char **kind; /* those that occur */
    const ul_record *record;
    size_t *instance_of, *method_of; /* by record */
    ul_run_detail **detail;
    ul_method_summary *method;
    const ul_instance_summary *instance;
    const ul_reference *reference; /* by instance number */
    /* Means that are to compare are over the instances for which all methods have a plan,
     * of those that have any: that is said where it is not all of them, with the others'
     * names. */
    bool *common, *inside; /* by instance; inside: it has records here */
    size_t n_common;
    double *cheapest;  /* by instance: the least of the methods' mean costs; HUGE_VAL without a plan */
    const char *over; /* "" or "; over the 2 instances ..." */
    const ul_class *classes;
    const ul_manifest_facts *folder; /* what made each */
    const char **remark;       /* what a reader must know before any number, as sentences */
    size_t n_remarks;
    double horizon_s; /* of the primal integrals */
    double shift_s;   /* of geometric means of times */
    ul_arena *arena;
} ul_summary;

/* Reads runs' folders; records come in the suite's order, in whichever they were run. */
ul_status ul_summary_read(const char *const *folder, size_t n, ul_arena *arena,
                          ul_summary **summary);

/* The part of one kind, and of one value of a class unless that is NULL: records of these
 * alone, methods and instances numbered as in the whole. */
ul_status ul_summary_part(const ul_summary *whole, const char *kind, size_t class,
                          const char *value, ul_summary **part);

/* Keeps the methods of these labels or names alone, separated by commas, and says so.
 * References stay: they are of all runs. */
ul_status ul_summary_choose(ul_summary *summary, const char *methods);

/* Reads how long customers waited in each plan; one that is gone is marked. */
void ul_summary_waits(ul_summary *summary);

/* The number of the class of this name, or a fault that lists them. */
ul_status ul_summary_class(const ul_summary *summary, const char *name, size_t *number);

/* The number of the method with this label, or with this name where one method alone has
 * it; UL_NONE and a fault that lists them otherwise. */
ul_status ul_summary_method(const ul_summary *summary, const char *name, size_t *m);

/* (cost - reference) / reference, the one formula of a gap. False where there is no such
 * thing: nothing is so many per cent above 0, or above NaN. */
bool ul_gap(double cost, double reference, double *gap);

/* What a report is to answer. */
typedef struct {
    bool has_baseline, has_mine;
    size_t baseline; /* number of the method that all others are compared with */
    size_t mine;     /* of the one that the headline is about */
    size_t n_classes;
    size_t *classes; /* numbers of the classes to sort instances by */
} ul_report_options;

/* The tables, a set for each kind: methods, the baseline, gaps to optima and to bounds
 * where there are any, by class, brackets, profile, distributions of gaps and times, measures, pairs. */
ul_status ul_summary_sheets(const ul_summary *summary, const ul_report_options *options,
                            ul_sheet ***sheet, size_t *n);

/* A method's cost over the cheapest method's, 1 where both are 0; not finite where there is
 * none. */
double ul_cost_ratio(const ul_summary *summary, size_t m, size_t instance);

/* A method's numbers of one sort, by instance or by run, and of how many these are. */
typedef enum { UL_COST_RATIOS, UL_RUN_GAPS, UL_CPU_TIMES, UL_WAITS } ul_sample_of;
typedef struct {
    double *value;
    size_t n, whole;
} ul_sample;
ul_status ul_sample_make(const ul_summary *summary, size_t m, ul_sample_of of, ul_sample *sample);

/* Means over the common instances; NaN without one. Of the method's cost in dollars, or how far
 * in per cent it is above the best method's or the bound, NaN where an instance has none; for
 * UL_NONE of the cheapest known. */
typedef enum { UL_DOLLARS_PAID, UL_ABOVE_BEST, UL_ABOVE_BOUND } ul_mean_of;
double ul_mean_instance(const ul_summary *summary, size_t m, ul_mean_of of);
/* Of a measure over the runs that have it; NULL: of CPU time over those with a plan. */
double ul_mean_run(const ul_summary *summary, size_t m, const char *measure);

/* Names of measures in order of appearance. */
typedef struct {
    const char *name[UL_MEASURES_MAX];
    size_t n;
} ul_measure_names;
ul_measure_names ul_measure_names_of(const ul_summary *summary);

/* Means of the measures that plans have beside their cost; NULL when there are none. */
ul_status ul_measures_sheet(const ul_summary *summary, ul_sheet **sheet);

/* Between which two numbers the optima lie that nobody proved; NULL when there are none. */
ul_status ul_bracket_sheet(const ul_summary *summary, ul_sheet **sheet);
