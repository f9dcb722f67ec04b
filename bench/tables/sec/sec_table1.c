/* SEC, Table 1 and Figure 1: how much of a batch trace's demand is worth reserving.
 *
 * Instances are ranked: the first is used whenever anything is, the last at the peak alone.
 * A rank is worth a lease of three years where its share of use over the trace is above the
 * break-even of the class with the one before: 6.9% from on demand to light, 38.3% from
 * light to medium. The figure draws weekly use, and how many ranks qualify.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "reservation.h"
#include "svg.h"
#include "table.h"

enum { MEDIUM, LIGHT, ON_DEMAND, N_CLASSES };
static const struct {
    const char *name;
    double paper_share; /* percent of all instance-hours; the SEC row of the table */
    double paper_count; /* instances, in the text */
} column[N_CLASSES] = {
    [MEDIUM] = {"3y-medium", 73.66, 72},
    [LIGHT] = {"3y-light", 15.75, 40},
    [ON_DEMAND] = {"on demand", 10.59, 0},
};

typedef struct {
    double hours[N_CLASSES]; /* instance-hours, by the class that serves the rank */
    size_t count[N_CLASSES]; /* ranks */
    double all;
} split;

static const ul_reservation_class *class_of(const ul_reservation *in, const char *name)
{
    for (size_t c = 0; c < in->n_classes; c++)
        if (strcmp(in->classes[c].name, name) == 0)
            return &in->classes[c];
    return &in->classes[in->on_demand];
}

/* The share of a term's hours above which `dear` upfront and cheap an hour pays. */
static double break_even(const ul_reservation *in, const ul_reservation_class *dear,
                         const ul_reservation_class *cheap)
{
    const double term_h = dear->term * ul_micro_double(in->interval_hours);
    return ul_micro_double(dear->upfront - cheap->upfront)
           / (term_h * ul_micro_double(cheap->price - dear->price));
}

/* Hours of each rank over the trace; room for the peak. */
static void add_ranks(const ul_reservation *in, double *hours)
{
    for (size_t t = 0; t < in->n_intervals; t++) {
        size_t rank = 0;
        for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
            for (uint32_t q = 0; q < in->step[s].instances; q++)
                hours[rank++] += ul_micro_double(in->step[s].hours);
    }
}

static ul_status divide(const ul_reservation *in, ul_arena *arena, split *result)
{
    const ul_reservation_class *medium = class_of(in, "3y-medium"), *light = class_of(in, "3y-light");
    const double whole_h = (double)in->n_intervals * ul_micro_double(in->interval_hours);
    const double to_light = break_even(in, light, &in->classes[in->on_demand]);
    const double to_medium = break_even(in, medium, light);
    double *hours = ul_arena_alloc(arena, in->peak, sizeof *hours);
    if (hours == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a table");
    add_ranks(in, hours);
    for (size_t r = 0; r < in->peak; r++) {
        const double use = hours[r] / whole_h;
        const int c = use >= to_medium ? MEDIUM : use >= to_light ? LIGHT : ON_DEMAND;
        result->hours[c] += hours[r];
        result->count[c]++;
        result->all += hours[r];
    }
    return UL_OK;
}

/* ---- the picture ---- */

static double mean_use(const ul_reservation *in, size_t t)
{
    return (double)ul_reservation_hours(in, t) / (double)in->interval_hours;
}

static ul_status draw(const ul_reservation *in, const split *s, const char *path)
{
    const double left = 60, top = 70, wide = 860, tall = 260;
    const double step = wide / (double)in->n_intervals;
    const size_t level[] = {s->count[MEDIUM], s->count[MEDIUM] + s->count[LIGHT]};
    ul_output *out;
    double most = (double)level[1];
    for (size_t t = 0; t < in->n_intervals; t++)
        most = fmax(most, mean_use(in, t));
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, left + wide + 40, top + tall + 60, "SEC, Figure 1: use of a batch system");
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 32, .size = 18, .bold = true},
                "Instances in use, weekly mean (SEC, Figure 1)");
    for (size_t t = 0; t < in->n_intervals; t++) {
        const double height = tall * mean_use(in, t) / most;
        ul_svg_box(out, left + step * (double)t, top + tall - height, step, height, 0, NULL);
    }
    for (int q = 0; q < 2; q++) {
        const double y = top + tall - tall * (double)level[q] / most;
        char text[64];
        snprintf(text, sizeof text, "%zu are worth 3y-%s", level[q], q == 0 ? "medium" : "light or better");
        ul_svg_line(out, left, y, left + wide, y, UL_SVG_INK, true);
        ul_svg_text(out, &(ul_svg_style){.x = left + wide, .y = y - 6, .size = 12, .anchor = "end"},
                    text);
    }
    ul_svg_line(out, left, top + tall, left + wide, top + tall, UL_SVG_INK, false);
    ul_svg_text(out, &(ul_svg_style){.x = left + wide / 2, .y = top + tall + 28, .size = 12,
                                     .anchor = "middle"}, "weeks of the trace");
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

/* ---- the table ---- */

static ul_status add_class(int c, const split *s, ul_arena *arena, ul_table_made *made)
{
    static const char why[] = "the paper counts 1.2 million instance-hours on this machine, with "
                              "waiting and its own cluster size; the archive's log has fewer";
    const bool there = s->all > 0;
    const double share = there ? 100 * s->hours[c] / s->all : NAN;
    char what[64];
    ul_sheet_cell(made->table, "%s", column[c].name);
    ul_sheet_number(made->table, UL_WHOLE, there ? (double)s->count[c] : NAN);
    ul_sheet_number(made->table, UL_WHOLE, c == ON_DEMAND ? NAN : column[c].paper_count);
    ul_sheet_number(made->table, UL_SHARE, share / 100);
    ul_sheet_cell(made->table, "%.2f%%", column[c].paper_share);
    snprintf(what, sizeof what, "instance-hours on %s", column[c].name);
    return ul_table_number(made, arena, &(ul_number){
        .subject = column[c].name, .measure = "share of instance-hours", .unit = "%", .ours = share,
        .has = UL_HAS_PAPER, .paper = column[c].paper_share},
        !there ? NULL : &(ul_claim){.what = what, .paper = column[c].paper_share, .ours = share,
                                    .tolerance = 5, .decimals = 2, .unit = "%", .why = why});
}

/* The trace's demand, split; nothing without a trace. */
static ul_status measure(const ul_table_request *request, ul_arena *arena, ul_table_made *made,
                         split *s)
{
    const char *path = ul_param_text(request->param, "trace"), *svg;
    const char *const set[] = {"classes=3y-medium+3y-light"};
    const ul_source_options options = {.seed = request->seed, .to_s = HUGE_VAL, .input = &path,
                                       .n_inputs = 1, .set = set, .n_set = 1};
    char remark[256];
    ul_instance instance = {0};
    if (path[0] == '\0')
        return UL_OK;
    UL_TRY(ul_source_make(ul_importer_find("swf"), &options, remark, sizeof remark, &instance));
    ul_status status = ul_table_input(made, arena, &instance);
    if (status == UL_OK)
        status = divide(instance.data, arena, s);
    svg = ul_param_text(request->param, "svg");
    if (status == UL_OK && svg[0] != '\0')
        status = draw(instance.data, s, svg);
    ul_instance_free(&instance);
    return status;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"class", "instances", "paper", "of instance-hours", "paper"};
    split s = {.all = 0};
    UL_TRY(measure(request, arena, made, &s));
    UL_TRY(ul_sheet_new(arena, "sec-table1", "SEC, Table 1: instance-hours by pricing class",
                        s.all == 0 ? "Not made: the trace is missing; --set trace=FILE takes "
                                     "SDSC-DS-2004-2.1-cln.swf of the Parallel Workloads Archive"
                                   : "The row SEC of the table: ranks of instances by the break-even "
                                     "of their use over the trace, no waiting. The row Individual "
                                     "needs each user's jobs by themselves, which a demand does not "
                                     "have", "lrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (int c = 0; c < N_CLASSES; c++)
        UL_TRY(add_class(c, &s, arena, made));
    return UL_OK;
}

static const ul_param param[] = {
    {.name = "trace", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "a batch trace, SDSC-DS-2004-2.1-cln.swf of the archive"},
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw Figure 1 into"},
    {0},
};

const ul_table ul_table_sec_table1 = {
    .name = "sec-table1",
    .brief = "how much of a batch trace's demand each lease is worth",
    .paper = "SEC, Section 1, Table 1 and Figure 1",
    .param = param,
    .make = make,
};
