/* The drill-down: for each instance every method's outcome, a place for the chart of its
 * runs, and the best plan drawn. */
#include <math.h>
#include <stdlib.h>

#include "html.h"
#include "report_html.h"
#include "run_folder.h"
#include "view.h"

/* A picture a plan is tens of kilobytes: a page with hundreds would not open on
 * a phone. The rest are one 'ullage show --svg' away. */
enum { PLANS_DRAWN_MAX = 40 };

/* ---- the plan ---- */

/* Colours are one for all pictures of the report. */
static ul_status draw_plan(const ul_summary *s, const ul_record *record, ul_names *colours,
                           ul_instance *instance, ul_output *out)
{
    char path[UL_PATH];
    void *plan;
    ul_output *picture;
    char *text;
    size_t length;
    ul_run_folder_instance(record->folder, record->instance, path);
    UL_TRY(ul_instance_read(path, instance));
    ul_run_folder_file(record->folder, UL_PLANS, record->run, path);
    UL_TRY(instance->kind->plan_read(instance->data, s->arena, path, &plan));
    const ul_view *view = ul_view_of(instance->kind);
    if (view == NULL || view->draw == NULL)
        return UL_OK;
    UL_TRY(ul_output_memory(&picture));
    const ul_status status = view->draw(plan, record->method, colours, picture);
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
static ul_status put_plan(const ul_summary *s, const ul_record *best, ul_names *colours, ul_output *out)
{
    ul_instance instance = {0};
    const ul_status status = draw_plan(s, best, colours, &instance, out);
    ul_instance_free(&instance);
    if (status != UL_OK && status != UL_E_MEMORY)
        ul_html_put(out, "<p class=\"note\">No picture: %s</p>\n", ul_error_text());
    return status == UL_E_MEMORY ? status : UL_OK;
}

/* ---- the table ---- */

static void put_row(const ul_summary *s, size_t q, ul_sheet *sheet)
{
    const ul_record *r = &s->record[q];
    const ul_reference *reference = &s->reference[s->instance_of[q]];
    const bool proved = !isnan(reference->optimum);
    char number[UL_NUMBER_TEXT];
    double gap;
    ul_sheet_cell(sheet, "%s", s->method[s->method_of[q]].label);
    ul_sheet_cell(sheet, "%llu", (unsigned long long)r->seed);
    ul_sheet_cell(sheet, "%s", ul_outcome_name(r->outcome));
    ul_sheet_cell(sheet, "%s", r->has_cost ? ul_cost_text(r->cost, number) : "");
    ul_sheet_cell(sheet, "%s", r->has_bound ? ul_cost_text(r->bound, number) : "");
    if (r->has_cost && ul_gap(ul_cost_double(r->cost), proved ? reference->optimum : reference->bound, &gap))
        ul_sheet_cell(sheet, "%s%.3f%%", proved ? "" : "≤ ", 100 * gap);
    else
        ul_sheet_cell(sheet, "%s", "");
    ul_sheet_cell(sheet, "%.6f", r->cpu_s);
    ul_sheet_cell(sheet, "%s", ul_limit_name(r->limit));
    ul_sheet_cell(sheet, "%s", r->note);
}

static ul_status put_table(const ul_summary *s, size_t i, ul_output *out)
{
    static const char *const head[] = {"method", "seed", "status", "cost $", "bound $", "gap",
                                       "CPU s", "limit", "note"};
    const char *name;
    ul_sheet *sheet;
    UL_TRY(ul_arena_format(s->arena, &name, "runs-%zu", i));
    UL_TRY(ul_sheet_new(s->arena, name, "", "", "lrlrrrrll", &sheet));
    ul_sheet_heads(sheet, head, sizeof head / sizeof *head);
    for (size_t q = 0; q < s->n_records; q++)
        if (s->instance_of[q] == i)
            put_row(s, q, sheet);
    ul_output_text(out, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Runs\">");
    UL_TRY(ul_sheet_html(sheet, out));
    ul_output_text(out, "</div>\n");
    return UL_OK;
}

/* ---- the instance ---- */

static void put_summary(const ul_summary *s, size_t i, ul_output *out)
{
    const ul_instance_summary *instance = &s->instance[i];
    const ul_reference *r = &s->reference[i];
    ul_html_put(out, "<details class=\"instance\" data-instance=\"%s\" data-classes=\"",
                instance->label);
    for (size_t c = 0; c < s->n_classes; c++) {
        ul_output_text(out, c == 0 ? "" : "&#10;");
        ul_html_put(out, "%s: %s", s->classes[c].name, instance->of_class[c]);
    }
    ul_html_put(out, "\"><summary><span class=\"name\">%s</span> <span class=\"note\">%s, ",
                instance->label, instance->kind);
    const bool proved = !isnan(r->optimum), planless = isnan(r->best);
    ul_output_format(out, proved ? "optimum $%.2f" : planless ? "no plan" : "best $%.2f", r->best);
    if (!proved && !planless && !isnan(r->bound))
        ul_output_format(out, ", bound $%.2f", r->bound);
    ul_output_text(out, "</span></summary>\n");
}

static ul_status put_instance(const ul_summary *s, size_t i, ul_names *colours, ul_output *out)
{
    const ul_record *best = NULL;
    for (size_t q = 0; q < s->n_records; q++)
        if (s->instance_of[q] == i && s->record[q].has_cost
            && (best == NULL || s->record[q].cost < best->cost))
            best = &s->record[q];
    put_summary(s, i, out);
    UL_TRY(put_table(s, i, out));
    if (best != NULL && s->reference[i].best > 0)
        ul_output_format(out, "<div data-chart=\"progress-%zu\"></div>\n", i);
    if (best != NULL && i < PLANS_DRAWN_MAX)
        UL_TRY(put_plan(s, best, colours, out));
    else if (best != NULL)
        ul_output_text(out, "<p class=\"note\">Not drawn: &lsquo;ullage show INSTANCE --plan PLAN "
                            "--svg FILE&rsquo; draws it.</p>\n");
    ul_output_text(out, "</details>\n");
    return UL_OK;
}

ul_status ul_report_instances(const ul_summary *s, ul_output *out)
{
    ul_names *colours = ul_names_new();
    ul_status status = colours == NULL ? ul_no_memory() : UL_OK;
    for (size_t i = 0; i < s->n_instances && status == UL_OK; i++) {
        const ul_arena_mark_t mark = ul_arena_mark(s->arena);
        if (s->inside[i])
            status = put_instance(s, i, colours, out);
        ul_arena_rewind(s->arena, mark);
    }
    ul_names_free(colours);
    return status;
}
