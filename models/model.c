#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

struct ul_model_parts {
    ul_arena *text;
    ul_model_column *column;
    size_t column_room;
    ul_model_row *row;
    size_t row_room;
    ul_model_term *term;
    size_t term_room;
    size_t *start, *index; /* the transpose; NULL when stale */
};

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory for a model");
}

ul_status ul_model_new(const char *name, ul_model **result)
{
    ul_model *model = calloc(1, sizeof *model);
    if (model == NULL)
        return no_memory();
    model->parts = calloc(1, sizeof *model->parts);
    if (model->parts != NULL)
        model->parts->text = ul_arena_new();
    if (model->parts == NULL || model->parts->text == NULL
        || (model->name = ul_arena_text(model->parts->text, name, strlen(name))) == NULL) {
        ul_model_free(model);
        return no_memory();
    }
    *result = model;
    return UL_OK;
}

void ul_model_free(ul_model *model)
{
    if (model == NULL)
        return;
    struct ul_model_parts *parts = model->parts;
    if (parts != NULL) {
        ul_arena_free(parts->text);
        free(parts->column);
        free(parts->row);
        free(parts->term);
        free(parts->start);
        free(parts->index);
        free(parts);
    }
    free(model);
}

static ul_status make_room(void **array, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return UL_OK;
    const size_t wanted = *room == 0 ? 64 : *room * 2;
    void *grown = wanted > UINT32_MAX ? NULL : realloc(*array, wanted * size);
    if (grown == NULL)
        return no_memory();
    *array = grown;
    *room = wanted;
    return UL_OK;
}

static ul_status make_name(ul_model *model, const char *format, va_list arguments,
                           const char **name)
{
    char text[512];
    vsnprintf(text, sizeof text, format, arguments);
    *name = ul_arena_text(model->parts->text, text, strlen(text));
    return *name == NULL ? no_memory() : UL_OK;
}

ul_status ul_model_add_column(ul_model *model, double low, double high, double cost, bool integer,
                              size_t *index, const char *format, ...)
{
    struct ul_model_parts *parts = model->parts;
    const char *name;
    va_list arguments;
    va_start(arguments, format);
    const ul_status named = make_name(model, format, arguments, &name);
    va_end(arguments);
    UL_TRY(named);
    UL_TRY(make_room((void **)&parts->column, model->n_columns, &parts->column_room,
                     sizeof *parts->column));
    parts->column[model->n_columns] = (ul_model_column){name, low, high, cost, integer};
    model->column = parts->column;
    if (index != NULL)
        *index = model->n_columns;
    model->n_columns++;
    return UL_OK;
}

ul_status ul_model_add_row(ul_model *model, double low, double high, size_t *index,
                           const char *format, ...)
{
    struct ul_model_parts *parts = model->parts;
    const char *name;
    va_list arguments;
    va_start(arguments, format);
    const ul_status named = make_name(model, format, arguments, &name);
    va_end(arguments);
    UL_TRY(named);
    UL_TRY(make_room((void **)&parts->row, model->n_rows, &parts->row_room, sizeof *parts->row));
    parts->row[model->n_rows] = (ul_model_row){name, low, high};
    model->row = parts->row;
    if (index != NULL)
        *index = model->n_rows;
    model->n_rows++;
    return UL_OK;
}

ul_status ul_model_add_term(ul_model *model, size_t row, size_t column, double value)
{
    struct ul_model_parts *parts = model->parts;
    if (value == 0)
        return UL_OK;
    UL_TRY(make_room((void **)&parts->term, model->n_terms, &parts->term_room,
                     sizeof *parts->term));
    parts->term[model->n_terms++] = (ul_model_term){(uint32_t)row, (uint32_t)column, value};
    model->term = parts->term;
    free(parts->start);
    free(parts->index);
    parts->start = parts->index = NULL;
    return UL_OK;
}

void ul_model_set_offset(ul_model *model, double offset)
{
    model->offset = offset;
}

ul_status ul_model_by_column(ul_model *model, const size_t **start, const size_t **index)
{
    struct ul_model_parts *parts = model->parts;
    if (parts->start == NULL) {
        parts->start = calloc(model->n_columns + 2, sizeof *parts->start);
        parts->index = calloc(model->n_terms + 1, sizeof *parts->index);
        if (parts->start == NULL || parts->index == NULL)
            return no_memory();
        /* counting sort: start[c + 2] counts, then runs ahead by one while filling */
        for (size_t q = 0; q < model->n_terms; q++)
            parts->start[model->term[q].column + 2]++;
        for (size_t c = 0; c < model->n_columns; c++)
            parts->start[c + 2] += parts->start[c + 1];
        for (size_t q = 0; q < model->n_terms; q++)
            parts->index[parts->start[model->term[q].column + 1]++] = q;
    }
    *start = parts->start;
    *index = parts->index;
    return UL_OK;
}
