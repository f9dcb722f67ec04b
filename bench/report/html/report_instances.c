/* The drill-down: for each instance every method's outcome, a place for the chart of its
 * runs, and the best plan drawn. */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "report_html.h"
#include "run_folder.h"
#include "view.h"

/* A picture a plan is tens of kilobytes: a page with hundreds would not open on
 * a phone. The rest are one 'ullage show --svg' away. */
enum { PLANS_DRAWN_MAX = 40 };

/* One instance and its records. */
typedef struct {
    const ul_summary *summary;
    const char *name;
    size_t number, n;
    const size_t *record;
    const ul_reference *reference;
    ul_names *colours; /* one for all pictures of the report */
} drill;

static const ul_record *record_of(const drill *d, size_t q)
{
    return &d->summary->record[d->record[q]];
}

/* ---- the plan ---- */

static ul_status draw_plan(const drill *d, const ul_record *record, ul_instance *instance,
                           ul_output *out)
{
    char path[UL_PATH];
    void *plan;
    ul_output *picture;
    char *text;
    size_t length;
    ul_run_folder_instance(record->folder, record->instance, path);
    UL_TRY(ul_instance_read(path, instance));
    ul_run_folder_file(record->folder, UL_PLANS, record->run, path);
    UL_TRY(instance->kind->plan_read(instance->data, d->summary->arena, path, &plan));
    const ul_view *view = ul_view_of(instance->kind);
    if (view == NULL || view->draw == NULL)
        return UL_OK;
    UL_TRY(ul_output_memory(&picture));
    const ul_status status = view->draw(plan, record->method, d->colours, picture);
    UL_TRY(ul_output_take(picture, &text, &length));
    if (status == UL_OK) {
        ul_html_put(out, "<figure class=\"plan\"><figcaption>The cheapest plan, by %s</figcaption>\n"
                         "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"The plan\">"
                         "<img loading=\"lazy\" alt=\"the cheapest plan drawn: a box a machine or "
                         "lease, its size the price\" src=\"", record->method);
        ul_html_data_address(out, "image/svg+xml", text, length);
        ul_output_text(out, "\"></div></figure>\n");
    }
    free(text);
    return status;
}

/* A missing file costs its picture, not the report. */
static void put_plan(const drill *d, const ul_record *best, ul_output *out)
{
    ul_instance instance = {0};
    if (draw_plan(d, best, &instance, out) != UL_OK)
        ul_html_put(out, "<p class=\"note\">No picture: %s</p>\n", ul_error_text());
    ul_instance_free(&instance);
}

/* ---- the table ---- */

static void put_row(const drill *d, size_t q, ul_sheet *sheet)
{
    const ul_record *r = record_of(d, q);
    const ul_reference *reference = d->reference;
    const double against = reference->has_optimum ? reference->optimum : reference->bound;
    char number[UL_NUMBER_TEXT];
    double gap;
    ul_sheet_cell(sheet, "%s", d->summary->method[d->summary->method_of[d->record[q]]].label);
    ul_sheet_cell(sheet, "%llu", (unsigned long long)r->seed);
    ul_sheet_cell(sheet, "%s", ul_outcome_name(r->outcome));
    ul_sheet_cell(sheet, "%s", r->has_cost ? ul_cost_text(r->cost, number) : "");
    ul_sheet_cell(sheet, "%s", r->has_bound ? ul_cost_text(r->bound, number) : "");
    if (r->has_cost && (reference->has_optimum || reference->has_bound)
        && ul_gap(ul_cost_double(r->cost), against, &gap))
        ul_sheet_cell(sheet, "%s%.3f%%", reference->has_optimum ? "" : "≤ ", 100 * gap);
    else
        ul_sheet_cell(sheet, "%s", "");
    ul_sheet_cell(sheet, "%.6f", r->cpu_s);
    ul_sheet_cell(sheet, "%s", ul_limit_name(r->limit));
    ul_sheet_cell(sheet, "%s", r->note);
}

static ul_status put_table(const drill *d, ul_output *out)
{
    static const char *const head[] = {"method", "seed", "status", "cost $", "bound $", "gap",
                                       "CPU s", "limit", "note"};
    const char *name;
    ul_sheet *sheet;
    UL_TRY(ul_arena_format(d->summary->arena, &name, "runs-%zu", d->number));
    UL_TRY(ul_sheet_new(d->summary->arena, name, "", "", "lrlrrrrll", &sheet));
    ul_sheet_heads(sheet, head, sizeof head / sizeof *head);
    for (size_t q = 0; q < d->n; q++)
        put_row(d, q, sheet);
    ul_output_text(out, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Runs\">");
    UL_TRY(ul_sheet_html(sheet, out));
    ul_output_text(out, "</div>\n");
    return UL_OK;
}

/* ---- the instance ---- */

static void put_summary(const drill *d, const ul_record *best, ul_output *out)
{
    const ul_summary *s = d->summary;
    const ul_reference *r = d->reference;
    ul_html_put(out, "<details class=\"instance\" data-instance=\"%s\" data-classes=\"", d->name);
    for (size_t c = 0; c < s->n_classes; c++) {
        ul_output_text(out, c == 0 ? "" : "&#10;");
        ul_html_put(out, "%s: %s", s->classes[c].name, s->instance[d->number].of_class[c]);
    }
    ul_html_put(out, "\"><summary><span class=\"name\">%s</span> <span class=\"note\">%s, ", d->name,
                s->instance[d->number].kind);
    ul_output_format(out, r->has_optimum ? "optimum $%.2f" : best == NULL ? "no plan" : "best $%.2f",
                     r->has_optimum ? r->optimum : r->best);
    if (!r->has_optimum && best != NULL && r->has_bound)
        ul_output_format(out, ", bound $%.2f", r->bound);
    ul_output_text(out, "</span></summary>\n");
}

static ul_status put_instance(drill *d, ul_output *out)
{
    const ul_record *best = NULL;
    d->name = d->summary->instance[d->number].label;
    for (size_t q = 0; q < d->n; q++) {
        const ul_record *r = record_of(d, q);
        if (r->has_cost && (best == NULL || r->cost < best->cost))
            best = r;
    }
    put_summary(d, best, out);
    UL_TRY(put_table(d, out));
    if (best != NULL && d->reference->best > 0)
        ul_output_format(out, "<div data-chart=\"progress-%zu\"></div>\n", d->number);
    if (best != NULL && d->number < PLANS_DRAWN_MAX)
        put_plan(d, best, out);
    else if (best != NULL)
        ul_output_text(out, "<p class=\"note\">Not drawn: &lsquo;ullage show INSTANCE --plan PLAN "
                            "--svg FILE&rsquo; draws it.</p>\n");
    ul_output_text(out, "</details>\n");
    return UL_OK;
}

ul_status ul_report_instances(const ul_summary *s, ul_output *out)
{
    size_t *record = ul_arena_alloc(s->arena, s->n_records, sizeof *record);
    ul_names *colours = ul_names_new();
    ul_status status = record == NULL || colours == NULL ? ul_no_memory() : UL_OK;
    for (size_t instance = 0; instance < s->n_instances && status == UL_OK; instance++) {
        const ul_arena_mark_t mark = ul_arena_mark(s->arena);
        drill d = {.summary = s, .number = instance, .record = record,
                   .reference = &s->reference[instance], .colours = colours};
        for (size_t q = 0; q < s->n_records; q++)
            if (s->instance_of[q] == instance)
                record[d.n++] = q;
        if (d.n > 0)
            status = put_instance(&d, out);
        ul_arena_rewind(s->arena, mark);
    }
    ul_names_free(colours);
    return status;
}
