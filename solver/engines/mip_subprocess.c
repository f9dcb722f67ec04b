#include "mip_subprocess.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "tolerance.h"

enum { INCUMBENT, PROGRESS, DUALS, END }; /* kinds of messages */

static const double LATE_S = 0.05; /* the child gets this long after the deadline */

typedef struct {
    uint32_t column;
    double value;
} entry;

/* ---- in the child ---- */

static volatile sig_atomic_t stop;

typedef struct {
    const ul_model *model;
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
    for (size_t q = 0; q < w->model->n_columns; q++)
        if (fabs(value[q]) > UL_LP_ZERO)
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
    ul_child_send(w->out, DUALS, dual, w->model->n_rows * sizeof *dual);
}

static void work(void *context, int out)
{
    worker *w = context;
    ul_mip_result result = {.outcome = UL_MIP_FAILED};
    signal(SIGTERM, on_stop);
    w->out = out;
    w->options.context = w;
    w->entry = calloc(w->model->n_columns + 1, sizeof *w->entry);
    if (w->entry == NULL)
        result.outcome = UL_MIP_MEMORY;
    else if (ul_glpk_mip(w->model, &w->options, &result) != UL_OK)
        result.outcome = UL_MIP_FAILED;
    ul_child_send(out, END, &result, sizeof result);
}

/* ---- in the parent ---- */

typedef struct {
    ul_run *run;
    const ul_model *model;
    const ul_mip_options *options;
    ul_mip_result *result;
    double *value; /* room for one per column, or per row */
    bool ended, told, killed;
} session;

static void take_incumbent(session *s, const ul_message *message)
{
    const entry *at = message->data;
    for (size_t q = 0; q < s->model->n_columns; q++)
        s->value[q] = 0;
    for (size_t q = 0; q < message->length / sizeof *at; q++) {
        entry one;
        memcpy(&one, at + q, sizeof one);
        s->value[one.column] = one.value;
    }
    s->options->incumbent(s->options->context, s->value);
}

static void take(session *s, const ul_message *message)
{
    switch (message->kind) {
    case INCUMBENT:
        take_incumbent(s, message);
        break;
    case DUALS:
        memcpy(s->value, message->data, message->length);
        s->options->duals(s->options->context, s->value);
        break;
    default:
        s->ended = message->kind == END;
        memcpy(s->result, message->data, sizeof *s->result);
        s->options->progress(s->options->context, s->result);
        break;
    }
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
            take(s, &message);
            continue;
        }
        if (s->told) {
            s->killed = true;
            return UL_OK;
        }
        if (ul_run_expired(s->run)) {
            ul_child_signal(child, SIGTERM);
            s->told = true;
        }
    }
}

static ul_apart_end end_of(const session *s, ul_child_end end)
{
    if (end == UL_CHILD_MEMORY || (s->ended && s->result->outcome == UL_MIP_MEMORY))
        return UL_APART_MEMORY;
    if (s->killed || (s->ended && s->result->outcome == UL_MIP_STOPPED))
        return UL_APART_STOPPED;
    return end == UL_CHILD_CRASH || !s->ended ? UL_APART_DIED : UL_APART_ENDED;
}

ul_status ul_mip_subprocess(ul_run *run, const ul_model *model, const ul_mip_options *options,
                       ul_mip_result *result, ul_apart_end *end)
{
    const ul_child_limits limits = {.memory_mb = options->memory_mb};
    const size_t room = model->n_columns > model->n_rows ? model->n_columns : model->n_rows;
    worker w = {.model = model, .options = *options};
    session s = {.run = run, .model = model, .options = options, .result = result};
    ul_child child;
    *result = (ul_mip_result){.outcome = UL_MIP_FAILED};
    w.options.time_limit_s = ul_run_left_s(run);
    w.options.stop = &stop;
    w.options.incumbent = send_incumbent;
    w.options.progress = send_progress;
    w.options.duals = send_duals;
    s.value = malloc((room + 1) * sizeof *s.value);
    UL_NEED(s.value);
    ul_status status = ul_child_start(work, &w, &limits, &child);
    if (status == UL_OK) {
        status = listen(&s, &child);
        *end = end_of(&s, ul_child_close(&child));
    }
    free(s.value);
    return status;
}
