/* The nodes of the search for the cheapest pool: a tree of decisions that only points
 * upwards, and a heap of those that wait, least bound first. A node that waits for
 * nothing more is used again, and so are its parents, unless the tree is kept for a
 * certificate.
 */
#pragma once

#include "arena.h"
#include "availability_lp.h"

enum { UL_KEPT_ROWS = 24 };

typedef enum { UL_ROOT, UL_SURVIVE, UL_FAIL, UL_AT_LEAST, UL_AT_MOST } ul_cover_decision;

typedef struct ul_cover_node {
    struct ul_cover_node *parent; /* or the next free node */
    ul_cost bound;                /* in 10^-12 dollars */
    ul_down set;                  /* to survive, or that may fail */
    double limit;                 /* on a column's capacity */
    uint32_t children;            /* nodes that point here */
    uint8_t decision, column, n_rows;
    bool impossible;              /* what fails here is more than is allowed */
    /* where the tree is kept: survive or at most, then fail or at least; the bound's proof */
    struct ul_cover_node *first, *second;
    const ul_cover_proof *proof;
    ul_down row[UL_KEPT_ROWS]; /* forced sets that were tight in the parent */
} ul_cover_node;

typedef struct {
    ul_arena *arena;
    ul_cover_node **heap;
    size_t n_open; /* in the heap; the first has the least bound */
    size_t room, n_nodes;
    ul_cover_node *free;
    bool out_of_memory;
    bool keeps; /* the whole tree, with proofs */
} ul_cover_nodes;

/* A child of `like->parent` with like's decision and bound; NULL, and out_of_memory, when
 * there is no room. */
ul_cover_node *ul_cover_node_new(ul_cover_nodes *nodes, const ul_cover_node *like);
void ul_cover_node_done(ul_cover_nodes *nodes, ul_cover_node *node);
/* A better bound of a node, with its proof. */
void ul_cover_node_prove(ul_cover_nodes *nodes, ul_cover_node *node, const ul_cover_proof *proof);

/* O(log n) each. */
ul_status ul_cover_node_push(ul_cover_nodes *nodes, ul_cover_node *node);
ul_cover_node *ul_cover_node_pop(ul_cover_nodes *nodes);
