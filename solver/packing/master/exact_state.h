/* The state of one exact run: the problem, its master program, the best plan and
 * bound so far; and the steps that improve them.
 */
#ifndef UL_EXACT_STATE_H
#define UL_EXACT_STATE_H

#include "branch_tree.h"
#include "master.h"

/* What proves a bound: dual values, and a tree where they are not enough. */
typedef struct {
    const ul_exact_problem *problem;
    const ul_exact_dual *dual;
    const ul_tree *tree; /* NULL: the values alone prove it */
    int64_t units;
} ul_exact_claim;

enum { UL_FAMILY_BOUNDS_MAX = 8 };

/* How many machines of a family every plan needs, and why; see family_bound.h. */
typedef struct {
    uint32_t family;
    int64_t unit;    /* prices of the family are multiples of this */
    int64_t count_dual;  /* price units taken off for each of a machine's weight */
    ul_arena *arena; /* holds what follows */
    ul_exact_problem part; /* the tasks that fit this family only, in its units */
    ul_exact_dual dual;
    ul_tree tree;
    ul_exact_claim claim;
} ul_family_bound;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    ul_arena *arena;
    const ul_exact_problem *problem;
    ul_exact_problem adjusted; /* the master's: the same, with prices less duals of count rows */
    ul_exact_type *adjusted_type;
    ul_master *master;
    ul_exact_dual sparse; /* by which patterns were enumerated last; see sparse_duals.h */
    ul_exact_solution best;
    int64_t below;      /* units: the most that a better plan can cost */
    int64_t bound;      /* units: no plan costs less */
    int64_t too_wide;   /* units: a gap too wide to enumerate what lies within */
    double reach;       /* tasks that a neighbourhood search takes at a time */
    int64_t certified;  /* units: the bound of the certificate written */
    bool integrality_dominates; /* of the gap: most of it; see whole_machines.h */
    bool by_subsets;    /* the bound is that of subset_dp.h: it needs no values */
    bool by_steps;      /* the bound being certified is that of price_steps.h */
    bool by_counts;     /* the bound being certified is that of count_tree.h */
    bool is_part;       /* of a larger problem: nothing is offered to the run */
    ul_family_bound family_bound[UL_FAMILY_BOUNDS_MAX];
    ul_row_rule family_row[UL_FAMILY_BOUNDS_MAX];
    size_t n_family_bounds;
    ul_exact_solution forced; /* fewer machines for family bounds' tasks than the best plan had */
    size_t dives;       /* made so far */
    int64_t count_dual_units;    /* units: what the family bounds add to the master's bound */
    const int64_t *supply_dual; /* per type, units: see supply_master.h; NULL: none */
} ul_exact;

/* The master program of the problem, at its own prices. */
ul_status ul_exact_open(ul_exact *exact);

/* Takes over a better solution and offers it as a plan; clears a worse one. */
ul_status ul_exact_improve(ul_exact *exact, ul_exact_solution *solution);

/* Raises the bound and offers it; where a certificate is asked for no bound is
 * offered before it is written down. */
ul_status ul_exact_raise(ul_exact *exact, int64_t units);

bool ul_exact_is_open(const ul_exact *exact);

/* Tells whoever listens what was done, and where bound and plan stand now. */
void ul_exact_tell(const ul_exact *exact, ul_step_kind kind, ul_step_why why, uint64_t count);

/* A first bound, before any columns. */
ul_status ul_exact_begin(ul_exact *exact);

/* Generates columns until the bound is as good as they allow. */
ul_status ul_exact_generate(ul_exact *exact);

/* The master's bound and what the family bounds add to it. */
int64_t ul_exact_root_units(const ul_exact *exact);

/* A dive of column generation, where the root's is done. */
ul_status ul_exact_column_dive(ul_exact *exact);

/* Rebuilds a few machines of the best plan at a time, to optimality where that
 * is quick, until `patience` tries in a row were in vain or the plan meets the
 * bound. */
ul_status ul_neighbourhood_search(ul_exact *exact, size_t patience);

/* Packs what is on the best plan's machines anew, from this pattern of the plan on. */
ul_status ul_repack_from(ul_exact *exact, size_t first);

/* Packs the last machines of a plan of many copies anew, by counts that could hold their tasks,
 * in this share of the time that is left. */
ul_status ul_pack_residual(ul_exact *exact, double share);

/* Enumerates what a plan below the cutoff could use, at most so many patterns,
 * and searches that; without a search the tree has no nodes. The caller frees
 * the tree. */
typedef struct {
    int64_t cutoff;
    size_t patterns, nodes;
} ul_exact_effort;
ul_status ul_exact_enumerate(ul_exact *exact, const ul_exact_effort *effort, ul_arena *arena,
                             ul_tree *tree);

/* Splits all plans by counts of machines, at most so many times. The caller frees the
 * tree. */
ul_status ul_exact_branch_on_counts(ul_exact *exact, size_t nodes, ul_arena *arena, ul_tree *tree);

#endif
