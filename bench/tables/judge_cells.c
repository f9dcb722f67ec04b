/* The cells of a table held against the printed numbers that they are, by the one rule;
 * and all of them as a list for programs. */
#include <stdlib.h>

#include "judge.h"
#include "table.h"

/* The measure's unit: its column's, or as the table's hidden ones have it, "cost ($); ...". */
static const char *unit_of(const ul_table_made *made, const char *measure)
{
    const char *part = strrchr(measure, ','), *found = NULL;
    const size_t length = strlen(measure);
    for (const ul_column *c = made->self->column; c->measure != NULL; c++)
        if (ul_same(c->measure, measure))
            return c->unit;
    for (const char *at = made->self->hidden; at != NULL && *at != '\0' && found == NULL;) {
        if (strncmp(at, measure, length) == 0 && strncmp(at + length, " (", 2) == 0)
            found = at + length + 2;
        at += strcspn(at, ";");
        at += strspn(at, "; ");
    }
    if (found != NULL)
        return ul_arena_text(made->arena, found, strcspn(found, ")"));
    return part == NULL ? NULL /* the least of what has a unit has the same */
                        : unit_of(made, ul_arena_text(made->arena, measure, (size_t)(part - measure)));
}

static double as_kept(double value)
{
    char kept[32];
    snprintf(kept, sizeof kept, "%.6g", value);
    return isfinite(value) ? strtod(kept, NULL) : NAN;
}

/* How far ours is off: in points of a percentage, in nines, else in percent. */
static void off_cell(ul_sheet *to, const ul_printed *p, double ours)
{
    if (ul_printed_is(p, "shape") || (p->value == 0 && !ul_same(p->unit, "%")))
        ul_sheet_cell(to, "%s", "");
    else if (ul_same(p->unit, "%") || ul_same(p->unit, "nines"))
        ul_sheet_cell(to, "%+.2f %s", ours - p->value, p->unit[0] == '%' ? "points" : "nines");
    else
        ul_sheet_cell(to, "%+.1f%%", 100 * (ours - p->value) / fabs(p->value));
}

static void write_verdict(ul_table_made *made, const ul_printed *p, double ours,
                          ul_verdict verdict, const char *why)
{
    char printed[UL_PRINTED_TEXT];
    ul_sheet *to = made->verdicts;
    ul_sheet_cell(to, "%s", p->id);
    ul_sheet_cell(to, "%s: %s", p->subject, p->quantity);
    ul_sheet_cell(to, "%s", ul_printed_text(p, true, printed));
    if (ul_printed_is(p, "shape"))
        ul_sheet_cell(to, "%s", ours == 1 ? "holds" : "fails");
    else
        ul_sheet_cell(to, fabs(ours) < 1e4 ? "%.4g%s" : "%.0f%s", ours,
                      ul_same(p->unit, "%") ? "%" : "");
    off_cell(to, p, ours);
    ul_sheet_cell(to, "%s", ul_verdict_name(verdict));
    ul_sheet_cell(to, "%s", why);
}

/* A number for programs, and the verdict on it; p is NULL where no paper prints it. What is
 * judged is the number as it is kept, so that whoever judges it again finds the same. */
static void write_number(ul_table_made *made, const ul_cell *cell, const char *unit,
                         const ul_printed *p)
{
    ul_sheet *to = made->numbers;
    char why[UL_WHY_TEXT] = "";
    const double ours = as_kept(cell->ours);
    const ul_verdict verdict = p == NULL || made->unlike != NULL ? UL_NOT_JUDGED
                                                                 : ul_judge(p, ours);
    if (p != NULL && made->unlike != NULL)
        snprintf(why, sizeof why, "unlike: %s", made->unlike);
    else if (p != NULL)
        ul_judge_why(p, verdict, why);
    ul_sheet_heads(to, (const char *const[]){made->self->name, cell->of, cell->who, cell->measure,
                                             unit}, 5);
    for (size_t q = 0; q < 4; q++)
        ul_sheet_number(to, UL_PLAIN, as_kept((const double[]){cell->ours, cell->deviation,
                                                              cell->least, cell->most}[q]));
    ul_sheet_heads(to, (const char *const[]){p == NULL ? "" : p->id, p == NULL ? "" : p->text,
                                             p == NULL ? "" : ul_verdict_name(verdict), why}, 4);
    if (p != NULL && made->unlike == NULL && !isnan(ours))
        write_verdict(made, p, ours, verdict, why);
}

static ul_status judge_as(ul_table_made *made, const ul_cell *cell, const ul_printed *p)
{
    const char *unit = unit_of(made, cell->measure);
    if (unit == NULL)
        return ul_fail(UL_E_INTERNAL, "table '%s': no column has the measure '%s'",
                       made->self->name, cell->measure);
    if (p != NULL && !ul_same(p->unit, unit) && !ul_printed_is(p, "shape"))
        return ul_fail(UL_E_INTERNAL, "table '%s': '%s' is in %s, the printed %s in %s",
                       made->self->name, cell->measure, unit, p->id, p->unit);
    write_number(made, cell, unit, p);
    return UL_OK;
}

static ul_status judge_cell(ul_table_made *made, const ul_printed_list *list, const ul_cell *cell)
{
    size_t at = 0;
    const ul_printed *p = ul_cell_printed(made, list, cell, &at);
    do
        UL_TRY(judge_as(made, cell, p));
    while ((p = ul_cell_printed(made, list, cell, &at)) != NULL);
    return UL_OK;
}

/* The next name of "a | b < c", which is taken off `rest`, and the sign behind it. */
static const char *next_name(char **rest, char *sign)
{
    char *name = *rest + strspn(*rest, " ");
    size_t length = strcspn(name, "<|");
    *sign = name[length];
    *rest = *sign == '\0' ? NULL : name + length + 1;
    while (length > 0 && name[length - 1] == ' ')
        length--;
    name[length] = '\0';
    return name;
}

/* 1 where the numbers of "a < b | c < d" rise, 0 where not, NaN where one is missing: of
 * subjects in the case, or of cases for the subject, whichever is `other`. */
static double rises(const ul_table_made *made, const ul_printed *p, bool over_cases,
                    const char *other)
{
    char chain[400], *rest = chain, sign;
    double below = -HUGE_VAL, most = -HUGE_VAL, holds = 1;
    snprintf(chain, sizeof chain, "%s", over_cases ? p->of : p->who);
    while (rest != NULL) {
        const char *name = next_name(&rest, &sign);
        const double ours = over_cases ? ul_got(made, name, other, p->measure)
                                       : ul_got(made, other, name, p->measure);
        if (isnan(ours))
            return NAN;
        holds = ours > below ? holds : 0;
        most = fmax(most, ours);
        below = sign == '<' ? most : below;
    }
    return holds;
}

/* The same for each of the others, "x | y". */
static double all_rise(const ul_table_made *made, const ul_printed *p)
{
    const bool over_cases = strchr(p->of, '<') != NULL;
    char others[400], *rest = others, sign;
    double holds = 1;
    snprintf(others, sizeof others, "%s", over_cases ? p->who : p->of);
    while (rest != NULL)
        holds *= rises(made, p, over_cases, next_name(&rest, &sign));
    return holds;
}

/* What a paper prints of a chain, or of the least or most of what cells are means of. */
static ul_status judge_others(ul_table_made *made, const ul_printed_list *list)
{
    for (size_t q = 0; q < list->n; q++) {
        const ul_printed *p = &list->row[q];
        if (!ul_same(p->table, made->self->name))
            continue;
        const ul_cell *cell = ul_cell_find(made, p->of, p->who, p->measure);
        if (ul_printed_is(p, "shape") && (strchr(p->who, '<') != NULL || strchr(p->of, '<') != NULL)) {
            const ul_cell chain = ul_cell_of(p->of, p->who, p->measure, all_rise(made, p));
            write_number(made, &chain, "", p);
        } else if (cell != NULL && cell->is_part)
            UL_TRY(judge_as(made, cell, p));
    }
    return UL_OK;
}

ul_status ul_cells_judge(ul_table_made *made, const ul_printed_list *list)
{
    static const char *const number[] = {"table", "case", "subject", "measure", "unit", "ours",
                                         "deviation", "least", "most", "id", "printed", "verdict",
                                         "why"};
    static const char *const verdict[] = {"id", "printed number", "paper", "ours", "off",
                                          "verdict", "why"};
    UL_TRY(ul_sheet_new(made->arena, "numbers", "", "", "lllllrrrrlrll", &made->numbers));
    UL_TRY(ul_sheet_new(made->arena, "verdicts", "What the paper prints, and what we find",
                        ul_judge_rule, "llrrrll", &made->verdicts));
    ul_sheet_heads(made->numbers, number, sizeof number / sizeof *number);
    ul_sheet_heads(made->verdicts, verdict, sizeof verdict / sizeof *verdict);
    for (size_t q = 0; q < made->n_cells; q++)
        UL_TRY(judge_cell(made, list, &made->cell[q]));
    UL_TRY(judge_others(made, list));
    if (made->verdicts->n_cells == made->verdicts->n_columns)
        made->verdicts = NULL; /* a heading and nothing below it */
    return UL_OK;
}
