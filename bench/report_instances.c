/* The drill-down: for each instance every method's outcome, incumbents and
 * bounds over time, and the best plan drawn. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "report_html.h"
#include "svg.h"
#include "view.h"

/* A picture a plan is tens of kilobytes: a page with hundreds would not open on
 * a phone. The rest are one 'ullage show --svg' away. */
enum { PLANS_DRAWN_MAX = 40 };

typedef struct {
    double *at_s, *value;
    bool *is_bound;
    size_t n, room;
    bool headed;
} events;

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory for a report");
}

static ul_status read_event(void *context, const ul_csv_row *row)
{
    events *e = context;
    if (!e->headed || row->n != 3) {
        e->headed = true;
        return UL_OK;
    }
    if (e->n == e->room) {
        e->room = e->room == 0 ? 64 : 2 * e->room;
        double *at_s = realloc(e->at_s, e->room * sizeof *at_s);
        e->at_s = at_s != NULL ? at_s : e->at_s;
        double *value = realloc(e->value, e->room * sizeof *value);
        e->value = value != NULL ? value : e->value;
        bool *is_bound = realloc(e->is_bound, e->room * sizeof *is_bound);
        e->is_bound = is_bound != NULL ? is_bound : e->is_bound;
        if (at_s == NULL || value == NULL || is_bound == NULL)
            return no_memory();
    }
    e->at_s[e->n] = strtod(row->field[0].text, NULL);
    e->is_bound[e->n] = strcmp(row->field[1].text, "bound") == 0;
    e->value[e->n++] = strtod(row->field[2].text, NULL);
    return UL_OK;
}

static ul_status read_events(const char *folder, uint64_t run, events *e)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/events/%06llu.csv", folder, (unsigned long long)run);
    e->n = 0;
    e->headed = false;
    return ul_csv_read_file(path, read_event, e);
}

/* Plans' costs, then bounds, of one run as two step lines. */
static void put_lines(ul_output *out, const ul_chart *chart, const events *e, size_t series,
                      const char *label)
{
    double *x = malloc((2 * e->n + 1) * sizeof *x), *y = x == NULL ? NULL : x + e->n;
    for (int bounds = 0; x != NULL && bounds < 2; bounds++) {
        size_t n = 0;
        for (size_t q = 0; q < e->n; q++)
            if (e->is_bound[q] == bounds) {
                x[n] = fmax(chart->left, e->at_s[q]);
                y[n++] = e->value[q];
            }
        ul_chart_steps(out, chart, series, label, x, y, n);
    }
    free(x);
}

static ul_status put_progress(const ul_summary *s, size_t instance, const char *folder,
                              ul_output *out)
{
    events e = {0};
    char id[64];
    snprintf(id, sizeof id, "progress-%zu", instance);
    ul_chart chart = {.id = id, .title = "Plans and bounds over time", .x_title = "time, s",
                      .y_title = "dollars", .log_x = true, .left = 1e-4, .right = 1e-3,
                      .low = HUGE_VAL, .high = 0};
    for (size_t q = 0; q < s->n_records; q++) {
        if (s->instance_of[q] != instance || read_events(folder, s->record[q].run, &e) != UL_OK)
            continue;
        chart.right = fmax(chart.right, s->record[q].wall_s);
        for (size_t k = 0; k < e.n; k++) {
            chart.low = fmin(chart.low, e.value[k]);
            chart.high = fmax(chart.high, e.value[k]);
        }
    }
    if (chart.high > 0) {
        chart.low -= 0.02 * (chart.high - chart.low);
        ul_chart_fix_ranges(&chart);
        ul_chart_begin(out, &chart);
        for (size_t q = 0; q < s->n_records; q++)
            if (s->instance_of[q] == instance
                && read_events(folder, s->record[q].run, &e) == UL_OK)
                put_lines(out, &chart, &e, s->method_of[q], s->method[s->method_of[q]].label);
        ul_chart_end(out);
    }
    free(e.at_s);
    free(e.value);
    free(e.is_bound);
    return UL_OK;
}

static ul_status draw_plan(const ul_record *record, const char *folder, ul_arena *arena,
                           ul_instance *instance, ul_output *out)
{
    char path[4096];
    void *plan;
    ul_output *picture;
    char *text;
    size_t length;
    snprintf(path, sizeof path, "%s/instances/%s.csv.gz", folder, record->instance);
    UL_TRY(ul_instance_read(path, instance));
    snprintf(path, sizeof path, "%s/plans/%06llu.csv", folder, (unsigned long long)record->run);
    UL_TRY(instance->kind->plan_read(instance->data, arena, path, &plan));
    const ul_view *view = ul_view_of(instance->kind);
    if (view == NULL || view->draw == NULL)
        return UL_OK;
    UL_TRY(ul_output_memory(&picture));
    const ul_status status = view->draw(plan, record->method, picture);
    UL_TRY(ul_output_take(picture, &text, &length));
    if (status == UL_OK) {
        ul_output_text(out, "<p class=\"note\">The cheapest plan, by ");
        ul_svg_escape(out, record->method);
        ul_output_text(out, ":</p>\n<img loading=\"lazy\" alt=\"the plan as a picture\" src=\"");
        ul_report_data_address(out, "image/svg+xml", text, length);
        ul_output_text(out, "\">\n");
    }
    free(text);
    return status;
}

/* The record with the cheapest plan; NULL without one. */
static const ul_record *cheapest(const ul_summary *s, size_t instance)
{
    const ul_record *best = NULL;
    for (size_t q = 0; q < s->n_records; q++)
        if (s->instance_of[q] == instance && s->record[q].has_cost
            && (best == NULL || s->record[q].cost < best->cost))
            best = &s->record[q];
    return best;
}

static void put_row(const ul_summary *s, size_t q, ul_output *out)
{
    const ul_record *r = &s->record[q];
    const ul_reference *reference = &s->reference[s->instance_of[q]];
    char number[UL_NUMBER_TEXT];
    ul_output_text(out, "<tr data-method=\"");
    ul_svg_escape(out, s->method[s->method_of[q]].label);
    ul_output_text(out, "\"><td>");
    ul_svg_escape(out, s->method[s->method_of[q]].label);
    ul_output_format(out, "</td><td class=\"number\">%llu</td><td>%s</td><td class=\"number\">%s",
                     (unsigned long long)r->seed, ul_outcome_name(r->outcome),
                     r->has_cost ? ul_cost_text(r->cost, number) : "");
    ul_output_format(out, "</td><td class=\"number\">%s</td><td class=\"number\">",
                     r->has_bound ? ul_cost_text(r->bound, number) : "");
    if (r->has_cost && reference->has_optimum && reference->optimum > 0)
        ul_output_format(out, "%.3f%%",
                         100 * (ul_cost_double(r->cost) - reference->optimum) / reference->optimum);
    ul_output_format(out, "</td><td class=\"number\">%.4f</td><td>", r->wall_s);
    ul_svg_escape(out, r->note);
    ul_output_text(out, "</td></tr>\n");
}

static ul_status put_instance(const ul_summary *s, size_t instance, const char *folder,
                              ul_output *out)
{
    const ul_record *best = cheapest(s, instance), *any = NULL;
    ul_instance loaded = {0};
    for (size_t q = 0; q < s->n_records && any == NULL; q++)
        any = s->instance_of[q] == instance ? &s->record[q] : NULL;
    ul_output_text(out, "<details><summary>");
    ul_svg_escape(out, any->instance);
    ul_output_text(out, "</summary>\n<div class=\"wide\"><table><thead><tr><th>method</th><th "
                        "class=\"number\">seed</th><th>status</th><th class=\"number\">cost</th>"
                        "<th class=\"number\">bound</th><th class=\"number\">gap</th><th "
                        "class=\"number\">time s</th><th>note</th></tr></thead>\n<tbody>\n");
    for (size_t q = 0; q < s->n_records; q++)
        if (s->instance_of[q] == instance)
            put_row(s, q, out);
    ul_output_text(out, "</tbody></table></div>\n");
    UL_TRY(put_progress(s, instance, folder, out));
    if (best != NULL && instance < PLANS_DRAWN_MAX) {
        const ul_arena_mark_t mark = ul_arena_mark(s->arena);
        const ul_status status = draw_plan(best, folder, s->arena, &loaded, out);
        ul_instance_free(&loaded);
        ul_arena_rewind(s->arena, mark);
        if (status != UL_OK) { /* a missing file costs its picture, not the report */
            ul_output_text(out, "<p class=\"note\">No picture: ");
            ul_svg_escape(out, ul_error_text());
            ul_output_text(out, "</p>\n");
        }
    }
    ul_output_text(out, "</details>\n");
    return UL_OK;
}

ul_status ul_report_instances(const ul_summary *s, const char *folder, ul_output *out)
{
    for (size_t instance = 0; instance < s->n_instances; instance++)
        UL_TRY(put_instance(s, instance, folder, out));
    return UL_OK;
}
