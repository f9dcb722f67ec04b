/* Names of methods as a report shows them. */
#ifndef UL_METHOD_LABEL_H
#define UL_METHOD_LABEL_H

#include "arena.h"
#include "status.h"

/* Shortens "NAME PARAMETER=VALUE ..." to the name and those parameters by which it
 * differs from another label of its name. O(n^2 * length^2), and n is small. */
ul_status ul_method_labels_shorten(ul_arena *arena, char **label, size_t n);

#endif
