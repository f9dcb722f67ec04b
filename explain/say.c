#include "say.h"

#include <math.h>

#include "amount.h"

void ul_say_dollars(ul_output *out, double dollars)
{
    ul_output_format(out, dollars < 0 ? "-$%.10g" : "$%.10g", fabs(dollars));
}

static void put_dollars(ul_output *out, double dollars)
{
    const bool whole = dollars < 1 || dollars == floor(dollars);
    ul_output_format(out, whole ? "$%.10g" : "$%.2f", dollars);
}

void ul_say_paid(ul_output *out, double dollars)
{
    const double unit = pow(10, ul_dollars_decimals(dollars));
    put_dollars(out, round(dollars * unit) / unit);
}

void ul_say_bound(ul_output *out, double dollars)
{
    put_dollars(out, ul_bound_as_said(dollars));
}

void ul_say_span(ul_output *out, double seconds)
{
    if (seconds < 120)
        ul_output_format(out, "%.4g s", seconds);
    else if (seconds < 2 * 3600)
        ul_output_format(out, "%.3g min", seconds / 60);
    else if (seconds < 2 * 86400)
        ul_output_format(out, "%.3g hours", seconds / 3600);
    else
        ul_output_format(out, "%.4g days", seconds / 86400);
}

void ul_say_time(ul_output *out, ul_micro at_s)
{
    char number[UL_NUMBER_TEXT];
    const long long whole = at_s / UL_MICRO;
    ul_output_format(out, "%s s", ul_micro_text(at_s, number));
    if (whole >= 60)
        ul_output_format(out, " (%lld:%02lld:%02lld)", whole / 3600, whole / 60 % 60, whole % 60);
}
