#include "packing_view.h"

#include <stdlib.h>
#include <string.h>

const ul_micro *ul_packing_view_demand(const ul_packing_view *view, size_t shape, size_t class)
{
    return ul_packing_demand(view->in, shape, view->class_family[class]);
}

static ul_status find_classes(ul_packing_view *view, ul_arena *arena)
{
    const ul_packing *in = view->in;
    size_t *family_class;
    UL_ALLOC(arena, family_class, in->n_families);
    UL_ALLOC(arena, view->class_family, in->n_families);
    UL_ALLOC(arena, view->type_class, in->n_types);
    for (size_t f = 0; f < in->n_families; f++) {
        size_t c = 0;
        while (c < view->n_classes && !ul_packing_same_demands(in, f, view->class_family[c]))
            c++;
        if (c == view->n_classes)
            view->class_family[view->n_classes++] = f;
        family_class[f] = c;
    }
    for (size_t k = 0; k < in->n_types; k++)
        view->type_class[k] = family_class[in->type[k].family];
    return UL_OK;
}

bool ul_packing_view_is_limited(const ul_packing_view *view, size_t type)
{
    return view->in->type[type].supply != UL_ANY_NUMBER;
}

/* A type and what it has in common with those like it. */
typedef struct {
    const ul_packing_type *type;
    size_t k, class, n_resources;
    bool limited;
} sorted_type;

static int compare_types(const sorted_type *a, const sorted_type *b)
{
    UL_LOWER_FIRST(a->class, b->class);
    UL_LOWER_FIRST(a->type->price, b->type->price);
    return memcmp(a->type->capacity, b->type->capacity, a->n_resources * sizeof *a->type->capacity);
}

static int likes_together(const void *a, const void *b)
{
    const sorted_type *x = a, *y = b;
    if (x->limited != y->limited)
        return x->limited ? 1 : -1;
    const int order = compare_types(x, y);
    return order != 0 ? order : x->k < y->k ? -1 : x->k > y->k;
}

static int by_number(const void *a, const void *b)
{
    const size_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Of types that are alike the first, but for limited ones, in the order of the file. */
static ul_status merge_types(ul_packing_view *view, ul_arena *arena)
{
    const ul_packing *in = view->in;
    sorted_type *sorted;
    UL_ALLOC(arena, sorted, in->n_types);
    UL_ALLOC(arena, view->type, in->n_types);
    for (size_t k = 0; k < in->n_types; k++)
        sorted[k] = (sorted_type){&in->type[k], k, view->type_class[k], in->n_resources,
                                  ul_packing_view_is_limited(view, k)};
    qsort(sorted, in->n_types, sizeof *sorted, likes_together);
    for (size_t q = 0; q < in->n_types; q++)
        if (q == 0 || sorted[q].limited || compare_types(&sorted[q - 1], &sorted[q]) != 0)
            view->type[view->n_types++] = sorted[q].k;
    qsort(view->type, view->n_types, sizeof *view->type, by_number);
    return UL_OK;
}

static ul_status count_copies(ul_packing_view *view, ul_arena *arena)
{
    const ul_packing *in = view->in;
    UL_ALLOC(arena, view->copies, in->n_shapes);
    UL_ALLOC(arena, view->record, in->n_shapes);
    for (size_t j = in->n_tasks; j-- > 0;) {
        view->copies[in->task[j].shape] += in->task[j].copies;
        view->record[in->task[j].shape] = (uint32_t)j;
    }
    return UL_OK;
}

static ul_cost price_unit(const ul_packing *in)
{
    ul_micro unit = 0;
    for (size_t k = 0; k < in->n_types; k++)
        unit = ul_micro_divisor(unit, in->type[k].price);
    return (ul_cost)unit * UL_COST_PER_MICRO;
}

bool ul_packing_view_is_fragile(const ul_packing_view *view)
{
    const ul_packing *in = view->in;
    for (size_t c = 0; c < view->n_classes; c++)
        for (size_t r = 0; r < in->n_resources; r++) {
            ul_micro step = 0, largest = 0;
            for (size_t s = 0; s < in->n_shapes; s++)
                step = ul_micro_divisor(step, ul_packing_view_demand(view, s, c)[r]);
            for (size_t k = 0; k < in->n_types; k++)
                if (view->type_class[k] == c) {
                    step = ul_micro_divisor(step, in->type[k].capacity[r]);
                    largest = in->type[k].capacity[r] > largest ? in->type[k].capacity[r] : largest;
                }
            if (step > 0 && largest / step >= 100000)
                return true;
        }
    return false;
}

ul_status ul_packing_view_new(const ul_packing *in, ul_arena *arena, ul_packing_view **result)
{
    ul_packing_view *view;
    UL_ALLOC(arena, view, 1);
    view->in = in;
    view->unit = price_unit(in);
    UL_TRY(find_classes(view, arena));
    UL_TRY(merge_types(view, arena));
    UL_TRY(count_copies(view, arena));
    *result = view;
    return UL_OK;
}

bool ul_packing_view_has_place(const ul_packing_view *view, size_t shape, size_t class)
{
    for (size_t q = 0; q < view->n_types; q++)
        if (view->type_class[view->type[q]] == class
            && ul_packing_fits(view->in, ul_packing_view_demand(view, shape, class),
                               view->in->type[view->type[q]].capacity))
            return true;
    return false;
}

bool ul_packing_view_weightless(const ul_packing_view *view, size_t shape, size_t class)
{
    const ul_micro *demand = ul_packing_view_demand(view, shape, class);
    for (size_t r = 0; r < view->in->n_resources; r++)
        if (demand[r] > 0)
            return false;
    return true;
}

uint64_t ul_packing_view_most(const ul_packing_view *view, size_t shape, size_t type)
{
    const ul_micro *demand = ul_packing_view_demand(view, shape, view->type_class[type]);
    uint64_t most = view->copies[shape];
    for (size_t r = 0; r < view->in->n_resources; r++)
        if (demand[r] > 0) {
            const uint64_t fit = (uint64_t)(view->in->type[type].capacity[r] / demand[r]);
            most = fit < most ? fit : most;
        }
    return most;
}

const char *ul_packing_view_shape_name(const ul_packing_view *view, size_t shape)
{
    return view->in->task[view->record[shape]].name;
}

typedef struct {
    ul_micro price;
    size_t shape;
} ranked;

static int by_price(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    UL_HIGHER_FIRST(x->price, y->price);
    return x->shape < y->shape ? -1 : x->shape > y->shape;
}

ul_status ul_packing_view_order(const ul_packing_view *view, ul_arena *arena, size_t **order)
{
    const ul_packing *in = view->in;
    ranked *rank;
    UL_ALLOC(arena, rank, in->n_shapes);
    UL_ALLOC(arena, *order, in->n_shapes);
    for (size_t s = 0; s < in->n_shapes; s++)
        rank[s] = (ranked){in->type[ul_packing_cheapest_for(in, s)].price, s};
    qsort(rank, in->n_shapes, sizeof *rank, by_price);
    for (size_t p = 0; p < in->n_shapes; p++)
        (*order)[p] = rank[p].shape;
    return UL_OK;
}

/* Copies of each record that the plan holds. */
static void count_placed(const ul_packing_plan *plan, uint64_t *placed)
{
    for (size_t i = 0; i < plan->n_bins; i++)
        for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next)
            placed[plan->entry[e].task] += (uint64_t)plan->entry[e].count * plan->bin[i].copies;
}

/* The cheapest type that holds the shape and of which the plan has less than there are;
 * the cheapest of all, for the run to refuse, where none is left. */
static size_t type_left(const ul_packing_view *view, const ul_packing_plan *plan, size_t shape)
{
    const ul_packing *in = view->in;
    size_t best = UL_NONE;
    for (size_t k = 0; k < in->n_types && in->is_limited; k++) {
        uint64_t used = 0;
        for (size_t i = 0; i < plan->n_bins && ul_packing_view_is_limited(view, k); i++)
            used += plan->bin[i].type == k ? plan->bin[i].copies : 0;
        if (used < in->type[k].supply
            && (best == UL_NONE || in->type[k].price < in->type[best].price)
            && ul_packing_view_most(view, shape, k) > 0)
            best = k;
    }
    return best == UL_NONE ? ul_packing_cheapest_for(in, shape) : best;
}

ul_status ul_packing_view_complete(const ul_packing_view *view, ul_packing_plan *plan)
{
    const ul_packing *in = view->in;
    uint64_t *placed;
    UL_ALLOC(plan->arena, placed, in->n_tasks);
    count_placed(plan, placed);
    for (size_t j = 0; j < in->n_tasks; j++)
        for (size_t i = 0; placed[j] < in->task[j].copies;) {
            while (i < plan->n_bins && !(plan->bin[i].copies == 1 && ul_plan_fits(plan, i, j, 1)))
                i++;
            if (i == plan->n_bins)
                UL_TRY(ul_plan_open(plan, type_left(view, plan, in->task[j].shape), &i));
            UL_TRY(ul_plan_put(plan, i, j, 1));
            placed[j]++;
        }
    return UL_OK;
}
