/* The pattern graph with nodes merged across shapes: the network that machines flow
 * through (the last compression of Brandao and Pedroso 2016).
 *
 * A node of the pattern graph needs at most so much of each resource, the longest path
 * from it to the sink. Nodes that need the same become one, whatever shape they decide
 * on: an arc leads to a node that needs less by what it takes at least, so that no path
 * from a root takes more than the root needs, which its type has. Paths come up that
 * hold more of a shape than there are tasks; what is covered twice is left off anyway.
 */
#pragma once

#include "packing_graph.h"

enum { UL_FLOW_SINK = 0 };

typedef struct {
    uint32_t from, to; /* nodes */
    uint32_t shape;    /* one task of it is taken, UL_GRAPH_NO: none is */
} ul_flow_arc;

typedef struct {
    size_t n_nodes;    /* with the sink */
    size_t n_arcs;
    ul_flow_arc *arc;  /* by the node they leave: first[v] .. first[v + 1] - 1 */
    size_t *first;
    uint32_t *root;    /* node of each root of the pattern graph */
} ul_flow_graph;

/* In build->arena. O((nodes + arcs) * classes * resources). */
ul_status ul_flow_graph_new(const ul_packing_view *view, const ul_packing_graph *graph,
                            ul_build *build, ul_flow_graph **flow);
