/* The picture of any table: panels of bars, or of curves, one above the other, or a square of
 * colours. Axes go up from 0. */
#include "chart.h"
#include "table.h"

/* Adds a name that is not there yet, and returns its number; there is room for it. */
static size_t number_of(const char **names, size_t *n, const char *name)
{
    size_t q = 0;
    while (q < *n && !ul_same(names[q], name))
        q++;
    if (q == *n)
        names[(*n)++] = name;
    return q;
}

/* A group a case, a bar a subject, with the range of its number. */
static ul_status add_bars(const ul_table_made *made, const ul_panel *panel, ul_chart *chart)
{
    const char **group, **who;
    size_t n_groups = 0, n_who = 0;
    double *greatest;
    UL_ALLOC(made->arena, group, made->n_cells);
    UL_ALLOC(made->arena, who, made->n_cells);
    UL_ALLOC(made->arena, greatest, made->n_cells);
    for (size_t q = 0; q < made->n_cells; q++)
        if (ul_same(made->cell[q].measure, panel->measure)) {
            const size_t g = number_of(group, &n_groups, made->cell[q].of);
            number_of(who, &n_who, made->cell[q].who);
            greatest[g] = fmax(greatest[g], made->cell[q].ours);
        }
    for (size_t w = 0; w <= n_who; w++) { /* the last are marks */
        const bool is_mark = w == n_who;
        ul_chart_series s = {.form = is_mark ? UL_LEVEL : UL_BAR, .style = w,
                             .label = is_mark ? panel->mark : who[w]};
        double *number;
        UL_ALLOC(made->arena, number, 4 * n_groups);
        s.low = number + 2 * n_groups;
        s.high = number + 3 * n_groups;
        for (size_t g = 0; g < n_groups && s.label != NULL; g++) {
            const ul_cell *cell = ul_cell_find(made, group[g], is_mark ? "" : who[w],
                                               is_mark ? panel->mark : panel->measure);
            if (cell == NULL || !isfinite(cell->ours))
                continue;
            const double unit = panel->look == UL_SHARES ? greatest[g] / 100 : 1;
            number[s.n] = (double)g;
            number[n_groups + s.n] = cell->ours / unit;
            number[2 * n_groups + s.n] = (isnan(cell->least) ? cell->ours : cell->least) / unit;
            number[3 * n_groups + s.n] = (isnan(cell->most) ? cell->ours : cell->most) / unit;
            chart->y.from = fmin(chart->y.from, number[2 * n_groups + s.n]);
            chart->y.to = fmax(chart->y.to, number[3 * n_groups + s.n++]);
        }
        s.x = number;
        s.y = number + n_groups;
        UL_TRY(ul_chart_add(chart, &s));
    }
    chart->groups = group;
    chart->n_groups = n_groups;
    return UL_OK;
}

static ul_status add_curves(const ul_table_made *made, size_t panel, ul_chart *chart)
{
    for (size_t c = 0; c < made->n_curves; c++) {
        const ul_curve *curve = &made->curve[c];
        if (curve->panel != panel)
            continue;
        for (size_t q = 0; q < curve->n; q++)
            chart->y.to = fmax(chart->y.to, curve->y[q]);
        UL_TRY(ul_chart_add(chart, &(ul_chart_series){
            .form = made->self->panel[panel].look == UL_STEP_LINES ? UL_STEPS : UL_DOTS,
            .style = chart->n, .label = curve->name, .x = curve->x, .y = curve->y, .n = curve->n}));
    }
    return UL_OK;
}

static ul_status draw_panels(const ul_table_made *made, size_t n, ul_output *out)
{
    const ul_panel *panel = made->self->panel;
    ul_chart *chart;
    UL_ALLOC(made->arena, chart, n);
    for (size_t q = 0; q < n; q++) {
        chart[q] = (ul_chart){.title = panel[q].title, .arena = made->arena, .y = {.title = ""},
                              .x = {.title = panel[q].x_title == NULL ? "" : panel[q].x_title,
                                    .scale = panel[q].log_x ? UL_LOG : UL_LINEAR}};
        UL_TRY(panel[q].look <= UL_SHARES ? add_bars(made, &panel[q], &chart[q])
                                          : add_curves(made, q, &chart[q]));
        ul_chart_finish(&chart[q]);
    }
    ul_chart_panels(made->title, made->unlike == NULL ? "" : made->unlike, chart, n, out);
    return UL_OK;
}

static ul_status draw_heat(const ul_table_made *made, const ul_panel *panel, ul_output *out)
{
    ul_heat heat = {.title = made->title, .key = panel->x_title};
    const char **name;
    double *value;
    UL_ALLOC(made->arena, name, made->n_cells);
    for (size_t c = 0; c < made->n_cells; c++)
        if (ul_same(made->cell[c].measure, panel->measure))
            number_of(name, &heat.n, made->cell[c].of);
    UL_ALLOC(made->arena, value, heat.n * heat.n);
    for (size_t c = 0, n = heat.n; c < made->n_cells; c++)
        if (ul_same(made->cell[c].measure, panel->measure)) {
            const size_t row = number_of(name, &n, made->cell[c].of);
            value[row * n + number_of(name, &n, made->cell[c].who)] = made->cell[c].ours;
        }
    heat.name = name;
    heat.value = value;
    ul_heat_svg(&heat, out);
    return UL_OK;
}

ul_status ul_cells_draw(const ul_table_made *made, const char *path)
{
    const ul_panel *panel = made->self->panel;
    ul_output *out;
    size_t n = 0;
    while (panel[n].title != NULL)
        n++;
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, panel->look == UL_HEAT ? draw_heat(made, panel, out)
                                                        : draw_panels(made, n, out));
}
