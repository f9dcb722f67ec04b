/* What summary_read.c leaves to summary.c. */
#ifndef UL_SUMMARY_PARTS_H
#define UL_SUMMARY_PARTS_H

#include "summary.h"

/* Records, instances, methods' labels and references are there: the rest is worked out. */
ul_status ul_summary_fill(ul_summary *summary);

/* Empty methods, without labels. */
ul_status ul_summary_make_methods(ul_summary *summary);

#endif
