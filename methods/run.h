/* A run: one method on one instance.
 *
 * A method asks its run for memory, randomness, parameters and the time left,
 * and offers it plans and bounds. The run checks, costs and timestamps each
 * offer; a method never reports a cost of its own.
 */
#pragma once

#include <stdint.h>

#include "arena.h"
#include "method.h"
#include "rng.h"
#include "step.h"

/* How a run ended: not a fault, see ul_status for those. */
typedef enum {
    UL_OUTCOME_NONE = 0, /* nothing found, nothing proved */
    UL_OPTIMAL,          /* a bound equals the cost */
    UL_CLAIMED,      /* optimal, or without a plan, by a word that nothing confirms: a solver's in
                      * floating point, or that of a method from outside */
    UL_FEASIBLE,     /* a valid plan, whatever ended the search for a better one */
    UL_INFEASIBLE,   /* proved: there is no plan */
    UL_BOUND,        /* a bound and no plan, as asked */
    UL_TIME_LIMIT,   /* the deadline, or the CPU limit, came before the first plan */
    UL_INTERRUPTED,  /* the user came before it */
    UL_MEMORY_LIMIT, /* memory ran out before it */
    UL_CRASH,        /* the engine died */
    UL_REJECTED,     /* every plan offered was invalid */
    UL_CONTRADICTION /* a valid plan costs less than the bound claimed, which is wrong */
} ul_outcome;

/* What a method knew, of an instance that unfolds over time: the last of these. */
typedef enum {
    UL_KNOWS_UNSAID,     /* where everything lies open from the start */
    UL_KNOWS_DEMANDS,    /* what has come by now, and what it needs */
    UL_KNOWS_ESTIMATES,  /* how long it is said to take */
    UL_KNOWS_INTERFERENCE, /* how tasks slow each other down, before it is seen */
    UL_KNOWS_RUN_TIMES,  /* how long it takes */
    UL_KNOWS_EVERYTHING, /* and what is to come */
} ul_knows;

ul_arena *ul_run_arena(ul_run *run);
ul_rng *ul_run_rng(ul_run *run);
uint64_t ul_run_seed(const ul_run *run); /* what it was seeded with, for programs outside */
const char *ul_run_choice(const ul_run *run, const char *name); /* text of a parameter */
bool ul_run_choice_is(const ul_run *run, const char *name, const char *value);
double ul_run_number(const ul_run *run, const char *name);

/* True once the deadline has passed, the CPU limit is spent or the user interrupted.
 * About 30 ns. */
bool ul_run_expired(const ul_run *run);
/* Until the deadline, 0 after it, HUGE_VAL without one. For engines that watch a clock themselves:
 * it does not know of CPU time, which ul_run_expired() watches. */
double ul_run_left_s(const ul_run *run);
/* Work that can still be done, to share out: until the deadline or the CPU limit,
 * whichever is nearer; 0 after it, HUGE_VAL without either. */
double ul_run_work_left_s(const ul_run *run);

/* Checks, costs and keeps the plan (copied) when it is the best so far. An
 * invalid plan is noted as rejected and is no fault of the run. */
ul_status ul_run_offer(ul_run *run, const void *plan);
/* Says that no plan costs less. By a method of this program it is a bound; by one from outside a
 * claim, until its certificate is checked. */
ul_status ul_run_offer_bound(ul_run *run, ul_cost bound);
/* Claims so, as a solver in floating point does: never counted as proved. */
void ul_run_claim(ul_run *run, ul_cost bound);
/* Says how the run ended when it is not plain from plan and bound. */
void ul_run_ended(ul_run *run, ul_outcome outcome);
/* Says what the method knew; simulations do. Where an instance unfolds over time and nobody
 * says it, or a shared object without the trait UL_BLIND, it had the whole of it before it. */
void ul_run_knows(ul_run *run, ul_knows knows);
/* Says how far the method is, for a listener; often at will. */
void ul_run_progress(ul_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A short remark for the result ("pricing by label setting"). */
ul_status ul_run_note(ul_run *run, const char *note);

/* Who wants to hear the method's decisions, NULL when nobody does: see step.h. */
const ul_step_listener *ul_run_steps(const ul_run *run);

/* The file a proof is to be written to, or NULL when nobody asked for one. */
const char *ul_run_certificate(const ul_run *run);

const void *ul_run_best(const ul_run *run); /* NULL when there is none */
bool ul_run_best_cost(const ul_run *run, ul_cost *cost);

/* Plans in which somebody waits for longer are none for this run: they are passed over. */
void ul_run_wait_at_most(ul_run *run, double wait_s);
/* Runs another method within this run's limits, or for `most_s` seconds of work (of CPU time
 * where that is limited), and offers its plan and bound. */
ul_status ul_run_call_for(ul_run *run, double most_s, const ul_method *method,
                          const char *const *set, size_t n_set);
/* The same of one by its name, where the caller has it. */
ul_status ul_run_call_named(ul_run *run, double most_s, const char *name, const char *const *set,
                            size_t n_set);
/* Within this run's deadline. */
ul_status ul_run_call(ul_run *run, const ul_method *method, const char *const *set, size_t n_set);
/* Runs another method in this run's place: its note and its end are this run's, too. */
ul_status ul_run_delegate(ul_run *run, const ul_method *method, const char *const *set,
                          size_t n_set);
/* Runs the constructive methods that take the instance, as far as half of the time goes;
 * ul_run_best() is the best. */
ul_status ul_run_call_constructive(ul_run *run);

/* ---- below: not for plugins ---- */

/* What is offered is a bound of those schedules alone in which nobody waits for longer: the
 * result has it among its measures, as bound_wait_s. */
void ul_run_bound_within(ul_run *run, double wait_s);

/* What the run is told from here on was sifted by another, in the process of a method from
 * outside: a bound is of a method of this program that it called, and no word of its own. */
void ul_run_is_sifted(ul_run *run);

const char *ul_outcome_name(ul_outcome outcome);

/* What cut a run short, whether or not it has a plan. */
typedef enum {
    UL_LIMIT_NONE = 0, /* it ended by itself */
    UL_LIMIT_TIME,     /* the deadline */
    UL_LIMIT_CPU,      /* CPU time */
    UL_LIMIT_MEMORY,
    UL_LIMIT_USER      /* an interrupt */
} ul_limit;

/* "" for none. */
const char *ul_limit_name(ul_limit limit);

/* "" for what is not said, "demands", "estimates", "run-times", "everything". */
const char *ul_knows_name(ul_knows knows);
/* What stands behind the name of a method that knows interference, run times or what is to
 * come, wherever its plan is shown: "(knows run times)"; else "". */
const char *ul_knows_mark(ul_knows knows);

typedef struct {
    double time_limit_s;  /* 0 = none */
    double cpu_limit_s;   /* of this process and all that it starts; 0 = none */
    uint64_t seed;
    const char *const *set; /* "name=value", n_set of them */
    size_t n_set;
    const char *certificate; /* where a method that proves writes its proof; NULL = nowhere */
    const ul_method *const *methods; /* what ul_run_call_constructive() calls; ends with NULL */
    void (*listener)(void *context, const ul_run *run); /* told after each offer; may be NULL */
    void *listener_context;
    const ul_step_listener *steps; /* told each decision of the method; may be NULL */
    bool (*stop)(void *context); /* asked now and then whether to end; may be NULL */
    void *stop_context;
} ul_run_options;

/* One improvement: a plan's cost, or a bound, and when it came. */
typedef struct {
    double wall_s;
    bool is_bound;
    ul_cost value;
} ul_run_event;

typedef struct {
    ul_outcome outcome;
    ul_limit limit;
    ul_knows knows;
    bool has_cost, has_bound;
    ul_cost cost, bound;
    bool has_claim;
    ul_cost claim; /* a bound by a word that nothing confirms: see ul_run_claim() */
    double wall_s, cpu_s;
    double first_s; /* when the first plan came; negative without one */
    ul_measures measures; /* of the plan; none where the kind gives none */
    const void *plan; /* best valid plan or NULL; owned by the run */
    size_t n_rejected; /* plans the method itself offered that were invalid */
    const ul_run_event *event;
    size_t n_events;
    const char *note; /* how the claim was reached, or why a plan was refused; "" when plain */
} ul_run_result;

/* The name of the measure that says for how long those wait of whom a bound speaks. */
#define UL_BOUND_WAIT "bound_wait_s"
/* Whether the result's bound speaks of every plan. Where it does not, a plan that meets it is
 * proved the best of some, and is no optimum. */
bool ul_run_bounds_all(const ul_run_result *result);
/* Whether the plan is proved the best of all. */
bool ul_run_proves(const ul_run_result *result);

/* Parameters and options are checked here; the fault names the bad one. */
ul_status ul_run_new(const ul_method *method, const ul_instance *instance,
                     const ul_run_options *options, ul_run **run);
ul_status ul_run_go(ul_run *run);
void ul_run_free(ul_run *run);
const ul_run_result *ul_run_result_of(const ul_run *run);
const ul_method *ul_run_method(const ul_run *run);
const ul_instance *ul_run_instance(const ul_run *run);
/* What the method said last of its progress ("nodes 1200"), "" when nothing. */
const char *ul_run_progress_text(const ul_run *run);

/* "price=rp single=true ...": every parameter with its value, for records. */
const char *ul_run_parameters(const ul_run *run);

/* Async-signal-safe: every run of the process expires, because the user wants it
 * to end, or because a limit of the process is reached. */
void ul_run_interrupt(void);
void ul_run_exhaust(void);
