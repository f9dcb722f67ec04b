/* The report as one page, its charts as files, its answer in words. A page needs no network
 * and no library: tables are made here, charts are drawn by its own script from the numbers
 * that stand in it as JSON, so that a choice of methods or of a class reaches all of them.
 */
#pragma once

#include "chart.h"
#include "summary.h"

typedef struct {
    ul_chart *chart;
    size_t n, room;
} ul_chart_list;

/* Every chart of the report: those of each kind over all instances (`part` is NULL), then over
 * those of each value of a class, then one of each instance (`group` is NULL). */
ul_status ul_report_charts(const ul_summary *summary, const ul_report_options *options,
                           ul_chart_list *list);

/* What stands in a page. */
typedef struct {
    const ul_summary *summary;
    const ul_report_options *options;
    ul_sheet *const *sheet;
    size_t n_sheets;
    const ul_chart_list *charts;
} ul_report_page;
ul_status ul_report_html(const ul_report_page *page, const char *path);

/* The answer in words, a sentence a line, the headline first; methods' names stand between two
 * marks. */
ul_status ul_report_answer(const ul_summary *summary, const ul_report_options *options,
                           const char *mark, char ***line, size_t *n);
/* Where nothing is proved, nobody has a distance from the best possible: the cheapest method,
 * not counting the headline's, becomes the baseline, unless there is one or several kinds. */
void ul_report_find_baseline(const ul_summary *summary, ul_report_options *options);
/* Suite, date, machine, version and limits of a folder, in words. */
ul_status ul_report_fact(const ul_manifest_facts *folder, ul_arena *arena, const char **text);

/* A part of the page, in the file of its name. */
ul_status ul_report_instances(const ul_summary *summary, ul_output *out);

/* ---- the numbers for programs: one value a column, no signs, no ranges ---- */

/* The one tidy file: a row a run, with what is known of its instance. */
ul_status ul_tidy_runs(const ul_summary *summary, ul_output *out);
/* The runs as a trace file (.trc) of GAMS, which PAVER reads. */
ul_status ul_trace_file(const ul_summary *summary, ul_output *out);
/* The whole report as one object: facts, remarks, the answer, every table. */
ul_status ul_tidy_json(const ul_summary *summary, const ul_report_options *options,
                       ul_sheet *const *sheet, size_t n_sheets, ul_output *out);
