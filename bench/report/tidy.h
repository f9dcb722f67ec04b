/* The numbers of a report for programs: one value a column, no signs, no ranges. */
#ifndef UL_TIDY_H
#define UL_TIDY_H

#include "summary.h"

/* The one tidy file: a row a run, with what is known of its instance. */
ul_status ul_tidy_runs(const ul_summary *summary, ul_output *out);
/* The runs as a trace file (.trc) of GAMS, which PAVER reads. */
ul_status ul_trace_file(const ul_summary *summary, ul_output *out);
/* The whole report as one object: facts, remarks, the answer, every table. */
ul_status ul_tidy_json(const ul_summary *summary, const ul_report_options *options,
                       ul_sheet *const *sheet, size_t n_sheets, ul_output *out);

#endif
