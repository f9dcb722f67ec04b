/* The one driver of every tree: nodes wait in a heap, the one of least bound is next, and
 * what a node means is its caller's to say: how it is bounded, how a plan is looked for in
 * it, and what it is branched on.
 */
#pragma once

#include "exact_proof.h"
#include "pattern_lp.h"

typedef enum {
    UL_NODE_SPLIT,     /* by *rule: at most *whole, or more */
    UL_NODE_LEFT_OPEN, /* nothing to branch on: its bound stands, the search goes on */
    UL_NODE_UNSOLVED   /* rounding or time stand in the way: it waits, the search ends */
} ul_node_verdict;

/* Each gets the node and finds the program as the step before left it. */
typedef struct {
    void *context;
    /* Sets the program's rows (ul_tree_go_to), raises the node's bound and keeps its dual; a leaf
     * where that is the cutoff. *solved is false when the time was over first. */
    ul_status (*bound)(void *context, size_t node, bool *solved);
    /* Looks for a plan, which may make the node a leaf. */
    ul_status (*repair)(void *context, size_t node, bool *solved);
    ul_status (*branch)(void *context, size_t node, size_t *rule, int64_t *whole,
                        ul_node_verdict *verdict);
} ul_tree_steps;

/* Searches from a root with this dual solution (zeroed: none) to the end, the node limit or
 * the end of time. */
ul_status ul_tree_drive(ul_tree *tree, const ul_tree_steps *steps, ul_node_dual root);

/* The limits of a rule in a node: its own, and those of the path from the root. */
void ul_tree_limits(const ul_tree *tree, size_t node, size_t rule, int64_t *low, int64_t *high);

void ul_tree_all_limits(const ul_tree *tree, size_t node, int64_t *low, int64_t *high); /* per rule */

/* The rules that hold everywhere are the tree's first ones; a program begins with rows for them. */
ul_status ul_tree_begin_rules(ul_tree *tree);
ul_status ul_tree_add_given(const ul_tree *tree, ul_pattern_lp *lp);
/* Sets the program's rows to what they are in a node. Rows that the path branched on and the
 * program has not are added; those that do not bind were purged. */
ul_status ul_tree_go_to(const ul_tree *tree, ul_pattern_lp *lp, size_t node);

/* Takes a better solution, that was made without a fault, for the new cutoff and tells of
 * it; clears the solution. */
ul_status ul_tree_take(ul_tree *tree, ul_status status, ul_exact_solution *solution);

/* Room for a dual solution with so many rows. */
ul_status ul_node_dual_new(const ul_tree *tree, size_t n_rows, ul_node_dual *dual);
