/* GLPK's branch and cut on any formulation, in a process of its own.
 *
 * The child solves and reports incumbents, bounds and its end through a pipe;
 * the parent decodes, offers, watches the clock and the memory. A deadline, an
 * interrupt, a crash or exhausted memory therefore keep the best plan so far.
 * With lp=on only the relaxation is solved, and its duals give a bound that is
 * proved by our own arithmetic.
 *
 * Time and memory are GLPK's, and are limited.
 */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "engine.h"
#include "mip.h"

enum { INCUMBENT, PROGRESS, DUALS, END }; /* kinds of messages */

static const double LATE_S = 0.05; /* the child gets this long after the deadline */

typedef struct {
    uint32_t column;
    double value;
} entry;

/* ---- in the child ---- */

static volatile sig_atomic_t stop;

typedef struct {
    const ul_engine *engine;
    ul_mip_options options;
    entry *entry; /* room for an incumbent */
    int out;
} worker;

static void on_stop(int signal)
{
    (void)signal;
    stop = 1;
}

static void send_incumbent(void *context, const double *value)
{
    const worker *w = context;
    size_t n = 0;
    for (size_t q = 0; q < w->engine->model.n_columns; q++)
        if (fabs(value[q]) > 1e-9)
            w->entry[n++] = (entry){(uint32_t)q, value[q]};
    if (!ul_child_send(w->out, INCUMBENT, w->entry, n * sizeof *w->entry))
        stop = 1;
}

static void send_progress(void *context, const ul_mip_result *so_far)
{
    const worker *w = context;
    if (!ul_child_send(w->out, PROGRESS, so_far, sizeof *so_far))
        stop = 1;
}

static void send_duals(void *context, const double *dual)
{
    const worker *w = context;
    if (w->options.lp_only)
        ul_child_send(w->out, DUALS, dual, w->engine->model.n_rows * sizeof *dual);
}

static void work(void *context, int out)
{
    worker *w = context;
    ul_mip_result result = {.outcome = UL_MIP_FAILED};
    signal(SIGTERM, on_stop);
    w->out = out;
    w->options.context = w;
    w->entry = calloc(w->engine->model.n_columns + 1, sizeof *w->entry);
    if (w->entry == NULL)
        result.outcome = UL_MIP_MEMORY;
    else if (ul_glpk_mip(&w->engine->model, &w->options, &result) != UL_OK)
        result.outcome = UL_MIP_FAILED;
    ul_child_send(out, END, &result, sizeof result);
}

/* ---- in the parent ---- */

typedef struct {
    ul_engine *engine;
    bool ended, told, killed;
    ul_mip_result result;
} session;

static ul_status take_incumbent(session *s, const ul_message *message)
{
    ul_engine *engine = s->engine;
    const entry *at = message->data;
    for (size_t q = 0; q < engine->model.n_columns; q++)
        engine->value[q] = 0;
    for (size_t q = 0; q < message->length / sizeof *at; q++) {
        entry one;
        memcpy(&one, at + q, sizeof one);
        engine->value[one.column] = one.value;
    }
    return ul_engine_offer(engine, engine->value);
}

static ul_status take_duals(session *s, const ul_message *message)
{
    double *dual = malloc(message->length + 1);
    if (dual == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a model");
    memcpy(dual, message->data, message->length);
    const ul_status status = ul_engine_duals(s->engine, dual);
    free(dual);
    return status;
}

static ul_status take(session *s, const ul_message *message)
{
    switch (message->kind) {
    case INCUMBENT:
        return take_incumbent(s, message);
    case DUALS:
        return take_duals(s, message);
    case END:
        s->ended = true;
        break;
    }
    memcpy(&s->result, message->data, sizeof s->result);
    if (s->result.has_bound && (!s->ended || s->result.outcome == UL_MIP_STOPPED))
        UL_TRY(ul_engine_bound(s->engine, s->result.bound));
    ul_run_progress(s->engine->run, "nodes %ld", s->result.nodes);
    return UL_OK;
}

/* Listens until the child ends; past the deadline it is told to stop, then killed. */
static ul_status listen(session *s, ul_child *child)
{
    for (;;) {
        ul_message message;
        ul_child_news news;
        UL_TRY(ul_child_next(child, s->told ? LATE_S : 0.02, &message, &news));
        if (news == UL_CHILD_GONE)
            return UL_OK;
        if (news == UL_CHILD_SAID) {
            UL_TRY(take(s, &message));
            continue;
        }
        if (s->told) {
            s->killed = true;
            return UL_OK;
        }
        if (ul_run_expired(s->engine->run)) {
            ul_child_signal(child, SIGTERM);
            s->told = true;
        }
    }
}

static ul_status conclude(session *s, ul_child_end end)
{
    ul_run *run = s->engine->run;
    UL_TRY(ul_engine_describe(s->engine, s->result.nodes));
    if (end == UL_CHILD_MEMORY || (s->ended && s->result.outcome == UL_MIP_MEMORY)) {
        ul_run_ended(run, UL_MEMORY_LIMIT);
        return ul_run_note(run, "the engine ran out of its memory_mb");
    }
    if (s->killed || (s->ended && s->result.outcome == UL_MIP_STOPPED)) {
        ul_run_ended(run, UL_TIME_LIMIT);
        return UL_OK;
    }
    if (end == UL_CHILD_CRASH || !s->ended || s->result.outcome == UL_MIP_FAILED) {
        ul_run_ended(run, UL_CRASH);
        return ul_run_note(run, s->ended ? "GLPK gave up on numerical trouble"
                                         : "the engine's process died");
    }
    if (s->engine->lp_only) {
        ul_run_ended(run, s->result.outcome == UL_MIP_OPTIMAL ? UL_BOUND : UL_INFEASIBLE);
        return UL_OK;
    }
    return ul_engine_proved(s->engine, "GLPK");
}

static ul_status solve_in_child(ul_engine *engine)
{
    ul_run *run = engine->run;
    const double left_s = ul_run_left_s(run);
    worker w = {
        .engine = engine,
        .options = {
            .time_limit_s = left_s,
            .memory_mb = (size_t)ul_run_number(run, "memory_mb"),
            .lp_only = engine->lp_only,
            .cuts = ul_run_choice_is(run, "cuts", "on"),
            .presolve = ul_run_choice_is(run, "presolve", "on"),
            .cutoff = engine->cutoff,
            .stop = &stop,
            .incumbent = send_incumbent,
            .progress = send_progress,
            .duals = send_duals,
        },
    };
    const ul_child_limits limits = {.memory_mb = w.options.memory_mb};
    session s = {.engine = engine};
    ul_child child;
    UL_TRY(ul_child_start(work, &w, &limits, &child));
    const ul_status status = listen(&s, &child);
    const ul_child_end end = ul_child_close(&child);
    return status == UL_OK ? conclude(&s, end) : status;
}

static ul_status solve(ul_run *run)
{
    ul_engine engine;
    ul_status status = ul_engine_open(run, ul_run_choice_is(run, "lp", "on"), &engine);
    if (status == UL_OK && engine.build != NULL)
        status = solve_in_child(&engine);
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
    {"lp", "off", "solve the relaxation only, for its bound", UL_PARAM_CHOICE, "on|off", 0, 0},
    {"cuts", "on", "Gomory, mixed-integer rounding, cover and clique cuts", UL_PARAM_CHOICE,
     "on|off", 0, 0},
    {"presolve", "on", "GLPK's presolvers", UL_PARAM_CHOICE, "on|off", 0, 0},
    {0},
};

const ul_method ul_method_glpk = {
    .name = "glpk",
    .brief = "any formulation by GLPK's branch and cut, in a process of its own",
    .paper = "Eva, Section 4.1, and the formulations that 'ullage list formulations' shows",
    .traits = UL_PROVES,
    .param = param,
    .packing = solve_packing,
    .reservation = solve_reservation,
};
