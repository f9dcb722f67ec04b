/* TR-Kubernetes, Figure 1: the spot prices of two types over months, each against its
 * on-demand price: while it is above, the type is not to be had.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>

#include "availability_series.h"
#include "cells.h"

enum { PAIR = 2, POINTS = 1500 };

typedef struct {
    bool generated;
    ul_spot_series series[PAIR];
    size_t n;
    double from_s, to_s; /* what both cover */
} study;

/* The files of the folder whose type is asked for, or the first ones. */
static ul_status read_folder(ul_table_made *made, study *s)
{
    static const char *const name[PAIR] = {"first", "second"};
    for (; s->n < PAIR; s->n++) {
        char pattern[512];
        const char *type = ul_table_text(made, name[s->n]);
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/%s*-Linux-%s.csv*",
                 ul_table_text(made, "folder"), ul_table_text(made, "zone"),
                 *type == '\0' ? "*" : type);
        const bool there = glob(pattern, 0, NULL, &found) == 0;
        const size_t at = *type == '\0' ? s->n : 0;
        ul_status status = !there || found.gl_pathc <= at
                               ? ul_fail(UL_E_INPUT, "%s: no such price history; say where they are "
                                                     "with --set folder=FOLDER", pattern)
                               : ul_spot_series_read(found.gl_pathv[at], "", &s->series[s->n]);
        if (there)
            globfree(&found);
        UL_TRY(status);
    }
    return UL_OK;
}

/* Stand-ins where there are no histories: they show the table, not the paper's finding. */
static ul_status generate(ul_table_made *made, study *s)
{
    static const double availability[PAIR] = {0.99, 0.95};
    ul_rng *rng = ul_rng_new(made->request->seed);
    ul_status status = rng == NULL ? ul_no_memory() : UL_OK;
    s->generated = true;
    for (; s->n < PAIR && status == UL_OK; s->n += status == UL_OK)
        status = ul_spot_series_generate(rng, s->n + 1, availability[s->n], 90, &s->series[s->n]);
    ul_rng_free(rng);
    return status;
}

static ul_status find_period(study *s)
{
    s->from_s = fmax(s->series[0].price[0].time_s, s->series[1].price[0].time_s);
    s->to_s = fmin(s->series[0].price[s->series[0].n - 1].time_s,
                   s->series[1].price[s->series[1].n - 1].time_s);
    return s->from_s < s->to_s ? UL_OK : ul_fail(UL_E_INPUT, "the two histories share no time");
}

/* Dollars an hour and unit. */
static double per_unit(const ul_spot_series *series, size_t q)
{
    return series->price[q].price / (double)series->capacity;
}

/* The share of time in which the second is cheaper per unit than the first. */
static double second_cheaper(const study *s)
{
    size_t at[PAIR] = {0, 0};
    double now_s = s->from_s, sum = 0;
    while (now_s < s->to_s) {
        double next_s = s->to_s;
        for (size_t k = 0; k < PAIR; k++) {
            while (at[k] + 1 < s->series[k].n && s->series[k].price[at[k] + 1].time_s <= now_s)
                at[k]++;
            if (at[k] + 1 < s->series[k].n)
                next_s = fmin(next_s, s->series[k].price[at[k] + 1].time_s);
        }
        sum += per_unit(&s->series[1], at[1]) < per_unit(&s->series[0], at[0]) ? next_s - now_s : 0;
        now_s = next_s;
    }
    return sum / (s->to_s - s->from_s);
}

/* ---- the table ---- */

static const char first_title[] = "the first type's price, % of on demand",
                  second_title[] = "the second type's price, % of on demand";

static ul_status put_type(ul_table_made *made, const study *s, size_t k)
{
    const ul_spot_series *series = &s->series[k];
    const ul_spot_summary sum = ul_spot_series_summary(series, s->from_s, s->to_s);
    const char *who = series->name;
    const double days = (s->to_s - s->from_s) / 86400;
    double *x, *y;
    size_t n = 0;
    ul_put(made, "", who, "ECU", (double)series->capacity);
    ul_put(made, "", who, "on demand", series->on_demand_price);
    ul_put(made, "", who, "spot while up", sum.price);
    ul_put(made, "", who, "of on demand", 100 * sum.price / series->on_demand_price);
    ul_put(made, "", who, "available", 100 * sum.up_s / (sum.up_s + sum.down_s));
    ul_put(made, "", who, "revocations", (double)sum.revocations);
    ul_put(made, "", who, "to revocation", sum.mean_up_s / 3600);
    UL_ALLOC(made->arena, x, series->n);
    UL_ALLOC(made->arena, y, series->n);
    for (size_t q = 0; q < series->n; q++) {
        if (series->price[q].time_s < s->from_s || series->price[q].time_s > s->to_s)
            continue;
        const double share = (series->price[q].time_s - s->from_s) / (s->to_s - s->from_s);
        const double percent = fmin(200, 100 * series->price[q].price / series->on_demand_price);
        if (n > 0 && floor(share * POINTS) == floor(x[n - 1] / days * POINTS)) {
            y[n - 1] = fmax(y[n - 1], percent); /* finer than the picture: the highest is seen */
            continue;
        }
        x[n] = share * days;
        y[n++] = percent;
    }
    ul_put_curve(made, k == 0 ? first_title : second_title, who, x, y, n);
    return UL_OK;
}

static ul_status put_pair(ul_table_made *made, study *s)
{
    UL_TRY(find_period(s));
    for (size_t k = 0; k < PAIR; k++)
        UL_TRY(put_type(made, s, k));
    const double cheaper = 100 * second_cheaper(s);
    ul_put(made, "", s->series[1].name, "time at a lower price per unit", cheaper);
    ul_put_note(made, "%.1f days. %s is cheaper per ECU than %s in %.1f%% of the time. The paper's pair "
                "is d2.2xlarge and m4.2xlarge in us-west-1c, September to December 2017; its series "
                "are not published.", (s->to_s - s->from_s) / 86400, s->series[1].name,
                s->series[0].name, cheaper);
    made->unlike = s->generated ? "these are generated; --set folder=FOLDER takes histories"
                                : "these are other types and months than the paper's";
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    study s = {0};
    ul_status status = *ul_table_text(made, "folder") == '\0' ? generate(made, &s)
                                                              : read_folder(made, &s);
    if (status == UL_OK)
        status = put_pair(made, &s);
    for (size_t k = 0; k < PAIR; k++)
        ul_spot_series_clear(&s.series[k]);
    return status;
}

static const ul_column column[] = {
    {UL_SEEN("ECU", "count", 0)}, {UL_SEEN("on demand", "$", 3)}, {UL_SEEN("spot while up", "$", 4)},
    {UL_SEEN("of on demand", "%", 1)}, {UL_SEEN("available", "%", 2)},
    {UL_SEEN("revocations", "count", 0)}, {UL_SEEN("to revocation", "h", 1)},
    {UL_UNSEEN("time at a lower price per unit", "%")}, {0}};
static const ul_panel panel[] = {{.look = UL_STEPS, .title = first_title, .x_title = "days"},
                                 {.look = UL_STEPS, .title = second_title, .x_title = "days"}, {0}};
static const ul_table_layout layout = {
    .title = "TR-Kubernetes, Figure 1: spot prices of two types", .who = "type", .column = column,
    .panel = panel};
static const ul_param param[] = {
    {.name = "folder", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "folder of price histories (ZONE-Linux-TYPE.csv); without one they are generated"},
    {.name = "zone", .preset = "us-east-1a", .form = UL_PARAM_TEXT, .brief = "whose histories"},
    {.name = "first", .preset = "", .form = UL_PARAM_TEXT, .brief = "a type; empty: the first file"},
    {.name = "second", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "another; empty: the second file"},
    {.name = "svg", .preset = "trk8s-fig1.svg", .form = UL_PARAM_TEXT,
     .brief = "where the picture goes; empty for none"},
    {0},
};

const ul_table ul_table_trk8s_fig1 = {
    .name = "trk8s-fig1",
    .brief = "spot prices of two types against on-demand",
    .paper = "TR-Kubernetes, Figure 1",
    .param = param,
    .layout = &layout,
    .experiment = experiment,
};
