#include "sheet.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "svg.h"

ul_status ul_sheet_new(ul_arena *arena, const char *name, const char *title, const char *note,
                       const char *align, ul_sheet **result)
{
    ul_sheet *sheet = ul_arena_alloc(arena, 1, sizeof *sheet);
    if (sheet == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a table");
    *sheet = (ul_sheet){.name = name,
                        .title = title,
                        .note = note,
                        .align = align,
                        .n_columns = strlen(align),
                        .arena = arena};
    *result = sheet;
    return UL_OK;
}

void ul_sheet_cell(ul_sheet *sheet, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (sheet->n_cells == sheet->room) {
        sheet->room = sheet->room == 0 ? 64 : sheet->room * 2;
        sheet->cell = ul_arena_grow(sheet->arena, sheet->cell, sheet->n_cells, sheet->room,
                                    sizeof *sheet->cell);
    }
    const char *kept = sheet->cell == NULL ? NULL
                                           : ul_arena_text(sheet->arena, text, strlen(text));
    sheet->failed = sheet->failed || kept == NULL;
    if (!sheet->failed)
        sheet->cell[sheet->n_cells++] = kept;
}

static ul_status check(const ul_sheet *sheet)
{
    if (sheet->failed)
        return ul_fail(UL_E_MEMORY, "out of memory for a table");
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
    size_t *width = ul_arena_alloc(sheet->arena, sheet->n_columns, sizeof *width);
    if (width == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a table");
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

ul_status ul_sheet_csv(const ul_sheet *sheet, ul_output *out)
{
    UL_TRY(check(sheet));
    for (size_t row = 0; row < n_rows(sheet); row++)
        for (size_t c = 0; c < sheet->n_columns; c++) {
            ul_output_field(out, at(sheet, row, c));
            ul_output_text(out, c + 1 < sheet->n_columns ? "," : "\n");
        }
    return UL_OK;
}

/* ---- LaTeX ---- */

static void put_latex(ul_output *out, const char *text)
{
    static const char special[] = "&%$#_{}~^\\";
    static const char *const written[] = {"\\&", "\\%", "\\$", "\\#", "\\_", "\\{", "\\}",
                                          "\\textasciitilde{}", "\\textasciicircum{}",
                                          "\\textbackslash{}"};
    for (; *text != '\0'; text++) {
        const char *found = strchr(special, *text);
        if (found != NULL)
            ul_output_text(out, written[found - special]);
        else
            ul_output_bytes(out, text, 1);
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

ul_status ul_sheet_macros(const ul_sheet *sheet, ul_output *out)
{
    UL_TRY(check(sheet));
    for (size_t row = 1; row < n_rows(sheet); row++)
        for (size_t c = 0; c < sheet->n_columns; c++) {
            if (sheet->align[c] != 'r')
                continue;
            ul_output_text(out, "\\newcommand{\\ullage");
            put_macro_part(out, sheet->name);
            for (size_t key = 0; key < sheet->n_columns && sheet->align[key] == 'l'; key++)
                put_macro_part(out, at(sheet, row, key));
            /* so that a row's last number and the column's do not run together */
            if (isdigit((unsigned char)at(sheet, 0, c)[0]))
                ul_output_text(out, "At");
            put_macro_part(out, at(sheet, 0, c));
            ul_output_text(out, "}{");
            put_latex(out, at(sheet, row, c));
            ul_output_text(out, "}\n");
        }
    return UL_OK;
}

ul_status ul_sheet_html(const ul_sheet *sheet, ul_output *out)
{
    UL_TRY(check(sheet));
    ul_output_format(out, "<table id=\"%s\"><caption>", sheet->name);
    ul_svg_escape(out, sheet->title);
    ul_output_text(out, "</caption>\n");
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
