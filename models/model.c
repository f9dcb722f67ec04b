#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "names.h"

struct ul_model_parts {
    ul_arena *text;
    ul_names *column_name, *row_name;
    const char *remark; /* for the next row */
    ul_model_column *column;
    size_t column_room;
    ul_model_row *row;
    size_t row_room;
    ul_model_term *term;
    size_t term_room;
    size_t *start, *index; /* the transpose; NULL when stale */
};

ul_status ul_model_new(const char *name, ul_model **result)
{
    ul_model *model = calloc(1, sizeof *model);
    UL_NEED(model);
    model->parts = calloc(1, sizeof *model->parts);
    if (model->parts != NULL) {
        model->parts->text = ul_arena_new();
        model->parts->column_name = ul_names_new();
        model->parts->row_name = ul_names_new();
    }
    model->about = "";
    if (model->parts == NULL || model->parts->text == NULL || model->parts->column_name == NULL
        || model->parts->row_name == NULL
        || (model->name = ul_arena_text(model->parts->text, name, strlen(name))) == NULL) {
        ul_model_free(model);
        return ul_no_memory();
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
        ul_names_free(parts->column_name);
        ul_names_free(parts->row_name);
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
    UL_NEED(grown);
    *array = grown;
    *room = wanted;
    return UL_OK;
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/* An 'e' before a digit would be read as an exponent by LP readers. */
static bool can_begin(const char *text)
{
    return is_letter(text[0]) && !((text[0] == 'e' || text[0] == 'E') && is_digit(text[1]));
}

static ul_status make_name(ul_names *names, const char *format, va_list arguments,
                           const char **name)
{
    char text[UL_MODEL_NAME + 32] = "n_";
    char *body = text + 2;
    vsnprintf(body, UL_MODEL_NAME + 1, format, arguments);
    for (char *at = body; *at != '\0'; at++)
        if (!is_letter(*at) && !is_digit(*at) && *at != '.')
            *at = '_';
    char *whole = can_begin(body) ? body : text;
    const size_t length = strlen(whole);
    bool added = false;
    size_t index = ul_names_add(names, whole, length, &added);
    for (unsigned again = 2; index != UL_NONE && !added; again++) {
        snprintf(whole + length, sizeof text - length - 2, "_%u", again);
        index = ul_names_add(names, whole, strlen(whole), &added);
    }
    if (index == UL_NONE)
        return ul_no_memory();
    *name = ul_names_text(names, index);
    return UL_OK;
}

ul_status ul_model_add_column(ul_model *model, double high, double cost, bool integer,
                              size_t *index, const char *format, ...)
{
    struct ul_model_parts *parts = model->parts;
    const char *name;
    va_list arguments;
    va_start(arguments, format);
    const ul_status named = make_name(parts->column_name, format, arguments, &name);
    va_end(arguments);
    UL_TRY(named);
    UL_TRY(make_room((void **)&parts->column, model->n_columns, &parts->column_room,
                     sizeof *parts->column));
    parts->column[model->n_columns] = (ul_model_column){name, high, cost, integer};
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
    const ul_status named = make_name(parts->row_name, format, arguments, &name);
    va_end(arguments);
    UL_TRY(named);
    UL_TRY(make_room((void **)&parts->row, model->n_rows, &parts->row_room, sizeof *parts->row));
    parts->row[model->n_rows] = (ul_model_row){name, low, high, parts->remark};
    parts->remark = NULL;
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

ul_status ul_model_set_about(ul_model *model, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *kept = ul_arena_text(model->parts->text, text, strlen(text));
    UL_NEED(kept);
    model->about = kept;
    return UL_OK;
}

ul_status ul_model_remark(ul_model *model, const char *remark)
{
    model->parts->remark = ul_arena_text(model->parts->text, remark, strlen(remark));
    return model->parts->remark == NULL ? ul_no_memory() : UL_OK;
}

size_t ul_model_find_column(const ul_model *model, const char *name, size_t length)
{
    return ul_names_find(model->parts->column_name, name, length);
}

size_t ul_model_find_row(const ul_model *model, const char *name, size_t length)
{
    return ul_names_find(model->parts->row_name, name, length);
}

ul_status ul_model_by_column(ul_model *model, const size_t **start, const size_t **index)
{
    struct ul_model_parts *parts = model->parts;
    if (parts->start == NULL) {
        parts->start = calloc(model->n_columns + 2, sizeof *parts->start);
        parts->index = calloc(model->n_terms + 1, sizeof *parts->index);
        UL_NEED(parts->start && parts->index);
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
