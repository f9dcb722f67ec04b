#include "flow_graph.h"

#include <string.h>

#include "names.h"

typedef struct {
    const ul_packing_view *view;
    const ul_packing_graph *graph;
    ul_build *build;
    size_t n_dims;     /* classes x resources, and one for tasks that need nothing */
    ul_micro *need;    /* node x dimension */
    uint32_t *node_of; /* node of the pattern graph -> merged node */
    ul_names *nodes, *arcs;
} merger;

/* What taking a task of a shape needs in a dimension. Tasks that need nothing count in
 * the last one: no path comes back to where it was. */
static ul_micro demand_of(const merger *m, uint32_t shape, size_t d)
{
    const size_t n_resources = m->view->in->n_resources;
    if (d + 1 < m->n_dims)
        return ul_packing_view_demand(m->view, shape, d / n_resources)[d % n_resources];
    for (size_t other = 0; other + 1 < m->n_dims; other++)
        if (demand_of(m, shape, other) > 0)
            return 0;
    return 1;
}

static ul_micro need_of(const merger *m, uint32_t node, size_t d)
{
    return node == UL_GRAPH_SINK || node == UL_GRAPH_NO ? 0 : m->need[node * m->n_dims + d];
}

/* Arcs lead to lower numbers, so that the lowest come first. A class in which a path
 * is longer than any machine has paths of its own: sums stay below the largest number. */
static void find_needs(const merger *m)
{
    for (size_t v = 0; v < m->graph->n_nodes; v++) {
        const ul_graph_node *node = &m->graph->node[v];
        for (size_t d = 0; d < m->n_dims; d++) {
            const ul_cost taken = (ul_cost)demand_of(m, node->shape, d) + need_of(m, node->hi, d);
            const ul_micro with = taken > UL_MICRO_MAX ? UL_MICRO_MAX : (ul_micro)taken;
            const ul_micro without = need_of(m, node->lo, d);
            m->need[v * m->n_dims + d] = with > without ? with : without;
        }
    }
}

static uint32_t merged(const merger *m, uint32_t node)
{
    return node == UL_GRAPH_SINK ? UL_FLOW_SINK : m->node_of[node];
}

static ul_status merge_nodes(merger *m)
{
    const size_t size = m->n_dims * sizeof *m->need;
    ul_micro *nothing = ul_arena_alloc(m->build->arena, m->n_dims, sizeof *nothing);
    if (nothing == NULL || ul_names_add(m->nodes, (const char *)nothing, size, NULL) == UL_NONE)
        return ul_no_memory(); /* the sink is the first */
    for (size_t v = 0; v < m->graph->n_nodes; v++) {
        const size_t at = ul_names_add(m->nodes, (const char *)(m->need + v * m->n_dims), size,
                                       NULL);
        if (at == UL_NONE)
            return ul_no_memory();
        m->node_of[v] = (uint32_t)at;
    }
    return UL_OK;
}

static ul_status add_arc(merger *m, uint32_t from, uint32_t to, uint32_t shape)
{
    const ul_flow_arc arc = {from, to, shape};
    if (from == to)
        return UL_OK;
    return ul_names_add(m->arcs, (const char *)&arc, sizeof arc, NULL) == UL_NONE ? ul_no_memory()
                                                                                : UL_OK;
}

static ul_status merge_arcs(merger *m)
{
    for (size_t v = 0; v < m->graph->n_nodes; v++) {
        const ul_graph_node *node = &m->graph->node[v];
        if (v % 4096 == 0 && ul_build_expired(m->build))
            return ul_build_stop(m->build);
        UL_TRY(add_arc(m, m->node_of[v], merged(m, node->hi), node->shape));
        if (node->lo != UL_GRAPH_NO)
            UL_TRY(add_arc(m, m->node_of[v], merged(m, node->lo), UL_GRAPH_NO));
    }
    return UL_OK;
}

/* The arcs in the order of the nodes they leave. */
static ul_status copy_arcs(const merger *m, ul_flow_graph *flow)
{
    ul_arena *arena = m->build->arena;
    flow->n_nodes = ul_names_count(m->nodes);
    flow->n_arcs = ul_names_count(m->arcs);
    UL_ALLOC(arena, flow->arc, flow->n_arcs);
    UL_ALLOC(arena, flow->first, flow->n_nodes + 2);
    for (size_t q = 0; q < flow->n_arcs; q++) {
        ul_flow_arc arc;
        memcpy(&arc, ul_names_text(m->arcs, q), sizeof arc);
        flow->first[arc.from + 2]++;
    }
    for (size_t v = 2; v < flow->n_nodes + 2; v++)
        flow->first[v] += flow->first[v - 1];
    for (size_t q = 0; q < flow->n_arcs; q++) {
        ul_flow_arc arc;
        memcpy(&arc, ul_names_text(m->arcs, q), sizeof arc);
        flow->arc[flow->first[arc.from + 1]++] = arc;
    }
    return UL_OK;
}

static ul_status make(merger *m, ul_flow_graph *flow)
{
    const ul_packing_graph *graph = m->graph;
    ul_arena *arena = m->build->arena;
    m->n_dims = m->view->n_classes * m->view->in->n_resources + 1;
    UL_ALLOC(arena, m->need, graph->n_nodes * m->n_dims);
    UL_ALLOC(arena, m->node_of, graph->n_nodes);
    UL_ALLOC(arena, flow->root, graph->n_roots);
    find_needs(m);
    UL_TRY(merge_nodes(m));
    UL_TRY(merge_arcs(m));
    for (size_t q = 0; q < graph->n_roots; q++)
        flow->root[q] = merged(m, graph->root[q].node);
    return copy_arcs(m, flow);
}

ul_status ul_flow_graph_new(const ul_packing_view *view, const ul_packing_graph *graph,
                            ul_build *build, ul_flow_graph **result)
{
    ul_flow_graph *flow = ul_arena_alloc(build->arena, 1, sizeof *flow);
    merger m = {.view = view, .graph = graph, .build = build, .nodes = ul_names_new(),
                .arcs = ul_names_new()};
    const ul_status status = flow == NULL || m.nodes == NULL || m.arcs == NULL ? ul_no_memory()
                                                                             : make(&m, flow);
    ul_names_free(m.nodes);
    ul_names_free(m.arcs);
    *result = flow;
    return status;
}
