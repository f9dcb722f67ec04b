/* TR-Kubernetes, Figures 1 and 5, from spot price histories: the prices of two types over months,
 * each against its on-demand price (while it is above, the type is not to be had); and how the
 * types' up times correlate, Pearson's coefficient over 0/1 series: O(types^2 * samples).
 */
#include "availability_series.h"
#include "correlation.h"
#include "table.h"

enum { SERIES_MAX = 400, PAIR = 2, POINTS = 1500, GENERATED = 11 };

typedef struct {
    ul_table_made *made;
    size_t n;
    ul_spot_series series[SERIES_MAX];
    double from_s, to_s; /* what all cover */
} study;

/* Adds `most` histories of the folder, from number `first` on, of a zone and a type. */
static ul_status read_folder(study *s, const char *type, size_t first, size_t most)
{
    ul_table_made *made = s->made;
    const char *const *path;
    size_t n;
    UL_TRY(ul_table_files(made, "folder", ul_text(made, "%s*-Linux-%s.csv*",
                                                  ul_table_text(made, "zone"), type), &path, &n));
    if (n <= first)
        return ul_fail(UL_E_INPUT, "%s: there is no second price history", path[0]);
    for (size_t q = first; q < n && q < first + most; q++, s->n++)
        UL_TRY(ul_spot_series_read(path[q], ul_table_text(made, "types"), &s->series[s->n]));
    return UL_OK;
}

/* Stand-ins where there are no histories, up for these shares of the time or, without any, for
 * shares that are drawn: they show the table, not the paper's finding. */
static ul_status generate(study *s, size_t n, double days, const double *up)
{
    ul_rng *rng = ul_rng_new(s->made->request->seed);
    ul_status status = rng == NULL ? ul_no_memory() : UL_OK;
    for (; s->n < n && status == UL_OK; s->n += status == UL_OK)
        status = ul_spot_series_generate(rng, s->n + 1,
                                         up != NULL ? up[s->n] : 0.9 + 0.0999 * ul_rng_unit(rng),
                                         days, &s->series[s->n]);
    ul_rng_free(rng);
    return status;
}

/* What all histories cover, at least so long. */
static ul_status find_period(study *s, double least_s)
{
    s->from_s = -INFINITY;
    s->to_s = INFINITY;
    for (size_t k = 0; k < s->n; k++) {
        s->from_s = fmax(s->from_s, s->series[k].price[0].time_s);
        s->to_s = fmin(s->to_s, s->series[k].price[s->series[k].n - 1].time_s);
    }
    return s->to_s - s->from_s >= least_s ? UL_OK
                                          : ul_fail(UL_E_INPUT, "the histories share no time");
}

/* Has a study filled and its numbers put, which is the table's data, and lets go of it. */
typedef ul_status put_histories(study *s, bool generated);
static ul_status experiment(ul_table_made *made)
{
    const bool generated = *ul_table_text(made, "folder") == '\0';
    study *s;
    UL_ALLOC(made->arena, s, 1);
    s->made = made;
    made->unlike = generated ? "the histories are generated, each by itself; --set folder=FOLDER "
                               "takes real ones"
                             : "these are other types and months than the paper's";
    const ul_status status = (*(put_histories *const *)made->self->data)(s, generated);
    for (size_t k = 0; k < s->n; k++)
        ul_spot_series_clear(&s->series[k]);
    return status;
}

#define FOLDER(zone, brief)                                                                     \
    UL_TEXT("folder", "", "folder of price histories (ZONE-Linux-TYPE.csv); without one they "  \
                          "are generated"), UL_TEXT("zone", zone, brief),                       \
    UL_TEXT("types", "", "a file VM,ECU,OnDemandPrice for types not in the built-in list")

/* ---- Figure 1 ---- */

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

static void put_type(const study *s, size_t k)
{
    ul_table_made *made = s->made;
    const ul_spot_series *series = &s->series[k];
    const ul_spot_summary sum = ul_spot_series_summary(series, s->from_s, s->to_s);
    const char *who = series->name;
    const double apart = (s->to_s - s->from_s) / 86400 / POINTS;
    ul_put(made, "", who, "ECU", (double)series->capacity);
    ul_put(made, "", who, "on demand", series->on_demand_price);
    ul_put(made, "", who, "spot while up", sum.price);
    ul_put(made, "", who, "of on demand", 100 * sum.price / series->on_demand_price);
    ul_put(made, "", who, "available", 100 * sum.up_s / (sum.up_s + sum.down_s));
    ul_put(made, "", who, "revocations", (double)sum.revocations);
    ul_put(made, "", who, "to revocation", sum.mean_up_s / 3600);
    for (size_t q = 0; q < series->n; q++) {
        const double day = (series->price[q].time_s - s->from_s) / 86400;
        ul_curve *c = &made->curve[k];
        if (series->price[q].time_s < s->from_s || series->price[q].time_s > s->to_s)
            continue;
        if (c->n > 1 && floor(day / apart) == floor(c->x[c->n - 2] / apart)) {
            c->n--; /* finer than the picture: the highest is seen, and the last */
            c->y[c->n - 1] = fmax(c->y[c->n - 1], c->y[c->n]);
        }
        ul_put_point(made, k, who, day,
                     fmin(200, 100 * series->price[q].price / series->on_demand_price));
    }
}

static ul_status put_pair(study *s, bool generated)
{
    static const double up[PAIR] = {0.99, 0.95};
    static const char *const name[PAIR] = {"first", "second"};
    ul_table_made *made = s->made;
    if (generated)
        UL_TRY(generate(s, PAIR, 90, up));
    for (size_t k = 0; k < PAIR && !generated; k++) { /* the types asked for, or the first files */
        const char *type = ul_table_text(made, name[k]);
        UL_TRY(read_folder(s, *type == '\0' ? "*" : type, *type == '\0' ? k : 0, 1));
    }
    UL_TRY(find_period(s, 1));
    for (size_t k = 0; k < PAIR; k++)
        put_type(s, k);
    const double cheaper = 100 * second_cheaper(s);
    ul_put(made, "", s->series[1].name, "time at a lower price per unit", cheaper);
    return ul_put_note(made, "%.1f days. %s is cheaper per ECU than %s in %.1f%% of the time. The "
        "paper's pair is d2.2xlarge and m4.2xlarge in us-west-1c, September to December 2017; its "
        "series are not published.", (s->to_s - s->from_s) / 86400, s->series[1].name,
        s->series[0].name, cheaper);
}

static put_histories *const data1 = put_pair;

const ul_table ul_table_trk8s_fig1 = {
    .name = "trk8s-fig1", .paper = "TR-Kubernetes, Figure 1",
    .brief = "spot prices of two types against on-demand", .who = "type",
    .hidden = "time at a lower price per unit (%)",
    .column = UL_COLUMNS(UL_COL("ECU", "count", 0), UL_COL("on demand", "$", 3),
        UL_COL("spot while up", "$", 4), UL_COL("of on demand", "%", 1),
        UL_COL("available", "%", 2), UL_COL("revocations", "count", 0),
        UL_COL("to revocation", "h", 1)),
    .panel = UL_PANELS(
        {UL_STEP_LINES, .title = "the first type's price, % of on demand", .x_title = "days"},
        {UL_STEP_LINES, .title = "the second type's price, % of on demand", .x_title = "days"}),
    .param = UL_PARAMS(FOLDER("us-east-1a", "whose histories"),
        UL_TEXT("first", "", "a type; empty: the first file"),
        UL_TEXT("second", "", "another; empty: the second file"),
        UL_TABLE_PICTURE("trk8s-fig1.svg")), .data = &data1, .experiment = experiment,
};

/* ---- Figure 5 ---- */

static ul_status put_pairs(study *s, bool generated)
{
    ul_table_made *made = s->made;
    const double step_s = ul_table_param(made, "step_s");
    double greatest = 0, *sample, *matrix;
    UL_TRY(generated ? generate(s, GENERATED, 365, NULL) : read_folder(s, "*", 0, SERIES_MAX));
    UL_TRY(find_period(s, step_s));
    const size_t length = (size_t)((s->to_s - s->from_s) / step_s);
    UL_ALLOC(made->arena, sample, s->n * length);
    UL_ALLOC(made->arena, matrix, s->n * s->n);
    for (size_t k = 0; k < s->n; k++)
        ul_spot_series_sample(&s->series[k], s->from_s, step_s, length, sample + k * length);
    UL_TRY(ul_correlation(sample, s->n, length, matrix));
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->n; j++) {
            const ul_spot_series *x = &s->series[i], *y = &s->series[j];
            ul_put(made, ul_text(made, "%s %s", x->zone, x->name),
                   ul_text(made, "%s %s", y->zone, y->name), "correlation", matrix[i * s->n + j]);
            if (!ul_same(x->name, y->name))
                greatest = fmax(greatest, fabs(matrix[i * s->n + j]));
        }
    ul_put(made, "all", "different types", "greatest correlation", greatest);
    return ul_put_note(made, "Pearson's coefficient over %zu samples of up (1) or down (0); of "
        "different types %.2f at most.", length, greatest);
}

static put_histories *const data5 = put_pairs;

const ul_table ul_table_trk8s_fig5 = {
    .name = "trk8s-fig5", .paper = "TR-Kubernetes, Figure 5",
    .brief = "correlation between types' up times, as a heat map", .of = "type",
    .hidden = "greatest correlation ()",
    .column = UL_COLUMNS(UL_COL("correlation", "", 2, .head = "", .who = "*")),
    .panel = UL_PANELS({UL_HEAT, .title = "correlation of up times", .measure = "correlation",
         .x_title = "one is up while the other is down ... up and down together"}),
    .param = UL_PARAMS(FOLDER("", "only zones that begin so"),
        UL_REAL("step_s", "300", "seconds between samples", 1, 1e7),
        UL_TABLE_PICTURE("trk8s-fig5.svg")), .data = &data5, .experiment = experiment,
};
