/* TR-Kubernetes, Figure 4: what transient types cost and how available they are, in one
 * zone: the two have nothing to do with each other.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "availability.h"
#include "correlation.h"
#include "svg.h"
#include "trk8s_zones.h"

enum { NEVER_DOWN = 7 };

static double nines_of(const ul_availability_type *type)
{
    return type->availability >= 1 ? NEVER_DOWN : -log10(1 - type->availability);
}

/* Dollars an hour and unit, in cents. */
static double cents_of(const ul_availability_type *type)
{
    return 100 * type->price / (double)type->capacity;
}

enum { LEFT = 70, TOP = 70, WIDE = 640, TALL = 340 };

/* Cents on a logarithmic axis between two powers of ten. */
typedef struct {
    double least, decades;
} axis;

static axis find_axis(const ul_availability *in)
{
    double low = HUGE_VAL, high = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        low = fmin(low, cents_of(&in->type[k]));
        high = fmax(high, cents_of(&in->type[k]));
    }
    const double least = floor(log10(fmax(low, 1e-6)));
    return (axis){least, fmax(1, ceil(log10(fmax(high, 1e-6))) - least)};
}

static double place(const axis *x, double cents)
{
    return LEFT + WIDE * (log10(fmax(cents, 1e-6)) - x->least) / x->decades;
}

static void draw_axes(ul_output *out, const axis *x)
{
    char text[16];
    for (int q = 0; q <= NEVER_DOWN; q++) {
        const double y = TOP + TALL * (1 - (double)q / NEVER_DOWN);
        snprintf(text, sizeof text, "%d", q);
        ul_svg_line(out, LEFT, y, LEFT + WIDE, y, "#dddddd", false);
        ul_svg_text(out, &(ul_svg_style){LEFT - 8, y + 4, 11, "end", UL_SVG_FAINT, false, 0},
                    q == NEVER_DOWN ? "all" : text);
    }
    for (int q = 0; q <= (int)x->decades; q++) {
        snprintf(text, sizeof text, "%g", pow(10, x->least + q));
        ul_svg_text(out, &(ul_svg_style){LEFT + WIDE * q / x->decades, TOP + TALL + 18, 11, "middle",
                                         UL_SVG_FAINT, false, 0}, text);
    }
}

/* Where names stand already, by the middle of each. */
typedef struct {
    double x[UL_ZONES_MAX], y[UL_ZONES_MAX];
    size_t n;
} names;

static bool has_room(const names *taken, double x, double y)
{
    for (size_t q = 0; q < taken->n; q++)
        if (fabs(taken->x[q] - x) < 58 && fabs(taken->y[q] - y) < 9)
            return false;
    return taken->n < UL_ZONES_MAX;
}

/* A mark for each type; its name right or left of it where there is room, else when it
 * is pointed at. */
static void draw_types(ul_output *out, const ul_availability *in, const axis *cents)
{
    names taken = {.n = 0};
    for (size_t k = 0; k < in->n_types; k++) {
        const double x = place(cents, cents_of(&in->type[k]));
        const double y = TOP + TALL * (1 - fmin(nines_of(&in->type[k]), NEVER_DOWN) / NEVER_DOWN);
        ul_svg_box(out, x - 3, y - 3, 6, 6, 0, in->type[k].name);
        for (int side = 1; side >= -1; side -= 2) {
            if (!has_room(&taken, x + side * 32, y))
                continue;
            ul_svg_text(out, &(ul_svg_style){x + side * 6, y + 3, 9, side > 0 ? "start" : "end",
                                             UL_SVG_FAINT, false, 0}, in->type[k].name);
            taken.x[taken.n] = x + side * 32;
            taken.y[taken.n++] = y;
            break;
        }
    }
}

static ul_status draw(const ul_availability *in, const char *path)
{
    char title[160];
    ul_output *out;
    const axis x = find_axis(in);
    snprintf(title, sizeof title, "Cost and availability in %s (TR-Kubernetes, Figure 4)", in->name);
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, LEFT + WIDE + 60, TOP + TALL + 70, title);
    ul_svg_text(out, &(ul_svg_style){20, 28, 16, "start", UL_SVG_INK, true, 0}, title);
    ul_svg_text(out, &(ul_svg_style){20, 50, 12, "start", UL_SVG_FAINT, false, 0},
                "availability in nines, against cents an hour and ECU; at the top: never down");
    draw_axes(out, &x);
    draw_types(out, in, &x);
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

static const ul_availability *sorting; /* qsort takes no context; one table is made at a time */

static int by_cost(const void *a, const void *b)
{
    const ul_availability_type *x = &sorting->type[*(const size_t *)a];
    const ul_availability_type *y = &sorting->type[*(const size_t *)b];
    const double p = cents_of(x), q = cents_of(y);
    return p < q ? -1 : p > q ? 1 : strcmp(x->name, y->name);
}

static ul_status add_type(const ul_zones *zones, const ul_availability_type *type)
{
    ul_table_made *made = zones->made;
    ul_sheet_cell(made->table, "%s", type->name);
    ul_sheet_cell(made->table, "%llu", (unsigned long long)type->capacity);
    ul_sheet_cell(made->table, "$%.4f", type->price);
    ul_sheet_cell(made->table, "%.3f", cents_of(type));
    ul_sheet_cell(made->table, "%.4f%%", 100 * type->availability);
    ul_sheet_cell(made->table, "%.2f", nines_of(type));
    UL_TRY(ul_table_number(made, zones->arena, &(ul_number){
        .subject = type->name, .measure = "price", .unit = "cents an hour and ECU",
        .ours = cents_of(type)}, NULL));
    return ul_table_number(made, zones->arena, &(ul_number){
        .subject = type->name, .measure = "availability", .unit = "nines",
        .ours = nines_of(type)}, NULL);
}

/* "Cost and availability are not correlated": the coefficient, and whether the cheapest
 * type is among the most available. */
static ul_status add_claims(const ul_zones *zones, const ul_availability *in, const size_t *order)
{
    const size_t n = in->n_types;
    double *sample = ul_arena_alloc(zones->arena, 2 * n, sizeof *sample), r[4];
    size_t better = 0;
    if (sample == NULL)
        return ul_no_memory();
    for (size_t k = 0; k < n; k++) {
        sample[k] = cents_of(&in->type[k]);
        sample[n + k] = nines_of(&in->type[k]);
        better += in->type[k].availability > in->type[order[0]].availability;
    }
    UL_TRY(ul_correlation(sample, 2, n, r));
    UL_TRY(ul_table_number(zones->made, zones->arena, &(ul_number){
        .subject = "all types", .measure = "correlation of price and nines", .unit = "Pearson",
        .ours = r[1]}, zones->generated ? NULL : &(ul_claim){
        .what = "correlation of cost and availability", .paper = 0, .ours = r[1],
        .tolerance = 0.4, .decimals = 2, .unit = "", .origin = UL_DERIVED,
        .why = "the paper says that they are not correlated"}));
    return ul_table_number(zones->made, zones->arena, &(ul_number){
        .subject = in->type[order[0]].name, .measure = "types that are more available",
        .unit = "types", .ours = (double)better}, zones->generated ? NULL : &(ul_claim){
        .what = "types more available than the cheapest", .paper = 1, .ours = (double)better,
        .sense = UL_CLAIM_AT_LEAST, .decimals = 0, .unit = "", .origin = UL_DERIVED,
        .why = "the cheapest is the most available here"});
}

static ul_status fill(const ul_zones *zones, const ul_availability *in)
{
    static const char *const head[] = {"type", "ECU", "price an hour", "cents an ECU-hour",
                                       "available", "nines"};
    static const char note[] = "By price of an ECU-hour, means of three months; nines are "
                               "-log10(1 - availability), 7.00 where a type never was down.";
    const char *svg = ul_param_text(zones->request->param, "svg");
    const char *whole_note = ul_zones_note(zones, note);
    size_t *order = ul_arena_alloc(zones->arena, in->n_types, sizeof *order);
    char title[160];
    snprintf(title, sizeof title, "TR-Kubernetes, Figure 4: cost and availability of types in %s",
             in->name);
    const char *kept = ul_arena_text(zones->arena, title, strlen(title));
    if (order == NULL || whole_note == NULL || kept == NULL)
        return ul_no_memory();
    for (size_t k = 0; k < in->n_types; k++)
        order[k] = k;
    sorting = in;
    qsort(order, in->n_types, sizeof *order, by_cost);
    UL_TRY(ul_sheet_new(zones->arena, "trk8s-fig4", kept, whole_note, "lrrrrr",
                        &zones->made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(zones->made->table, "%s", head[c]);
    for (size_t k = 0; k < in->n_types; k++)
        UL_TRY(add_type(zones, &in->type[order[k]]));
    UL_TRY(add_claims(zones, in, order));
    return *svg == '\0' ? UL_OK : draw(in, svg);
}

/* The zone asked for, or the first. */
static size_t find_zone(const ul_zones *zones)
{
    const char *wanted = ul_param_text(zones->request->param, "zone");
    for (size_t z = 0; z < zones->n && !zones->generated; z++)
        if (strstr(zones->path[z], wanted) != NULL)
            return z;
    return 0;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    ul_zones *zones;
    ul_instance zone = {0};
    UL_TRY(ul_zones_open(request, arena, made, &zones));
    made->trials = NULL; /* the table shows all there is */
    UL_TRY(ul_zones_make(zones, find_zone(zones),
                         (uint64_t)ul_param_number(request->param, "capacity"), 0.99999, &zone));
    ul_status status = ul_table_input(made, arena, &zone);
    if (status == UL_OK)
        status = fill(zones, zone.data);
    ul_instance_free(&zone);
    return status;
}

static const ul_param param[] = {
    UL_ZONE_PARAMS("trk8s-fig4.svg"),
    {.name = "zone", .preset = "us-west-1c", .form = UL_PARAM_TEXT,
     .brief = "which of the records"},
    {0},
};

const ul_table ul_table_trk8s_fig4 = {
    .name = "trk8s-fig4",
    .brief = "cost and availability of a zone's transient types",
    .paper = "TR-Kubernetes, Figure 4",
    .param = param,
    .make = make,
};
