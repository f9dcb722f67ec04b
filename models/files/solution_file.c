#include "solution_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

/* A text file as lines of words, for the formats of other programs. The file is
 * held in memory; words point into it. */
enum { WORDS_MAX = 16 };

typedef struct {
    char *path;
    char *text, *next; /* next line, NULL at the end */
    size_t number;     /* of the line at hand, from 1 */
    size_t n;
    char *word[WORDS_MAX]; /* what follows the last place is left off */
} word_lines;

static const size_t BYTES_MAX = (size_t)1 << 30;

static ul_status open_lines(const char *path, word_lines *lines)
{
    size_t length;
    *lines = (word_lines){.path = strdup(path)};
    if (lines->path == NULL)
        return ul_fail(UL_E_MEMORY, "%s: out of memory", path);
    UL_TRY(ul_input_read_file(path, BYTES_MAX, &lines->text, &length));
    lines->next = lines->text;
    return UL_OK;
}

static bool next_line(word_lines *lines)
{
    char *at = lines->next, *kept;
    if (at == NULL || *at == '\0')
        return false;
    char *end = strchr(at, '\n');
    lines->next = end == NULL ? NULL : end + 1;
    if (end != NULL)
        *end = '\0';
    lines->number++;
    lines->n = 0;
    for (char *word = strtok_r(at, " \t\r", &kept); word != NULL && lines->n < WORDS_MAX;
         word = strtok_r(NULL, " \t\r", &kept))
        lines->word[lines->n++] = word;
    return true;
}

static void close_lines(word_lines *lines)
{
    free(lines->text);
    free(lines->path);
    *lines = (word_lines){0};
}

/* "FILE:LINE: SENTENCE" */
__attribute__((format(printf, 2, 3), cold))
static ul_status fail_at(const word_lines *lines, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return ul_fail(UL_E_INPUT, "%s:%zu: %s", lines->path, lines->number, text);
}

typedef struct {
    const ul_model *model;
    double *value;
    ul_solution *solution;
    word_lines lines;
} reading;

static bool word_is(const reading *at, size_t q, const char *text)
{
    return q < at->lines.n && strcmp(at->lines.word[q], text) == 0;
}

static bool starts_with(const char *word, const char *text)
{
    return strncmp(word, text, strlen(text)) == 0;
}

static bool has_word(const reading *at, const char *text)
{
    for (size_t q = 0; q < at->lines.n; q++)
        if (strcmp(at->lines.word[q], text) == 0)
            return true;
    return false;
}

static ul_status set(const reading *at, size_t column, size_t word)
{
    char *end = NULL;
    const double value = word < at->lines.n ? strtod(at->lines.word[word], &end) : 0;
    if (end == NULL || *end != '\0' || end == at->lines.word[word] || !isfinite(value))
        return fail_at(&at->lines, "a value is missing or malformed");
    if (column >= at->model->n_columns)
        return fail_at(&at->lines, "the model has %zu columns", at->model->n_columns);
    at->value[column] = value;
    return UL_OK;
}

static ul_status set_named(const reading *at, const char *name, size_t word)
{
    const size_t column = ul_model_find_column(at->model, name, strlen(name));
    if (column == UL_NONE && strcmp(name, "one") == 0)
        return UL_OK; /* stands for the objective's constant in LP files */
    return column == UL_NONE
               ? fail_at(&at->lines, "the model has no column '%.80s'", name)
               : set(at, column, word);
}

/* glpsol --write of a MIP: "s mip ROWS COLUMNS STATUS OBJECTIVE", "j COLUMN VALUE";
 * of an LP: "s bas ROWS COLUMNS PRIMAL DUAL OBJECTIVE", "j COLUMN STATUS VALUE DUAL". */
static ul_solution_claim glpk_claim(const reading *at)
{
    const char letter = at->lines.word[4][0];
    if (letter == 'n')
        return UL_SOLUTION_INFEASIBLE;
    if (letter == 'o' || (letter == 'f' && word_is(at, 1, "bas") && word_is(at, 5, "f")))
        return UL_SOLUTION_OPTIMAL;
    return letter == 'f' ? UL_SOLUTION_FEASIBLE : UL_SOLUTION_NONE;
}

static ul_status read_glpk_raw(reading *at)
{
    do {
        if (word_is(at, 0, "s")) {
            if (at->lines.n < 6)
                return fail_at(&at->lines, "a status line is cut short");
            at->solution->claim = glpk_claim(at);
        }
        if (word_is(at, 0, "j") && at->lines.n >= 3)
            UL_TRY(set(at, strtoul(at->lines.word[1], NULL, 10) - 1, at->lines.n == 3 ? 2 : 3));
    } while (next_line(&at->lines));
    return UL_OK;
}

/* glpsol -o: a report; a long name has its numbers on the line below. */
static ul_status read_glpk_report(reading *at)
{
    bool columns = false;
    char *name = NULL;
    do {
        if (word_is(at, 0, "Status:"))
            at->solution->claim = has_word(at, "OPTIMAL")        ? UL_SOLUTION_OPTIMAL
                                  : has_word(at, "NON-OPTIMAL") ? UL_SOLUTION_FEASIBLE
                                  : has_word(at, "EMPTY")       ? UL_SOLUTION_INFEASIBLE
                                                                : UL_SOLUTION_NONE;
        if (word_is(at, 0, "No.")) {
            columns = word_is(at, 1, "Column");
            continue;
        }
        if (!columns || at->lines.n == 0 || starts_with(at->lines.word[0], "---"))
            continue;
        size_t word = 0;
        if (name == NULL) {
            if (at->lines.n < 2 || strspn(at->lines.word[0], "0123456789") == 0) {
                columns = false; /* the notes after the table */
                continue;
            }
            name = at->lines.word[1];
            word = 2;
            if (at->lines.n == 2)
                continue;
        }
        while (word < at->lines.n && strpbrk(at->lines.word[word], "0123456789") == NULL)
            word++; /* '*' of an integer, "NL" of a nonbasic column */
        UL_TRY(set_named(at, name, word));
        name = NULL;
    } while (next_line(&at->lines));
    return UL_OK;
}

/* "Optimal - objective value 12", then "INDEX NAME VALUE REDUCED"; "**" marks
 * values that break a bound. */
static ul_status read_cbc(reading *at)
{
    at->solution->claim = word_is(at, 0, "Optimal")      ? UL_SOLUTION_OPTIMAL
                          : word_is(at, 0, "Infeasible") || word_is(at, 1, "infeasible")
                              ? UL_SOLUTION_INFEASIBLE
                          : has_word(at, "(no") || word_is(at, 0, "Unbounded")
                              ? UL_SOLUTION_NONE
                              : UL_SOLUTION_FEASIBLE;
    while (next_line(&at->lines)) {
        const size_t skip = word_is(at, 0, "**") ? 1 : 0;
        if (at->lines.n >= skip + 3)
            UL_TRY(set_named(at, at->lines.word[skip + 1], skip + 2));
    }
    return UL_OK;
}

/* "Model status", its name on the next line; "# Columns N", then "NAME VALUE". */
static ul_status read_highs(reading *at)
{
    bool columns = false, primal = true;
    at->solution->claim = UL_SOLUTION_NONE;
    if (next_line(&at->lines))
        at->solution->claim = word_is(at, 0, "Optimal")      ? UL_SOLUTION_OPTIMAL
                              : word_is(at, 0, "Infeasible") ? UL_SOLUTION_INFEASIBLE
                                                             : UL_SOLUTION_NONE;
    while (next_line(&at->lines)) {
        if (word_is(at, 0, "#")) {
            primal = primal && !word_is(at, 1, "Dual") && !word_is(at, 1, "Basis");
            columns = primal && word_is(at, 1, "Columns");
            continue;
        }
        if (primal && word_is(at, 0, "Feasible") && at->solution->claim == UL_SOLUTION_NONE)
            at->solution->claim = UL_SOLUTION_FEASIBLE;
        if (columns && at->lines.n == 2)
            UL_TRY(set_named(at, at->lines.word[0], 1));
    }
    return UL_OK;
}

/* "# Objective value = 12", then "NAME VALUE". The file does not say whether
 * the solution is optimal. */
static ul_status read_gurobi(reading *at)
{
    do {
        if (at->lines.n < 2 || at->lines.word[0][0] == '#')
            continue;
        at->solution->claim = UL_SOLUTION_FEASIBLE;
        UL_TRY(set_named(at, at->lines.word[0], 1));
    } while (next_line(&at->lines));
    return UL_OK;
}

/* "solution status: optimal solution found", "objective value: 12", then
 * "NAME VALUE (obj:COST)" for what is not zero. */
static ul_status read_scip(reading *at)
{
    const bool optimal = word_is(at, 2, "optimal"), infeasible = word_is(at, 2, "infeasible");
    at->solution->claim = infeasible ? UL_SOLUTION_INFEASIBLE : UL_SOLUTION_NONE;
    while (next_line(&at->lines)) {
        if (word_is(at, 0, "objective"))
            at->solution->claim = optimal ? UL_SOLUTION_OPTIMAL : UL_SOLUTION_FEASIBLE;
        else if (at->lines.n >= 2 && !word_is(at, 0, "no"))
            UL_TRY(set_named(at, at->lines.word[0], 1));
    }
    return UL_OK;
}

static const struct {
    const char *name;
    const char *first, *second; /* words of the first line; second NULL when any */
    ul_status (*read)(reading *at);
} format[] = {
    {"GLPK", "c", NULL, read_glpk_raw},
    {"GLPK", "s", NULL, read_glpk_raw},
    {"GLPK", "Problem:", NULL, read_glpk_report},
    {"HiGHS", "Model", "status", read_highs},
    {"Gurobi", "#", NULL, read_gurobi},
    {"SCIP", "solution", "status:", read_scip},
};

static ul_status read_any(reading *at)
{
    do {
        if (!next_line(&at->lines))
            return fail_at(&at->lines, "the solution file is empty");
    } while (at->lines.n == 0);
    for (size_t q = 0; q < sizeof format / sizeof *format; q++)
        if (word_is(at, 0, format[q].first)
            && (format[q].second == NULL || word_is(at, 1, format[q].second))) {
            at->solution->format = format[q].name;
            return format[q].read(at);
        }
    if (has_word(at, "objective") && has_word(at, "value")) {
        at->solution->format = "CBC";
        return read_cbc(at);
    }
    return fail_at(&at->lines, "not a solution file of GLPK, CBC, HiGHS, Gurobi or SCIP");
}

ul_status ul_solution_read(const char *path, const ul_model *model, double *value,
                           ul_solution *solution)
{
    reading at = {.model = model, .value = value, .solution = solution};
    *solution = (ul_solution){UL_SOLUTION_NONE, ""};
    for (size_t q = 0; q < model->n_columns; q++)
        value[q] = 0;
    ul_status status = open_lines(path, &at.lines);
    if (status == UL_OK)
        status = read_any(&at);
    close_lines(&at.lines);
    return status;
}
