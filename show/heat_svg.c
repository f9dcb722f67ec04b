/* A square of numbers as colours: what each row has to do with each column. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart.h"
#include "svg.h"

enum { CELL = 38, LABEL = 28 };

/* From blue (-1) over white (0) to red (1). */
static void draw_cell(ul_output *out, double x, double y, double value)
{
    const unsigned fade = 255 - (unsigned)(fmin(1, fabs(value)) * 200);
    char colour[16], text[16];
    snprintf(colour, sizeof colour, value >= 0 ? "#ff%02x%02x" : "#%02x%02xff", fade, fade);
    ul_output_format(out, "<rect x='%.1f' y='%.1f' width='%d' height='%d' fill='%s' "
                          "stroke='#ffffff'/>\n", x, y, CELL, CELL, colour);
    snprintf(text, sizeof text, "%.2f", fabs(value) < 0.005 ? 0 : value); /* not minus zero */
    ul_svg_text(out, &(ul_svg_style){x + CELL / 2.0, y + CELL / 2.0 + 4, 10, "middle",
                                     fabs(value) > 0.6 ? "#ffffff" : UL_SVG_INK, false, 0}, text);
}

void ul_heat_svg(const ul_heat *heat, ul_output *out)
{
    double longest = 4;
    for (size_t i = 0; i < heat->n; i++)
        longest = fmax(longest, fmin(LABEL, (double)strlen(heat->name[i])));
    /* a letter is about 7 wide; turned by 60 degrees it needs 6 of height */
    const double left = 30 + 7 * longest, top = 56 + 6 * longest;
    const double below = top + CELL * (double)heat->n;
    const double right = fmax(left + CELL * (double)heat->n + 4 * longest, left + 400);
    ul_svg_begin(out, fmax(right, 40 + 10 * (double)strlen(heat->title)), below + 90, heat->title);
    ul_svg_text(out, &(ul_svg_style){20, 28, 16, "start", UL_SVG_INK, true, 0}, heat->title);
    for (size_t i = 0; i < heat->n; i++) {
        const double y = top + CELL * (double)i;
        ul_svg_text(out, &(ul_svg_style){left - 8, y + CELL / 2.0 + 4, 11, "end", UL_SVG_INK, false,
                                         LABEL}, heat->name[i]);
        ul_output_format(out, "<g transform='translate(%.1f %.1f) rotate(-60)'>",
                         left + CELL * ((double)i + 0.6), top - 6);
        ul_svg_text(out, &(ul_svg_style){0, 0, 11, "start", UL_SVG_INK, false, LABEL}, heat->name[i]);
        ul_output_text(out, "</g>\n");
        for (size_t j = 0; j < heat->n; j++)
            draw_cell(out, left + CELL * (double)j, y, heat->value[i * heat->n + j]);
    }
    for (int q = -4; q <= 4; q++) /* what the colours mean */
        draw_cell(out, left + CELL * (q + 4), below + 40, q / 4.0);
    ul_svg_text(out, &(ul_svg_style){left, below + 32, 11, "start", UL_SVG_FAINT, false, 0},
                heat->key);
    ul_svg_end(out);
}
