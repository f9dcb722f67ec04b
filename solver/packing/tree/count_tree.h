/* Branching on counts of machines, without enumerating patterns.
 *
 * Machines of a cloud family are priced in proportion to their size, and the linear program
 * buys 43 hundredths of the largest. So it is branched on how many steps of each family, then
 * how many machines of each type. Each is bounded by column generation (count_master.h), whose
 * pricing such rows leave as it is. Where all counts are whole the machines of a plan are
 * known, and all that is left is whether the tasks have room on them (fit_on_machines.h).
 */
#ifndef UL_COUNT_TREE_H
#define UL_COUNT_TREE_H

#include "exact_proof.h"

/* The caller fills the fields of the tree above "results", without a pool; `columns` are
 * patterns to begin with. A case whose machines are known and on which no plan was found
 * stays open. */
ul_status ul_count_tree_search(ul_tree *tree, const ul_packing *in, const ul_pattern_pool *columns);

/* Fills the tree's rules (count_rules.c); those of families come before those of types. */
ul_status ul_count_rules(ul_tree *tree, const ul_packing *in);

#endif
