/* Free MPS files. O(terms). */
#include <math.h>

#include "model_file.h"
#include "output.h"

static char row_letter(const ul_model_row *row)
{
    if (row->low == row->high)
        return 'E';
    if (row->high < HUGE_VAL)
        return 'L'; /* with a range when the other side is bounded too */
    return row->low > -HUGE_VAL ? 'G' : 'N';
}

static void write_rows(const ul_model *model, ul_output *out)
{
    char objective[UL_MODEL_NAME + 2];
    ul_output_format(out, "ROWS\n N %s\n", ul_model_objective(model, objective));
    for (size_t q = 0; q < model->n_rows; q++) {
        if (model->row[q].remark != NULL)
            ul_output_format(out, "* %s\n", model->row[q].remark);
        ul_output_format(out, " %c %s\n", row_letter(&model->row[q]), model->row[q].name);
    }
}

static void write_marker(ul_output *out, size_t *n, const char *what)
{
    ul_output_format(out, " M%zu 'MARKER' '%s'\n", ++*n, what);
}

static ul_status write_columns(ul_model *model, ul_output *out)
{
    const size_t *start, *index;
    char text[UL_DOUBLE_TEXT], objective[UL_MODEL_NAME + 2];
    bool whole = false;
    size_t markers = 0;
    UL_TRY(ul_model_by_column(model, &start, &index));
    ul_model_objective(model, objective);
    ul_output_text(out, "COLUMNS\n");
    for (size_t q = 0; q < model->n_columns; q++) {
        const ul_model_column *column = &model->column[q];
        if (column->integer != whole)
            write_marker(out, &markers, column->integer ? "INTORG" : "INTEND");
        whole = column->integer;
        /* a column without entries still needs a line to exist */
        if (column->cost != 0 || start[q] == start[q + 1])
            ul_output_format(out, " %s %s %s\n", column->name, objective,
                             ul_double_text(column->cost, text));
        for (size_t t = start[q]; t < start[q + 1]; t++)
            ul_output_format(out, " %s %s %s\n", column->name,
                             model->row[model->term[index[t]].row].name,
                             ul_double_text(model->term[index[t]].value, text));
    }
    if (whole)
        write_marker(out, &markers, "INTEND");
    return UL_OK;
}

static void write_sides(const ul_model *model, ul_output *out)
{
    char text[UL_DOUBLE_TEXT], objective[UL_MODEL_NAME + 2];
    bool ranges = false;
    ul_output_text(out, "RHS\n");
    if (model->offset != 0) /* by custom the negative of what is added */
        ul_output_format(out, " RHS %s %s\n", ul_model_objective(model, objective),
                         ul_double_text(-model->offset, text));
    for (size_t q = 0; q < model->n_rows; q++) {
        const ul_model_row *row = &model->row[q];
        const double side = row->high < HUGE_VAL ? row->high : row->low;
        if (side != 0 && side > -HUGE_VAL)
            ul_output_format(out, " RHS %s %s\n", row->name, ul_double_text(side, text));
    }
    for (size_t q = 0; q < model->n_rows; q++) {
        const ul_model_row *row = &model->row[q];
        if (row->low == -HUGE_VAL || row->high == HUGE_VAL || row->low == row->high)
            continue;
        if (!ranges)
            ul_output_text(out, "RANGES\n");
        ranges = true;
        ul_output_format(out, " RANGE %s %s\n", row->name,
                         ul_double_text(row->high - row->low, text));
    }
}

static void write_bound(ul_output *out, const char *kind, const char *name, double value)
{
    char text[UL_DOUBLE_TEXT];
    ul_output_format(out, " %s BOUND %s %s\n", kind, name, ul_double_text(value, text));
}

static void write_bounds(const ul_model *model, ul_output *out)
{
    ul_output_text(out, "BOUNDS\n");
    for (size_t q = 0; q < model->n_columns; q++) {
        const ul_model_column *column = &model->column[q];
        if (column->high < HUGE_VAL)
            write_bound(out, column->high == 0 ? "FX" : "UP", column->name, column->high);
        else if (column->integer)
            ul_output_format(out, " PL BOUND %s\n", column->name);
    }
}

/* NAME takes one word; FREE tells CBC not to look for fixed columns. */
static void write_name(const ul_model *model, ul_output *out)
{
    ul_output_text(out, "NAME ");
    for (const char *at = model->name; *at != '\0'; at++)
        ul_output_bytes(out, *at > ' ' && *at < 127 ? at : "_", 1);
    ul_output_text(out, " FREE\n");
}

ul_status ul_model_write_mps(ul_model *model, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    if (model->about[0] != '\0')
        ul_output_format(out, "* %s\n", model->about);
    write_name(model, out);
    write_rows(model, out);
    const ul_status status = write_columns(model, out);
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    write_sides(model, out);
    write_bounds(model, out);
    ul_output_text(out, "ENDATA\n");
    return ul_output_close(out, NULL);
}
