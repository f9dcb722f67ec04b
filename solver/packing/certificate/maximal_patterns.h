/* All maximal patterns of a packing problem: what one machine of a type holds where no
 * further task fits. They are the columns of Gilmore and Gomory's program where rows are
 * covered. Their number grows exponentially with the tasks on a machine.
 */
#ifndef UL_MAXIMAL_PATTERNS_H
#define UL_MAXIMAL_PATTERNS_H

#include "arena.h"
#include "exact_problem.h"
#include "pattern_pool.h"

/* Adds them to the pool, type by type; *all is false where there are more than `most`. */
ul_status ul_maximal_patterns(const ul_exact_problem *problem, size_t most, ul_arena *arena,
                              ul_pattern_pool *pool, bool *all);

#endif
