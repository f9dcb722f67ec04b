/* The pattern graph, after Brandao and Pedroso's arc-flow for vector packing
 * (2016): states are lifted so that many coincide, then equal ones are merged.
 *
 * A state is (class, shape, how many more of it are allowed, free capacity).
 * Two compressions:
 *
 * 1. Lifting. What the shapes still to come can use of a resource is a sum of
 *    their demands; free capacity is lowered to the largest such sum below it.
 *    No pattern is lost and states with equal futures meet early.
 * 2. Merging. From the sink upward, nodes with the same shape and the same two
 *    successors become one (a reduced decision diagram): the smallest graph for
 *    this order of shapes.
 *
 * A state's lo arc is dropped when everything that may follow fits beside one
 * more task of the shape: leaving it out gains nothing, as rows cover.
 *
 * O(states * resources) time and memory; states are at most
 * types * tasks per machine * sums, and refused above the limit.
 */
#include "packing_graph.h"

#include <string.h>

#include "names.h"

enum { SUMS_MAX = 1 << 24 }; /* entries of all lifting tables together */

typedef struct {
    uint32_t class, place, left; /* place in the order of shapes; left >= 1 more of it */
    uint32_t hi, lo;
    uint32_t next; /* in its layer */
} state;

typedef struct {
    const ul_packing_view *view;
    ul_build *build;
    size_t n_shapes, n_resources;
    size_t *order;
    uint64_t *most;   /* tasks of a shape that any machine may hold */
    size_t *layer;    /* first layer of each place: (place, left) descending in left */
    uint32_t *head;   /* newest state of each layer */
    ul_micro *total;  /* class x place x resource: demand of all that may follow */
    ul_micro *unit;   /* class x resource: common divisor of demands; 0 when none */
    uint32_t **floor; /* class x place x resource: largest sum <= index, in units; or NULL */
    ul_names *seen;   /* key of a state -> its number */
    size_t key_size;
    unsigned char *key;
    state *state;
    size_t n_states, room;
} graph_builder;

static size_t table_at(const graph_builder *b, size_t class, size_t place, size_t r)
{
    return (class * (b->n_shapes + 1) + place) * b->n_resources + r;
}

static const ul_micro *demand_at(const graph_builder *b, size_t class, size_t place)
{
    return ul_packing_view_demand(b->view, b->order[place], class);
}

/* ---- tables ---- */

static ul_status count_layers(graph_builder *b)
{
    size_t layers = 0;
    UL_ALLOC(b->build->arena, b->most, b->n_shapes);
    UL_ALLOC(b->build->arena, b->layer, b->n_shapes + 1);
    for (size_t p = 0; p < b->n_shapes; p++) {
        for (size_t q = 0; q < b->view->n_types; q++) {
            const uint64_t fit = ul_packing_view_most(b->view, b->order[p], b->view->type[q]);
            b->most[p] = fit > b->most[p] ? fit : b->most[p];
        }
        b->layer[p] = layers;
        layers += b->most[p];
        if (layers > b->build->limit)
            return ul_build_refuse(b->build, "graph nodes");
    }
    b->layer[b->n_shapes] = layers;
    UL_ALLOC(b->build->arena, b->head, layers);
    memset(b->head, 0xff, layers * sizeof *b->head);
    return UL_OK;
}

static ul_status sum_demands(graph_builder *b)
{
    const size_t n_classes = b->view->n_classes;
    ul_arena *arena = b->build->arena;
    UL_ALLOC(arena, b->total, n_classes * (b->n_shapes + 1) * b->n_resources);
    UL_ALLOC(arena, b->unit, n_classes * b->n_resources);
    for (size_t c = 0; c < n_classes; c++)
        for (size_t p = b->n_shapes; p-- > 0;)
            for (size_t r = 0; r < b->n_resources; r++) {
                const ul_micro demand = demand_at(b, c, p)[r];
                const ul_cost sum = (ul_cost)b->total[table_at(b, c, p + 1, r)]
                                    + (ul_cost)demand * (ul_cost)b->most[p];
                b->total[table_at(b, c, p, r)] = sum > UL_MICRO_MAX ? UL_MICRO_MAX : (ul_micro)sum;
                b->unit[c * b->n_resources + r] = ul_micro_divisor(b->unit[c * b->n_resources + r], demand);
            }
    return UL_OK;
}

/* Fills the floors of one class and resource from the last place upward:
 * bounded subset sums, by counting how many of the shape each sum still needs. */
static ul_status fill_floors(graph_builder *b, size_t c, size_t r, size_t n)
{
    const ul_micro unit = b->unit[c * b->n_resources + r];
    ul_arena *arena = b->build->arena;
    uint32_t *used;
    bool *reached;
    UL_ALLOC(arena, used, n);
    UL_ALLOC(arena, reached, n);
    reached[0] = true;
    for (size_t p = b->n_shapes; p-- > 0;) {
        const uint64_t step = (uint64_t)(demand_at(b, c, p)[r] / unit);
        for (size_t u = 0; step > 0 && u < n; u++) {
            used[u] = 0;
            if (reached[u] || u < step || !reached[u - step] || used[u - step] >= b->most[p])
                continue;
            reached[u] = true;
            used[u] = used[u - step] + 1;
        }
        uint32_t *floor;
        UL_ALLOC_RAW(arena, floor, n);
        for (size_t u = 0; u < n; u++)
            floor[u] = reached[u] ? (uint32_t)u : floor[u - 1];
        b->floor[table_at(b, c, p, r)] = floor;
    }
    return UL_OK;
}

/* Lifting tables where they are small enough; elsewhere the totals alone lift. */
static ul_status make_floors(graph_builder *b)
{
    const ul_packing_view *view = b->view;
    uint64_t entries = 0;
    UL_ALLOC(b->build->arena, b->floor, view->n_classes * (b->n_shapes + 1) * b->n_resources);
    for (size_t c = 0; c < view->n_classes; c++)
        for (size_t r = 0; r < b->n_resources; r++) {
            const ul_micro unit = b->unit[c * b->n_resources + r];
            ul_micro largest = 0;
            for (size_t q = 0; q < view->n_types; q++) {
                const ul_packing_type *type = &view->in->type[view->type[q]];
                if (view->type_class[view->type[q]] == c && type->capacity[r] > largest)
                    largest = type->capacity[r];
            }
            const uint64_t n = unit == 0 ? 0 : (uint64_t)(largest / unit) + 1;
            if (n == 0 || n > SUMS_MAX || entries + n * b->n_shapes > SUMS_MAX)
                continue;
            if (ul_build_expired(b->build))
                return ul_build_stop(b->build);
            entries += n * b->n_shapes;
            UL_TRY(fill_floors(b, c, r, n));
        }
    return UL_OK;
}

/* ---- states ---- */

static ul_micro lifted(const graph_builder *b, size_t class, size_t place, size_t r, ul_micro free)
{
    const size_t at = table_at(b, class, place, r);
    if (free >= b->total[at])
        return b->total[at];
    if (b->floor[at] == NULL)
        return free;
    const ul_micro unit = b->unit[class * b->n_resources + r];
    return (ul_micro)b->floor[at][free / unit] * unit;
}

/* The number of the state from which patterns with this free capacity go on. */
static ul_status reach(graph_builder *b, uint32_t class, uint32_t place, uint32_t left,
                       const ul_micro *free, uint32_t *number)
{
    while (place < b->n_shapes
           && (left == 0 || !ul_packing_fits(b->view->in, demand_at(b, class, place), free))) {
        place++;
        left = place < b->n_shapes ? (uint32_t)b->most[place] : 0;
    }
    if (place == b->n_shapes) {
        *number = UL_GRAPH_SINK;
        return UL_OK;
    }
    const uint32_t head[3] = {class, place, left};
    bool added;
    memcpy(b->key, head, sizeof head);
    for (size_t r = 0; r < b->n_resources; r++) {
        const ul_micro to = lifted(b, class, place, r, free[r]);
        memcpy(b->key + sizeof head + r * sizeof to, &to, sizeof to);
    }
    const size_t index = ul_names_add(b->seen, (const char *)b->key, b->key_size, &added);
    if (index == UL_NONE)
        return ul_no_memory();
    *number = (uint32_t)index;
    if (!added)
        return UL_OK;
    if (index >= b->build->limit)
        return ul_build_refuse(b->build, "graph nodes");
    UL_MORE(b->build->arena, b->state, index, b->room);
    uint32_t *layer = &b->head[b->layer[place] + (b->most[place] - left)];
    b->state[index] = (state){class, place, left, UL_GRAPH_SINK, UL_GRAPH_SINK, *layer};
    *layer = (uint32_t)index;
    b->n_states = index + 1;
    return UL_OK;
}

static ul_status expand(graph_builder *b, uint32_t number)
{
    const state at = b->state[number];
    const ul_micro *demand = demand_at(b, at.class, at.place);
    ul_micro free[UL_RESOURCES_MAX], less[UL_RESOURCES_MAX];
    uint32_t hi, lo = UL_GRAPH_NO;
    bool needed = false; /* the lo arc */
    memcpy(free, ul_names_text(b->seen, number) + 3 * sizeof(uint32_t),
           b->n_resources * sizeof *free);
    for (size_t r = 0; r < b->n_resources; r++) {
        less[r] = free[r] - demand[r];
        needed = needed || less[r] < b->total[table_at(b, at.class, at.place + 1, r)];
    }
    UL_TRY(reach(b, at.class, at.place, at.left - 1, less, &hi));
    if (needed)
        UL_TRY(reach(b, at.class, at.place, 0, free, &lo));
    b->state[number].hi = hi;
    b->state[number].lo = lo == UL_GRAPH_SINK ? UL_GRAPH_NO : lo;
    return UL_OK;
}

/* Arcs lead to later layers, so layer by layer every state is met before it is
 * expanded, however it is reached. */
static ul_status expand_all(graph_builder *b)
{
    unsigned steps = 0;
    for (size_t layer = 0; layer < b->layer[b->n_shapes]; layer++)
        for (uint32_t at = b->head[layer]; at != UINT32_MAX; at = b->state[at].next) {
            if (++steps % 256 == 0 && ul_build_expired(b->build))
                return ul_build_stop(b->build);
            UL_TRY(expand(b, at));
        }
    return UL_OK;
}

/* ---- merging ---- */

static uint32_t merged(const uint32_t *number, uint32_t target)
{
    return target == UL_GRAPH_SINK || target == UL_GRAPH_NO ? target : number[target];
}

static ul_status merge(graph_builder *b, uint32_t *number, ul_names *nodes)
{
    for (size_t layer = b->layer[b->n_shapes]; layer-- > 0;)
        for (uint32_t at = b->head[layer]; at != UINT32_MAX; at = b->state[at].next) {
            const state *from = &b->state[at];
            const ul_graph_node node = {(uint32_t)b->order[from->place], merged(number, from->hi),
                                        merged(number, from->lo)};
            const size_t index = ul_names_add(nodes, (const char *)&node, sizeof node, NULL);
            if (index == UL_NONE)
                return ul_no_memory();
            number[at] = (uint32_t)index;
        }
    return UL_OK;
}

static ul_status copy_nodes(const ul_names *nodes, ul_arena *arena, ul_packing_graph *graph)
{
    graph->n_nodes = ul_names_count(nodes);
    UL_ALLOC_RAW(arena, graph->node, graph->n_nodes);
    for (size_t v = 0; v < graph->n_nodes; v++)
        memcpy(&graph->node[v], ul_names_text(nodes, v), sizeof *graph->node);
    return UL_OK;
}

/* A type whose patterns a type no dearer has too (the same root), and any number of
 * machines, is left out. */
static void drop_dearer_roots(const ul_packing *in, ul_packing_graph *graph)
{
    size_t kept = 0;
    for (size_t q = 0; q < graph->n_roots; q++) {
        bool beaten = graph->root[q].node == UL_GRAPH_SINK;
        for (size_t o = 0; o < graph->n_roots && !beaten; o++) {
            const ul_micro mine = in->type[graph->root[q].type].price;
            const ul_micro other = in->type[graph->root[o].type].price;
            /* the sorting of kept roots to the front leaves those at and after q untouched,
             * and what was dropped was beaten by a kept one */
            beaten = (o < kept || o > q) && graph->root[o].node == graph->root[q].node
                     && in->type[graph->root[o].type].supply == UL_ANY_NUMBER
                     && (other < mine || (other == mine && o < q));
        }
        if (!beaten)
            graph->root[kept++] = graph->root[q];
    }
    graph->n_roots = kept;
}

static ul_status make(graph_builder *b, ul_names *nodes, ul_packing_graph *graph)
{
    const ul_packing_view *view = b->view;
    ul_arena *arena = b->build->arena;
    UL_TRY(ul_packing_view_order(view, arena, &b->order));
    UL_TRY(count_layers(b));
    UL_TRY(sum_demands(b));
    UL_TRY(make_floors(b));
    graph->root = ul_arena_alloc(arena, view->n_types, sizeof *graph->root);
    b->key_size = 3 * sizeof(uint32_t) + b->n_resources * sizeof(ul_micro);
    b->key = ul_arena_alloc(arena, b->key_size, 1);
    UL_NEED(graph->root && b->key);
    for (size_t q = 0; q < view->n_types; q++) {
        const size_t k = view->type[q];
        graph->root[q].type = k;
        UL_TRY(reach(b, (uint32_t)view->type_class[k], 0, (uint32_t)b->most[0],
                     view->in->type[k].capacity, &graph->root[q].node));
    }
    UL_TRY(expand_all(b));
    uint32_t *number;
    UL_ALLOC(arena, number, b->n_states);
    UL_TRY(merge(b, number, nodes));
    graph->n_roots = view->n_types;
    for (size_t q = 0; q < view->n_types; q++)
        graph->root[q].node = merged(number, graph->root[q].node);
    drop_dearer_roots(view->in, graph);
    graph->n_states = b->n_states;
    return copy_nodes(nodes, arena, graph);
}

ul_status ul_packing_graph_new(const ul_packing_view *view, ul_build *build,
                               ul_packing_graph **result)
{
    ul_packing_graph *graph = ul_arena_alloc(build->arena, 1, sizeof *graph);
    graph_builder b = {
        .view = view,
        .build = build,
        .n_shapes = view->in->n_shapes,
        .n_resources = view->in->n_resources,
        .seen = ul_names_new(),
    };
    ul_names *nodes = ul_names_new();
    const ul_status status = graph == NULL || b.seen == NULL || nodes == NULL
                                 ? ul_no_memory()
                                 : make(&b, nodes, graph);
    ul_names_free(b.seen);
    ul_names_free(nodes);
    *result = graph;
    return status;
}
