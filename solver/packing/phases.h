/* What the phases of an exact run do; exact.c says when each of them runs, and how long. */
#pragma once

#include "exact_state.h"

enum {
    UL_PATTERNS_MAX = 1500000, /* what a tree holds in a gigabyte */
    UL_FEW_ITEMS = 20,         /* patterns near the bound are few */
};

/* A run, and how far its present turn goes. */
typedef struct {
    ul_exact *exact;
    size_t turn;
    size_t patience; /* neighbourhoods searched in vain before it is enough; dives and fitting follow it */
    size_t patterns; /* enumerated at most */
    size_t nodes;    /* of a tree at most */
    bool enumerated; /* the last tree had all patterns that a better plan can use */
    bool ran_out;    /* it ended at its limit of nodes */
} ul_exact_engine;

/* Each takes a number of its own for its effort; what it means is said where it is chosen.
 * A phase that finds a better plan or bound takes it over and writes its certificate. */
typedef ul_status ul_phase_run(ul_exact_engine *e, double effort);

ul_phase_run ul_phase_linear_relaxation;
ul_phase_run ul_phase_pair_matching;
ul_phase_run ul_phase_item_classes;
ul_phase_run ul_phase_local_search;
ul_phase_run ul_phase_quick_local_search;
ul_phase_run ul_phase_few_tasks;
ul_phase_run ul_phase_column_generation;
ul_phase_run ul_phase_whole_machines;
ul_phase_run ul_phase_dive;
ul_phase_run ul_phase_corner;
ul_phase_run ul_phase_branch_and_cut;
ul_phase_run ul_phase_cut_and_price;
ul_phase_run ul_phase_neighbourhood;
ul_phase_run ul_phase_family_bounds;
ul_phase_run ul_phase_machine_counts;
ul_phase_run ul_phase_task_families;

/* Packs a few machines of the best plan anew at a time, to optimality where that
 * is quick, until `patience` tries in a row were in vain or the plan meets the
 * bound. */
ul_status ul_neighbourhood_search(ul_exact *exact, size_t patience);

/* Proves family bounds and adds those that the master's solution falls short of; the
 * master's prices are adjusted by the rows' duals and its bound raised. */
ul_status ul_add_family_bounds(ul_exact *exact);

void ul_free_family_bounds(ul_exact *exact);

/* Whether items are many: more rows than column generation is quick with. */
bool ul_engine_is_large(const ul_exact *exact);

/* Whether they are so many that resources say more in the time of a pricing than that does. */
bool ul_engine_is_by_size(const ul_exact *exact);

/* Where a certificate is asked for, writes that of a bound better than the last
 * one written down, and only then claims the bound. */
ul_status ul_engine_certify(ul_exact *exact, ul_proof proof);
/* To the file that is asked for, in the form that its name asks for. */
ul_status ul_engine_write_proof(ul_exact *exact, const ul_proof *proof, const char *path);
