/* Eva's worked example: Table 3, four types and four tasks. */
#include "generator.h"
#include "packing.h"

#define MILLIONTHS(gpu, cpu, ram) {(gpu) * UL_MICRO, (cpu) * UL_MICRO, (ram) * UL_MICRO}

static const struct {
    const char *name;
    ul_micro price, capacity[3];
} type[] = {
    {"it1", 12 * UL_MICRO, MILLIONTHS(4, 16, 244)},
    {"it2", 3 * UL_MICRO, MILLIONTHS(1, 4, 61)},
    {"it3", 800000, MILLIONTHS(0, 8, 32)},
    {"it4", 400000, MILLIONTHS(0, 4, 16)},
};

static const struct {
    const char *name;
    ul_micro demand[3];
} task[] = {
    {"t1", MILLIONTHS(2, 8, 24)},
    {"t2", MILLIONTHS(1, 4, 10)},
    {"t3", MILLIONTHS(0, 6, 20)},
    {"t4", MILLIONTHS(0, 4, 12)},
};

static ul_status build(ul_packing_builder *b, void *context)
{
    (void)context;
    static const char *const resource[] = {"gpu", "cpu", "ram_gb"};
    UL_TRY(ul_packing_set_name(b, "eva-table3"));
    for (size_t r = 0; r < 3; r++)
        UL_TRY(ul_packing_add_resource(b, resource[r]));
    for (size_t k = 0; k < 4; k++)
        UL_TRY(ul_packing_add_type(b, type[k].name, type[k].name, type[k].price, type[k].capacity));
    for (size_t j = 0; j < 4; j++) {
        const ul_packing_task_facts facts = {task[j].name, 1, NULL, task[j].name, -1,
                                             task[j].demand};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    (void)request;
    return ul_packing_build(build, NULL, instance);
}

const ul_source ul_generator_eva_table3 = {
    .name = "eva-table3",
    .brief = "Eva's worked example: four types, four tasks, optimum $12.8",
    .paper = "Eva, Table 3",
    .make = make,
};
