/* Every packing pattern of every machine type as a path through one small
 * graph: the network behind the arc-flow formulation.
 *
 * A node decides on one shape: take one more task of it (hi) or no more of it
 * (lo); a path from a type's root to the sink is a pattern of that type. Nodes
 * are equal when the same patterns can follow, whatever the type, so types and
 * classes share what they have in common.
 */
#pragma once

#include "formulation.h"
#include "packing_view.h"

#define UL_GRAPH_SINK UINT32_MAX       /* nothing more to take */
#define UL_GRAPH_NO (UINT32_MAX - 1)   /* no such arc: leaving the task out gains nothing */

typedef struct {
    uint32_t shape;
    uint32_t hi, lo; /* node, UL_GRAPH_SINK, or (lo only) UL_GRAPH_NO */
} ul_graph_node;

typedef struct {
    size_t n_nodes; /* arcs lead from higher to lower numbers */
    ul_graph_node *node;
    size_t n_roots;
    struct {
        size_t type;
        uint32_t node;
    } *root; /* types that hold what no cheaper type holds */
    size_t n_states; /* before nodes were merged */
} ul_packing_graph;

/* In build->arena. Refused when more than build->limit states come up. */
ul_status ul_packing_graph_new(const ul_packing_view *view, ul_build *build,
                               ul_packing_graph **graph);
