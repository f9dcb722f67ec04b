/* The bracket of a workload: what each policy costs, between the floor that no schedule goes
 * below and the cheapest of them. */
#pragma once

#include "policies.h"
#include "sheet.h"

typedef struct {
    const ul_trials *trials;
    double wait_s; /* of the second floor; negative: none is asked for */
    ul_policy_floor every, patient;
    ul_policy_outcome *outcome;
    size_t n;
} ul_bracket;

/* Both floors and every policy. The certificate, or NULL, is that of the last floor. */
ul_status ul_bracket_find(const ul_trials *trials, double wait_s, const char *certificate,
                          ul_arena *arena, ul_bracket *bracket);

/* A row a policy; for programs with more columns. */
ul_status ul_bracket_table(const ul_bracket *bracket, bool for_programs, ul_arena *arena, ul_sheet **sheet);

/* UL_E_INTERNAL where a policy is cheaper than what no schedule costs less than. */
ul_status ul_bracket_check(const ul_bracket *bracket);
