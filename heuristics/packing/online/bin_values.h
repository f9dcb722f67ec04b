/* The online game: tasks come one by one, in file order. Of the machines with room for a
 * task, an unused one of its cheapest type among them, the one that a rule values most takes
 * it; on ties the one opened first, an unused one last.
 *
 * Here the rule values a machine by the task and by what is free on it alone, so that a table
 * of its values will do: equal machines are one group, whose oldest takes the task. O(groups) a task; groups are few where sizes are (101 of FunSearch's Weibull sets).
 */
#pragma once

#include "bin_table.h"
#include "packing_plan.h"
#include "run.h"

/* The whole game, and the offer of its plan. A value that is NaN ends it as rejected. The
 * table has what the rule said in earlier games; NULL: none. */
ul_status ul_bin_values_pack(const ul_packing *in, ul_run *run, const ul_bin_rule *rule,
                             ul_bin_table *table);

/* Ends the run as rejected: what of its rule is not a number. */
ul_status ul_bin_values_refuse(ul_run *run);
