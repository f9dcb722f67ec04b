/* How exact a floating-point solver's numbers are. None of these decides what is true:
 * plans are checked and bounds rounded in integers. They decide when a search takes a
 * number for whole, for zero or for equal, and so how it goes on.
 */
#pragma once

#define UL_LP_ZERO 1e-9      /* a value, or a pivot, that is nothing but rounding */
#define UL_LP_ROUGH 1e-7     /* the same as GLPK has it: with less it may go round in circles */
#define UL_LP_USED 1e-7      /* a column at less than this is not part of the solution */
#define UL_LP_IMPROVES 1e-9  /* a reduced cost this far below zero is worth a column */
#define UL_LP_WHOLE 1e-6     /* how far from a whole number a column counts as whole */
#define UL_LP_OBJECTIVE 1e-6 /* of an objective: what a solver's own tolerances may move it by */
#define UL_LP_SAME_COST 1e-9 /* of a cost: two that differ by less are taken for equal */
