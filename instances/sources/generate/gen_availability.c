/* A zone of transient machine types like those TR-Kubernetes measured in 2017
 * (Section 3.2, Figure 4): prices per unit spread log-normally around $0.0045 with a
 * tail of dear types, unavailabilities log-uniform from 10^-5 to 0.1, cost and
 * availability not correlated, capacities from 6 to 200 units, on-demand prices
 * three to nine times the transient ones. O(types). */
#include <math.h>
#include <stdio.h>

#include "availability.h"
#include "generator.h"

static const uint64_t capacity[] = {6, 7, 8, 13, 14, 16, 26, 27, 28, 31, 53, 56, 62, 99, 124, 132,
                                    188, 200};

/* To nine decimals: the last bit of an exponential is another on another processor. */
static double rounded(double x)
{
    return round(x * 1e9) / 1e9;
}

static ul_status add_type(ul_availability_builder *b, ul_rng *rng, size_t k)
{
    char name[32];
    ul_availability_type type = {.name = name};
    snprintf(name, sizeof name, "vm%zu", k + 1);
    type.capacity = capacity[ul_rng_below(rng, sizeof capacity / sizeof *capacity)];
    const double unit = 0.0045 * exp(ul_rng_normal(rng, 0, 0.4));
    type.price = rounded(unit * (double)type.capacity);
    type.on_demand_price = rounded(type.price * (3 + 6 * ul_rng_unit(rng)));
    type.availability = rounded(1 - pow(10, -1 - 4 * ul_rng_unit(rng)));
    return ul_availability_add_type(b, &type);
}

static ul_status fill(ul_availability_builder *b, void *context)
{
    const ul_source_request *request = context;
    char name[64];
    snprintf(name, sizeof name, "availability-%zu-%llu", request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_availability_set_name(b, name));
    UL_TRY(ul_availability_set_target(b, (uint64_t)ul_param_number(request->param, "capacity"),
                                      ul_param_number(request->param, "target")));
    if (ul_param_is(request->param, "on-demand", "no"))
        ul_availability_transient_only(b);
    for (size_t k = 0; k < request->tasks; k++)
        UL_TRY(add_type(b, request->rng, k));
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    ul_source_request copy = *request;
    return ul_availability_build(fill, &copy, instance);
}

static const ul_param param[] = {
    UL_COUNT("capacity", "5000", "units to be up", 0, 1e7),
    UL_REAL("target", "0.99999", "with this probability", 0, 1),
    UL_CHOICE("on-demand", "yes", "whether machines are offered on demand too", "yes|no"),
    {0},
};

const ul_source ul_generator_availability = {
    .name = "availability",
    .brief = "a zone of transient machine types; --tasks is how many",
    .paper = "TR-Kubernetes, Section 3.2, Figure 4",
    .param = param,
    .tasks = 26,
    .make = make,
};
