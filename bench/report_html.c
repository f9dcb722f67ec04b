#include "report_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "page.h" /* made by the build from bench/page/ */
#include "statistics.h"
#include "svg.h"

enum { ATTACHED_MAX = 64 * 1024 * 1024 };

void ul_report_data_address(ul_output *out, const char *type, const char *data, size_t length)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    ul_output_format(out, "data:%s;base64,", type);
    for (size_t q = 0; q < length; q += 3) {
        const size_t left = length - q;
        const uint32_t bits = (uint32_t)(unsigned char)data[q] << 16
                              | (left > 1 ? (uint32_t)(unsigned char)data[q + 1] << 8 : 0)
                              | (left > 2 ? (uint32_t)(unsigned char)data[q + 2] : 0);
        const char four[4] = {digit[bits >> 18], digit[bits >> 12 & 63],
                              left > 1 ? digit[bits >> 6 & 63] : '=',
                              left > 2 ? digit[bits & 63] : '='};
        ul_output_bytes(out, four, sizeof four);
    }
}

/* Index of the method with the least or greatest mean gap; UL_NONE without gaps. */
static size_t extreme_method(const ul_summary *s, bool greatest, double *mean)
{
    size_t found = UL_NONE;
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        if (method->n_to_optimum == 0 || method->n_proved == method->n_runs)
            continue; /* a prover is the measure, not the measured */
        const double gap = ul_stat_mean(method->to_optimum, method->n_to_optimum);
        if (found == UL_NONE || (greatest ? gap > *mean : gap < *mean)) {
            found = m;
            *mean = gap;
        }
    }
    return found;
}

static void put_answer(const ul_summary *s, ul_output *out)
{
    double least = 0, most = 0;
    const size_t best = extreme_method(s, false, &least), worst = extreme_method(s, true, &most);
    ul_output_text(out, "<p class=\"answer\">How far from the best possible are these provisioning "
                        "decisions, and what does the distance cost? ");
    if (best == UL_NONE) {
        ul_output_text(out, "No optimum is proved here, so the tables compare with the best bound "
                            "or the best plan known.</p>\n");
        return;
    }
    ul_output_text(out, "Against proved optima, <b>");
    ul_svg_escape(out, s->method[best].label);
    ul_output_format(out, "</b> pays %.2f%% too much on average, the least of all; <b>", 100 * least);
    ul_svg_escape(out, s->method[worst].label);
    ul_output_format(out, "</b> pays %.2f%%, the most.</p>\n", 100 * most);
}

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
    ul_output_text(out, "<p><a id=\"download\" download=\"records.csv\" href=\"");
    ul_report_data_address(out, "text/csv", text, length);
    ul_output_text(out, "\">Download the records</a> that every number here comes from.</p>\n");
    free(text);
    return UL_OK;
}

static ul_status put_manifest(const char *folder, ul_output *out)
{
    char *text;
    size_t length;
    UL_TRY(read_text(folder, "manifest.json", &text, &length));
    ul_output_text(out, "<pre id=\"manifest-text\">");
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        ul_svg_escape(out, line);
        ul_output_text(out, "\n");
    }
    ul_output_text(out, "</pre>\n");
    free(text);
    return UL_OK;
}

static ul_status put_page(const ul_summary *s, ul_sheet *const *sheet, size_t n_sheets,
                          const char *folder, ul_output *out)
{
    ul_output_text(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        "<link rel=\"icon\" href=\"data:,\">\n<title>Ullage report</title>\n<style>");
    ul_output_bytes(out, ul_page_report_css, sizeof ul_page_report_css);
    ul_output_text(out, "</style>\n</head>\n<body>\n<h1>Ullage report</h1>\n");
    put_answer(s, out);
    ul_output_format(out, "<p class=\"note\">%zu runs, %zu methods, %zu instances.</p>\n"
                          "<nav><a href=\"#tables\">Tables</a><a href=\"#pictures\">Charts</a>"
                          "<a href=\"#instances\">Instances</a><a href=\"#manifest\">Manifest</a>"
                          "</nav>\n"
                          "<p class=\"tools\"><label>Show only methods with these words "
                          "<input type=\"search\" id=\"filter\"></label></p>\n"
                          "<h2 id=\"tables\">Tables</h2>\n", s->n_records, s->n_methods,
                     s->n_instances);
    for (size_t q = 0; q < n_sheets; q++) {
        ul_output_text(out, "<div class=\"wide\">");
        UL_TRY(ul_sheet_html(sheet[q], out));
        ul_output_text(out, "</div>\n");
    }
    ul_output_text(out, "<h2 id=\"pictures\">Charts</h2>\n<div class=\"charts\">\n");
    UL_TRY(ul_report_charts(s, out));
    ul_output_text(out, "</div>\n<h2 id=\"instances\">Instances</h2>\n");
    UL_TRY(ul_report_instances(s, folder, out));
    ul_output_text(out, "<h2 id=\"manifest\">Manifest and records</h2>\n");
    UL_TRY(put_records(folder, out));
    UL_TRY(put_manifest(folder, out));
    ul_output_text(out, "<script>");
    ul_output_bytes(out, ul_page_report_js, sizeof ul_page_report_js);
    ul_output_text(out, "</script>\n</body>\n</html>\n");
    return UL_OK;
}

ul_status ul_report_html(const ul_summary *summary, ul_sheet *const *sheet, size_t n_sheets,
                         const char *folder, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    const ul_status status = put_page(summary, sheet, n_sheets, folder, out);
    if (status != UL_OK) {
        ul_output_discard(out);
        return status;
    }
    return ul_output_close(out, NULL);
}
