/* The report as one page, its charts as files, its answer in words. A page needs no network
 * and no library: tables are made here, charts are drawn by its own script from the numbers
 * that stand in it as JSON, so that a choice of methods or of a class reaches all of them.
 */
#ifndef UL_REPORT_HTML_H
#define UL_REPORT_HTML_H

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

/* The answer in words, for a page or a terminal: the headline alone, or what follows it. */
typedef enum { UL_HEADLINE, UL_REST, UL_ALL } ul_answer_part;
ul_status ul_report_answer(const ul_summary *summary, const ul_report_options *options, bool html,
                           ul_answer_part part, ul_output *out);
/* Where nothing is proved, nobody has a distance from the best possible: the cheapest method,
 * not counting the headline's, becomes the baseline, unless there is one or several kinds. */
void ul_report_find_baseline(const ul_summary *summary, ul_report_options *options);
/* Suite, date, machine, version and limits, and what else a reader must know first. */
ul_status ul_report_facts(const ul_summary *summary, bool html, ul_output *out);

/* The parts of the page, in the files of their names. */
void ul_report_tiles(const ul_summary *summary, ul_output *out);
ul_status ul_report_instances(const ul_summary *summary, ul_output *out);

#endif
