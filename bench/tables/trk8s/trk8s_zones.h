/* The zone records and policies that TR-Kubernetes' figures compare. */
#pragma once

#include "availability_plan.h"
#include "table.h"

enum { UL_ZONES_MAX = 64 };

typedef struct {
    ul_table_made *made;
    bool generated;
    size_t n;
    const char *const *path; /* of records; NULL when generated */
} ul_zones;

/* The record-*.csv files of the folder that the parameter `zones` names, by name; or
 * generated zones, of which nothing is judged, when it names none. */
ul_status ul_zones_open(ul_table_made *made, ul_zones *zones);

/* The instance of zone z with so much to be up. */
ul_status ul_zones_make(const ul_zones *zones, size_t z, double capacity, double target,
                        const ul_instance **instance);

/* Dollars an hour for a unit of the cheapest type on demand; NaN where none is. */
double ul_zones_on_demand(const ul_availability *in);

/* The two whose pools are compared where not all policies are. */
enum { UL_GREEDY, UL_CHEAPEST, UL_POOLS };
extern const char *const ul_pool_method[UL_POOLS], *const ul_pool_name[UL_POOLS];

/* The pool of a method, NULL where it has none, within the request's time limit; it lives until
 * the table's next run. */
ul_status ul_zones_pool(const ul_zones *zones, const ul_instance *zone, const char *method,
                        const ul_availability_plan **pool, bool *proved);

/* The parameters the figures share. */
#define UL_ZONE_FOLDER \
    UL_TEXT("zones", "", "folder of the zone records (record-*.csv); without one zones are generated")
#define UL_ZONE_CAPACITY UL_COUNT("capacity", "5000", "units to be up", 1, 1e7)
#define UL_ZONE_MEAN_UP UL_REAL("mean-up", "150", "mean hours until a type is revoked", 0.001, 1e6)
