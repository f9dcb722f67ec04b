/* Eva's micro-benchmark (Section 4.2, Tables 4 and 5): tasks drawn uniformly
 * from the rows of Table 7, to be packed onto the 21 types.
 */
#include <stdio.h>

#include "catalog.h"
#include "eva_workloads.h"
#include "generator.h"
#include "packing.h"

static ul_micro runtime_of(const ul_source_request *request, const ul_eva_workload *workload)
{
    if (ul_param_is(request->param, "runtime", "gavel"))
        return ul_eva_gavel_runtime(request->rng);
    return ul_param_is(request->param, "runtime", "catalog") ? workload->runtime_s * UL_MICRO : -1;
}

static ul_status build(ul_packing_builder *b, void *context)
{
    const ul_source_request *request = context;
    const ul_param_values *param = request->param;
    const bool ten = ul_param_is(param, "rows", "ten");
    const bool vcpu = ul_param_is(param, "cores", "vcpu");
    char name[96], supply[UL_SUPPLY_NAME];
    snprintf(name, sizeof name, "eva-table7-%s%zu-s%llu%s", vcpu ? "vcpu-" : "", request->tasks,
             (unsigned long long)request->seed, ul_catalog_supply_name(param, supply));
    UL_TRY(ul_packing_set_name(b, name));
    UL_TRY(ul_catalog_eva_chosen(b, param));
    ul_catalog_limit(b, param);
    for (size_t j = 0; j < request->tasks; j++) {
        const size_t q = ul_rng_below(request->rng, ten ? UL_EVA_ROWS : UL_EVA_KINDS);
        const ul_eva_workload *workload = ten ? ul_eva_row(q) : ul_eva_kind(q);
        snprintf(name, sizeof name, "%s-%zu", workload->name, j);
        UL_TRY(ul_eva_add_task(b, workload, name, NULL, runtime_of(request, workload)));
    }
    return ul_eva_add_chosen_throughput(b, param);
}

static const ul_param param[] = {
    UL_CATALOG_CORES("physical"),
    UL_CATALOG_FILE,
    UL_CATALOG_SUPPLY,
    UL_CHOICE("rows", "ten", "all rows of Table 7, or its nine kinds (ResNet18 once)", "ten|nine"),
    UL_EVA_THROUGHPUT,
    UL_CHOICE("runtime", "catalog", "the workload's own, drawn as Gavel does, or none",
              "catalog|gavel|none"),
    {0},
};

const ul_source ul_generator_eva_table7 = {
    .name = "eva-table7",
    .brief = "Eva's micro-benchmark: tasks drawn from Table 7 onto 21 EC2 types",
    .paper = "Eva, Sections 4.2 and 6.1, Table 7",
    .param = param,
    .tasks = 200,
    .packing = build,
};
