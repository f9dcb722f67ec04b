#include "exact_problem.h"

#include <string.h>

/* ---- from the instance: items, groups of families, priced types ---- */

size_t ul_exact_free_type(const ul_packing *in, size_t shape)
{
    const size_t cheapest = ul_packing_cheapest_for(in, shape);
    if (in->type[cheapest].price > 0)
        return UL_NONE;
    for (size_t k = cheapest; k < in->n_types; k++)
        if (in->type[k].price == 0 && in->type[k].supply == UL_ANY_NUMBER
            && ul_packing_fits(in, ul_packing_demand(in, shape, in->type[k].family),
                               in->type[k].capacity))
            return k;
    return UL_NONE;
}

/* Whether every item has the same demand on two families. */
static bool same_demands(const ul_packing *in, const uint32_t *shape, size_t n, size_t f, size_t g)
{
    for (size_t i = 0; i < n; i++)
        if (!ul_packing_same_demand(in, shape[i], f, g))
            return false;
    return true;
}

/* The largest capacity of a family's types in each resource. */
static void family_capacity(const ul_packing *in, size_t f, ul_micro *largest)
{
    memset(largest, 0, in->n_resources * sizeof *largest);
    for (size_t k = 0; k < in->n_types; k++)
        for (size_t r = 0; in->type[k].family == f && r < in->n_resources; r++)
            if (in->type[k].capacity[r] > largest[r])
                largest[r] = in->type[k].capacity[r];
}

/* Size of a pricing table over these capacities, counting steps of `step`. */
static double table_size(const ul_packing *in, const ul_micro *capacity, const ul_micro *other,
                         const ul_micro *step)
{
    double states = 1;
    for (size_t r = 0; r < in->n_resources; r++) {
        const ul_micro most = capacity[r] > other[r] ? capacity[r] : other[r];
        if (step[r] > 0)
            states *= 1 + (double)(most / step[r]);
    }
    return states;
}

/* group_of[f] for every family; returns how many groups. Families join when
 * their demands agree and one table is not larger than two: machines with GPUs
 * and without are better priced apart. */
static size_t group_families(const ul_packing *in, const ul_exact_problem *raw,
                             const ul_micro *step, ul_micro *largest, uint32_t *group_of,
                             uint32_t *leader)
{
    ul_micro mine[UL_RESOURCES_MAX];
    size_t n = 0;
    for (size_t f = 0; f < in->n_families; f++) {
        size_t g = 0;
        family_capacity(in, f, mine);
        for (; g < n; g++) {
            const ul_micro *theirs = largest + g * in->n_resources;
            if (table_size(in, mine, theirs, step) <= table_size(in, mine, mine, step)
                                                          + table_size(in, theirs, theirs, step)
                && same_demands(in, raw->origin, raw->n_items, leader[g], f))
                break;
        }
        ul_micro *joined = largest + g * in->n_resources;
        if (g == n)
            leader[n++] = (uint32_t)f;
        for (size_t r = 0; r < in->n_resources; r++)
            joined[r] = mine[r] > joined[r] ? mine[r] : joined[r];
        group_of[f] = (uint32_t)g;
    }
    return n;
}

/* Whether machines of the type are to be had, but not any number for nothing. */
static bool is_priced(const ul_packing_type *type)
{
    return type->supply > 0 && (type->price > 0 || type->supply != UL_ANY_NUMBER);
}

/* In units; where supply is limited at most what sums over a plan could bear, and more
 * than ul_exact_problem_new() takes. */
static int64_t price_of(const ul_packing *in, const ul_packing_type *type, int64_t unit)
{
    const int64_t price = type->price / unit;
    if (!in->is_limited)
        return price;
    return price == 0 ? 1 : price > UL_EXACT_PRICE_MAX ? price : price * UL_EXACT_FINE;
}

static ul_status raw_types(const ul_packing *in, const uint32_t *group_of, ul_arena *arena,
                           ul_exact_group *group, ul_exact_problem *raw)
{
    ul_exact_type *type;
    int64_t unit = 0;
    UL_ALLOC(arena, type, in->n_types);
    for (size_t k = 0; k < in->n_types; k++)
        unit = ul_micro_divisor(unit, in->type[k].price);
    unit = unit == 0 ? 1 : unit; /* only free ones with a supply */
    for (size_t g = 0; g < raw->n_groups; g++) {
        group[g].first_type = raw->n_types;
        for (size_t f = 0; f < in->n_families; f++)
            for (size_t k = 0; k < in->n_types && group_of[f] == g; k++)
                if (in->type[k].family == f && is_priced(&in->type[k]))
                    type[raw->n_types++] = (ul_exact_type){
                        (uint32_t)k, (uint32_t)g, (uint32_t)f, price_of(in, &in->type[k], unit),
                        in->type[k].capacity,
                        in->type[k].supply == UL_ANY_NUMBER ? UL_EXACT_ANY : in->type[k].supply};
        group[g].n_types = raw->n_types - group[g].first_type;
    }
    raw->type = type;
    raw->unit = (ul_cost)unit * UL_COST_PER_MICRO / (in->is_limited ? UL_EXACT_FINE : 1);
    return UL_OK;
}

static ul_status raw_items(const ul_packing *in, ul_arena *arena, ul_exact_problem *raw)
{
    uint32_t *shape;
    int64_t *copies, *of_shape;
    UL_ALLOC(arena, shape, in->n_shapes);
    UL_ALLOC(arena, copies, in->n_shapes);
    UL_ALLOC(arena, of_shape, in->n_shapes);
    for (size_t j = 0; j < in->n_tasks; j++)
        of_shape[in->task[j].shape] += in->task[j].copies;
    for (size_t s = 0; s < in->n_shapes; s++)
        if (of_shape[s] > 0 && ul_exact_free_type(in, s) == UL_NONE) {
            shape[raw->n_items] = (uint32_t)s;
            copies[raw->n_items++] = of_shape[s];
        }
    raw->origin = shape;
    raw->copies = copies;
    return UL_OK;
}

static ul_status raw_groups(const ul_packing *in, ul_arena *arena, ul_exact_problem *raw)
{
    uint32_t *group_of, *leader;
    ul_micro *largest;
    ul_micro step[UL_RESOURCES_MAX] = {0};
    UL_ALLOC(arena, group_of, in->n_families);
    UL_ALLOC(arena, leader, in->n_families);
    UL_ALLOC(arena, largest, in->n_families * in->n_resources);
    for (size_t i = 0; i < raw->n_items; i++)
        for (size_t f = 0; f < in->n_families; f++)
            for (size_t r = 0; r < in->n_resources; r++)
                step[r] = ul_micro_divisor(step[r], ul_packing_demand(in, raw->origin[i], f)[r]);
    raw->n_groups = group_families(in, raw, step, largest, group_of, leader);
    ul_exact_group *group;
    UL_ALLOC(arena, group, raw->n_groups);
    for (size_t g = 0; g < raw->n_groups; g++) {
        int64_t *weight;
        UL_ALLOC(arena, weight, raw->n_items * in->n_resources);
        for (size_t i = 0; i < raw->n_items; i++)
            memcpy(weight + i * in->n_resources, ul_packing_demand(in, raw->origin[i], leader[g]),
                   in->n_resources * sizeof *weight);
        group[g].n_dims = in->n_resources;
        group[g].weight = weight;
    }
    raw->group = group;
    return raw_types(in, group_of, arena, group, raw);
}

ul_status ul_exact_problem_new(const ul_packing *in, ul_arena *arena, ul_exact_problem *problem,
                               bool *fit)
{
    ul_exact_problem raw = {.is_limited = in->is_limited};
    UL_TRY(raw_items(in, arena, &raw));
    UL_TRY(raw_groups(in, arena, &raw));
    UL_ALLOC_RAW(arena, raw.stand_in, in->n_types);
    memset(raw.stand_in, 0xff, in->n_types * sizeof *raw.stand_in);
    UL_TRY(ul_exact_problem_cut(&raw, raw.copies, 1, arena, problem));
    *fit = true; /* a type that another dominates does not count */
    for (size_t q = 0; q < problem->n_types; q++)
        *fit = *fit && problem->type[q].price <= UL_EXACT_PRICE_MAX;
    problem->origin = raw.origin; /* every item has copies: the cut left none out */
    return UL_OK;
}

int64_t ul_exact_most(const ul_exact_problem *problem, size_t type, size_t item)
{
    const ul_exact_group *group = &problem->group[problem->type[type].group];
    const int64_t *room = problem->type[type].capacity;
    return group->fits[item] ? ul_exact_fitting(group, item, room, problem->copies[item]) : 0;
}

void ul_exact_supply(const ul_exact_problem *problem, int64_t *supply)
{
    for (size_t k = 0; k < problem->n_types; k++)
        supply[k] = problem->type[k].supply;
}

bool ul_exact_has_one_price(const ul_exact_problem *problem)
{
    for (size_t k = 0; k < problem->n_types; k++)
        if (problem->type[k].price != 1)
            return false;
    return !problem->is_limited;
}

int64_t ul_exact_family_unit(const ul_exact_problem *problem, uint32_t family)
{
    int64_t unit = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        if (problem->type[k].family == family)
            unit = ul_micro_divisor(unit, problem->type[k].price);
    return unit;
}

bool ul_exact_family_steps(const ul_exact_problem *problem, uint32_t family, uint16_t *steps)
{
    const int64_t unit = ul_exact_family_unit(problem, family);
    for (size_t k = 0; k < problem->n_types; k++) {
        const int64_t price = problem->type[k].family == family ? problem->type[k].price / unit : 0;
        steps[k] = (uint16_t)price;
        if (price > UINT16_MAX)
            return false;
    }
    return true;
}

size_t ul_exact_first_of_family(const ul_exact_problem *problem, size_t k)
{
    size_t first = 0;
    while (problem->type[first].family != problem->type[k].family)
        first++;
    return first;
}
