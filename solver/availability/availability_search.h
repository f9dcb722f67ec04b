/* The state of the search for the cheapest pool, and what is done at one node of it: see
 * availability_exact.c.
 */
#pragma once

#include "availability_improve.h"
#include "availability_lp.h"
#include "availability_nodes.h"

#define UL_COVER_WHOLE 1e-7 /* machines: the LP is small, and its columns exact to this */

typedef struct {
    ul_run *run;
    ul_cover cover;
    ul_improver improver;
    ul_availability_plan *plan;
    ul_cover_nodes nodes;
    ul_cost cutoff;     /* no node at or above can hold a better pool */
    ul_cost unresolved; /* least bound of nodes given up on */
    ul_cost proved;     /* bound of the run so far */
    double improve_s, start_s;
    size_t vain;    /* descents since the last better pool */
    size_t settled; /* programs solved */
    /* the node being worked on */
    ul_cover_node *here;
    ul_failing failing;
    ul_cover_lp lp, trial;
    ul_cover_proof proof;
    ul_cover_node *root;
    ul_down fresh[UL_COVER_ROWS]; /* forced sets found at this node */
    size_t n_fresh;
    double x[UL_COVER_COLUMNS];
} ul_cover_search;

/* Of a node: no better pool is in it; there may be one; it had to be given up. */
typedef enum { UL_COVER_CLOSED, UL_COVER_OPEN, UL_COVER_STUCK } ul_cover_verdict;

/* Rebuilds the program and the failing sets from the decisions above the node; false when
 * there is no room. */
bool ul_cover_rebuild(ul_cover_search *s, ul_cover_node *v);
/* Solves the program with every forced set it violates. */
ul_cover_verdict ul_cover_settle(ul_cover_search *s);
/* Above what price in dollars a program need not be solved: a hint, the proof decides. */
double ul_cover_hint(const ul_cover_search *s);

/* The child of the present node in which the decision holds, with the present bound; NULL
 * when out of memory. */
ul_cover_node *ul_cover_child(ul_cover_search *s, ul_cover_decision what, ul_down set,
                              size_t column, double limit);
/* Branches on a failing set: opens "survived", goes on with "may fail". */
ul_cover_verdict ul_cover_branch_on_set(ul_cover_search *s, ul_status *status);
/* Branches on a number of machines, and goes on with the cheaper side. */
ul_cover_verdict ul_cover_branch_on_count(ul_cover_search *s, ul_status *status);
