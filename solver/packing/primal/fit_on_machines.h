/* Whether all tasks have room on given machines: a search that may find how, and cannot
 * show that they have none.
 *
 * Every task is on some machine at any time, machines may be too full, and what they have too much
 * is to vanish. On machines that are to be filled to the last core a plan is not built up; its sums
 * are adjusted until they are right: by steps that make things worse by less and less
 * (assigned_by_steps.c), then by dividing what two machines hold anew (assigned_by_pairs.c).
 * Twice: first the large machines of a family are one, so that each family gets the right tasks,
 * then each machine does.
 *
 * O(steps) time, O(tasks * machines) memory.
 */
#pragma once

#include "exact_solution.h"
#include "run.h"

/* `machines` says how many of each type there are. The solution stays empty when none was
 * found in a few tries whose length is in proportion to the patience. */
ul_status ul_fit_on_machines(const ul_exact_problem *problem, const int64_t *machines, size_t patience,
                             ul_run *run, ul_exact_solution *solution);
