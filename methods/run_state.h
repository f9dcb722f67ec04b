/* What a run consists of. For the files of this folder alone: methods see run.h, so that
 * nobody but the run says what a plan costs.
 */
#pragma once

#include "param.h"
#include "run.h"

/* CPU time: looked at when it may be spent, for a look is dear. */
typedef struct {
    double start_s; /* what the processes had used when the run began */
    double look_s;  /* the next look, by the wall's clock */
    double used_s;  /* since then, at the last look */
    double last_s;  /* kept for a last plan: to make, check and copy it takes as long as before */
} ul_cpu_watch;

/* The caller's wish to end one run: asked for now and then, for the answer may come from
 * an interpreter. */
#define UL_ASK_EVERY_S 0.02
typedef struct {
    double look_s; /* the next question, by the wall's clock */
    bool said;
} ul_stop_watch;

struct ul_run {
    const ul_method *method;
    const ul_instance *instance;
    ul_run_options options;
    char owner[80];
    ul_param_values values;
    ul_arena *arena; /* the method's */
    ul_arena *kept;  /* the best plan's */
    ul_arena *spare; /* for the next: the two change places when a better one comes */
    ul_rng *rng;
    double start_s, deadline_s; /* deadline HUGE_VAL without a limit */
    ul_cpu_watch *cpu;          /* NULL without a limit */
    ul_stop_watch own_stop, *stop; /* of the outermost run that asks; NULL: nobody can end it */
    bool is_sifted;                /* it hears what another run has taken from its method */
    bool is_inside;             /* called by another run, whose watch it looks at */
    ul_run_event *event;
    size_t n_events, event_room;
    ul_outcome said;
    bool limits_wait; /* plans of those who wait for at most: */
    double most_wait_s;
    bool bounds_some; /* bounds speak of those who wait for at most: */
    double bound_wait_s;
    char note[512];
    char progress[128];
    ul_run_result result;
};

/* A bound that is no mere word: of a method of this program, whoever called it. */
ul_status ul_run_keep_bound(ul_run *run, ul_cost bound);

/* The watch of a run with a limit on CPU time begins; a run inside another has that one's. */
void ul_run_start_watch(ul_run *run);
bool ul_run_cpu_spent(const ul_run *run);
void ul_run_keep_time(const ul_run *run, double begin_s); /* a plan was offered at this CPU time */
bool ul_run_is_interrupted(const ul_run *run);
