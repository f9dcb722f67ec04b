/* From "so many instances from here to there" to hours at each concurrency
 * level per interval: what importers and generators of reservation instances
 * share, with the classes they offer.
 */
#pragma once

#include "param.h"
#include "reservation.h"

typedef struct ul_demand ul_demand;

ul_demand *ul_demand_new(void);
void ul_demand_free(ul_demand *demand);

/* Instances that run from start_s until end_s. Nothing when it is empty. */
ul_status ul_demand_add(ul_demand *demand, int64_t start_s, int64_t end_s, uint64_t instances);

/* Parameters that every source of reservation instances takes. */
#define UL_RESERVATION_PARAMS(hours_preset)                                                    \
    UL_TEXT("classes", "all", "cc2.8xlarge leases to offer: all, none, or kinds, terms and "   \
            "names with + (light+heavy, 3y, 1y-light)"),                                       \
        UL_CHOICE("objective", "total", "cost to minimise: all that is paid, or less the "     \
                  "residual value", "total|pure"),                                             \
        UL_COUNT("interval_hours", hours_preset, "length of an interval", 1, 8760)

/* Makes the instance: name, the parameters above, the demand counted from its
 * first second. Concurrency above cap is cut (0 = no cap). Hours are rounded up
 * to millionths. O(n log n). */
ul_status ul_demand_build(ul_demand *demand, const char *name, const ul_param_values *values,
                          uint64_t cap, ul_instance *instance);

/* AWS 06/2013 cc2.8xlarge (us-east, Linux): on demand, and the leases that the
 * `classes` parameter names. A year is 8760 hours, cut to whole intervals. */
ul_status ul_reservation_catalog(ul_reservation_builder *b, const char *classes,
                                 uint64_t interval_hours);
