/* The zone records and policies that TR-Kubernetes' figures compare: every zone at
 * a target, every policy's cost, availability and excess, ours and the optimum too.
 */
#ifndef UL_TRK8S_ZONES_H
#define UL_TRK8S_ZONES_H

#include "cells.h"

enum { UL_ZONES_MAX = 64 };

typedef enum {
    UL_FIG_TRK8S_CODE,
    UL_FIG_TRK8S,
    UL_FIG_CHEAPEST,
    UL_FIG_DIVERSE,
    UL_FIG_GREEDY,
    UL_FIG_LOCAL,
    UL_FIG_OPTIMUM,
    UL_FIG_POLICIES
} ul_fig_policy;

extern const char *const ul_fig_policy_name[UL_FIG_POLICIES];

typedef struct {
    ul_table_made *made;
    bool generated;
    size_t n;
    char path[UL_ZONES_MAX][512]; /* of records; none when generated */
} ul_zones;

/* The record-*.csv files of the folder that the parameter `zones` names, by name; or
 * generated zones, of which nothing is judged, when it names none. */
ul_status ul_zones_open(ul_table_made *made, ul_zones **zones);

/* The instance of zone z with so much to be up. */
ul_status ul_zones_make(const ul_zones *zones, size_t z, uint64_t capacity, double target,
                        ul_instance *instance);

/* Runs a policy that has a pool of its own, or none, within the request's time limit. Free the
 * run; its plan may be NULL. */
ul_status ul_zones_pool(const ul_zones *zones, const ul_instance *zone, ul_fig_policy policy,
                        ul_run **run);

/* Puts the mean over zones, with the least and the greatest; NaN are zones without one. */
void ul_zones_put(const ul_zones *zones, const char *of, const char *who, const char *measure,
                  const double *value);

/* Runs the policies wanted in every zone and puts UL_ZONE_MEASURES of each: over the zones in
 * which it has a pool, or one that keeps the target. The optimum has the request's time limit;
 * a pool cheaper than a proved one is a fault. */
ul_status ul_zones_run(const ul_zones *zones, const char *of, double target, bool met_only,
                       const bool wanted[UL_FIG_POLICIES]);

#define UL_ZONE_MEASURES                                                                       \
    {UL_UNSEEN("cost", "%")}, {UL_UNSEEN("cost, least", "%")}, {UL_UNSEEN("cost, most", "%")}, \
    {UL_UNSEEN("saving", "%")}, {UL_UNSEEN("above optimum", "%")}, {UL_UNSEEN("nines", "nines")}, \
    {UL_UNSEEN("excess", "%")}, {UL_UNSEEN("keeps target", "count")},                          \
    {UL_UNSEEN("proved", "count")}, {UL_UNSEEN("target", "nines")}

/* The parameters the figures share. */
#define UL_ZONE_FOLDER                                                                         \
    {.name = "zones", .preset = "", .form = UL_PARAM_TEXT,                                     \
     .brief = "folder of the zone records (record-*.csv); without one zones are generated"}
#define UL_ZONE_PICTURE(picture)                                                               \
    {.name = "svg", .preset = picture, .form = UL_PARAM_TEXT,                                  \
     .brief = "where the picture goes; empty for none"}
#define UL_ZONE_CAPACITY                                                                       \
    {.name = "capacity", .preset = "5000", .form = UL_PARAM_WHOLE, .low = 1, .high = 1e7,      \
     .brief = "units to be up"}

#endif
