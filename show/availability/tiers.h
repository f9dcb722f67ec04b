/* A service of several tiers: how likely all of them have their capacity at once. */
#pragma once

#include <stddef.h>

#include "output.h"

enum { UL_TIERS_MAX = 16 };

/* `plan` are 1 to UL_TIERS_MAX ul_availability_plans, one a tier, of any instances; a
 * type of the same name is the same type, up or down in all tiers at once. */
ul_status ul_tiers_show(const void *const *plan, size_t n, ul_output *out);
