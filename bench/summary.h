/* What the records of a run say, method by method and pair by pair.
 *
 * References are per instance: the proved optimum where some record proved one,
 * else the best bound. A gap to an optimum and a gap to a bound are different
 * things and are never averaged together.
 */
#ifndef UL_SUMMARY_H
#define UL_SUMMARY_H

#include "arena.h"
#include "record.h"
#include "sheet.h"

typedef struct {
    bool has_optimum, has_bound, has_best;
    double optimum, bound, best; /* dollars */
} ul_reference;

typedef struct {
    char *label; /* "eva-full", with its parameters where they tell it from others */
    size_t n_runs, n_solved, n_proved;
    double *wall_s; /* by run */
    size_t n_to_optimum, n_to_bound;
    double *to_optimum, *to_bound; /* gaps */
    double above_optimum, above_bound; /* the same in dollars, sums */
    double dollars;                    /* sum of costs */
    double *cost;                      /* by cell of the grid; HUGE_VAL unsolved, NaN not run */
    double *integral;                  /* primal integrals of the runs with a reference */
    size_t n_integrals;
} ul_method_summary;

typedef struct {
    size_t n_records, n_methods, n_instances, n_cells; /* cells: instance and seed */
    const ul_record *record;
    size_t *instance_of, *cell_of, *method_of; /* by record */
    ul_method_summary *method;
    const ul_reference *reference; /* by instance number */
    double horizon_s;              /* of the primal integrals */
    ul_arena *arena;
} ul_summary;

/* Reads a run's folder; records come in the suite's order, in whichever they were run. */
ul_status ul_summary_read(const char *folder, ul_arena *arena, ul_summary **summary);

/* The part of one kind, to be drawn by itself: records of that kind alone, methods,
 * instances and cells numbered as in the whole. It has no primal integrals. */
ul_status ul_summary_of_kind(const ul_summary *whole, const char *kind, ul_summary **part);

/* The tables: methods, gaps to optima and to bounds where there are any, profile,
 * distributions of gaps and times, pairs. */
ul_status ul_summary_sheets(const ul_summary *summary, ul_sheet ***sheet, size_t *n);

#endif
