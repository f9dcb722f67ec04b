/* A pool's capacity distribution as a picture, on a logarithmic scale: bars for how
 * likely each capacity is, a line for how likely it is that less is up. Where the line
 * passes the wanted capacity it must be below what the promise allows; both limits are
 * marked. O(types held * capacity).
 */
#include "draw_availability.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "availability_plan.h"
#include "availability_pool.h"
#include "svg.h"

enum { BINS = 180, FAILING = 4, SERVING = 0 };
static const double left = 74, top = 92, width = 760, height = 320, right = 26, below = 56;
static const char mark_colour[] = "#b00020";

typedef struct {
    const ul_availability_plan *plan;
    ul_output *out;
    size_t levels; /* capacities 0 .. levels-1 */
    double *mass;
    double bin[BINS];
    size_t n_bins;
    double decades; /* the lowest probability shown is 10^-decades */
    double most;    /* capacity at the right edge */
} drawing;

static ul_status spread(drawing *d)
{
    const ul_availability *in = d->plan->in;
    const uint64_t all = ul_availability_plan_capacity(d->plan);
    ul_block block[UL_AVAILABILITY_TYPES_MAX];
    size_t n = 0;
    uint64_t certain = 0;
    if (all > 10 * UL_AVAILABILITY_CAPACITY_MAX)
        return ul_fail(UL_E_INPUT, "the pool is too large to draw");
    for (size_t k = 0; k < in->n_types; k++) {
        certain += in->type[k].capacity * d->plan->on_demand[k];
        if (d->plan->hold[k] > 0)
            block[n++] =
                (ul_block){in->type[k].capacity * d->plan->hold[k], in->type[k].availability};
    }
    d->levels = (size_t)all + 1;
    d->mass = calloc(d->levels, sizeof *d->mass);
    UL_NEED(d->mass);
    ul_pool_mass(block, n, d->levels - (size_t)certain, d->mass + certain);
    d->n_bins = d->levels < BINS ? d->levels : BINS;
    for (size_t s = 0; s < d->levels; s++)
        d->bin[s * d->n_bins / d->levels] += d->mass[s];
    return UL_OK;
}

/* Three decades below what is allowed, or to the least likely bar, if that is less; 3 to 15. */
static double decades_of(const drawing *d)
{
    double least = ul_availability_allowance(d->plan->in) / 1e3;
    for (size_t q = 0; q < d->n_bins; q++)
        if (d->bin[q] > 0 && d->bin[q] < least)
            least = d->bin[q];
    return fmin(15, fmax(3, ceil(-log10(least) / 3) * 3));
}

static double x_of(const drawing *d, double capacity)
{
    return left + (width - left - right) * capacity / d->most;
}

static double y_of(const drawing *d, double probability)
{
    return probability <= 0 ? top + height
                            : top + fmin(height, -log10(probability) * height / d->decades);
}

static void draw_axes(const drawing *d)
{
    char text[40];
    const double step = ul_svg_step(d->most);
    for (int q = 0; q <= (int)d->decades; q += d->decades > 6 ? 3 : 1) {
        const double y = top + height * q / d->decades;
        snprintf(text, sizeof text, q == 0 ? "1" : "1e-%d", q);
        ul_svg_text(d->out, &(ul_svg_style){left - 8, y + 4, 11, "end", UL_SVG_FAINT, false, 0},
                    text);
        ul_svg_line(d->out, left, y, width - right, y, "#e4e4e4", false);
    }
    for (double value = 0; value <= d->most * (1 + 1e-9); value += step) {
        const double x = x_of(d, value);
        snprintf(text, sizeof text, "%.8g", value);
        ul_svg_text(d->out, &(ul_svg_style){x, top + height + 18, 11, "middle", UL_SVG_FAINT, false,
                                            0}, text);
        ul_svg_line(d->out, x, top + height, x, top + height + 4, UL_SVG_INK, false);
    }
    ul_svg_text(d->out, &(ul_svg_style){left + (width - left - right) / 2, top + height + 40, 12,
                                        "middle", UL_SVG_INK, false, 0}, "capacity up, units");
}

static void draw_bins(const drawing *d)
{
    const uint64_t wanted = d->plan->in->capacity;
    char title[100];
    for (size_t q = 0; q < d->n_bins; q++) {
        /* the first capacity of a bin, and of the next one */
        const size_t from = (q * d->levels + d->n_bins - 1) / d->n_bins;
        const size_t to = ((q + 1) * d->levels + d->n_bins - 1) / d->n_bins;
        const double y = y_of(d, d->bin[q]);
        if (y >= top + height)
            continue;
        snprintf(title, sizeof title, "%zu to %zu units: %.3g", from, to - 1, d->bin[q]);
        ul_svg_box(d->out, x_of(d, (double)from), y,
                   fmax(3, x_of(d, (double)to) - x_of(d, (double)from)), top + height - y,
                   to <= wanted ? FAILING : SERVING, title);
    }
}

/* P(less than s is up): a step wherever there is mass. */
static void draw_line(const drawing *d)
{
    double sum = 0;
    ul_output_format(d->out, "<path fill=\"none\" stroke=\"" UL_SVG_INK
                             "\" stroke-width=\"1.4\" d=\"M%.1f %.1f", left, top + height);
    for (size_t s = 0; s < d->levels; s++) {
        const double before = y_of(d, sum);
        sum += d->mass[s];
        if (before - y_of(d, sum) > 0.05) /* or it cannot be seen */
            ul_output_format(d->out, "H%.1fV%.1f", x_of(d, (double)s), y_of(d, sum));
    }
    ul_output_format(d->out, "H%.1f\"/>\\n", width - right);
}

static void draw_marks(const drawing *d)
{
    const ul_availability *in = d->plan->in;
    const double allowed = ul_availability_allowance(in), x = x_of(d, (double)in->capacity);
    char text[80];
    ul_svg_line(d->out, x, top, x, top + height, mark_colour, true);
    snprintf(text, sizeof text, "%llu wanted", (unsigned long long)in->capacity);
    ul_svg_text(d->out, &(ul_svg_style){x, top - 6, 11, x > width / 2 ? "end" : "start",
                                        mark_colour, false, 0}, text);
    if (y_of(d, allowed) >= top + height)
        return;
    ul_svg_line(d->out, left, y_of(d, allowed), width - right, y_of(d, allowed), mark_colour, true);
    snprintf(text, sizeof text, "allowed to fail: %.3g", allowed);
    ul_svg_text(d->out, &(ul_svg_style){left + 6, y_of(d, allowed) - 5, 11, "start", mark_colour,
                                        false, 0}, text);
}

static void draw_key(const drawing *d)
{
    static const struct {
        size_t fill;
        const char *name;
    } entry[] = {{FAILING, "too little up"}, {SERVING, "enough up"}};
    const double y = 58;
    double x = left;
    for (size_t q = 0; q < sizeof entry / sizeof *entry; q++, x += 120) {
        ul_svg_box(d->out, x, y, 12, 12, entry[q].fill, NULL);
        ul_svg_text(d->out, &(ul_svg_style){x + 18, y + 10, 11, "start", UL_SVG_INK, false, 0},
                    entry[q].name);
    }
    ul_svg_line(d->out, x, y + 6, x + 16, y + 6, UL_SVG_INK, false);
    ul_svg_text(d->out, &(ul_svg_style){x + 22, y + 10, 11, "start", UL_SVG_INK, false, 0},
                "less than this is up");
}

static ul_status draw_all(drawing *d, const char *method)
{
    const ul_availability *in = d->plan->in;
    char title[400], number[UL_NUMBER_TEXT];
    double failure;
    UL_TRY(ul_availability_plan_failure(d->plan, &failure));
    UL_TRY(spread(d));
    d->decades = decades_of(d);
    d->most = fmax((double)d->levels, (double)in->capacity) * 1.01;
    snprintf(title, sizeof title, "%.200s%s%.100s", in->name, *method == '\0' ? "" : ", ", method);
    ul_svg_begin(d->out, width, top + height + below, title);
    ul_svg_text(d->out, &(ul_svg_style){left, 26, 16, "start", UL_SVG_INK, true, 70}, title);
    snprintf(title, sizeof title, "$%s an hour; fails with probability %.4g. Probability of each "
             "capacity, logarithmic", ul_cost_text(ul_availability_plan_cost(d->plan), number),
             failure);
    ul_svg_text(d->out, &(ul_svg_style){left, 46, 12, "start", UL_SVG_FAINT, false, 0}, title);
    draw_axes(d);
    draw_bins(d);
    draw_line(d);
    draw_marks(d);
    draw_key(d);
    ul_svg_frame(d->out, left, top, width - left - right, height);
    ul_svg_end(d->out);
    return UL_OK;
}

ul_status ul_draw_availability(const void *plan, const char *method, ul_names *colours,
                               ul_output *out)
{
    (void)colours; /* they mean the same in every picture */
    drawing d = {.plan = plan, .out = out};
    const ul_status status = draw_all(&d, method);
    free(d.mass);
    return status;
}
