/* A reservation instance at a glance, a plan in a line and as a picture, and the
 * reservation kind's view.
 *
 * The picture is SEC's Figure 1: time to the right, instances upwards; the fill
 * is what ran, by the class that was billed for it, the line is what was leased,
 * the hatch between them is leased and idle. O(steps * classes).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reservation_plan.h"
#include "sheet.h"
#include "svg.h"
#include "view.h"

/* ---- on the terminal ---- */

static ul_status show_classes(const ul_reservation *in, ul_arena *arena, ul_output *out)
{
    static const char *const head[] = {"class", "intervals", "upfront", "$/hour", "billed",
                                       "pays from"};
    char number[UL_NUMBER_TEXT];
    ul_sheet *table;
    UL_TRY(ul_sheet_new(arena, "classes", "", "", "lrrrlr", &table));
    for (size_t q = 0; q < sizeof head / sizeof *head; q++)
        ul_sheet_cell(table, "%s", head[q]);
    for (size_t c = 0; c < in->n_classes; c++) {
        const ul_reservation_class *class = &in->classes[c];
        const double hours = class->term * ul_micro_double(in->interval_hours);
        const ul_micro saved = in->level_price[0] - in->level_price[class->level];
        const double fee = ul_micro_double(class->upfront)
                           + class->term * ul_cost_double(ul_reservation_holding(in, c));
        ul_sheet_cell(table, "%.40s", class->name);
        ul_sheet_cell(table, class->term == 0 ? "-" : "%u", class->term);
        ul_sheet_cell(table, "%s", ul_micro_text(class->upfront, number));
        ul_sheet_cell(table, "%s", ul_micro_text(class->price, number));
        ul_sheet_cell(table, class->billing == UL_BILL_ALWAYS ? "always" : "used");
        if (class->level == 0)
            ul_sheet_cell(table, "-");
        else
            ul_sheet_cell(table, "%.2f%% use", 100 * fee / ul_micro_double(saved) / hours);
    }
    return ul_sheet_text(table, out);
}

static ul_status show(const void *data, ul_output *out)
{
    const ul_reservation *in = data;
    char number[UL_NUMBER_TEXT];
    const double hours = (double)ul_reservation_all_hours(in) / (double)UL_MICRO;
    ul_output_format(out, "%s (reservation)\n  sha256          %s\n", in->name, in->sha256);
    ul_output_format(out, "  objective       %s cost\n  intervals       %zu of %s hours\n",
                     in->objective == UL_OBJECTIVE_PURE ? "pure" : "total", in->n_intervals,
                     ul_micro_text(in->interval_hours, number));
    ul_output_format(out, "  instances       %u at the peak, %.1f on average\n", in->peak,
                     hours / (double)in->n_intervals / ul_micro_double(in->interval_hours));
    ul_output_format(out, "  instance-hours  %.2f in %zu steps\n", hours, in->n_steps);
    UL_OWN_ARENA(arena);
    UL_TRY(show_classes(in, arena, out));
    ul_output_format(out, "\n  on demand       $%s: no lease at all\n",
                     ul_cost_text(ul_reservation_on_demand(in), number));
    return UL_OK;
}

/* Leases bought of a class, in all. */
static uint64_t leases_of(const ul_reservation_plan *plan, size_t c)
{
    uint64_t n = 0;
    for (size_t q = 0; q < plan->n; q++)
        n += plan->purchase[q].c == c ? plan->purchase[q].count : 0;
    return n;
}

static ul_status brief(const void *data, ul_output *out)
{
    const ul_reservation_plan *plan = data;
    ul_reservation_bill bill;
    UL_TRY(ul_reservation_bill_of(plan, &bill));
    const ul_cost total = ul_reservation_bill_total(&bill), pure = ul_reservation_bill_pure(&bill);
    ul_output_format(out, "%llu lease%s", (unsigned long long)bill.leases, bill.leases == 1 ? "" : "s");
    const char *between = " (";
    for (size_t c = 0; c < plan->in->n_classes; c++) {
        const uint64_t n = leases_of(plan, c);
        if (n == 0)
            continue;
        ul_output_format(out, "%s%llu of %s", between, (unsigned long long)n, plan->in->classes[c].name);
        between = ", ";
    }
    ul_output_text(out, bill.leases == 0 ? "" : ")");
    if (total != pure) /* the one of them that is no objective is said nowhere else */
        ul_output_format(out, "; total $%.2f, pure $%.2f", ul_cost_double(total), ul_cost_double(pure));
    return UL_OK;
}

static ul_status json_leases(const void *data, ul_output *out)
{
    const ul_reservation_plan *plan = data;
    bool first = true;
    ul_output_text(out, "{");
    for (size_t c = 0; c < plan->in->n_classes; c++) {
        const uint64_t n = leases_of(plan, c);
        if (n == 0)
            continue;
        ul_output_text(out, first ? "" : ", ");
        ul_json_string(out, plan->in->classes[c].name);
        ul_output_format(out, ": %llu", (unsigned long long)n);
        first = false;
    }
    ul_output_text(out, "}");
    return UL_OK;
}

/* ---- as a picture ---- */

enum { COLUMNS_MAX = 400 };
static const double width = 1000, height = 460, left = 70, top = 88, right = 30, bottom = 90;

typedef struct {
    const ul_reservation_plan *plan;
    const ul_reservation *in;
    size_t order[UL_CLASSES_MAX]; /* classes as they are billed; on demand last */
    size_t n_order;
    uint64_t *active;    /* intervals x classes */
    size_t n_columns;
    double *used;        /* columns x order: mean instances */
    double *leased;      /* columns: mean leases */
    double highest;
} drawing;

static void sort_classes(drawing *d)
{
    for (size_t l = d->in->n_levels; l-- > 1;)
        for (size_t c = 0; c < d->in->n_classes; c++)
            if (d->in->classes[c].level == l)
                d->order[d->n_order++] = c;
    d->order[d->n_order++] = d->in->on_demand;
}

/* Adds interval t to its column: hours to the classes in billing order. */
static void add_interval(drawing *d, size_t t)
{
    const ul_reservation *in = d->in;
    const size_t column = t * d->n_columns / in->n_intervals;
    const double share = (double)d->n_columns / (double)in->n_intervals
                         / (double)in->interval_hours;
    size_t s = in->first[t];
    uint64_t left_over = s < in->first[t + 1] ? in->step[s].instances : 0;
    for (size_t q = 0; q < d->n_order; q++) {
        const bool last = q + 1 == d->n_order;
        uint64_t leases = last ? UINT64_MAX : d->active[t * in->n_classes + d->order[q]];
        if (!last)
            d->leased[column] += (double)leases * share * (double)in->interval_hours;
        while (s < in->first[t + 1] && leases > 0) {
            const uint64_t n = left_over < leases ? left_over : leases;
            d->used[column * d->n_order + q] += (double)in->step[s].hours * (double)n * share;
            leases -= last ? 0 : n;
            left_over -= n;
            if (left_over == 0 && ++s < in->first[t + 1])
                left_over = in->step[s].instances;
        }
    }
}

static double y_of(const drawing *d, double instances)
{
    return height - bottom - instances / d->highest * (height - top - bottom);
}

static void draw_columns(const drawing *d, ul_output *out)
{
    const double step = (width - left - right) / (double)d->n_columns;
    for (size_t column = 0; column < d->n_columns; column++) {
        double below = 0;
        const double x = left + step * (double)column;
        for (size_t q = 0; q < d->n_order; q++) {
            const double used = d->used[column * d->n_order + q];
            if (used > 0)
                ul_svg_box(out, x, y_of(d, below + used), step, y_of(d, below)
                           - y_of(d, below + used), q % UL_SVG_FILLS, NULL);
            below += used;
        }
        if (d->leased[column] > below)
            ul_svg_idle(out, x, y_of(d, d->leased[column]), step,
                        y_of(d, below) - y_of(d, d->leased[column]));
    }
    ul_output_text(out, "<path fill=\"none\" stroke=\"" UL_SVG_INK "\" stroke-width=\"1.5\" d=\"");
    for (size_t column = 0; column < d->n_columns; column++)
        ul_output_format(out, "%c%.2f %.2fH%.2f", column == 0 ? 'M' : 'L',
                         left + step * (double)column, y_of(d, d->leased[column]),
                         left + step * (double)(column + 1));
    ul_output_text(out, "\"/>\n");
}

static void draw_axes(const drawing *d, ul_output *out)
{
    char text[128];
    const size_t n = d->in->n_intervals;
    const double wide = (width - left - right) / (double)n; /* of an interval */
    for (double value = 0; value <= d->highest; value += ul_svg_step(d->highest)) {
        snprintf(text, sizeof text, "%.4g", value);
        ul_svg_text(out, &(ul_svg_style){.x = left - 8, .y = y_of(d, value) + 4, .size = 12,
                                         .anchor = "end", .colour = UL_SVG_FAINT}, text);
    }
    const size_t every = (size_t)fmax(1, ul_svg_step((double)n));
    for (size_t t = n < 10 ? 1 : every; t <= n; t += n < 10 ? 1 : every) {
        snprintf(text, sizeof text, "%zu", t); /* under the middle of its interval */
        ul_svg_text(out, &(ul_svg_style){.x = left + wide * ((double)t - 0.5),
                                         .y = height - bottom + 18, .size = 12,
                                         .anchor = "middle", .colour = UL_SVG_FAINT}, text);
    }
    ul_svg_text(out, &(ul_svg_style){.x = width - right, .y = height - bottom + 34, .size = 12,
                                     .anchor = "end", .colour = UL_SVG_FAINT}, "interval");
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = top - 8, .size = 12,
                                     .colour = UL_SVG_FAINT}, "instances");
    ul_svg_frame(out, left, top, width - left - right, height - top - bottom);
    double x = left;
    for (size_t q = 0; q < d->n_order; q++) {
        const char *name = d->in->classes[d->order[q]].name;
        if (q + 1 < d->n_order && leases_of(d->plan, d->order[q]) == 0)
            continue; /* a key to what is in the picture */
        ul_svg_box(out, x, height - 42, 12, 12, q % UL_SVG_FILLS, NULL);
        ul_svg_text(out, &(ul_svg_style){.x = x + 18, .y = height - 32, .size = 12, .most = 16},
                    name);
        x += 118;
    }
}

static ul_status draw_with(drawing *d, const char *method, ul_output *out)
{
    char title[512];
    ul_reservation_bill bill;
    UL_TRY(ul_reservation_bill_of(d->plan, &bill));
    UL_TRY(ul_reservation_active(d->plan, d->active));
    sort_classes(d);
    for (size_t t = 0; t < d->in->n_intervals; t++)
        add_interval(d, t);
    for (size_t column = 0; column < d->n_columns; column++) {
        double all = 0;
        for (size_t q = 0; q < d->n_order; q++)
            all += d->used[column * d->n_order + q];
        all = all > d->leased[column] ? all : d->leased[column];
        d->highest = all > d->highest ? all : d->highest;
    }
    d->highest = d->highest <= 0 ? 1 : 1.04 * d->highest; /* air above the highest line */
    snprintf(title, sizeof title, "%.200s%s%.100s", d->in->name, method[0] == '\0' ? "" : ", ",
             method);
    ul_svg_begin(out, width, height, title);
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 32, .size = 18, .bold = true, .most = 90},
                title);
    snprintf(title, sizeof title, "%llu lease%s; total $%.2f, pure $%.2f. Mean instances by "
             "interval; line: leased; hatched: leased and idle",
             (unsigned long long)bill.leases, bill.leases == 1 ? "" : "s", ul_cost_double(ul_reservation_bill_total(&bill)),
             ul_cost_double(ul_reservation_bill_pure(&bill)));
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 56, .size = 12, .colour = UL_SVG_FAINT},
                title);
    draw_columns(d, out);
    draw_axes(d, out);
    ul_svg_end(out);
    return UL_OK;
}

static ul_status draw(const void *data, const char *method, ul_names *colours, ul_output *out)
{
    (void)colours; /* classes are coloured by their order, which instances share */
    const ul_reservation_plan *plan = data;
    const ul_reservation *in = plan->in;
    drawing d = {.plan = plan, .in = in};
    d.n_columns = in->n_intervals < COLUMNS_MAX ? in->n_intervals : COLUMNS_MAX;
    UL_OWN_ARENA(arena);
    UL_ALLOC(arena, d.active, in->n_intervals * in->n_classes);
    UL_ALLOC(arena, d.used, d.n_columns * (in->n_classes + 1));
    UL_ALLOC(arena, d.leased, d.n_columns);
    return draw_with(&d, method, out);
}

const ul_view ul_view_reservation = {
    .kind = &ul_kind_reservation,
    .show = show,
    .brief = brief,
    .draw = draw,
    .json_name = "leases",
    .json = json_leases,
};
