/* The rows of a tree over machine counts: family bounds that are proved, dominance rows,
 * the steps of each family, and the machines of each type. A plan of the fewest machines
 * among those of a cost holds no machines that have room in one that costs no more: two of
 * half the size. That leaves few ways to make 43 steps of machines.
 */
#ifndef UL_COUNT_RULES_H
#define UL_COUNT_RULES_H

#include "exact_proof.h"

/* Fills the tree's rules; those of families come before those of types. */
ul_status ul_count_rules(ul_tree *tree, const ul_packing *in);

#endif
