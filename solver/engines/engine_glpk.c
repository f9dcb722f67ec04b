/* GLPK's branch and cut on any formulation, in a process of its own.
 *
 * Incumbents, bounds and duals come from there (mip_subprocess.h) and are decoded and
 * offered here, so that a deadline, an interrupt, a crash or exhausted memory keep
 * the best plan so far. The duals of the relaxation, which is solved first, give a
 * bound that is proved by our own arithmetic; with lp=on nothing else is done. What
 * GLPK's tree says beyond that is its claim.
 *
 * Time and memory are GLPK's, and are limited.
 */
#include <math.h>

#include "engine.h"
#include "mip_subprocess.h"

typedef struct {
    ul_engine *engine;
    ul_status status; /* of the offers so far */
} session;

static void take_incumbent(void *context, const double *value)
{
    session *s = context;
    if (s->status == UL_OK)
        s->status = ul_engine_offer(s->engine, value);
}

static void take_duals(void *context, const double *dual)
{
    session *s = context;
    if (s->status == UL_OK)
        s->status = ul_engine_duals(s->engine, dual);
}

static void take_progress(void *context, const ul_mip_result *so_far)
{
    const session *s = context;
    if (so_far->has_bound && !s->engine->lp_only)
        ul_engine_bound(s->engine, so_far->bound);
    ul_run_progress(s->engine->run, "nodes %ld", so_far->nodes);
}

static ul_status conclude(ul_engine *engine, ul_apart_end end, const ul_mip_result *result)
{
    ul_run *run = engine->run;
    UL_TRY(ul_engine_describe(engine, result->nodes));
    switch (end) {
    case UL_APART_MEMORY:
        ul_run_ended(run, UL_MEMORY_LIMIT);
        return ul_run_note(run, "the engine ran out of its memory_mb");
    case UL_APART_STOPPED:
        ul_run_ended(run, UL_TIME_LIMIT);
        return UL_OK;
    case UL_APART_DIED:
        ul_run_ended(run, UL_CRASH);
        return ul_run_note(run, "the engine's process died");
    case UL_APART_ENDED:
        break;
    }
    if (result->outcome == UL_MIP_FAILED) {
        ul_run_ended(run, UL_CRASH);
        return ul_run_note(run, "GLPK gave up on numerical trouble");
    }
    if (engine->lp_only && result->outcome == UL_MIP_OPTIMAL) {
        ul_run_ended(run, UL_BOUND);
        return ul_run_note(run, "the bound is proved by the relaxation's duals; without a certificate");
    }
    return ul_engine_claims(engine, "GLPK",
                            result->outcome == UL_MIP_OPTIMAL ? result->bound : HUGE_VAL);
}

static ul_status solve_apart(ul_engine *engine)
{
    ul_run *run = engine->run;
    session s = {.engine = engine};
    const ul_mip_options options = {
        .memory_mb = (size_t)ul_run_number(run, "memory_mb"),
        .lp_only = engine->lp_only,
        .cuts = ul_run_choice_is(run, "cuts", "on"),
        .presolve = ul_run_choice_is(run, "presolve", "on"),
        .cutoff = engine->cutoff,
        .context = &s,
        .incumbent = take_incumbent,
        .progress = take_progress,
        .duals = take_duals,
    };
    ul_mip_result result;
    ul_apart_end end;
    UL_TRY(ul_mip_subprocess(run, &engine->model, &options, &result, &end));
    UL_TRY(s.status);
    return conclude(engine, end, &result);
}

static void ignore_progress(void *context, const ul_mip_result *so_far)
{
    (void)context;
    (void)so_far;
}

ul_status ul_engine_relax(ul_engine *engine)
{
    session s = {.engine = engine};
    const ul_mip_options options = {
        .memory_mb = (size_t)ul_run_number(engine->run, "memory_mb"),
        .lp_only = true,
        .presolve = true,
        .cutoff = HUGE_VAL,
        .context = &s,
        .incumbent = take_incumbent,
        .progress = ignore_progress,
        .duals = take_duals,
    };
    ul_mip_result result;
    ul_apart_end end;
    if (ul_run_expired(engine->run))
        return UL_OK;
    UL_TRY(ul_mip_subprocess(engine->run, &engine->model, &options, &result, &end));
    return s.status;
}

static ul_status solve(ul_run *run)
{
    ul_engine engine;
    ul_status status = ul_engine_open(run, ul_run_choice_is(run, "lp", "on"), &engine);
    if (status == UL_OK && engine.build != NULL)
        status = solve_apart(&engine);
    ul_engine_close(&engine);
    return status;
}

static ul_status solve_packing(const struct ul_packing *in, ul_run *run)
{
    (void)in;
    return solve(run);
}

static ul_status solve_reservation(const struct ul_reservation *in, ul_run *run)
{
    (void)in;
    return solve(run);
}

static const ul_param param[] = {
    UL_ENGINE_PARAMS,
    UL_CHOICE("lp", "off", "solve the relaxation only, for its bound", "on|off"),
    UL_CHOICE("cuts", "on", "Gomory, mixed-integer rounding, cover and clique cuts", "on|off"),
    UL_CHOICE("presolve", "on", "GLPK's presolvers", "on|off"),
    {0},
};

const ul_method ul_method_glpk = {
    .name = "glpk",
    .brief = "any formulation by GLPK's branch and cut, in a process of its own",
    .paper = "Eva, Section 4.1, and the formulations that 'ullage list formulations' shows",
    .traits = UL_SUPPLY | UL_PROVES,
    .param = param,
    .packing = solve_packing,
    .reservation = solve_reservation,
};
