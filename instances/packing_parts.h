/* What lies behind a packing instance; for the files of this folder only. */
#ifndef UL_PACKING_PARTS_H
#define UL_PACKING_PARTS_H

#include "arena.h"
#include "names.h"
#include "packing.h"

struct ul_packing_parts {
    ul_arena *arena;
    ul_names *kept[6]; /* own the texts that the instance points to */
    ul_packing_type *type;
    ul_micro *capacity;
    ul_packing_task *task;
    ul_micro *row; /* distinct demand vectors, n_resources each */
    struct {
        uint32_t row;              /* where no family differs */
        uint32_t cheapest;         /* type index */
        const uint32_t *by_family; /* a row per family, or NULL */
    } *shape;
    ul_packing_pair *pair;
    size_t n_pairs;
    ul_names *pair_index; /* (workload, beside) -> pair */
};

#endif
