#include "report_html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart_page.h" /* made by the build from show/page/ */
#include "html.h"
#include "input.h"
#include "run_folder.h"
#include "page.h" /* made by the build from bench/page/ */
#include "svg.h"

enum { ATTACHED_MAX = 64 * 1024 * 1024 };

static ul_status read_text(const char *folder, const char *name, char **text, size_t *length)
{
    char path[UL_PATH];
    ul_input *input;
    ul_run_folder_path(folder, name, path);
    UL_TRY(ul_input_open(path, &input));
    const ul_status status = ul_input_read_all(input, ATTACHED_MAX, text, length);
    ul_input_close(input);
    return status;
}

/* The first folder's parts have plain names. */
static void put_id(const char *name, size_t number, ul_output *out)
{
    ul_output_format(out, number == 0 ? " id=\"%s\"" : " id=\"%s-%zu\"", name, number + 1);
}

static ul_status put_records(const char *folder, size_t number, ul_output *out)
{
    char *text;
    size_t length;
    UL_TRY(read_text(folder, UL_RECORDS, &text, &length));
    ul_output_text(out, "<p class=\"download\"><a");
    put_id("download", number, out);
    ul_output_text(out, " class=\"action\" download=\"" UL_RECORDS "\" href=\"");
    ul_html_data_address(out, "text/csv", text, length);
    ul_output_text(out, "\">Download the records</a> of ");
    ul_svg_escape(out, folder);
    ul_output_text(out, ", a row a run: every number here comes from records.</p>\n");
    free(text);
    return UL_OK;
}

/* A folder put together by hand may have no manifest: that costs its section alone. */
static void put_manifest(const char *folder, size_t number, ul_output *out)
{
    char *text;
    size_t length;
    if (read_text(folder, UL_MANIFEST, &text, &length) != UL_OK) {
        ul_output_text(out, "<p class=\"note\"");
        put_id("manifest-text", number, out);
        ul_output_text(out, ">No manifest: ");
        ul_svg_escape(out, ul_error_text());
        ul_output_text(out, "</p>\n");
        return;
    }
    ul_output_text(out, "<details><summary>" UL_MANIFEST ": version, suite, compiler, machine, "
                        "limits</summary>\n<pre");
    put_id("manifest-text", number, out);
    ul_output_text(out, " tabindex=\"0\">");
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        ul_svg_escape(out, line);
        ul_output_text(out, "\n");
    }
    ul_output_text(out, "</pre>\n</details>\n");
    free(text);
}

/* The first tables answer the question; the long ones behind them open on demand. */
static ul_status put_tables(ul_sheet *const *sheet, size_t n, ul_output *out)
{
    for (size_t q = 0; q < n; q++) {
        const bool folded = strncmp(sheet[q]->name, "pairs", 5) == 0
                            || strstr(sheet[q]->name, "ecdf") != NULL;
        if (folded) {
            ul_output_text(out, "<details><summary>");
            ul_svg_escape(out, sheet[q]->title);
            ul_output_text(out, "</summary>\n");
        }
        ul_output_text(out, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"");
        ul_svg_escape(out, sheet[q]->title);
        ul_output_text(out, "\">");
        UL_TRY(ul_sheet_html(sheet[q], out));
        ul_output_text(out, folded ? "</div>\n</details>\n" : "</div>\n");
    }
    return UL_OK;
}

/* A class is a choice of instances: of the list, of the tables by class, of their charts. */
static void put_class_filter(const ul_summary *s, const ul_report_options *o, ul_output *out)
{
    if (o->n_classes == 0)
        return;
    ul_output_text(out, "<p><label for=\"class\">Show instances of</label> <select id=\"class\">"
                        "<option value=\"\">every class</option>\n");
    for (size_t q = 0; q < o->n_classes; q++) {
        const ul_class *c = &s->classes[o->classes[q]];
        for (size_t v = 0; v < c->n_values; v++) {
            ul_output_text(out, "<option>");
            ul_svg_escape(out, c->name);
            ul_output_text(out, ": ");
            ul_svg_escape(out, c->value[v]);
            ul_output_text(out, "</option>\n");
        }
    }
    ul_output_text(out, "</select></p>\n");
}

/* What the script draws from. */
static ul_status put_data(const ul_report_page *p, ul_output *out)
{
    ul_output *memory;
    char *text;
    size_t length;
    UL_TRY(ul_output_memory(&memory));
    ul_json_writer json = ul_json_writer_on(memory);
    ul_json_open(&json, "{", ",\n");
    ul_json_name(&json, "methods");
    ul_json_open(&json, "[", ", ");
    for (size_t m = 0; m < p->summary->n_methods; m++)
        ul_json_put_text(&json, p->summary->method[m].label);
    ul_json_close(&json, "]");
    ul_json_name(&json, "charts");
    ul_json_open(&json, "[", ",\n");
    for (size_t q = 0; q < p->charts->n; q++)
        ul_chart_json(&p->charts->chart[q], &json);
    ul_json_close(&json, "]");
    ul_json_close(&json, "}");
    UL_TRY(ul_output_take(memory, &text, &length));
    ul_html_data(out, text, length);
    free(text);
    return UL_OK;
}

/* On a phone the answer and the first chart fill the first screen. */
static ul_status put_head(const ul_report_page *p, ul_output *out)
{
    ul_output_text(out, "<header>\n<h1>Ullage report</h1>\n<p class=\"question\">How far from the best "
                        "possible are these provisioning decisions, and what does the distance "
                        "cost?</p>\n");
    UL_TRY(ul_report_answer(p->summary, p->options, true, UL_HEADLINE, out));
    ul_output_text(out, "</header>\n<div id=\"lead\"></div>\n<div id=\"about\">\n");
    UL_TRY(ul_report_answer(p->summary, p->options, true, UL_REST, out));
    ul_report_tiles(p->summary, out);
    UL_TRY(ul_report_facts(p->summary, true, out));
    ul_output_text(out, "<nav aria-label=\"Sections\"><a href=\"#charts\">Charts</a>"
                        "<a href=\"#tables\">Tables</a><a href=\"#instances\">Instances</a>"
                        "<a href=\"#manifest\">Manifest and records</a></nav>\n</div>\n");
    return UL_OK;
}

static ul_status put_page(const ul_report_page *p, ul_output *out)
{
    static const ul_html page = {.title = "Ullage report",
                                 .css = UL_HTML_PART(ul_page_report_css),
                                 .js = {UL_HTML_PART(ul_page_chart_js),
                                        UL_HTML_PART(ul_page_report_js)}};
    ul_html_begin(out, &page);
    UL_TRY(put_head(p, out));
    ul_output_text(out, "<main>\n<section class=\"tools\" id=\"tools\" aria-label=\"What to show\">"
                        "<label for=\"filter\">Show methods named</label> "
                        "<input type=\"search\" id=\"filter\" placeholder=\"ffd eva\"> "
                        "<output id=\"shown\" for=\"filter\"></output>\n"
                        "<div id=\"chips\" role=\"group\" aria-label=\"Methods\"></div>\n");
    put_class_filter(p->summary, p->options, out);
    ul_output_text(out, "</section>\n<h2 id=\"charts\">Charts</h2>\n<div class=\"charts\"></div>\n"
                        "<h2 id=\"tables\">Tables</h2>\n");
    UL_TRY(put_tables(p->sheet, p->n_sheets, out));
    ul_output_text(out, "<h2 id=\"instances\">Instances</h2>\n<p class=\"tools\">"
                        "<label for=\"find\">Show instances named</label> "
                        "<input type=\"search\" id=\"find\"></p>\n");
    UL_TRY(ul_report_instances(p->summary, out));
    ul_output_text(out, "<h2 id=\"manifest\">Manifest and records</h2>\n");
    for (size_t f = 0; f < p->summary->n_folders; f++) {
        UL_TRY(put_records(p->summary->folder[f].folder, f, out));
        put_manifest(p->summary->folder[f].folder, f, out);
    }
    ul_output_text(out, "</main>\n");
    UL_TRY(put_data(p, out));
    ul_html_end(out, &page);
    return UL_OK;
}

ul_status ul_report_html(const ul_report_page *page, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, put_page(page, out));
}
