#include "catalog.h"

#include <stdio.h>

typedef struct {
    const char *name, *family;
    ul_micro price; /* millionths of a dollar an hour */
    int gpu, cores, vcpu, ram_gb;
    int billed_after_s, usable_after_s, usable_at_most_s; /* 0 for the last: no other */
    ul_micro spot_price;                                  /* mean over months; 0: not known */
} machine;

/* Eva, Section 6.1: on-demand prices of us-east-1. A machine is billed when it exists,
 * and used when it runs a worker that has registered; the times are the authors'. */
static const machine eva[] = {
    {"p3.2xlarge", "p3", 3060000, 1, 4, 8, 61, 22, 151, 0, 0},
    {"p3.8xlarge", "p3", 12240000, 4, 16, 32, 244, 37, 192, 0, 0},
    {"p3.16xlarge", "p3", 24480000, 8, 32, 64, 488, 52, 182, 0, 0},
    {"c7i.large", "c7i", 89250, 0, 1, 2, 4, 7, 163, 0, 0},
    {"c7i.xlarge", "c7i", 178500, 0, 2, 4, 8, 12, 149, 0, 0},
    {"c7i.2xlarge", "c7i", 357000, 0, 4, 8, 16, 7, 149, 0, 0},
    {"c7i.4xlarge", "c7i", 714000, 0, 8, 16, 32, 7, 143, 0, 0},
    {"c7i.8xlarge", "c7i", 1428000, 0, 16, 32, 64, 7, 144, 0, 0},
    {"c7i.12xlarge", "c7i", 2142000, 0, 24, 48, 96, 7, 145, 0, 0},
    {"c7i.16xlarge", "c7i", 2856000, 0, 32, 64, 128, 7, 143, 0, 0},
    {"c7i.24xlarge", "c7i", 4284000, 0, 48, 96, 192, 7, 146, 0, 0},
    {"c7i.48xlarge", "c7i", 8568000, 0, 96, 192, 384, 7, 150, 0, 0},
    {"r7i.large", "r7i", 132300, 0, 1, 2, 16, 7, 143, 0, 0},
    {"r7i.xlarge", "r7i", 264600, 0, 2, 4, 32, 7, 143, 0, 0},
    {"r7i.2xlarge", "r7i", 529200, 0, 4, 8, 64, 7, 145, 0, 0},
    {"r7i.4xlarge", "r7i", 1058400, 0, 8, 16, 128, 7, 161, 0, 0},
    {"r7i.8xlarge", "r7i", 2116800, 0, 16, 32, 256, 7, 158, 0, 0},
    {"r7i.12xlarge", "r7i", 3175200, 0, 24, 48, 384, 7, 147, 0, 0},
    {"r7i.16xlarge", "r7i", 4233600, 0, 32, 64, 512, 7, 145, 0, 0},
    {"r7i.24xlarge", "r7i", 6350400, 0, 48, 96, 768, 7, 149, 0, 0},
    {"r7i.48xlarge", "r7i", 12700800, 0, 96, 192, 1536, 12, 150, 0, 0},
};

/* Stratus, Section 5.1; spot means of September to November 2017. */
static const machine m4[UL_CATALOG_M4_TYPES] = {
    {"m4.large", "m4", 100000, 0, 1, 2, 8, 0, 30, 160, 33500},
    {"m4.xlarge", "m4", 200000, 0, 2, 4, 16, 0, 30, 160, 64900},
    {"m4.2xlarge", "m4", 400000, 0, 4, 8, 32, 0, 30, 160, 137200},
    {"m4.4xlarge", "m4", 800000, 0, 8, 16, 64, 0, 30, 160, 245800},
    {"m4.10xlarge", "m4", 2000000, 0, 20, 40, 160, 0, 30, 160, 652500},
    {"m4.16xlarge", "m4", 3200000, 0, 32, UL_CATALOG_M4_VCPU_MAX, UL_CATALOG_M4_RAM_GB_MAX, 0, 30,
     160, 1105300},
};

static const char *const eva_resource[UL_CATALOG_EVA_RESOURCES] = {"gpu", "cpu", "ram_gb"};

static void eva_capacity(const machine *m, bool vcpu, ul_micro capacity[UL_CATALOG_EVA_RESOURCES])
{
    capacity[0] = m->gpu * UL_MICRO;
    capacity[1] = (vcpu ? m->vcpu : m->cores) * UL_MICRO;
    capacity[2] = m->ram_gb * UL_MICRO;
}

ul_status ul_catalog_eva(ul_packing_builder *b, bool vcpu)
{
    ul_micro capacity[UL_CATALOG_EVA_RESOURCES];
    for (size_t r = 0; r < UL_CATALOG_EVA_RESOURCES; r++)
        UL_TRY(ul_packing_add_resource(b, eva_resource[r]));
    for (size_t k = 0; k < sizeof eva / sizeof *eva; k++) {
        eva_capacity(&eva[k], vcpu, capacity);
        UL_TRY(ul_packing_add_type(b, eva[k].name, eva[k].family, eva[k].price, capacity));
    }
    return UL_OK;
}

ul_status ul_catalog_eva_rented(ul_schedule_builder *b, const ul_param_values *param)
{
    const char *file = ul_param_text(param, "catalog");
    const bool vcpu = ul_param_is(param, "cores", "vcpu");
    ul_micro capacity[UL_CATALOG_EVA_RESOURCES];
    if (file[0] != '\0')
        return ul_catalog_read_rented(file, eva_resource, UL_CATALOG_EVA_RESOURCES, b);
    for (size_t r = 0; r < UL_CATALOG_EVA_RESOURCES; r++)
        UL_TRY(ul_schedule_add_resource(b, eva_resource[r]));
    for (size_t k = 0; k < sizeof eva / sizeof *eva; k++) {
        const machine *m = &eva[k];
        const ul_micro usable_s = m->usable_after_s * UL_MICRO;
        eva_capacity(m, vcpu, capacity);
        UL_TRY(ul_schedule_add_type(b, m->name, m->family, m->price, capacity));
        UL_TRY(ul_schedule_set_startup(b, m->name, m->billed_after_s * UL_MICRO, usable_s, UL_MICRO,
                                       usable_s));
    }
    return UL_OK;
}

ul_status ul_catalog_eva_chosen(ul_packing_builder *b, const ul_param_values *param)
{
    const char *file = ul_param_text(param, "catalog");
    if (file[0] != '\0')
        return ul_catalog_read(file, eva_resource, UL_CATALOG_EVA_RESOURCES, b);
    return ul_catalog_eva(b, ul_param_is(param, "cores", "vcpu"));
}

static const char *const m4_resource[UL_CATALOG_M4_RESOURCES] = {"cpu", "ram_gb"};

ul_status ul_catalog_m4(ul_packing_builder *b, const ul_param_values *param)
{
    const char *file = ul_param_text(param, "catalog");
    if (file[0] != '\0')
        return ul_catalog_read(file, m4_resource, UL_CATALOG_M4_RESOURCES, b);
    for (size_t r = 0; r < UL_CATALOG_M4_RESOURCES; r++)
        UL_TRY(ul_packing_add_resource(b, m4_resource[r]));
    for (size_t k = 0; k < sizeof m4 / sizeof *m4; k++) {
        const ul_micro capacity[] = {m4[k].vcpu * UL_MICRO, m4[k].ram_gb * UL_MICRO};
        UL_TRY(ul_packing_add_type(b, m4[k].name, m4[k].family, m4[k].price, capacity));
    }
    return UL_OK;
}

ul_status ul_catalog_m4_rented(ul_schedule_builder *b, const ul_param_values *param)
{
    const bool on_demand = ul_param_is(param, "price", "on-demand");
    const ul_micro fixed_s = (ul_micro)(ul_param_number(param, "startup") * 1e6);
    const char *file = ul_param_text(param, "catalog");
    UL_TRY(ul_schedule_set_billing(b, NULL, 0, 0)); /* what is used is paid, to the moment */
    if (file[0] != '\0')
        return ul_catalog_read_rented(file, m4_resource, UL_CATALOG_M4_RESOURCES, b);
    for (size_t r = 0; r < UL_CATALOG_M4_RESOURCES; r++)
        UL_TRY(ul_schedule_add_resource(b, m4_resource[r]));
    for (size_t k = 0; k < sizeof m4 / sizeof *m4; k++) {
        const ul_micro capacity[] = {m4[k].vcpu * UL_MICRO, m4[k].ram_gb * UL_MICRO};
        UL_TRY(ul_schedule_add_type(b, m4[k].name, m4[k].family,
                                    on_demand ? m4[k].price : m4[k].spot_price, capacity));
        const ul_micro least_s = fixed_s >= 0 ? fixed_s : m4[k].usable_after_s * UL_MICRO;
        const ul_micro most_s = fixed_s >= 0 ? fixed_s : m4[k].usable_at_most_s * UL_MICRO;
        UL_TRY(ul_schedule_set_startup(b, m4[k].name, 0, least_s, 0, most_s));
    }
    return UL_OK;
}

ul_status ul_catalog_ecu_rented(ul_schedule_builder *b, const ul_param_values *param)
{
    static const char *const resource[] = {"ecu"};
    static const ul_micro units = 132 * UL_MICRO;
    const char *file = ul_param_text(param, "catalog");
    UL_TRY(ul_schedule_set_round(b, 0));
    UL_TRY(ul_schedule_set_billing(b, NULL, 0, 0));
    if (file[0] != '\0')
        return ul_catalog_read_rented(file, resource, 1, b);
    UL_TRY(ul_schedule_add_resource(b, resource[0]));
    return ul_schedule_add_type(b, "c4.8xlarge", "c4", 1600000, &units);
}

ul_catalog_spot ul_catalog_m4_spot(size_t k)
{
    return (ul_catalog_spot){m4[k].name, m4[k].price, m4[k].spot_price};
}

void ul_catalog_limit(ul_packing_builder *b, const ul_param_values *param)
{
    const double supply = ul_param_number(param, "supply");
    if (supply >= 0)
        ul_packing_limit_all(b, (uint32_t)supply);
}

const char *ul_catalog_supply_name(const ul_param_values *param, char name[UL_SUPPLY_NAME])
{
    const double supply = ul_param_number(param, "supply");
    name[0] = '\0';
    if (supply >= 0)
        snprintf(name, UL_SUPPLY_NAME, "-supply%.0f", supply);
    return name;
}
