/* What lies behind a packing instance; for the files of this folder only. */
#pragma once

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

/* An instance under construction. Types come before the demand records that
 * name their families, so that a misspelt family is caught. */
struct ul_packing_builder {
    char *name;
    ul_names *resource, *type_name, *family, *task_name, *job, *workload;
    ul_packing_type *type;
    ul_micro *capacity; /* types x resources */
    size_t type_room;
    ul_packing_task *task;
    ul_micro *base; /* tasks x resources: the demand that holds everywhere */
    size_t task_room;
    uint32_t line;       /* of the file, where the next records come from */
    uint32_t *task_line; /* where each task came from */
    size_t line_room;
    struct ul_packing_override {
        uint32_t task, family;
        uint32_t row; /* into override_demand */
        uint32_t line;
    } *override;
    ul_micro *override_demand;
    size_t n_overrides, override_room;
    ul_packing_pair *pair;
    size_t n_pairs, pair_room;
    ul_names *pair_seen;
    uint64_t n_copies;
};
