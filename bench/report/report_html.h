/* The report as one page: no network, no library; charts are SVG made here,
 * because a page that still opens in ten years must not depend on a plotting
 * library's version, and static SVG also prints and reads without scripts.
 */
#ifndef UL_REPORT_HTML_H
#define UL_REPORT_HTML_H

#include "chart.h"
#include "summary.h"

/* folder: the run's, for plans, events and the manifest. */
ul_status ul_report_html(const ul_summary *summary, ul_sheet *const *sheet, size_t n_sheets,
                         const char *folder, const char *path);

/* The parts, in the files of their names. */
ul_status ul_report_answer(const ul_summary *summary, ul_output *out);
ul_status ul_report_charts(const ul_summary *summary, const char *folder, ul_output *out);
ul_status ul_report_instances(const ul_summary *summary, const char *folder, ul_output *out);

enum { UL_GAP_DRAWN_MAX = 1000 }; /* per cent: what is beyond does not stretch an axis */

/* Begins the chart, whose time axis is given, and draws each method's lines; the caller
 * ends it. */
ul_status ul_report_progress(const ul_summary *summary, const char *folder, ul_chart *chart,
                             ul_output *out);

#endif
