/* A bound on every plan's cost that needs no linear program: O(shapes * types *
 * resources).
 */
#pragma once

#include "packing.h"

/* Asked before each shape whether to end; what was counted until then is a bound, too. */
typedef struct {
    bool (*over)(const void *context);
    const void *context;
} ul_packing_bound_stop;

/* `copies` is the number of tasks of each shape; *why says what the bound rests on. `stop`
 * may be NULL. */
ul_cost ul_packing_bound(const ul_packing *in, const uint64_t *copies,
                         const ul_packing_bound_stop *stop, const char **why);
