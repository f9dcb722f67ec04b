#include "item_classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "min_bin_slack.h"

enum { CLASSES = 300, STATES = 16384, COPIES_MAX = 100000, WHOLE = 1 << 24 };
#define FILLING 0.4 /* of the time that is left */

typedef struct {
    int64_t weight;
    uint32_t item;
} weighed;

typedef struct {
    const ul_exact_problem *problem;
    weighed *order; /* items by weight */
    size_t *first;  /* per class: where its members begin; one more: the end */
    size_t n;
    int64_t step;   /* weights and capacities are told in multiples of this */
    size_t dim;     /* which is looked at; their number: all of them together */
} classes;

/* What an item (rounded down) or a machine (up) has of the resource that is looked at: one
 * dimension, or the sum of all in shares of the largest capacity. What fits a machine in all of
 * them fits it in their sum. */
static int64_t amount_of(const classes *c, const int64_t *amount, bool up)
{
    const ul_exact_group *group = &c->problem->group[0];
    int64_t sum = 0;
    if (c->dim < group->n_dims)
        return amount[c->dim];
    for (size_t d = 0; d < group->n_dims; d++)
        sum += (int64_t)(((ul_cost)amount[d] * WHOLE + (up ? group->largest[d] - 1 : 0))
                         / group->largest[d]);
    return sum;
}

static int by_weight(const void *a, const void *b)
{
    const weighed *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

/* Classes of about as many copies each, of neighbours by weight; equal weights stay
 * together. */
static ul_status make_classes(classes *c, ul_arena *arena)
{
    const ul_exact_problem *problem = c->problem;
    const ul_exact_group *group = &problem->group[0];
    int64_t all = 0, so_far = 0;
    UL_ALLOC(arena, c->order, problem->n_items);
    UL_ALLOC(arena, c->first, CLASSES + 1);
    for (size_t i = 0; i < problem->n_items; i++) {
        c->order[i] = (weighed){amount_of(c, &group->weight[i * group->n_dims], false), (uint32_t)i};
        all += problem->copies[i];
    }
    qsort(c->order, problem->n_items, sizeof *c->order, by_weight);
    c->n = 0;
    for (size_t q = 0; q < problem->n_items; q++) {
        if (q == 0 || (so_far * CLASSES / all >= (int64_t)c->n
                       && c->order[q].weight > c->order[q - 1].weight))
            c->first[c->n++] = q;
        so_far += problem->copies[c->order[q].item];
    }
    c->first[c->n] = problem->n_items;
    c->step = amount_of(c, group->largest, true) / STATES + 1;
    return UL_OK;
}

/* The problem of the classes in what is looked at alone, with the least weights of their
 * members or with the largest. */
static ul_status join(const classes *c, bool largest, ul_arena *arena,
                      ul_exact_problem *coarse)
{
    const ul_exact_problem *problem = c->problem;
    int64_t *copies, *weight;
    bool *fits;
    int64_t *capacity;
    ul_exact_type *type;
    ul_exact_group *group;
    UL_ALLOC(arena, copies, c->n);
    UL_ALLOC(arena, weight, c->n);
    UL_ALLOC(arena, fits, c->n);
    UL_ALLOC(arena, capacity, problem->n_types + 1);
    UL_ALLOC(arena, type, problem->n_types);
    UL_ALLOC(arena, group, 1);
    for (size_t q = 0; q < c->n; q++) {
        const weighed *least = &c->order[c->first[q]], *most = &c->order[c->first[q + 1] - 1];
        for (const weighed *one = least; one <= most; one++)
            copies[q] += problem->copies[one->item];
        weight[q] = largest ? (most->weight + c->step - 1) / c->step : least->weight / c->step;
        fits[q] = true;
    }
    int64_t *room = &capacity[problem->n_types]; /* the largest */
    for (size_t k = 0; k < problem->n_types; k++) {
        type[k] = problem->type[k];
        type[k].capacity = &capacity[k];
        capacity[k] = amount_of(c, problem->type[k].capacity, true) / c->step;
        *room = capacity[k] > *room ? capacity[k] : *room;
    }
    *group = (ul_exact_group){1, weight, room, fits, 0, problem->n_types};
    *coarse = (ul_exact_problem){.n_items = c->n, .n_types = problem->n_types, .n_groups = 1,
                                 .copies = copies, .type = type, .group = group,
                                 .stand_in = problem->stand_in, .unit = problem->unit};
    return UL_OK;
}

/* The master program of classes, with its columns. */
static ul_status generate(const ul_exact_problem *coarse, ul_run *run, ul_arena *arena,
                          ul_master **master)
{
    UL_TRY(ul_master_new(coarse, run, arena, master));
    UL_TRY(ul_master_add_singles(*master));
    return ul_master_solve(*master, INT64_MAX, NULL, NULL);
}

/* What the classes are worth, their members are worth. */
static void hand_down(const classes *c, const ul_exact_dual *from, ul_exact_dual *dual)
{
    dual->scale = from->scale;
    dual->total = from->total;
    memcpy(dual->most, from->most, c->problem->n_types * sizeof *dual->most);
    for (size_t q = 0; q < c->n; q++)
        for (size_t m = c->first[q]; m < c->first[q + 1]; m++)
            dual->value[c->order[m].item] = from->value[q];
}

static ul_status value_classes(ul_exact *exact, const classes *c, ul_arena *arena)
{
    ul_exact_problem coarse;
    ul_master *master = NULL;
    UL_TRY(join(c, false, arena, &coarse));
    ul_status status = generate(&coarse, exact->run, arena, &master);
    if (status == UL_OK) {
        hand_down(c, &master->dual, &exact->master->trial);
        if (ul_master_keep_trial(exact->master))
            status = ul_exact_raise(exact, ul_exact_root_units(exact));
    }
    ul_master_free(master);
    return status;
}

/* ---- plans ---- */

/* Machines of members in place of classes: whoever of a class is left. */
static ul_status place_members(const classes *c, const ul_exact_solution *of_classes,
                               ul_arena *arena, ul_exact_solution *solution)
{
    const ul_exact_problem *problem = c->problem;
    size_t *next;
    int64_t *left;
    ul_pattern_entry *entry;
    UL_ALLOC(arena, next, c->n);
    UL_ALLOC(arena, left, problem->n_items);
    UL_ALLOC(arena, entry, problem->n_items);
    memcpy(next, c->first, c->n * sizeof *next);
    memcpy(left, problem->copies, problem->n_items * sizeof *left);
    for (size_t p = 0; p < of_classes->pool.n; p++)
        for (int64_t times = of_classes->times[p]; times > 0; times--) {
            const ul_pattern_entry *from = ul_pattern_entries(&of_classes->pool, p);
            size_t n = 0;
            for (size_t q = 0; q < of_classes->pool.pattern[p].n; q++)
                for (uint32_t count = from[q].count; count > 0;) {
                    const size_t class = from[q].item;
                    if (next[class] == c->first[class + 1])
                        break;
                    const uint32_t item = c->order[next[class]].item;
                    const uint32_t some = left[item] < count ? (uint32_t)left[item] : count;
                    if (some > 0)
                        entry[n++] = (ul_pattern_entry){item, some};
                    left[item] -= some;
                    count -= some;
                    next[class] += left[item] == 0;
                }
            qsort(entry, n, sizeof *entry, ul_pattern_by_item);
            if (n > 0)
                UL_TRY(ul_exact_solution_add(problem, solution,
                                             ul_exact_cheapest_type(problem, entry, n), entry, n,
                                             1));
        }
    return UL_OK;
}

static ul_status dive(ul_exact *exact, const classes *c, ul_master *master, ul_arena *arena)
{
    ul_exact_solution of_classes = {0}, solution = {0};
    ul_status status =
        exact->call->column_dive_below(master, exact->best.cost, arena, &of_classes);
    if (status == UL_OK && of_classes.pool.n > 0)
        status = place_members(c, &of_classes, arena, &solution);
    ul_exact_solution_clear(&of_classes);
    return ul_exact_improve(exact, status, &solution);
}

static ul_status plan_classes(ul_exact *exact, const classes *c, ul_arena *arena)
{
    ul_exact_problem coarse;
    ul_master *master = NULL;
    UL_TRY(join(c, true, arena, &coarse));
    for (size_t q = 0; q < c->n; q++) /* rounding up may have been too much */
        if (coarse.group[0].weight[q] > coarse.group[0].largest[0])
            return UL_OK;
    ul_status status = generate(&coarse, exact->run, arena, &master);
    if (status == UL_OK && master->converged)
        status = dive(exact, c, master, arena);
    ul_master_free(master);
    return status;
}

static ul_status look_at(ul_exact *exact, size_t dim, ul_arena *arena)
{
    const ul_exact_problem *problem = exact->problem;
    classes c = {.problem = problem, .dim = dim};
    UL_TRY(make_classes(&c, arena));
    UL_TRY(value_classes(exact, &c, arena));
    return problem->group[0].n_dims == 1 && exact->in->n_copies <= COPIES_MAX
                   && ul_exact_is_open(exact)
               ? plan_classes(exact, &c, arena) : UL_OK;
}

/* Machines that hold what the bound's values say that they should. */
static ul_status fill_by_values(ul_exact *exact, ul_arena *arena)
{
    const ul_exact_problem *problem = exact->problem;
    const ul_exact_dual *dual = &exact->master->dual;
    const double one = (double)problem->unit * (double)dual->scale.den / (double)dual->scale.num
                       / (double)UL_COST_PER_MICRO;
    double *value;
    UL_ALLOC(arena, value, exact->in->n_shapes);
    for (size_t i = 0; i < problem->n_items; i++)
        value[problem->origin[i]] = one * dual->value[i];
    const double left_s = ul_run_work_left_s(exact->run);
    UL_TRY(ul_min_bin_slack_by_values(exact->in, exact->run, value,
                                      left_s < HUGE_VAL ? left_s * (1 - FILLING) : 0));
    return ul_exact_take_best(exact);
}

ul_status ul_aggregate_items(ul_exact *exact)
{
    if (exact->count_dual_units > 0) /* values at the problem's prices, which are not the master's */
        return UL_OK;
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory() : UL_OK;
    const size_t dims = exact->problem->group[0].n_dims, looks = dims > 1 ? dims + 1 : dims;
    for (size_t q = 0; q < looks && status == UL_OK && ul_exact_is_open(exact); q++) {
        status = look_at(exact, q, arena);
        ul_arena_rewind(arena, (ul_arena_mark_t){NULL, 0});
    }
    if (status == UL_OK && ul_exact_is_open(exact))
        status = fill_by_values(exact, arena);
    ul_arena_free(arena);
    return status;
}
