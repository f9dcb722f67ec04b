/* The numbers of a report for programs: one value a column, no signs, no ranges. */
#ifndef UL_TIDY_H
#define UL_TIDY_H

#include "summary.h"

/* A row an instance and method: what came of it. */
ul_status ul_tidy_results(const ul_summary *summary, ul_output *out);
/* A row an instance, a column a method: mean costs. */
ul_status ul_tidy_instances(const ul_summary *summary, ul_output *out);
/* The whole report as one object: facts, remarks, the answer, every table. */
ul_status ul_tidy_json(const ul_summary *summary, const ul_report_options *options,
                       ul_sheet *const *sheet, size_t n_sheets, ul_output *out);

#endif
