/* Eva's two reconfigurations and the choice between them (Sections 4.2 to 4.5). */
#pragma once

#include "eva_world.h"

/* Both take the plan with the jobs under way and finish it. */
ul_status ul_eva_partial(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo);
ul_status ul_eva_full(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo);

/* The Full one with the machines of an exact packing (eva_pack.c). */
ul_status ul_eva_full_packed(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo);
/* Algorithm 1 for some tasks, on these machines where they are not in the plan, and new ones. */
ul_status ul_eva_top_down(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *tasks,
                          const ul_eva_list *machines);

/* Saving a second by a plan, and what it costs to get there. */
ul_status ul_eva_saving(ul_eva *eva, const ul_eva_plan *plan, double *saving);
double ul_eva_moving(ul_eva *eva, const ul_eva_plan *plan);

/* The variants, for methods and for tests that watch. */
extern const ul_eva_rules ul_eva_rules_eva, ul_eva_rules_full_only, ul_eva_rules_partial_only,
    ul_eva_rules_rp, ul_eva_rules_single;

/* The nearest cent of the value as it is, not of its product with 100. */
double ul_eva_round2(double value);
