/* Demand over years, for reservations: the shapes of SEC's Section 8.5.
 *
 * steady, growing, slowing and rise-and-fall follow the social networks whose
 * search traffic the paper borrows: an hourly count that swings with the day
 * and the weekend around a yearly trend, with noise. bursty is a batch system:
 * jobs of a power of two of instances, log-uniform run times, weeks of unequal
 * load and now and then a campaign of equal jobs at once.
 *
 * O(hours + jobs log jobs).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "reservation_demand.h"

enum { WEEK_H = 168, YEAR_WEEKS = 52 };

/* Share of the peak at a point of the horizon, both in 0 .. 1. */
static double steady(double x)
{
    (void)x;
    return 0.8;
}

static double growing(double x)
{
    return 0.15 + 0.85 * x;
}

static double slowing(double x)
{
    return 0.1 + 0.9 * (1 - exp(-4 * x));
}

static double rise_and_fall(double x)
{
    return x < 0.4 ? 0.1 + 0.9 * sin(M_PI_2 * x / 0.4) : 0.1 + 0.9 * exp(-3 * (x - 0.4));
}

static const struct {
    const char *name;
    double (*share)(double x);
} shape[] = {
    {"steady", steady},
    {"growing", growing},
    {"slowing", slowing},
    {"rise-and-fall", rise_and_fall},
};

static ul_status add_trend(ul_demand *demand, ul_rng *rng, double (*share)(double), int64_t weeks,
                           double instances)
{
    for (int64_t h = 0; h < weeks * WEEK_H; h++) {
        const double day = 0.85 + 0.15 * sin(2 * M_PI * (double)(h % 24 - 9) / 24);
        const double weekend = h % WEEK_H / 24 >= 5 ? 0.8 : 1.0;
        const double noise = 1 + ul_rng_normal(rng, 0, 0.05);
        const double trend = share((double)h / (double)(weeks * WEEK_H));
        const double count = floor(instances * trend * day * weekend * noise + 0.5);
        if (count > 0)
            UL_TRY(ul_demand_add(demand, h * 3600, (h + 1) * 3600, (uint64_t)count));
    }
    return UL_OK;
}

static ul_status add_jobs(ul_demand *demand, ul_rng *rng, int64_t weeks, double instances)
{
    const double arrivals_h = 1.2, campaign_share = 0.01;
    const double log_size = log2(fmax(instances / 8, 1)), log_run = log(18 * 60.0);
    UL_TRY(ul_demand_add(demand, 0, 60, 1)); /* pins the first second */
    for (int64_t week = 0; week < weeks; week++) {
        const double load = exp(ul_rng_normal(rng, 0, 0.6));
        for (double h = 0; (h += ul_rng_exponential(rng, 1 / (arrivals_h * load))) < WEEK_H;) {
            const uint64_t size = (uint64_t)exp2(floor(ul_rng_unit(rng) * (log_size + 1)));
            const int64_t run_s = 60 * (int64_t)exp(ul_rng_unit(rng) * log_run);
            const bool campaign = ul_rng_unit(rng) < campaign_share;
            const uint64_t jobs = campaign ? 4 + ul_rng_below(rng, 20) : 1;
            const int64_t start_s = week * WEEK_H * 3600 + (int64_t)(h * 60) * 60;
            UL_TRY(ul_demand_add(demand, start_s, start_s + run_s, size * jobs));
        }
    }
    return UL_OK;
}

static ul_status fill(ul_demand *demand, const ul_source_request *request, ul_instance *instance)
{
    char name[128];
    const char *wanted = ul_param_text(request->param, "shape");
    const int64_t years = (int64_t)ul_param_number(request->param, "years");
    const double instances = ul_param_number(request->param, "instances");
    double (*share)(double) = NULL;
    for (size_t q = 0; q < sizeof shape / sizeof *shape; q++)
        if (strcmp(shape[q].name, wanted) == 0)
            share = shape[q].share;
    if (share != NULL)
        UL_TRY(add_trend(demand, request->rng, share, years * YEAR_WEEKS, instances));
    else
        UL_TRY(add_jobs(demand, request->rng, years * YEAR_WEEKS, instances));
    snprintf(name, sizeof name, "%s-%lldy-%.0f-s%llu", wanted, (long long)years, instances,
             (unsigned long long)request->seed);
    return ul_demand_build(demand, name, request->param, (uint64_t)instances, instance);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    ul_demand *demand = ul_demand_new();
    UL_NEED(demand);
    const ul_status status = fill(demand, request, instance);
    ul_demand_free(demand);
    return status;
}

const ul_source ul_generator_reservation = {
    .name = "reservation",
    .brief = "years of demand for reservations: steady, growing, slowing, rise-and-fall, bursty",
    .paper = "SEC, Section 8.5",
    .param = (const ul_param[]){
        UL_CHOICE("shape", "steady", "how demand evolves", ""
                  "steady|growing|slowing|rise-and-fall|bursty"),
        UL_COUNT("years", "3", "how long, in years of 52 weeks", 1, 6),
        UL_COUNT("instances", "200", "the most that run at once", 1, 100000),
        UL_RESERVATION_PARAMS("168"),
        {0},
    },
    .make = make,
};
