#include "chart_list.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "statistics.h"

ul_axis ul_gap_axis(const char *title)
{
    /* in per cent: above a tenth of one, factors matter, not differences */
    return (ul_axis){.title = title, .scale = UL_SYMLOG, .knee = 0.1, .unit = "%", .most = 1000};
}

ul_status ul_picture_begin(const ul_pictures *p, const char *id, const ul_chart *model,
                           ul_chart **chart)
{
    const ul_summary *s = p->summary;
    ul_chart_list *list = p->list;
    char slug[80];
    if (list->n == list->room) {
        const size_t room = 2 * list->room + 16;
        list->chart = ul_arena_grow(s->arena, list->chart, list->room, room, sizeof *list->chart);
        if (list->chart == NULL)
            return ul_no_memory();
        list->room = room;
    }
    *chart = &list->chart[list->n++];
    **chart = *model;
    (*chart)->arena = s->arena;
    (*chart)->group = p->group;
    (*chart)->part = p->part;
    snprintf(slug, sizeof slug, "%s", p->part == NULL ? "" : p->part);
    for (char *c = slug; *c != '\0'; c++)
        *c = (char)(isalnum((unsigned char)*c) ? *c : '-');
    return p->part == NULL && p->number == 1
               ? ul_arena_format(s->arena, &(*chart)->id, "%s-chart", id)
           : p->part == NULL
               ? ul_arena_format(s->arena, &(*chart)->id, "%s-chart-%zu", id, p->number)
               : ul_arena_format(s->arena, &(*chart)->id, "%s-chart-%zu-%zu-%s", id, p->number,
                                 p->part_number, slug);
}

ul_chart_series ul_picture_series(const ul_pictures *p, ul_chart_form form, size_t m)
{
    return (ul_chart_series){.form = form, .style = m, .label = p->summary->method[m].label,
                             .strong = p->options->has_mine && m == p->options->mine};
}

ul_status ul_picture_ecdf(const ul_pictures *p, ul_chart *chart, size_t m, double *value, size_t n,
                          size_t whole)
{
    enum { DRAWN = 400 };
    ul_chart_series line = ul_picture_series(p, UL_STEPS, m);
    double *x;
    if (whole == 0)
        return UL_OK;
    UL_ALLOC(p->summary->arena, x, 2 * (DRAWN + 2));
    double *y = x + DRAWN + 2;
    const size_t step = n / DRAWN + 1;
    ul_stat_sort(value, n);
    x[line.n] = chart->x.scale != UL_LOG ? chart->x.origin : n > 0 ? value[0] : NAN;
    y[line.n++] = 0;
    for (size_t at = step; at < n + step; at += step) {
        const size_t so_many = at < n ? at : n;
        x[line.n] = value[so_many - 1];
        y[line.n++] = (double)so_many / (double)whole;
    }
    line.x = x;
    line.y = y;
    return ul_chart_add(chart, &line);
}

ul_axis ul_time_axis(const ul_summary *s, bool is_cpu, const char *title)
{
    ul_axis axis = {.title = title, .scale = UL_LOG, .unit = "s"};
    for (size_t q = 0; q < s->n_records; q++) {
        const double took_s = fmax(1e-6, is_cpu ? s->record[q].cpu_s : s->record[q].wall_s);
        ul_axis_reach(&axis, &took_s, 1);
    }
    return axis;
}

double ul_mean_excess(const ul_pictures *p, size_t m)
{
    double sum = 0;
    size_t n = 0;
    for (size_t q = 0; q < p->summary->n_instances; q++)
        if (p->summary->common[q] && isfinite(ul_cost_ratio(p->summary, m, q))) {
            sum += 100 * (ul_cost_ratio(p->summary, m, q) - 1);
            n++;
        }
    return n == 0 ? NAN : fmax(0, sum / (double)n);
}
