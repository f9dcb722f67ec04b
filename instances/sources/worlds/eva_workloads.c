#include "eva_workloads.h"

#include <math.h>

/* The rows of Table 7, then ResNet18 as a job of one task: the rows are the
 * first ten, the kinds the last nine. */
static const ul_eva_workload workload[] = {
    {"resnet18", "ResNet18-2 tasks", 2, 1, 4, 4, 24, 4408, 2.6, 1, 1, 80, 7},
    {"resnet18", "ResNet18-4 tasks", 4, 1, 4, 4, 24, 2466, 2.23, 1, 1, 80, 7},
    {"vit", "ViT", 1, 2, 8, 8, 60, 4259, 2.3503475870404924, 1, 2, 143, 8},
    {"cyclegan", "CycleGAN", 1, 1, 4, 4, 10, 878, 1.1394022428072417, 2, 5, 2, 1},
    {"gpt2", "GPT2", 1, 4, 4, 4, 10, 3275, 3.305535078048706, 10, 20, 15, 3},
    {"sage", "GraphSAGE", 1, 1, 8, 8, 50, 4225, 2.433017451763153, 1, 1, 160, 5},
    {"gcn", "GCN", 1, 0, 12, 6, 40, 6244, 0.16014614275523595, 1, 1, 28, 2},
    {"a3c", "A3C", 1, 0, 10, 4, 8, 79, 12.736207246780396, 1, 1, 10, 0},
    {"seq", "Diamond", 1, 0, 14, 8, 16, 5798, 0.008324104361236095, 3, 5, 12, 6},
    {"openfoam", "OpenFOAM", 1, 0, 8, 6, 8, 8220, 8.4, 7, 14, 1, 4},
    {"resnet18", "ResNet18", 1, 1, 4, 4, 24, 4408, 2.1, 1, 1, 80, 7},
};

/* Normalized throughput in thousandths: row beside column; 0 is not known. */
static const char *const contender[UL_EVA_KINDS] = {
    "resnet18", "sage", "cyclegan", "gpt2", "gcn", "openfoam", "seq", "a3c", "vit",
};
static const int by_code[UL_EVA_KINDS][UL_EVA_KINDS] = {
    /* resnet18 */ { 928,  973,  999,  919,  835,  990,  950,  950,  928},
    /* sage     */ { 853,  889,  970,  975,  882,  955,  950,  950,  908},
    /* cyclegan */ { 995, 1000,  991,  993,  848,  930,  950,  950,  927},
    /* gpt2     */ { 793,  965,  787,  865,  999,  995,  950,  950,  793},
    /* gcn      */ { 915,  898,  952,  981,  904,  962,  953,  647,  915},
    /* openfoam */ { 805,  978,  978,  986,  950,  966,  828,  937,  805},
    /* seq      */ { 950,  950,  950,  950,  992,  997,  933,  889,  950},
    /* a3c      */ { 950,  950,  950,  950,  944,  996,  943,  671,  950},
    /* vit      */ { 928, 1000,  999,  919,  835,  990,  950,  950,  928},
};
static const int by_figure[UL_EVA_KINDS][UL_EVA_KINDS] = {
    /* resnet18 */ { 930,  970, 1000,  920,  830,  990,  890,  830,    0},
    /* sage     */ { 890,  890,  980,  970,  880,  950, 1000,  740,    0},
    /* cyclegan */ { 990, 1000,  990,  990,  850, 1000, 1000, 1000,    0},
    /* gpt2     */ { 790,  960,  790,  860, 1000,  990,  800,  780,    0},
    /* gcn      */ { 920,  900,  950,  980,  900,  990,  950,  650,    0},
    /* openfoam */ { 810,  980,  980,  990,  950,  970,  830,  940,    0},
    /* seq      */ { 960,  980, 1000, 1000,  990, 1000,  930,  890,    0},
    /* a3c      */ { 910,  910,  980,  960,  940, 1000,  940,  670,    0},
    /* vit      */ {   0,    0,    0,    0,    0,    0,    0,    0,    0},
};

const ul_eva_workload *ul_eva_row(size_t q)
{
    return &workload[q];
}

const ul_eva_workload *ul_eva_kind(size_t q)
{
    return &workload[UL_EVA_ROWS + 1 - UL_EVA_KINDS + q];
}

ul_status ul_eva_add_task(ul_packing_builder *b, const ul_eva_workload *w, const char *name,
                          const char *job, ul_micro runtime_s)
{
    static const char *const other[] = {"c7i", "r7i"};
    ul_micro demand[] = {w->gpu * UL_MICRO, w->cpu_p3 * UL_MICRO, w->ram_gb * UL_MICRO};
    const ul_packing_task_facts facts = {name, 1, job, w->name, runtime_s, demand};
    UL_TRY(ul_packing_add_task(b, &facts));
    if (w->cpu_other == w->cpu_p3)
        return UL_OK;
    demand[1] = w->cpu_other * UL_MICRO;
    for (size_t f = 0; f < sizeof other / sizeof *other; f++)
        if (ul_packing_builder_has_family(b, other[f]))
            UL_TRY(ul_packing_add_demand(b, name, other[f], demand));
    return UL_OK;
}

ul_status ul_eva_each_throughput(ul_eva_throughput table, ul_eva_throughput_fn add, void *context)
{
    for (size_t q = 0; q < UL_EVA_KINDS; q++)
        for (size_t p = 0; p < UL_EVA_KINDS; p++) {
            const int value =
                table == UL_EVA_THROUGHPUT_CODE ? by_code[q][p] : by_figure[q][p];
            if (value > 0)
                UL_TRY(add(context, contender[q], contender[p], value * 1000));
        }
    return UL_OK;
}

static ul_status add_throughput(void *b, const char *name, const char *beside, ul_micro value)
{
    return ul_packing_add_throughput(b, name, beside, value);
}

ul_status ul_eva_add_throughput(ul_packing_builder *b, ul_eva_throughput table)
{
    return ul_eva_each_throughput(table, add_throughput, b);
}

ul_status ul_eva_add_chosen_throughput(ul_packing_builder *b, const ul_param_values *param)
{
    if (ul_param_is(param, "throughput", "code"))
        return ul_eva_add_throughput(b, UL_EVA_THROUGHPUT_CODE);
    return ul_param_is(param, "throughput", "fig1")
               ? ul_eva_add_throughput(b, UL_EVA_THROUGHPUT_FIGURE)
               : UL_OK;
}

ul_micro ul_eva_gavel_runtime(ul_rng *rng)
{
    const bool is_long = ul_rng_below(rng, 5) == 4;
    const double x = is_long ? 3 + ul_rng_unit(rng) : 1.5 + 1.5 * ul_rng_unit(rng);
    return (ul_micro)floor(60 * pow(10, x)) * UL_MICRO;
}
