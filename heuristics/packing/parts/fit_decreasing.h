/* Tasks in descending size, each into an open machine or a new one: what first
 * fit and best fit share. */
#pragma once

#include "bin_index.h"
#include "supply.h"

/* The type that a task of this shape opens, of those that are left; UL_NONE: none. */
typedef size_t ul_opening_rule(const ul_supply *supply, size_t shape, const void *context);

/* A plan under construction. */
typedef struct {
    ul_run *run;
    ul_packing_plan *plan;
    ul_bin_index *index;
    ul_supply supply;      /* left */
    ul_fit_rule rule;
    ul_opening_rule *opens;
    const void *context; /* of opens */
    const char *opened;  /* why a machine opens */
    const ul_step_listener *listener;
} ul_fitting;

/* An empty plan; the rest is the caller's to fill in. */
ul_status ul_fitting_new(const ul_packing *in, ul_run *run, ul_fit_rule rule, ul_fitting *fit);

/* Puts `copies` tasks of record j into bins of the index, opening what is needed. Equal
 * machines that nothing else can ever join become one bin with copies. *all is false
 * when no machine was left for them. Leaves off when the run expires, which the caller
 * then sees, too. */
ul_status ul_fit_task(const ul_fitting *fit, size_t j, uint32_t copies, bool *all);

/* A whole method: order by the run's parameter "size", then the rule, cheapest
 * sufficient types. Offers nothing when the deadline comes first. */
ul_status ul_fit_decreasing(const ul_packing *in, ul_run *run, ul_fit_rule rule);
/* The same in file order. */
ul_status ul_fit_in_order(const ul_packing *in, ul_run *run, ul_fit_rule rule);
