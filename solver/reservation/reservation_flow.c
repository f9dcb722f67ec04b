/* One price level, any mix of terms: reservations as a minimum-cost flow.
 *
 * With a single discount the constraint matrix is an interval matrix. Send as
 * many units as the peak from the first moment to the last: a unit crosses an
 * interval on demand, paying the discount it forgoes (nothing while it stands
 * for an idle instance, then the least used rank first: convex), or rides a
 * lease to the end of its term for the lease's cost. The cheapest flow is the
 * optimum, whole, and the potentials prove it.
 *
 * Successive shortest paths (Dijkstra with potentials, then a blocking flow
 * over the tight arcs). Nodes are moments, and each has a hop either way and
 * one lease either way per class, so there is nothing to store but flows.
 * O(phases * intervals * (classes + log intervals)), at most `peak` phases;
 * memory O(intervals * classes).
 *
 * The graph and the search are one file: arcs exist only as arithmetic on it.
 *
 * Paper: SEC, Section 5.1, whose row-by-row greedy is not optimal even here.
 */
#include <string.h>

#include "heap.h"
#include "reservation_plan.h"
#include "reservation_proof.h"
#include "run.h"
#include "sec_portfolio.h"

typedef int64_t dist;
#define FAR (INT64_MAX / 4)

/* What a hop costs beside riding a lease: pieces of rising cost. Piece 0 is
 * idle, piece p > 0 is step first[t + 1] - p. */
typedef struct {
    uint32_t piece, used;     /* the piece being filled and its units */
    uint32_t room, back_room; /* units at the costs below; 0: full, empty */
    dist cost, back_cost;     /* of one unit more, saved by one less */
} hop;

typedef struct {
    dist key;
    uint32_t node;
} heap_entry;

typedef struct {
    const ul_reservation *in;
    ul_run *run;
    size_t n, n_classes; /* moments are 0 .. n; classes that discount */
    size_t class[UL_CLASSES_MAX];
    ul_cost unit;        /* costs below are counted in it */
    dist discount;       /* per millionth of an hour, not in units */
    hop *hop;
    dist *lease;         /* intervals x classes; FAR when out of reach */
    uint32_t *ride;      /* flow on each lease */
    dist *potential, *distance;
    uint8_t *settled, *arc; /* of the phase; the next arc to try */
    uint32_t *stack, *path_arc;
    heap_entry *heap;
    size_t n_heap;
} flow;

/* ---- costs ---- */

static uint32_t piece_size(const flow *f, size_t t, uint32_t piece)
{
    const ul_reservation *in = f->in;
    return piece == 0 ? in->peak - in->running[t] : in->step[in->first[t + 1] - piece].instances;
}

static dist piece_cost(const flow *f, size_t t, uint32_t piece)
{
    const ul_reservation *in = f->in;
    if (piece == 0)
        return 0;
    return (dist)((ul_cost)f->discount * in->step[in->first[t + 1] - piece].hours / f->unit);
}

static uint32_t n_pieces(const flow *f, size_t t)
{
    return (uint32_t)(f->in->first[t + 1] - f->in->first[t]) + 1;
}

/* Looks up what the next unit either way costs. */
static void refresh_hop(const flow *f, size_t t)
{
    hop *h = &f->hop[t];
    uint32_t piece = h->piece, used = h->used;
    while (piece < n_pieces(f, t) && used == piece_size(f, t, piece)) {
        piece++;
        used = 0;
    }
    h->room = piece == n_pieces(f, t) ? 0 : piece_size(f, t, piece) - used;
    h->cost = h->room == 0 ? 0 : piece_cost(f, t, piece);
    piece = h->piece;
    used = h->used;
    while (used == 0 && piece > 0) {
        piece--;
        used = piece_size(f, t, piece);
    }
    h->back_room = used;
    h->back_cost = piece_cost(f, t, piece);
}

static void push_hop(flow *f, size_t t, int64_t units)
{
    hop *h = &f->hop[t];
    while (units > 0) {
        const uint32_t room = piece_size(f, t, h->piece) - h->used;
        if (room == 0) {
            h->piece++;
            h->used = 0;
            continue;
        }
        const uint32_t step = units < room ? (uint32_t)units : room;
        h->used += step;
        units -= step;
    }
    while (units < 0) {
        if (h->used == 0) {
            h->piece--;
            h->used = piece_size(f, t, h->piece);
            continue;
        }
        const uint32_t step = -units < h->used ? (uint32_t)-units : h->used;
        h->used -= step;
        units += step;
    }
    refresh_hop(f, t);
}

/* ---- arcs of a moment: 0 hop on, 1 hop back, then leases on and back by class ---- */

/* The head of arc `a` out of v, its cost and residual capacity; false when there is none. */
static bool arc_of(const flow *f, size_t v, uint32_t a, size_t *head, dist *cost,
                   uint32_t *capacity)
{
    if (a == 0) {
        if (v == f->n || f->hop[v].room == 0)
            return false;
        *head = v + 1;
        *cost = f->hop[v].cost;
        *capacity = f->hop[v].room;
        return true;
    }
    if (a == 1) {
        if (v == 0 || f->hop[v - 1].back_room == 0)
            return false;
        *head = v - 1;
        *cost = -f->hop[v - 1].back_cost;
        *capacity = f->hop[v - 1].back_room;
        return true;
    }
    const size_t q = (a - 2) / 2, term = f->in->classes[f->class[q]].term;
    if (a % 2 == 0) {
        if (v == f->n || f->lease[v * f->n_classes + q] == FAR)
            return false;
        *head = ul_reservation_end(f->in, v, f->class[q]);
        *cost = f->lease[v * f->n_classes + q];
        *capacity = f->in->peak;
        return true;
    }
    if (v < term || v == f->n) /* out of the last moment no shortest path leads */
        return false;
    *head = v - term;
    *cost = -f->lease[*head * f->n_classes + q];
    *capacity = f->ride[*head * f->n_classes + q];
    return *capacity > 0;
}

static void push_arc(flow *f, size_t v, uint32_t a, uint32_t units)
{
    const size_t q = a < 2 ? 0 : (a - 2) / 2;
    if (a == 0)
        push_hop(f, v, units);
    else if (a == 1)
        push_hop(f, v - 1, -(int64_t)units);
    else if (a % 2 == 0)
        f->ride[v * f->n_classes + q] += units;
    else
        f->ride[(v - f->in->classes[f->class[q]].term) * f->n_classes + q] -= units;
}

static uint32_t n_arcs(const flow *f)
{
    return 2 + 2 * (uint32_t)f->n_classes;
}

/* ---- shortest paths ---- */

#define NEARER(a, b) ((a).key < (b).key)
UL_HEAP(reached, heap_entry, NEARER, 4)

/* Settles every moment at one distance; tight arcs go round the heap. */
static void settle(flow *f, uint32_t from, dist key)
{
    size_t depth = 0;
    f->stack[depth++] = from;
    f->settled[from] = 1;
    while (depth > 0) {
        const uint32_t v = f->stack[--depth];
        for (uint32_t a = 0; a < n_arcs(f); a++) {
            size_t head;
            dist cost;
            uint32_t capacity;
            if (!arc_of(f, v, a, &head, &cost, &capacity) || f->settled[head])
                continue;
            const dist reached = key + cost + f->potential[v] - f->potential[head];
            if (reached >= f->distance[head])
                continue;
            f->distance[head] = reached;
            if (reached > key) {
                reached_push(f->heap, &f->n_heap, (heap_entry){reached, (uint32_t)head});
            } else {
                f->settled[head] = 1;
                f->stack[depth++] = (uint32_t)head;
            }
        }
    }
}

/* Raises potentials by reduced distances, capped at the last moment's. */
static void find_distances(flow *f)
{
    for (size_t v = 0; v <= f->n; v++)
        f->distance[v] = FAR;
    memset(f->settled, 0, f->n + 1);
    f->n_heap = 0;
    f->distance[0] = 0;
    reached_push(f->heap, &f->n_heap, (heap_entry){0, 0});
    while (f->n_heap > 0 && !f->settled[f->n]) {
        const heap_entry next = reached_pop(f->heap, &f->n_heap);
        if (!f->settled[next.node])
            settle(f, next.node, next.key);
    }
    const dist last = f->distance[f->n];
    for (size_t v = 0; v <= f->n; v++)
        f->potential[v] += f->settled[v] && f->distance[v] < last ? f->distance[v] : last;
}

/* ---- blocking flow over tight arcs ---- */

static bool is_tight(const flow *f, size_t v, uint32_t a, size_t *head, uint32_t *capacity)
{
    dist cost;
    return arc_of(f, v, a, head, &cost, capacity)
           && cost + f->potential[v] - f->potential[*head] == 0;
}

/* Walks from the first moment to the last over tight arcs not yet given up;
 * stack[] are the moments, path_arc[] the arcs. Returns the length, 0 when
 * there is no way. settled[] marks the moments on the path. */
static size_t find_path(flow *f)
{
    size_t depth = 0;
    memset(f->settled, 0, f->n + 1);
    f->stack[0] = 0;
    f->settled[0] = 1;
    for (;;) {
        const uint32_t v = f->stack[depth];
        size_t head;
        uint32_t capacity;
        if (v == f->n)
            return depth;
        while (f->arc[v] < n_arcs(f)
               && (!is_tight(f, v, f->arc[v], &head, &capacity) || f->settled[head]
                   || f->arc[head] == UINT8_MAX))
            f->arc[v]++;
        if (f->arc[v] < n_arcs(f)) {
            f->path_arc[depth] = f->arc[v];
            f->stack[++depth] = (uint32_t)head;
            f->settled[head] = 1;
            continue;
        }
        f->arc[v] = UINT8_MAX; /* leads nowhere */
        f->settled[v] = 0;
        if (depth == 0)
            return 0;
        depth--;
        f->arc[f->stack[depth]]++;
    }
}

/* Sends units until the tight arcs let no more through; returns what is left. */
static uint32_t send(flow *f, uint32_t left)
{
    memset(f->arc, 0, f->n + 1);
    while (left > 0) {
        const size_t length = find_path(f);
        if (length == 0)
            break;
        uint32_t units = left, capacity;
        size_t head;
        for (size_t q = 0; q < length; q++)
            if (is_tight(f, f->stack[q], f->path_arc[q], &head, &capacity) && capacity < units)
                units = capacity;
        for (size_t q = 0; q < length; q++)
            push_arc(f, f->stack[q], f->path_arc[q], units);
        left -= units;
    }
    return left;
}

/* ---- the method ---- */

static ul_status take_memory(flow *f)
{
    ul_arena *arena = ul_run_arena(f->run);
    UL_ALLOC(arena, f->hop, f->n);
    UL_ALLOC(arena, f->lease, f->n * f->n_classes);
    UL_ALLOC(arena, f->ride, f->n * f->n_classes);
    UL_ALLOC(arena, f->potential, f->n + 1);
    UL_ALLOC(arena, f->distance, f->n + 1);
    UL_ALLOC(arena, f->settled, f->n + 1);
    UL_ALLOC(arena, f->arc, f->n + 1);
    UL_ALLOC(arena, f->stack, f->n + 2);
    UL_ALLOC(arena, f->path_arc, f->n + 2);
    UL_ALLOC(arena, f->heap, (f->n + 1) * n_arcs(f) + 1);
    return UL_OK;
}

static ul_cost lease_cost(const flow *f, size_t t, size_t q)
{
    return ul_reservation_lease(f->in, t, f->class[q], f->in->objective);
}

/* The greatest unit in which all costs are whole: distances stay small. */
static void find_unit(flow *f)
{
    for (size_t s = 0; s < f->in->n_steps; s++)
        f->unit = ul_cost_divisor(f->unit, (ul_cost)f->discount * f->in->step[s].hours);
    for (size_t q = 0; q < f->n * f->n_classes; q++)
        f->unit = ul_cost_divisor(f->unit, lease_cost(f, q / f->n_classes, q % f->n_classes));
}

/* The cost of every arc; *most is what a path can save at most. */
static void price_arcs(flow *f, ul_cost *most)
{
    const ul_reservation *in = f->in;
    *most = 0;
    for (size_t t = 0; t < f->n; t++) {
        if (in->first[t] < in->first[t + 1])
            *most += (ul_cost)f->discount * in->step[in->first[t]].hours / f->unit;
        for (size_t q = 0; q < f->n_classes; q++) {
            const ul_cost cost = lease_cost(f, t, q) / f->unit;
            f->lease[t * f->n_classes + q] = cost > FAR / 4 ? FAR : (dist)cost;
        }
        refresh_hop(f, t);
    }
}

static ul_status prepare(flow *f)
{
    const ul_reservation *in = f->in;
    ul_cost most;
    f->n = in->n_intervals;
    f->discount = in->level_price[0] - in->level_price[1];
    for (size_t c = 0; c < in->n_classes; c++)
        if (in->classes[c].level == 1)
            f->class[f->n_classes++] = c;
    UL_TRY(take_memory(f));
    find_unit(f);
    price_arcs(f, &most);
    return most < FAR / 4 ? UL_OK
                          : ul_fail(UL_E_INPUT, "the prices are too large for reservation-flow; "
                                                "take reservation-exact");
}

/* A lease may stand idle, so that no price is negative: where a potential falls, the least
 * that comes after takes its place. It proves as much. A lease that begins later ends no
 * earlier and costs no more, so that none becomes worth more than it costs; and all units
 * gain where the fall goes, while at most as many lose where the rise before it goes. */
static void make_rising(flow *f)
{
    for (size_t t = f->n; t-- > 0;)
        if (f->potential[t] > f->potential[t + 1])
            f->potential[t] = f->potential[t + 1];
}

/* The plan, and the proof: potentials are sums of prices over time. */
static ul_status conclude(flow *f)
{
    const ul_reservation *in = f->in;
    ul_reservation_plan *plan;
    ul_cost bound;
    UL_TRY(ul_reservation_plan_new(in, ul_run_arena(f->run), &plan));
    for (size_t t = 0; t < f->n; t++)
        for (size_t q = 0; q < f->n_classes; q++)
            UL_TRY(ul_reservation_buy(plan, t, f->class[q], f->ride[t * f->n_classes + q]));
    UL_TRY(ul_run_offer(f->run, plan));
    ul_cost *price;
    UL_ALLOC(ul_run_arena(f->run), price, f->n);
    make_rising(f);
    for (size_t t = 0; t < f->n; t++)
        price[t] = (f->potential[t + 1] - f->potential[t]) * f->unit;
    UL_TRY(ul_reservation_bound(in, price, 1, NULL, NULL, &bound));
    UL_TRY(ul_run_offer_bound(f->run, bound));
    const ul_reservation_case leaf = {.price = price};
    return ul_run_certificate(f->run) == NULL
               ? UL_OK
               : ul_reservation_proof_write(in, &leaf, 1, bound, ul_run_certificate(f->run));
}

static ul_status solve(const ul_reservation *in, ul_run *run)
{
    flow f = {.in = in, .run = run};
    if (in->n_levels > 2)
        return ul_fail(UL_E_INPUT, "instance '%s' has %zu discounted prices; reservation-flow "
                                   "takes one, reservation-exact any number", in->name,
                       in->n_levels - 1);
    if (in->n_levels == 1) {
        const ul_reservation_case leaf = {0}; /* without a discount no price proves it */
        UL_TRY(ul_run_call(run, &ul_method_on_demand_only, NULL, 0));
        UL_TRY(ul_run_offer_bound(run, ul_reservation_on_demand(in)));
        return ul_run_certificate(run) == NULL
                   ? UL_OK
                   : ul_reservation_proof_write(in, &leaf, 1, ul_reservation_on_demand(in),
                                                ul_run_certificate(run));
    }
    UL_TRY(prepare(&f));
    for (uint32_t left = in->peak; left > 0;) {
        if (ul_run_expired(run)) {
            ul_run_ended(run, UL_TIME_LIMIT);
            return UL_OK;
        }
        find_distances(&f);
        left = send(&f, left);
    }
    return conclude(&f);
}

const ul_method ul_method_reservation_flow = {
    .name = "reservation-flow",
    .brief = "one discounted price, any terms: the optimum as a minimum-cost flow",
    .paper = "SEC, Section 5.1; interval matrices are totally unimodular",
    .traits = UL_PROVES | UL_CERTIFIES,
    .reservation = solve,
};
