#include "svg.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "utf8.h"

static const char *const colour[UL_SVG_PLAIN_FILLS] = {
    "#0072b2", "#e69f00", "#009e73", "#56b4e9", "#d55e00", "#cc79a7", "#f0e442",
};

void ul_svg_escape(ul_output *out, const char *text)
{
    while (*text != '\0') {
        uint32_t code;
        char bytes[4];
        text += ul_utf8_next(text, &code);
        if (code == '&')
            ul_output_text(out, "&amp;");
        else if (code == '<')
            ul_output_text(out, "&lt;");
        else if (code == '>')
            ul_output_text(out, "&gt;");
        else if (code == '"')
            ul_output_text(out, "&quot;");
        else if (code == '\'')
            ul_output_text(out, "&#39;");
        else if (code < 0x20 || code == 0xfffe || code == 0xffff)
            ul_output_bytes(out, bytes, ul_utf8_put(UL_UTF8_REPLACEMENT, bytes));
        else
            ul_output_bytes(out, bytes, ul_utf8_put(code, bytes));
    }
}

void ul_svg_begin(ul_output *out, double width, double height, const char *title)
{
    ul_output_format(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                          "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"'DejaVu Sans', "
                          "Verdana, Helvetica, Arial, sans-serif\">\n<title>",
                     width, height, width, height);
    ul_svg_escape(out, title);
    ul_output_text(out, "</title>\n<defs>\n<pattern id=\"idle\" width=\"6\" height=\"6\" "
                        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                        "<rect width=\"6\" height=\"6\" fill=\"#f7f7f7\"/>"
                        "<rect width=\"1.2\" height=\"6\" fill=\"#cfcfcf\"/></pattern>\n");
    for (size_t q = 0; q < UL_SVG_PLAIN_FILLS; q++) {
        ul_output_format(out, "<pattern id=\"f%zu\" width=\"5\" height=\"5\" "
                              "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-45)\">"
                              "<rect width=\"5\" height=\"5\" fill=\"%s\"/>"
                              "<rect width=\"1.8\" height=\"5\" fill=\"#ffffff\"/></pattern>\n",
                         q + UL_SVG_PLAIN_FILLS, colour[q]);
        ul_output_format(out, "<pattern id=\"f%zu\" width=\"5\" height=\"5\" "
                              "patternUnits=\"userSpaceOnUse\">"
                              "<rect width=\"5\" height=\"5\" fill=\"%s\"/>"
                              "<circle cx=\"2.5\" cy=\"2.5\" r=\"1.3\" fill=\"#ffffff\"/>"
                              "</pattern>\n",
                         q + 2 * UL_SVG_PLAIN_FILLS, colour[q]);
    }
    ul_output_text(out, "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

void ul_svg_end(ul_output *out)
{
    ul_output_text(out, "</svg>\n");
}

void ul_svg_text(ul_output *out, const ul_svg_style *style, const char *text)
{
    char kept[512];
    size_t length = 0;
    const size_t count = ul_utf8_count(text);
    const bool cut = style->most > 0 && count > style->most;
    for (size_t q = 0; *text != '\0' && (!cut || q + 1 < style->most); q++) {
        uint32_t code;
        const size_t n = ul_utf8_next(text, &code);
        if (length + 8 > sizeof kept)
            break;
        length += ul_utf8_put(code, kept + length);
        text += n;
    }
    if (cut)
        length += ul_utf8_put(0x2026, kept + length);
    kept[length] = '\0';
    ul_output_format(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"%s\""
                          " text-anchor=\"%s\"%s>",
                     style->x, style->y, style->size,
                     style->colour == NULL ? UL_SVG_INK : style->colour,
                     style->anchor == NULL ? "start" : style->anchor,
                     style->bold ? " font-weight=\"bold\"" : "");
    ul_svg_escape(out, kept);
    ul_output_text(out, "</text>\n");
}

double ul_svg_step(double range)
{
    const double power = pow(10, floor(log10(range)));
    const double share = range / power;
    return power * (share < 2 ? 0.2 : share < 5 ? 0.5 : 1);
}

void ul_svg_line(ul_output *out, double x1, double y1, double x2, double y2, const char *stroke,
                 bool dashed)
{
    ul_output_format(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"%s/>\n",
                     x1, y1, x2, y2, stroke, dashed ? " stroke-dasharray=\"5 3\"" : "");
}

const char *ul_svg_fill(size_t fill, char buffer[16])
{
    if (fill < UL_SVG_PLAIN_FILLS)
        return colour[fill];
    snprintf(buffer, 16, "url(#f%u)", (unsigned)(fill % UL_SVG_FILLS));
    return buffer;
}

void ul_svg_box(ul_output *out, double x, double y, double width, double height, size_t fill,
                const char *title)
{
    char name[16];
    ul_output_format(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
                          "stroke=\"#ffffff\" stroke-width=\"0.6\" fill=\"",
                     x, y, width, height);
    ul_output_text(out, ul_svg_fill(fill, name));
    if (title == NULL) {
        ul_output_text(out, "\"/>\n");
        return;
    }
    ul_output_text(out, "\"><title>");
    ul_svg_escape(out, title);
    ul_output_text(out, "</title></rect>\n");
}

void ul_svg_idle(ul_output *out, double x, double y, double width, double height)
{
    ul_output_format(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
                          "fill=\"url(#idle)\"/>\n",
                     x, y, width, height);
}

void ul_svg_frame(ul_output *out, double x, double y, double width, double height)
{
    ul_output_format(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
                          "fill=\"none\" stroke=\"" UL_SVG_INK "\" stroke-width=\"1\"/>\n",
                     x, y, width, height);
}

/* Points on one level are drawn as one line. */
static void put_points(ul_output *out, const double *x, const double *y, size_t n)
{
    for (size_t q = 0; q < n; q++)
        if (q == 0 || q + 1 == n || y[q] != y[q - 1] || y[q] != y[q + 1])
            ul_output_format(out, "%s%.1f %.1f", q == 0 ? "M" : "L", x[q], y[q]);
}

void ul_svg_area(ul_output *out, const double *x, const double *y, size_t n, double base,
                 const char *fill)
{
    ul_output_text(out, "<path d=\"");
    put_points(out, x, y, n);
    ul_output_format(out, "V%.1fH%.1fZ\" fill=\"%s\"/>\n", base, x[0], fill);
}

void ul_svg_curve(ul_output *out, const double *x, const double *y, size_t n, const char *stroke)
{
    ul_output_text(out, "<path d=\"");
    put_points(out, x, y, n);
    ul_output_format(out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", stroke);
}

void ul_svg_define_startup(ul_output *out)
{
    ul_output_text(out, "<defs><pattern id=\"startup\" width=\"4\" height=\"4\" "
                        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-45)\">"
                        "<rect width=\"4\" height=\"4\" fill=\"#ffffff\"/>"
                        "<rect width=\"1.6\" height=\"4\" fill=\"#9a9a9a\"/></pattern></defs>\n");
}

void ul_svg_startup(ul_output *out, double x, double y, double width, double height)
{
    ul_output_format(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
                          "fill=\"url(#startup)\"/>\n",
                     x, y, width, height);
}

void ul_svg_sliver(ul_output *out, double x, double y, double width, double height, size_t fill)
{
    char name[16];
    ul_output_format(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
                          "fill=\"%s\"/>\n",
                     x, y, width, height, ul_svg_fill(fill, name));
}

void ul_svg_link(ul_output *out, double x1, double y1, double x2, double y2, bool faint)
{
    ul_output_format(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"" UL_SVG_INK
                          "\" stroke-width=\"0.6\" stroke-opacity=\"%s\"/>\n",
                     x1, y1, x2, y2, faint ? "0.25" : "0.7");
}
