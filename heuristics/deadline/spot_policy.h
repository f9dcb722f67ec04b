/* What policies of deadlines share: what they see at the beginning of a tick, the safety net,
 * and the loop that asks them. A policy does not know what is to come.
 */
#pragma once

#include "deadline_plan.h"
#include "run.h"

/* Whole seconds and ticks: every comparison is exact. */
typedef struct {
    const ul_job_state *job;
    int64_t at_s;        /* now */
    int64_t left;        /* ticks until the deadline; may be below 0 */
    int64_t need1;       /* ticks for what is left to do and one overhead */
    int64_t need2;       /* and two */
    bool is_behind;      /* even progress from the beginning to the deadline */
    bool is_short;       /* of the even progress of two overheads from now */
    bool is_working;     /* on spot, and started */
    bool free_to_change; /* there is no overhead */
} ul_outlook;

typedef struct {
    ul_mode mode;
    const char *why; /* the reason, behind "The job is on spot: ": see step.h */
    double seconds, value, against; /* that it names */
    uint64_t count;
} ul_choice;

/* Reasons that several policies have. */
extern const char ul_spot_wait[], ul_spot_behind[], ul_spot_stay[];

typedef ul_choice (*ul_decide_fn)(const ul_outlook *at, void *context);

/* Spot where it is to be had, else idle. */
ul_choice ul_choose_spot(const ul_outlook *at);
/* Spot where it is to be had, else on demand if the job is behind, else idle. */
ul_choice ul_choose_pace(const ul_outlook *at);
/* On demand, since `changes` more, one or two, would not leave time enough. */
ul_choice ul_choose_no_change(const ul_outlook *at, int changes);
/* The choice, unless too little time is left for it. */
ul_choice ul_safety_net(const ul_outlook *at, ul_choice choice);

/* Asks the policy tick by tick, tells what it decides and offers the plan. A spot machine
 * that is not to be had makes the tick an idle one. */
ul_status ul_spot_policy_run(const ul_deadline *in, ul_run *run, ul_decide_fn decide,
                             void *context);

extern const ul_param ul_spot_policy_param[]; /* guard=no */
#define UL_GUARD_PARAM(preset)                                                                    \
    UL_CHOICE("guard", preset, "the last word is the republished simulator's: on demand where "   \
              "one change more would not leave time enough", "yes|no")
