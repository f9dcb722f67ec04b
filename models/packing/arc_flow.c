/* Arc-flow for packing into machines of several types and classes
 * (multiple-choice vector packing, Brandao and Pedroso 2016).
 *
 * Machines are units of flow through the pattern graph of packing_graph.h. With
 * m_k machines of type k entering at its root, h_v and l_v flow on the two arcs
 * of node v,
 *
 *     min  sum_k C_k m_k
 *     sum_{v decides on s} h_v >= n_s              each shape s with n_s tasks
 *     flow into v = h_v + l_v                      each node v
 *
 * An integral flow falls into paths, and each path is a pattern that its type
 * holds; its LP bound is that of the pattern program, at a size that does not
 * grow with the number of patterns. What is covered twice is left off when the
 * plan is read back, which is also why no arc needs to stand for an empty place.
 *
 * At most types + 2 nodes columns, shapes + nodes rows.
 */
#include <math.h>

#include "formulation.h"
#include "packing_graph.h"

typedef struct {
    ul_packing_view *view;
    ul_packing_graph *graph;
    size_t *hi, *lo; /* columns of each node's arcs */
} arc_flow;

static ul_status make_key(const ul_packing *in, ul_build *build, arc_flow **result)
{
    arc_flow *a = ul_arena_alloc(build->arena, 1, sizeof *a);
    if (a == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a model");
    UL_TRY(ul_packing_view_new(in, build->arena, &a->view));
    UL_TRY(ul_packing_graph_new(a->view, build, &a->graph));
    a->hi = ul_arena_alloc(build->arena, a->graph->n_nodes, sizeof *a->hi);
    a->lo = ul_arena_alloc(build->arena, a->graph->n_nodes, sizeof *a->lo);
    if (a->hi == NULL || a->lo == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a model");
    build->key = a;
    build->unit = a->view->unit;
    *result = a;
    return UL_OK;
}

/* An arc's column: flow out of one node's row and into another's. */
static ul_status add_arc(const arc_flow *a, size_t from, uint32_t to, bool take, size_t *column,
                         ul_model *model)
{
    const size_t n_shapes = a->view->in->n_shapes;
    const double most = (double)a->view->in->n_copies; /* no more machines than tasks */
    if (take) {
        const uint32_t s = a->graph->node[from].shape;
        UL_TRY(ul_model_add_column(model, 0, most, 0, true, column, "take_%s_%zu",
                                   ul_packing_view_shape_name(a->view, s), from + 1));
        UL_TRY(ul_model_add_term(model, s, *column, 1));
    } else {
        UL_TRY(ul_model_add_column(model, 0, most, 0, true, column, "skip_%zu", from + 1));
    }
    UL_TRY(ul_model_add_term(model, n_shapes + from, *column, -1));
    return to == UL_GRAPH_SINK ? UL_OK : ul_model_add_term(model, n_shapes + to, *column, 1);
}

static ul_status build(const ul_instance *instance, ul_build *build)
{
    const ul_packing *in = instance->data;
    ul_model *model = build->model;
    arc_flow *a = NULL;
    size_t column;
    UL_TRY(make_key(in, build, &a));
    const ul_packing_graph *graph = a->graph;
    UL_TRY(ul_model_remark(model, "Every task of each shape is covered."));
    for (size_t s = 0; s < in->n_shapes; s++)
        UL_TRY(ul_model_add_row(model, (double)a->view->copies[s], HUGE_VAL, NULL, "cover_%s",
                                ul_packing_view_shape_name(a->view, s)));
    UL_TRY(ul_model_remark(model, "What flows into a node flows out of it."));
    for (size_t v = 0; v < graph->n_nodes; v++)
        UL_TRY(ul_model_add_row(model, 0, 0, NULL, "node_%zu", v + 1));
    for (size_t q = 0; q < graph->n_roots; q++) {
        const ul_packing_type *type = &in->type[graph->root[q].type];
        UL_TRY(ul_model_add_column(model, 0, (double)in->n_copies, ul_micro_double(type->price),
                                   true, &column, "machines_%s", type->name));
        UL_TRY(ul_model_add_term(model, in->n_shapes + graph->root[q].node, column, 1));
    }
    for (size_t v = graph->n_nodes; v-- > 0;) {
        UL_TRY(add_arc(a, v, graph->node[v].hi, true, &a->hi[v], model));
        if (graph->node[v].lo != UL_GRAPH_NO)
            UL_TRY(add_arc(a, v, graph->node[v].lo, false, &a->lo[v], model));
    }
    return UL_OK;
}

/* Takes one path's worth of flow out, from a root to the sink. */
static void follow(const arc_flow *a, uint32_t v, uint64_t *flow, uint64_t *count)
{
    while (v != UL_GRAPH_SINK) {
        const ul_graph_node *node = &a->graph->node[v];
        if (flow[a->hi[v]] > 0) {
            flow[a->hi[v]]--;
            count[node->shape]++;
            v = node->hi;
        } else if (node->lo != UL_GRAPH_NO && flow[a->lo[v]] > 0) {
            flow[a->lo[v]]--;
            v = node->lo;
        } else {
            return; /* not a flow: the checker will miss tasks */
        }
    }
}

static ul_status decode(const ul_build *build, const double *value, ul_arena *arena, void **result)
{
    const arc_flow *a = build->key;
    const ul_packing *in = a->view->in;
    ul_packing_plan *plan;
    ul_dispenser dispenser;
    uint64_t *flow = ul_arena_alloc(arena, build->model->n_columns, sizeof *flow);
    uint64_t *count = ul_arena_alloc(arena, in->n_shapes, sizeof *count);
    if (flow == NULL || count == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a plan");
    UL_TRY(ul_packing_plan_new(in, arena, &plan));
    UL_TRY(ul_dispenser_new(a->view, arena, &dispenser));
    for (size_t q = 0; q < build->model->n_columns; q++)
        flow[q] = ul_value_whole(value[q]);
    for (size_t q = 0; q < a->graph->n_roots; q++)
        for (uint64_t machine = flow[q]; machine > 0; machine--) {
            for (size_t s = 0; s < in->n_shapes; s++)
                count[s] = 0;
            follow(a, a->graph->root[q].node, flow, count);
            UL_TRY(ul_dispenser_fill(&dispenser, plan, a->graph->root[q].type, count));
        }
    *result = plan;
    return UL_OK;
}

const ul_formulation ul_formulation_arc_flow = {
    .name = "arc-flow",
    .brief = "machines flow through a compressed graph of patterns",
    .paper = "Brandao and Pedroso 2016, multiple-choice vector packing",
    .kind = &ul_kind_packing,
    .build = build,
    .decode = decode,
};
