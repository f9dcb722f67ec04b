/* The table that people read, of any layout: rows and columns of the cells that were put,
 * and beside each column that a paper prints numbers of, these. */
#include "table.h"
#include "view.h"

enum { COLUMNS_MAX = 48 };

typedef struct {
    ul_table_made *made;
    const ul_printed_list *list;
    ul_column column[COLUMNS_MAX]; /* shown, those for each subject apart */
    bool printed[COLUMNS_MAX];     /* the paper prints some of its numbers */
    size_t n_columns;
    struct {
        const char *of, *who;
    } *row;
    size_t n_rows;
} view;

static bool covers(const ul_column *column, const ul_cell *cell)
{
    return ul_same(column->measure, cell->measure)
           && (column->of == NULL || ul_same(column->of, cell->of))
           && (column->who == NULL || ul_same(column->who, cell->who));
}

/* A column for each case, or each subject, of the measure. */
static void spread_column(view *v, const ul_column *column)
{
    const bool by_case = column->of != NULL && ul_same(column->of, "*");
    for (size_t q = 0; q < v->made->n_cells; q++) {
        const ul_cell *cell = &v->made->cell[q];
        const char *name = by_case ? cell->of : cell->who;
        bool known = !ul_same(cell->measure, column->measure);
        for (size_t c = 0; c < v->n_columns; c++)
            known = known || covers(&v->column[c], cell);
        if (known || v->n_columns == COLUMNS_MAX)
            continue;
        ul_column *one = &v->column[v->n_columns++];
        *one = *column;
        *(by_case ? &one->of : &one->who) = one->head = name;
        if (column->head == NULL || column->head[0] != '\0')
            one->head = ul_text(v->made, "%s, %s", name,
                                column->head != NULL ? column->head : column->measure);
    }
}

static ul_status choose_rows(view *v)
{
    UL_ALLOC(v->made->arena, v->row, v->made->n_cells);
    for (size_t q = 0; q < v->made->n_cells; q++) {
        const ul_cell *cell = &v->made->cell[q];
        const char *of = v->made->self->of == NULL ? "" : cell->of;
        const char *who = v->made->self->who == NULL ? "" : cell->who;
        bool known = true;
        for (size_t c = 0; c < v->n_columns; c++)
            known = known
                    && !(covers(&v->column[c], cell)
                         && (v->column[c].of != NULL || ul_same(of, cell->of))
                         && (v->column[c].who != NULL || ul_same(who, cell->who)));
        for (size_t r = 0; r < v->n_rows; r++)
            known = known || (ul_same(v->row[r].of, of) && ul_same(v->row[r].who, who));
        if (known)
            continue;
        v->row[v->n_rows].of = of;
        v->row[v->n_rows++].who = who;
    }
    return UL_OK;
}

static const ul_cell *cell_at(const view *v, size_t r, size_t c)
{
    const ul_column *column = &v->column[c];
    return ul_cell_find(v->made, column->of != NULL ? column->of : v->row[r].of,
                        column->who != NULL ? column->who : v->row[r].who, column->measure);
}

static const ul_printed *printed_at(const view *v, size_t r, size_t c)
{
    return ul_cell_printed(v->made, v->list, cell_at(v, r, c), &(size_t){0});
}

static void number_text(const ul_column *column, double value, char *text, size_t room)
{
    char duration[UL_NUMBER_TEXT];
    if (isnan(value))
        text[0] = '\0';
    else if (column->decimals == UL_DURATION)
        snprintf(text, room, "%s", ul_seconds_text(value, duration));
    else if (column->decimals == UL_SHORT)
        snprintf(text, room, "%.3g", value);
    else
        snprintf(text, room, "%.*f", column->decimals, value);
}

static void fill_cell(const view *v, ul_sheet *sheet, size_t r, size_t c)
{
    const ul_column *column = &v->column[c];
    const ul_cell *cell = cell_at(v, r, c);
    char number[64] = "", deviation[64] = "", range[64] = "", printed[UL_PRINTED_TEXT] = "";
    if (cell != NULL)
        number_text(column, cell->ours, number, sizeof number);
    if (cell != NULL && column->deviates)
        number_text(column, cell->deviation, deviation, sizeof deviation);
    if (cell != NULL && column->ranges && !isnan(cell->least))
        snprintf(range, sizeof range, " (%.*f-%.*f)", column->decimals, cell->least,
                 column->decimals, cell->most);
    ul_sheet_cell(sheet, "%s%s%s%s%s", number, deviation[0] == '\0' ? "" : " ± ", deviation,
                  number[0] != '\0' && ul_same(column->unit, "%") ? "%" : "", range);
    if (!v->printed[c])
        return;
    const ul_printed *p = printed_at(v, r, c);
    ul_sheet_cell(sheet, "%s", p == NULL ? "" : ul_printed_text(p, false, printed));
}

static void fill_heading(const view *v, ul_sheet *sheet)
{
    if (v->made->self->of != NULL)
        ul_sheet_cell(sheet, "%s", v->made->self->of);
    if (v->made->self->who != NULL)
        ul_sheet_cell(sheet, "%s", v->made->self->who);
    for (size_t c = 0; c < v->n_columns; c++) {
        const ul_column *column = &v->column[c];
        const bool bare = column->head != NULL || column->decimals == UL_DURATION
                          || ul_same(column->unit, "") || ul_same(column->unit, "%")
                          || ul_same(column->unit, "x") || ul_same(column->unit, "count");
        ul_sheet_cell(sheet, "%s%s%s", column->head != NULL ? column->head : column->measure,
                      bare ? "" : ", ", bare ? "" : column->unit);
        if (v->printed[c])
            ul_sheet_cell(sheet, "%s", "paper");
    }
}

/* Titled, where nothing else is said, "Eva, Table 6: jobs of four tasks" of "Eva, Section 4.4,
 * Table 6" and what it is about. */
static ul_status new_sheet(const view *v, ul_sheet **sheet)
{
    ul_table_made *made = v->made;
    const char *paper = made->self->paper, *section = strstr(paper, ", Section");
    const char *rest = section == NULL ? "" : section + 1 + strcspn(section + 1, ",");
    const int kept = section == NULL ? (int)strlen(paper) : (int)(section - paper);
    char align[2 * COLUMNS_MAX + 3] = "";
    strcat(align, v->made->self->of != NULL ? "l" : "");
    strcat(align, v->made->self->who != NULL ? "l" : "");
    for (size_t c = 0; c < v->n_columns; c++)
        strcat(align, v->printed[c] ? "rr" : "r");
    if (made->unlike != NULL)
        ul_put_note(made, "Nothing is judged: %s.", made->unlike);
    made->title = made->self->title;
    if (made->title == NULL)
        made->title = ul_text(made, "%.*s%s: %s", kept, paper, rest, made->self->brief);
    return ul_sheet_new(made->arena, made->self->name, made->title,
                        made->note == NULL ? "" : made->note,
                        ul_text(made, "%s", align), sheet);
}

ul_status ul_cells_lay_out(ul_table_made *made, const ul_printed_list *list)
{
    view *v;
    UL_ALLOC(made->arena, v, 1);
    v->made = made;
    v->list = list;
    for (const ul_column *c = made->self->column; c->measure != NULL; c++)
        if ((c->who != NULL && ul_same(c->who, "*")) || (c->of != NULL && ul_same(c->of, "*")))
            spread_column(v, c);
        else if (v->n_columns < COLUMNS_MAX)
            v->column[v->n_columns++] = *c;
    UL_TRY(choose_rows(v));
    for (size_t c = 0; c < v->n_columns; c++)
        for (size_t r = 0; r < v->n_rows; r++)
            v->printed[c] = v->printed[c] || printed_at(v, r, c) != NULL;
    UL_TRY(new_sheet(v, &made->table));
    fill_heading(v, made->table);
    for (size_t r = 0; r < v->n_rows; r++) {
        if (v->made->self->of != NULL)
            ul_sheet_cell(made->table, "%s", v->row[r].of);
        if (v->made->self->who != NULL)
            ul_sheet_cell(made->table, "%s", v->row[r].who);
        for (size_t c = 0; c < v->n_columns; c++)
            fill_cell(v, made->table, r, c);
    }
    return UL_OK;
}
