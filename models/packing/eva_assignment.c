/* Eva's integer program, Section 4.1, as printed.
 *
 * x_ik: instance i is of type k, one of the types or the ghost (no cost, no
 * capacity); y_it: task t is on instance i; as many instances as tasks.
 *
 *     min  sum_i sum_k C_k x_ik
 *     sum_i y_it = 1                             each task t
 *     sum_k x_ik = 1                             each instance i
 *     sum_t D_t^r y_it <= sum_k Q_k^r x_ik       each instance i, resource r
 *
 * The printed rows know one demand per task. Where demands depend on the family
 * they are not linear (D depends on x), so y is split: y_itc says that task t is
 * on instance i and that i is of a type of class c, a class being the families
 * on which all tasks demand the same. With K(c) the types of the class,
 *
 *     sum_i sum_c y_itc = 1                      each task t
 *     sum_t D_tc^r y_itc <= sum_{k in K(c)} Q_k^r x_ik    each i, c, r
 *
 * An instance of another class (or a ghost) leaves nothing on the right, hence
 * no task in y_itc; no big constant is needed. With one class these are the
 * printed rows, letter by letter. A task that no type of a class can hold gets
 * no y there; a task that demands nothing on a class (the paper has none) would
 * fit a ghost, and gets y_itc <= sum_{k in K(c)} x_ik.
 *
 * A supply is a row of its own: sum_i x_ik is at most that.
 *
 * |T| (|K| + 1 + |T| classes) columns, |T| (2 + |R| classes) rows.
 */
#include <math.h>
#include <stdio.h>

#include "formulation.h"
#include "packing_view.h"

typedef struct {
    uint32_t i;      /* instance */
    uint32_t choice; /* type k, n_types for the ghost; or task record j */
    bool is_type;
} meaning;

typedef struct {
    const ul_packing_view *view;
    size_t n; /* instances, and tasks with copies counted */
    uint32_t *task;     /* record of each task */
    uint32_t *copy;     /* which copy of it, from 1 */
    meaning *meaning;   /* of each column */
    size_t *x, *y;      /* columns: n x (types + 1); classes x n x n, UL_NONE where there is none */
} assignment;

static size_t *x_at(const assignment *a, size_t i, size_t k)
{
    return &a->x[i * (a->view->in->n_types + 1) + k];
}

static size_t *y_at(const assignment *a, size_t i, size_t t, size_t c)
{
    return &a->y[(c * a->n + i) * a->n + t];
}

static ul_status make_key(const ul_packing *in, ul_build *build, assignment **result)
{
    ul_packing_view *view;
    UL_TRY(ul_packing_view_new(in, build->arena, &view));
    const uint64_t n = in->n_copies;
    const uint64_t wide = in->n_types + 1 + n * view->n_classes;
    if (n > build->limit || wide > build->limit / n)
        return ul_build_refuse(build, "columns");
    assignment *a;
    UL_ALLOC(build->arena, a, 1);
    a->view = view;
    a->n = n;
    UL_ALLOC(build->arena, a->task, n);
    UL_ALLOC(build->arena, a->copy, n);
    UL_ALLOC(build->arena, a->meaning, n * wide);
    UL_ALLOC(build->arena, a->x, n * (in->n_types + 1));
    UL_ALLOC(build->arena, a->y, n * n * view->n_classes);
    size_t t = 0;
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++, t++) {
            a->task[t] = (uint32_t)j;
            a->copy[t] = copy + 1;
        }
    build->key = a;
    build->unit = view->unit;
    build->fragile = ul_packing_view_is_fragile(view);
    *result = a;
    return UL_OK;
}

/* "t1", or "t1.2" for the second copy of a record with several. */
static const char *task_name(const assignment *a, size_t t, char text[UL_NAME_MAX + 16])
{
    const ul_packing_task *task = &a->view->in->task[a->task[t]];
    if (task->copies == 1)
        return task->name;
    snprintf(text, UL_NAME_MAX + 16, "%s.%u", task->name, a->copy[t]);
    return text;
}

static ul_status add_columns(const assignment *a, ul_model *model)
{
    const ul_packing *in = a->view->in;
    char text[UL_NAME_MAX + 16];
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k <= in->n_types; k++) {
            a->meaning[model->n_columns] = (meaning){(uint32_t)i, (uint32_t)k, true};
            UL_TRY(ul_model_add_column(
                model, 1, k < in->n_types ? ul_micro_double(in->type[k].price) : 0, true,
                x_at(a, i, k), "x_%zu_%s", i + 1, k < in->n_types ? in->type[k].name : "ghost"));
        }
    for (size_t i = 0; i < a->n; i++)
        for (size_t c = 0; c < a->view->n_classes; c++)
            for (size_t t = 0; t < a->n; t++) {
                *y_at(a, i, t, c) = UL_NONE;
                if (!ul_packing_view_has_place(a->view, in->task[a->task[t]].shape, c))
                    continue;
                a->meaning[model->n_columns] = (meaning){(uint32_t)i, a->task[t], false};
                UL_TRY(a->view->n_classes == 1
                           ? ul_model_add_column(model, 1, 0, true, y_at(a, i, t, c), "y_%zu_%s",
                                                 i + 1, task_name(a, t, text))
                           : ul_model_add_column(model, 1, 0, true, y_at(a, i, t, c), "y_%zu_%s_%s",
                                                 i + 1, task_name(a, t, text),
                                                 in->family[a->view->class_family[c]]));
            }
    return UL_OK;
}

static ul_status add_choices(const assignment *a, ul_model *model)
{
    char text[UL_NAME_MAX + 16];
    size_t row;
    UL_TRY(ul_model_remark(model, "Each task is assigned to exactly one instance."));
    for (size_t t = 0; t < a->n; t++) {
        UL_TRY(ul_model_add_row(model, 1, 1, &row, "assign_%s", task_name(a, t, text)));
        for (size_t i = 0; i < a->n; i++)
            for (size_t c = 0; c < a->view->n_classes; c++)
                if (*y_at(a, i, t, c) != UL_NONE)
                    UL_TRY(ul_model_add_term(model, row, *y_at(a, i, t, c), 1));
    }
    UL_TRY(ul_model_remark(model, "Each instance is of exactly one type; ghosts are not provisioned."));
    for (size_t i = 0; i < a->n; i++) {
        UL_TRY(ul_model_add_row(model, 1, 1, &row, "one_type_%zu", i + 1));
        for (size_t k = 0; k <= a->view->in->n_types; k++)
            UL_TRY(ul_model_add_term(model, row, *x_at(a, i, k), 1));
    }
    return UL_OK;
}

static ul_status add_capacity(const assignment *a, size_t i, size_t c, size_t r, ul_model *model)
{
    const ul_packing *in = a->view->in;
    size_t row;
    UL_TRY(a->view->n_classes == 1
               ? ul_model_add_row(model, -HUGE_VAL, 0, &row, "%s_%zu", in->resource[r], i + 1)
               : ul_model_add_row(model, -HUGE_VAL, 0, &row, "%s_%zu_%s", in->resource[r], i + 1,
                                  in->family[a->view->class_family[c]]));
    for (size_t t = 0; t < a->n; t++)
        if (*y_at(a, i, t, c) != UL_NONE)
            UL_TRY(ul_model_add_term(model, row, *y_at(a, i, t, c),
                                     ul_micro_double(ul_packing_view_demand(
                                         a->view, in->task[a->task[t]].shape, c)[r])));
    for (size_t k = 0; k < in->n_types; k++)
        if (a->view->type_class[k] == c)
            UL_TRY(ul_model_add_term(model, row, *x_at(a, i, k),
                                     -ul_micro_double(in->type[k].capacity[r])));
    return UL_OK;
}

/* y_itc <= sum of x_ik over the class, for tasks that weigh nothing. */
static ul_status keep_off_ghosts(const assignment *a, ul_model *model)
{
    const ul_packing *in = a->view->in;
    char text[UL_NAME_MAX + 16];
    size_t row;
    for (size_t c = 0; c < a->view->n_classes; c++)
        for (size_t t = 0; t < a->n; t++) {
            if (!ul_packing_view_weightless(a->view, in->task[a->task[t]].shape, c))
                continue;
            for (size_t i = 0; i < a->n; i++) {
                if (*y_at(a, i, t, c) == UL_NONE)
                    continue;
                UL_TRY(ul_model_add_row(model, -HUGE_VAL, 0, &row, "real_%zu_%s", i + 1,
                                        task_name(a, t, text)));
                UL_TRY(ul_model_add_term(model, row, *y_at(a, i, t, c), 1));
                for (size_t k = 0; k < in->n_types; k++)
                    if (a->view->type_class[k] == c)
                        UL_TRY(ul_model_add_term(model, row, *x_at(a, i, k), -1));
            }
        }
    return UL_OK;
}

static ul_status add_supplies(const assignment *a, ul_model *model)
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
        for (size_t i = 0; i < a->n; i++)
            UL_TRY(ul_model_add_term(model, row, *x_at(a, i, k), 1));
    }
    return UL_OK;
}

static ul_status build(const ul_instance *instance, ul_build *build)
{
    assignment *a = NULL;
    UL_TRY(make_key(instance->data, build, &a));
    UL_TRY(add_columns(a, build->model));
    UL_TRY(add_choices(a, build->model));
    UL_TRY(ul_model_remark(build->model, "The demand on each instance does not exceed its capacity."));
    for (size_t i = 0; i < a->n; i++)
        for (size_t c = 0; c < a->view->n_classes; c++)
            for (size_t r = 0; r < a->view->in->n_resources; r++) {
                if (ul_build_expired(build))
                    return ul_build_stop(build);
                UL_TRY(add_capacity(a, i, c, r, build->model));
            }
    UL_TRY(keep_off_ghosts(a, build->model));
    return add_supplies(a, build->model);
}

static ul_status decode(const ul_build *build, const double *value, ul_arena *arena, void **result)
{
    const assignment *a = build->key;
    const size_t n_types = a->view->in->n_types;
    ul_packing_plan *plan;
    size_t *bin;
    size_t *type;
    UL_ALLOC(arena, bin, a->n);
    UL_ALLOC(arena, type, a->n);
    UL_TRY(ul_packing_plan_new(a->view->in, arena, &plan));
    for (size_t i = 0; i < a->n; i++) {
        bin[i] = UL_NONE;
        type[i] = n_types;
    }
    for (size_t q = 0; q < build->model->n_columns; q++) {
        const meaning *m = &a->meaning[q];
        if (ul_value_whole(value[q]) == 0)
            continue;
        if (m->is_type) {
            type[m->i] = m->choice;
            continue;
        }
        /* every x column comes before the first y; a task on a ghost stays out, and
         * so does one that a solver's tolerance put on a full machine */
        if (bin[m->i] == UL_NONE && type[m->i] < n_types)
            UL_TRY(ul_plan_open(plan, type[m->i], &bin[m->i]));
        if (bin[m->i] != UL_NONE && ul_plan_fits(plan, bin[m->i], m->choice, 1))
            UL_TRY(ul_plan_put(plan, bin[m->i], m->choice, 1));
    }
    *result = plan;
    return ul_packing_view_complete(a->view, plan);
}

const ul_formulation ul_formulation_eva_assignment = {
    .name = "eva-assignment",
    .brief = "tasks to instances, instances to types, as printed",
    .paper = "Eva, Section 4.1",
    .kind = &ul_kind_packing,
    .build = build,
    .decode = decode,
};
