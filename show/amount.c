#include "amount.h"

#include <stdio.h>

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
