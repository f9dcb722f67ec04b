#include "corner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "heap.h"
#include "lattice.h"
#include "tolerance.h"

enum {
    ITEMS_MAX = UL_LATTICE_MAX, PATTERNS_MAX = 400000,
    SLOTS_MAX = 1 << 22,
    WIDER = 4,           /* times: the next part of the gap that is looked at */
    STEPS_INSTEAD = 256, /* that are better than one more that is to be tried from everywhere */
    STEPS_A_LOOK = 64,
};

#define STEP_COST 1e-7 /* of the gap: of two paths the one of fewer steps */

/* A column of the master program: a pattern, or what is covered beyond need. */
typedef struct {
    size_t pattern;           /* of a pool; UL_NONE: one of an item too many */
    int64_t count[ITEMS_MAX];
    double reduced_cost;
} column;

typedef struct {
    double reduced_cost;
    uint32_t element;
    uint32_t pattern; /* of the pool; from n_patterns on: one of an item too many */
} arc;

typedef struct {
    double length;
    uint32_t element;
    uint32_t step; /* the only one, + 1: used if others are not together as short; or 0 */
} entry;

/* What is known of an element: hashed, for few are looked at. */
typedef struct {
    double length;    /* of the shortest path so far */
    uint32_t element; /* + 1; 0: the slot is empty */
    uint32_t last;    /* step of that path */
    uint32_t alone;   /* the step + 1 that leads there alone, or 0 */
    bool done;        /* whether paths go on from it */
} label;

typedef struct {
    uint32_t step;
    int64_t digit[ITEMS_MAX]; /* of its element */
} used;

typedef struct {
    ul_exact *exact;
    ul_arena *arena;
    size_t n;                 /* items, rows of the basis */
    column basis[ITEMS_MAX];
    ul_lattice lattice;
    int64_t goal[ITEMS_MAX];  /* all copies, as digits */
    ul_pattern_pool pool;
    arc *step;                /* the cheapest of each element */
    size_t n_steps;
    label *label;
    size_t n_labels, n_slots; /* a power of two, one in four empty */
    uint32_t *reached;        /* elements that are done */
    used *used;               /* steps that go on from all of them */
    size_t n_reached, n_used;
    double each;              /* what a step costs beside its reduced cost */
    double total;             /* of the shortest path to the goal so far */
    uint32_t meeting;         /* ... which leads to this element, and then there by the rest */
    uint32_t rest;            /* ... the step + 1 that this is, or 0: the path to what is missing */
    entry *heap;
    size_t n_heap, heap_room;
    ul_arena_mark_t mark;     /* of what is kept while the gap gets wider */
} corner;

/* ---- the basis ---- */

static void set_column(const corner *c, const ul_pattern_pool *pool, size_t p, column *to)
{
    const ul_exact_type *type = &c->exact->problem->type[pool->pattern[p].type];
    *to = (column){.pattern = p, .reduced_cost = (double)type->price};
    UL_EACH_ENTRY(e, pool, p) {
        to->count[e->item] = e->count;
        to->reduced_cost -= c->exact->master->value[e->item] * e->count;
    }
    to->reduced_cost = fmax(to->reduced_cost, 0);
}

static void set_surplus(const corner *c, size_t item, column *to)
{
    *to = (column){.pattern = UL_NONE, .reduced_cost = fmax(c->exact->master->value[item], 0)};
    to->count[item] = -1;
}

/* The linear program's basis, as it is solved now, and its lattice; false: the group is too large. */
static ul_status find_basis(corner *c, bool *fits)
{
    ul_master *master = c->exact->master;
    int64_t vector[ITEMS_MAX][ITEMS_MAX];
    const double nothing[ITEMS_MAX] = {0};
    size_t n = 0;
    UL_TRY(ul_master_solve_perturbed(master, nothing, fits));
    if (!*fits)
        return UL_OK;
    for (size_t p = 0; p < ul_master_patterns(master) && n < c->n; p++)
        if (ul_master_is_basic(master, p))
            set_column(c, &master->pool, p, &c->basis[n++]);
    for (size_t i = 0; i < c->n && n < c->n; i++)
        if (ul_lp_row_is_basic(master->lp->lp, i))
            set_surplus(c, i, &c->basis[n++]);
    for (size_t q = 0; q < n; q++)
        memcpy(vector[q], c->basis[q].count, sizeof vector[q]);
    *fits = n == c->n && ul_lattice_open(&c->lattice, n, vector, UINT32_MAX - 1);
    return UL_OK;
}

/* ---- the steps ---- */

static bool is_full(const corner *c)
{
    return c->n_labels > c->n_slots / 4 * 3;
}

/* The label of an element; one is made if there is none. There is always an empty slot. */
static label *label_of(corner *c, uint32_t element)
{
    size_t at = ((uint64_t)element * UINT64_C(0x9E3779B97F4A7C15) >> 32) % c->n_slots;
    while (c->label[at].element != 0 && c->label[at].element != element + 1)
        at = (at + 1) % c->n_slots;
    if (c->label[at].element == 0) {
        c->label[at] = (label){.length = HUGE_VAL, .element = element + 1};
        c->n_labels++;
    }
    return &c->label[at];
}

/* The column of a step. */
static void column_of(const corner *c, size_t pattern, column *to)
{
    if (pattern < c->pool.n)
        set_column(c, &c->pool, pattern, to);
    else
        set_surplus(c, pattern - c->pool.n, to);
}

static int shorter_first(const void *a, const void *b)
{
    const arc *x = a, *y = b;
    return x->reduced_cost != y->reduced_cost ? (x->reduced_cost > y->reduced_cost ? 1 : -1)
                                              : (x->pattern > y->pattern) - (x->pattern < y->pattern);
}

/* Patterns that a plan can use that loses no more than so much beside the linear program, or where
 * these are too many those that lose little, and the columns that there are, of all types. */
static ul_status list_patterns(corner *c, double root, double most)
{
    ul_exact *exact = c->exact;
    const ul_pattern_pool *columns = &exact->master->pool;
    bool whole = false;
    for (; !whole && most > 0.1; most /= WIDER) {
        ul_pattern_pool_clear(&c->pool);
        UL_TRY(ul_master_enumerate(exact->master, &exact->master->dual,
                                   (int64_t)ceil(root + most) - exact->count_dual_units, PATTERNS_MAX,
                                   &c->pool, &whole));
    }
    for (size_t p = 0; p < columns->n; p++)
        UL_TRY(ul_pattern_append(&c->pool, columns->pattern[p].type, ul_pattern_entries(columns, p),
                                 columns->pattern[p].n));
    return UL_OK;
}

/* The shortest step to each element. */
static ul_status list_steps(corner *c, double root, double most)
{
    column one;
    ul_arena_rewind(c->arena, c->mark);
    UL_TRY(list_patterns(c, root, most));
    const size_t n = c->pool.n + c->n;
    UL_ALLOC_RAW(c->arena, c->step, n);
    UL_ALLOC_RAW(c->arena, c->used, n);
    for (size_t p = 0; p < n; p++) {
        column_of(c, p, &one);
        c->step[p] = (arc){one.reduced_cost, ul_lattice_element(&c->lattice, one.count), (uint32_t)p};
    }
    qsort(c->step, n, sizeof *c->step, shorter_first);
    memset(c->label, 0, c->n_slots * sizeof *c->label);
    c->n_labels = c->n_steps = 0;
    for (size_t p = 0; p < n; p++) {
        label *at = label_of(c, c->step[p].element);
        if (c->step[p].element != 0 && at->alone == 0) {
            c->step[c->n_steps++] = c->step[p];
            at->alone = (uint32_t)c->n_steps;
        }
    }
    return UL_OK;
}

/* ---- the path ---- */

#define IS_SHORTER(a, b) ((a).length < (b).length)
UL_HEAP(ways, entry, IS_SHORTER, 4)

static ul_status push(corner *c, entry one)
{
    UL_TRY(ul_grow(&c->heap, c->n_heap, &c->heap_room, sizeof *c->heap));
    ways_push(c->heap, &c->n_heap, one);
    return UL_OK;
}

/* A path to an element that is shorter than those before. Where what is missing to the goal is
 * reached too, or is a step, however long, that is a path to the goal. */
static void set_length(corner *c, uint32_t element, double length, uint32_t step)
{
    int64_t digit[ITEMS_MAX];
    label *at = label_of(c, element);
    at->length = length;
    at->last = step;
    ul_lattice_digits(&c->lattice, element, digit);
    const label *missing = label_of(c, ul_lattice_add(&c->lattice, c->goal, digit, -1));
    const double by_step = missing->alone == 0 ? HUGE_VAL : c->step[missing->alone - 1].reduced_cost + c->each;
    if (length + fmin(missing->length, by_step) < c->total) {
        c->total = length + fmin(missing->length, by_step);
        c->meeting = element;
        c->rest = by_step < missing->length ? missing->alone : 0;
    }
}

static ul_status go_on(corner *c, double from, const int64_t *digit, const used *by)
{
    const double length = from + c->step[by->step].reduced_cost + c->each;
    if (length >= c->total)
        return UL_OK;
    const uint32_t next = ul_lattice_add(&c->lattice, digit, by->digit, 1);
    const label *at = label_of(c, next);
    if (length >= at->length)
        return UL_OK;
    set_length(c, next, length, by->step);
    return at->done ? UL_OK : push(c, (entry){length, next, 0});
}

/* A step that others are not together as short as: paths go on by it from all elements. */
static ul_status use(corner *c, uint32_t number)
{
    int64_t digit[ITEMS_MAX];
    const arc *one = &c->step[number];
    used *by = &c->used[c->n_used++];
    by->step = number;
    ul_lattice_digits(&c->lattice, one->element, by->digit);
    set_length(c, one->element, one->reduced_cost + c->each, number);
    for (size_t r = 0; r < c->n_reached && !is_full(c); r++) {
        ul_lattice_digits(&c->lattice, c->reached[r], digit);
        UL_TRY(go_on(c, label_of(c, c->reached[r])->length, digit, by));
    }
    return UL_OK;
}

static ul_status reach(corner *c, entry one)
{
    int64_t digit[ITEMS_MAX];
    if (one.step != 0)
        UL_TRY(use(c, one.step - 1));
    label *at = label_of(c, one.element);
    at->done = true;
    c->reached[c->n_reached++] = one.element;
    ul_lattice_digits(&c->lattice, one.element, digit);
    for (size_t u = 0; u < c->n_used; u++)
        UL_TRY(go_on(c, at->length, digit, &c->used[u]));
    return UL_OK;
}

static ul_status begin_path(corner *c, double most)
{
    c->n_heap = c->n_reached = c->n_used = 0;
    c->total = most;
    set_length(c, 0, 0, 0);
    UL_TRY(push(c, (entry){0, 0, 0}));
    for (size_t q = 0; q < c->n_steps && c->step[q].reduced_cost < most; q++)
        UL_TRY(push(c, (entry){c->step[q].reduced_cost + STEPS_INSTEAD * c->each, c->step[q].element,
                               (uint32_t)q + 1}));
    return UL_OK;
}

/* The shortest path to the goal below `most`, or one below `enough`, by Dijkstra's algorithm. From
 * an element to the goal it is as far as from nothing to what is missing: half of the way is
 * enough. */
static ul_status find_path(corner *c, double enough, double most)
{
    UL_TRY(begin_path(c, most));
    for (size_t looks = 0; c->n_heap > 0 && 2 * (c->heap[0].length - STEPS_INSTEAD * c->each) < c->total
                           && (c->total == most || c->total > enough); looks++) {
        const entry top = ways_pop(c->heap, &c->n_heap);
        if (is_full(c) || (looks % STEPS_A_LOOK == 0 && ul_run_expired(c->exact->run)))
            return UL_OK;
        if (!label_of(c, top.element)->done)
            UL_TRY(reach(c, top));
    }
    return UL_OK;
}

/* ---- the plan ---- */

/* How often each column of the basis is used for what is wanted, by elimination; false where
 * that is not whole, or below zero. */
static bool solve_basis(const corner *c, const int64_t *wanted, int64_t *times)
{
    double row[ITEMS_MAX][ITEMS_MAX + 1];
    for (size_t i = 0; i < c->n; i++) {
        for (size_t q = 0; q < c->n; q++)
            row[i][q] = (double)c->basis[q].count[i];
        row[i][c->n] = (double)wanted[i];
    }
    for (size_t q = 0; q < c->n; q++) {
        size_t best = q;
        double swap[ITEMS_MAX + 1];
        for (size_t i = q + 1; i < c->n; i++)
            best = fabs(row[i][q]) > fabs(row[best][q]) ? i : best;
        memcpy(swap, row[q], sizeof swap);
        memcpy(row[q], row[best], sizeof swap);
        memcpy(row[best], swap, sizeof swap);
        for (size_t i = 0; i < c->n; i++)
            for (size_t k = c->n + 1; i != q && k-- > q;)
                row[i][k] -= row[i][q] / row[q][q] * row[q][k];
    }
    for (size_t q = 0; q < c->n; q++)
        times[q] = (int64_t)llround(row[q][c->n] / row[q][q]);
    for (size_t i = 0; i < c->n; i++) {
        ul_cost sum = 0;
        for (size_t q = 0; q < c->n; q++)
            sum += (ul_cost)times[q] * c->basis[q].count[i];
        if (sum != wanted[i] || times[i] < 0)
            return false;
    }
    return true;
}

static ul_status buy(const corner *c, const ul_pattern_pool *pool, const column *one, int64_t times,
                     ul_exact_solution *solution)
{
    if (one->pattern == UL_NONE || times == 0)
        return UL_OK;
    const ul_pattern *pattern = &pool->pattern[one->pattern];
    return ul_exact_solution_add(c->exact->problem, solution, pattern->type,
                                 ul_pattern_entries(pool, one->pattern), pattern->n, times);
}

/* Buys a step and takes it off what is wanted. */
static ul_status buy_step(const corner *c, uint32_t number, int64_t *wanted, ul_exact_solution *solution)
{
    column one;
    column_of(c, c->step[number].pattern, &one);
    for (size_t i = 0; i < c->n; i++)
        wanted[i] -= one.count[i];
    return buy(c, &c->pool, &one, 1, solution);
}

static ul_status buy_path(corner *c, uint32_t element, int64_t *wanted, ul_exact_solution *solution)
{
    int64_t digit[ITEMS_MAX], last[ITEMS_MAX];
    while (element != 0) {
        const uint32_t number = label_of(c, element)->last;
        UL_TRY(buy_step(c, number, wanted, solution));
        ul_lattice_digits(&c->lattice, element, digit);
        ul_lattice_digits(&c->lattice, c->step[number].element, last);
        element = ul_lattice_add(&c->lattice, digit, last, -1);
    }
    return UL_OK;
}

static ul_status buy_rest(corner *c, int64_t *wanted, ul_exact_solution *solution)
{
    int64_t digit[ITEMS_MAX];
    ul_lattice_digits(&c->lattice, c->meeting, digit);
    return c->rest != 0 ? buy_step(c, c->rest - 1, wanted, solution)
                        : buy_path(c, ul_lattice_add(&c->lattice, c->goal, digit, -1), wanted, solution);
}

static ul_status take_path(corner *c)
{
    int64_t wanted[ITEMS_MAX], times[ITEMS_MAX];
    ul_exact_solution solution = {0};
    memcpy(wanted, c->exact->problem->copies, c->n * sizeof *wanted);
    ul_status status = buy_path(c, c->meeting, wanted, &solution);
    if (status == UL_OK)
        status = buy_rest(c, wanted, &solution);
    const bool is_plan = status == UL_OK && solve_basis(c, wanted, times);
    for (size_t q = 0; q < c->n && is_plan && status == UL_OK; q++)
        status = buy(c, &c->exact->master->pool, &c->basis[q], times[q], &solution);
    if (is_plan)
        return ul_exact_improve(c->exact, status, &solution);
    ul_exact_solution_clear(&solution);
    return status;
}

/* Paths no longer than what the bound leaves first: these are the quickest to look for. */
static ul_status try_paths(corner *c)
{
    const ul_exact *exact = c->exact;
    double root = 0;
    for (size_t i = 0; i < c->n; i++)
        root += exact->master->value[i] * (double)exact->problem->copies[i];
    const double gap = (double)exact->best.cost - root;
    c->each = STEP_COST * gap;
    const double enough = fmax((double)exact->bound - root, 0) + 0.5 + STEPS_INSTEAD * c->each;
    bool found = false;
    for (double most = enough; !found && most < WIDER * gap && !ul_run_expired(exact->run);
         most *= WIDER) {
        const double limit = fmin(most, gap);
        UL_TRY(list_steps(c, root, limit));
        UL_TRY(find_path(c, enough, limit));
        found = c->total < limit;
    }
    return found ? take_path(c) : UL_OK;
}

static ul_status search(corner *c)
{
    bool fits;
    UL_TRY(find_basis(c, &fits));
    if (!fits)
        return UL_OK;
    c->n_slots = 1024;
    while (c->n_slots < SLOTS_MAX && c->n_slots / 2 < c->lattice.n_elements)
        c->n_slots *= 2;
    UL_ALLOC_RAW(c->arena, c->label, c->n_slots);
    UL_ALLOC_RAW(c->arena, c->reached, c->n_slots);
    c->mark = ul_arena_mark(c->arena);
    ul_lattice_digits(&c->lattice, ul_lattice_element(&c->lattice, c->exact->problem->copies), c->goal);
    return try_paths(c);
}

ul_status ul_pack_corner(ul_exact *exact)
{
    if (exact->problem->n_items > ITEMS_MAX || !exact->master->converged)
        return UL_OK;
    corner c = {.exact = exact, .arena = ul_arena_new(), .n = exact->problem->n_items};
    UL_NEED(c.arena);
    const ul_status status = search(&c);
    ul_pattern_pool_clear(&c.pool);
    free(c.heap);
    ul_arena_free(c.arena);
    return status;
}
