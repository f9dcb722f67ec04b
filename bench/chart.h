/* Charts of the report page: SVG with axes, coloured by the page's style sheet.
 *
 * Series q has the class "s<q>": the style sheet gives it one of seven colours
 * that colour-blind readers tell apart, and a dash pattern that changes every
 * seven, so that no two of 28 look alike. Without a style sheet all is black.
 */
#ifndef UL_CHART_H
#define UL_CHART_H

#include <stdbool.h>

#include "output.h"

typedef struct {
    const char *id, *title, *x_title, *y_title;
    double left, right, low, high; /* the ranges shown; positive on a log axis */
    bool log_x, log_y;
    bool categories; /* x is 0, 1, 2, ...: no ticks, ul_chart_category() names them */
} ul_chart;

/* Widens an empty range so that it can be divided by. */
void ul_chart_fix_ranges(ul_chart *chart);

void ul_chart_begin(ul_output *out, const ul_chart *chart);
void ul_chart_end(ul_output *out);

/* y holds from x[q] to x[q + 1], the last to the right edge. */
void ul_chart_steps(ul_output *out, const ul_chart *chart, size_t series, const char *label,
                    const double *x, const double *y, size_t n);
/* A marker; series differ by shape too. */
void ul_chart_point(ul_output *out, const ul_chart *chart, size_t series, const char *label,
                    double x, double y);
/* Least, quartiles and greatest at a category. */
void ul_chart_box(ul_output *out, const ul_chart *chart, size_t series, const char *label,
                  double at, const double five[5]);
void ul_chart_category(ul_output *out, const ul_chart *chart, double at, const char *label);

/* The names of the series, below a chart, as HTML. */
void ul_chart_legend(ul_output *out, const char *const *label, size_t n);

#endif
