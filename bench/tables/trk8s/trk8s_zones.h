/* The zone records and policies that TR-Kubernetes' figures compare: every zone at
 * a target, every policy's cost, availability and excess, ours and the optimum too.
 */
#ifndef UL_TRK8S_ZONES_H
#define UL_TRK8S_ZONES_H

#include "bar_chart.h"
#include "table.h"

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
    bool has_pool;
    bool met;          /* the target */
    bool proved;       /* the optimum */
    ul_cost cost;
    double cost_share; /* of what the capacity costs on demand, percent */
    double nines;      /* of the availability: -log10(1 - availability), at most 16 */
    double excess;     /* capacity held beyond the target, percent of it */
    double above;      /* cost above the optimum, percent; NaN unless both keep the target */
} ul_zone_outcome;

typedef struct {
    const ul_table_request *request;
    ul_arena *arena;
    ul_table_made *made;
    bool generated;
    size_t n;
    char path[UL_ZONES_MAX][512]; /* of records; none when generated */
} ul_zones;

/* The record-*.csv files of the folder that the parameter `zones` names, by name; or
 * generated zones, when it names none. Begins the sheet of trials. */
ul_status ul_zones_open(const ul_table_request *request, ul_arena *arena, ul_table_made *made,
                        ul_zones **zones);

/* `note`, and where the zones come from. NULL when out of memory. */
const char *ul_zones_note(const ul_zones *zones, const char *note);

/* The instance of zone z with so much to be up. */
ul_status ul_zones_make(const ul_zones *zones, size_t z, uint64_t capacity, double target,
                        ul_instance *instance);

/* outcome[z * UL_FIG_POLICIES + p] of the policies wanted, every zone. The optimum has
 * the request's time limit; a pool cheaper than a proved one is a fault. */
ul_status ul_zones_run(const ul_zones *zones, double target, const bool wanted[UL_FIG_POLICIES],
                       ul_zone_outcome *outcome);

typedef struct {
    ul_spread cost_share, nines, excess, above;
    size_t met, proved;
} ul_zone_spread;

/* Over the zones in which the policy has a pool, or one that keeps the target. */
ul_zone_spread ul_zones_spread(const ul_zones *zones, const ul_zone_outcome *outcome,
                               ul_fig_policy policy, bool met_only);

/* "mean (least-most)", or "none". */
void ul_zones_cell(ul_sheet *sheet, const ul_spread *value, int decimals, const char *unit);

/* Adds the spread to the table's numbers, with the verdict on the claim, if any. */
ul_status ul_zones_number(const ul_zones *zones, const ul_number *number, const ul_spread *value,
                          const ul_claim *claim);

/* Adds in how many zones the policy keeps the target and, of the optimum, how many
 * are proved. */
ul_status ul_zones_counts(const ul_zones *zones, const char *of, ul_fig_policy policy,
                          const ul_zone_spread *spread);

/* The parameters the figures share: zones, capacity, svg. */
#define UL_ZONE_PARAMS(picture)                                                                   \
    {.name = "zones", .preset = "", .form = UL_PARAM_TEXT,                                        \
     .brief = "folder of the zone records (record-*.csv); without one zones are generated"},      \
    {.name = "capacity", .preset = "5000", .form = UL_PARAM_WHOLE, .low = 1, .high = 1e7,         \
     .brief = "units to be up"},                                                                  \
    {.name = "svg", .preset = picture, .form = UL_PARAM_TEXT,                                     \
     .brief = "where the picture goes; empty for none"}

#endif
