/* Many items of one group, by the master program of few classes.
 *
 * A linear program of thousands of rows takes longer than there is time. So one resource is
 * looked at alone, each in turn and then their sum, in shares of the largest machine, and items
 * that need about as much of it form a class. A class with the
 * least weight of its members fits wherever they do: values by which no pattern of such
 * classes is worth more than its price are values of the items, and prove as much of them: less
 * than the linear program's by what a class of n costs, an n-th of all at most. The values are
 * a guide to plans: sets that are worth their price fill a machine.
 */
#ifndef UL_ITEM_CLASSES_H
#define UL_ITEM_CLASSES_H

#include "exact_state.h"

/* Raises the bound and improves the plan where classes do that. */
ul_status ul_aggregate_items(ul_exact *exact);

#endif
