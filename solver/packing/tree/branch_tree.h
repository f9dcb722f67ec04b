/* Branch and cut over a whole pool of patterns: every plan cheaper than the
 * cutoff uses patterns of the pool only (reduced-cost enumeration, Baldacci et
 * al. 2008), so the search needs no pricing beyond a scan of the pool.
 */
#ifndef UL_BRANCH_TREE_H
#define UL_BRANCH_TREE_H

#include "exact_proof.h"

/* The caller fills the fields of the tree above "results"; the best plan comes through
 * `found`, which lowers the cutoff. */
ul_status ul_tree_search(ul_tree *tree);

#endif
