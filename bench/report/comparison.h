/* Methods against one of them, the baseline, on the instances where both have a plan:
 * per instance the relative difference (cost - baseline) / baseline of mean costs. */
#pragma once

#include "statistics.h"
#include "summary.h"

typedef struct {
    size_t method, baseline;
    const char *kind;  /* of the instances */
    size_t n_compared; /* together with it, for Holm */
    int place;         /* in an answer: lower ones come first */
    size_t n;          /* pairs */
    size_t n_all;      /* instances, of the kind and chosen */
    size_t n_unpaired; /* where only one of the two has a plan, be it that the other did not run */
    size_t n_absent[2], n_planless[2]; /* where the method, the baseline did not run, has no plan */
    size_t n_infeasible; /* where there is none */
    size_t n_free;       /* where the baseline alone costs nothing: no difference is relative to that */
    size_t n_better, n_equal, n_worse; /* cheaper than the baseline, as dear, dearer */
    ul_paired by;       /* of the differences; of every two methods p alone */
    double p_holm;      /* p adjusted over these comparisons; NaN where that is */
    double *difference; /* n of them, by instance */
} ul_comparison;

/* Every other method that shares a solved instance with the baseline; where that is UL_NONE,
 * every two methods, by dollars and without intervals. The summary is of one kind. */
ul_status ul_compare(const ul_summary *part, size_t baseline, ul_comparison **comparison, size_t *n);

/* The sentence that answers: is it better, by how much, how sure. Names are by method. */
void ul_comparison_sentence(const ul_summary *summary, const ul_comparison *comparison,
                            const char *const *name, ul_output *out);

/* The table of all comparisons; with a class (else UL_NONE) of each of its values. */
ul_status ul_baseline_sheet(const ul_summary *part, size_t baseline, size_t class, ul_sheet **sheet);
/* Gaps by class. */
ul_status ul_class_sheet(const ul_summary *part, size_t class, ul_sheet **sheet);
