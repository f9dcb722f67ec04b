/* TR-Kubernetes, Figure 15: the availability that a pool has in the end when its types'
 * availabilities are not known but estimated over the days before.
 *
 * The zones' records are means of three months, so types go up and down for exponential
 * times around them (150 hours up on average). At every step a pool is chosen from what
 * a trailing window showed, and lives through the week that follows; beside it the oracle,
 * which knows what the records say. A window of n seconds tells n - 1 of n at most.
 */
#include "availability.h"
#include "excess_world.h"
#include "trk8s_zones.h"

enum { DAYS = 90, AHEAD = 7, STEP = 7, TARGETS = 2, ORACLE = 0 };
static const double window[] = {0, 1, 3, 7, 14, 30}; /* days; 0 is the oracle */
static const char *const window_name[] = {"oracle", "1 day", "3 days", "7 days", "14 days",
                                          "30 days"};
enum { WINDOWS = sizeof window / sizeof *window };
static const double target[TARGETS] = {0.9999, 0.99999};
static const char *const target_name[TARGETS] = {"99.99%", "99.999%"};

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

/* A zone, and when its types are up. */
typedef struct {
    const ul_zones *zones;
    const ul_instance *zone;
    ul_up_history *history;
    ul_micro seen_from_s, seen_to_s; /* the window */
    ul_changes list;                 /* of machines, room for them */
} life;

/* The zone as a window shows it. */
static ul_status estimate(ul_availability_builder *b, void *context)
{
    const life *l = context;
    const ul_availability *zone = l->zone->data;
    const double span_s = ul_micro_double(l->seen_to_s - l->seen_from_s);
    UL_TRY(ul_availability_set_name(b, zone->name));
    UL_TRY(ul_availability_set_target(b, zone->capacity, zone->target));
    for (size_t k = 0; k < zone->n_types; k++) {
        const double up_s = up_between(&l->history[k], l->seen_from_s, l->seen_to_s);
        ul_availability_type type = zone->type[k];
        type.exact = false;
        type.availability = fmin(up_s, span_s - 1) / span_s;
        UL_TRY(ul_availability_add_type(b, &type));
    }
    return UL_OK;
}

/* The share of a span in which a pool has its capacity. */
static double realise(const ul_availability_plan *plan, life *l, ul_micro from_s, ul_micro to_s)
{
    const ul_availability *in = plan->in;
    const double span_s = ul_micro_double(to_s - from_s);
    double units = 0, kept_s = 0;
    l->list.n = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        const double size = (double)(plan->hold[k] * in->type[k].capacity);
        const ul_up_history *h = &l->history[k];
        units += (double)(plan->on_demand[k] * in->type[k].capacity);
        for (size_t q = h->up_first ? 0 : 1; size > 0 && q <= h->n; q += 2)
            ul_span(l->zones->made, &l->list, q == 0 ? 0 : h->change[q - 1],
                    q == h->n ? UL_SCHEDULE_SECONDS_MAX : h->change[q], size, k);
    }
    ul_span(l->zones->made, &l->list, to_s, to_s, 0, 0);
    ul_changes_sort(&l->list);
    for (size_t q = 0; q < l->list.n && from_s < to_s; q++) {
        const ul_change *next = &l->list.change[q];
        const ul_micro until_s = next->at_s < to_s ? next->at_s : to_s;
        if (until_s > from_s) {
            kept_s += units >= (double)in->capacity ? ul_micro_double(until_s - from_s) : 0;
            from_s = until_s;
        }
        units += next->by;
    }
    return kept_s / span_s;
}

/* The mean over steps of what the greedy's pools, by what a window shows, realise in the week
 * after it; NaN where no pool was found. */
static ul_status run_window(life *l, size_t w, double *mean)
{
    double sum = 0;
    size_t n = 0;
    for (double day = 30; day + AHEAD <= DAYS; day += STEP) {
        const ul_instance *told = l->zone;
        const ul_availability_plan *pool;
        bool proved;
        if (w != ORACLE) {
            ul_instance own;
            l->seen_from_s = days(day - window[w]);
            l->seen_to_s = days(day);
            UL_TRY(ul_availability_build(estimate, l, &own));
            UL_TRY(ul_table_own(l->zones->made, &own, &told));
        }
        UL_TRY(ul_zones_pool(l->zones, told, ul_pool_method[UL_GREEDY], &pool, &proved));
        sum += pool == NULL ? 0 : realise(pool, l, days(day), days(day + AHEAD));
        n += pool != NULL;
    }
    *mean = n == 0 ? NAN : sum / (double)n;
    return UL_OK;
}

static ul_status run_zone(const ul_zones *zones, size_t z, size_t t)
{
    ul_table_made *made = zones->made;
    life l = {.zones = zones};
    UL_TRY(ul_zones_make(zones, z, ul_table_param(made, "capacity"), target[t], &l.zone));
    UL_TRY(ul_excess_draw(made->arena, l.zone->data, made->request->seed + z,
                          3600 * ul_table_param(made, "mean-up"), days(DAYS), &l.history));
    for (size_t w = 0; w < WINDOWS; w++) {
        double share;
        UL_TRY(run_window(&l, w, &share));
        ul_table_trial(made, "zone\ttarget\twindow_days\trealised", "%s\t%g\t%g\t%.8f",
                       l.zone->name, target[t], window[w], share);
        ul_add(made, window_name[w], target_name[t], "realised", 100 * share);
    }
    ul_table_let_go(made, NULL);
    return UL_OK;
}

/* A zone whose weeks never failed has no end of nines, and counts for ten. */
static double nines_of(double share)
{
    return -log10(fmax(1e-10, 1 - share));
}

static ul_status experiment(ul_table_made *made)
{
    ul_zones zones;
    UL_TRY(ul_zones_open(made, &zones));
    for (size_t t = 0; t < TARGETS; t++) {
        const char *who = target_name[t];
        double sum = 0;
        for (size_t w = 0; w < WINDOWS; w++) { /* the order of the rows */
            ul_put(made, window_name[w], who, "realised", NAN);
            ul_put(made, window_name[w], who, "nines", NAN);
        }
        for (size_t z = 0; z < zones.n; z++)
            UL_TRY(run_zone(&zones, z, t));
        for (size_t w = 0; w < WINDOWS; w++) {
            const double nines = nines_of(ul_got(made, window_name[w], who, "realised") / 100);
            ul_put(made, window_name[w], who, "nines", nines);
            sum += w == ORACLE ? 0 : nines;
        }
        ul_put(made, "mean of windows", who, "nines", sum / (WINDOWS - 1));
    }
    return ul_put_note(made, "Mean (least-most) over zones, ten at most of nines, of weekly pools "
        "by the greedy's code, each over the week that follows. Up and down times are drawn around "
        "the records.");
}

const ul_table ul_table_trk8s_fig15 = {
    .name = "trk8s-fig15", .paper = "TR-Kubernetes, Figure 15",
    .brief = "availability when a pool rests on estimates of the days before", .of = "window",
    .column = UL_COLUMNS(
        UL_RANGE("realised", "%", 3, .who = "99.99%", .head = "realised, 99.99% wanted"),
        UL_COL("nines", "nines", 2, .who = "99.99%", .head = "nines"),
        UL_RANGE("realised", "%", 3, .who = "99.999%", .head = "realised, 99.999% wanted"),
        UL_COL("nines", "nines", 2, .who = "99.999%", .head = "nines")),
    .panel = UL_PANELS({.title = "availability realised, number of nines", .measure = "nines"}),
    .param = UL_PARAMS(UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_TABLE_PICTURE("trk8s-fig15.svg"),
        UL_ZONE_MEAN_UP), .experiment = experiment,
};
