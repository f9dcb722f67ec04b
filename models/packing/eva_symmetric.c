/* Eva's integer program (Section 4.1) without its symmetry.
 *
 * Equal tasks are merged: y_isc counts the tasks of shape s on instance i while
 * i is of class c (see eva_assignment.c for classes). Equal types are merged.
 * As many instances as tasks would still be interchangeable, so each is given a
 * leader: shapes are put in descending reservation price, a shape with n tasks
 * leads n instances, and an instance holds
 *
 *     at least one task of its leader, unless it is a ghost    (lead)
 *     only shapes not before its leader                        (no such y)
 *     no fewer of its leader than the next with that leader    (order)
 *
 * Every plan fits: a machine is led by the first shape it holds, machines of one
 * leader are sorted by how many of it they hold, and each holds at least one.
 * Only types that can hold the leader appear on an instance.
 *
 * A supply is a row of its own, over the instances that may be of its type.
 *
 * At most |T| (types + 1 + shapes classes) columns, |T| (3 + |R| classes) rows.
 */
#include <math.h>

#include "dispenser.h"
#include "formulation.h"
#include "packing_view.h"

typedef struct {
    uint32_t choice; /* type index, or shape */
    bool is_type;
} meaning;

typedef struct {
    const ul_packing_view *view;
    size_t n;        /* instances */
    size_t *leader;  /* of each instance: position in order */
    size_t *order;   /* shapes */
    size_t *begin;   /* first column of each instance; n + 1 */
    meaning *meaning;
    size_t *y;       /* of the instance at hand: shape x class, UL_NONE where there is none */
    size_t *x;       /* of the instance at hand: merged types, UL_NONE where there is none */
} symmetric;

static ul_status make_key(const ul_packing *in, ul_build *build, symmetric **result)
{
    ul_packing_view *view;
    UL_TRY(ul_packing_view_new(in, build->arena, &view));
    symmetric *a;
    UL_ALLOC(build->arena, a, 1);
    const uint64_t wide = view->n_types + 1 + in->n_shapes * view->n_classes;
    if (in->n_copies > build->limit || wide > build->limit / in->n_copies)
        return ul_build_refuse(build, "columns");
    a->view = view;
    a->n = in->n_copies;
    UL_TRY(ul_packing_view_order(view, build->arena, &a->order));
    UL_ALLOC(build->arena, a->leader, a->n);
    UL_ALLOC(build->arena, a->begin, a->n + 1);
    UL_ALLOC(build->arena, a->meaning, a->n * wide);
    UL_ALLOC(build->arena, a->x, view->n_types);
    UL_ALLOC(build->arena, a->y, in->n_shapes * view->n_classes);
    size_t i = 0;
    for (size_t p = 0; p < in->n_shapes; p++)
        for (uint64_t copy = 0; copy < view->copies[a->order[p]]; copy++)
            a->leader[i++] = p;
    build->key = a;
    build->unit = view->unit;
    build->fragile = ul_packing_view_is_fragile(view);
    *result = a;
    return UL_OK;
}

/* Most tasks of shape s beside one leader on a machine of class c. */
static uint64_t most_on(const symmetric *a, size_t s, size_t leader, size_t c)
{
    const ul_packing_view *view = a->view;
    uint64_t most = 0;
    for (size_t q = 0; q < view->n_types; q++) {
        const size_t k = view->type[q];
        if (view->type_class[k] != c || ul_packing_view_most(view, leader, k) == 0)
            continue;
        const uint64_t fit = ul_packing_view_most(view, s, k);
        most = fit > most ? fit : most;
    }
    return most;
}

static ul_status add_columns(symmetric *a, size_t i, ul_model *model, size_t *ghost)
{
    const ul_packing_view *view = a->view;
    const size_t leader = a->order[a->leader[i]];
    a->begin[i] = model->n_columns;
    for (size_t q = 0; q < view->n_types; q++) {
        const size_t k = view->type[q];
        a->x[q] = UL_NONE;
        if (ul_packing_view_most(view, leader, k) == 0)
            continue;
        a->meaning[model->n_columns] = (meaning){(uint32_t)k, true};
        UL_TRY(ul_model_add_column(model, 1, ul_micro_double(view->in->type[k].price), true,
                                   &a->x[q], "x_%zu_%s", i + 1, view->in->type[k].name));
    }
    a->meaning[model->n_columns] = (meaning){(uint32_t)view->in->n_types, true};
    UL_TRY(ul_model_add_column(model, 1, 0, true, ghost, "x_%zu_ghost", i + 1));
    for (size_t p = 0; p < view->in->n_shapes; p++)
        for (size_t c = 0; c < view->n_classes; c++) {
            const size_t s = a->order[p];
            const uint64_t most = p < a->leader[i] ? 0 : most_on(a, s, leader, c);
            a->y[s * view->n_classes + c] = UL_NONE;
            if (most == 0)
                continue;
            a->meaning[model->n_columns] = (meaning){(uint32_t)s, false};
            UL_TRY(ul_model_add_column(model, (double)most, 0, true, &a->y[s * view->n_classes + c],
                                       "y_%zu_%s_%s", i + 1, ul_packing_view_shape_name(a->view, s),
                                       view->in->family[view->class_family[c]]));
        }
    a->begin[i + 1] = model->n_columns;
    return UL_OK;
}

static ul_status add_capacities(const symmetric *a, size_t i, ul_model *model)
{
    const ul_packing_view *view = a->view;
    const ul_packing *in = view->in;
    size_t row;
    for (size_t c = 0; c < view->n_classes; c++)
        for (size_t r = 0; r < in->n_resources; r++) {
            UL_TRY(ul_model_add_row(model, -HUGE_VAL, 0, &row, "%s_%zu_%s", in->resource[r], i + 1,
                                    in->family[view->class_family[c]]));
            for (size_t s = 0; s < in->n_shapes; s++)
                if (a->y[s * view->n_classes + c] != UL_NONE)
                    UL_TRY(
                        ul_model_add_term(model, row, a->y[s * view->n_classes + c],
                                          ul_micro_double(ul_packing_view_demand(view, s, c)[r])));
            for (size_t q = 0; q < view->n_types; q++)
                if (a->x[q] != UL_NONE && view->type_class[view->type[q]] == c)
                    UL_TRY(ul_model_add_term(
                        model, row, a->x[q],
                        -ul_micro_double(in->type[view->type[q]].capacity[r])));
        }
    return UL_OK;
}

/* Shapes that weigh nothing on a class stay off instances that are not of it. */
static ul_status keep_off_ghosts(const symmetric *a, size_t i, ul_model *model)
{
    const ul_packing_view *view = a->view;
    size_t row;
    for (size_t s = 0; s < view->in->n_shapes; s++)
        for (size_t c = 0; c < view->n_classes; c++) {
            const size_t column = a->y[s * view->n_classes + c];
            if (column == UL_NONE || !ul_packing_view_weightless(view, s, c))
                continue;
            UL_TRY(ul_model_add_row(model, -HUGE_VAL, 0, &row, "real_%zu_%s", i + 1,
                                    ul_packing_view_shape_name(a->view, s)));
            UL_TRY(ul_model_add_term(model, row, column, 1));
            for (size_t q = 0; q < view->n_types; q++)
                if (a->x[q] != UL_NONE && view->type_class[view->type[q]] == c)
                    UL_TRY(ul_model_add_term(model, row, a->x[q], -model->column[column].high));
        }
    return UL_OK;
}

/* The leader's counts on instance i, times factor, into a row. */
static ul_status add_leader(const symmetric *a, size_t i, double factor, size_t row,
                            ul_model *model)
{
    const uint32_t leader = (uint32_t)a->order[a->leader[i]];
    for (size_t q = a->begin[i]; q < a->begin[i + 1]; q++)
        if (!a->meaning[q].is_type && a->meaning[q].choice == leader)
            UL_TRY(ul_model_add_term(model, row, q, factor));
    return UL_OK;
}

static ul_status add_instance(symmetric *a, size_t i, ul_model *model)
{
    size_t row, ghost;
    UL_TRY(add_columns(a, i, model, &ghost));
    UL_TRY(ul_model_add_row(model, 1, 1, &row, "one_type_%zu", i + 1));
    for (size_t q = 0; q < a->view->n_types; q++)
        if (a->x[q] != UL_NONE)
            UL_TRY(ul_model_add_term(model, row, a->x[q], 1));
    UL_TRY(ul_model_add_term(model, row, ghost, 1));
    UL_TRY(add_capacities(a, i, model));
    UL_TRY(keep_off_ghosts(a, i, model));
    UL_TRY(ul_model_add_row(model, 1, HUGE_VAL, &row, "lead_%zu", i + 1));
    UL_TRY(add_leader(a, i, 1, row, model));
    UL_TRY(ul_model_add_term(model, row, ghost, 1));
    if (i == 0 || a->leader[i - 1] != a->leader[i])
        return UL_OK;
    UL_TRY(ul_model_add_row(model, 0, HUGE_VAL, &row, "order_%zu", i));
    UL_TRY(add_leader(a, i - 1, 1, row, model));
    return add_leader(a, i, -1, row, model);
}

static ul_status add_supplies(const symmetric *a, ul_model *model)
{
    const ul_packing *in = a->view->in;
    size_t row;
    if (in->is_limited)
        UL_TRY(ul_model_remark(model, "No more instances of a type than its supply."));
    for (size_t k = 0; k < in->n_types; k++) {
        if (!ul_packing_view_is_limited(a->view, k))
            continue;
        UL_TRY(ul_model_add_row(model, -HUGE_VAL, in->type[k].supply, &row, "supply_%s",
                                in->type[k].name));
        for (size_t q = 0; q < a->begin[a->n]; q++)
            if (a->meaning[q].is_type && a->meaning[q].choice == k)
                UL_TRY(ul_model_add_term(model, row, q, 1));
    }
    return UL_OK;
}

static ul_status build(const ul_instance *instance, ul_build *build)
{
    const ul_packing *in = instance->data;
    ul_model *model = build->model;
    symmetric *a = NULL;
    UL_TRY(make_key(in, build, &a));
    UL_TRY(ul_model_remark(model, "Every task of each shape is placed."));
    for (size_t s = 0; s < in->n_shapes; s++)
        UL_TRY(ul_model_add_row(model, (double)a->view->copies[s], (double)a->view->copies[s], NULL,
                                "place_%s", ul_packing_view_shape_name(a->view, s)));
    UL_TRY(ul_model_remark(model, "Instance by instance: one type, capacities, leader, order."));
    for (size_t i = 0; i < a->n; i++) {
        if (ul_build_expired(build))
            return ul_build_stop(build);
        UL_TRY(add_instance(a, i, model));
        for (size_t q = a->begin[i]; q < a->begin[i + 1]; q++)
            if (!a->meaning[q].is_type)
                UL_TRY(ul_model_add_term(model, a->meaning[q].choice, q, 1));
    }
    return add_supplies(a, model);
}

static ul_status decode(const ul_build *build, const double *value, ul_arena *arena, void **result)
{
    const symmetric *a = build->key;
    const ul_packing *in = a->view->in;
    ul_packing_plan *plan;
    ul_dispenser dispenser;
    ul_share *share;
    UL_ALLOC(arena, share, in->n_shapes);
    UL_TRY(ul_packing_plan_new(in, arena, &plan));
    UL_TRY(ul_dispenser_new(in, arena, &dispenser));
    for (size_t i = 0; i < a->n; i++) {
        size_t type = in->n_types;
        for (size_t s = 0; s < in->n_shapes; s++)
            share[s] = (ul_share){(uint32_t)s, 0};
        for (size_t q = a->begin[i]; q < a->begin[i + 1]; q++) {
            const uint64_t whole = ul_value_whole(value[q]);
            if (!a->meaning[q].is_type)
                share[a->meaning[q].choice].count += (uint32_t)whole;
            else if (whole > 0)
                type = a->meaning[q].choice;
        }
        if (type < in->n_types)
            UL_TRY(ul_dispenser_fill(&dispenser, plan, type, share, in->n_shapes, 1, 1));
    }
    *result = plan;
    return ul_packing_view_complete(a->view, plan);
}

const ul_formulation ul_formulation_eva_symmetric = {
    .name = "eva-symmetric",
    .brief = "as eva-assignment, equal tasks and types merged, each instance with a leader",
    .paper = "Eva, Section 4.1, without its symmetry",
    .kind = &ul_kind_packing,
    .build = build,
    .decode = decode,
};
