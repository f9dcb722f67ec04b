/* Eva's world as its authors coded it (Eva, Sections 4 and 5, and the artifact): a
 * scheduler is asked every 300 seconds for a plan, which task on which machine; what
 * differs from the plan before becomes commands, each carried out as soon as it can
 * be. The schedulers that their simulator compares (no-packing, Stratus, Synergy, Owl,
 * Eva and its variants) are planners: functions that fill a plan.
 *
 * Ties are decided by what comes first, so orders matter: lists keep the order in
 * which tasks joined them, plans that of their bins. Sums are of doubles in exactly
 * the order written, since last bits decide ties.
 */
#pragma once

#include "eva_table.h"
#include "sim.h"

typedef struct ul_eva ul_eva;

/* A machine in a plan, existing or yet to be rented, and its tasks in order. */
typedef struct {
    uint32_t machine; /* UL_SIM_NONE: a new one */
    uint32_t type;
    bool is_old; /* of the part of the plan that is under way already */
    uint32_t *task;
    size_t n_tasks, room;
    ul_micro *used; /* of each resource */
} ul_eva_bin;

typedef struct {
    ul_eva_bin *bin;
    size_t n_bins, room;
    uint32_t *bin_of; /* by slot of a machine, UL_SIM_NONE where it is not in the plan */
} ul_eva_plan;

/* A list of tasks in order. */
typedef struct {
    uint32_t *task;
    size_t n;
} ul_eva_list;

/* Where the multi-task factor counts (Section 4.4): a task of a job of n is worth its
 * reservation price times max(0, 1 - (1 - throughput) n). */
typedef enum { UL_EVA_TOP_DOWN, UL_EVA_EVERYWHERE, UL_EVA_SINGLE } ul_eva_factor;

typedef struct {
    /* Fills the plan, which holds the jobs under way; `todo` are the tasks of the others. */
    ul_status (*plan)(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo);
    bool learns;     /* observes who slows down whom */
    bool standalone; /* wants to know what each job costs alone */
    bool by_price;   /* counts every throughput as 1 */
    bool asks_always; /* also in rounds without a task to plan */
    bool pools;      /* learns of a workload's variants together */
    bool only_changes; /* keeps everything where no job came or ended since the last round */
    ul_eva_factor factor;
    const char *why; /* of a new machine; NULL: what its tasks are worth */
} ul_eva_rules;

/* What a round decided between the two plans; costs in dollars, savings a second. */
typedef struct {
    double at_s;
    double saving_partial, saving_full, moving_partial, moving_full;
    size_t n_events;
    double gap_s; /* NaN below two events */
    size_t full_before;
    double horizon_s;
    bool full;
} ul_eva_decision;

/* For tests: told each decision, and each plan that differs from the one before. */
typedef struct {
    void *context;
    void (*decided)(void *context, const ul_eva_decision *decision);
    void (*planned)(void *context, double at_s, const ul_eva *eva, const ul_eva_plan *plan);
    void (*ended)(void *context, const ul_eva *eva);
} ul_eva_watch;

typedef enum { UL_EVA_QUEUED, UL_EVA_MIGRATING, UL_EVA_EXECUTING, UL_EVA_OVER } ul_eva_status;

typedef struct {
    ul_eva_status status;
    bool launchable;
    uint32_t first_task, n_tasks, left;
    uint32_t migrations;
    double alone_s;  /* dollars a second alone */
    double arrival_s, end_s, init_s;
    unsigned char mark; /* for one pass over the jobs that live */
    bool was_compared; /* its tasks were planned in the last round that compared plans */
} ul_eva_live_job;

typedef struct {
    uint32_t job;
    uint32_t name;      /* rank of its workload's full name: what is learned is by name */
    uint32_t workload, shape;
    uint32_t on;        /* the machine it was launched on last */
    uint32_t committed; /* the machine it is planned on */
    uint32_t cheapest;  /* the type that holds it alone for least */
    double price;       /* of that: its reservation price */
    double fetch_s, build_s, upload_s; /* as far as it has been through them */
    bool is_offered; /* for one pass */
    bool is_told;    /* the planner has said why it goes where it goes */
} ul_eva_task;

typedef struct {
    bool assignable;
    bool is_told; /* the planner has said why it is left */
    uint32_t slot; /* among those that exist in this round: its place in arrays of them */
    uint32_t *committed;
    size_t n_committed, room;
} ul_eva_machine;

typedef struct {
    bool launches; /* a task on a machine; else the machine is given back */
    uint32_t task, machine;
} ul_eva_command;

struct ul_eva {
    ul_sim *sim;
    const ul_eva_rules *rules;
    const ul_eva_watch *watch;
    ul_arena *arena;
    size_t n_resources, n_types;
    double *price;
    uint32_t *by_price; /* types, dearest first */
    uint32_t *name_of;  /* rank by workload */

    ul_eva_live_job *job;
    ul_eva_task *task;
    ul_eva_machine *machine;
    size_t n_jobs, job_room, task_room, machine_room, n_slots;
    uint32_t *live; /* jobs that are not over, ascending */
    size_t n_live, live_room;
    bool changed; /* a job came or ended since the last round */
    bool has_news; /* the same, of the round that is planned */

    ul_eva_command *command;
    size_t n_commands, command_room;
    ul_eva_table *table;
    bool blank; /* as if nothing had been learned */

    /* Events of the past, for the ensemble. */
    double *event;
    size_t n_events, event_room, full_rounds, rounds;
    uint32_t *compared; /* jobs of the last round that compared plans */
    size_t n_compared, compared_room;
    ul_eva_decision decision; /* of this round, where has_decision */
    bool has_decision;

    uint32_t *names; /* scratch for sets of names */
    size_t names_room;
    size_t n_names; /* distinct names of workloads */
};

ul_status ul_eva_run(const ul_schedule *in, ul_run *run, const ul_eva_rules *rules,
                     const ul_eva_watch *watch);

/* eva_bins.c: plans. */
ul_status ul_eva_plan_new(ul_eva *eva, ul_eva_plan *plan);
ul_status ul_eva_add_bin(ul_eva *eva, ul_eva_plan *plan, uint32_t machine, uint32_t type,
                         size_t *bin);
ul_status ul_eva_put(ul_eva *eva, ul_eva_bin *bin, uint32_t task);
/* The bin of an existing machine, added when it is not there. */
ul_status ul_eva_bin_of(ul_eva *eva, ul_eva_plan *plan, uint32_t machine, size_t *bin);
/* Puts a task on an existing machine, or alone on a new one of the type. */
ul_status ul_eva_keep(ul_eva *eva, ul_eva_plan *plan, uint32_t task, uint32_t machine);
ul_status ul_eva_put_new(ul_eva *eva, ul_eva_plan *plan, uint32_t task, uint32_t type);
bool ul_eva_has_room(ul_eva *eva, const ul_eva_bin *bin, uint32_t task);
double ul_eva_alignment(ul_eva *eva, uint32_t type, const ul_micro *used, uint32_t task);
ul_status ul_eva_list_of(ul_eva *eva, size_t room, ul_eva_list *list);
/* Machines that exist and may be planned on, ascending. */
ul_status ul_eva_machines(ul_eva *eva, ul_eva_list *machines);

/* eva_worth.c: what a set of tasks is worth beside each other, with one task more
 * unless that is UL_SIM_NONE. */
ul_status ul_eva_worth(ul_eva *eva, const uint32_t *task, size_t n, uint32_t more, bool factored,
                       double *worth);

ul_status ul_eva_learn(ul_eva *eva);                            /* eva_learning.c */
ul_status ul_eva_realise(ul_eva *eva, const ul_eva_plan *plan); /* eva_commands.c */
ul_status ul_eva_issue(ul_eva *eva);
ul_status ul_eva_loaded(ul_eva *eva, uint32_t task); /* a launch is over */

/* eva_telling.c: why, for who listens. Before the plan is carried out: the choice between two
 * plans, and machines that are not in it; while it is: a machine of it. */
ul_status ul_eva_tell_plan(ul_eva *eva, const ul_eva_plan *plan, const ul_eva_list *machines,
                           bool is_current);
ul_status ul_eva_tell_bin(ul_eva *eva, uint32_t machine, const ul_eva_bin *bin);

/* eva_reconfigure.c: what each job costs alone. */
ul_status ul_eva_standalone(ul_eva *eva, ul_eva_live_job *job);

/* Parameters that all of this world's methods take. */
#define UL_EVA_PARAMS                                                                          \
    UL_REAL("interval", "0", "seconds between two rounds; 0: as the instance says", 0, 1e6)
#define UL_EVA_LEARNING_PARAMS                                                                    \
    UL_REAL("default-throughput", "0.95", "rate beside another task as long as none was seen", 0, \
            1)
