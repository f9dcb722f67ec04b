/* Whether a run ended soon after its deadline. */
#pragma once

#include <stdbool.h>

#include "sanitized.h"

/* A loaded machine stretches the wall clock and a waiting method burns no CPU: both
 * must be late before it counts, or the wall clock absurdly so. */
static inline bool ul_is_prompt(double limit_s, double wall_s, double cpu_s)
{
    const double slack_s = UL_SANITIZED ? 0.8 : 0.2;
    return (cpu_s < wall_s ? cpu_s : wall_s) <= limit_s + slack_s
           && wall_s <= limit_s + 10 * slack_s;
}
