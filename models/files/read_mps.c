/* Reads free MPS files into a model. One pass over the lines; O(bytes). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "model_file.h"
#include "word_lines.h"

typedef enum { NOWHERE, ROWS, COLUMNS, RHS, RANGES, BOUNDS, DONE } section;

typedef struct {
    ul_model *model;
    ul_lines lines;
    section section;
    char objective[UL_MODEL_NAME + 1];
    bool whole;      /* between INTORG and INTEND */
    size_t column;   /* at hand in COLUMNS */
} reading;

static ul_status number(const reading *at, size_t word, double *value)
{
    char *end;
    *value = word < at->lines.n ? strtod(at->lines.word[word], &end) : 0;
    return word < at->lines.n && end != at->lines.word[word] && *end == '\0' && !isnan(*value)
               ? UL_OK
               : ul_lines_fail(&at->lines, "a number is missing or malformed");
}

static ul_status find_row(const reading *at, const char *name, size_t *row)
{
    *row = ul_model_find_row(at->model, name, strlen(name));
    return *row != UL_NONE ? UL_OK : ul_lines_fail(&at->lines, "row '%.80s' is not defined", name);
}

/* A name that would be kept in another form could not be found again. */
static ul_status check_kept(const reading *at, const char *kept, const char *name)
{
    return strcmp(kept, name) == 0
               ? UL_OK
               : ul_lines_fail(&at->lines, "'%.80s' is a name twice, or holds more than letters, "
                                           "digits, '_' and '.'", name);
}

static ul_status read_row(reading *at)
{
    if (at->lines.n != 2)
        return ul_lines_fail(&at->lines, "expected a letter and a name");
    const char letter = at->lines.word[0][0], *name = at->lines.word[1];
    if (letter == 'N' && at->objective[0] == '\0' && strlen(name) <= UL_MODEL_NAME) {
        strcpy(at->objective, name);
        return UL_OK;
    }
    if (strchr("NELG", letter) == NULL || at->lines.word[0][1] != '\0')
        return ul_lines_fail(&at->lines, "a row is one of N, E, L, G");
    if (strcmp(name, at->objective) == 0)
        return ul_lines_fail(&at->lines, "row '%.80s' has the objective's name", name);
    size_t row;
    UL_TRY(ul_model_add_row(at->model, letter == 'E' || letter == 'G' ? 0 : -HUGE_VAL,
                            letter == 'E' || letter == 'L' ? 0 : HUGE_VAL, &row, "%s", name));
    return check_kept(at, at->model->row[row].name, name);
}

static ul_status read_column(reading *at)
{
    if (at->lines.n == 3 && strcmp(at->lines.word[1], "'MARKER'") == 0) {
        at->whole = strcmp(at->lines.word[2], "'INTORG'") == 0;
        return UL_OK;
    }
    const char *name = at->lines.word[0];
    if (at->model->n_columns == 0 || strcmp(at->model->column[at->column].name, name) != 0) {
        UL_TRY(ul_model_add_column(at->model, HUGE_VAL, 0, at->whole, &at->column, "%s", name));
        UL_TRY(check_kept(at, at->model->column[at->column].name, name));
    }
    for (size_t q = 1; q < at->lines.n; q += 2) {
        double value;
        size_t row;
        UL_TRY(number(at, q + 1, &value));
        if (strcmp(at->lines.word[q], at->objective) == 0) {
            ul_model_set_cost(at->model, at->column, value);
            continue;
        }
        UL_TRY(find_row(at, at->lines.word[q], &row));
        UL_TRY(ul_model_add_term(at->model, row, at->column, value));
    }
    return UL_OK;
}

/* RHS and RANGES: the set's name may be left out, which an even count tells. */
static ul_status read_side(reading *at)
{
    for (size_t q = at->lines.n % 2; q < at->lines.n; q += 2) {
        double value;
        size_t row;
        UL_TRY(number(at, q + 1, &value));
        if (strcmp(at->lines.word[q], at->objective) == 0) {
            ul_model_set_offset(at->model, -value);
            continue;
        }
        UL_TRY(find_row(at, at->lines.word[q], &row));
        double low = at->model->row[row].low, high = at->model->row[row].high;
        if (at->section == RHS) {
            low = low > -HUGE_VAL ? value : low;
            high = high < HUGE_VAL ? value : high;
        } else if (low == high) {
            low += value < 0 ? value : 0;
            high += value > 0 ? value : 0;
        } else if (high < HUGE_VAL) {
            low = high - fabs(value);
        } else {
            high = low + fabs(value);
        }
        ul_model_set_row(at->model, row, low, high);
    }
    return UL_OK;
}

/* "UP BOUND x 4", or without the set's name. */
static ul_status read_bound(reading *at)
{
    const char *kind = at->lines.word[0];
    const bool bare = strcmp(kind, "FR") == 0 || strcmp(kind, "MI") == 0 || strcmp(kind, "PL") == 0
                      || strcmp(kind, "BV") == 0;
    const size_t at_name = at->lines.n - (bare && at->lines.n < 4 ? 1 : 2);
    double value = 0;
    if (at->lines.n < 2 || at_name == 0 || at_name >= at->lines.n)
        return ul_lines_fail(&at->lines, "expected a kind of bound, a column and a number");
    const char *name = at->lines.word[at_name];
    const size_t column = ul_model_find_column(at->model, name, strlen(name));
    if (column == UL_NONE)
        return ul_lines_fail(&at->lines, "column '%.80s' is not defined", name);
    if (!bare)
        UL_TRY(number(at, at_name + 1, &value));
    double low = at->model->column[column].low, high = at->model->column[column].high;
    if (strcmp(kind, "UP") == 0)
        high = value;
    else if (strcmp(kind, "LO") == 0)
        low = value;
    else if (strcmp(kind, "FX") == 0)
        low = high = value;
    else if (strcmp(kind, "FR") == 0)
        low = -HUGE_VAL, high = HUGE_VAL;
    else if (strcmp(kind, "MI") == 0)
        low = -HUGE_VAL;
    else if (strcmp(kind, "PL") == 0)
        high = HUGE_VAL;
    else if (strcmp(kind, "BV") == 0)
        low = 0, high = 1;
    else
        return ul_lines_fail(&at->lines, "bounds of kind '%.20s' are not known", kind);
    ul_model_set_column(at->model, column, low, high);
    return UL_OK;
}

static ul_status read_heading(reading *at)
{
    static const struct {
        const char *name;
        section section;
    } heading[] = {{"ROWS", ROWS},     {"COLUMNS", COLUMNS}, {"RHS", RHS},
                   {"RANGES", RANGES}, {"BOUNDS", BOUNDS},   {"ENDATA", DONE}};
    if (strcmp(at->lines.word[0], "NAME") == 0)
        return at->model == NULL
                   ? ul_model_new(at->lines.n > 1 ? at->lines.word[1] : "", &at->model)
                   : ul_lines_fail(&at->lines, "a second NAME");
    if (at->model == NULL)
        UL_TRY(ul_model_new("", &at->model));
    for (size_t q = 0; q < sizeof heading / sizeof *heading; q++)
        if (strcmp(at->lines.word[0], heading[q].name) == 0) {
            at->section = heading[q].section;
            return UL_OK;
        }
    return ul_lines_fail(&at->lines, "section '%.40s' is not known", at->lines.word[0]);
}

static ul_status read_line(reading *at)
{
    switch (at->section) {
    case ROWS:
        return read_row(at);
    case COLUMNS:
        return read_column(at);
    case RHS:
    case RANGES:
        return read_side(at);
    case BOUNDS:
        return read_bound(at);
    default:
        return ul_lines_fail(&at->lines, "a line outside of any section");
    }
}

ul_status ul_model_read_mps(const char *path, ul_model **result)
{
    reading at = {0};
    ul_status status = ul_lines_open(path, &at.lines);
    while (status == UL_OK && at.section != DONE && ul_lines_next(&at.lines)) {
        if (at.lines.n == 0 || at.lines.word[0][0] == '*')
            continue;
        status = at.lines.indented ? read_line(&at) : read_heading(&at);
    }
    if (status == UL_OK && at.section != DONE)
        status = ul_lines_fail(&at.lines, "the file ends before ENDATA");
    ul_lines_close(&at.lines);
    if (status != UL_OK) {
        ul_model_free(at.model);
        return status;
    }
    *result = at.model;
    return UL_OK;
}
