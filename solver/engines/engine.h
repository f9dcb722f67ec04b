/* What the engines (glpk, cbc, external) have in common: an instance becomes a
 * model, values become plans for the run, a solver's bound becomes an exact one.
 *
 * Inside an engine the objective counts units: the cost of every plan is a whole
 * multiple of the common divisor of the prices, so a model in those units has an
 * integral objective, which solvers can round bounds to, and one unit is far
 * above their tolerances.
 */
#pragma once

#include "formulation.h"
#include "param.h"
#include "run.h"

typedef struct {
    ul_run *run;
    ul_build *build; /* NULL when there is nothing to solve; see ul_engine_open() */
    ul_model model;  /* build->model with costs in units; shares everything else */
    ul_cost unit;    /* 0: costs are in dollars */
    ul_cost proved;  /* by the relaxation's duals; 0: nothing */
    double cutoff;   /* in units: only what is better than the best plan; HUGE_VAL without one */
    double *value;   /* room for one per column */
    bool lp_only;
} ul_engine;

/* Parameters of every engine: formulation, limit, start, memory_mb. */
#define UL_ENGINE_PARAMS                                                                          \
    UL_TEXT("formulation", "auto", "which model; auto is the first that is not too large"),       \
    UL_COUNT("limit", "100000", "columns, patterns or graph nodes above which a model is "        \
             "refused", 1, 1e9),                                                                  \
    UL_CHOICE("start", "on", "run the constructive methods first and ask only for better plans",  \
              "on|off"),                                                                          \
    UL_COUNT("memory_mb", "4096", "memory the engine may use; 0 is no limit", 0, 1e6)

/* Starts from the constructive methods' best plan and builds the model.
 * engine->build stays NULL when time ran out, or when formulation=auto and every
 * one is too large: the run then has its outcome. A formulation asked for by
 * name that is too large is a fault. Close it, fault or not. */
ul_status ul_engine_open(ul_run *run, bool lp_only, ul_engine *engine);
void ul_engine_close(ul_engine *engine);

/* A solver's solution: decoded and offered. */
ul_status ul_engine_offer(ul_engine *engine, const double *value);
/* A solver's bound in units, as its claim: rounded to what is likely (safe_bound.h). */
void ul_engine_bound(ul_engine *engine, double bound);
/* A relaxation's row duals: the bound they prove, without trust in the solver; and
 * the relaxation solved for them, in a process of its own and in the time left. */
ul_status ul_engine_duals(ul_engine *engine, const double *dual);
ul_status ul_engine_relax(ul_engine *engine);
/* The solver claims that no plan costs less than `objective` units; HUGE_VAL: less
 * than the best one offered or, when none was, that there is none. A claim is no
 * proof: the run is optimal where the relaxation's duals reach the cost, else its
 * end is "claimed", or nothing at all is claimed of a fragile model. */
ul_status ul_engine_claims(ul_engine *engine, const char *solver, double objective);
/* Rows, columns, nonzeros and nodes, for the run's note. */
ul_status ul_engine_describe(ul_engine *engine, long nodes);

/* The engine that methods with a fixed formulation call. */
extern const ul_method ul_method_glpk;
