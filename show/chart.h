/* Charts as descriptions: axes, and series of numbers.
 *
 * A description is written as JSON, from which the script of a page draws it
 * (show/page/chart.js), or as an SVG file that stands alone. Both make the same picture,
 * element by element; tests/browser/test_charts.mjs holds them against each other. The
 * range of an axis and its ticks are found here and are part of the JSON.
 *
 * Series q has one of seven colours and one of four dash patterns, marks one of four
 * shapes: no two of 28 look alike, and what has a pattern in common has colours that
 * colour-blind readers tell apart. Colours are attributes, which a page's style sheet
 * may overrule by the class "c<colour>".
 */
#pragma once

#include <stdbool.h>

#include "arena.h"
#include "json_writer.h"

typedef enum {
    UL_LINEAR,
    UL_LOG,    /* values are positive */
    UL_SYMLOG, /* linear within a knee of the origin, logarithmic beyond it, either way */
} ul_scale;

/* The range, empty where from == to, is made to reach the data. */
typedef struct {
    const char *title;
    ul_scale scale;
    double from, to;
    double origin, knee;      /* UL_SYMLOG only; the knee is a power of ten */
    double most;              /* what lies farther from the origin does not stretch the axis; 0: any */
    const char *unit;         /* behind a tick's number; "s" writes 10 ms; may be NULL */
    const char *origin_label; /* instead of the origin's number; may be NULL */
} ul_axis;

typedef enum {
    UL_STEPS, /* y holds from x[q] to x[q + 1], the last to the right edge */
    UL_POINT, /* one mark, its name beside it while they are few and names are short */
    UL_DOTS,  /* marks at (x, y) */
    UL_BOX,   /* x: least, quartiles and greatest, or nothing; a row with the name at its left */
    UL_BAR,   /* y in the group of number x; of files alone, as are levels */
    UL_LEVEL, /* a dashed line across the group */
} ul_chart_form;

typedef struct {
    ul_chart_form form;
    size_t style;
    const char *label; /* of the method, as a rule: what is drawn under one label is shown together */
    const double *x, *y;
    size_t n;
    bool faint, strong; /* thinner, thicker lines */
    const double *low, *high; /* of bars: the range around each; may be NULL */
} ul_chart_series;

typedef struct {
    const char *id, *title, *note; /* the note, below the picture */
    const char *group, *part; /* the heading it stands under, the part of the data; may be NULL */
    ul_axis x, y;
    bool diagonal; /* the line where both are equal */
    const char *const *groups; /* of bars: their names */
    size_t n_groups;
    ul_chart_series *series;
    size_t n, room;
    ul_arena *arena;
} ul_chart;

enum { UL_CHART_STYLES = 28, UL_TICKS_MAX = 48 };

/* Adds a copy of the series; numbers that are not finite are left out, pairs with them. */
ul_status ul_chart_add(ul_chart *chart, const ul_chart_series *series);

/* Makes the axes reach all series; a chart is complete with it. */
void ul_chart_finish(ul_chart *chart);

/* Makes an axis reach values beside those of a chart. */
void ul_axis_reach(ul_axis *axis, const double *value, size_t n);

/* 0 at the start of the axis, 1 at its end; what lies outside is put on the edge. */
double ul_axis_share(const ul_axis *axis, double value);

typedef struct {
    const ul_axis *axis;
    double at[UL_TICKS_MAX];
    size_t n;
} ul_axis_ticks;
ul_axis_ticks ul_axis_ticks_of(const ul_axis *axis);
void ul_axis_tick_text(const ul_axis *axis, double value, char *text, size_t room);

void ul_chart_json(const ul_chart *chart, ul_json_writer *json);
void ul_chart_svg(const ul_chart *chart, ul_output *out);
/* Charts one above the other in one wide picture, each under its title; a line below the whole's. */
void ul_chart_panels(const char *title, const char *line, const ul_chart *chart, size_t n,
                     ul_output *out);

/* A square of n x n numbers from -1 to 1 as colours. */
typedef struct {
    const char *title, *key; /* the key says what is between the two ends */
    const char *const *name; /* of rows and columns */
    const double *value;
    size_t n;
} ul_heat;
void ul_heat_svg(const ul_heat *heat, ul_output *out);
