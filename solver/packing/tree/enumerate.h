/* The two searches of everything that a better plan could be, for a run or a part of it.
 */
#ifndef UL_ENUMERATE_H
#define UL_ENUMERATE_H

#include "exact_state.h"

/* Enumerates what a plan below the cutoff could use, at most so many patterns,
 * and searches that; without a search the tree has no nodes. The caller frees
 * the tree. */
ul_status ul_exact_enumerate(ul_exact *exact, const ul_exact_effort *effort, ul_arena *arena,
                             ul_tree *tree);

/* Branches on counts of machines, at most so many times. The caller frees the tree. */
ul_status ul_exact_branch_on_counts(ul_exact *exact, size_t nodes, ul_arena *arena, ul_tree *tree);

#endif
