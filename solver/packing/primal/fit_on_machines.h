/* Whether all tasks have room on given machines: a search that may find how, and cannot
 * show that they have none.
 *
 * Every task is on some machine at any time, machines may be too full, and what they have
 * too much is to vanish: tasks move to another machine or change places, and a step that
 * makes things worse is taken by the chance that its height leaves (Metropolis), less and
 * less of it. On machines that are to be filled to the last core a plan is not built up;
 * its sums are adjusted until they are right.
 *
 * O(steps) time, O(tasks + machines * resources) memory.
 */
#pragma once

#include "exact_solution.h"
#include "run.h"

/* `machines` says how many of each type there are. The solution stays empty when none was
 * found in a search whose length is in proportion to the tasks and to the patience. */
ul_status ul_fit_on_machines(const ul_exact_problem *problem, const int64_t *machines, size_t patience,
                      ul_run *run, ul_exact_solution *solution);
