/* Packing plans as arrays: the tasks of bin i are entries bin.first[i] .. bin.first[i+1]-1. */
#include "columns.h"
#include "packing_plan.h"

static ul_status give_entries(const ul_packing_plan *plan, int64_t *first, ul_columns *to)
{
    int64_t *task, *count;
    size_t at = 0;
    UL_TRY(ul_columns_add(to, "entry.task", plan->n_entries, 1, &task));
    UL_TRY(ul_columns_add(to, "entry.count", plan->n_entries, 1, &count));
    for (size_t i = 0; i < plan->n_bins; i++) {
        const size_t begin = at;
        first[i] = (int64_t)begin;
        for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next)
            at++;
        size_t q = at; /* the newest comes first in the list */
        for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next) {
            q--;
            task[q] = plan->entry[e].task;
            count[q] = plan->entry[e].count;
        }
    }
    first[plan->n_bins] = (int64_t)at;
    return UL_OK;
}

static ul_status give(const void *from, ul_columns *to)
{
    const ul_packing_plan *plan = from;
    int64_t *type, *copies, *first;
    UL_TRY(ul_columns_add(to, "bin.type", plan->n_bins, 1, &type));
    UL_TRY(ul_columns_add(to, "bin.copies", plan->n_bins, 1, &copies));
    UL_TRY(ul_columns_add(to, "bin.first", plan->n_bins + 1, 1, &first));
    for (size_t i = 0; i < plan->n_bins; i++) {
        type[i] = plan->bin[i].type;
        copies[i] = plan->bin[i].copies;
    }
    return give_entries(plan, first, to);
}

static ul_status names(const void *data, ul_columns *to)
{
    const ul_packing *in = data;
    const char **type, **task;
    UL_TRY(ul_columns_add_text(to, "type", in->n_types, &type));
    UL_TRY(ul_columns_add_text(to, "task", in->n_tasks, &task));
    for (size_t k = 0; k < in->n_types; k++)
        type[k] = in->type[k].name;
    for (size_t j = 0; j < in->n_tasks; j++)
        task[j] = in->task[j].name;
    return UL_OK;
}

static ul_status take(const void *data, const ul_columns *from, ul_arena *arena, void **result)
{
    const ul_packing *in = data;
    const int64_t *type, *copies, *first, *task, *count;
    size_t n_bins = UL_NONE, n_first, n_entries = UL_NONE;
    ul_packing_plan *plan;
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"bin.type", 1, (int64_t)in->n_types - 1, 0},
                           &n_bins, &type));
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"bin.copies", 1, UL_COPIES_MAX, true},
                           &n_bins, &copies));
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"entry.task", 1, (int64_t)in->n_tasks - 1, 0},
                           &n_entries, &task));
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"entry.count", 1, UL_COPIES_MAX, true},
                           &n_entries, &count));
    n_first = n_bins + 1;
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"bin.first", 1, (int64_t)n_entries, false},
                           &n_first, &first));
    UL_TRY(ul_packing_plan_new(in, arena, &plan));
    for (size_t i = 0; i < n_bins; i++) {
        UL_TRY(ul_plan_open(plan, (size_t)type[i], NULL));
        plan->bin[i].copies = copies == NULL ? 1 : (uint32_t)copies[i];
        for (int64_t e = first[i]; e < first[i + 1]; e++)
            UL_TRY(ul_plan_put(plan, i, (size_t)task[e], count == NULL ? 1 : (uint32_t)count[e]));
    }
    *result = plan;
    return UL_OK;
}

const ul_plan_arrays ul_plan_arrays_packing = {give, names, take};
