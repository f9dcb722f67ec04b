#include "report_html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart_page.h" /* made by the build from show/page/ */
#include "html.h"
#include "input.h"
#include "run_folder.h"
#include "page.h" /* made by the build from bench/page/ */

enum { ATTACHED_MAX = 64 * 1024 * 1024 };

static ul_status read_text(const char *folder, const char *name, char **text, size_t *length)
{
    char path[UL_PATH];
    ul_run_folder_path(folder, name, path);
    return ul_input_read_file(path, ATTACHED_MAX, text, length);
}

/* A folder put together by hand may have no manifest: that costs its section alone. */
static ul_status put_folder(const ul_summary *s, size_t f, ul_output *out)
{
    const char *folder = s->folder[f].folder, *number = ""; /* the first folder's parts have plain names */
    char *text;
    size_t length;
    UL_TRY(read_text(folder, UL_RECORDS, &text, &length));
    if (f > 0)
        UL_TRY(ul_arena_format(s->arena, &number, "-%zu", f + 1));
    ul_html_put(out, "<p class=\"download\"><a id=\"download%s\" class=\"action\" download=\"" UL_RECORDS
                     "\" href=\"", number);
    ul_html_data_address(out, "text/csv", text, length);
    ul_html_put(out, "\">Download the records</a> of %s, a row a run: every number here comes from "
                     "records.</p>\n", folder);
    free(text);
    if (read_text(folder, UL_MANIFEST, &text, &length) != UL_OK) {
        ul_html_put(out, "<p class=\"note\" id=\"manifest-text%s\">No manifest: %s</p>\n", number,
                    ul_error_text());
        return UL_OK;
    }
    ul_html_put(out, "<details><summary>" UL_MANIFEST ": version, suite, compiler, machine, limits"
                     "</summary>\n<pre id=\"manifest-text%s\" tabindex=\"0\">", number);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        ul_html_put(out, "%s\n", line);
    ul_output_text(out, "</pre>\n</details>\n");
    free(text);
    return UL_OK;
}

/* The first tables answer the question; the long ones behind them open on demand. */
static ul_status put_tables(ul_sheet *const *sheet, size_t n, ul_output *out)
{
    for (size_t q = 0; q < n; q++) {
        const bool folded = strncmp(sheet[q]->name, "pairs", 5) == 0
                            || strstr(sheet[q]->name, "ecdf") != NULL;
        if (folded)
            ul_html_put(out, "<details><summary>%s</summary>\n", sheet[q]->title);
        ul_html_put(out, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">",
                    sheet[q]->title);
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
        for (size_t v = 0; v < c->n_values; v++)
            ul_html_put(out, "<option>%s: %s</option>\n", c->name, c->value[v]);
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
    ul_json_open_member(&json, "methods", "[", ", ");
    for (size_t m = 0; m < p->summary->n_methods; m++)
        ul_json_put_text(&json, p->summary->method[m].label);
    ul_json_close(&json, "]");
    ul_json_open_member(&json, "charts", "[", ",\n");
    for (size_t q = 0; q < p->charts->n; q++)
        ul_chart_json(&p->charts->chart[q], &json);
    ul_json_close(&json, "]");
    ul_json_close(&json, "}");
    UL_TRY(ul_output_take(memory, &text, &length));
    ul_html_data(out, text, length);
    free(text);
    return UL_OK;
}

#define NAME_MARK "\1"

/* A sentence with the names of methods in bold. */
static void put_sentence(const char *opening, char *line, const char *closing, ul_output *out)
{
    char *part;
    ul_output_text(out, opening);
    for (bool name = false; (part = strsep(&line, NAME_MARK)) != NULL; name = !name)
        ul_html_put(out, name ? "<b>%s</b>" : "%s", part);
    ul_output_text(out, closing);
}

static void put_tiles(const ul_summary *s, ul_output *out)
{
    size_t planless = 0, optima = 0, certified = 0;
    for (size_t q = 0; q < s->n_records; q++) /* who was asked for a bound lacks no plan */
        planless += !s->record[q].has_cost && s->record[q].outcome != UL_BOUND;
    for (size_t q = 0; q < s->n_instances; q++) {
        optima += !isnan(s->reference[q].optimum);
        certified += s->reference[q].certified;
    }
    const struct {
        size_t n;
        const char *one, *many; /* one: NULL where none is not worth a word */
    } tile[] = {{s->n_instances, "instance", "instances"}, {s->n_methods, "method", "methods"},
                {s->n_records, "run", "runs"}, {optima, "optimum proved", "optima proved"},
                {certified, NULL, "of them certified"},
                {planless, "runs without a plan", "runs without a plan"}};
    ul_output_text(out, "<dl class=\"tiles\">\n");
    for (size_t q = 0; q < sizeof tile / sizeof *tile; q++)
        if (tile[q].n > 0 || tile[q].one != NULL)
            ul_output_format(out, "<div><dt>%s</dt><dd>%zu</dd></div>\n",
                             tile[q].n == 1 && tile[q].one != NULL ? tile[q].one : tile[q].many,
                             tile[q].n);
    ul_output_text(out, "</dl>\n");
}

/* On a phone the answer and the first chart fill the first screen. */
static ul_status put_head(const ul_report_page *p, ul_output *out)
{
    const ul_summary *s = p->summary;
    const char *fact;
    char **line;
    size_t n;
    UL_TRY(ul_report_answer(s, p->options, NAME_MARK, &line, &n));
    ul_output_text(out, "<header>\n<h1>Ullage report</h1>\n<p class=\"question\">How far from the best "
                        "possible are these provisioning decisions, and what does the distance "
                        "cost?</p>\n");
    put_sentence(line[0][0] == NAME_MARK[0] ? "<p class=\"answer\">" : "<p class=\"answer sentence\">",
                 line[0], "</p>\n</header>\n<div id=\"lead\"></div>\n<div id=\"about\">\n", out);
    ul_output_text(out, n > 1 ? "<ul class=\"answers\">\n" : "");
    for (size_t q = 1; q < n; q++)
        put_sentence("<li>", line[q], "</li>\n", out);
    ul_output_text(out, n > 1 ? "</ul>\n" : "");
    put_tiles(s, out);
    for (size_t f = 0; f < s->n_folders; f++) {
        UL_TRY(ul_report_fact(&s->folder[f], s->arena, &fact));
        ul_html_put(out, "<p class=\"facts\">%s.</p>\n", fact);
    }
    for (size_t q = 0; q < s->n_remarks; q++)
        ul_html_put(out, "<p class=\"remark\">%s</p>\n", s->remark[q]);
    ul_output_text(out, "<nav aria-label=\"Sections\"><a href=\"#charts\">Charts</a>"
                        "<a href=\"#tables\">Tables</a><a href=\"#instances\">Instances</a>"
                        "<a href=\"#manifest\">Manifest and records</a></nav>\n</div>\n");
    return UL_OK;
}

static ul_status put_page(const ul_report_page *p, ul_output *out)
{
    static const ul_html page = {.title = "Ullage report",
                                 .css = UL_HTML_PART(ul_page_report_css),
                                 .js = {UL_HTML_PART(ul_page_chart_js), UL_HTML_PART(ul_page_sort_js),
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
    for (size_t f = 0; f < p->summary->n_folders; f++)
        UL_TRY(put_folder(p->summary, f, out));
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
