/* What a program says: that it is ready, and orders. Names become numbers here; one that
 * nothing has is the order's fault, which is refused. */
#include <stdio.h>
#include <string.h>

#include "live_program.h"

enum {
    in_vain_max = 100,  /* answers with a refused order at one instant */
    refused_max = 1000, /* orders of one answer; those behind them are not read */
    look_every = 64     /* orders between two looks at the clock */
};

/* ---- ready ---- */

static ul_status hear_knows(ul_live_program *self, ul_live *live, const ul_json *list)
{
    const char *item;
    for (size_t q = 0; q < ul_json_count(list); q++) {
        ul_knows knows = UL_KNOWS_DEMANDS;
        const bool is_text = ul_json_text(ul_json_element(list, q), &item);
        while (is_text && knows <= UL_KNOWS_RUN_TIMES && strcmp(ul_knows_name(knows), item) != 0)
            knows++;
        if (!is_text || knows > UL_KNOWS_RUN_TIMES)
            return ul_conversation_reject(self->talk, "the policy declares that it knows '%.40s', "
                                          "which is none of demands, estimates, "
                                          "interference, run-times",
                                          is_text ? item : "?");
        self->wants_rates = self->wants_rates || knows == UL_KNOWS_INTERFERENCE;
        ul_live_declare(live, knows);
    }
    return UL_OK;
}

static ul_status reject_member(ul_live_program *self, const char *name, const char *form)
{
    return ul_conversation_reject(self->talk, "'%s' of the policy's first answer is not %s", name,
                                  form);
}

ul_status ul_live_hear_ready(ul_live_program *self, ul_live *live, const ul_json *answer)
{
    const char *name;
    bool ready = false;
    double every_s;
    if (!ul_json_truth(ul_json_member(answer, "ready"), &ready) || !ready)
        return ul_conversation_reject(self->talk, "the policy's first answer is not "
                                      "{\"ready\": true, ...} but %.80s",
                                      ul_conversation_said(self->talk));
    if (!ul_json_is_array(ul_json_member(answer, "knows")) && ul_json_member(answer, "knows") != NULL)
        return reject_member(self, "knows", "a list");
    if (ul_json_member(answer, "knows") != NULL)
        UL_TRY(hear_knows(self, live, ul_json_member(answer, "knows")));
    if (!ul_json_truth(ul_json_member(answer, "state"), &self->tells_state)
        && ul_json_member(answer, "state") != NULL)
        return reject_member(self, "state", "true or false");
    if (!ul_json_number(ul_json_member(answer, "every_s"), &every_s)) {
        if (ul_json_member(answer, "every_s") != NULL)
            return reject_member(self, "every_s", "a number");
    } else {
        const char *why = ul_live_every(live, every_s);
        if (why != NULL)
            return ul_conversation_reject(self->talk, "%s", why);
    }
    return ul_json_text(ul_json_member(answer, "name"), &name) ? ul_run_note(self->run, name)
                                                               : UL_OK;
}

/* ---- orders: each answers with the reason why not, or NULL ---- */

static const char *say(ul_live_program *self, const char *format, const char *name)
{
    snprintf(self->why, sizeof self->why, format, name);
    return self->why;
}

/* The text of an order's member; NULL, and the reason told, where it has none. */
static const char *text_of(ul_live_program *self, const ul_json *order, const char *name)
{
    const char *text = NULL;
    if (!ul_json_text(ul_json_member(order, name), &text))
        (void)say(self, ul_json_member(order, name) == NULL ? "the order has no '%s'"
                                                            : "'%s' is not a text", name);
    return text;
}

static const char *check_name(ul_live_program *self, const ul_json *item, ul_names *seen)
{
    const char *name;
    bool added;
    if (!ul_json_text(item, &name) || name[0] == '\0' || strlen(name) > UL_NAME_MAX)
        return say(self, "'as' is the name of a machine, or a list of names%s", "");
    if (ul_names_find(self->machine, name, strlen(name)) != UL_NONE)
        return say(self, "there was a machine '%.60s' before", name);
    if (ul_names_add(seen, name, strlen(name), &added) == UL_NONE)
        return say(self, "out of memory%s", "");
    return added ? NULL : say(self, "two machines are to be '%.60s'", name);
}

/* Whether the machines of an order can be called so: new names, each of them once. */
static const char *check_names(ul_live_program *self, const ul_json *as, size_t count)
{
    ul_names *seen = ul_names_new();
    const char *why = seen == NULL ? say(self, "out of memory%s", "") : NULL;
    for (size_t q = 0; q < count && why == NULL; q++)
        why = check_name(self, ul_json_is_array(as) ? ul_json_element(as, q) : as, seen);
    ul_names_free(seen);
    return why;
}

static const char *rent(ul_live_program *self, ul_live *live, const ul_json *order)
{
    const char *type = text_of(self, order, "rent"), *name;
    const ul_json *as = ul_json_member(order, "as");
    const size_t count = ul_json_is_array(as) ? ul_json_count(as) : 1;
    uint32_t first;
    if (type == NULL)
        return self->why;
    if (ul_live_find_type(live, type) == UL_LIVE_NONE)
        return say(self, "there is no type '%.60s'", type);
    const char *why = check_names(self, as, count);
    if (why == NULL)
        why = ul_live_rent(live, ul_live_find_type(live, type), (uint32_t)count, &first);
    for (uint32_t q = 0; why == NULL && q < count; q++) {
        (void)ul_json_text(ul_json_is_array(as) ? ul_json_element(as, q) : as, &name);
        self->fault = ul_live_name_machine(self, first + q, name);
        if (self->fault != UL_OK)
            return ul_error_text();
    }
    return why;
}

/* The task, or the machine, that a member of the order names; else UL_LIVE_NONE, and why. */
static uint32_t task_in(ul_live_program *self, ul_live *live, const ul_json *order, const char *name)
{
    const char *text = text_of(self, order, name);
    const uint32_t task = text == NULL ? UL_LIVE_NONE : ul_live_find_task(self, live, text);
    if (text != NULL && task == UL_LIVE_NONE)
        (void)say(self, "no task '%.60s' has arrived", text);
    return task;
}

static uint32_t machine_in(ul_live_program *self, const ul_json *order, const char *name)
{
    const char *text = text_of(self, order, name);
    const uint32_t m = text == NULL ? UL_LIVE_NONE : ul_live_find_machine(self, text);
    if (text != NULL && m == UL_LIVE_NONE)
        (void)say(self, "there is no machine '%.60s'", text);
    return m;
}

static const char *put(ul_live_program *self, ul_live *live, const ul_json *order, bool moves)
{
    const uint32_t task = task_in(self, live, order, moves ? "move" : "put");
    const uint32_t m = task == UL_LIVE_NONE ? UL_LIVE_NONE : machine_in(self, order, "on");
    return m == UL_LIVE_NONE ? self->why : (moves ? ul_live_move : ul_live_put)(live, task, m);
}

static const char *stop(ul_live_program *self, ul_live *live, const ul_json *order)
{
    const uint32_t task = task_in(self, live, order, "stop");
    return task == UL_LIVE_NONE ? self->why : ul_live_stop(live, task);
}

static const char *release(ul_live_program *self, ul_live *live, const ul_json *order)
{
    const uint32_t m = machine_in(self, order, "release");
    return m == UL_LIVE_NONE ? self->why : ul_live_release(live, m);
}

static const char *wake(ul_live_program *self, ul_live *live, const ul_json *order)
{
    double at_s;
    if (!ul_json_number(ul_json_member(order, "wake"), &at_s))
        return say(self, "'wake' is a second%s", "");
    return ul_live_wake(live, at_s);
}

static const char *obey(ul_live_program *self, ul_live *live, const ul_json *order)
{
    if (ul_json_member(order, "put") != NULL)
        return put(self, live, order, false);
    if (ul_json_member(order, "rent") != NULL)
        return rent(self, live, order);
    if (ul_json_member(order, "release") != NULL)
        return release(self, live, order);
    if (ul_json_member(order, "move") != NULL)
        return put(self, live, order, true);
    if (ul_json_member(order, "stop") != NULL)
        return stop(self, live, order);
    if (ul_json_member(order, "wake") != NULL)
        return wake(self, live, order);
    return say(self, "an order is one of rent, put, move, stop, release, wake%s", "");
}

/* Refusals are told at once, so that the policy can do something else instead. So many that
 * their sentences fit into a line: the last says where reading ended. */
static ul_status note_refused(ul_live_program *self, size_t order, const char *why)
{
    UL_MORE(ul_run_arena(self->run), self->refused, self->n_refused, self->refused_room);
    ul_live_refusal *refusal = &self->refused[self->n_refused++];
    refusal->order = order;
    snprintf(refusal->why, sizeof refusal->why, "%s", why);
    return UL_OK;
}

static ul_status count_vain(ul_live_program *self, ul_live *live)
{
    if (self->n_refused == 0)
        return UL_OK;
    self->in_vain = self->refused_s == ul_live_now(live) ? self->in_vain + 1 : 1;
    self->refused_s = ul_live_now(live);
    ul_live_again(live);
    return self->in_vain < in_vain_max
               ? UL_OK
               : ul_conversation_reject(self->talk, "second %.10g: %d answers in a row hold orders "
                                        "that are refused, the first of the last: %s", ul_live_now(live),
                                        in_vain_max, self->refused[0].why);
}

ul_status ul_live_hear_orders(ul_live_program *self, ul_live *live, const ul_json *answer)
{
    const ul_json *list = ul_json_member(answer, "orders");
    self->n_refused = 0;
    if (!ul_json_is_array(list))
        return ul_conversation_reject(self->talk, "an answer is {\"orders\": [...]}, and the "
                                                  "policy's has no such list");
    for (size_t q = 0; q < ul_json_count(list) && self->n_refused <= refused_max; q++) {
        if (q % look_every == 0 && ul_run_expired(self->run))
            return ul_fail(UL_E_STOPPED, "the deadline came first");
        const char *why = self->n_refused == refused_max
                              ? say(self, "so many orders before it were refused that it was not "
                                    "read, nor what is behind it%s", "")
                              : obey(self, live, ul_json_element(list, q));
        UL_TRY(self->fault);
        if (why == self->why)
            why = ul_live_refuse(live, why);
        if (why != NULL)
            UL_TRY(note_refused(self, q, why));
    }
    return count_vain(self, live);
}
