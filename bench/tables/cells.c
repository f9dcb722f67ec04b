#include "table.h"

#include <stdarg.h>

#include "statistics.h"

char *ul_text(ul_table_made *made, const char *format, ...)
{
    static char none[1];
    va_list arguments;
    va_start(arguments, format);
    char *text = ul_arena_words(made->arena, format, arguments);
    va_end(arguments);
    made->failed = made->failed || text == NULL;
    return text == NULL ? none : text;
}

ul_cell ul_cell_of(const char *of, const char *who, const char *measure, double ours)
{
    return (ul_cell){.of = of, .who = who, .measure = measure, .ours = ours, .deviation = NAN,
                     .least = NAN, .most = NAN};
}

static ul_cell *find(const ul_table_made *made, const char *of, const char *who,
                     const char *measure)
{
    for (size_t q = 0; q < made->n_cells; q++) {
        ul_cell *cell = &made->cell[q];
        if (ul_same(cell->measure, measure) && ul_same(cell->who, who) && ul_same(cell->of, of))
            return cell;
    }
    return NULL;
}

const ul_cell *ul_cell_find(const ul_table_made *made, const char *of, const char *who,
                            const char *measure)
{
    const ul_cell *cell = find(made, of, who, measure);
    const char *part = strrchr(measure, ',');
    char whole[200];
    if (cell != NULL || part == NULL)
        return cell;
    snprintf(whole, sizeof whole, "%.*s", (int)(part - measure), measure);
    cell = find(made, of, who, whole);
    ul_cell *one = ul_arena_alloc(made->arena, 1, sizeof *one);
    if (cell == NULL || one == NULL)
        return NULL;
    *one = ul_cell_of(of, who, measure,
                      ul_same(part, ", least")    ? cell->least
                      : ul_same(part, ", most")   ? cell->most
                      : cell->n > 0 && ul_same(part, ", median")
                          ? ul_stat_quantile(cell->sample, cell->n, 0.5) : NAN);
    one->is_part = true;
    return one;
}

const ul_printed *ul_cell_printed(const ul_table_made *made, const ul_printed_list *list,
                                  const ul_cell *cell, size_t *at)
{
    while (cell != NULL && *at < list->n) {
        const ul_printed *p = &list->row[(*at)++];
        if (ul_same(p->table, made->self->name) && ul_same(p->measure, cell->measure)
            && ul_same(p->who, cell->who) && ul_same(p->of, cell->of))
            return p;
    }
    return NULL;
}

/* The cell, or a new one without a number; NULL where memory has failed. */
static ul_cell *place(ul_table_made *made, const char *of, const char *who, const char *measure)
{
    ul_cell *cell = find(made, of, who, measure);
    if (cell != NULL || made->failed)
        return cell;
    made->cell = ul_arena_more(made->arena, made->cell, made->n_cells, &made->cell_room, sizeof *cell);
    made->failed = made->cell == NULL;
    if (made->failed)
        return NULL;
    cell = &made->cell[made->n_cells++];
    *cell = ul_cell_of(ul_text(made, "%s", of), ul_text(made, "%s", who),
                       ul_text(made, "%s", measure), NAN);
    return made->failed ? NULL : cell;
}

void ul_put(ul_table_made *made, const char *of, const char *who, const char *measure, double ours)
{
    ul_cell *cell = place(made, of, who, measure);
    if (cell == NULL)
        return;
    cell->ours = ours;
    cell->deviation = cell->least = cell->most = NAN;
    cell->n = 0;
}

void ul_add(ul_table_made *made, const char *of, const char *who, const char *measure, double one)
{
    ul_cell *cell = place(made, of, who, measure);
    if (cell == NULL || isnan(one))
        return;
    cell->sample = ul_arena_more(made->arena, cell->sample, cell->n, &cell->room, sizeof one);
    made->failed = made->failed || cell->sample == NULL;
    if (made->failed)
        return;
    cell->sample[cell->n++] = one;
    cell->ours = ul_stat_mean(cell->sample, cell->n);
    cell->deviation = ul_stat_sd(cell->sample, cell->n);
    cell->least = fmin(one, cell->least); /* the other where one is NaN */
    cell->most = fmax(one, cell->most);
}

void ul_put_point(ul_table_made *made, size_t panel, const char *name, double x, double y)
{
    ul_curve *c = made->curve, *end = c + made->n_curves;
    while (c < end && !(c->panel == panel && ul_same(c->name, name)))
        c++;
    if (c == made->curve + UL_CURVES_MAX)
        return;
    if (c == end)
        *c = (ul_curve){.panel = panel, .name = ul_text(made, "%s", name)};
    made->n_curves += c == end;
    size_t room = c->room; /* the same of both */
    c->x = ul_arena_more(made->arena, c->x, c->n, &room, sizeof x);
    c->y = ul_arena_more(made->arena, c->y, c->n, &c->room, sizeof y);
    made->failed = made->failed || c->x == NULL || c->y == NULL;
    if (made->failed)
        return;
    c->x[c->n] = x;
    c->y[c->n++] = y;
}

double ul_got(const ul_table_made *made, const char *of, const char *who, const char *measure)
{
    const ul_cell *cell = ul_cell_find(made, of, who, measure);
    return cell == NULL ? NAN : cell->ours;
}

double ul_above(const ul_table_made *made, const char *of, const char *who, const char *other,
                const char *measure)
{
    return 100 * (ul_got(made, of, who, measure) / ul_got(made, of, other, measure) - 1);
}

double ul_below(const ul_table_made *made, const char *of, const char *who, const char *other,
                const char *measure)
{
    return 100 * (1 - ul_got(made, of, who, measure) / ul_got(made, of, other, measure));
}

ul_status ul_put_sentences(ul_table_made *made, const char *text)
{
    made->note = made->note == NULL ? text : ul_text(made, "%s %s", made->note, text);
    return made->failed ? ul_no_memory() : UL_OK;
}
