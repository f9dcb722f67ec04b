#include "report_html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "input.h"
#include "page.h" /* made by the build from bench/page/ */
#include "svg.h"

enum { ATTACHED_MAX = 64 * 1024 * 1024 };

static ul_status read_text(const char *folder, const char *name, char **text, size_t *length)
{
    char path[4096];
    ul_input *input;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    UL_TRY(ul_input_open(path, &input));
    const ul_status status = ul_input_read_all(input, ATTACHED_MAX, text, length);
    ul_input_close(input);
    return status;
}

static ul_status put_records(const char *folder, ul_output *out)
{
    char *text;
    size_t length;
    UL_TRY(read_text(folder, "records.csv", &text, &length));
    ul_output_text(out, "<p class=\"download\"><a id=\"download\" class=\"action\" download=\"records.csv\" href=\"");
    ul_html_data_address(out, "text/csv", text, length);
    ul_output_text(out, "\">Download the records</a> that every number here comes from, a row a "
                        "run.</p>\n");
    free(text);
    return UL_OK;
}

/* A folder put together by hand may have no manifest: that costs its section alone. */
static void put_manifest(const char *folder, ul_output *out)
{
    char *text;
    size_t length;
    if (read_text(folder, "manifest.json", &text, &length) != UL_OK) {
        ul_output_text(out, "<p class=\"note\" id=\"manifest-text\">No manifest: ");
        ul_svg_escape(out, ul_error_text());
        ul_output_text(out, "</p>\n");
        return;
    }
    ul_output_text(out, "<details><summary>manifest.json: version, suite, compiler, machine, "
                        "limits</summary>\n<pre id=\"manifest-text\" tabindex=\"0\">");
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
        const bool folded = strcmp(sheet[q]->name, "pairs") == 0
                            || strstr(sheet[q]->name, "ecdf") != NULL;
        if (folded)
            ul_output_format(out, "<details><summary>%s</summary>\n", sheet[q]->title);
        ul_output_format(out, "<div class=\"wide\" role=\"region\" tabindex=\"0\" "
                              "aria-label=\"%s\">", sheet[q]->title);
        UL_TRY(ul_sheet_html(sheet[q], out));
        ul_output_text(out, folded ? "</div>\n</details>\n" : "</div>\n");
    }
    return UL_OK;
}

static ul_status put_page(const ul_summary *s, ul_sheet *const *sheet, size_t n_sheets,
                          const char *folder, ul_output *out)
{
    static const ul_html page = {.title = "Ullage report",
                                 .css = UL_HTML_PART(ul_page_report_css),
                                 .js = {UL_HTML_PART(ul_page_report_js)}};
    ul_html_begin(out, &page);
    ul_output_text(out, "<header>\n<h1>Ullage report</h1>\n");
    UL_TRY(ul_report_answer(s, out));
    ul_output_text(out, "<nav aria-label=\"Sections\"><a href=\"#charts\">Charts</a>"
                        "<a href=\"#tables\">Tables</a><a href=\"#instances\">Instances</a>"
                        "<a href=\"#manifest\">Manifest and records</a></nav>\n</header>\n<main>\n"
                        "<section class=\"tools\" id=\"tools\" aria-label=\"Which methods to show\">"
                        "<label for=\"filter\">Show methods named</label> "
                        "<input type=\"search\" id=\"filter\" placeholder=\"ffd eva\"> "
                        "<output id=\"shown\" for=\"filter\"></output>\n"
                        "<div id=\"chips\" role=\"group\" aria-label=\"Methods\"></div></section>\n"
                        "<h2 id=\"charts\">Charts</h2>\n<div class=\"charts\">\n");
    UL_TRY(ul_report_charts(s, folder, out));
    ul_output_text(out, "</div>\n<h2 id=\"tables\">Tables</h2>\n");
    UL_TRY(put_tables(sheet, n_sheets, out));
    ul_output_text(out, "<h2 id=\"instances\">Instances</h2>\n<p class=\"tools\">"
                        "<label for=\"find\">Show instances named</label> "
                        "<input type=\"search\" id=\"find\"></p>\n");
    UL_TRY(ul_report_instances(s, folder, out));
    ul_output_text(out, "<h2 id=\"manifest\">Manifest and records</h2>\n");
    UL_TRY(put_records(folder, out));
    put_manifest(folder, out);
    ul_output_text(out, "</main>\n");
    ul_html_end(out, &page);
    return UL_OK;
}

ul_status ul_report_html(const ul_summary *summary, ul_sheet *const *sheet, size_t n_sheets,
                         const char *folder, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, put_page(summary, sheet, n_sheets, folder, out));
}
