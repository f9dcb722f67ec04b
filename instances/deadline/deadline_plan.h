/* A deadline plan: the mode of each tick; the rules of the world, tick by tick; and the one
 * function that checks and costs a plan.
 */
#pragma once

#include "arena.h"
#include "deadline.h"

typedef struct {
    const ul_deadline *in;
    uint8_t *mode; /* ul_mode of each tick of the trace */
} ul_deadline_plan;

/* Idle throughout. */
ul_status ul_deadline_plan_new(const ul_deadline *in, ul_arena *arena, ul_deadline_plan **plan);
ul_status ul_deadline_plan_copy(const ul_deadline_plan *plan, ul_arena *arena,
                                ul_deadline_plan **copy);

/* Where the job stands at the beginning of a tick. */
typedef struct {
    const ul_deadline *in;
    size_t tick;        /* i; in->n_ticks at the end of the trace */
    int64_t done_s;     /* work */
    int64_t starting_s; /* overhead left on the machine */
    ul_mode last;       /* of the tick before */
    bool has_spot;      /* in this tick */
    ul_mode current;    /* what runs: last, but idle after a preemption */
    size_t ticks[UL_MODES], launches, preemptions; /* so far */
    size_t end;                                    /* behind the last tick used */
} ul_job_state;

void ul_job_begin(const ul_deadline *in, ul_job_state *job);
/* Whether all work is done, and whether the trace is at its end before. */
bool ul_job_is_done(const ul_job_state *job);
bool ul_job_is_lost(const ul_job_state *job);
/* Spends the tick in a mode, which spot only is where there is some. */
void ul_job_spend(ul_job_state *job, ul_mode mode);

/* What ticks cost whose prices add up to this, in 10^-12 dollars, rounded down. */
ul_cost ul_deadline_cost(const ul_deadline *in, ul_cost prices);

/* Checks that spot is used only where there is some, that all work is done and by the
 * deadline. Of a plan that breaks a rule *valid is false and ul_error_text() says why. */
ul_status ul_deadline_check(const ul_deadline_plan *plan, bool *valid, ul_cost *cost);

/* ---- below: not for plugins ---- */

/* The job after all ticks of the plan; false where it is on spot and there is none, or in no
 * mode at all: the job is then at that tick. */
bool ul_deadline_follow(const ul_deadline_plan *plan, ul_job_state *job);

extern const char *const ul_mode_name[UL_MODES]; /* as plan files have them */

/* ullage-plan,1,deadline files: 'idle,TICKS', 'spot,TICKS' and 'on-demand,TICKS' in order. */
ul_status ul_deadline_plan_write(const ul_deadline_plan *plan, const char *method,
                                 const char *path);
ul_status ul_deadline_plan_read(const ul_deadline *in, ul_arena *arena, const char *path,
                                ul_deadline_plan **plan);
