/* What a result consists of: for the files that make one and those that tell of it. */
#pragma once

#include "columns.h"
#include "instance.h"
#include "run.h"

struct ul_result {
    const ul_instance *instance;
    ul_run *run;      /* NULL of a plan that was only checked */
    ul_arena *arena;  /* of such a plan, and of the columns */
    ul_run_result is; /* its texts and its plan belong to the run or the arena */
    char cost[UL_NUMBER_TEXT], bound[UL_NUMBER_TEXT];
    ul_columns columns;
};

/* How plans of a kind become arrays; NULL where they do not. */
const ul_plan_arrays *ul_plan_arrays_of(const ul_kind *kind);
