/* Draws a packing plan: each machine a square whose area is its price, in it a
 * column per resource with the tasks stacked by their share of the capacity.
 * What is hatched is paid for and idle: the ullage.
 *
 * Equal machines are drawn once with their number, and at most GROUPS_SHOWN
 * groups (those that cost most), so that the picture of a million tasks is
 * still a page. O(entries log entries).
 */
#include "draw_packing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "packing_groups.h"
#include "svg.h"

enum { GROUPS_SHOWN = 64, BARS_SHOWN = 12 };

static const double page_width = 1080, page_height = 1200, margin = 36, gap = 22;
static const double smallest_side = 46, narrowest_cell = 104;
static const double caption_height = 58;
static const double labelled_column = 34; /* wide enough for a resource's name below it */

typedef struct {
    const ul_packing_plan *plan;
    const ul_packing *in;
    const ul_packing_group *group;
    size_t n_groups, n_shown;
    uint64_t machines;
    ul_cost cost;
    size_t n_kinds;      /* of task colours */
    bool by_workload;
    size_t *fill;        /* by kind */
    ul_micro top_price;
    ul_cost *used, *sold; /* per resource, dollars: in use, and in total */
    double *x, *y;       /* per shown group: its cell's left and its box's bottom */
    double top_side; /* of the dearest machine's square */
    double height, legend_y;
} drawing;

/* ---- numbers ---- */

static double share(const drawing *d, const ul_packing_group *group, const ul_packing_part *part,
                    size_t r)
{
    const ul_packing_type *type = &d->in->type[group->type];
    if (type->capacity[r] == 0)
        return 0;
    const ul_micro need = ul_packing_demand(d->in, part->shape, type->family)[r];
    return (double)need * (double)part->count / (double)type->capacity[r];
}

static size_t fill_of(const drawing *d, const ul_packing_part *part)
{
    return d->fill[!d->by_workload                      ? part->shape
                   : part->workload == UL_PACKING_NONE ? d->in->n_workloads
                                                       : part->workload];
}

static const char *kind_name(const drawing *d, size_t kind)
{
    if (d->by_workload)
        return kind == d->in->n_workloads ? "no workload" : d->in->workload[kind];
    for (size_t j = 0; j < d->in->n_tasks; j++)
        if (d->in->task[j].shape == kind)
            return d->in->task[j].name;
    return "";
}

/* Workloads have the colours of their names, while these suffice; other kinds, whose
 * names mean nothing beyond this instance, their own numbers. Too many kinds to name
 * take turns over the plain colours. */
static ul_status choose_fills(drawing *d, ul_names *colours, ul_arena *arena)
{
    const bool few = d->n_kinds <= UL_SVG_FILLS;
    bool shared = colours != NULL && d->by_workload && few;
    UL_ALLOC(arena, d->fill, d->n_kinds);
    for (size_t kind = 0; kind < d->n_kinds && shared; kind++) {
        const char *name = kind_name(d, kind);
        d->fill[kind] = ul_names_add(colours, name, strlen(name), NULL);
        UL_NEED(d->fill[kind] != UL_NONE);
        shared = d->fill[kind] < UL_SVG_FILLS;
    }
    for (size_t kind = 0; kind < d->n_kinds && !shared; kind++)
        d->fill[kind] = few ? kind : kind % UL_SVG_PLAIN_FILLS;
    return UL_OK;
}

static void add_up(drawing *d)
{
    for (size_t g = 0; g < d->n_groups; g++) {
        const ul_packing_group *group = &d->group[g];
        const ul_packing_type *type = &d->in->type[group->type];
        const ul_cost price = (ul_cost)type->price * (ul_cost)group->machines;
        d->machines += group->machines;
        d->cost += price * UL_COST_PER_MICRO;
        d->top_price = type->price > d->top_price ? type->price : d->top_price;
        for (size_t r = 0; r < d->in->n_resources; r++) {
            double in_use = 0;
            for (size_t q = 0; q < group->n_parts; q++)
                in_use += share(d, group, &group->part[q], r);
            if (type->capacity[r] > 0) {
                d->sold[r] += price;
                d->used[r] += (ul_cost)((double)price * in_use);
            }
        }
    }
}

/* ---- layout ---- */

static double side_of(const drawing *d, const ul_packing_group *group)
{
    const double ratio = d->top_price == 0 ? 1
                                           : (double)d->in->type[group->type].price
                                                 / (double)d->top_price;
    const double side = d->top_side * sqrt(ratio);
    return side < smallest_side ? smallest_side : side;
}

static double cell_width(const drawing *d, const ul_packing_group *group)
{
    const double side = side_of(d, group);
    return side < narrowest_cell ? narrowest_cell : side;
}

/* Places the groups in rows; the picture's height. */
static double lay_out(drawing *d)
{
    const size_t bars = d->in->n_resources < BARS_SHOWN ? d->in->n_resources : BARS_SHOWN;
    double top = 92 + 20 * ceil((double)bars / 3) + 14;
    for (size_t g = 0; g < d->n_shown;) {
        double x = margin, tallest = 0;
        size_t end = g;
        for (; end < d->n_shown; end++) {
            const double width = cell_width(d, &d->group[end]);
            if (end > g && x + width > page_width - margin)
                break;
            const double side = side_of(d, &d->group[end]);
            d->x[end] = x;
            x += width + gap;
            tallest = side > tallest ? side : tallest;
        }
        for (; g < end; g++)
            d->y[g] = top + tallest;
        top += tallest + caption_height;
    }
    d->legend_y = top + (d->n_shown < d->n_groups ? 34 : 14);
    const size_t named = d->n_kinds <= UL_SVG_FILLS ? d->n_kinds : 0;
    d->height = d->legend_y + 20 * ceil(((double)named + 1) / 5) + 52;
    return d->height;
}

/* ---- pieces ---- */

static void draw_bar(const drawing *d, size_t r, double x, double y, ul_output *out)
{
    const double width = 130;
    const double used = d->sold[r] == 0 ? 0 : (double)d->used[r] / (double)d->sold[r];
    char text[64];
    ul_svg_text(out, &(ul_svg_style){.x = x + 88, .y = y, .size = 12, .anchor = "end",
                                     .most = 12}, d->in->resource[r]);
    ul_svg_idle(out, x + 96, y - 10, width, 12);
    ul_output_format(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"12\" "
                          "fill=\"#555555\"/>\n",
                     x + 96, y - 10, width * used);
    ul_svg_frame(out, x + 96, y - 10, width, 12);
    snprintf(text, sizeof text, "%.1f%% idle", 100 * (1 - used));
    ul_svg_text(out, &(ul_svg_style){.x = x + 96 + width + 8, .y = y, .size = 12}, text);
}

static void draw_head(const drawing *d, const char *method, ul_output *out)
{
    char text[512], number[UL_NUMBER_TEXT];
    ul_svg_text(out, &(ul_svg_style){.x = margin, .y = 44, .size = 22, .bold = true, .most = 70},
                d->in->name);
    snprintf(text, sizeof text, "%s%.80s%s$%s an hour on %llu machine%s for %llu task%s",
             method[0] == '\0' ? "" : "method ", method, method[0] == '\0' ? "" : ": ",
             ul_cost_text(d->cost, number), (unsigned long long)d->machines,
             d->machines == 1 ? "" : "s", (unsigned long long)d->in->n_copies,
             d->in->n_copies == 1 ? "" : "s");
    ul_svg_text(out, &(ul_svg_style){.x = margin, .y = 68, .size = 14}, text);
    for (size_t r = 0; r < d->in->n_resources && r < BARS_SHOWN; r++)
        draw_bar(d, r, margin - 40 + 345 * (double)(r % 3), 98 + 20 * (double)(r / 3), out);
}

/* Where a column stands: its left edge, its floor, its width and its height. */
typedef struct {
    double x, y, width, height;
} column_place;

/* One column: a machine's tasks stacked from the floor, the idle rest above. */
static void draw_column(const drawing *d, const ul_packing_group *group, size_t r,
                        const column_place *at, ul_output *out)
{
    char title[UL_NAME_MAX + 128];
    double y = at->y;
    if (d->in->type[group->type].capacity[r] == 0)
        return;
    ul_svg_idle(out, at->x, at->y - at->height, at->width, at->height);
    for (size_t q = 0; q < group->n_parts; q++) {
        const ul_packing_part *part = &group->part[q];
        const double of_all = share(d, group, part, r);
        const double height = at->height * of_all;
        if (height <= 0)
            continue;
        /* single tasks while they can be told apart, else one piece */
        const uint64_t pieces = height / (double)part->count >= 2 ? part->count : 1;
        snprintf(title, sizeof title, "%s%s: %llu task%s, %.1f%% of %s",
                 d->in->task[part->task].name, part->count > 1 ? " and equal ones" : "",
                 (unsigned long long)part->count, part->count == 1 ? "" : "s", 100 * of_all,
                 d->in->resource[r]);
        for (uint64_t piece = 0; piece < pieces; piece++) {
            y -= height / (double)pieces;
            ul_svg_box(out, at->x, y, at->width, height / (double)pieces, fill_of(d, part), title);
        }
    }
}

/* The columns' names in one line, where they are too narrow for one each: from left to
 * right, cut where the cell ends. */
static void draw_column_names(const drawing *d, double middle, double y, double cell,
                              ul_output *out)
{
    char text[256];
    size_t length = 0;
    for (size_t r = 0; r < d->in->n_resources && length < sizeof text - 60; r++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%.40s",
                                   r == 0 ? "" : " ", d->in->resource[r]);
    ul_svg_text(out, &(ul_svg_style){.x = middle, .y = y, .size = 9, .anchor = "middle",
                                     .colour = UL_SVG_FAINT, .most = (size_t)(cell / 5)}, text);
}

static void draw_group(const drawing *d, size_t g, ul_output *out)
{
    const ul_packing_group *group = &d->group[g];
    const ul_packing_type *type = &d->in->type[group->type];
    const double side = side_of(d, group), cell = cell_width(d, group);
    const double left = d->x[g] + (cell - side) / 2, middle = d->x[g] + cell / 2;
    const double width = side / (double)d->in->n_resources;
    const double below = d->y[g] + 13;
    char text[UL_NAME_MAX + 64], number[UL_NUMBER_TEXT];
    for (size_t r = 0; r < d->in->n_resources; r++) {
        const double x = left + width * (double)r;
        draw_column(d, group, r, &(column_place){x, d->y[g], width, side}, out);
        if (width >= labelled_column)
            ul_svg_text(out, &(ul_svg_style){.x = x + width / 2, .y = d->y[g] + 11, .size = 9,
                                             .anchor = "middle", .colour = UL_SVG_FAINT,
                                             .most = (size_t)(width / 5.6)}, d->in->resource[r]);
    }
    ul_svg_frame(out, left, d->y[g] - side, side, side);
    if (width < labelled_column)
        draw_column_names(d, middle, d->y[g] + 11, cell, out);
    snprintf(text, sizeof text, "%s", type->name);
    ul_svg_text(out, &(ul_svg_style){.x = middle, .y = below + 13, .size = 11.5,
                                     .anchor = "middle", .bold = true,
                                     .most = (size_t)(cell / 7.2)}, text);
    if (group->machines > 1)
        snprintf(text, sizeof text, "%llu \303\227 $%s", (unsigned long long)group->machines,
                 ul_micro_text(type->price, number));
    else
        snprintf(text, sizeof text, "$%s", ul_micro_text(type->price, number));
    ul_svg_text(out, &(ul_svg_style){.x = middle, .y = below + 27, .size = 11,
                                     .anchor = "middle", .colour = UL_SVG_FAINT}, text);
}

static void draw_rest(const drawing *d, ul_output *out)
{
    uint64_t machines = 0;
    double dollars = 0;
    char text[160];
    if (d->n_shown == d->n_groups)
        return;
    for (size_t g = d->n_shown; g < d->n_groups; g++) {
        machines += d->group[g].machines;
        dollars += ul_micro_double(d->in->type[d->group[g].type].price)
                   * (double)d->group[g].machines;
    }
    snprintf(text, sizeof text, "and %llu more machines of %zu other contents, $%.2f an hour",
             (unsigned long long)machines, d->n_groups - d->n_shown, dollars);
    ul_svg_text(out, &(ul_svg_style){.x = margin, .y = d->legend_y - 18, .size = 13}, text);
}

static void draw_legend(const drawing *d, ul_output *out)
{
    const size_t named = d->n_kinds <= UL_SVG_FILLS ? d->n_kinds : 0;
    const double column = (page_width - 2 * margin) / 5;
    char text[1024];
    size_t length = 0;
    for (size_t q = 0; q <= named; q++) {
        const double x = margin + column * (double)(q % 5);
        const double y = d->legend_y + 20 * (double)(q / 5);
        if (q < named)
            ul_svg_box(out, x, y, 13, 13, d->fill[q], NULL);
        else
            ul_svg_idle(out, x, y, 13, 13);
        ul_svg_frame(out, x, y, 13, 13);
        ul_svg_text(out, &(ul_svg_style){.x = x + 20, .y = y + 11, .size = 12, .most = 25},
                    q < named ? kind_name(d, q) : "paid for, idle");
    }
    length += (size_t)snprintf(text, sizeof text, "A square is a machine, its area its price%s. "
                               "Bars weigh machines by price. Columns:",
                               named == 0 ? "; colours only part neighbours" : "");
    for (size_t r = 0; r < d->in->n_resources && length < 700; r++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s %.20s",
                                   r == 0 ? "" : ",", d->in->resource[r]);
    snprintf(text + length, sizeof text - length, "%s (blank: the type has none).",
             length >= 700 ? "..." : "");
    ul_svg_text(out, &(ul_svg_style){.x = margin, .y = d->height - 18, .size = 11.5,
                                     .colour = UL_SVG_FAINT, .most = 170}, text);
}

/* ---- the whole ---- */

/* By falling cost of the whole group: where not all are shown, the dearest are. */
static int dearer(const void *a, const void *b, void *context)
{
    const ul_packing_group *x = a, *y = b;
    const ul_packing *in = context;
    const ul_cost p = (ul_cost)in->type[x->type].price * (ul_cost)x->machines;
    const ul_cost q = (ul_cost)in->type[y->type].price * (ul_cost)y->machines;
    return p != q ? (p > q ? -1 : 1) : x->first < y->first ? -1 : x->first > y->first;
}

static ul_status prepare(drawing *d, ul_names *colours, ul_arena *arena)
{
    ul_packing_group *group;
    UL_TRY(ul_packing_groups(d->plan, arena, &group, &d->n_groups));
    d->n_shown = d->n_groups;
    if (d->n_groups > GROUPS_SHOWN) {
        qsort_r(group, d->n_groups, sizeof *group, dearer, (void *)d->in);
        d->n_shown = GROUPS_SHOWN;
    }
    d->group = group;
    d->by_workload = d->in->n_workloads > 0;
    d->n_kinds = d->by_workload ? d->in->n_workloads : d->in->n_shapes;
    for (size_t j = 0; d->by_workload && j < d->in->n_tasks; j++)
        if (d->in->task[j].workload == UL_PACKING_NONE) {
            d->n_kinds = d->in->n_workloads + 1;
            break;
        }
    UL_TRY(choose_fills(d, colours, arena));
    UL_ALLOC(arena, d->used, d->in->n_resources);
    UL_ALLOC(arena, d->sold, d->in->n_resources);
    UL_ALLOC(arena, d->x, d->n_shown);
    UL_ALLOC(arena, d->y, d->n_shown);
    add_up(d);
    /* many groups make smaller squares before they make a longer page */
    for (d->top_side = 210; lay_out(d) > page_height && d->top_side > 80;)
        d->top_side *= 0.85;
    return UL_OK;
}

ul_status ul_draw_packing(const void *plan, const char *method, ul_names *colours, ul_output *out)
{
    const ul_packing_plan *packed = plan;
    drawing d = {.plan = packed, .in = packed->in};
    UL_OWN_ARENA(arena);
    UL_TRY(prepare(&d, colours, arena));
    ul_svg_begin(out, page_width, d.height, d.in->name);
    draw_head(&d, method, out);
    for (size_t g = 0; g < d.n_shown; g++)
        draw_group(&d, g, out);
    draw_rest(&d, out);
    draw_legend(&d, out);
    ul_svg_end(out);
    return UL_OK;
}
