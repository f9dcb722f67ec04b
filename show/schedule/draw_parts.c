#include "draw_parts.h"

#include <math.h>
#include <string.h>

#include "svg.h"

double ul_timeline_x(const ul_timeline_drawing *d, ul_micro s)
{
    return d->left + (d->right - d->left) * ul_micro_double(s - d->begin_s)
                         / ul_micro_double(d->end_s - d->begin_s);
}

const char *ul_timeline_colour(const ul_timeline_drawing *d, const ul_schedule_job *job)
{
    return job->workload == UL_SCHEDULE_NONE ? job->name : d->plan->in->workload[job->workload];
}

size_t ul_timeline_fill(const ul_timeline_drawing *d, const ul_schedule_job *job)
{
    const char *name = ul_timeline_colour(d, job);
    const size_t q = ul_names_add(d->colours, name, strcspn(name, "["), NULL);
    return q == UL_NONE ? 0 : q % UL_SVG_FILLS;
}

size_t ul_timeline_column(const ul_timeline_drawing *d, ul_micro s)
{
    const double share = ul_micro_double(s - d->begin_s) / ul_micro_double(d->end_s - d->begin_s);
    const double column = ceil(share * UL_TIMELINE_COLUMNS);
    return column < 0 ? 0 : column > UL_TIMELINE_COLUMNS ? UL_TIMELINE_COLUMNS : (size_t)column;
}

void ul_timeline_curve_begin(const ul_timeline_drawing *d, ul_timeline_curve *curve)
{
    for (size_t q = 0; q <= UL_TIMELINE_COLUMNS; q++) {
        curve->x[q] = d->left + (d->right - d->left) * (double)q / UL_TIMELINE_COLUMNS;
        curve->value[q] = 0;
    }
}

void ul_timeline_curve_add(const ul_timeline_drawing *d, ul_timeline_curve *curve, ul_micro from_s,
                           ul_micro to_s, double amount)
{
    if (to_s <= from_s)
        return;
    curve->value[ul_timeline_column(d, from_s)] += amount;
    curve->value[ul_timeline_column(d, to_s)] -= amount;
}

void ul_timeline_curve_end(ul_timeline_curve *curve)
{
    for (size_t q = 1; q <= UL_TIMELINE_COLUMNS; q++)
        curve->value[q] += curve->value[q - 1];
}

double ul_timeline_curve_most(const ul_timeline_curve *curve)
{
    double most = 0;
    for (size_t q = 0; q <= UL_TIMELINE_COLUMNS; q++)
        most = fmax(most, curve->value[q]);
    return most;
}
