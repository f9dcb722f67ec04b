/* Words that narrators of several kinds use. */
#ifndef UL_SAY_H
#define UL_SAY_H

#include "output.h"

/* "$12.24": enough digits for a price, few enough to read. */
void ul_say_dollars(ul_output *out, double dollars);

#endif
