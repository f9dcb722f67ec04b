/* Words that narrators of several kinds use. */
#pragma once

#include "fixed.h"
#include "output.h"

/* "$12.24": enough digits for a price, few enough to read. */
void ul_say_dollars(ul_output *out, double dollars);

/* What is paid, to the cent; below a dollar to three digits. */
void ul_say_paid(ul_output *out, double dollars);
/* A bound, rounded down the same way (ul_bound_as_said()). */
void ul_say_bound(ul_output *out, double dollars);

/* "45 s", "12 min", "3.5 hours", "2.1 days": how long, roughly. */
void ul_say_span(ul_output *out, double seconds);
/* "3900 s (1:05:00)": when. */
void ul_say_time(ul_output *out, ul_micro at_s);
