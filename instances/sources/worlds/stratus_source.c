#include "stratus_source.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "availability_series.h"

#define MOVE_S_PER_GIB 53.6870912 /* 2^33 bits at 160 Mb/s */
enum { ROUND_S = 60, PRICE_S = 60, AFTER_S = 7200 };
/* Logarithms of spot prices, minute by minute: about 850 changes a day in which type is
 * cheaper by the vCPU, as the paper's footnote 2 counts. */
#define PRICE_SPREAD 0.05
#define PRICE_MEMORY 0.965

ul_status ul_stratus_source_begin(ul_stratus_source *s, const ul_source_request *request,
                                  ul_schedule_builder *b)
{
    *s = (ul_stratus_source){.request = request, .rng = ul_rng_new(request->seed ^ 0x57a7),
                             .factor = ul_param_number(request->param, "misestimate"),
                             .of_job = ul_param_is(request->param, "errors", "job")};
    UL_NEED(s->rng);
    UL_TRY(ul_schedule_set_round(b, ROUND_S * UL_MICRO));
    return ul_catalog_m4_rented(b, request->param);
}

static double draw_error(const ul_stratus_source *s)
{
    return 1 + (s->factor - 1) * ul_rng_unit(s->rng);
}

ul_status ul_stratus_source_job(ul_stratus_source *s, ul_schedule_builder *b, ul_micro arrival_s,
                                const ul_micro *work_s, size_t n, ul_micro ram_gb)
{
    double error = draw_error(s);
    s->last_s = arrival_s > s->last_s ? arrival_s : s->last_s;
    for (size_t q = 0; q < n && s->factor != 1; q++) {
        const double told_s = fmin((double)work_s[q] * error, (double)UL_SCHEDULE_SECONDS_MAX);
        const ul_micro estimate_s = (ul_micro)llround(told_s);
        UL_TRY(ul_schedule_add_estimate(b, &estimate_s, 1));
        if (!s->of_job && q + 1 < n)
            error = draw_error(s);
    }
    const ul_micro move_s = (ul_micro)llrint((double)ram_gb * MOVE_S_PER_GIB);
    return ul_schedule_set_moving(b, 0, 0, 0, 0, move_s, NULL);
}

/* One type's price from minute to minute, never above on demand. */
static ul_status add_prices(const ul_stratus_source *s, ul_schedule_builder *b, size_t k)
{
    const ul_catalog_spot type = ul_catalog_m4_spot(k);
    const ul_micro until_s = s->last_s + AFTER_S * UL_MICRO;
    double x = ul_rng_normal(s->rng, 0, PRICE_SPREAD);
    for (ul_micro at_s = 0; at_s <= until_s; at_s += PRICE_S * UL_MICRO) {
        const ul_micro price = (ul_micro)llround((double)type.spot_price * exp(x));
        UL_TRY(ul_schedule_add_price(b, type.name, at_s,
                                     price < type.price ? price : type.price));
        x = PRICE_MEMORY * x
            + ul_rng_normal(s->rng, 0, PRICE_SPREAD * sqrt(1 - PRICE_MEMORY * PRICE_MEMORY));
    }
    return UL_OK;
}

/* ---- recorded prices ---- */

static ul_status read_history(const ul_stratus_source *s, size_t k, ul_spot_series *series)
{
    char path[4096];
    const char *prefix = ul_param_text(s->request->param, "history");
    snprintf(path, sizeof path, "%s-%s.csv.gz", prefix, ul_catalog_m4_spot(k).name);
    if (access(path, R_OK) != 0)
        snprintf(path, sizeof path, "%s-%s.csv", prefix, ul_catalog_m4_spot(k).name);
    return ul_spot_series_read_prices(path, series);
}

/* From a second on; where spot is dearer, a machine costs what it does on demand. */
static ul_status add_history(ul_schedule_builder *b, size_t k, const ul_spot_series *series,
                             double from_s)
{
    const ul_catalog_spot type = ul_catalog_m4_spot(k);
    size_t q = 0;
    while (q + 1 < series->n && series->price[q + 1].time_s <= from_s)
        q++;
    for (ul_micro at_s = 0, next_s; q < series->n; q++, at_s = next_s) {
        const ul_micro price = (ul_micro)llround(series->price[q].price * 1e6);
        next_s = q + 1 < series->n
                     ? (ul_micro)llround((series->price[q + 1].time_s - from_s) * 1e6)
                     : at_s + 1;
        if (next_s > at_s) /* of prices of one second the last counts */
            UL_TRY(ul_schedule_add_price(b, type.name, at_s,
                                         price < type.price ? price : type.price));
    }
    return UL_OK;
}

/* All begin at the first second that every one covers. */
static ul_status add_histories(const ul_stratus_source *s, ul_schedule_builder *b)
{
    ul_spot_series series[UL_CATALOG_M4_TYPES] = {0};
    ul_status status = UL_OK;
    double from_s = 0;
    for (size_t k = 0; k < UL_CATALOG_M4_TYPES && status == UL_OK; k++) {
        status = read_history(s, k, &series[k]);
        from_s = status == UL_OK ? fmax(from_s, series[k].price[0].time_s) : 0;
    }
    for (size_t k = 0; k < UL_CATALOG_M4_TYPES && status == UL_OK; k++)
        status = add_history(b, k, &series[k], from_s);
    for (size_t k = 0; k < UL_CATALOG_M4_TYPES; k++)
        ul_spot_series_clear(&series[k]);
    return status;
}

ul_status ul_stratus_source_end(ul_stratus_source *s, ul_schedule_builder *b, ul_status status)
{
    const bool recorded = ul_param_text(s->request->param, "history")[0] != '\0';
    const bool moving = !recorded && ul_param_is(s->request->param, "price", "moving");
    if (moving || s->factor != 1)
        ul_rng_use(s->request->rng);
    if (recorded && status == UL_OK)
        status = add_histories(s, b);
    else if (moving)
        for (size_t k = 0; k < UL_CATALOG_M4_TYPES && status == UL_OK; k++)
            status = add_prices(s, b, k);
    ul_rng_free(s->rng);
    return status;
}
