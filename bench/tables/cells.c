#include "cells.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "statistics.h"

static const char *keep(ul_table_made *made, const char *text)
{
    const char *kept = ul_arena_text(made->arena, text, strlen(text));
    made->failed = made->failed || kept == NULL;
    return kept;
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

const ul_cell *ul_cell_find(const ul_table_made *made, const char *of, const char *who,
                            const char *measure)
{
    return find(made, of, who, measure);
}

static ul_cell *place(ul_table_made *made, const char *of, const char *who, const char *measure)
{
    ul_cell *cell = find(made, of, who, measure);
    if (cell != NULL || made->failed)
        return cell;
    if (made->n_cells == made->cell_room) {
        made->cell_room = made->cell_room == 0 ? 64 : 2 * made->cell_room;
        made->cell = ul_arena_grow(made->arena, made->cell, made->n_cells, made->cell_room,
                                   sizeof *made->cell);
        made->failed = made->cell == NULL;
        if (made->failed)
            return NULL;
    }
    cell = &made->cell[made->n_cells++];
    *cell = (ul_cell){.of = keep(made, of), .who = keep(made, who), .measure = keep(made, measure)};
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
    ul_cell *cell = find(made, of, who, measure);
    if (cell == NULL) {
        ul_put(made, of, who, measure, NAN);
        cell = find(made, of, who, measure);
    }
    if (cell == NULL || isnan(one))
        return;
    if (cell->n == cell->room) {
        cell->room = 2 * cell->room + 8;
        cell->sample = ul_arena_grow(made->arena, cell->sample, cell->n, cell->room, sizeof one);
        made->failed = made->failed || cell->sample == NULL;
        if (made->failed)
            return;
    }
    cell->sample[cell->n++] = one;
    cell->ours = ul_stat_mean(cell->sample, cell->n);
    cell->deviation = ul_stat_sd(cell->sample, cell->n);
    cell->least = fmin(one, cell->least); /* the other where one is NaN */
    cell->most = fmax(one, cell->most);
}

void ul_put_curve(ul_table_made *made, const char *panel, const char *name, const double *x,
                  const double *y, size_t n)
{
    if (made->n_curves == UL_CURVES_MAX)
        return;
    ul_curve *curve = &made->curve[made->n_curves++];
    double *at = ul_arena_alloc(made->arena, 2 * n, sizeof *at);
    *curve = (ul_curve){keep(made, panel), keep(made, name), at, at == NULL ? NULL : at + n, n};
    made->failed = made->failed || at == NULL;
    if (at == NULL || n == 0)
        return;
    memcpy(at, x, n * sizeof *x);
    memcpy(at + n, y, n * sizeof *y);
}

double ul_got(const ul_table_made *made, const char *of, const char *who, const char *measure)
{
    const ul_cell *cell = find(made, of, who, measure);
    return cell == NULL ? NAN : cell->ours;
}

double ul_got_median(const ul_table_made *made, const char *of, const char *who,
                     const char *measure)
{
    const ul_cell *cell = find(made, of, who, measure);
    return cell == NULL || cell->n == 0 ? NAN : ul_stat_quantile(cell->sample, cell->n, 0.5);
}

void ul_put_note(ul_table_made *made, const char *format, ...)
{
    char text[1600];
    const size_t used = made->note == NULL ? 0 : strlen(made->note);
    va_list arguments;
    snprintf(text, sizeof text, "%s%s", made->note == NULL ? "" : made->note, used > 0 ? " " : "");
    va_start(arguments, format);
    vsnprintf(text + strlen(text), sizeof text - strlen(text), format, arguments);
    va_end(arguments);
    made->note = keep(made, text);
}
