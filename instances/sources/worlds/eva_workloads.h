/* Eva's workloads (Table 7), how much they slow each other (Figure 1), and the
 * job durations its simulations draw.
 */
#pragma once

#include "packing.h"
#include "param.h"
#include "rng.h"

typedef struct {
    const char *name;  /* workload, as in the throughput records */
    const char *label; /* as Table 7 prints it */
    int tasks_per_job;
    int gpu, cpu_p3, cpu_other, ram_gb; /* c7i and r7i cores are faster: fewer are asked for */
    int runtime_s;     /* of the job the catalog describes */
    double per_second; /* iterations, alone */
    int fetch_s, upload_s, init_s; /* of a move; building the image takes 10 s, killing 1 s */
    int image;
} ul_eva_workload;

/* Table 7 has ten rows; two of them are ResNet18 with equal tasks, hence nine kinds. */
enum { UL_EVA_ROWS = 10, UL_EVA_KINDS = 9 };
const ul_eva_workload *ul_eva_row(size_t q);
const ul_eva_workload *ul_eva_kind(size_t q);

/* Adds one task of a workload, with its demands by family. Call after ul_catalog_eva(). */
ul_status ul_eva_add_task(ul_packing_builder *b, const ul_eva_workload *workload, const char *name,
                          const char *job, ul_micro runtime_s);

/* Adds throughput records between workloads: as the authors' code has them (all
 * pairs), or as Figure 1 prints them (ViT is not in it). */
typedef enum { UL_EVA_THROUGHPUT_CODE, UL_EVA_THROUGHPUT_FIGURE } ul_eva_throughput;
ul_status ul_eva_add_throughput(ul_packing_builder *b, ul_eva_throughput table);
typedef ul_status (*ul_eva_throughput_fn)(void *context, const char *workload, const char *beside,
                                          ul_micro value);
ul_status ul_eva_each_throughput(ul_eva_throughput table, ul_eva_throughput_fn add, void *context);

/* The same as a parameter of generators: none, code or fig1. */
#define UL_EVA_THROUGHPUT                                                                   \
    UL_CHOICE("throughput", "none", "interference records: the authors' code, or Figure 1", \
              "none|code|fig1")
ul_status ul_eva_add_chosen_throughput(ul_packing_builder *b, const ul_param_values *param);

/* Section 6.1, after Gavel: 10^x minutes, x uniform in [1.5, 3] for four jobs of
 * five, else in [3, 4]; whole seconds. */
ul_micro ul_eva_gavel_runtime(ul_rng *rng);
