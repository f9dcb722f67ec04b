/* Other people's solvers: programs that read a model file and write a solution
 * file in a folder of their own, which is gone afterwards whatever happens.
 *
 * A keeper process stands between us and the program. It adopts all that the program
 * starts, in whatever session, and ends it with the program. When we are killed it
 * stops the program and removes the folder; when it is killed, we do.
 */
#pragma once

#include "engine.h"
#include "exchange.h"

typedef enum {
    UL_OUTSIDE_DONE,    /* ended with status 0 */
    UL_OUTSIDE_FAILED,  /* another status, or a signal */
    UL_OUTSIDE_STOPPED, /* by us: deadline or interrupt */
    UL_OUTSIDE_MEMORY
} ul_outside_end;

/* Runs argv (argv[0] is a path) with its output in files->log. At the deadline,
 * or on an interrupt, it gets SIGINT, and soon after SIGKILL. */
ul_status ul_outside_run(ul_run *run, const ul_exchange *files, char *const *argv,
                         ul_outside_end *end);

/* Reads what the program left in files->sol, offers it, and says how the run
 * ended. `solver` names it; its word "optimal" is passed on when trusted, as a claim
 * that the relaxation's duals may confirm. */
typedef struct {
    const char *solver;
    bool trusted;
    bool timed_out;    /* by its own account */
    bool knows_cutoff; /* "infeasible" then means: nothing better than the best plan */
    bool has_bound;
    double bound; /* in units */
    long nodes;
} ul_outside_facts;
ul_status ul_outside_conclude(ul_engine *engine, const ul_exchange *files, ul_outside_end end,
                              const ul_outside_facts *facts);

/* What an engine that runs a program does: opens the engine and the folder,
 * solves when there is a model, closes both. */
ul_status ul_outside_engine(ul_run *run,
                            ul_status (*solve)(ul_engine *engine, const ul_exchange *files,
                                               void *context),
                            void *context);
