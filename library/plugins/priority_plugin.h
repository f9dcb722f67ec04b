/* Priority functions from shared objects (priority.h), as rules of the online game and as
 * methods. */
#pragma once

#include "bin_values.h"

/* What an object exports; both NULL: it is no rule. */
typedef struct {
    double (*one)(const double *item, const double *free, const double *capacity, size_t resources);
    void (*all)(const double *item, const double *free, size_t machines, const double *capacity,
                size_t resources, double *value);
} ul_priority;

ul_priority ul_priority_of(void *object);

/* Asks it; the context is a ul_priority. */
ul_status ul_priority_values(void *context, const ul_bin_question *ask, double *value);

/* The method of a rule, named after its file, which stays in the program until its end. */
ul_status ul_priority_method(const char *path, ul_priority rule, const ul_method **method);
