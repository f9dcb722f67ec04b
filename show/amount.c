#include "amount.h"

#include <math.h>
#include <stdio.h>

#define SCALING 2e-6 /* of a floor: what its certificate's rounding may take */

const char *ul_dollars_text(ul_cost cost, char text[UL_NUMBER_TEXT])
{
    if (cost > -1000 * UL_COST_PER_MICRO && cost < 1000 * UL_COST_PER_MICRO)
        return ul_cost_text(cost, text);
    const ul_cost half = cost < 0 ? -UL_COST_PER_MICRO / 2 : UL_COST_PER_MICRO / 2;
    return ul_cost_text((cost + half) / UL_COST_PER_MICRO * UL_COST_PER_MICRO, text);
}

const char *ul_seconds_text(double seconds, char text[UL_NUMBER_TEXT])
{
    if (seconds < 0.9995) /* 999.5 ms would be written 1e+03 */
        snprintf(text, UL_NUMBER_TEXT, "%.3g ms", 1000 * seconds);
    else if (seconds < 999.5)
        snprintf(text, UL_NUMBER_TEXT, "%.3g s", seconds);
    else
        snprintf(text, UL_NUMBER_TEXT, "%.0f s", seconds);
    return text;
}

int ul_dollars_decimals(double dollars)
{
    return dollars >= 1 || dollars <= 0 ? 2 : 2 - (int)floor(log10(dollars));
}

bool ul_is_at_bound(double cost, double bound)
{
    return fabs(cost - bound) <= SCALING * fmax(bound, 1e-6);
}

double ul_bound_as_said(double dollars)
{
    const double unit = pow(10, ul_dollars_decimals(dollars)), nearest = round(dollars * unit) / unit;
    return ul_is_at_bound(nearest, dollars) ? nearest : floor(dollars * unit) / unit;
}
