/* The coverage as a page: each printed number beside ours, with verdict and command. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coverage.h"
#include "html.h"

#include "chart_page.h"
#include "coverage_page.h"

static const ul_html page = {.title = "What the papers print, and what we find",
                             .css = UL_HTML_PART(ul_page_coverage_css),
                             .js = {UL_HTML_PART(ul_page_sort_js), UL_HTML_PART(ul_page_coverage_js)}};

/* Each verdict as a class of the style sheet. */
static const char *const class_of[UL_VERDICTS] = {
    [UL_AGREES] = "agrees", [UL_NEAR] = "near",   [UL_DIFFERS_KNOWN] = "known",
    [UL_DIFFERS_OPEN] = "open", [UL_HOLDS] = "holds", [UL_FAILS] = "fails",
    [UL_NOT_JUDGED] = "unjudged"};

/* A line of its own, which says what the command is for; no word of it is broken that fits. */
static ul_status write_command(ul_output *out, ul_arena *arena, const char *says,
                               const char *command)
{
    char *rest = ul_arena_text(arena, command, strlen(command)), *word;
    UL_NEED(rest);
    ul_html_put(out, "<div><i>%s</i> <code>", says);
    while ((word = strsep(&rest, " ")) != NULL)
        ul_html_put(out, rest == NULL ? "<span>%s</span></code></div>" : "<span>%s</span> ", word);
    return UL_OK;
}

static ul_status write_row(ul_output *out, ul_arena *arena, const ul_covered *c)
{
    const ul_printed *p = c->printed;
    char printed[UL_PRINTED_TEXT], ours[32] = "", what[400];
    if (!isnan(c->ours))
        snprintf(ours, sizeof ours, "%.6g%s", c->ours, strcmp(p->unit, "%") == 0 ? "%" : "");
    if (!isnan(c->ours) && ul_printed_is(p, "shape"))
        snprintf(ours, sizeof ours, "%s", c->ours == 1 ? "holds" : "fails");
    snprintf(what, sizeof what, "%s: %s", p->subject, p->quantity);
    const bool shows = ul_judge_shows(p, c->verdict);
    ul_html_put(out, "<tr class=\"%s\" id=\"%s\"><td>%s</td><td>%s</td><td>%s</td>"
                     "<td class=\"n\" data-of=\"paper\">%s</td><td class=\"n\" data-of=\"ours\">%s</td>"
                     "<td class=\"v\">%s</td><td class=\"w\">%s", class_of[c->verdict], p->id, p->id,
                p->where, what, ul_printed_text(p, true, printed), ours, ul_verdict_name(c->verdict),
                shows ? p->why : c->why);
    snprintf(what, sizeof what, "%s, moves it to %s",
             c->verdict == UL_DIFFERS_KNOWN ? "shown by" : "tried", p->moved);
    if (shows)
        UL_TRY(write_command(out, arena, what, p->command));
    if (c->command[0] != '\0')
        UL_TRY(write_command(out, arena, "ours", c->command));
    ul_output_text(out, "</td></tr>\n");
    return UL_OK;
}

static ul_status write_paper(ul_output *out, const ul_coverage *coverage, size_t first)
{
    const char *paper = coverage->row[first].printed->paper;
    ul_output_format(out, "<h2>%s</h2>\n<table class=\"numbers\"><thead><tr><th>id</th>"
                          "<th>where</th><th>what</th><th class=\"number\">paper</th><th class=\"number\">ours</th><th>verdict</th>"
                          "<th>why, and the command</th></tr></thead><tbody>\n", paper);
    for (size_t q = first; q < coverage->n; q++)
        if (strcmp(coverage->row[q].printed->paper, paper) == 0)
            UL_TRY(write_row(out, coverage->arena, &coverage->row[q]));
    ul_output_text(out, "</tbody></table>\n");
    return UL_OK;
}

static void write_choices(ul_output *out)
{
    ul_output_text(out, "<nav><button data-of=\"\">all</button>");
    for (ul_verdict v = 0; v < UL_VERDICTS; v++)
        ul_output_format(out, "<button data-of=\"%s\">%s</button>", class_of[v],
                         ul_verdict_name(v));
    ul_output_text(out, "<input type=\"search\" aria-label=\"find\" placeholder=\"find\"></nav>\n");
}

static void write_words(ul_output *out)
{
    ul_output_text(out, "<details><summary>why a number is not judged, in a word</summary>\n<dl>");
    for (const ul_unjudged *u = ul_unjudged_words; u->word != NULL; u++)
        ul_output_format(out, "<dt>%s</dt><dd>%s</dd>", u->word, u->means);
    ul_output_text(out, "</dl></details>\n");
}

ul_status ul_coverage_html(const ul_coverage *coverage, ul_output *out)
{
    ul_sheet *papers, *tables;
    UL_TRY(ul_coverage_papers(coverage, &papers));
    UL_TRY(ul_coverage_tables(coverage, &tables));
    ul_html_begin(out, &page);
    if (coverage->home != NULL)
        ul_html_home(out, coverage->home);
    ul_output_format(out, "<h1>%s</h1>\n<div class=\"scroll\">\n", page.title);
    UL_TRY(ul_sheet_html(papers, out));
    ul_output_text(out, "</div>\n<details><summary>table by table</summary>\n"
                        "<div class=\"scroll\">\n");
    UL_TRY(ul_sheet_html(tables, out));
    ul_output_text(out, "</div></details>\n");
    write_words(out);
    write_choices(out);
    for (size_t q = 0; q < coverage->n; q++)
        if (q == 0 || strcmp(coverage->row[q].printed->paper, coverage->row[q - 1].printed->paper)
                          != 0)
            UL_TRY(write_paper(out, coverage, q));
    ul_html_end(out, &page);
    return UL_OK;
}
