/* TR-Kubernetes, Figure 15: the availability that a pool has in the end when its types'
 * availabilities are not known but estimated over the days before.
 *
 * The zones' records are means of three months, so types go up and down for exponential
 * times around them (150 hours up on average). At every step a pool is chosen from what
 * a trailing window showed, and lives through the week that follows; beside it the oracle,
 * which knows what the records say. A window of n seconds tells n - 1 of n at most.
 */
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

/* A zone, when its types are up, and room for all of that. */
typedef struct {
    const ul_zones *zones;
    const ul_instance *zone;
    ul_up_history *history;
    ul_change *change;
} life;

/* The share of a span in which a pool has its capacity. */
static double realise(const ul_availability_plan *plan, const life *l, ul_micro from_s,
                      ul_micro to_s)
{
    const ul_availability *in = plan->in;
    const ul_up_history *history = l->history;
    ul_change *change = l->change;
    size_t n = 0;
    double units = 0, kept_s = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        const double size = (double)(plan->hold[k] * in->type[k].capacity);
        bool up = history[k].up_first;
        units += (double)(plan->on_demand[k] * in->type[k].capacity);
        for (size_t q = 0; size > 0 && q < history[k].n; q++, up = !up)
            change[n++] = (ul_change){history[k].change[q], up ? -size : size, k};
        units += history[k].up_first ? size : 0;
    }
    change[n++] = (ul_change){to_s, 0, 0};
    ul_changes_sort(change, n);
    ul_micro at_s = from_s;
    for (size_t q = 0; q < n && at_s < to_s; q++) {
        const ul_micro next = change[q].at_s < to_s ? change[q].at_s : to_s;
        if (next > at_s) {
            kept_s += units >= (double)in->capacity ? ul_micro_double(next - at_s) : 0;
            at_s = next;
        }
        units += change[q].by;
    }
    return kept_s / ul_micro_double(to_s - from_s);
}

/* The mean over steps of what the greedy's pools, by what a window shows, realise in the week
 * after it; NaN where no pool was found. */
static ul_status run_window(const life *l, size_t w, double *mean)
{
    double sum = 0;
    size_t n = 0;
    for (double day = 30; day + AHEAD <= DAYS; day += STEP) {
        const ul_instance *told = l->zone;
        const ul_availability_plan *pool;
        bool proved;
        if (w != ORACLE) {
            ul_availability *seen;
            UL_TRY(estimate(l->zone->data, l->history, days(day - window[w]), days(day), &seen));
            ul_instance own = ul_kind_availability.wrap(seen);
            UL_TRY(ul_table_own(l->zones->made, &own, &told));
        }
        UL_TRY(ul_zones_pool(l->zones, told, UL_FIG_TRK8S_CODE, &pool, &proved));
        sum += pool == NULL ? 0 : realise(pool, l, days(day), days(day + AHEAD));
        n += pool != NULL;
    }
    *mean = n == 0 ? NAN : sum / (double)n;
    return UL_OK;
}

static const char *window_name(size_t w, char text[32])
{
    snprintf(text, 32, w == ORACLE ? "oracle" : window[w] == 1 ? "%g day" : "%g days", window[w]);
    return text;
}

static ul_status run_windows(const life *l, size_t t)
{
    for (size_t w = 0; w < WINDOWS; w++) {
        char of[32];
        double share;
        UL_TRY(run_window(l, w, &share));
        ul_table_trial(l->zones->made, "zone\ttarget\twindow_days\trealised", "%s\t%g\t%g\t%.8f",
                       l->zone->name, aim[t].target, window[w], share);
        ul_add(l->zones->made, window_name(w, of), aim[t].name, "realised", 100 * share);
    }
    return UL_OK;
}

static ul_status run_zone(const ul_zones *zones, size_t z, size_t t)
{
    ul_table_made *made = zones->made;
    life l = {.zones = zones};
    size_t room = 1;
    UL_TRY(ul_zones_make(zones, z, (uint64_t)ul_table_param(made, "capacity"), aim[t].target,
                         &l.zone));
    const ul_availability *in = l.zone->data;
    UL_ALLOC(made->arena, l.history, in->n_types);
    ul_status status = ul_excess_draw(in, made->request->seed + z,
                                      3600 * ul_table_param(made, "mean-up"), days(DAYS), l.history);
    for (size_t k = 0; k < in->n_types; k++)
        room += l.history[k].n;
    l.change = ul_arena_alloc(made->arena, room, sizeof *l.change);
    if (status == UL_OK)
        status = l.change == NULL ? ul_no_memory() : run_windows(&l, t);
    for (size_t k = 0; k < in->n_types; k++)
        ul_up_history_clear(&l.history[k]);
    ul_table_let_go(made, NULL);
    return status;
}

/* A zone whose weeks never failed has no end of nines, and counts for ten. */
static double nines_of(double share)
{
    return -log10(fmax(1e-10, 1 - share));
}

static ul_status experiment(ul_table_made *made)
{
    ul_zones *zones;
    char of[32];
    UL_TRY(ul_zones_open(made, &zones));
    for (size_t t = 0; t < TARGETS; t++) {
        double sum = 0;
        for (size_t w = 0; w < WINDOWS; w++) { /* the order of the rows */
            ul_put(made, window_name(w, of), aim[t].name, "realised", NAN);
            ul_put(made, of, aim[t].name, "nines", NAN);
        }
        for (size_t z = 0; z < zones->n; z++)
            UL_TRY(run_zone(zones, z, t));
        for (size_t w = 0; w < WINDOWS; w++) {
            const double share = ul_got(made, window_name(w, of), aim[t].name, "realised") / 100;
            ul_put(made, of, aim[t].name, "nines", nines_of(share));
            sum += w == ORACLE ? 0 : nines_of(share);
        }
        ul_put(made, "mean of windows", aim[t].name, "nines", sum / (WINDOWS - 1));
    }
    ul_put_note(made, "Mean (least-most) over zones, ten at most of nines, of weekly pools by the "
                      "greedy's code, each over the week that follows. Up and down times are drawn "
                      "around the records.");
    return UL_OK;
}

static const ul_column column[] = {
    UL_COL("realised", "%", 3, .who = "99.99%", .head = "realised, 99.99% wanted", .ranges = true),
    UL_COL("nines", "nines", 2, .who = "99.99%", .head = "nines"),
    UL_COL("realised", "%", 3, .who = "99.999%", .head = "realised, 99.999% wanted", .ranges = true),
    UL_COL("nines", "nines", 2, .who = "99.999%", .head = "nines"), {0}};
static const ul_panel panel[] = {{.title = "availability realised, number of nines",
                                  .measure = "nines"}, {0}};
static const ul_param param[] = {
    UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_TABLE_PICTURE("trk8s-fig15.svg"), UL_ZONE_MEAN_UP, {0}};

const ul_table ul_table_trk8s_fig15 = {
    .name = "trk8s-fig15", .paper = "TR-Kubernetes, Figure 15",
    .brief = "availability when a pool rests on estimates of the days before", .of = "window",
    .column = column, .panel = panel, .param = param, .experiment = experiment,
};
