/* Machine types that can be rented, as data: names, capacities, prices. */
#pragma once

#include "packing.h"
#include "param.h"
#include "schedule.h"

/* The 21 EC2 types of Eva, after naming the resources gpu, cpu and ram_gb.
 * The authors count physical cores in the micro-benchmarks (Tables 4 to 7) and
 * vCPU, twice as many, in the Alibaba simulations; the second form asks the
 * parameter `cores`. */
ul_status ul_catalog_eva(ul_packing_builder *b, bool vcpu);
ul_status ul_catalog_eva_chosen(ul_packing_builder *b, const ul_param_values *param);
/* The same for machines that are rented over time, with their start-up. */
ul_status ul_catalog_eva_rented(ul_schedule_builder *b, const ul_param_values *param);
enum { UL_CATALOG_EVA_RESOURCES = 3 };

/* The six m4 types of Stratus (us-west-2, 2017, on demand), after naming the
 * resources cpu (vCPU) and ram_gb; no parameters. */
ul_status ul_catalog_m4(ul_packing_builder *b, const ul_param_values *param);
/* The same over time: billed from the order, usable 30 to 160 seconds after it or as
 * the parameter `startup` says; `price` chooses the mean of spot prices, also where
 * they are to move. */
ul_status ul_catalog_m4_rented(ul_schedule_builder *b, const ul_param_values *param);
typedef struct {
    const char *name;
    ul_micro price, spot_price; /* on demand, and the mean on spot */
} ul_catalog_spot;
enum { UL_CATALOG_M4_TYPES = 6 };
ul_catalog_spot ul_catalog_m4_spot(size_t k);
#define UL_CATALOG_M4_PARAMS                                                                      \
    UL_CHOICE("price", "on-demand", "what a machine costs: on demand, the mean on spot, or spot " \
              "prices that move", "on-demand|spot|moving"),                                       \
    UL_REAL("startup", "-1", "seconds until a machine is usable; -1: drawn from 30 to 160", -1,   \
            1e6),                                                                                 \
    UL_CATALOG_FILE
enum { UL_CATALOG_M4_RESOURCES = 2, UL_CATALOG_M4_VCPU_MAX = 64, UL_CATALOG_M4_RAM_GB_MAX = 256 };

/* The type that TR-Kubernetes compares with: a c4.8xlarge on demand, after naming the
 * resource ecu, billed to the microsecond. */
ul_status ul_catalog_ecu_rented(ul_schedule_builder *b, const ul_param_values *param);

/* A user's own: a CSV file with the records of an instance,
 *     resource,gpu,cpu,ram_gb
 *     type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY...
 *     supply,TYPE,COUNT
 *     startup,TYPE,SECONDS
 * in place of the types above. It has the resources that the tasks have, in any order; what
 * it has more, nobody asks for. A machine is there at once unless `startup` says when, which
 * matters over time only. */
#define UL_CATALOG_FILE                                                                  \
    UL_TEXT("catalog", "", "file of the types to rent, with their families, prices and " \
            "capacities")
ul_status ul_catalog_read(const char *path, const char *const *resource, size_t n,
                          ul_packing_builder *b);
ul_status ul_catalog_read_rented(const char *path, const char *const *resource, size_t n,
                                 ul_schedule_builder *b);

/* How many machines of each type there are, for parameter tables of generators; the types
 * are there, and an instance's name ends in what is asked for. */
#define UL_CATALOG_SUPPLY                                                             \
    UL_COUNT("supply", "-1", "machines to be had of each type; -1: any number", -1, 1e8)
void ul_catalog_limit(ul_packing_builder *b, const ul_param_values *param);
enum { UL_SUPPLY_NAME = 24 };
const char *ul_catalog_supply_name(const ul_param_values *param, char name[UL_SUPPLY_NAME]);

/* The choice between the two ways of counting, for parameter tables. */
#define UL_CATALOG_CORES(preset_) \
    UL_CHOICE("cores", preset_, "how machine capacity is counted", "physical|vcpu")
