/* Arc-flow for packing into machines of several types and classes
 * (multiple-choice vector packing, Brandao and Pedroso 2016).
 *
 * Machines are units of flow through the graph of flow_graph.h. With m_k machines of
 * type k entering at its root and x_a flow on arc a,
 *
 *     min  sum_k C_k m_k
 *     sum_{a takes a task of s} x_a >= n_s         each shape s with n_s tasks
 *     flow into v = flow out of v                  each node v but the sink
 *
 * An integral flow falls into paths, and each path is a pattern that its type
 * holds; its LP bound is next to that of the pattern program, at a size that does not
 * grow with the number of patterns. What is covered twice is left off when the
 * plan is read back, which is also why no arc needs to stand for an empty place.
 *
 * A supply is the upper bound of m_k. types + arcs columns, shapes + nodes rows.
 */
#include <math.h>

#include "dispenser.h"
#include "flow_graph.h"
#include "formulation.h"

typedef struct {
    ul_packing_view *view;
    ul_packing_graph *graph;
    ul_flow_graph *flow;
    size_t first; /* column of the first arc; the others follow in order */
} arc_flow;

static ul_status make_key(const ul_packing *in, ul_build *build, arc_flow **result)
{
    arc_flow *a;
    UL_ALLOC(build->arena, a, 1);
    UL_TRY(ul_packing_view_new(in, build->arena, &a->view));
    UL_TRY(ul_packing_graph_new(a->view, build, &a->graph));
    UL_TRY(ul_flow_graph_new(a->view, a->graph, build, &a->flow));
    build->key = a;
    build->unit = a->view->unit;
    *result = a;
    return UL_OK;
}

/* Flow out of or into a node's row; the sink has none. */
static ul_status add_end(const arc_flow *a, uint32_t node, size_t column, double sign,
                         ul_model *model)
{
    if (node == UL_FLOW_SINK)
        return UL_OK;
    return ul_model_add_term(model, a->view->in->n_shapes + node - 1, column, sign);
}

static ul_status add_arc(const arc_flow *a, const ul_flow_arc *arc, size_t *column,
                         ul_model *model)
{
    const double most = (double)a->view->in->n_copies; /* no more machines than tasks */
    if (arc->shape == UL_GRAPH_NO) {
        UL_TRY(ul_model_add_column(model, most, 0, true, column, "skip_%u_%u", arc->from, arc->to));
    } else {
        UL_TRY(ul_model_add_column(model, most, 0, true, column, "take_%s_%u_%u",
                                   ul_packing_view_shape_name(a->view, arc->shape), arc->from,
                                   arc->to));
        UL_TRY(ul_model_add_term(model, arc->shape, *column, 1));
    }
    UL_TRY(add_end(a, arc->from, *column, -1, model));
    return add_end(a, arc->to, *column, 1, model);
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
    for (size_t v = 1; v < a->flow->n_nodes; v++)
        UL_TRY(ul_model_add_row(model, 0, 0, NULL, "node_%zu", v));
    for (size_t q = 0; q < graph->n_roots; q++) {
        const ul_packing_type *type = &in->type[graph->root[q].type];
        const uint64_t most = type->supply < in->n_copies ? type->supply : in->n_copies;
        UL_TRY(ul_model_add_column(model, (double)most, ul_micro_double(type->price), true, &column,
                                   "machines_%s", type->name));
        UL_TRY(add_end(a, a->flow->root[q], column, 1, model));
    }
    a->first = graph->n_roots;
    for (size_t q = 0; q < a->flow->n_arcs; q++)
        UL_TRY(add_arc(a, &a->flow->arc[q], &column, model));
    return UL_OK;
}

/* Takes one path's worth of flow out, from a root to the sink. */
static void follow(const arc_flow *a, uint32_t v, uint64_t *flow, ul_share *share)
{
    while (v != UL_FLOW_SINK) {
        size_t q = a->flow->first[v];
        while (q < a->flow->first[v + 1] && flow[a->first + q] == 0)
            q++;
        if (q == a->flow->first[v + 1])
            return; /* not a flow: tasks are missing, and placed later */
        flow[a->first + q]--;
        if (a->flow->arc[q].shape != UL_GRAPH_NO)
            share[a->flow->arc[q].shape].count++;
        v = a->flow->arc[q].to;
    }
}

static ul_status decode(const ul_build *build, const double *value, ul_arena *arena, void **result)
{
    const arc_flow *a = build->key;
    const ul_packing *in = a->view->in;
    ul_packing_plan *plan;
    ul_dispenser dispenser;
    uint64_t *flow;
    ul_share *share;
    UL_ALLOC(arena, flow, build->model->n_columns);
    UL_ALLOC(arena, share, in->n_shapes);
    UL_TRY(ul_packing_plan_new(in, arena, &plan));
    UL_TRY(ul_dispenser_new(in, arena, &dispenser));
    for (size_t q = 0; q < build->model->n_columns; q++)
        flow[q] = ul_value_whole(value[q]);
    for (size_t q = 0; q < a->graph->n_roots; q++)
        for (uint64_t machine = flow[q]; machine > 0; machine--) {
            for (size_t s = 0; s < in->n_shapes; s++)
                share[s] = (ul_share){(uint32_t)s, 0};
            follow(a, a->flow->root[q], flow, share);
            UL_TRY(ul_dispenser_fill(&dispenser, plan, a->graph->root[q].type, share,
                                     in->n_shapes, 1, 1));
        }
    *result = plan;
    return ul_packing_view_complete(a->view, plan);
}

const ul_formulation ul_formulation_arc_flow = {
    .name = "arc-flow",
    .brief = "machines flow through a compressed graph of patterns",
    .paper = "Brandao and Pedroso 2016, multiple-choice vector packing",
    .kind = &ul_kind_packing,
    .build = build,
    .decode = decode,
};
