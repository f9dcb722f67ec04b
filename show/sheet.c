#include "sheet.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_writer.h"
#include "names.h"
#include "svg.h"
#include "utf8.h"

ul_status ul_sheet_new(ul_arena *arena, const char *name, const char *title, const char *note,
                       const char *align, ul_sheet **result)
{
    ul_sheet *sheet;
    UL_ALLOC(arena, sheet, 1);
    if (note == NULL) /* there was no memory for it */
        return ul_no_memory();
    *sheet = (ul_sheet){.name = name,
                        .title = title,
                        .note = note,
                        .align = align,
                        .n_columns = strlen(align),
                        .arena = arena};
    *result = sheet;
    return UL_OK;
}

/* plain: NULL where programs read the same text. */
static void add_cell(ul_sheet *sheet, const char *text, const char *plain)
{
    if (sheet->n_cells == sheet->room) {
        sheet->room = sheet->room == 0 ? 64 : sheet->room * 2;
        sheet->cell = ul_arena_grow(sheet->arena, sheet->cell, sheet->n_cells, sheet->room,
                                    sizeof *sheet->cell);
        sheet->plain = ul_arena_grow(sheet->arena, sheet->plain, sheet->n_cells, sheet->room,
                                     sizeof *sheet->plain);
    }
    const bool whole = sheet->cell != NULL && sheet->plain != NULL;
    const char *kept = whole ? ul_arena_text(sheet->arena, text, strlen(text)) : NULL;
    const char *bare = whole && plain != NULL ? ul_arena_text(sheet->arena, plain, strlen(plain))
                                              : NULL;
    sheet->failed = sheet->failed || kept == NULL || (plain != NULL && bare == NULL);
    if (sheet->failed)
        return;
    sheet->cell[sheet->n_cells] = kept;
    sheet->plain[sheet->n_cells++] = bare;
}

void ul_sheet_cell(ul_sheet *sheet, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_cell(sheet, text, NULL);
}

void ul_sheet_heads(ul_sheet *sheet, const char *const *text, size_t n)
{
    for (size_t q = 0; q < n; q++)
        ul_sheet_cell(sheet, "%s", text[q]);
}

void ul_sheet_number(ul_sheet *sheet, ul_sheet_form form, double value)
{
    char text[64], plain[64];
    if (isnan(value)) {
        add_cell(sheet, "", "");
        return;
    }
    value += 0.0; /* no minus zero */
    snprintf(plain, sizeof plain, form == UL_MEASURE ? "%.12g" : "%.10g", value);
    switch (form) {
    case UL_WORD:
    case UL_PLAIN:
        snprintf(text, sizeof text, "%.4g", value);
        break;
    case UL_MEASURE:
        snprintf(text, sizeof text, "%.6g", value);
        break;
    case UL_WHOLE:
        snprintf(text, sizeof text, "%.0f", value);
        break;
    case UL_PERCENT:
        snprintf(text, sizeof text, "%.3f%%", 100 * value);
        break;
    case UL_SHARE:
        snprintf(text, sizeof text, "%.1f%%", 100 * value);
        break;
    case UL_DOLLARS:
        snprintf(text, sizeof text, "%s$%.2f", value < 0 ? "-" : "", fabs(value));
        break;
    case UL_SECONDS: /* microseconds are as fine as records are */
        snprintf(text, sizeof text, value < 0.01 ? "%.6f" : value < 1 ? "%.4f" : "%.2f", value);
        break;
    }
    add_cell(sheet, text, plain);
}

void ul_sheet_exact(ul_sheet *sheet, const char *rounded, const char *exact)
{
    add_cell(sheet, rounded, exact);
}

void ul_sheet_none(ul_sheet *sheet, const char *why)
{
    add_cell(sheet, why, "");
}

ul_status ul_sheet_describe(ul_arena *arena, const ul_sheet_described *d, ul_sheet **sheet)
{
    size_t n = 0;
    const char **key;
    char *align;
    while (d->column[n].head != NULL)
        n++;
    UL_ALLOC(arena, key, n);
    UL_ALLOC(arena, align, n + 1);
    for (size_t c = 0; c < n; c++) {
        align[c] = d->column[c].form == UL_WORD ? 'l' : 'r';
        key[c] = d->column[c].key;
    }
    UL_TRY(ul_sheet_new(arena, d->name, d->title, d->note, align, sheet));
    (*sheet)->key = key;
    (*sheet)->column = d->column;
    for (size_t c = 0; c < n; c++)
        ul_sheet_cell(*sheet, "%s", d->column[c].head);
    return UL_OK;
}

void ul_sheet_row(ul_sheet *sheet, const char *first, const char *second, const double *number)
{
    ul_sheet_cell(sheet, "%s", first);
    if (second != NULL)
        ul_sheet_cell(sheet, "%s", second);
    for (size_t c = second == NULL ? 1 : 2; c < sheet->n_columns; c++, number++)
        if (*number == UL_TOO_FEW_FOR)
            ul_sheet_none(sheet, "too few");
        else
            ul_sheet_number(sheet, sheet->column[c].form, *number);
}

static ul_status check(const ul_sheet *sheet)
{
    if (sheet->failed)
        return ul_no_memory();
    if (sheet->n_cells % sheet->n_columns != 0)
        return ul_fail(UL_E_INTERNAL, "table '%s' has an incomplete row", sheet->name);
    return UL_OK;
}

static size_t n_rows(const ul_sheet *sheet)
{
    return sheet->n_cells / sheet->n_columns;
}

static const char *at(const ul_sheet *sheet, size_t row, size_t column)
{
    return sheet->cell[row * sheet->n_columns + column];
}

/* Characters, not bytes: names may hold UTF-8. */
static size_t width_of(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static size_t column_width(const ul_sheet *sheet, size_t column)
{
    size_t width = 0;
    for (size_t row = 0; row < n_rows(sheet); row++)
        if (width_of(at(sheet, row, column)) > width)
            width = width_of(at(sheet, row, column));
    return width;
}

static void pad(ul_output *out, size_t n)
{
    while (n-- > 0)
        ul_output_text(out, " ");
}

ul_status ul_sheet_text(const ul_sheet *sheet, ul_output *out)
{
    UL_TRY(check(sheet));
    size_t *width;
    UL_ALLOC(sheet->arena, width, sheet->n_columns);
    for (size_t c = 0; c < sheet->n_columns; c++)
        width[c] = column_width(sheet, c);
    ul_output_format(out, "%s\n", sheet->title);
    for (size_t row = 0; row < n_rows(sheet); row++) {
        for (size_t c = 0; c < sheet->n_columns; c++) {
            const char *cell = at(sheet, row, c);
            const size_t gap = width[c] - width_of(cell);
            ul_output_text(out, "  ");
            if (sheet->align[c] == 'r')
                pad(out, gap);
            ul_output_text(out, cell);
            if (sheet->align[c] == 'l' && c + 1 < sheet->n_columns)
                pad(out, gap);
        }
        ul_output_text(out, "\n");
    }
    if (sheet->note[0] != '\0')
        ul_output_format(out, "  %s\n", sheet->note);
    return UL_OK;
}

ul_status ul_sheet_markdown(const ul_sheet *sheet, ul_output *out)
{
    UL_TRY(check(sheet));
    ul_output_format(out, "### %s\n\n", sheet->title);
    for (size_t row = 0; row < n_rows(sheet); row++) {
        for (size_t c = 0; c < sheet->n_columns; c++) {
            ul_output_text(out, "| ");
            for (const char *q = at(sheet, row, c); *q != '\0'; q++)
                ul_output_bytes(out, *q == '|' ? "\\|" : q, *q == '|' ? 2 : 1);
            ul_output_text(out, " ");
        }
        ul_output_text(out, "|\n");
        for (size_t c = 0; row == 0 && c < sheet->n_columns; c++)
            ul_output_text(out, sheet->align[c] == 'r' ? "|--:" : "|---");
        if (row == 0)
            ul_output_text(out, "|\n");
    }
    ul_output_format(out, "\n%s%s", sheet->note, sheet->note[0] != '\0' ? "\n\n" : "");
    return UL_OK;
}

static const char *heading_for_programs(const ul_sheet *sheet, size_t column)
{
    return sheet->key != NULL ? sheet->key[column] : at(sheet, 0, column);
}

static const char *text_for_programs(const ul_sheet *sheet, size_t row, size_t column)
{
    const char *plain = sheet->plain[row * sheet->n_columns + column];
    return plain != NULL ? plain : at(sheet, row, column);
}

static ul_status write_csv(const ul_sheet *sheet, size_t first, ul_output *out)
{
    ul_csv_writer csv = {.out = out};
    UL_TRY(check(sheet));
    for (size_t row = first; row < n_rows(sheet); row++) {
        for (size_t c = 0; c < sheet->n_columns; c++)
            ul_csv_put(&csv, row == 0 ? heading_for_programs(sheet, c)
                                      : text_for_programs(sheet, row, c));
        ul_csv_end(&csv);
    }
    return UL_OK;
}

ul_status ul_sheet_csv(const ul_sheet *sheet, ul_output *out)
{
    return write_csv(sheet, 0, out);
}

ul_status ul_sheet_csv_rows(const ul_sheet *sheet, ul_output *out)
{
    return write_csv(sheet, 1, out);
}

ul_status ul_sheet_json(const ul_sheet *sheet, ul_json_writer *json)
{
    UL_TRY(check(sheet));
    ul_json_open(json, "[", ", ");
    for (size_t row = 1; row < n_rows(sheet); row++) {
        ul_json_open(json, "{", ", ");
        for (size_t c = 0; c < sheet->n_columns; c++) {
            const char *plain = sheet->plain[row * sheet->n_columns + c];
            ul_json_name(json, heading_for_programs(sheet, c));
            if (plain == NULL)
                ul_json_put_text(json, at(sheet, row, c));
            else
                ul_json_put(json, "%s", plain[0] == '\0' ? "null" : plain);
        }
        ul_json_close(json, "}");
    }
    ul_json_close(json, "]");
    return UL_OK;
}

/* ---- LaTeX ---- */

/* What LaTeX would take for a command, and what its fonts have in mathematics alone: a
 * bare < in text is printed as an inverted exclamation mark. */
static const struct {
    uint32_t code;
    const char *written;
} latex[] = {
    {'&', "\\&"}, {'%', "\\%"}, {'$', "\\$"}, {'#', "\\#"}, {'_', "\\_"}, {'{', "\\{"},
    {'}', "\\}"}, {'~', "\\textasciitilde{}"}, {'^', "\\textasciicircum{}"},
    {'\\', "\\textbackslash{}"}, {'<', "$<$"}, {'>', "$>$"}, {'|', "$|$"}, {'"', "''"},
    {'[', "{[}"}, {']', "{]}"}, {0xb1, "$\\pm$"}, {0xb5, "$\\mu$"}, {0xd7, "$\\times$"},
    {0x3bc, "$\\mu$"}, {0x2264, "$\\le$"}, {0x2265, "$\\ge$"}, {0x2212, "$-$"}, {0x2013, "--"},
    {0x2026, "\\ldots{}"}, {0x2019, "'"},
};

/* Letters of Latin-1 are known to every LaTeX; others are not. */
static void put_latex_letter(ul_output *out, uint32_t code, const char *bytes, size_t length)
{
    for (size_t q = 0; q < sizeof latex / sizeof *latex; q++)
        if (latex[q].code == code) {
            ul_output_text(out, latex[q].written);
            return;
        }
    if (code >= 0x20 && code < 0x7f)
        ul_output_bytes(out, bytes, 1);
    else if (code >= 0xc0 && code <= 0xff)
        ul_output_bytes(out, bytes, length);
    else
        ul_output_text(out, code < 0x20 || code == 0x7f ? " " : "?");
}

/* A hyphen before a number is a minus, and two in a row are no dash. */
static void put_latex(ul_output *out, const char *text)
{
    const char *start = text;
    while (*text != '\0') {
        uint32_t code;
        const size_t length = ul_utf8_next(text, &code);
        const bool begins = text == start || text[-1] == ' ' || text[-1] == '(';
        if (code == '-' && begins && isdigit((unsigned char)text[text[1] == '$' ? 2 : 1]))
            ul_output_text(out, "$-$");
        else if (code == '-')
            ul_output_text(out, "{-}");
        else
            put_latex_letter(out, code, text, length);
        text += length;
    }
}

ul_status ul_sheet_latex(const ul_sheet *sheet, ul_output *out)
{
    UL_TRY(check(sheet));
    ul_output_format(out, "%% needs \\usepackage{booktabs}\n\\begin{tabular}{%s}\n\\toprule\n",
                     sheet->align);
    for (size_t row = 0; row < n_rows(sheet); row++) {
        for (size_t c = 0; c < sheet->n_columns; c++) {
            put_latex(out, at(sheet, row, c));
            ul_output_text(out, c + 1 < sheet->n_columns ? " & " : " \\\\\n");
        }
        if (row == 0)
            ul_output_text(out, "\\midrule\n");
    }
    ul_output_text(out, "\\bottomrule\n\\end{tabular}\n");
    return UL_OK;
}

/* LaTeX command names are letters only: words are capitalized, digits and points
 * spelled. */
static void put_macro_part(ul_output *out, const char *text)
{
    static const char *const digit[] = {"Zero", "One", "Two",   "Three", "Four",
                                        "Five", "Six", "Seven", "Eight", "Nine"};
    bool start = true;
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (isdigit(c)) {
            ul_output_text(out, digit[c - '0']);
        } else if (c == '.' && isdigit((unsigned char)text[1])) {
            ul_output_text(out, "Point");
        } else if (isascii(c) && isalpha(c)) {
            const char letter = (char)(start ? toupper(c) : c);
            ul_output_bytes(out, &letter, 1);
        }
        start = !isascii(c) || !isalpha(c);
    }
}

/* The name of one number's macro, without the backslash; the caller frees it. */
static ul_status macro_name(const ul_sheet *sheet, size_t row, size_t c, char **name)
{
    ul_output *out;
    size_t length;
    UL_TRY(ul_output_memory(&out));
    ul_output_text(out, "ullage");
    put_macro_part(out, sheet->name);
    for (size_t key = 0; key < sheet->n_columns && sheet->align[key] == 'l'; key++)
        put_macro_part(out, at(sheet, row, key));
    /* so that a row's last number and the column's do not run together */
    if (isdigit((unsigned char)at(sheet, 0, c)[0]))
        ul_output_text(out, "At");
    put_macro_part(out, at(sheet, 0, c));
    return ul_output_take(out, name, &length);
}

/* Names that differ in signs alone would be one macro, defined twice: from the second on
 * they end in Again. */
static ul_status put_macro(const ul_sheet *sheet, size_t row, size_t c, ul_names *used,
                           ul_output *out)
{
    char *name, text[512];
    bool is_new = false;
    UL_TRY(macro_name(sheet, row, c, &name));
    int n = snprintf(text, sizeof text, "%.400s", name);
    free(name);
    while (ul_names_add(used, text, (size_t)n, &is_new) != UL_NONE && !is_new
           && n + 6 < (int)sizeof text)
        n += snprintf(text + n, sizeof text - (size_t)n, "Again");
    if (!is_new)
        return ul_no_memory();
    ul_output_format(out, "\\newcommand{\\%s}{", text);
    put_latex(out, at(sheet, row, c));
    ul_output_text(out, "}\n");
    return UL_OK;
}

ul_status ul_sheet_macros(const ul_sheet *sheet, ul_output *out)
{
    UL_TRY(check(sheet));
    ul_names *used = ul_names_new();
    ul_status status = used == NULL ? ul_no_memory() : UL_OK;
    for (size_t row = 1; row < n_rows(sheet); row++)
        for (size_t c = 0; c < sheet->n_columns && status == UL_OK; c++)
            if (sheet->align[c] == 'r')
                status = put_macro(sheet, row, c, used, out);
    ul_names_free(used);
    return status;
}

ul_status ul_sheet_html(const ul_sheet *sheet, ul_output *out)
{
    UL_TRY(check(sheet));
    ul_output_text(out, "<table id=\"");
    ul_svg_escape(out, sheet->name);
    ul_output_text(out, "\">");
    if (sheet->title[0] != '\0') {
        ul_output_text(out, "<caption>");
        ul_svg_escape(out, sheet->title);
        ul_output_text(out, "</caption>\n");
    }
    for (size_t row = 0; row < n_rows(sheet); row++) {
        const char *tag = row == 0 ? "th" : "td";
        ul_output_text(out, row == 0 ? "<thead><tr>" : "<tr>");
        for (size_t c = 0; c < sheet->n_columns; c++) {
            ul_output_format(out, "<%s%s>", tag, sheet->align[c] == 'r' ? " class=\"number\"" : "");
            ul_svg_escape(out, at(sheet, row, c));
            ul_output_format(out, "</%s>", tag);
        }
        ul_output_text(out, row == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
    }
    ul_output_text(out, "</tbody></table>\n");
    if (sheet->note[0] != '\0') {
        ul_output_text(out, "<p class=\"note\">");
        ul_svg_escape(out, sheet->note);
        ul_output_text(out, "</p>\n");
    }
    return UL_OK;
}
