/* Charts of the report page: SVG with axes, coloured by the page's style sheet.
 *
 * Series q has the class "s<q>": the style sheet gives it one of seven colours and
 * one of four dash patterns, marks one of four shapes. Neighbours differ in both,
 * no two of 28 look alike, and what has a pattern in common has colours that
 * colour-blind readers tell apart.
 * Without a style sheet all is black.
 */
#ifndef UL_CHART_H
#define UL_CHART_H

#include <stdbool.h>

#include "output.h"

typedef enum {
    UL_LINEAR,
    UL_LOG,    /* the range is positive */
    UL_SYMLOG, /* linear within a knee of the origin, logarithmic beyond it, either way */
} ul_scale;

typedef struct {
    const char *title;
    ul_scale scale;
    double from, to;
    double origin, knee;      /* UL_SYMLOG only; the knee is a power of ten */
    const char *unit;         /* behind a tick's number; "s" writes 10 ms; may be NULL */
    const char *origin_label; /* instead of the origin's number; may be NULL */
} ul_axis;

typedef struct {
    const char *id, *title, *note; /* the note, below the picture, may be NULL */
    ul_axis x, y;
    size_t n_rows; /* not 0: y is a list of names, top to bottom, ul_chart_box() each */
    size_t row_lines; /* of the longest name: ul_chart_name_lines(); 0 is 1 */
} ul_chart;

typedef enum { UL_KEY_LINE, UL_KEY_MARK } ul_chart_key;

/* Makes ranges that ticks can be put on: an empty one wider, a linear one round. */
void ul_chart_fix_ranges(ul_chart *chart);

/* A figure with caption, axes and grid; ul_chart_end() adds the legend (HTML, n
 * may be 0) of the series `shown` marks (NULL: all), and the note. */
void ul_chart_begin(ul_output *out, const ul_chart *chart);
void ul_chart_end(ul_output *out, const ul_chart *chart, ul_chart_key key,
                  const char *const *label, const bool *shown, size_t n);

/* How many lines a row's name takes: names are never cut. */
size_t ul_chart_name_lines(const char *name);

/* Dots at (x, y), without names; and the line where both are equal, y = x. */
void ul_chart_dots(ul_output *out, const ul_chart *chart, size_t series, const char *label,
                   const double *x, const double *y, size_t n);
void ul_chart_diagonal(ul_output *out, const ul_chart *chart);

/* y holds from x[q] to x[q + 1], the last to the right edge. Faint lines are thinner. */
typedef struct {
    size_t series;
    const char *label;
    const double *x, *y;
    size_t n;
    bool faint;
} ul_chart_staircase;
void ul_chart_steps(ul_output *out, const ul_chart *chart, const ul_chart_staircase *line);

/* Marks at (x, y), each with its name beside it while they are few and names are short;
 * else the legend names them. A point that is not finite is left out. */
typedef struct {
    double x, y;
    const char *label;
    size_t series;
} ul_chart_point;
bool ul_chart_has_names(const ul_chart_point *point, size_t n);
void ul_chart_points(ul_output *out, const ul_chart *chart, ul_chart_point *point, size_t n);

/* Least, quartiles and greatest in a row, with its name; five == NULL: name only. */
void ul_chart_box(ul_output *out, const ul_chart *chart, size_t row, size_t series,
                  const char *label, const double *five);

#endif
