/* The online game for rules that look at all machines at once (bin_values.h has the game):
 * as many as there are tasks exist from the start, in a row, and the rule values those that
 * hold the task, unused ones among them; the most valued takes it, the first on ties. So it
 * may take an unused one before another, as FunSearch's evaluator lets it.
 *
 * O(machines) a task; the memory of all machines.
 */
#pragma once

#include "bin_values.h"

typedef struct {
    size_t n_resources, n;
    size_t reach;  /* all from here on are unused */
    size_t unused; /* how many of those the rule is shown */
    ul_micro *free;
    double *known; /* the same, as the rule sees it */
    uint32_t *type; /* from 1; 0: unused */
    size_t type_of_all; /* as long as they are not mixed */
    bool is_mixed;
    size_t *number; /* of the machines that hold the task */
    double *item, *capacity, *shown, *value;
} ul_bin_array;

/* UL_NONE for `unused` shows all. */
ul_status ul_bin_array_new(ul_arena *arena, size_t n_resources, size_t n, size_t unused,
                           ul_bin_array **array);

/* What comes: its needs by type, and the type that an unused machine would be of. */
typedef struct {
    const ul_micro *const *need;
    size_t type;
    const ul_micro *capacity;
} ul_bin_arrival;

/* Asks the rule; *i is UL_NONE where a value is NaN. */
ul_status ul_bin_array_choose(ul_bin_array *array, const ul_bin_rule *rule,
                              const ul_bin_arrival *task, size_t *i);
void ul_bin_array_put(ul_bin_array *array, const ul_bin_arrival *task, size_t i);

/* The whole game, and the offer of its plan. */
ul_status ul_bin_array_pack(const ul_packing *in, ul_run *run, const ul_bin_rule *rule,
                            size_t unused);
