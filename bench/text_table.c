#include "text_table.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "utf8.h"

struct ul_text_table {
    ul_arena *arena;
    char *align;
    size_t columns;
    char **cell;
    size_t n, room;
    bool failed;
};

ul_text_table *ul_text_table_new(const char *align)
{
    ul_text_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->columns = strlen(align);
    table->arena = ul_arena_new();
    table->align = table->arena == NULL ? NULL
                                        : ul_arena_text(table->arena, align, table->columns);
    table->failed = table->align == NULL;
    return table;
}

void ul_text_table_cell(ul_text_table *table, const char *format, ...)
{
    char text[512];
    va_list arguments;
    if (table == NULL || table->failed)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (table->n == table->room) {
        const size_t room = table->room == 0 ? 64 : table->room * 2;
        table->cell = ul_arena_grow(table->arena, table->cell, table->n, room,
                                    sizeof *table->cell);
        table->room = room;
    }
    if (table->cell != NULL)
        table->cell[table->n] = ul_arena_text(table->arena, text, strlen(text));
    if (table->cell == NULL || table->cell[table->n++] == NULL)
        table->failed = true;
}

static void print_row(const ul_text_table *table, const size_t *width, char *const *cell,
                      ul_output *out)
{
    for (size_t c = 0; c < table->columns; c++) {
        const int pad = (int)(width[c] - ul_utf8_count(cell[c]));
        const bool last = c + 1 == table->columns;
        if (table->align[c] == 'r')
            ul_output_format(out, "%*s%s", pad, "", cell[c]);
        else
            ul_output_format(out, "%s%*s", cell[c], last ? 0 : pad, "");
        ul_output_text(out, last ? "\n" : "  ");
    }
}

static ul_status print(const ul_text_table *table, const char *indent, ul_output *out)
{
    size_t *width = ul_arena_alloc(table->arena, table->columns, sizeof *width);
    if (width == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    for (size_t q = 0; q < table->n; q++) {
        const size_t w = ul_utf8_count(table->cell[q]);
        size_t *widest = &width[q % table->columns];
        *widest = w > *widest ? w : *widest;
    }
    for (size_t q = 0; q + table->columns <= table->n; q += table->columns) {
        ul_output_text(out, indent);
        print_row(table, width, table->cell + q, out);
    }
    return UL_OK;
}

ul_status ul_text_table_print(ul_text_table *table, const char *indent, ul_output *out)
{
    const ul_status status = table == NULL || table->failed
                                 ? ul_fail(UL_E_MEMORY, "out of memory")
                                 : print(table, indent, out);
    if (table != NULL)
        ul_arena_free(table->arena);
    free(table);
    return status;
}
