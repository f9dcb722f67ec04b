/* The table of all methods, made from methods.def. */
#pragma once

#include "method.h"

extern const ul_method *const ul_methods[]; /* ends with NULL */

/* By name; NULL when there is none. */
const ul_method *ul_method_find(const char *name);

/* Whether the method has a parameter for each NAME=VALUE; and the first of its name that
 * has, or itself, to complain about them: a name may be served by a method for each kind. */
bool ul_method_knows(const ul_method *method, const char *const *set, size_t n_set);
const ul_method *ul_method_knowing(const ul_method *first, const char *const *set, size_t n_set);

/* By name, or by the path of a shared object (plugin_entry.h), whose method then runs in
 * a process of its own; a fault where there is none, or where loading it takes longer than
 * `most_s` (0: ten seconds). */
ul_status ul_method_choose(const char *name, double most_s, const ul_method **method);
/* The same of "NAME NAME=VALUE...", which is cut into words; the parameters join the *n that
 * `set` has, of at most `room`. The value of a text goes on to the next parameter's name. */
ul_status ul_method_choose_with(char *asked, const char **set, size_t room, size_t *n,
                                double most_s, const ul_method **method);
