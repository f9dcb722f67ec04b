/* The state of one exact run: the problem, its master program, the best plan and
 * bound so far; and the steps that improve them.
 */
#ifndef UL_EXACT_SEARCH_H
#define UL_EXACT_SEARCH_H

#include "branch_tree.h"
#include "exact_master.h"

typedef struct {
    const ul_packing *in;
    ul_run *run;
    ul_arena *arena;
    const ul_exact_problem *problem;
    ul_master *master;
    ul_exact_solution best;
    int64_t bound;      /* units: no plan costs less */
    double reach;       /* tasks that a rebuilding takes at a time */
    bool certified;     /* the certificate of the best plan is written */
} ul_exact;

/* Takes over a better solution and offers it as a plan; clears a worse one. */
ul_status ul_exact_improve(ul_exact *exact, ul_exact_solution *solution);

/* Raises the bound and offers it. */
ul_status ul_exact_raise(ul_exact *exact, int64_t units);

/* Rebuilds a few machines of the best plan at a time, to optimality where that
 * is quick, until `patience` tries in a row were in vain or the plan meets the
 * bound. */
ul_status ul_exact_rebuild(ul_exact *exact, size_t patience);

#endif
