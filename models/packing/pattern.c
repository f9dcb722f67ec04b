/* Gilmore and Gomory's program with all patterns at once.
 *
 * A pattern is a multiset of tasks that one machine of a type can hold. One
 * integer per pattern and type says how many machines carry it:
 *
 *     min  sum_p C_p z_p
 *     sum_p a_sp z_p >= n_s        each shape s with n_s tasks
 *
 * Covering instead of equality lets only *maximal* patterns in (no further task
 * fits); what is covered twice is left off when the plan is read back. A pattern
 * that a cheaper type also holds is left to that type, where any number of machines
 * of it can be rented. A type with a supply has a row: the sum of its z_p is at most that.
 *
 * Patterns are enumerated over the shapes, largest first (maximal_fillings.h).
 * Their number grows exponentially with the tasks on a machine, so the build
 * gives up above its limit. O(patterns * shapes * (shapes + types) * resources).
 */
#include <math.h>
#include <stdio.h>

#include "dispenser.h"
#include "formulation.h"
#include "maximal_fillings.h"
#include "packing_view.h"

typedef struct {
    ul_packing_view *view;
    size_t n; /* patterns = columns */
    size_t room;
    struct {
        size_t type, begin, n_parts;
    } *pattern;
    size_t n_parts, part_room;
    ul_share *part;
} patterns;

/* The search over one type. */
typedef struct {
    patterns *found;
    ul_build *build;
    size_t k;        /* type */
    size_t n;        /* shapes that fit the type at all */
    size_t *shape;
    uint64_t steps;
} search;

static bool type_holds(const ul_packing_view *view, size_t k, const ul_share *part, size_t n)
{
    const ul_packing *in = view->in;
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_cost used = 0;
        for (size_t q = 0; q < n; q++)
            used += (ul_cost)ul_packing_view_demand(view, part[q].shape, view->type_class[k])[r]
                    * part[q].count;
        if (used > in->type[k].capacity[r])
            return false;
    }
    return true;
}

/* Whether the pattern is another type's: cheaper, or as cheap and earlier. */
static bool held_cheaper(const search *at, const ul_share *part, size_t n)
{
    const ul_packing_view *view = at->found->view;
    const ul_micro price = view->in->type[at->k].price;
    for (size_t q = 0; q < view->n_types; q++) {
        const size_t k = view->type[q];
        const ul_micro other = view->in->type[k].price;
        if ((other < price || (other == price && k < at->k))
            && !ul_packing_view_is_limited(view, k) && type_holds(view, k, part, n))
            return true;
    }
    return false;
}

static ul_status make_room(search *at)
{
    patterns *found = at->found;
    ul_arena *arena = at->build->arena;
    UL_MORE(arena, found->pattern, found->n, found->room);
    UL_MORE(arena, found->part, found->n_parts + at->n, found->part_room);
    return UL_OK;
}

static ul_status keep(void *context, const int64_t *count)
{
    search *at = context;
    patterns *found = at->found;
    UL_TRY(make_room(at));
    ul_share *part = found->part + found->n_parts;
    size_t n = 0;
    for (size_t q = 0; q < at->n; q++)
        if (count[q] > 0)
            part[n++] = (ul_share){(uint32_t)at->shape[q], (uint32_t)count[q]};
    if (held_cheaper(at, part, n))
        return UL_OK;
    if (found->n == at->build->limit)
        return ul_build_refuse(at->build, "patterns");
    found->pattern[found->n].type = at->k;
    found->pattern[found->n].begin = found->n_parts;
    found->pattern[found->n++].n_parts = n;
    found->n_parts += n;
    return UL_OK;
}

/* Steps that lead to no pattern are bounded too: a thousand for each allowed. */
static ul_status count_step(void *context)
{
    search *at = context;
    if (++at->steps % 64 == 0 && ul_build_expired(at->build))
        return ul_build_stop(at->build);
    return at->steps / 1000 > at->build->limit ? ul_build_refuse(at->build, "patterns") : UL_OK;
}

static ul_status enumerate(patterns *found, ul_build *build, size_t k, const size_t *order)
{
    const ul_packing_view *view = found->view;
    const ul_packing *in = view->in;
    search at = {.found = found, .build = build, .k = k};
    const ul_micro **demand;
    int64_t *most;
    UL_ALLOC(build->arena, at.shape, in->n_shapes);
    UL_ALLOC(build->arena, demand, in->n_shapes);
    UL_ALLOC(build->arena, most, in->n_shapes);
    for (size_t q = 0; q < in->n_shapes; q++)
        if (ul_packing_view_most(view, order[q], k) > 0) {
            demand[at.n] = ul_packing_view_demand(view, order[q], view->type_class[k]);
            most[at.n] = (int64_t)view->copies[order[q]];
            at.shape[at.n++] = order[q];
        }
    const ul_fillings fillings = {at.n, in->n_resources, demand, most, in->type[k].capacity, &at, keep,
                                  count_step};
    return ul_maximal_fillings(&fillings, build->arena);
}

/* "z_TYPE_2xa_3xb": two of record a's shape and three of b's. */
static void pattern_name(const patterns *found, size_t p, char *text, size_t room)
{
    const ul_packing_view *view = found->view;
    const ul_share *part = found->part + found->pattern[p].begin;
    size_t used = (size_t)snprintf(text, room, "z_%s", view->in->type[found->pattern[p].type].name);
    for (size_t q = 0; q < found->pattern[p].n_parts && used < room; q++)
        used += (size_t)snprintf(text + used, room - used, "_%ux%s", part[q].count,
                                 ul_packing_view_shape_name(view, part[q].shape));
}

/* At most as many machines of a type as there are. */
static ul_status add_supplies(const patterns *found, ul_model *model)
{
    const ul_packing *in = found->view->in;
    size_t row;
    if (in->is_limited)
        UL_TRY(ul_model_remark(model, "No more machines of a type than its supply."));
    for (size_t k = 0; k < in->n_types; k++) {
        if (!ul_packing_view_is_limited(found->view, k))
            continue;
        UL_TRY(ul_model_add_row(model, -HUGE_VAL, in->type[k].supply, &row, "supply_%s",
                                in->type[k].name));
        for (size_t p = 0; p < found->n; p++)
            if (found->pattern[p].type == k)
                UL_TRY(ul_model_add_term(model, row, p, 1));
    }
    return UL_OK;
}

static ul_status add_pattern(const patterns *found, size_t p, ul_model *model)
{
    const ul_packing_view *view = found->view;
    const ul_share *part = found->part + found->pattern[p].begin;
    const size_t n = found->pattern[p].n_parts;
    char name[UL_MODEL_NAME + 1];
    uint64_t high = 0;
    size_t column;
    /* more machines than cover the shape that needs most of them are never of use */
    for (size_t q = 0; q < n; q++) {
        const uint64_t needed = (view->copies[part[q].shape] + part[q].count - 1) / part[q].count;
        high = needed > high ? needed : high;
    }
    pattern_name(found, p, name, sizeof name);
    UL_TRY(ul_model_add_column(model, (double)high,
                               ul_micro_double(view->in->type[found->pattern[p].type].price), true,
                               &column, "%s", name));
    for (size_t q = 0; q < n; q++)
        UL_TRY(ul_model_add_term(model, part[q].shape, column, part[q].count));
    return UL_OK;
}

static ul_status build(const ul_instance *instance, ul_build *build)
{
    const ul_packing *in = instance->data;
    patterns *found;
    size_t *order;
    UL_ALLOC(build->arena, found, 1);
    UL_TRY(ul_packing_view_new(in, build->arena, &found->view));
    UL_TRY(ul_packing_view_order(found->view, build->arena, &order));
    build->key = found;
    build->unit = found->view->unit;
    for (size_t q = 0; q < found->view->n_types; q++)
        UL_TRY(enumerate(found, build, found->view->type[q], order));
    UL_TRY(ul_model_remark(build->model, "Every task of each shape is covered."));
    for (size_t s = 0; s < in->n_shapes; s++)
        UL_TRY(ul_model_add_row(build->model, (double)found->view->copies[s], HUGE_VAL, NULL,
                                "cover_%s", ul_packing_view_shape_name(found->view, s)));
    for (size_t p = 0; p < found->n; p++)
        UL_TRY(add_pattern(found, p, build->model));
    return add_supplies(found, build->model);
}

static ul_status decode(const ul_build *build, const double *value, ul_arena *arena, void **result)
{
    const patterns *found = build->key;
    const ul_packing *in = found->view->in;
    ul_packing_plan *plan;
    ul_dispenser dispenser;
    ul_share *share;
    UL_TRY(ul_packing_plan_new(in, arena, &plan));
    UL_TRY(ul_dispenser_new(in, arena, &dispenser));
    UL_ALLOC(arena, share, in->n_shapes);
    for (size_t p = 0; p < found->n; p++) {
        const ul_share *part = found->part + found->pattern[p].begin;
        if (ul_value_whole(value[p]) == 0)
            continue;
        for (size_t s = 0; s < in->n_shapes; s++)
            share[s] = (ul_share){(uint32_t)s, 0};
        for (size_t q = 0; q < found->pattern[p].n_parts; q++)
            share[part[q].shape] = part[q];
        UL_TRY(ul_dispenser_fill(&dispenser, plan, found->pattern[p].type, share, in->n_shapes,
                                 ul_value_whole(value[p]), 1));
    }
    *result = plan;
    return ul_packing_view_complete(found->view, plan);
}

const ul_formulation ul_formulation_pattern = {
    .name = "pattern",
    .brief = "one integer per maximal pattern and type, enumerated",
    .paper = "Gilmore and Gomory 1961, over unequal types and several resources",
    .kind = &ul_kind_packing,
    .build = build,
    .decode = decode,
};
