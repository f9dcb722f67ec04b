/* The provisioning policies of Figure 6 as functions: a policy fills an empty
 * plan, whether or not the pool then keeps the promise. Methods offer the plan to
 * their run; the figures also want the pools that fall short.
 */
#pragma once

#include "availability_plan.h"
#include "run.h"

/* Reasons of those that add the best machine until the target holds. While the pool is too small
 * for the target they judge by something it has: by the machine alone, or by the capacity that it
 * holds so far. */
#define UL_WHY_BEST_CANDIDATE ", the best of the candidates{value>0?|{against=0? alone, as the pool was " \
                              "empty| for {against} units up, as the pool was still too small for all}}"
#define UL_WHY_TARGET_MET "The target holds: done."
#define UL_WHY_NONE_LEFT "The method stops, and the target does not hold."

/* A policy's own account of its pool, in the arithmetic of its authors. */
typedef struct {
    bool met; /* says that the target holds */
    double availability;
    double price; /* dollars an hour */
    size_t steps;
} ul_pool_policy_account;

typedef ul_status (*ul_pool_policy)(const ul_availability *in, ul_run *run,
                                    ul_availability_plan *plan, ul_pool_policy_account *account);

ul_status ul_pool_policy_trk8s(const ul_availability *in, ul_run *run, ul_availability_plan *plan,
                               ul_pool_policy_account *account);
ul_status ul_pool_policy_trk8s_code(const ul_availability *in, ul_run *run,
                                    ul_availability_plan *plan, ul_pool_policy_account *account);
ul_status ul_pool_policy_greedy_availability(const ul_availability *in, ul_run *run,
                                             ul_availability_plan *plan,
                                             ul_pool_policy_account *account);
ul_status ul_pool_policy_spotfleet_cheapest(const ul_availability *in, ul_run *run,
                                            ul_availability_plan *plan,
                                            ul_pool_policy_account *account);
ul_status ul_pool_policy_spotfleet_diverse(const ul_availability *in, ul_run *run,
                                           ul_availability_plan *plan,
                                           ul_pool_policy_account *account);

/* On-demand machines of the cheapest type per unit; false when none is offered. */
bool ul_pool_policy_on_demand(const ul_availability *in, ul_availability_plan *plan);

/* The account of a pool whose policy keeps none. */
ul_status ul_pool_policy_account_of(const ul_availability_plan *plan,
                                    ul_pool_policy_account *account);

/* The parameter table of methods that are policies: fallback=no|on-demand. */
extern const ul_param ul_pool_policy_param[];

/* A method that is a policy: offers its pool, and on-demand machines instead when
 * the parameter asks for them and the pool misses the target or is dearer. */
ul_status ul_pool_policy_solve(const ul_availability *in, ul_run *run, ul_pool_policy policy);
