/* Pieces of SVG pictures: one look for all of them.
 *
 * Colours are Okabe and Ito's, told apart by colour-blind readers too; after
 * seven come the same seven with stripes, then with dots.
 */
#pragma once

#include <stdbool.h>

#include "output.h"

#define UL_SVG_INK "#222222"
#define UL_SVG_FAINT "#777777"

enum { UL_SVG_PLAIN_FILLS = 7, UL_SVG_FILLS = 21 };

/* Opens a picture with a white ground, the fills' patterns and a title for readers' programs. */
void ul_svg_begin(ul_output *out, double width, double height, const char *title);
void ul_svg_end(ul_output *out);

/* Text content, escaped; bytes that XML cannot hold become U+FFFD. */
void ul_svg_escape(ul_output *out, const char *text);

/* A line of text; anchor is "start", "middle" or "end". More than `most`
 * characters (0: any number) end in an ellipsis. */
typedef struct {
    double x, y, size;
    const char *anchor, *colour;
    bool bold;
    size_t most;
} ul_svg_style;
void ul_svg_text(ul_output *out, const ul_svg_style *style, const char *text);

/* The distance of ticks on an axis of this length: 1, 2 or 5 times a power of ten, four
 * to ten ticks. */
double ul_svg_step(double range);

/* A straight line; `dashed` for marks that are no data. */
void ul_svg_line(ul_output *out, double x1, double y1, double x2, double y2, const char *stroke,
                 bool dashed);

/* A filled box. `fill` is a number below UL_SVG_FILLS; `title` (may be NULL) shows on hover. */
void ul_svg_box(ul_output *out, double x, double y, double width, double height, size_t fill,
                const char *title);
/* Capacity that is paid for and not used: a faint hatch. */
void ul_svg_idle(ul_output *out, double x, double y, double width, double height);
void ul_svg_frame(ul_output *out, double x, double y, double width, double height);

/* Pieces of charts over time, on points x[0..n) y[0..n) from left to right. The ground of an
 * area is at `base`; `fill` is a colour or "url(#idle)". */
void ul_svg_area(ul_output *out, const double *x, const double *y, size_t n, double base,
                 const char *fill);
void ul_svg_curve(ul_output *out, const double *x, const double *y, size_t n, const char *stroke);
/* The colour or pattern of a fill, as ul_svg_box() has it. */
const char *ul_svg_fill(size_t fill, char buffer[16]);
/* The stripes of ul_svg_startup(), to be put into a picture before the first of them. */
void ul_svg_define_startup(ul_output *out);
/* Capacity that is paid for and not ready: stripes. */
void ul_svg_startup(ul_output *out, double x, double y, double width, double height);
/* A thin line from one place to another, fainter where there are many. */
void ul_svg_link(ul_output *out, double x1, double y1, double x2, double y2, bool faint);
/* A box without a border, for what is too small to have one. */
void ul_svg_sliver(ul_output *out, double x, double y, double width, double height, size_t fill);
