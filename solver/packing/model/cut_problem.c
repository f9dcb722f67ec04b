/* A problem cut down to what its items can use: dimensions, capacities and types. Where no task
 * has more than 8 GB to a core, and the machine 15, its memory does not bind, and a table over GPUs
 * and cores alone prices it.
 */
#include <stdlib.h>
#include <string.h>

#include "exact_problem.h"

static bool holds(const int64_t *weight, const int64_t *capacity, size_t n_dims)
{
    for (size_t d = 0; d < n_dims; d++)
        if (weight[d] > capacity[d])
            return false;
    return true;
}

/* The most of one dimension that comes with another, over all items: a fraction. */
typedef struct {
    int64_t mine, other; /* 0 of the other: as much as there is */
} share;

/* One dimension of a group while it is cut down. */
typedef struct {
    size_t d;
    int64_t divisor;
    ul_cost total;   /* demand of all items that fit, in divided units; may exceed 64 bits */
    int64_t largest; /* capacity that any type still has */
    share most[UL_RESOURCES_MAX]; /* with each dimension that the group had */
} dimension;

static int by_largest(const void *a, const void *b)
{
    const dimension *x = a, *y = b;
    UL_LOWER_FIRST(x->largest, y->largest);
    return x->d < y->d ? -1 : x->d > y->d;
}

/* What a machine's items can have of a dimension when another is full. */
static ul_cost reached(const dimension *dim, size_t other, const int64_t *capacity)
{
    const share *most = &dim->most[other];
    return other == dim->d || most->other == 0
               ? dim->total
               : (ul_cost)capacity[other] * most->mine / most->other / dim->divisor;
}

/* What the items of a machine can have of a dimension at most. */
static int64_t cut_capacity(const dimension *dim, const int64_t *capacity, size_t n_dims)
{
    ul_cost most = capacity[dim->d] / dim->divisor;
    most = most < dim->total ? most : dim->total;
    for (size_t d = 0; d < n_dims; d++) {
        const ul_cost here = reached(dim, d, capacity);
        most = most < here ? most : here;
    }
    return (int64_t)most;
}

/* What the items that fit want of a dimension; false where they want nothing. */
static bool measure_demand(const ul_exact_group *from, const ul_exact_problem *part,
                           const bool *fits, dimension *dim)
{
    for (size_t d = 0; d < from->n_dims; d++)
        dim->most[d] = (share){0, 1};
    for (size_t i = 0; i < part->n_items; i++) {
        const int64_t *weight = from->weight + part->origin[i] * from->n_dims,
                      mine = weight[dim->d];
        if (!fits[i])
            continue;
        dim->divisor = ul_micro_divisor(dim->divisor, mine);
        dim->total += (ul_cost)mine * part->copies[i];
        for (size_t d = 0; d < from->n_dims; d++)
            if ((ul_cost)mine * dim->most[d].other > (ul_cost)dim->most[d].mine * weight[d])
                dim->most[d] = (share){mine, weight[d]};
    }
    if (dim->divisor == 0)
        return false;
    dim->total /= dim->divisor;
    return true;
}

/* Whether some type has less of dimension d than its items can use where the other dimensions, of n
 * in all, are full. */
static bool is_binding(const ul_exact_problem *whole, const ul_exact_group *from,
                       const dimension *dim, size_t n, size_t d)
{
    for (size_t q = 0; q < from->n_types; q++) {
        const int64_t *capacity = whole->type[from->first_type + q].capacity;
        ul_cost most = dim[d].total;
        for (size_t o = 0; o < n; o++) {
            const ul_cost here = reached(&dim[d], dim[o].d, capacity);
            most = most < here ? most : here;
        }
        if (capacity[dim[d].d] / dim[d].divisor < most)
            return true;
    }
    return false;
}

/* The dimensions in which something is wanted, the widest last. */
static size_t wanted_dimensions(const ul_exact_problem *whole, const ul_exact_group *from,
                                const ul_exact_problem *part, const bool *fits, dimension *dim)
{
    size_t n = 0;
    for (size_t d = 0; d < from->n_dims; d++) {
        dimension *one = &dim[n];
        *one = (dimension){.d = d};
        if (!measure_demand(from, part, fits, one))
            continue;
        for (size_t q = 0; q < from->n_types; q++) {
            const int64_t capacity =
                cut_capacity(one, whole->type[from->first_type + q].capacity, from->n_dims);
            one->largest = capacity > one->largest ? capacity : one->largest;
        }
        n++;
    }
    qsort(dim, n, sizeof *dim, by_largest);
    return n;
}

/* Keeps those in which some type cannot hold what the others let in; the widest is the first that
 * may go. */
static size_t binding_dimensions(const ul_exact_problem *whole, const ul_exact_group *from,
                                 const ul_exact_problem *part, const bool *fits, dimension *dim)
{
    size_t n = wanted_dimensions(whole, from, part, fits, dim);
    for (size_t d = n; d-- > 0;)
        if (!is_binding(whole, from, dim, n, d))
            memmove(&dim[d], &dim[d + 1], (--n - d) * sizeof *dim);
    return n;
}

/* A type at most as dear and at least as large, and in any number; UL_NONE when there is
 * none. */
static size_t dominator(const ul_exact_type *type, size_t q, const ul_exact_group *group,
                        const size_t n)
{
    for (size_t o = 0; o < n; o++)
        if (o != q && type[o].supply == UL_EXACT_ANY && type[o].price <= type[q].price
            && holds(type[q].capacity, type[o].capacity, group->n_dims)
            && (o < q || type[o].price < type[q].price || type[q].supply != UL_EXACT_ANY
                || !holds(type[o].capacity, type[q].capacity, group->n_dims)))
            return o;
    return UL_NONE;
}

/* A problem that is cut from another, while its groups and types are written. */
typedef struct {
    const ul_exact_problem *whole;
    ul_exact_problem *part;
    ul_exact_type *type;
    ul_exact_group *group;
    int64_t price_unit; /* of the part, in the whole's */
    ul_arena *arena;
} cutting;

/* Whether none is left of a type. Of the whole problem it stays nevertheless: its row proves that there
 * is no plan where somebody fits nothing else. */
static bool is_used_up(const ul_exact_group *from, const ul_exact_type *type)
{
    return type->supply == 0 && from->fits != NULL;
}

/* Whether some item of the part fits a type of a group. */
static bool is_useful(const cutting *c, const ul_exact_group *from, const bool *fits,
                      const ul_exact_type *type)
{
    for (size_t i = 0; i < c->part->n_items; i++)
        if (fits[i]
            && holds(from->weight + c->part->origin[i] * from->n_dims, type->capacity,
                     from->n_dims))
            return true;
    return false;
}

/* The useful types of a group, cut to its dimensions; *n says how many. */
static ul_status cut_capacities(const cutting *c, const ul_exact_group *from,
                                const ul_exact_group *group, const dimension *dim,
                                ul_exact_type *type, size_t *n)
{
    *n = 0;
    for (size_t q = 0; q < from->n_types; q++) {
        const ul_exact_type *old = &c->whole->type[from->first_type + q];
        int64_t *capacity;
        UL_ALLOC(c->arena, capacity, group->n_dims);
        if (!is_useful(c, from, group->fits, old) || is_used_up(from, old))
            continue;
        for (size_t d = 0; d < group->n_dims; d++)
            capacity[d] = cut_capacity(&dim[d], old->capacity, from->n_dims);
        type[*n] = *old;
        type[*n].capacity = capacity;
        type[*n].group = (uint32_t)c->part->n_groups;
        ++*n;
    }
    return UL_OK;
}

/* Types of one group, cut to its dimensions, without the useless ones. */
static ul_status cut_types(const cutting *c, const ul_exact_group *from, const dimension *dim,
                           ul_exact_group *group)
{
    ul_exact_type *kept = c->type + c->part->n_types;
    ul_exact_type *type;
    int64_t *largest;
    size_t n;
    UL_ALLOC(c->arena, type, from->n_types);
    UL_ALLOC(c->arena, largest, group->n_dims);
    UL_TRY(cut_capacities(c, from, group, dim, type, &n));
    for (size_t q = 0; q < n; q++) {
        const size_t o = dominator(type, q, group, n);
        if (o == UL_NONE)
            kept[group->n_types++] = type[q];
        else if (c->part->stand_in != NULL)
            c->part->stand_in[type[q].k] = type[o].k;
    }
    for (size_t q = 0; q < group->n_types; q++)
        kept[q].price /= c->price_unit;
    for (size_t q = 0; q < group->n_types; q++)
        for (size_t d = 0; d < group->n_dims; d++)
            if (kept[q].capacity[d] > largest[d])
                largest[d] = kept[q].capacity[d];
    group->largest = largest;
    return UL_OK;
}

static ul_status cut_group(const cutting *c, const ul_exact_group *from)
{
    const ul_exact_problem *whole = c->whole;
    ul_exact_problem *part = c->part;
    ul_exact_group *group = c->group + part->n_groups;
    bool *fits;
    dimension *dim;
    UL_ALLOC(c->arena, fits, part->n_items);
    UL_ALLOC(c->arena, dim, from->n_dims);
    bool any = false;
    for (size_t i = 0; i < part->n_items; i++) {
        /* dimensions that would tell may have been dropped before */
        const bool could = from->fits == NULL || from->fits[part->origin[i]];
        for (size_t q = 0; q < from->n_types && could && !fits[i]; q++) {
            const ul_exact_type *type = &whole->type[from->first_type + q];
            fits[i] = !is_used_up(from, type)
                      && holds(from->weight + part->origin[i] * from->n_dims, type->capacity, from->n_dims);
        }
        any = any || fits[i];
    }
    if (!any)
        return UL_OK;
    *group = (ul_exact_group){.fits = fits, .first_type = part->n_types};
    group->n_dims = binding_dimensions(whole, from, part, fits, dim);
    int64_t *weight;
    UL_ALLOC(c->arena, weight, part->n_items * group->n_dims);
    for (size_t i = 0; i < part->n_items; i++)
        for (size_t d = 0; d < group->n_dims; d++)
            weight[i * group->n_dims + d] =
                from->weight[part->origin[i] * from->n_dims + dim[d].d] / dim[d].divisor;
    group->weight = weight;
    UL_TRY(cut_types(c, from, dim, group));
    part->n_types += group->n_types;
    part->n_groups++;
    return UL_OK;
}

ul_status ul_exact_problem_cut(const ul_exact_problem *whole, const int64_t *copies,
                               int64_t price_unit, ul_arena *arena, ul_exact_problem *part)
{
    cutting c = {.whole = whole, .part = part, .price_unit = price_unit, .arena = arena};
    uint32_t *origin;
    int64_t *left;
    UL_ALLOC(arena, origin, whole->n_items);
    UL_ALLOC(arena, left, whole->n_items);
    UL_ALLOC(arena, c.type, whole->n_types);
    UL_ALLOC(arena, c.group, whole->n_groups);
    *part = (ul_exact_problem){.origin = origin,
                               .copies = left,
                               .type = c.type,
                               .group = c.group,
                               .is_limited = whole->is_limited,
                               .stand_in = whole->stand_in,
                               .unit = whole->unit * price_unit};
    for (size_t i = 0; i < whole->n_items; i++)
        if (copies[i] > 0) {
            origin[part->n_items] = (uint32_t)i;
            left[part->n_items++] = copies[i];
        }
    for (size_t g = 0; g < whole->n_groups; g++)
        UL_TRY(cut_group(&c, &whole->group[g]));
    return UL_OK;
}

ul_status ul_exact_problem_rest(const ul_exact_problem *problem, const int64_t *copies,
                                const int64_t *supply, ul_arena *arena, ul_exact_problem *part)
{
    ul_exact_problem whole = *problem;
    ul_exact_type *type;
    UL_COPY(arena, type, whole.type, whole.n_types);
    for (size_t k = 0; k < whole.n_types; k++)
        type[k].supply = supply[k];
    whole.type = type;
    whole.stand_in = NULL; /* parts tell nothing about the whole */
    return ul_exact_problem_cut(&whole, copies, 1, arena, part);
}
