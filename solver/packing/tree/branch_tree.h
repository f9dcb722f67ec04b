/* Branch and cut over a whole pool of patterns: every plan cheaper than the
 * cutoff uses patterns of the pool only (reduced-cost enumeration, Baldacci et
 * al. 2008), so the search needs no pricing beyond a scan of the pool.
 *
 * Every node keeps a whole-numbered dual solution that proves its bound, so that
 * a search left unfinished has a proof too: of the least bound of an open node.
 */
#ifndef UL_BRANCH_TREE_H
#define UL_BRANCH_TREE_H

#include "exact_solution.h"
#include "pattern_lp.h"

/* A dual solution with its rows by id, as certificates keep it. */
typedef struct {
    int64_t units;  /* what it proves; 0: there is none */
    int64_t scale;
    int64_t *item;
    size_t n_rows;
    size_t *row;    /* rule ids */
    int64_t *value;
} ul_proof;

typedef struct {
    size_t parent;  /* UL_NONE: the root */
    size_t rule;    /* what the parent branched on */
    bool upper;     /* at least `limit`, else at most */
    int64_t limit;
    int64_t bound;  /* units */
    size_t depth;
    bool open;      /* not looked at yet */
    bool leaf;      /* closed by its proof */
    ul_proof proof; /* of the node's bound; a node not looked at has its parent's */
} ul_tree_node;

/* A node not looked at yet, as it waits its turn. */
typedef struct {
    int64_t bound;
    size_t depth, node;
} ul_tree_open;

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_arena *arena;
    ul_pattern_pool *pool;  /* shrinks as bounds rise; not owned */
    int64_t cutoff;         /* units: only cheaper plans are wanted */
    size_t node_limit;
    const ul_row_rule *given_row; /* rows that hold everywhere, family bounds or supplies: the first rules */
    size_t n_given;
    const bool *first;      /* per pattern of the pool: the LP starts with it; may be NULL */
    ul_status (*found)(void *context, const ul_exact_solution *solution); /* may be NULL */
    ul_status (*bounded)(void *context, int64_t units);                   /* may be NULL */
    void *context;
    /* results */
    bool proved;            /* no plan costs less than the cutoff */
    int64_t bound;          /* units */
    ul_tree_node *node;
    size_t n_nodes, node_room;
    ul_row_rules rules;
    ul_proof *filter;       /* dual solutions by which the pool shrank, in order */
    size_t n_filters;
    /* working */
    ul_pattern_lp *lp;
    ul_tree_open *waiting;  /* a heap, with room for as many as there are nodes */
    size_t n_waiting;
} ul_tree;

/* The caller fills the fields above "results"; the best plan comes through
 * `found`, which lowers the cutoff. */
ul_status ul_tree_search(ul_tree *tree);

/* ---- nodes (tree_nodes.c) ---- */

/* A node that waits for its turn from now on. */
ul_status ul_tree_add_node(ul_tree *tree, ul_tree_node node);
void ul_tree_let_wait(ul_tree *tree, size_t node);

/* The open node of least bound, which waits no longer; there is one. */
size_t ul_tree_next(ul_tree *tree);

/* Two nodes below this one: where the rule counts at most `whole`, and more. */
ul_status ul_tree_split(ul_tree *tree, size_t node, size_t rule, int64_t whole);

/* What the nodes that wait leave proved. */
int64_t ul_tree_bound_of(const ul_tree *tree);

void ul_tree_free(ul_tree *tree); /* what the arena does not hold */

#endif
