/* A method of somebody else's in a process of its own. What it offers is sent to the run
 * as it comes and checked there once more; so what a method that crashes, hangs or ends
 * the process has found before is kept.
 *
 * It is kept (kept.h), and there is a file for each better plan: about a millisecond.
 */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "kept.h"
#include "outside.h"
#include "plugin_entry.h"
#include "registry.h"

typedef struct wrapped {
    ul_method method; /* what runs see: begins the struct */
    const ul_method *inside;
    struct wrapped *next;
} wrapped;

enum { PLAN, BOUND, CLAIM, STEP, WHY, PROGRESS, END }; /* kinds of messages */

enum { WHY_MAX = 4096 }; /* bytes of a reason, which goes before the step that has it */

/* Reasons that came, each once. */
typedef struct reason {
    const char *text;
    struct reason *next;
} reason;

#define LATE_S 0.1 /* a method gets this long after the deadline */

typedef struct {
    bool is_there;
    ul_status status; /* of the run in the child; `text` is its fault or its note */
    ul_outcome outcome;
    ul_knows knows;
    char text[512];
} ending;

typedef struct {
    ul_run *run; /* the one that waits */
    const ul_method *inside;
    ul_exchange files;
    const char **set;
    size_t n_set;
    int out;
    uint64_t n_plans; /* sent, as are these */
    bool has_cost, has_bound, has_claim;
    ul_cost cost, bound, claim;
    reason *reasons;
    const char *why; /* of the next step */
} session;

static const char *plan_path(const session *s, uint64_t number, char path[600])
{
    snprintf(path, 600, "%s/plan-%llu.csv", s->files.folder, (unsigned long long)number);
    return path;
}

/* ---- in the method's process ---- */

/* A bound or a claim, where it has risen. */
static void send_risen(const session *s, uint32_t kind, bool has, ul_cost value, bool *sent,
                       ul_cost *last)
{
    if (!has || (*sent && value <= *last))
        return;
    *sent = true;
    *last = value;
    ul_child_send(s->out, kind, last, sizeof *last);
}

static void send_news(void *context, const ul_run *run)
{
    session *s = context;
    const ul_run_result *so_far = ul_run_result_of(run);
    char path[600];
    if (so_far->has_cost && (!s->has_cost || so_far->cost < s->cost)
        && ul_run_instance(run)->kind->plan_write(so_far->plan, s->inside->name,
                                                  plan_path(s, s->n_plans, path)) == UL_OK) {
        s->has_cost = true;
        s->cost = so_far->cost;
        ul_child_send(s->out, PLAN, &s->n_plans, sizeof s->n_plans);
        s->n_plans++;
    }
    send_risen(s, BOUND, so_far->has_bound, so_far->bound, &s->has_bound, &s->bound);
    send_risen(s, CLAIM, so_far->has_claim, so_far->claim, &s->has_claim, &s->claim);
    const char *said = ul_run_progress_text(run);
    if (said[0] != '\0')
        ul_child_send(s->out, PROGRESS, said, strlen(said) + 1);
}

/* Plans and bounds are told by the run that waits. */
static void send_step(void *context, const ul_step *step)
{
    const session *s = context;
    if (step->kind == UL_STEP_PLAN || step->kind == UL_STEP_BOUND)
        return;
    if (step->why != NULL)
        ul_child_send(s->out, WHY, step->why, strlen(step->why) + 1);
    ul_child_send(s->out, STEP, step, sizeof *step);
}

static void work(void *context, int out)
{
    session *s = context;
    const double left_s = ul_run_left_s(s->run);
    const ul_step_listener steps = {send_step, s};
    const ul_run_options options = {
        .time_limit_s = left_s < HUGE_VAL ? fmax(left_s, 1e-9) : 0,
        .seed = ul_run_seed(s->run),
        .set = s->set,
        .n_set = s->n_set,
        .certificate = ul_run_certificate(s->run),
        .methods = ul_methods,
        .listener = send_news,
        .listener_context = s,
        .steps = ul_run_steps(s->run) == NULL ? NULL : &steps,
    };
    ending end;
    ul_run *run = NULL;
    memset(&end, 0, sizeof end);
    end.is_there = true;
    s->out = out;
    dup2(STDERR_FILENO, STDOUT_FILENO); /* what it prints is no answer of ours */
    end.status = ul_run_new(s->inside, ul_run_instance(s->run), &options, &run);
    if (end.status == UL_OK)
        end.status = ul_run_go(run);
    const ul_run_result *result = run == NULL ? NULL : ul_run_result_of(run);
    if (end.status == UL_OK)
        send_news(s, run); /* a claim is told to no listener */
    end.outcome = end.status == UL_OK ? result->outcome : UL_OUTCOME_NONE;
    end.knows = end.status == UL_OK ? result->knows : UL_KNOWS_UNSAID;
    snprintf(end.text, sizeof end.text, "%s", end.status == UL_OK ? result->note : ul_error_text());
    ul_child_send(out, END, &end, sizeof end);
}

/* ---- in the parent ---- */

static ul_status take_plan(const session *s, const ul_message *message)
{
    const ul_instance *instance = ul_run_instance(s->run);
    uint64_t number;
    char path[600];
    void *plan;
    memcpy(&number, message->data, sizeof number);
    plan_path(s, number, path);
    const ul_status status =
        instance->kind->plan_read(instance->data, ul_run_arena(s->run), path, &plan);
    unlink(path);
    return status == UL_OK ? ul_run_offer(s->run, plan) : status;
}

/* Who has the pipe may write anything into it: what is none of our messages is dropped. */
static bool is_message(const session *s, const ul_message *message)
{
    static const size_t size[] = {[PLAN] = sizeof(uint64_t), [BOUND] = sizeof(ul_cost),
                                  [CLAIM] = sizeof(ul_cost), [STEP] = sizeof(ul_step),
                                  [END] = sizeof(ending)};
    const char *text = message->data;
    if (message->kind == PROGRESS || (message->kind == WHY && message->length <= WHY_MAX))
        return message->length > 0 && text[message->length - 1] == '\0';
    return message->kind <= END && message->length == size[message->kind]
           && (message->kind != STEP || ul_run_steps(s->run) != NULL);
}

static ul_status take_why(session *s, const char *text)
{
    ul_arena *arena = ul_run_arena(s->run);
    reason *r = s->reasons;
    while (r != NULL && strcmp(r->text, text) != 0)
        r = r->next;
    if (r == NULL) {
        UL_ALLOC(arena, r, 1);
        *r = (reason){ul_arena_text(arena, text, strlen(text)), s->reasons};
        UL_NEED(r->text);
        s->reasons = r;
    }
    s->why = r->text;
    return UL_OK;
}

static ul_status take(session *s, const ul_message *message, ending *end)
{
    const ul_step_listener *listener = ul_run_steps(s->run);
    ul_cost value;
    ul_step step;
    switch (message->kind) {
    case PLAN:
        return take_plan(s, message);
    case BOUND:
        memcpy(&value, message->data, sizeof value);
        return ul_run_offer_bound(s->run, value);
    case CLAIM:
        memcpy(&value, message->data, sizeof value);
        ul_run_claim(s->run, value);
        return UL_OK;
    case STEP:
        memcpy(&step, message->data, sizeof step);
        step.why = s->why; /* its own is of another process */
        s->why = NULL;
        listener->hear(listener->context, &step);
        return UL_OK;
    case WHY:
        return take_why(s, message->data);
    case PROGRESS:
        ul_run_progress(s->run, "%s", (const char *)message->data);
        return UL_OK;
    default:
        memcpy(end, message->data, sizeof *end);
        end->text[sizeof end->text - 1] = '\0';
        if (end->knows > UL_KNOWS_EVERYTHING)
            end->knows = UL_KNOWS_EVERYTHING;
        return UL_OK;
    }
}

/* Listens until the method has gone; *late tells that it had to be killed. */
static ul_status listen(session *s, ul_child *child, ending *end, bool *late)
{
    double kill_at_s = HUGE_VAL;
    *late = false;
    for (;;) {
        ul_message message;
        ul_child_news news;
        UL_TRY(ul_child_next(child, 0.02, &message, &news));
        if (news == UL_CHILD_GONE)
            return UL_OK;
        if (news == UL_CHILD_SAID && is_message(s, &message))
            UL_TRY(take(s, &message, end));
        if (kill_at_s == HUGE_VAL && ul_run_expired(s->run))
            kill_at_s = ul_clock_wall_s() + LATE_S;
        if (ul_clock_wall_s() < kill_at_s)
            continue;
        if (*late)
            return UL_OK;
        ul_child_signal(child, SIGTERM);
        kill_at_s = ul_clock_wall_s() + UL_KEPT_BURIAL_S;
        *late = true;
    }
}

static ul_status conclude(ul_run *run, const ul_child *child, const ending *end, bool late)
{
    char note[200];
    if (late) {
        ul_run_ended(run, UL_TIME_LIMIT);
        snprintf(note, sizeof note, "the method did not end %s and was killed",
                 ul_run_left_s(run) > 0 ? "when it was told to" : "at its deadline");
        return ul_run_note(run, note);
    }
    if (!end->is_there) {
        ul_run_ended(run, UL_CRASH);
        snprintf(note, sizeof note, "the method %s%s",
                 child->signal == 0 ? "ended its process" : "crashed: ",
                 child->signal == 0 ? "" : strsignal(child->signal));
        return ul_run_note(run, note);
    }
    if (end->status != UL_OK)
        return ul_fail(end->status, "%s", end->text);
    if (end->outcome == UL_INFEASIBLE || end->outcome == UL_CLAIMED || end->outcome == UL_CRASH
        || end->outcome == UL_REJECTED || end->outcome == UL_MEMORY_LIMIT)
        ul_run_ended(run, end->outcome);
    ul_run_knows(run, end->knows);
    return end->text[0] == '\0' ? UL_OK : ul_run_note(run, end->text);
}

static ul_status list_settings(session *s)
{
    const ul_param *param = s->inside->param;
    size_t n = 0;
    while (param != NULL && param[n].name != NULL)
        n++;
    UL_ALLOC(ul_run_arena(s->run), s->set, n + 1);
    for (; s->n_set < n; s->n_set++) {
        const char *name = param[s->n_set].name, *value = ul_run_choice(s->run, name);
        const size_t room = strlen(name) + strlen(value) + 2;
        char *text;
        UL_ALLOC(ul_run_arena(s->run), text, room);
        snprintf(text, room, "%s=%s", name, value);
        s->set[s->n_set] = text;
    }
    return UL_OK;
}

static ul_status run_apart(ul_run *run)
{
    session s = {.run = run, .inside = ((const wrapped *)ul_run_method(run))->inside};
    ending end = {0};
    ul_child child;
    bool late = false;
    ul_run_is_sifted(run);
    UL_TRY(list_settings(&s));
    UL_TRY(ul_exchange_open(&s.files));
    ul_status status = ul_kept_start(work, &s, &child);
    if (status == UL_OK) {
        status = listen(&s, &child, &end, &late);
        ul_child_close(&child);
    }
    ul_exchange_close(&s.files);
    return status == UL_OK ? conclude(run, &child, &end, late) : status;
}

#define UL_KIND(kind)                                                     \
    static ul_status apart_##kind(const struct ul_##kind *in, ul_run *run) \
    {                                                                     \
        (void)in;                                                         \
        return run_apart(run);                                            \
    }
#include "kinds.def"
#undef UL_KIND

/* One wrapper for each method, as long as the program runs. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static wrapped *all;

static wrapped *wrap(const ul_method *method)
{
    wrapped *w = all;
    while (w != NULL && w->inside != method)
        w = w->next;
    if (w != NULL || (w = malloc(sizeof *w)) == NULL)
        return w;
    *w = (wrapped){.method = *method, .inside = method, .next = all};
#define UL_KIND(kind) \
    if (method->kind != NULL) \
        w->method.kind = apart_##kind;
#include "kinds.def"
#undef UL_KIND
    return all = w;
}

ul_status ul_plugin_apart(const ul_method *method, const ul_method **apart)
{
    pthread_mutex_lock(&lock);
    const wrapped *w = wrap(method);
    pthread_mutex_unlock(&lock);
    UL_NEED(w);
    *apart = &w->method;
    return UL_OK;
}
