/* The online game: tasks come one by one, in file order. Of the machines with room for a
 * task, an unused one of its cheapest type among them, the one that a rule values most takes
 * it; on ties the one opened first, an unused one last.
 *
 * Here the rule values a machine by the task and by what is free on it alone, so that it is
 * asked once for each different pair: equal machines are one group, whose oldest takes the
 * task. O(groups) a task; groups are few where sizes are (101 of FunSearch's Weibull sets).
 */
#ifndef UL_BIN_VALUES_H
#define UL_BIN_VALUES_H

#include "packing_plan.h"
#include "run.h"

/* What the machines of one type are worth to a task. */
typedef struct {
    size_t n_resources;
    const double *item, *capacity; /* what the task takes on the type, and what that has */
    size_t n;
    const double *free; /* n rows of n_resources */
} ul_bin_question;

typedef struct {
    /* UL_E_STOPPED when the run has been ended. */
    ul_status (*values)(void *context, const ul_bin_question *ask, double *value);
    void *context;
} ul_bin_rule;

/* The whole game, and the offer of its plan. A value that is NaN ends it as rejected. */
ul_status ul_bin_values_pack(const ul_packing *in, ul_run *run, const ul_bin_rule *rule);

/* Ends the run as rejected: what of its rule is not a number. */
ul_status ul_bin_values_refuse(ul_run *run);

#endif
