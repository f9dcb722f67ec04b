/* A sweep over starts and ends. Within an interval, x instances at once for d
 * seconds mean that instances 1 .. x were each used for d; summing from the
 * highest x down gives the hours of every rank.
 */
#include "reservation_demand.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t time_s;
    int64_t change;
} event;

struct ul_demand {
    event *event;
    size_t n, room;
};

ul_demand *ul_demand_new(void)
{
    return calloc(1, sizeof(ul_demand));
}

void ul_demand_free(ul_demand *demand)
{
    if (demand == NULL)
        return;
    free(demand->event);
    free(demand);
}

ul_status ul_demand_add(ul_demand *demand, int64_t start_s, int64_t end_s, uint64_t instances)
{
    if (end_s <= start_s || instances == 0)
        return UL_OK;
    if (instances > UL_INSTANCES_MAX)
        return ul_fail(UL_E_INPUT, "more than %d instances run at once", UL_INSTANCES_MAX);
    if (demand->n + 2 > demand->room) {
        const size_t room = demand->room == 0 ? 1024 : demand->room * 2;
        event *grown = realloc(demand->event, room * sizeof *grown);
        UL_NEED(grown);
        demand->event = grown;
        demand->room = room;
    }
    demand->event[demand->n++] = (event){start_s, (int64_t)instances};
    demand->event[demand->n++] = (event){end_s, -(int64_t)instances};
    return UL_OK;
}

static int event_order(const void *a, const void *b)
{
    const event *x = a, *y = b;
    UL_LOWER_FIRST(x->time_s, y->time_s);
    return x->change < y->change ? -1 : x->change > y->change;
}

/* Seconds at each concurrency within the open interval. */
typedef struct {
    ul_reservation_builder *b;
    int64_t interval_s;
    int64_t t;       /* the open interval */
    int64_t *spent;  /* by concurrency, 0 .. highest */
    uint32_t *seen;  /* concurrencies with time, unsorted */
    size_t n_seen;
} sweep;

static int rank_order(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static ul_micro hours_of(int64_t seconds)
{
    return (seconds * UL_MICRO + 3599) / 3600;
}

static ul_status close_interval(sweep *w)
{
    int64_t above = 0; /* seconds with at least this concurrency */
    for (size_t q = 0; q < w->n_seen; q++)
        above += w->spent[w->seen[q]];
    qsort(w->seen, w->n_seen, sizeof *w->seen, rank_order);
    uint32_t below = 0;
    for (size_t q = 0; q < w->n_seen; q++) {
        const uint32_t x = w->seen[q];
        UL_TRY(ul_reservation_add_usage(w->b, (uint64_t)w->t + 1, hours_of(above), x - below));
        above -= w->spent[x];
        w->spent[x] = 0;
        below = x;
    }
    w->n_seen = 0;
    w->t++;
    return UL_OK;
}

/* x instances from start_s until end_s, both counted from the first second. */
static ul_status spend(sweep *w, int64_t start_s, int64_t end_s, uint32_t x)
{
    while (start_s < end_s) {
        const int64_t border = (w->t + 1) * w->interval_s;
        if (start_s >= border) {
            UL_TRY(close_interval(w));
            continue;
        }
        const int64_t stop = end_s < border ? end_s : border;
        if (x > 0) {
            if (w->spent[x] == 0)
                w->seen[w->n_seen++] = x;
            w->spent[x] += stop - start_s;
        }
        start_s = stop;
    }
    return UL_OK;
}

static ul_status sweep_events(sweep *w, const ul_demand *demand, uint64_t cap)
{
    int64_t x = 0;
    const int64_t origin = demand->event[0].time_s;
    for (size_t q = 0; q < demand->n; q++) {
        x += demand->event[q].change;
        if (q + 1 == demand->n)
            break;
        const uint32_t held = (uint32_t)(cap > 0 && x > (int64_t)cap ? (int64_t)cap : x);
        UL_TRY(spend(w, demand->event[q].time_s - origin, demand->event[q + 1].time_s - origin,
                     held));
    }
    return close_interval(w);
}

static ul_status fill(ul_demand *demand, ul_reservation_builder *b, int64_t interval_s,
                      uint64_t cap)
{
    if (demand->n == 0)
        return ul_fail(UL_E_INPUT, "there is no demand at all");
    qsort(demand->event, demand->n, sizeof *demand->event, event_order);
    int64_t x = 0, highest = 0;
    for (size_t q = 0; q < demand->n; q++) {
        x += demand->event[q].change;
        highest = x > highest ? x : highest;
    }
    if (cap > 0 && highest > (int64_t)cap)
        highest = (int64_t)cap;
    if (highest > UL_INSTANCES_MAX)
        return ul_fail(UL_E_INPUT, "more than %d instances run at once", UL_INSTANCES_MAX);
    const int64_t span_s = demand->event[demand->n - 1].time_s - demand->event[0].time_s;
    if (span_s / interval_s >= UL_INTERVALS_MAX)
        return ul_fail(UL_E_INPUT, "the demand spans more than %d intervals; take longer ones or "
                                   "a shorter window", UL_INTERVALS_MAX);
    sweep w = {.b = b, .interval_s = interval_s};
    w.spent = calloc((size_t)highest + 1, sizeof *w.spent);
    w.seen = calloc((size_t)highest + 1, sizeof *w.seen);
    const ul_status status = w.spent == NULL || w.seen == NULL ? ul_no_memory()
                                                               : sweep_events(&w, demand, cap);
    free(w.spent);
    free(w.seen);
    return status;
}

typedef struct {
    ul_demand *demand;
    const char *name;
    const ul_param_values *values;
    uint64_t cap;
} building;

static ul_status fill_builder(ul_reservation_builder *b, void *context)
{
    const building *what = context;
    const uint64_t hours = (uint64_t)ul_param_number(what->values, "interval_hours");
    UL_TRY(ul_reservation_set_name(b, what->name));
    UL_TRY(ul_reservation_set_interval_hours(b, (ul_micro)hours * UL_MICRO));
    UL_TRY(ul_reservation_set_objective(b, ul_param_is(what->values, "objective", "pure")
                                               ? UL_OBJECTIVE_PURE
                                               : UL_OBJECTIVE_TOTAL));
    UL_TRY(ul_reservation_catalog(b, ul_param_text(what->values, "classes"), hours));
    return fill(what->demand, b, (int64_t)hours * 3600, what->cap);
}

ul_status ul_demand_build(ul_demand *demand, const char *name, const ul_param_values *values,
                          uint64_t cap, ul_instance *instance)
{
    building what = {demand, name, values, cap};
    return ul_reservation_build(fill_builder, &what, instance);
}
