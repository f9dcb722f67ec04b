/* What is done at a node of the tree over patterns: cuts, which cut and price has too, branching and
 * dives. */
#pragma once

#include "pattern_lp.h"
#include "rng.h"

/* ---- cuts ---- */

enum { UL_CUTS_KEPT_MAX = 64 };

/* What a separator looks at, and the most violated cuts that it has found. */
typedef struct {
    ul_pattern_lp *lp;
    size_t n;       /* columns that the LP's present solution has in use */
    double *x;      /* per column */
    size_t *pattern;
    size_t *first;  /* item -> its uses; n_items + 1 */
    struct {
        uint32_t column, count; /* the column is one of those in use */
    } *use;
    uint8_t *numerator; /* per item: multipliers of the cut that is made, 0 at first */
    uint8_t denominator;
    int64_t *sum;       /* per column: numerators of what it holds */
    int64_t *above;     /* ... divided and rounded up */
    int64_t total;      /* numerators of all copies */
    struct {
        double violation;
        uint8_t denominator;
        uint8_t *numerator;
    } kept[UL_CUTS_KEPT_MAX]; /* the most violated first */
    size_t n_kept, most;
} ul_cut_support;

/* Of a zeroed one; in the LP's arena. Up to `most` cuts are kept. */
ul_status ul_cut_support_open(ul_pattern_lp *lp, size_t most, ul_cut_support *support);

/* A cut without items, of this denominator. */
void ul_cut_begin(ul_cut_support *support, uint8_t denominator);

/* Gives an item a multiplier; by how much that would raise the violation; and what it is. */
void ul_cut_set(ul_cut_support *support, size_t item, uint8_t numerator);
double ul_cut_gain(const ul_cut_support *support, size_t item, int numerator);
double ul_cut_violation(const ul_cut_support *support);

/* Keeps the cut that was made if it is among the most violated, each once. */
ul_status ul_cut_keep(ul_cut_support *support, double violation);

/* Adds the rank-1 cuts that were kept, but for those whose coefficients no row has: how a separator
 * ends. */
ul_status ul_cut_add_kept(const ul_cut_support *support, ul_row_rules *rules, size_t *added);

/* Adds up to `most` cuts that the LP's present solution violates; their rules go
 * to `rules`. O(starts * columns * entries). */
ul_status ul_cut_rank1_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                                size_t *added);

/* The same of zero-half cuts of few items. */
ul_status ul_cut_half_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                               size_t *added);

/* ---- branching ---- */

/* Tries the most promising, at most `most` of them, and adds the chosen rule; *found is false when
 * every count is whole. The children are: at most *rounded_down, and more. */
ul_status ul_branch_choose(ul_pattern_lp *lp, double cutoff, size_t most, ul_row_rules *rules,
                           size_t *rule, int64_t *rounded_down, bool *found);

/* ---- dives ---- */

/* The LP's present solution when it is whole, else nothing. */
ul_status ul_node_solution(const ul_pattern_lp *lp, ul_exact_solution *solution);

/* Leaves the LP with the bounds it had. `solution` stays empty when the dive finds
 * none that costs at most `most` units. With `rng`, which may be NULL, it is led by chance. */
ul_status ul_node_dive(ul_pattern_lp *lp, double most, int retries, ul_rng *rng,
                       ul_exact_solution *solution);
