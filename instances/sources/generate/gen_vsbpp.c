/* Variable-sized bin packing: one resource, item sizes uniform in [low, 100],
 * bins of 100, 120 and 150 (or 60, 80, 100, 120 and 150) as in Monaci's classes.
 * A bin of size W costs W (linear), 10 sqrt(W) (concave: large bins are cheap a
 * unit) or W sqrt(W) / 10 (convex); the three agree at W = 100.
 */
#include <math.h>
#include <stdio.h>

#include "catalog.h"
#include "generator.h"
#include "packing.h"

enum { SIZE_MAX_ITEM = 100, N_SIZES = 5 };
static const int bin_size[N_SIZES] = {60, 80, 100, 120, 150};

static ul_micro price_of(int size, const ul_param_values *param)
{
    const double root = sqrt(size);
    if (ul_param_is(param, "costs", "concave"))
        return (ul_micro)llround(10 * root * (double)UL_MICRO);
    if (ul_param_is(param, "costs", "convex"))
        return (ul_micro)llround(size * root / 10 * (double)UL_MICRO);
    return size * UL_MICRO;
}

static ul_status build(ul_packing_builder *b, void *context)
{
    const ul_source_request *request = context;
    const int low = (int)ul_param_number(request->param, "low");
    const int bins = (int)ul_param_number(request->param, "bins");
    char name[96], supply[UL_SUPPLY_NAME];
    snprintf(name, sizeof name, "vsbpp-%s-%d-%d-%zu-s%llu%s", ul_param_text(request->param, "costs"),
             bins, low, request->tasks, (unsigned long long)request->seed,
             ul_catalog_supply_name(request->param, supply));
    UL_TRY(ul_packing_set_name(b, name));
    UL_TRY(ul_packing_add_resource(b, "size"));
    for (int k = N_SIZES - bins; k < N_SIZES; k++) {
        const ul_micro capacity = bin_size[k] * UL_MICRO;
        snprintf(name, sizeof name, "w%d", bin_size[k]);
        const ul_micro price = price_of(bin_size[k], request->param);
        UL_TRY(ul_packing_add_type(b, name, "bin", price, &capacity));
    }
    ul_catalog_limit(b, request->param);
    for (size_t j = 0; j < request->tasks; j++) {
        const ul_micro size = ul_rng_between(request->rng, low, SIZE_MAX_ITEM) * UL_MICRO;
        snprintf(name, sizeof name, "i%zu", j + 1);
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, &size};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

static const ul_param param[] = {
    UL_CHOICE("costs", "linear", "how a bin's cost grows with its size", "linear|concave|convex"),
    UL_CHOICE("bins", "3", "how many bin types", "3|5"),
    UL_COUNT("low", "1", "smallest item size; Monaci's classes have 1, 20 and 50", 1,
             SIZE_MAX_ITEM),
    UL_CATALOG_SUPPLY,
    {0},
};

const ul_source ul_generator_vsbpp = {
    .name = "vsbpp",
    .brief = "variable-sized bin packing, one resource; linear, concave or convex costs",
    .paper = "Monaci 2002; Correia, Gouveia and Saldanha-da-Gama 2008; Kang and Park 2003",
    .param = param,
    .tasks = 100,
    .packing = build,
};
