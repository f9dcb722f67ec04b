/* A packing instance as the checker reads it. */
#pragma once

#include "check.h"

enum { CHECK_RESOURCES_MAX = 128 };
#define CHECK_COPIES_MAX ((uint64_t)100000000)

typedef struct {
    const char *name; /* of the instance */
    check_names resource, type, family, task, override;
    struct type {
        size_t family;
        check_micro price;
        bool is_limited;
        uint64_t supply; /* where it is limited */
        check_wide machines; /* of the plan */
    } *types;
    check_micro *capacity; /* types x resources */
    struct task {
        uint64_t copies;
        check_wide placed;
        bool overridden;
    } *tasks;
    check_micro *demand;          /* tasks x resources */
    check_micro *override_demand; /* overrides x resources */
    size_t type_room, capacity_room, task_room, demand_room, override_room;
} check_packing;

/* What a task needs on machines of a family, one per resource. */
const check_micro *check_packing_demand(const check_packing *p, size_t task, size_t family);

/* certificate.c: the bound that a certificate proves. */
check_wide check_packing_certificate(check *c, void *problem, const check_file *instance,
                                     check_file *certificate);
