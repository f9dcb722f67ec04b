/* Packs of 1 to 40 units; large ones are a little cheaper by the unit. */
#include <stdio.h>

#include "generator.h"
#include "toy.h"

static ul_status fill(ul_toy_builder *b, void *context)
{
    const ul_source_request *request = context;
    char name[64];
    snprintf(name, sizeof name, "toy-%zu-s%llu", request->tasks, (unsigned long long)request->seed);
    UL_TRY(ul_toy_set_name(b, name));
    b->wanted = (uint64_t)ul_param_number(request->param, "wanted");
    for (size_t k = 0; k < request->tasks; k++) {
        const int64_t units = ul_rng_between(request->rng, 1, 40);
        const int64_t cents = ul_rng_between(request->rng, 90, 110) * units + 50;
        snprintf(name, sizeof name, "p%zu", k + 1);
        UL_TRY(ul_toy_add_pack(b, name, (uint64_t)units, cents * (UL_MICRO / 100)));
    }
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    return ul_toy_build(fill, (void *)request, instance);
}

static const ul_param param[] = {
    {"wanted", "100", "units wanted", UL_PARAM_WHOLE, NULL, 0, UL_TOY_UNITS_MAX},
    {0},
};

const ul_source ul_generator_toy = {
    .name = "toy",
    .brief = "packs of units; --tasks is how many sorts",
    .paper = "a test",
    .param = param,
    .tasks = 6,
    .make = make,
};
