/* The two trees, over a pool of patterns (branch_tree.c) and over machine counts (count_tree.c), and
 * cut and price, whose tree is a leaf; and the searches of a run by them.
 */
#pragma once

#include "exact_state.h"
#include "type_parts.h"

/* The caller fills the fields of the tree above "results"; the best plan comes through
 * `found`, which lowers the cutoff. */
ul_status ul_tree_search(ul_tree *tree);

/* The caller fills the fields of the tree above "results", without a pool; `columns` are
 * patterns to begin with, `patience` is that of ul_fit_on_machines. A case whose machines are known
 * and on which no plan was found stays open. */
ul_status ul_count_tree_search(ul_tree *tree, const ul_packing *in, const ul_pattern_pool *columns,
                               ul_type_division by, size_t patience);

/* Fills the tree's rules (count_rules.c); those of families come before those of types. */
ul_status ul_count_rules(ul_tree *tree, const ul_packing *in);

/* Adds those of copies, one for each choice. */
ul_status ul_copies_rules(ul_tree *tree, const ul_type_parts *parts);

/* ---- for a run, or a part of it ---- */

/* Enumerates what a plan below the cutoff could use, at most so many patterns,
 * and searches that; without a search the tree has no nodes. */
ul_status ul_exact_enumerate(ul_exact *exact, const ul_exact_effort *effort, ul_arena *arena,
                             ul_tree *tree);

/* Branches on counts of machines, at most so many times. */
ul_status ul_exact_branch_on_counts(ul_exact *exact, ul_type_division by, size_t nodes, size_t patience,
                                    ul_arena *arena, ul_tree *tree);

/* Cuts over the master's columns and those that their duals ask for, until no plan costs less than
 * the best one: the tree is then one leaf. In so many steps of pricing; one price, one group. */
ul_status ul_exact_cut_and_price(const ul_exact *exact, uint64_t steps, ul_arena *arena, ul_tree *tree);
