/* Bar charts of figures, one above the other. */
#ifndef UL_BAR_CHART_H
#define UL_BAR_CHART_H

#include <stddef.h>

#include "status.h"

/* Mean, least and greatest; all NaN when there is nothing. */
typedef struct {
    double mean, least, most;
} ul_spread;

/* Bars with error bars, in groups: a picture of a figure. NaN leaves a bar out. */
typedef struct {
    const char *title;
    size_t n_groups, n_bars; /* bars in each group; bars have the names where there is one group */
    const char *const *group, *const *bar;
    const ul_spread *value; /* groups x bars */
    const double *mark;     /* a dashed line in each group; may be NULL */
    const char *mark_name;
    const size_t *fill; /* a colour for each bar; NULL: all, in order */
} ul_bar_chart;
ul_status ul_bar_chart_draw(const ul_bar_chart *chart, size_t n, const char *title,
                            const char *subtitle, const char *path);

#endif
