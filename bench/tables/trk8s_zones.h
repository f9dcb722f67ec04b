/* The zone records and policies that TR-Kubernetes' figures compare: every zone at
 * a target, every policy's cost, availability and excess, ours and the optimum too.
 */
#ifndef UL_TRK8S_ZONES_H
#define UL_TRK8S_ZONES_H

#include "table.h"

enum { UL_ZONES_MAX = 64 };

typedef struct {
    bool has_pool;
    bool proved;         /* the optimum */
    double cost_share;   /* of what the capacity costs on demand, per unit */
    double availability;
    double excess;       /* capacity held beyond the target, as a share of it */
} ul_zone_outcome;

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
    size_t n;
    char path[UL_ZONES_MAX][512];
} ul_zone_list;

/* The record-*.csv files of a folder, by name. */
ul_status ul_zone_list_read(const char *folder, ul_zone_list *list);

/* One policy in one zone. The optimum has the request's time limit. */
ul_status ul_zone_run(const ul_table_request *request, const char *path, double target,
                      ul_fig_policy policy, ul_zone_outcome *outcome);

/* Mean, least and greatest of n numbers; false when n is 0. */
typedef struct {
    double mean, least, most;
} ul_spread;
bool ul_spread_of(const double *value, size_t n, ul_spread *spread);

/* Number of nines: -log10(1 - availability), at most 16. */
double ul_nines(double availability);

/* Bars with error bars, grouped: a picture of a figure. NaN leaves a bar out. */
typedef struct {
    const char *title, *axis;
    size_t n_groups, n_bars; /* bars in each group */
    const char *const *group, *const *bar;
    const ul_spread *value; /* groups x bars */
} ul_bar_chart;
ul_status ul_bar_chart_draw(const ul_bar_chart *const *chart, size_t n, const char *title,
                            const char *path);

/* The parameters the figures share: zones, capacity, svg. */
#define UL_ZONE_PARAMS(picture)                                                                   \
    {.name = "zones", .preset = ".", .form = UL_PARAM_TEXT,                                       \
     .brief = "folder of the zone records (record-*.csv)"},                                       \
    {.name = "capacity", .preset = "5000", .form = UL_PARAM_WHOLE, .low = 1, .high = 1e7,         \
     .brief = "units to be up"},                                                                  \
    {.name = "svg", .preset = picture, .form = UL_PARAM_TEXT,                                     \
     .brief = "where the picture goes; empty for none"}

#endif
