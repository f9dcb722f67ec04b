/* The charts of a report, one after the other; for the files that make them. */
#ifndef UL_CHART_LIST_H
#define UL_CHART_LIST_H

#include "report_html.h"

/* What charts are made of: a kind, or a part of one. */
typedef struct {
    const ul_summary *summary;
    const ul_report_options *options;
    size_t number;            /* of the kind in the report, from 1 */
    size_t part_number;       /* of the value of a class, from 1 */
    const char *group, *part; /* the kind; the value, or NULL */
    enum { UL_BOXES_OF_GAPS, UL_BOXES_OF_BOUNDS, UL_BOXES_OF_DIFFERENCES } boxes;
    ul_axis *box_axis; /* of all of the kind; without a title: none yet */
    ul_chart_list *list;
} ul_pictures;

/* Adds a chart with axes and words like the model's, without series. It stays in its place
 * until the next is begun. */
ul_status ul_picture_begin(const ul_pictures *p, const char *id, const ul_chart *model,
                           ul_chart **chart);
/* A series of method m, without numbers. */
ul_chart_series ul_picture_series(const ul_pictures *p, ul_chart_form form, size_t m);
/* The share of `whole` that have at most each value; these are sorted. */
ul_status ul_picture_ecdf(const ul_pictures *p, ul_chart *chart, size_t m, double *value, size_t n,
                          size_t whole);
ul_axis ul_gap_axis(const char *title);
ul_axis ul_time_axis(const ul_summary *summary, bool is_cpu, const char *title);

/* The mean over common instances of a method's cost above the best method's, in per cent. */
double ul_mean_excess(const ul_pictures *p, size_t m);

/* report_time.c: none where the kind has no such thing. */
ul_status ul_picture_completion(const ul_pictures *p);
ul_status ul_picture_waits(const ul_pictures *p);
ul_status ul_picture_progress(const ul_pictures *p);
/* The course of each instance's runs. */
ul_status ul_picture_instances(const ul_summary *summary, ul_chart_list *list);

#endif
