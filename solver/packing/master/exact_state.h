/* The state of one exact run: the problem, its master program, the best plan and
 * bound so far; and the steps that improve them.
 */
#pragma once

#include "exact_proof.h"
#include "master.h"

enum { UL_FAMILY_BOUNDS_MAX = 8 };

/* What a search of everything below a cutoff may take: patterns and nodes. */
typedef struct {
    int64_t cutoff; /* units */
    size_t patterns, nodes;
    bool is_short; /* of the tree */
} ul_exact_effort;

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
    int64_t cost;       /* units: of the best plan but for free machines, above any where there is none */
    int64_t below;      /* units: the most that a better plan can cost, free machines counted */
    int64_t free_machines; /* that have a supply, and count as one unit */
    int64_t bound;      /* units: no plan costs less */
    int64_t too_wide;   /* units: a gap too wide to enumerate what lies within */
    double reach;       /* tasks that a neighbourhood search takes at a time */
    int64_t certified;  /* units: the bound of the certificate written */
    const char *untold; /* why the last proof is not in the VIPR file that is asked for, or NULL */
    bool integrality_dominates; /* of the gap: most of it; see whole_machines.c */
    bool has_no_plan;   /* yet */
    bool is_part;       /* of a larger problem: nothing is offered to the run */
    ul_family_bound family_bound[UL_FAMILY_BOUNDS_MAX];
    ul_row_rule family_row[UL_FAMILY_BOUNDS_MAX];
    size_t n_family_bounds;
    size_t root_columns; /* of the master's pool: those of column generation, before others came */
    int64_t count_dual_units;    /* units: what the family bounds add to the master's bound */
} ul_exact;

/* The master program of the problem, at its own prices. */
ul_status ul_exact_open(ul_exact *exact);
void ul_exact_close(ul_exact *exact); /* what the arena does not hold */

/* Takes over a better solution, that was made without a fault, and offers it as a plan; the
 * solution is empty afterwards. */
ul_status ul_exact_improve(ul_exact *exact, ul_status status, ul_exact_solution *solution);

/* The same of the run's best plan. */
ul_status ul_exact_take_best(ul_exact *exact);

/* No plan that costs as much or more is wanted. */
void ul_exact_set_cost(ul_exact *exact, int64_t units);

/* What is proved of a plan's cost where so many units are, free machines counted. */
int64_t ul_exact_proved(const ul_exact *exact, int64_t units);

/* Raises the bound and offers it; where a certificate is asked for no bound is
 * offered before it is written down. */
ul_status ul_exact_raise(ul_exact *exact, int64_t units);

bool ul_exact_is_open(const ul_exact *exact);

/* Tells whoever listens what was done, a sentence (step.h) of {$value}, the bound, {$against}, the
 * best plan's cost, and {count}. */
void ul_exact_tell(const ul_exact *exact, ul_step_kind kind, const char *why, uint64_t count);

/* A first bound, before any columns. */
ul_status ul_exact_begin(ul_exact *exact);

/* Generates columns until the bound is as good as they allow. */
ul_status ul_exact_generate(ul_exact *exact);

/* Takes the master's trial for its dual where its bound is better, and raises the bound. */
ul_status ul_exact_keep_trial(ul_exact *exact);

/* The master's bound and what the family bounds add to it. */
int64_t ul_exact_root_units(const ul_exact *exact);

/* The same with a copy of a solution, whose cost is counted anew. */
ul_status ul_exact_take_over(ul_exact *exact, const ul_exact_solution *solution);

/* The proof of the root's bound, or of what a tree below it proves. */
ul_proof ul_exact_proof_of(const ul_exact *exact, const ul_tree *tree, int64_t units);
