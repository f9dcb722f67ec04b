/* Vector bin packing after Caprara and Toth: one bin type that costs 1, two
 * resources or, as later authors extend the classes, up to ten.
 *
 * Classes 1 to 6 draw every size by itself. In class 7 the even-numbered
 * resources follow the one before (within 10 of it), in class 8 they go against
 * it (their sum is 110 to 130): correlated, and anticorrelated.
 */
#include <stdio.h>

#include "generator.h"
#include "packing.h"

enum { RESOURCES_MAX = 10, N_CLASSES = 8 };

static const struct {
    int capacity, low, high;
    enum { ALONE, FOLLOWS, OPPOSES } pairs;
} family[N_CLASSES] = {
    {1000, 100, 400, ALONE}, {1000, 1, 1000, ALONE}, {1000, 200, 800, ALONE},
    {1000, 50, 200, ALONE},  {1000, 25, 100, ALONE}, {150, 20, 100, ALONE},
    {150, 20, 100, FOLLOWS}, {150, 20, 100, OPPOSES},
};

static void draw(ul_rng *rng, size_t c, size_t n_resources, ul_micro demand[RESOURCES_MAX])
{
    int64_t before = 0;
    for (size_t r = 0; r < n_resources; r++) {
        int64_t size;
        if (r % 2 == 1 && family[c].pairs == FOLLOWS)
            size = ul_rng_between(rng, before - 10, before + 10);
        else if (r % 2 == 1 && family[c].pairs == OPPOSES)
            size = ul_rng_between(rng, 110 - before, 130 - before);
        else
            size = before = ul_rng_between(rng, family[c].low, family[c].high);
        demand[r] = size * UL_MICRO;
    }
}

static ul_status build(ul_packing_builder *b, void *context)
{
    const ul_source_request *request = context;
    const size_t c = (size_t)ul_param_number(request->param, "class") - 1;
    const size_t n_resources = (size_t)ul_param_number(request->param, "resources");
    ul_micro capacity[RESOURCES_MAX], demand[RESOURCES_MAX];
    char name[64];
    snprintf(name, sizeof name, "vbp-c%zu-d%zu-%zu-s%llu", c + 1, n_resources, request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_packing_set_name(b, name));
    for (size_t r = 0; r < n_resources; r++) {
        snprintf(name, sizeof name, "r%zu", r + 1);
        UL_TRY(ul_packing_add_resource(b, name));
        capacity[r] = family[c].capacity * UL_MICRO;
    }
    UL_TRY(ul_packing_add_type(b, "bin", "bin", UL_MICRO, capacity));
    for (size_t j = 0; j < request->tasks; j++) {
        draw(request->rng, c, n_resources, demand);
        snprintf(name, sizeof name, "i%zu", j + 1);
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, demand};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

static const ul_param param[] = {
    UL_COUNT("class", "1", "1 to 6 independent sizes, 7 correlated, 8 anticorrelated", 1,
             N_CLASSES),
    UL_COUNT("resources", "2", "how many", 2, RESOURCES_MAX),
    {0},
};

const ul_source ul_generator_vbp = {
    .name = "vbp",
    .brief = "vector bin packing, 2 to 10 resources, independent or correlated sizes",
    .paper = "Caprara and Toth 2001, classes 1 to 8",
    .param = param,
    .tasks = 100,
    .packing = build,
};
