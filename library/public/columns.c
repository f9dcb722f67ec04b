#include "columns.h"

#include <string.h>

static ul_status add(ul_columns *list, const ul_array *column)
{
    if (list->n == list->room) {
        const size_t room = 2 * list->room + 16;
        ul_array *grown =
            ul_arena_grow(list->arena, list->column, list->n, room, sizeof *list->column);
        UL_NEED(grown);
        list->column = grown;
        list->room = room;
    }
    list->column[list->n++] = *column;
    return UL_OK;
}

ul_status ul_columns_add(ul_columns *list, const char *name, size_t n, int64_t unit,
                         int64_t **number)
{
    UL_ALLOC(list->arena, *number, n);
    return add(list, &(ul_array){.name = name, .n = n, .number = *number, .unit = unit});
}

ul_status ul_columns_add_text(ul_columns *list, const char *name, size_t n, const char ***text)
{
    UL_ALLOC(list->arena, *text, n);
    return add(list, &(ul_array){.name = name, .n = n, .text = *text});
}

const ul_array *ul_columns_find(const ul_columns *list, const char *name)
{
    for (size_t q = 0; q < list->n; q++)
        if (list->column[q].name != NULL && strcmp(list->column[q].name, name) == 0)
            return &list->column[q];
    return NULL;
}

static ul_status check_column(const ul_array *column, const ul_column_wanted *wanted, size_t n)
{
    if (column->number == NULL && column->n > 0)
        return ul_fail(UL_E_INPUT, "column '%s' holds no whole numbers", wanted->name);
    if ((column->unit == 0 ? 1 : column->unit) != wanted->unit)
        return ul_fail(UL_E_INPUT, "column '%s' counts 1/%lld, not 1/%lld: %s", wanted->name,
                       (long long)column->unit, (long long)wanted->unit,
                       wanted->unit == 1 ? "it has whole numbers" : "its unit");
    if (n != UL_NONE && column->n != n)
        return ul_fail(UL_E_INPUT, "column '%s' has %zu numbers, not %zu", wanted->name, column->n,
                       n);
    for (size_t q = 0; q < column->n; q++)
        if (column->number[q] < 0 || column->number[q] > wanted->most)
            return ul_fail(UL_E_INPUT, "column '%s', row %zu: %lld is not from 0 to %lld",
                           wanted->name, q, (long long)column->number[q],
                           (long long)wanted->most);
    return UL_OK;
}

ul_status ul_columns_take(const ul_columns *list, const ul_column_wanted *wanted, size_t *n,
                          const int64_t **number)
{
    const ul_array *column = ul_columns_find(list, wanted->name);
    *number = NULL;
    if (column == NULL)
        return wanted->is_optional
                   ? UL_OK
                   : ul_fail(UL_E_INPUT, "column '%s' is missing", wanted->name);
    UL_TRY(check_column(column, wanted, *n));
    *n = column->n;
    *number = column->number;
    return UL_OK;
}
