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
#include "trk8s_zones.h"

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
        type.exact = false;
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
    ul_run *run;
    UL_TRY(ul_zones_pool(zones, &instance, UL_FIG_TRK8S_CODE, &run));
    const ul_availability_plan *plan = ul_run_result_of(run)->plan;
    *share = NAN;
    const ul_status status = plan == NULL ? UL_OK : realise(plan, history, from_s, to_s, share);
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

static ul_status run_zone(const ul_zones *zones, size_t z, size_t t, study *s)
{
    const ul_table_made *made = zones->made;
    ul_instance zone;
    UL_TRY(ul_zones_make(zones, z, (uint64_t)ul_table_param(made, "capacity"), aim[t].target, &zone));
    ul_availability *in = zone.data;
    ul_up_history *history = calloc(in->n_types, sizeof *history);
    ul_status status = history == NULL
                           ? ul_no_memory()
                           : ul_excess_draw(in, made->request->seed + z,
                                            3600 * ul_table_param(made, "mean-up"), days(DAYS),
                                            history);
    for (size_t w = 0; w < WINDOWS && status == UL_OK; w++) {
        status = run_window(zones, in, history, w, &s->share[t][w][z]);
        ul_table_trial(zones->made, "%s\t%g\t%g\t%.8f", zone.name, aim[t].target, window[w],
                       s->share[t][w][z]);
    }
    for (size_t k = 0; history != NULL && k < in->n_types; k++)
        ul_up_history_clear(&history[k]);
    free(history);
    ul_instance_free(&zone);
    return status;
}

/* A zone whose weeks never failed has no end of nines, and counts for ten. */
static double nines_of(double share)
{
    return -log10(fmax(1e-10, 1 - share));
}

static const char *window_name(size_t w, char text[32])
{
    snprintf(text, 32, w == ORACLE ? "oracle" : window[w] == 1 ? "%g day" : "%g days", window[w]);
    return text;
}

static ul_status experiment(ul_table_made *made)
{
    ul_zones *zones;
    study *s;
    UL_ALLOC(made->arena, s, 1);
    UL_TRY(ul_zones_open(made, &zones));
    ul_table_trial(made, "zone\ttarget\twindow_days\trealised");
    for (size_t t = 0; t < TARGETS; t++) {
        double sum = 0;
        for (size_t z = 0; z < zones->n; z++)
            UL_TRY(run_zone(zones, z, t, s));
        for (size_t w = 0; w < WINDOWS; w++) {
            char of[32];
            for (size_t z = 0; z < zones->n; z++)
                s->share[t][w][z] *= 100;
            window_name(w, of);
            ul_zones_put(zones, of, aim[t].name, "realised", s->share[t][w]);
            const double nines = nines_of(ul_got(made, of, aim[t].name, "realised") / 100);
            ul_put(made, of, aim[t].name, "nines", nines);
            sum += w == ORACLE ? 0 : nines;
        }
        ul_put(made, "mean of windows", aim[t].name, "nines", sum / (WINDOWS - 1));
    }
    ul_put_note(made, "Mean (least-most) over zones, ten at most of nines, of weekly pools by the "
                      "greedy's code, each over the week that follows. Up and down times are drawn "
                      "around the records.");
    return UL_OK;
}

static const ul_column column[] = {
    {UL_SEEN("realised", "%", 3), .who = "99.99%", .head = "realised, 99.99% wanted", .ranges = true},
    {UL_SEEN("nines", "nines", 2), .who = "99.99%", .head = "nines"},
    {UL_SEEN("realised", "%", 3), .who = "99.999%", .head = "realised, 99.999% wanted",
     .ranges = true},
    {UL_SEEN("nines", "nines", 2), .who = "99.999%", .head = "nines"}, {0}};
static const ul_panel panel[] = {{.title = "availability realised, number of nines",
                                  .measure = "nines"}, {0}};
static const ul_table_layout layout = {
    .title = "TR-Kubernetes, Figure 15: availability with estimates over a trailing window",
    .of = "window", .column = column, .panel = panel};
static const ul_param param[] = {
    UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_ZONE_PICTURE("trk8s-fig15.svg"),
    {.name = "mean-up", .preset = "150", .form = UL_PARAM_REAL, .low = 0.001, .high = 1e6,
     .brief = "mean hours until a type is revoked"},
    {0}};

const ul_table ul_table_trk8s_fig15 = {
    .name = "trk8s-fig15",
    .brief = "availability when a pool rests on estimates of the days before",
    .paper = "TR-Kubernetes, Figure 15",
    .param = param,
    .layout = &layout,
    .experiment = experiment,
};
