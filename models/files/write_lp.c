/* CPLEX LP files that can be read aloud: every part under a heading that says
 * what it means, lines short. O(terms). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_file.h"
#include "output.h"

enum { LINE = 100 };

/* Words of a line, broken before the line gets long. */
typedef struct {
    ul_output *out;
    size_t used;
} line;

static void put(line *at, const char *word)
{
    const size_t length = strlen(word);
    if (at->used + 1 + length > LINE) {
        ul_output_text(at->out, "\n   ");
        at->used = 3;
    }
    ul_output_text(at->out, " ");
    ul_output_text(at->out, word);
    at->used += 1 + length;
}

static void end_line(line *at)
{
    ul_output_text(at->out, "\n");
    at->used = 0;
}

/* "+ 2.5 name"; a factor of one is left out. */
static void put_term(line *at, double value, const char *name, bool first)
{
    char number[UL_DOUBLE_TEXT], word[UL_MODEL_NAME + UL_DOUBLE_TEXT + 8];
    const char *sign = value < 0 ? "- " : first ? "" : "+ ";
    if (fabs(value) == 1)
        snprintf(word, sizeof word, "%s%s", sign, name);
    else
        snprintf(word, sizeof word, "%s%s %s", sign, ul_double_text(fabs(value), number), name);
    put(at, word);
}

static void write_objective(const ul_model *model, line *at)
{
    bool first = true;
    char objective[UL_MODEL_NAME + 2], head[UL_MODEL_NAME + 3];
    ul_output_text(at->out, "Minimize\n");
    snprintf(head, sizeof head, "%s:", ul_model_objective(model, objective));
    put(at, head);
    for (size_t q = 0; q < model->n_columns; q++)
        if (model->column[q].cost != 0) {
            put_term(at, model->column[q].cost, model->column[q].name, first);
            first = false;
        }
    if (model->offset != 0)
        put_term(at, model->offset, "one", first);
    else if (first && model->n_columns > 0)
        put_term(at, 0, model->column[0].name, true);
    end_line(at);
}

/* The terms of row q are term[index[begin[q]]] to term[index[begin[q + 1] - 1]]. */
typedef struct {
    const ul_model *model;
    size_t *begin, *index;
} rows;

/* "name.most: 2 x + 3 y <= 5": one side of a row. */
static void write_side(const rows *of, size_t row, const char *ending, const char *relation,
                       double side, line *at)
{
    const ul_model *model = of->model;
    const size_t first = of->begin[row], end = of->begin[row + 1];
    char text[UL_DOUBLE_TEXT], word[UL_MODEL_NAME + 64];
    snprintf(word, sizeof word, "%s%s:", model->row[row].name, ending);
    put(at, word);
    for (size_t q = first; q < end; q++) {
        const ul_model_term *term = &model->term[of->index[q]];
        put_term(at, term->value, model->column[term->column].name, q == first);
    }
    if (first == end && model->n_columns > 0)
        put_term(at, 0, model->column[0].name, true);
    snprintf(word, sizeof word, "%s %s", relation, ul_double_text(side, text));
    put(at, word);
    end_line(at);
}

static void write_rows(const rows *of, line *at)
{
    const ul_model *model = of->model;
    ul_output_text(at->out, "Subject To\n");
    for (size_t q = 0; q < model->n_rows; q++) {
        const ul_model_row *row = &model->row[q];
        if (row->remark != NULL)
            ul_output_format(at->out, "\\ %s\n", row->remark);
        if (row->low == row->high) {
            write_side(of, q, "", "=", row->low, at);
            continue;
        }
        const bool both = row->low > -HUGE_VAL && row->high < HUGE_VAL;
        if (row->high < HUGE_VAL)
            write_side(of, q, both ? ".most" : "", "<=", row->high, at);
        if (row->low > -HUGE_VAL)
            write_side(of, q, both ? ".least" : "", ">=", row->low, at);
    }
}

static bool is_binary(const ul_model_column *column)
{
    return column->integer && column->high == 1;
}

static void write_bounds(const ul_model *model, line *at)
{
    char high[UL_DOUBLE_TEXT];
    ul_output_text(at->out, "Bounds\n");
    if (model->offset != 0)
        ul_output_text(at->out, " one = 1\n");
    for (size_t q = 0; q < model->n_columns; q++) {
        const ul_model_column *column = &model->column[q];
        if (is_binary(column) || column->high == HUGE_VAL)
            continue;
        if (column->high == 0)
            ul_output_format(at->out, " %s = 0\n", column->name);
        else
            ul_output_format(at->out, " 0 <= %s <= %s\n", column->name,
                             ul_double_text(column->high, high));
    }
}

static void write_integers(const ul_model *model, bool binary, const char *heading, line *at)
{
    bool any = false;
    for (size_t q = 0; q < model->n_columns; q++) {
        const ul_model_column *column = &model->column[q];
        if (!column->integer || is_binary(column) != binary)
            continue;
        if (!any)
            ul_output_text(at->out, heading);
        any = true;
        put(at, column->name);
    }
    if (any)
        end_line(at);
}

/* Terms by row: a counting sort that keeps the order in which they were added. */
static ul_status by_row(rows *of)
{
    const ul_model *model = of->model;
    of->begin = calloc(model->n_rows + 2, sizeof *of->begin);
    of->index = calloc(model->n_terms + 1, sizeof *of->index);
    UL_NEED(of->begin && of->index);
    for (size_t q = 0; q < model->n_terms; q++)
        of->begin[model->term[q].row + 2]++;
    for (size_t q = 0; q < model->n_rows; q++)
        of->begin[q + 2] += of->begin[q + 1];
    for (size_t q = 0; q < model->n_terms; q++)
        of->index[of->begin[model->term[q].row + 1]++] = q;
    return UL_OK;
}

static ul_status write_to(const rows *of, const char *path)
{
    const ul_model *model = of->model;
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    line at = {out, 0};
    ul_output_format(out, "\\ %s\n", model->name);
    if (model->about[0] != '\0')
        ul_output_format(out, "\\ %s\n", model->about);
    write_objective(model, &at);
    write_rows(of, &at);
    write_bounds(model, &at);
    write_integers(model, true, "Binaries\n", &at);
    write_integers(model, false, "Generals\n", &at);
    ul_output_text(out, "End\n");
    return ul_output_close(out, NULL);
}

ul_status ul_model_write_lp(const ul_model *model, const char *path)
{
    rows of = {.model = model};
    ul_status status = by_row(&of);
    if (status == UL_OK)
        status = write_to(&of, path);
    free(of.begin);
    free(of.index);
    return status;
}
