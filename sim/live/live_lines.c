/* What a program is told, as lines: the world at the start, and what has happened. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live_program.h"
#include "sha256.h"

/* ---- pieces ---- */

static void put_count(ul_json_writer *json, const char *name, uint32_t count)
{
    ul_json_real_member(json, name, count == UL_LIVE_NONE ? NAN : (double)count);
}

static void put_name_of(ul_json_writer *json, const ul_live_task *task)
{
    char name[UL_NAME_MAX + 16];
    snprintf(name, sizeof name, "%s.%u", task->job, task->number);
    ul_json_put_text(json, name);
}

static void put_task(ul_json_writer *json, ul_live *live, const char *name, uint32_t i)
{
    ul_live_task task;
    (void)ul_live_task_of(live, i, &task);
    ul_json_name(json, name);
    put_name_of(json, &task);
}

static void put_machine(const ul_live_program *self, ul_json_writer *json, const char *name,
                        uint32_t m)
{
    ul_json_text_member(json, name, ul_names_text(self->machine, self->named[m]));
}

/* ---- hello ---- */

static void put_type(ul_json_writer *json, const ul_live_type *type, size_t n_resources)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", type->name);
    ul_json_text_member(json, "family", type->family);
    ul_json_micro_member(json, "price", type->price);
    ul_json_name(json, "capacity");
    ul_json_put_micros(json, type->capacity, n_resources, ", ");
    ul_json_real_member(json, "billed_after_s", type->billed_after_s);
    ul_json_real_member(json, "usable_after_s", type->usable_after_s);
    ul_json_real_member(json, "usable_at_most_s", type->usable_at_most_s);
    ul_json_real_member(json, "gone_after_s", type->gone_after_s);
    ul_json_real_member(json, "billing_unit_s", type->billing_unit_s);
    ul_json_real_member(json, "billing_least_s", type->billing_least_s);
    put_count(json, "supply", type->supply);
    if (type->n_shares > 0) {
        ul_json_real_member(json, "sustained_s", type->sustained_s);
        ul_json_name(json, "shares");
        ul_json_put_micros(json, type->share, type->n_shares, ", ");
    }
    ul_json_close(json, "}");
}

static void put_world(ul_json_writer *json, const ul_live_world *world)
{
    ul_json_open(json, "{", ", ");
    ul_json_real_member(json, "round_s", world->round_s);
    ul_json_truth_member(json, "keeps_work", world->keeps_work);
    ul_json_real_member(json, "cutoff_s", world->cutoff_s < 0 ? NAN : world->cutoff_s);
    ul_json_name(json, "stretch");
    if (world->stretch != NULL)
        ul_json_put_text(json, world->stretch);
    else
        ul_json_put(json, "null");
    ul_json_open_member(json, "boots", "[", ", ");
    for (size_t q = 0; q < world->n_boots; q++)
        ul_json_put(json, "[%u, %.15g]", world->boot[q].count,
                    ul_micro_double(world->boot[q].usable_after_s));
    ul_json_close(json, "]");
    ul_json_close(json, "}");
}

/* How tasks of workloads slow each other down, to who has declared that it knows. */
static void put_throughput(ul_json_writer *json, ul_live_world world)
{
    ul_json_open_member(json, "throughput", "[", ", ");
    for (size_t q = 0; q < world.n_pairs; q++) {
        ul_json_open(json, "[", ", ");
        ul_json_put_text(json, world.pair[q].workload);
        ul_json_put_text(json, world.pair[q].beside);
        ul_json_put_micro(json, world.pair[q].value);
        ul_json_close(json, "]");
    }
    ul_json_close(json, "]");
}

/* Of the run's seed, but not it: the world's own draws are no business of the policy. With
 * the instance's hash, which it does not know, it cannot try all seeds for the one. */
static unsigned long long own_seed(const ul_run *run)
{
    char text[80 + UL_SHA256_TEXT], digest[UL_SHA256_TEXT], *end;
    ul_sha256 hash;
    snprintf(text, sizeof text, "policy %llu %s", (unsigned long long)ul_run_seed(run),
             ul_run_instance(run)->sha256);
    ul_sha256_init(&hash);
    ul_sha256_add(&hash, text, strlen(text));
    ul_sha256_text(&hash, digest);
    digest[12] = '\0'; /* 48 bits: exact in a double */
    return strtoull(digest, &end, 16);
}

ul_status ul_live_say_hello(ul_live_program *self, ul_live *live)
{
    const ul_live_world world = ul_live_world_of(live);
    ul_json_writer *json = ul_conversation_say(self->talk);
    ul_live_type type;
    self->n_types = world.n_types;
    ul_json_open(json, "{", ", ");
    ul_json_count_member(json, "hello", 1);
    ul_json_texts_member(json, "resources", world.resource, world.n_resources);
    ul_json_open_member(json, "types", "[", ", ");
    for (uint32_t k = 0; ul_live_type_of(live, k, &type); k++)
        put_type(json, &type, world.n_resources);
    ul_json_close(json, "]");
    ul_json_name(json, "world");
    put_world(json, &world);
    ul_json_put_member(json, "knows", "[\"demands\", \"estimates\", \"interference\", \"run-times\"]");
    ul_json_count_member(json, "seed", own_seed(self->run));
    ul_json_real_member(json, "time_left_s", ul_run_left_s(self->run));
    ul_json_close(json, "}");
    return UL_OK;
}

/* ---- arrivals ---- */

/* Whether no type before this one is of its family. */
static bool leads_family(const ul_live *live, uint32_t k)
{
    ul_live_type type, before;
    for (uint32_t q = 0; ul_live_type_of(live, k, &type) && q < k; q++)
        if (ul_live_type_of(live, q, &before) && strcmp(before.family, type.family) == 0)
            return false;
    return true;
}

/* What a task of this shape takes: on the first type, on families where it is another, and
 * how fast it is where that is not 1. */
static void put_demands(ul_json_writer *json, ul_live *live, uint32_t i, size_t n_resources)
{
    const ul_micro *usual = ul_live_demand(live, i, 0);
    ul_live_type type;
    ul_json_name(json, "demand");
    ul_json_put_micros(json, usual, n_resources, ", ");
    ul_json_open_member(json, "demand_on", "{", ", ");
    for (uint32_t k = 0; ul_live_type_of(live, k, &type); k++) {
        const ul_micro *here = ul_live_demand(live, i, k);
        if (memcmp(here, usual, n_resources * sizeof *here) == 0 || !leads_family(live, k))
            continue;
        ul_json_name(json, type.family);
        ul_json_put_micros(json, here, n_resources, ", ");
    }
    ul_json_close(json, "}");
    ul_json_open_member(json, "speed_on", "{", ", ");
    for (uint32_t k = 0; ul_live_type_of(live, k, &type); k++)
        if (ul_live_speed(live, i, k) != 1 && leads_family(live, k))
            ul_json_real_member(json, type.family, ul_live_speed(live, i, k));
    ul_json_close(json, "}");
}

/* The text of that, members of an object, made once for each shape. */
static ul_status demands_of(ul_live_program *self, ul_live *live, uint32_t i, const char **text)
{
    const uint32_t shape = ul_live_shape(live, i);
    ul_output *out;
    char *made;
    size_t length;
    UL_MORE(ul_run_arena(self->run), self->shape, shape, self->shape_room);
    if (self->shape[shape] == NULL) {
        UL_TRY(ul_output_memory(&out));
        ul_json_writer json = ul_json_writer_on(out);
        ul_json_open(&json, "", ", ");
        put_demands(&json, live, i, ul_live_world_of(live).n_resources);
        ul_json_close(&json, "");
        UL_TRY(ul_output_take(out, &made, &length));
        self->shape[shape] = ul_arena_text(ul_run_arena(self->run), made, length);
        free(made);
        UL_NEED(self->shape[shape]);
    }
    *text = self->shape[shape];
    return UL_OK;
}

static ul_status put_arrived_task(ul_live_program *self, ul_json_writer *json, ul_live *live,
                                  uint32_t i)
{
    ul_live_task task;
    const char *demands = "";
    UL_TRY(demands_of(self, live, i, &demands));
    UL_MORE(ul_run_arena(self->run), self->open, self->n_open, self->open_room);
    self->open[self->n_open++] = i;
    (void)ul_live_task_of(live, i, &task);
    ul_json_open(json, "{", ", ");
    ul_json_name(json, "task");
    put_name_of(json, &task);
    ul_output_text(ul_json_item(json), demands);
    if (!isnan(task.estimate_s))
        ul_json_real_member(json, "estimate_s", task.estimate_s);
    if (!isnan(task.run_time_s))
        ul_json_real_member(json, "run_time_s", task.run_time_s);
    ul_json_close(json, "}");
    return UL_OK;
}

static void put_job(ul_json_writer *json, const ul_live_task *task)
{
    const double moving[] = {task->fetch_s, task->build_s, task->init_s, task->kill_s,
                             task->upload_s};
    ul_json_text_member(json, "arrived", task->job);
    ul_json_real_member(json, "at_s", task->arrival_s);
    ul_json_truth_member(json, "gang", task->gang);
    if (task->workload != NULL)
        ul_json_text_member(json, "workload", task->workload);
    if (task->image != NULL)
        ul_json_text_member(json, "image", task->image);
    ul_json_open_member(json, "moving_s", "[", ", ");
    for (size_t q = 0; q < sizeof moving / sizeof *moving; q++)
        ul_json_put_real(json, moving[q]);
    ul_json_close(json, "]");
}

static ul_status put_arrived(ul_live_program *self, ul_json_writer *json, ul_live *live,
                             const ul_live_event *event)
{
    ul_live_task task;
    (void)ul_live_task_of(live, event->task, &task);
    const size_t j = ul_names_add(self->job, task.job, strlen(task.job), NULL);
    if (j == UL_NONE)
        return ul_no_memory();
    UL_MORE(ul_run_arena(self->run), self->some_task, j, self->job_room);
    self->some_task[j] = event->task;
    put_job(json, &task);
    ul_json_open_member(json, "tasks", "[", ", ");
    for (uint32_t i = event->task; i < event->task + event->count; i++)
        UL_TRY(put_arrived_task(self, json, live, i));
    ul_json_close(json, "]");
    return UL_OK;
}

/* ---- other events ---- */

static ul_status put_event(ul_live_program *self, ul_json_writer *json, ul_live *live,
                           const ul_live_event *event)
{
    static const char *const name[] = {
        [UL_LIVE_UP] = "up",         [UL_LIVE_ENDED] = "ended", [UL_LIVE_LEFT] = "left",
        [UL_LIVE_CUT] = "cut",       [UL_LIVE_GONE] = "gone",   [UL_LIVE_SUPPLY] = "supply",
        [UL_LIVE_PRICE] = "price",   [UL_LIVE_WAKE] = "woken",
    };
    ul_live_type type = {0};
    switch (event->kind) {
    case UL_LIVE_ARRIVED:
        return put_arrived(self, json, live, event);
    case UL_LIVE_UP:
    case UL_LIVE_GONE:
        put_machine(self, json, name[event->kind], event->machine);
        break;
    case UL_LIVE_ENDED:
    case UL_LIVE_LEFT:
    case UL_LIVE_CUT:
        put_task(json, live, name[event->kind], event->task);
        put_machine(self, json, "on", event->machine);
        break;
    case UL_LIVE_SUPPLY:
    case UL_LIVE_PRICE:
        (void)ul_live_type_of(live, event->type, &type);
        ul_json_text_member(json, name[event->kind], type.name);
        if (event->kind == UL_LIVE_PRICE)
            ul_json_micro_member(json, "is", type.price);
        else
            put_count(json, "is", type.supply);
        break;
    case UL_LIVE_WAKE:
        ul_json_truth_member(json, name[event->kind], true);
        break;
    }
    return UL_OK;
}

/* ---- the state, for who asks for it ---- */

static const char *state_name(ul_live_state state)
{
    static const char *const name[] = {
        [UL_LIVE_WAITING] = "waiting", [UL_LIVE_PROMISED] = "promised",
        [UL_LIVE_LOADING] = "loading", [UL_LIVE_WORKING] = "working",
        [UL_LIVE_LEAVING] = "leaving", [UL_LIVE_DONE] = "done",
    };
    return name[state];
}

static void put_machines(const ul_live_program *self, ul_json_writer *json, ul_live *live)
{
    const size_t n_resources = ul_live_world_of(live).n_resources;
    ul_live_type type;
    ul_json_open(json, "[", ", ");
    for (uint32_t m = ul_live_next_machine(live, UL_LIVE_NONE); m != UL_LIVE_NONE;
         m = ul_live_next_machine(live, m)) {
        const ul_live_machine *machine = ul_live_machine_of(live, m);
        (void)ul_live_type_of(live, machine->type, &type);
        ul_json_open(json, "{", ", ");
        put_machine(self, json, "machine", m);
        ul_json_text_member(json, "type", type.name);
        ul_json_truth_member(json, "up", machine->is_up);
        ul_json_truth_member(json, "closing", machine->is_closing);
        ul_json_real_member(json, "ordered_s", machine->ordered_s);
        ul_json_count_member(json, "tasks", machine->n_on);
        ul_json_name(json, "free");
        ul_json_put_micros(json, machine->free, n_resources, ", ");
        ul_json_close(json, "}");
    }
    ul_json_close(json, "]");
}

/* Those that are not done; who is done is forgotten. */
static void put_tasks(ul_live_program *self, ul_json_writer *json, ul_live *live)
{
    size_t kept = 0;
    ul_json_open(json, "[", ", ");
    for (size_t q = 0; q < self->n_open; q++) {
        ul_live_task task;
        if (!ul_live_task_of(live, self->open[q], &task) || task.state == UL_LIVE_DONE)
            continue;
        self->open[kept++] = self->open[q];
        ul_json_open(json, "{", ", ");
        ul_json_name(json, "task");
        put_name_of(json, &task);
        ul_json_text_member(json, "state", state_name(task.state));
        if (task.machine != UL_LIVE_NONE)
            put_machine(self, json, "on", task.machine);
        if (task.to != UL_LIVE_NONE)
            put_machine(self, json, "to", task.to);
        ul_json_real_member(json, "worked_s", task.worked_s);
        ul_json_real_member(json, "rate", task.rate);
        ul_json_close(json, "}");
    }
    self->n_open = kept;
    ul_json_close(json, "]");
}

ul_status ul_live_say_events(ul_live_program *self, ul_live *live, const ul_live_event *event,
                             size_t n)
{
    ul_json_writer *json = ul_conversation_say(self->talk);
    ul_json_open(json, "{", ", ");
    ul_json_real_member(json, "t", ul_live_now(live));
    if (self->wants_rates)
        put_throughput(json, ul_live_world_of(live));
    self->wants_rates = false;
    ul_json_open_member(json, "events", "[", ", ");
    for (size_t q = 0; q < self->n_refused; q++) {
        ul_json_open(json, "{", ", ");
        ul_json_count_member(json, "refused", self->refused[q].order);
        ul_json_text_member(json, "why", self->refused[q].why);
        ul_json_close(json, "}");
    }
    for (size_t q = 0; q < n; q++) {
        ul_json_open(json, "{", ", ");
        UL_TRY(put_event(self, json, live, &event[q]));
        ul_json_close(json, "}");
    }
    ul_json_close(json, "]");
    if (self->tells_state) {
        ul_json_open_member(json, "state", "{", ", ");
        ul_json_name(json, "machines");
        put_machines(self, json, live);
        ul_json_name(json, "tasks");
        put_tasks(self, json, live);
        ul_json_close(json, "}");
    }
    ul_json_close(json, "}");
    return UL_OK;
}
