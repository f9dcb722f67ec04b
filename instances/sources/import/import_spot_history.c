/* Spot price histories, one file per type: availability is the share of time up,
 * the price its mean while up (TR-Kubernetes, Section 3.2), over the whole common
 * period or a trailing window of it (Section 5.2, Figure 15). O(prices). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "availability.h"
#include "availability_series.h"
#include "generator.h"

typedef struct {
    const ul_source_request *request;
    ul_spot_series *series;
    size_t n;
    double from_s, to_s;
} history;

/* The period that every series covers, narrowed to what was asked for. */
static ul_status choose_period(history *h)
{
    const ul_source_request *request = h->request;
    double first = -INFINITY, last = INFINITY;
    for (size_t k = 0; k < h->n; k++) {
        first = fmax(first, h->series[k].price[0].time_s);
        last = fmin(last, h->series[k].price[h->series[k].n - 1].time_s);
    }
    const double window_s = ul_param_number(request->param, "window_days") * 86400;
    h->from_s = first + request->from_s;
    h->to_s = request->to_s < HUGE_VAL ? fmin(last, first + request->to_s) : last;
    if (window_s > 0)
        h->from_s = fmax(h->from_s, h->to_s - window_s);
    return h->from_s < h->to_s
               ? UL_OK
               : ul_fail(UL_E_INPUT, "the histories share no time in the window asked for");
}

static void remark_on(const history *h)
{
    double up_s = 0;
    size_t revocations = 0, used;
    for (size_t k = 0; k < h->n; k++) {
        const ul_spot_summary sum = ul_spot_series_summary(&h->series[k], h->from_s, h->to_s);
        up_s += sum.up_s;
        revocations += sum.revocations;
    }
    used = (size_t)snprintf(h->request->remark, h->request->remark_room,
                            "%zu types over %.1f days; mean time to revocation %.1f h", h->n,
                            (h->to_s - h->from_s) / 86400,
                            up_s / (double)(revocations > 0 ? revocations : 1) / 3600);
    for (size_t k = 0; k < h->n && used < h->request->remark_room; k++) {
        const ul_spot_summary sum = ul_spot_series_summary(&h->series[k], h->from_s, h->to_s);
        used += (size_t)snprintf(h->request->remark + used, h->request->remark_room - used,
                                 "%s %s %.1f h", k == 0 ? ":" : ",", h->series[k].name,
                                 sum.mean_up_s / 3600);
    }
}

static ul_status fill(ul_availability_builder *b, void *context)
{
    const history *h = context;
    const ul_param_values *param = h->request->param;
    const char *given = ul_param_text(param, "name");
    UL_TRY(ul_availability_set_name(b, *given == '\0' ? h->series[0].zone : given));
    UL_TRY(ul_availability_set_target(b, (uint64_t)ul_param_number(param, "capacity"),
                                      ul_param_number(param, "target")));
    if (ul_param_is(param, "on-demand", "no"))
        ul_availability_transient_only(b);
    for (size_t k = 0; k < h->n; k++) {
        const ul_spot_series *series = &h->series[k];
        const ul_spot_summary sum = ul_spot_series_summary(series, h->from_s, h->to_s);
        char name[160];
        bool mixed = false;
        for (size_t other = 0; other < h->n; other++)
            mixed = mixed || strcmp(h->series[other].zone, series->zone) != 0;
        snprintf(name, sizeof name, "%s%s%s", mixed ? series->zone : "", mixed ? ":" : "",
                 series->name);
        const ul_availability_type type = {
            .name = name,
            .capacity = series->capacity,
            .price = sum.price,
            .on_demand_price = series->on_demand_price,
            .availability = sum.up_s / (sum.up_s + sum.down_s),
        };
        UL_TRY(ul_availability_add_type(b, &type));
    }
    return UL_OK;
}

static ul_status read_all(history *h)
{
    const ul_source_request *request = h->request;
    for (; h->n < request->n_inputs; h->n++)
        UL_TRY(ul_spot_series_read(request->input[h->n], ul_param_text(request->param, "types"),
                                   &h->series[h->n]));
    return choose_period(h);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    history h = {.request = request};
    h.series = calloc(request->n_inputs, sizeof *h.series);
    UL_NEED(h.series);
    ul_status status = read_all(&h);
    if (status == UL_OK)
        status = ul_availability_build(fill, &h, instance);
    if (status == UL_OK)
        remark_on(&h);
    for (size_t k = 0; k < h.n; k++)
        ul_spot_series_clear(&h.series[k]);
    free(h.series);
    return status;
}

static const ul_param param[] = {
    UL_COUNT("capacity", "500", "units to be up", 0, 1e7),
    UL_REAL("target", "0.99", "with this probability", 0, 1),
    UL_REAL("window_days", "0", "estimate over this many last days only; 0 is all", 0, 36500),
    UL_TEXT("types", "", "a file VM,ECU,OnDemandPrice for types not in the built-in list"),
    UL_CHOICE("on-demand", "yes", "whether machines are offered on demand too", "yes|no"),
    UL_TEXT("name", "", "the instance's name (default: the zone)"),
    {0},
};

const ul_source ul_importer_spot_history = {
    .name = "spot-history",
    .brief = "availabilities and mean prices from spot price histories (ZONE-Linux-TYPE.csv)",
    .paper = "TR-Kubernetes, Sections 2.2 and 3.2",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 4096,
    .make = make,
};
