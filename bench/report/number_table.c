/* Tables of numbers whose columns are data. */
#include <math.h>
#include <string.h>

#include "summary.h"

ul_status ul_number_table_new(ul_arena *arena, const ul_number_table *table, ul_sheet **sheet)
{
    const size_t names = table->names[1] == NULL ? 1 : 2;
    size_t n = names;
    const char **key;
    char *align;
    while (table->column[n - names].head != NULL)
        n++;
    UL_ALLOC(arena, key, n);
    UL_ALLOC(arena, align, n + 1);
    memset(align, 'r', n);
    memset(align, 'l', names);
    UL_TRY(ul_sheet_new(arena, table->name, table->title, table->note, align, sheet));
    (*sheet)->key = key;
    for (size_t c = 0; c < n; c++) {
        key[c] = c < names ? table->name_keys[c] : table->column[c - names].key;
        ul_sheet_cell(*sheet, "%s", c < names ? table->names[c] : table->column[c - names].head);
    }
    return UL_OK;
}

void ul_number_row(ul_sheet *sheet, const ul_number_column *column, const char *first,
                   const char *second, const double *value)
{
    ul_sheet_cell(sheet, "%s", first);
    if (second != NULL)
        ul_sheet_cell(sheet, "%s", second);
    for (; column->head != NULL; column++, value++)
        if (*value == UL_TOO_FEW_FOR)
            ul_sheet_none(sheet, "too few");
        else
            ul_sheet_number(sheet, column->form, *value);
}
