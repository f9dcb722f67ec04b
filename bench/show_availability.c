/* An availability instance at a glance, and a pool's capacity distribution as a
 * picture: how likely each capacity is to be up, on a logarithmic scale, with the
 * target's capacity marked. O(types held * capacity).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "availability_file.h"
#include "availability_plan.h"
#include "availability_pool.h"
#include "sheet.h"
#include "svg.h"
#include "view.h"

static ul_status show(const void *data, ul_output *out)
{
    const ul_availability *in = data;
    ul_arena *arena = ul_arena_new();
    ul_sheet *sheet;
    char title[400];
    if (arena == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    snprintf(title, sizeof title, "%.255s: %llu units with probability %.10g", in->name,
             (unsigned long long)in->capacity, in->target);
    ul_status status = ul_sheet_new(arena, "types", title, "Prices are dollars an hour.", "lrrrrr",
                                    &sheet);
    if (status == UL_OK) {
        static const char *const head[] = {"type", "capacity", "price", "price/unit", "on demand",
                                           "availability"};
        for (size_t q = 0; q < 6; q++)
            ul_sheet_cell(sheet, "%s", head[q]);
        for (size_t k = 0; k < in->n_types; k++) {
            const ul_availability_type *type = &in->type[k];
            ul_sheet_cell(sheet, "%s", type->name);
            ul_sheet_cell(sheet, "%llu", (unsigned long long)type->capacity);
            ul_sheet_cell(sheet, "%.6f", type->price);
            ul_sheet_cell(sheet, "%.6f", type->price / (double)type->capacity);
            ul_sheet_cell(sheet, "%.4f", type->on_demand_price);
            ul_sheet_cell(sheet, "%.8f", type->availability);
        }
        status = ul_sheet_text(sheet, out);
    }
    ul_arena_free(arena);
    return status;
}

static ul_status brief(const void *data, ul_output *out)
{
    const ul_availability_plan *plan = data;
    const ul_availability *in = plan->in;
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    ul_output_format(out, "%llu units held, %llu wanted, up with probability 1 - %.6g:",
                     (unsigned long long)ul_availability_plan_capacity(plan),
                     (unsigned long long)in->capacity, failure);
    for (size_t k = 0; k < in->n_types; k++) {
        if (plan->hold[k] > 0)
            ul_output_format(out, " %u %s", plan->hold[k], in->type[k].name);
        if (plan->on_demand[k] > 0)
            ul_output_format(out, " %u %s on demand", plan->on_demand[k], in->type[k].name);
    }
    return UL_OK;
}

static ul_status json(const void *data, ul_output *out)
{
    const ul_availability_plan *plan = data;
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    ul_output_format(out, "%.17g", 1 - failure);
    return UL_OK;
}

/* ---- the picture ---- */

enum { LEFT = 70, TOP = 60, WIDTH = 720, HEIGHT = 300, BINS = 120, DECADES = 12 };

typedef struct {
    size_t levels; /* capacities 0 .. levels-1 */
    double *mass;
    double bin[BINS];
} distribution;

static ul_status spread(const ul_availability_plan *plan, distribution *d)
{
    const ul_availability *in = plan->in;
    const uint64_t all = ul_availability_plan_capacity(plan);
    ul_block block[UL_AVAILABILITY_TYPES_MAX];
    size_t n = 0;
    uint64_t certain = 0;
    if (all > 10 * UL_AVAILABILITY_CAPACITY_MAX)
        return ul_fail(UL_E_INPUT, "the pool is too large to draw");
    for (size_t k = 0; k < in->n_types; k++) {
        certain += in->type[k].capacity * plan->on_demand[k];
        if (plan->hold[k] > 0)
            block[n++] = (ul_block){in->type[k].capacity * plan->hold[k], in->type[k].availability};
    }
    d->levels = (size_t)all + 1;
    d->mass = calloc(d->levels, sizeof *d->mass);
    if (d->mass == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a picture");
    ul_pool_mass(block, n, d->levels - (size_t)certain, d->mass + certain);
    for (size_t s = 0; s < d->levels; s++)
        d->bin[s * BINS / d->levels] += d->mass[s];
    return UL_OK;
}

/* Height of a probability: 10^-DECADES is nothing, 1 is all. */
static double height_of(double probability)
{
    return probability <= 0 ? 0 : fmax(0, (log10(probability) + DECADES) * HEIGHT / DECADES);
}

static void draw_axes(ul_output *out, const distribution *d)
{
    char text[40];
    for (int q = 0; q <= DECADES; q += 3) {
        const double y = TOP + (double)HEIGHT * q / DECADES;
        snprintf(text, sizeof text, q == 0 ? "1" : "1e-%d", q);
        ul_svg_text(out, &(ul_svg_style){LEFT - 6, y + 4, 10, "end", UL_SVG_FAINT, false, 0}, text);
    }
    for (int q = 0; q <= 4; q++) {
        snprintf(text, sizeof text, "%.0f", (double)(d->levels - 1) * q / 4);
        ul_svg_text(out, &(ul_svg_style){LEFT + WIDTH * q / 4.0, TOP + HEIGHT + 16, 10, "middle",
                                         UL_SVG_FAINT, false, 0}, text);
    }
    ul_svg_text(out, &(ul_svg_style){LEFT + WIDTH / 2.0, TOP + HEIGHT + 34, 12, "middle",
                                     UL_SVG_INK, false, 0}, "capacity up");
}

static void draw_bins(ul_output *out, const ul_availability_plan *plan, const distribution *d)
{
    const double width = (double)WIDTH / BINS;
    const double mark = LEFT + (double)WIDTH * (double)plan->in->capacity / (double)d->levels;
    char title[100];
    for (size_t q = 0; q < BINS; q++) {
        const double height = height_of(d->bin[q]);
        const bool fails = (q + 1) * d->levels / BINS <= plan->in->capacity;
        if (height <= 0)
            continue;
        snprintf(title, sizeof title, "%zu to %zu units: %.3g", q * d->levels / BINS,
                 (q + 1) * d->levels / BINS, d->bin[q]);
        ul_svg_box(out, LEFT + (double)q * width, TOP + HEIGHT - height, width, height,
                   fails ? 5 : 1, title);
    }
    ul_output_format(out, "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='" UL_SVG_INK
                          "' stroke-dasharray='4 3'/>\n", mark, TOP - 4, mark, TOP + HEIGHT);
}

static ul_status draw_distribution(const ul_availability_plan *plan, const char *method,
                                   const distribution *d, ul_output *out)
{
    char title[400], number[UL_NUMBER_TEXT];
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    snprintf(title, sizeof title, "%.200s%s%s: $%s an hour, fails with probability %.4g",
             plan->in->name, *method == '\0' ? "" : ", ", method,
             ul_cost_text(ul_availability_plan_cost(plan), number), failure);
    ul_svg_begin(out, LEFT + WIDTH + 30, TOP + HEIGHT + 50, title);
    ul_svg_text(out, &(ul_svg_style){LEFT, 26, 14, "start", UL_SVG_INK, true, 110}, title);
    ul_svg_text(out, &(ul_svg_style){LEFT, 46, 11, "start", UL_SVG_FAINT, false, 0},
                "probability of each capacity (log scale); dashed: the capacity wanted");
    draw_axes(out, d);
    draw_bins(out, plan, d);
    ul_svg_frame(out, LEFT, TOP, WIDTH, HEIGHT);
    ul_svg_end(out);
    return UL_OK;
}

static ul_status draw(const void *data, const char *method, ul_output *out)
{
    distribution d = {0};
    ul_status status = spread(data, &d);
    if (status == UL_OK)
        status = draw_distribution(data, method, &d, out);
    free(d.mass);
    return status;
}

const ul_view ul_view_availability = {
    .kind = &ul_kind_availability,
    .show = show,
    .brief = brief,
    .draw = draw,
    .json_name = "availability",
    .json = json,
};
