/* What proves a bound: a dual solution, or a tree of them; with the family bounds that it
 * rests on. The certificate is this value written down.
 */
#pragma once

#include "exact_dual.h"
#include "exact_solution.h"
#include "row_rule.h"
#include "run.h"

/* ---- trees ---- */

/* A whole-numbered dual solution of a node, with its rows by id. */
typedef struct {
    int64_t units;  /* what it proves; 0: there is none */
    int64_t scale;  /* value units in a price unit */
    ul_cost total;  /* no plan costs less, in value units */
    int64_t *item;
    size_t n_rows;
    size_t *row;    /* rule ids */
    int64_t *value;
} ul_node_dual;

typedef struct {
    size_t parent;  /* UL_NONE: the root */
    size_t rule;    /* what the parent branched on */
    bool upper;     /* at least `limit`, else at most */
    int64_t limit;
    int64_t bound;  /* units */
    size_t depth;
    bool open;      /* not looked at yet, or left open */
    bool leaf;      /* closed by its dual solution */
    ul_node_dual dual; /* of the node's bound; a node not looked at has its parent's */
} ul_tree_node;

/* A node not looked at yet, as it waits its turn. */
typedef struct {
    int64_t bound;
    size_t depth, node;
} ul_tree_open;

/* A search, and the tree that it leaves. Every node keeps a whole-numbered dual solution
 * that proves its bound, so that a search left unfinished has a proof too: of the least
 * bound of an open node. */
typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_arena *arena;
    ul_pattern_pool *pool;  /* of branch_tree.c, shrinks as bounds rise; not owned */
    int64_t cutoff;         /* units: only cheaper plans are wanted */
    size_t node_limit;
    bool is_short;          /* one of many searches of few nodes, each for a plan that is missing */
    int64_t enough;         /* units: a plan that costs no more ends the search */
    const ul_row_rule *given_row; /* rows that hold everywhere: the first rules */
    size_t n_given;
    const bool *first;      /* per pattern of the pool: the LP starts with it; may be NULL */
    /* may be NULL; lowers the cutoff where only much cheaper plans are of use now */
    ul_status (*found)(void *context, const ul_exact_solution *solution, int64_t *cutoff);
    ul_status (*bounded)(void *context, int64_t units);                   /* may be NULL */
    void *context;
    /* results */
    bool proved;            /* no plan costs less than the cutoff */
    int64_t bound;          /* units */
    ul_tree_node *node;
    size_t n_nodes, node_room;
    ul_row_rules rules;
    ul_node_dual *filter;   /* dual solutions by which the pool shrank, in order */
    size_t n_filters;
    /* working */
    int64_t left_open;      /* units: the least bound of the nodes that cannot be split */
    ul_tree_open *waiting;  /* a heap, with room for as many as there are nodes */
    size_t n_waiting;
} ul_tree;

/* ---- proofs ---- */

typedef enum {
    UL_PROOF_DUAL, /* a dual solution, and the tree below it where there is one */
    UL_PROOF_CASES /* a tree alone, whose leaves hold for all patterns: over machine counts, or one leaf */
} ul_proof_kind;

typedef struct ul_family_bound ul_family_bound;

typedef struct {
    ul_proof_kind kind;
    const ul_exact_problem *problem;
    const ul_exact_dual *dual;
    const ul_tree *tree;           /* NULL: none */
    int64_t units;                 /* no plan costs less */
    const ul_family_bound *family; /* what it rests on */
    const ul_row_rule *family_row; /* one for each */
    size_t n_families;
} ul_proof;

/* How many machines of a family every plan needs, and why; see family_bound.c. */
struct ul_family_bound {
    int64_t unit;          /* prices of the family are multiples of this */
    int64_t count_dual;    /* price units taken off for each of a machine's weight */
    ul_arena *arena;       /* holds what follows */
    ul_exact_problem part; /* the tasks that fit this family only, in its units */
    ul_exact_dual dual;
    ul_tree tree;
    ul_proof proof;
};
