/* TR-Kubernetes, Figure 15: the availability that a pool has in the end when its types'
 * availabilities are not known but estimated over the days before.
 *
 * The zones' records are means of three months, so types go up and down for exponential
 * times around them (150 hours up on average). At every step a pool is chosen from what
 * a trailing window showed, and lives through the week that follows; beside it the oracle,
 * which knows what the records say. A window of n seconds tells n - 1 of n at most.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "availability_plan.h"
#include "excess_world.h"
#include "registry.h"
#include "trk8s_batch.h"

enum { DAYS = 90, AHEAD = 7, STEP = 7, TARGETS = 2, ORACLE = 0 };
static const double window[] = {0, 1, 3, 7, 14, 30}; /* days; 0 is the oracle */
enum { WINDOWS = sizeof window / sizeof *window };
static const struct {
    double target;
    const char *name;
} aim[TARGETS] = {{0.9999, "99.99%"}, {0.99999, "99.999%"}};

static ul_micro days(double n)
{
    return (ul_micro)(n * 86400e6);
}

/* Seconds of a history that a type is up, between two. */
static double up_between(const ul_up_history *h, ul_micro from_s, ul_micro to_s)
{
    double sum = 0;
    for (size_t q = h->up_first ? 0 : 1; q <= h->n; q += 2) {
        const ul_micro a = q == 0 ? 0 : h->change[q - 1], b = q == h->n ? to_s : h->change[q];
        const ul_micro low = a > from_s ? a : from_s, high = b < to_s ? b : to_s;
        sum += high > low ? ul_micro_double(high - low) : 0;
    }
    return sum;
}

/* The zone as a window shows it. */
static ul_status estimate(const ul_availability *zone, const ul_up_history *history, ul_micro from_s,
                          ul_micro to_s, ul_availability **seen)
{
    const double span_s = ul_micro_double(to_s - from_s);
    ul_availability_builder *b = ul_availability_builder_new();
    if (b == NULL)
        return ul_no_memory();
    ul_status status = ul_availability_set_name(b, zone->name);
    if (status == UL_OK)
        status = ul_availability_set_target(b, zone->capacity, zone->target);
    for (size_t k = 0; k < zone->n_types && status == UL_OK; k++) {
        ul_availability_type type = zone->type[k];
        type.availability =
            fmin(up_between(&history[k], from_s, to_s), span_s - 1) / span_s;
        status = ul_availability_add_type(b, &type);
    }
    if (status == UL_OK)
        return ul_availability_finish(b, seen);
    ul_availability_builder_free(b);
    return status;
}

typedef struct {
    ul_micro at_s;
    int64_t units;
} change;

static int by_second(const void *a, const void *b)
{
    const change *x = a, *y = b;
    return x->at_s < y->at_s ? -1 : x->at_s > y->at_s;
}

/* The share of a span in which a pool has its capacity. */
static ul_status realise(const ul_availability_plan *plan, const ul_up_history *history,
                         ul_micro from_s, ul_micro to_s, double *share)
{
    const ul_availability *in = plan->in;
    size_t room = 1, n = 0;
    int64_t units = 0;
    double kept_s = 0;
    for (size_t k = 0; k < in->n_types; k++)
        room += history[k].n;
    change *list = malloc(room * sizeof *list);
    if (list == NULL)
        return ul_no_memory();
    for (size_t k = 0; k < in->n_types; k++) {
        const int64_t size = (int64_t)(plan->hold[k] * in->type[k].capacity);
        bool up = history[k].up_first;
        units += (int64_t)(plan->on_demand[k] * in->type[k].capacity);
        for (size_t q = 0; size > 0 && q < history[k].n; q++, up = !up)
            list[n++] = (change){history[k].change[q], up ? -size : size};
        units += history[k].up_first ? size : 0;
    }
    list[n++] = (change){to_s, 0};
    qsort(list, n, sizeof *list, by_second);
    ul_micro at_s = from_s;
    for (size_t q = 0; q < n && at_s < to_s; q++) {
        const ul_micro next = list[q].at_s < to_s ? list[q].at_s : to_s;
        if (next > at_s) {
            kept_s += units >= (int64_t)in->capacity ? ul_micro_double(next - at_s) : 0;
            at_s = next;
        }
        units += list[q].units;
    }
    free(list);
    *share = kept_s / ul_micro_double(to_s - from_s);
    return UL_OK;
}

/* What the greedy holds by what it is told. */
static ul_status choose_and_live(const ul_zones *zones, ul_availability *seen,
                                 const ul_up_history *history, ul_micro from_s, ul_micro to_s,
                                 double *share)
{
    const ul_instance instance = ul_kind_availability.wrap(seen);
    const ul_run_options options = {.seed = zones->request->seed, .methods = ul_methods};
    ul_run *run = NULL;
    ul_status status = ul_run_new(ul_method_find(ul_fig_policy_name[UL_FIG_TRK8S_CODE]), &instance,
                                  &options, &run);
    if (status == UL_OK)
        status = ul_run_go(run);
    *share = NAN;
    if (status == UL_OK && ul_run_result_of(run)->plan != NULL)
        status = realise(ul_run_result_of(run)->plan, history, from_s, to_s, share);
    ul_run_free(run);
    return status;
}

/* The mean over steps of what is realised with one window; NaN where no pool was found. */
static ul_status run_window(const ul_zones *zones, ul_availability *zone,
                            const ul_up_history *history, size_t w, double *mean)
{
    double sum = 0;
    size_t n = 0;
    for (double day = 30; day + AHEAD <= DAYS; day += STEP) {
        ul_availability *seen = zone;
        double share;
        if (w != ORACLE)
            UL_TRY(estimate(zone, history, days(day - window[w]), days(day), &seen));
        const ul_status status =
            choose_and_live(zones, seen, history, days(day), days(day + AHEAD), &share);
        if (w != ORACLE)
            ul_availability_free(seen);
        UL_TRY(status);
        if (!isnan(share)) {
            sum += share;
            n++;
        }
    }
    *mean = n == 0 ? NAN : sum / (double)n;
    return UL_OK;
}

typedef struct {
    double share[TARGETS][WINDOWS][UL_ZONES_MAX];
} study;

static void write_trial(const ul_zones *zones, const char *zone, size_t t, size_t w, double share)
{
    ul_sheet *to = zones->made->trials;
    ul_sheet_cell(to, "%s", zone);
    ul_sheet_cell(to, "%g", aim[t].target);
    ul_sheet_cell(to, "%g", window[w]);
    ul_batch_cell(to, 8, share);
}

static ul_status run_zone(const ul_zones *zones, size_t z, size_t t, study *s)
{
    ul_instance zone = {0};
    UL_TRY(ul_zones_make(zones, z, (uint64_t)ul_param_number(zones->request->param, "capacity"),
                         aim[t].target, &zone));
    ul_availability *in = zone.data;
    ul_up_history *history = calloc(in->n_types, sizeof *history);
    ul_status status = history == NULL ? ul_no_memory()
                                       : ul_table_input(zones->made, zones->arena, &zone);
    if (status == UL_OK)
        status = ul_excess_draw(in, zones->request->seed + z,
                                3600 * ul_param_number(zones->request->param, "mean-up"),
                                days(DAYS), history);
    for (size_t w = 0; w < WINDOWS && status == UL_OK; w++) {
        ul_table_say(zones->request, "%s at %s: window of %g days", zone.name, aim[t].name,
                     window[w]);
        status = run_window(zones, in, history, w, &s->share[t][w][z]);
        write_trial(zones, zone.name, t, w, s->share[t][w][z]);
    }
    for (size_t k = 0; history != NULL && k < in->n_types; k++)
        ul_up_history_clear(&history[k]);
    free(history);
    ul_instance_free(&zone);
    return status;
}

/* Nines of the mean over zones, of the least and of the greatest: a zone whose weeks
 * never failed has no end of nines, and counts for ten. */
static ul_spread nines_of(const double *share, size_t n)
{
    const ul_spread s = ul_batch_spread(share, n);
    return (ul_spread){-log10(fmax(1e-10, 1 - s.mean)), -log10(fmax(1e-10, 1 - s.least)),
                       -log10(fmax(1e-10, 1 - s.most))};
}

static const char *window_name(size_t w, char text[32])
{
    if (w == ORACLE)
        return "oracle";
    snprintf(text, 32, window[w] == 1 ? "%g day" : "%g days", window[w]);
    return text;
}

static ul_status add_row(const ul_zones *zones, size_t w, const study *s)
{
    ul_sheet *sheet = zones->made->table;
    char text[32];
    ul_sheet_cell(sheet, "%s", window_name(w, text));
    for (size_t t = 0; t < TARGETS; t++) {
        const ul_spread share = ul_batch_spread(s->share[t][w], zones->n);
        const ul_spread nines = nines_of(s->share[t][w], zones->n);
        ul_sheet_cell(sheet, "%.4f%% (%.3f-%.3f)", 100 * share.mean, 100 * share.least,
                      100 * share.most);
        ul_sheet_cell(sheet, "%.2f", nines.mean);
        UL_TRY(ul_zones_number(zones, &(ul_number){
            .of = window_name(w, text), .subject = aim[t].name, .measure = "realised availability",
            .unit = "nines"}, &nines, NULL));
    }
    return UL_OK;
}

/* "Tends to be one 9 less than the target"; with five nines asked for, at or near four. */
static ul_status add_claims(const ul_zones *zones, const study *s)
{
    double mean[TARGETS] = {0};
    static const char why[] = "a week in which a type was not revoked says nothing of the next: the "
                              "greedy then trusts few types, and types here are up for 150 hours";
    if (zones->generated)
        return UL_OK;
    for (size_t t = 0; t < TARGETS; t++)
        for (size_t w = ORACLE + 1; w < WINDOWS; w++)
            mean[t] += nines_of(s->share[t][w], zones->n).mean / (WINDOWS - 1);
    UL_TRY(ul_table_claim(zones->made, zones->arena, &(ul_claim){
        .what = "nines realised of four asked for, mean over windows", .paper = 3,
        .ours = mean[0], .tolerance = 0.5, .decimals = 2, .unit = "", .origin = UL_DERIVED,
        .why = why}));
    UL_TRY(ul_table_claim(zones->made, zones->arena, &(ul_claim){
        .what = "nines realised of five asked for, mean over windows", .paper = 4,
        .ours = mean[1], .tolerance = 0.5, .decimals = 2, .unit = "", .origin = UL_DERIVED,
        .why = why}));
    return ul_table_claim(zones->made, zones->arena, &(ul_claim){
        .what = "nines of the oracle, of four asked for", .paper = 4,
        .ours = nines_of(s->share[0][ORACLE], zones->n).mean, .sense = UL_CLAIM_AT_LEAST,
        .tolerance = 0.2, .decimals = 2, .unit = "",
        .why = "ten weeks are too few to see four nines kept"});
}

static ul_status draw(const ul_zones *zones, const study *s, const char *path)
{
    const char *group[WINDOWS], *bar[TARGETS];
    char text[WINDOWS][32], subtitle[200];
    ul_spread value[WINDOWS * TARGETS];
    for (size_t w = 0; w < WINDOWS; w++) {
        group[w] = window_name(w, text[w]);
        for (size_t t = 0; t < TARGETS; t++) {
            bar[t] = aim[t].name;
            value[w * TARGETS + t] = nines_of(s->share[t][w], zones->n);
        }
    }
    const ul_bar_chart chart = {"availability realised, number of nines", WINDOWS, TARGETS, group,
                                bar, value, NULL, NULL, NULL};
    snprintf(subtitle, sizeof subtitle, "by the window of the estimate and the target; mean, least "
             "and greatest over %zu %szones", zones->n, zones->generated ? "generated " : "");
    return ul_bar_chart_draw(&chart, 1, "Availability estimated and realised (TR-Kubernetes, "
                             "Figure 15)", subtitle, path);
}

static ul_status begin(const ul_zones *zones)
{
    static const char note[] =
        "Mean (least-most) over zones, ten at most of nines, of weekly pools by the greedy's code, "
        "each over the week that follows. Up and down times are drawn around the records.";
    static const char *const head[] = {"window", "realised, 99.99% wanted", "nines",
                                       "realised, 99.999% wanted", "nines"};
    static const char *const trial[] = {"zone", "target", "window_days", "realised"};
    const char *whole_note = ul_zones_note(zones, note);
    if (whole_note == NULL)
        return ul_no_memory();
    UL_TRY(ul_sheet_new(zones->arena, "trk8s-fig15", "TR-Kubernetes, Figure 15: availability with "
                        "estimates over a trailing window", whole_note, "lrrrr",
                        &zones->made->table));
    UL_TRY(ul_sheet_new(zones->arena, "trials", "", "", "lrrr", &zones->made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(zones->made->table, "%s", head[c]);
    for (size_t c = 0; c < sizeof trial / sizeof *trial; c++)
        ul_sheet_cell(zones->made->trials, "%s", trial[c]);
    return UL_OK;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    const char *svg = ul_param_text(request->param, "svg");
    ul_zones *zones;
    study *s;
    UL_ALLOC(arena, s, 1);
    UL_TRY(ul_zones_open(request, arena, made, &zones));
    UL_TRY(begin(zones));
    for (size_t t = 0; t < TARGETS; t++)
        for (size_t z = 0; z < zones->n; z++)
            UL_TRY(run_zone(zones, z, t, s));
    for (size_t w = 0; w < WINDOWS; w++)
        UL_TRY(add_row(zones, w, s));
    UL_TRY(add_claims(zones, s));
    return *svg == '\0' ? UL_OK : draw(zones, s, svg);
}

static const ul_param param[] = {
    UL_ZONE_PARAMS("trk8s-fig15.svg"),
    {.name = "mean-up", .preset = "150", .form = UL_PARAM_REAL, .low = 0.001, .high = 1e6,
     .brief = "mean hours until a type is revoked"},
    {0},
};

const ul_table ul_table_trk8s_fig15 = {
    .name = "trk8s-fig15",
    .brief = "availability when a pool rests on estimates of the days before",
    .paper = "TR-Kubernetes, Figure 15",
    .param = param,
    .make = make,
};
