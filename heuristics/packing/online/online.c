/* Online packing by a program of the user's, in any language: it is shown one task after
 * the other, in file order, with what is free on the machines so far, and says on which
 * it goes; one JSON object a line (docs/protocol.md):
 *
 *     -> {"item": [20], "bins": [[130], [55]]}
 *     <- {"bin": 1}                              or {"new": "large"} for a new one
 *
 * It cannot look ahead. Where a task does not fit it is told so and asked again. Time is
 * the program's, and O(machines) of ours a task for the line that shows them. A program that
 * values machines instead (bin_values.h) is asked once for each different pair of a task
 * and a machine.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bin_values.h"
#include "online.h"

enum { in_vain_max = 100 }; /* answers in a row that are refused */

typedef struct {
    const ul_packing *in;
    ul_conversation *talk;
    ul_packing_plan *plan;
    uint32_t *n_open;  /* machines of each type */
    bool shows_bins;
    bool values;       /* it values machines instead of naming one */
    ul_bin_table *table; /* what it said of them in earlier games; or NULL */
    uint64_t n_refused;
    char why[200], first[200]; /* why the last answer was refused, "" when it was not; and the first */
} online;

/* ---- what it is told ---- */

static void put_type(ul_json_writer *json, const ul_packing *in, size_t k)
{
    const ul_packing_type *type = &in->type[k];
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", type->name);
    ul_json_text_member(json, "family", in->family[type->family]);
    ul_json_micro_member(json, "price", type->price);
    ul_json_name(json, "capacity");
    ul_json_put_micros(json, type->capacity, in->n_resources, ", ");
    ul_json_real_member(json, "supply", type->supply == UL_ANY_NUMBER ? NAN : (double)type->supply);
    ul_json_close(json, "}");
}

static void say_hello(const online *self)
{
    const ul_packing *in = self->in;
    ul_json_writer *json = ul_conversation_say(self->talk);
    ul_json_open(json, "{", ", ");
    ul_json_count_member(json, "hello", 1);
    ul_json_count_member(json, "items", in->n_copies);
    ul_json_texts_member(json, "resources", in->resource, in->n_resources);
    ul_json_open_member(json, "types", "[", ", ");
    for (size_t k = 0; k < in->n_types; k++)
        put_type(json, in, k);
    ul_json_close(json, "]");
    ul_json_close(json, "}");
}

/* What the task takes on the first type's family, and on those where it is another. */
static void put_item(ul_json_writer *json, const ul_packing *in, size_t j)
{
    const size_t shape = in->task[j].shape, usual = in->type[0].family;
    ul_json_name(json, "item");
    ul_json_put_micros(json, ul_packing_demand(in, shape, usual), in->n_resources, ", ");
    if (in->n_families == 1)
        return;
    ul_json_open_member(json, "item_on", "{", ", ");
    for (size_t f = 0; f < in->n_families; f++) {
        if (ul_packing_same_demand(in, shape, f, usual))
            continue;
        ul_json_name(json, in->family[f]);
        ul_json_put_micros(json, ul_packing_demand(in, shape, f), in->n_resources, ", ");
    }
    ul_json_close(json, "}");
}

static void put_bins(ul_json_writer *json, const ul_packing_plan *plan)
{
    const ul_packing *in = plan->in;
    ul_json_open_member(json, "bins", "[", ", ");
    for (size_t i = 0; i < plan->n_bins; i++)
        ul_json_put_micros(json, ul_plan_free(plan, i), in->n_resources, ", ");
    ul_json_close(json, "]");
    if (in->n_types == 1)
        return;
    ul_json_open_member(json, "of", "[", ", ");
    for (size_t i = 0; i < plan->n_bins; i++)
        ul_json_put_text(json, in->type[plan->bin[i].type].name);
    ul_json_close(json, "]");
}

static void say_item(const online *self, size_t j)
{
    ul_json_writer *json = ul_conversation_say(self->talk);
    ul_json_open(json, "{", ", ");
    if (self->why[0] != '\0')
        ul_json_text_member(json, "refused", self->why);
    put_item(json, self->in, j);
    if (self->shows_bins)
        put_bins(json, self->plan);
    ul_json_close(json, "}");
}

/* ---- what it says ---- */

static ul_status hear_truth(online *self, const ul_json *answer, const char *name, bool *truth)
{
    const ul_json *member = ul_json_member(answer, name);
    return member == NULL || ul_json_truth(member, truth)
               ? UL_OK
               : ul_conversation_reject(self->talk, "'%s' of the program's first answer is not true "
                                                    "or false", name);
}

static ul_status hear_ready(online *self, ul_run *run, const ul_json *answer)
{
    const char *name;
    bool ready = false;
    if (!ul_json_truth(ul_json_member(answer, "ready"), &ready) || !ready)
        return ul_conversation_reject(self->talk, "the program's first answer is not "
                                      "{\"ready\": true, ...} but %.80s",
                                      ul_conversation_said(self->talk));
    self->shows_bins = true;
    UL_TRY(hear_truth(self, answer, "bins", &self->shows_bins));
    UL_TRY(hear_truth(self, answer, "values", &self->values));
    return ul_json_text(ul_json_member(answer, "name"), &name) ? ul_run_note(run, name) : UL_OK;
}

/* The type that a new machine is to have: by name, or the only one. UL_NONE: none such. */
static size_t new_type(const ul_packing *in, const ul_json *wanted)
{
    const char *name;
    size_t k = 0;
    if (wanted == NULL)
        return in->n_types == 1 ? 0 : UL_NONE;
    if (!ul_json_text(wanted, &name))
        return UL_NONE;
    while (k < in->n_types && strcmp(in->type[k].name, name) != 0)
        k++;
    return k < in->n_types ? k : UL_NONE;
}

static void refuse(online *self, const char *format, const char *name)
{
    snprintf(self->why, sizeof self->why, format, name);
    if (self->n_refused++ == 0)
        memcpy(self->first, self->why, sizeof self->first);
}

static ul_status put_on_new(online *self, size_t j, const ul_json *wanted)
{
    const ul_packing *in = self->in;
    const size_t k = new_type(in, wanted);
    size_t i;
    if (k == UL_NONE)
        refuse(self, "'new' is the name of a type%s", "");
    else if (!ul_packing_fits(in, ul_packing_need(in, j, k), in->type[k].capacity))
        refuse(self, "it does not fit on an empty '%.60s'", in->type[k].name);
    else if (self->n_open[k] >= in->type[k].supply)
        refuse(self, "no more '%.60s' are to be had", in->type[k].name);
    else {
        self->n_open[k]++;
        UL_TRY(ul_plan_open(self->plan, k, &i));
        return ul_plan_put(self->plan, i, j, 1);
    }
    return UL_OK;
}

static ul_status hear_bin(online *self, size_t j, const ul_json *answer)
{
    const ul_json *wanted = ul_json_member(answer, "new");
    double bin = -1;
    self->why[0] = '\0';
    if (wanted == NULL && !ul_json_number(ul_json_member(answer, "bin"), &bin))
        return ul_conversation_reject(self->talk, "an answer is {\"bin\": NUMBER} or "
                                                  "{\"new\": TYPE}, and the program's is neither");
    if (wanted != NULL || bin == (double)self->plan->n_bins)
        return put_on_new(self, j, wanted);
    if (!(bin >= 0 && bin < (double)self->plan->n_bins && bin == floor(bin)))
        refuse(self, "there is no such bin%s", "");
    else if (!ul_plan_fits(self->plan, (size_t)bin, j, 1))
        refuse(self, "it does not fit there%s", "");
    else
        return ul_plan_put(self->plan, (size_t)bin, j, 1);
    return UL_OK;
}

/* ---- values ---- */

static void put_numbers(ul_json_writer *json, const double *number, size_t n)
{
    ul_json_open(json, "[", ", ");
    for (size_t r = 0; r < n; r++)
        ul_json_put_real(json, number[r]);
    ul_json_close(json, "]");
}

static ul_status ask_values(void *context, const ul_bin_question *ask, double *value)
{
    online *self = context;
    const ul_json *answer;
    ul_json_writer *json = ul_conversation_say(self->talk);
    ul_json_open(json, "{", ", ");
    ul_json_name(json, "item");
    put_numbers(json, ask->item, ask->n_resources);
    ul_json_name(json, "capacity");
    put_numbers(json, ask->capacity, ask->n_resources);
    ul_json_open_member(json, "bins", "[", ", ");
    for (size_t q = 0; q < ask->n; q++)
        put_numbers(json, ask->free + q * ask->n_resources, ask->n_resources);
    ul_json_close(json, "]");
    ul_json_close(json, "}");
    UL_TRY(ul_conversation_ask(self->talk, &answer));
    const ul_json *values = ul_json_member(answer, "values");
    for (size_t q = 0; q < ask->n; q++)
        if (!ul_json_number(ul_json_element(values, q), &value[q]) || ul_json_count(values) != ask->n)
            return ul_conversation_reject(self->talk, "an answer is {\"values\": [...]} with a number "
                                                      "for each bin, and the program's is not");
    return UL_OK;
}

/* ---- the game ---- */

static ul_status place(online *self, size_t j)
{
    const ul_json *answer;
    for (int q = 0; q < in_vain_max; q++) {
        say_item(self, j);
        UL_TRY(ul_conversation_ask(self->talk, &answer));
        UL_TRY(hear_bin(self, j, answer));
        if (self->why[0] == '\0')
            return UL_OK;
    }
    return ul_conversation_reject(self->talk, "%d answers in a row are refused, the last: %s",
                                  in_vain_max, self->why);
}

static ul_status play(online *self, ul_run *run)
{
    const ul_json *answer;
    char note[300];
    say_hello(self);
    UL_TRY(ul_conversation_ask(self->talk, &answer));
    UL_TRY(hear_ready(self, run, answer));
    if (self->values && self->in->is_limited)
        return ul_conversation_reject(self->talk, "machines are valued where any number of them "
                                                  "is to be had");
    const ul_bin_rule asked = {ask_values, self};
    if (self->values)
        return ul_bin_values_pack(self->in, run, &asked, self->table);
    for (size_t j = 0; j < self->in->n_tasks; j++)
        for (uint32_t c = 0; c < self->in->task[j].copies; c++)
            UL_TRY(place(self, j));
    if (self->n_refused > 0) {
        snprintf(note, sizeof note, "answers refused: %llu, the first: %s",
                 (unsigned long long)self->n_refused, self->first);
        UL_TRY(ul_run_note(run, note));
    }
    return ul_run_offer(run, self->plan);
}

ul_status ul_online_play(const ul_packing *in, ul_run *run, ul_peer **peer, ul_bin_table *table)
{
    online self = {.in = in, .table = table};
    UL_ALLOC(ul_run_arena(run), self.n_open, in->n_types);
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &self.plan));
    UL_TRY(peer == NULL ? ul_conversation_open(run, &self.talk)
                        : ul_conversation_join(run, peer, &self.talk));
    const ul_status status = play(&self, run);
    ul_conversation_close(self.talk);
    return status == UL_E_STOPPED ? UL_OK : status;
}

static ul_status online_solve(const ul_packing *in, ul_run *run)
{
    return ul_online_play(in, run, NULL, NULL);
}

static const ul_param param[] = {
    UL_TEXT("command", "", "the program and its arguments; it is shown a task and says on which "
            "machine"),
    UL_CONVERSATION_LIMITS,
    {0},
};

const ul_method ul_method_online = {
    .name = "online",
    .brief = "a program of yours that packs one task after the other",
    .paper = "yours",
    .traits = UL_OPTIONAL | UL_SUPPLY | UL_ONLINE,
    .param = param,
    .packing = online_solve,
};
