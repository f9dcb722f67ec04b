/* Tasks that are all different: no two demand vectors are equal, so nothing is
 * gained by grouping. GPUs are 0, 1, 2 or 4, equally often or mostly few of them,
 * cores uniform up to 32, memory uniform up to 128 GB, on the 21 types in vCPU.
 *
 * Whole cores and gigabytes make 16,384 different vectors; beyond half of them
 * the grid is a hundredth, which leaves room for a million tasks and more. With many
 * decimals no table of what fits is small enough, however few the tasks.
 * O(tasks) expected time: each cell is drawn again until it is new.
 */
#include <stdio.h>

#include "catalog.h"
#include "eva_workloads.h"
#include "generator.h"
#include "names.h"
#include "packing.h"

enum { CORES_MAX = 32, RAM_GB_MAX = 128, GPU_CHOICES = 4, DRAWS = 8, FINE = 2 };

typedef struct {
    const ul_source_request *request;
    ul_names *seen;
    int steps; /* grid cells per core and per gigabyte */
    bool few;  /* GPUs: three tasks in eight have none, three have one */
} making;

static int draw_gpus(const making *m)
{
    static const int even[GPU_CHOICES] = {0, 1, 2, 4};
    static const int few[DRAWS] = {0, 0, 0, 1, 1, 1, 2, 4};
    return m->few ? few[ul_rng_below(m->request->rng, DRAWS)]
                  : even[ul_rng_below(m->request->rng, GPU_CHOICES)];
}

static ul_status draw_new(const making *m, ul_micro demand[UL_CATALOG_EVA_RESOURCES])
{
    ul_rng *rng = m->request->rng;
    bool added;
    do {
        const ul_micro unit = UL_MICRO / m->steps;
        demand[0] = draw_gpus(m) * UL_MICRO;
        demand[1] = ul_rng_between(rng, 1, CORES_MAX * m->steps) * unit;
        demand[2] = ul_rng_between(rng, 1, RAM_GB_MAX * m->steps) * unit;
        const size_t bytes = UL_CATALOG_EVA_RESOURCES * sizeof *demand;
        if (ul_names_add(m->seen, (const char *)demand, bytes, &added) == UL_NONE)
            return ul_no_memory();
    } while (!added);
    return UL_OK;
}

static ul_status build(ul_packing_builder *b, void *context)
{
    const making *m = context;
    const ul_source_request *request = m->request;
    char name[96], fine[24] = "", supply[UL_SUPPLY_NAME];
    if (ul_param_number(request->param, "decimals") >= 0)
        snprintf(fine, sizeof fine, "-d%s", ul_param_text(request->param, "decimals"));
    snprintf(name, sizeof name, "heterogeneous-%zu%s%s-s%llu%s", request->tasks,
             m->few ? "-few" : "", fine, (unsigned long long)request->seed,
             ul_catalog_supply_name(request->param, supply));
    UL_TRY(ul_packing_set_name(b, name));
    UL_TRY(ul_catalog_eva_chosen(b, request->param));
    ul_catalog_limit(b, request->param);
    for (size_t j = 0; j < request->tasks; j++) {
        ul_micro demand[UL_CATALOG_EVA_RESOURCES];
        UL_TRY(draw_new(m, demand));
        snprintf(name, sizeof name, "h%zu", j);
        const ul_packing_task_facts facts = {
            name, 1, NULL, NULL, ul_eva_gavel_runtime(request->rng), demand};
        UL_TRY(ul_packing_add_task(b, &facts));
    }
    return UL_OK;
}

/* Grid cells per core and per gigabyte. */
static int steps_of(const ul_source_request *request, size_t whole)
{
    int decimals = (int)ul_param_number(request->param, "decimals"), steps = 1;
    if (decimals < 0)
        decimals = request->tasks <= whole / 2 ? 0 : FINE;
    for (; decimals > 0; decimals--)
        steps *= 10;
    return steps;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    const size_t whole = (size_t)GPU_CHOICES * CORES_MAX * RAM_GB_MAX;
    const int steps = steps_of(request, whole);
    const size_t most = whole * (size_t)steps * (size_t)steps / 2;
    if (request->tasks > most)
        return ul_fail(UL_E_INPUT, "--tasks %zu: at most %zu different tasks can be drawn",
                       request->tasks, most);
    making m = {request, ul_names_new(), steps, ul_param_is(request->param, "gpus", "few")};
    UL_NEED(m.seen);
    const ul_status status = ul_packing_build(build, &m, instance);
    ul_names_free(m.seen);
    return status;
}

static const ul_param param[] = {
    UL_CATALOG_CORES("vcpu"),
    UL_CATALOG_FILE,
    UL_CATALOG_SUPPLY,
    UL_CHOICE("gpus", "even", "0, 1, 2 and 4 equally often, or as 3 : 3 : 1 : 1", "even|few"),
    UL_COUNT("decimals", "-1", "of cores and gigabytes; -1: none, two where tasks are many", -1, 6),
    {0},
};

const ul_source ul_generator_heterogeneous = {
    .name = "heterogeneous",
    .brief = "every task different, on 21 EC2 types",
    .paper = "own; for Eva's Section 4.2 beyond Table 7",
    .param = param,
    .tasks = 200,
    .make = make,
};
