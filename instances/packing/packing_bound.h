/* A bound on every plan's cost that needs no linear program: O(shapes * types *
 * resources).
 */
#ifndef UL_PACKING_BOUND_H
#define UL_PACKING_BOUND_H

#include "packing.h"

/* `copies` is the number of tasks of each shape; *why says what the bound rests on. */
ul_cost ul_packing_bound(const ul_packing *in, const uint64_t *copies, const char **why);

#endif
