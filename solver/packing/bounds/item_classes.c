/* Many items of one group, by the master program of few classes.
 *
 * A linear program of thousands of rows takes longer than there is time. So one resource is
 * looked at alone, each in turn and then their sum, in shares of the largest machine, and items
 * that need about as much of it form a class. A class with the
 * least weight of its members fits wherever they do: values by which no pattern of such
 * classes is worth more than its price are values of the items, and prove as much of them: less
 * than the linear program's by what a class of n costs, an n-th of all at most. The values are
 * a guide to plans: sets that are worth their price fill a machine.
 */
#include "bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "min_bin_slack.h"

enum { CLASSES = 300, STATES = 16384, WHOLE = 1 << 24 };
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
    UL_LOWER_FIRST(x->weight, y->weight);
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
 * members. */
static ul_status join(const classes *c, ul_arena *arena, ul_exact_problem *coarse)
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
        for (size_t m = c->first[q]; m < c->first[q + 1]; m++)
            copies[q] += problem->copies[c->order[m].item];
        weight[q] = c->order[c->first[q]].weight / c->step;
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

/* The dual value of a class is that of its members. */
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
    UL_FREED_BY(ul_master_drop) ul_master *master = NULL;
    UL_TRY(join(c, arena, &coarse));
    UL_TRY(ul_master_new(&coarse, exact->run, arena, &master));
    UL_TRY(ul_master_add_singles(master));
    UL_TRY(ul_master_solve(master, INT64_MAX, NULL, NULL));
    hand_down(c, &master->dual, &exact->master->trial);
    return ul_exact_keep_trial(exact);
}

static ul_status look_at(ul_exact *exact, size_t dim, ul_arena *arena)
{
    classes c = {.problem = exact->problem, .dim = dim};
    UL_TRY(make_classes(&c, arena));
    return value_classes(exact, &c, arena);
}

/* Machines that hold what the bound's values say that they should. */
static ul_status fill_by_values(ul_exact *exact, ul_arena *arena)
{
    const ul_exact_problem *problem = exact->problem;
    const double one = (double)problem->unit / (double)UL_COST_PER_MICRO;
    double *value;
    UL_ALLOC(arena, value, exact->in->n_shapes);
    for (size_t i = 0; i < problem->n_items; i++)
        value[problem->origin[i]] = one * exact->master->center[i];
    const double left_s = ul_run_work_left_s(exact->run);
    UL_TRY(ul_min_bin_slack_by_values(exact->in, exact->run, value,
                                      left_s < HUGE_VAL ? left_s * (1 - FILLING) : 0));
    return ul_exact_take_best(exact);
}

ul_status ul_aggregate_items(ul_exact *exact)
{
    if (exact->count_dual_units > 0) /* values at the problem's prices, which are not the master's */
        return UL_OK;
    UL_OWN_ARENA(arena);
    const size_t dims = exact->problem->group[0].n_dims, looks = dims > 1 ? dims + 1 : dims;
    for (size_t q = 0; q < looks && ul_exact_is_open(exact); q++) {
        UL_TRY(look_at(exact, q, arena));
        ul_arena_rewind(arena, (ul_arena_mark_t){NULL, 0});
    }
    return ul_exact_is_open(exact) ? fill_by_values(exact, arena) : UL_OK;
}
