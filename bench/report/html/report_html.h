/* The report as one page: no network, no library; charts are SVG made here,
 * because a page that still opens in ten years must not depend on a plotting
 * library's version, and static SVG also prints and reads without scripts.
 */
#ifndef UL_REPORT_HTML_H
#define UL_REPORT_HTML_H

#include <stdio.h>

#include "chart.h"
#include "summary.h"

ul_status ul_report_html(const ul_summary *summary, const ul_report_options *options,
                         ul_sheet *const *sheet, size_t n_sheets, const char *path);

/* The answer in words, for a page or a terminal. */
ul_status ul_report_answer(const ul_summary *summary, const ul_report_options *options, bool html,
                           ul_output *out);
/* Suite, date, machine, version and limits, and what else a reader must know first. */
void ul_report_facts(const ul_summary *summary, bool html, ul_output *out);

/* The parts of the page, in the files of their names. */
void ul_report_tiles(const ul_summary *summary, ul_output *out);
ul_status ul_report_charts(const ul_summary *summary, const ul_report_options *options,
                           ul_output *out);
ul_status ul_report_class_charts(const ul_summary *part, const ul_report_options *options,
                                 size_t kind, ul_output *out);
/* Of kinds whose customers take their time: cost against completion, the floor and the
 * bracket, waits. */
typedef struct {
    const ul_summary *summary; /* of one kind */
    size_t kind;               /* its number in the report, from 1 */
    const char *const *label;  /* by method */
    const bool *shown;
    const double *excess; /* per cent above the best method, mean over instances */
} ul_time_charts;
ul_status ul_report_time_charts(const ul_time_charts *charts, ul_output *out);
ul_status ul_report_instances(const ul_summary *summary, ul_output *out);

/* The first kind's charts have the plain names. */
enum { UL_CHART_ID = 40 };
static inline const char *ul_report_chart_name(size_t kind, const char *name, char id[UL_CHART_ID])
{
    if (kind == 1)
        snprintf(id, UL_CHART_ID, "%s", name);
    else
        snprintf(id, UL_CHART_ID, "%s-%zu", name, kind);
    return id;
}

enum { UL_GAP_DRAWN_MAX = 1000 }; /* per cent: what is beyond does not stretch an axis */

/* Begins the chart, whose time axis is given, and draws each method's lines; the caller
 * ends it. */
ul_status ul_report_progress(const ul_summary *summary, ul_chart *chart, ul_output *out);

#endif
