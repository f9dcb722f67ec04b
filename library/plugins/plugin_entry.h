/* Methods as shared objects: a C file with a ul_method, as one of the tree has it, and
 *
 *     UL_PLUGIN(next_k_fit)
 *
 * behind `const ul_method ul_method_next_k_fit = {...};`. docs/adding.md builds one.
 */
#pragma once

#include <stdint.h>

#include "kind_plans.h" /* made by the build: the plans of every line of kinds.def */
#include "live.h"
#include "run.h"
#include "sim.h"

/* What plugin.h promises. It grows when a struct or a function of it changes; a method
 * that was built with another number is refused, and has to be built again. */
#define UL_PLUGIN_ABI 2

typedef struct {
    uint32_t abi;
    const ul_method *method;
} ul_plugin;

/* The one name that a shared object exports. */
#define UL_PLUGIN_NAME "ul_plugin_entry"
#define UL_PLUGIN(symbol)                                             \
    extern const ul_plugin ul_plugin_entry;                           \
    __attribute__((visibility("default"))) const ul_plugin ul_plugin_entry = { \
        UL_PLUGIN_ABI, &ul_method_##symbol};

/* ---- below: not for plugins ---- */

/* Whether a method's name is the path of a shared object: it has a '/', or ends in .so. */
bool ul_plugin_is_path(const char *name);

/* The method of a shared object, which stays in the program until its end. It has a name
 * that no method of the program has. Its constructors have `most_s` seconds, and ten at most;
 * 0: those. */
ul_status ul_plugin_load(const char *path, double most_s, const ul_method **method);

/* The same method in a process of its own: a crash is an outcome, and so is a deadline
 * that it does not keep. A run costs a millisecond more. */
ul_status ul_plugin_apart(const ul_method *method, const ul_method **apart);

/* What plugin.h declares: made by the build, and named here so that the linker keeps it. */
extern void (*const ul_plugin_functions[])(void);
