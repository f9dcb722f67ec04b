/* The table of all methods, made from methods.def. */
#ifndef UL_REGISTRY_H
#define UL_REGISTRY_H

#include "method.h"

extern const ul_method *const ul_methods[]; /* ends with NULL */

/* By name; NULL when there is none. */
const ul_method *ul_method_find(const char *name);

#endif
