#include "runner.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "manifest.h"
#include "names.h"
#include "slot.h"

enum { JOBS_MAX = 256 };

/* What the records say of one instance: enough to raise the alarm. */
typedef struct {
    ul_record cheapest, tightest; /* has_cost, has_bound false when there is none */
} extremes;

typedef struct {
    const ul_runner_options *options;
    ul_suite *suite;
    ul_arena *arena;
    const char **parameters; /* of each method, as records show them */
    bool *done;              /* by job number */
    size_t n_jobs, n_done, n_skipped;
    ul_names *instance_seen; /* SHA-256 of each instance recorded so far */
    extremes *extreme;       /* by index in instance_seen */
    size_t extreme_room;
    int file;
    char records_path[4096];
    ul_slot *slot;
    size_t n_slots;
    double start_s;
    ul_instance instance; /* the one whose jobs are being started */
    size_t loaded;        /* its number, or UL_NONE */
} runner;

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

/* ---- jobs: repetition, instance, method rotated by the instance ---- */

static size_t job_of(const ul_suite *suite, size_t repetition, size_t instance, size_t method)
{
    return (repetition * suite->n_instances + instance) * suite->n_methods + method;
}

static size_t instance_of(const ul_suite *suite, size_t job)
{
    return job / suite->n_methods % suite->n_instances;
}

static uint64_t seed_of(const ul_suite *suite, size_t job)
{
    return job / suite->n_methods / suite->n_instances + 1;
}

static ul_record name_record(const runner *r, size_t job)
{
    const ul_suite_method *method = &r->suite->method[job % r->suite->n_methods];
    return (ul_record){
        .run = job,
        .instance = r->suite->instance[instance_of(r->suite, job)].label,
        .method = method->method->name,
        .parameters = r->parameters[job % r->suite->n_methods],
        .seed = seed_of(r->suite, job),
        .version = ul_build_version(),
        .note = "",
    };
}

static ul_status read_parameters(runner *r)
{
    const ul_suite *suite = r->suite;
    r->parameters = ul_arena_alloc(r->arena, suite->n_methods, sizeof *r->parameters);
    if (r->parameters == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    for (size_t m = 0; m < suite->n_methods; m++) {
        ul_param_values values;
        char owner[80];
        snprintf(owner, sizeof owner, "method '%s'", suite->method[m].method->name);
        ul_status status = ul_param_read(owner, suite->method[m].method->param,
                                         suite->method[m].set, suite->method[m].n_set, &values);
        if (status == UL_OK) {
            r->parameters[m] = ul_arena_text(r->arena, values.text, strlen(values.text));
            if (r->parameters[m] == NULL)
                status = ul_fail(UL_E_MEMORY, "out of memory");
        }
        ul_param_clear(&values);
        UL_TRY(status);
    }
    return UL_OK;
}

/* ---- the alarm: no cost may lie below a bound on the same instance ---- */

static const char *kept(runner *r, const char *text)
{
    return ul_arena_text(r->arena, text, strlen(text));
}

static ul_status extremes_of(runner *r, const char *sha256, extremes **e)
{
    const size_t q = ul_names_add(r->instance_seen, sha256, strlen(sha256), NULL);
    if (q != UL_NONE && q >= r->extreme_room) {
        const size_t room = 2 * q + 64;
        r->extreme = ul_arena_grow(r->arena, r->extreme, r->extreme_room, room, sizeof *r->extreme);
        r->extreme_room = room;
    }
    if (q == UL_NONE || r->extreme == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    *e = &r->extreme[q];
    return UL_OK;
}

static ul_status alarm_text(const ul_record *low, const ul_record *bound)
{
    char cost[UL_NUMBER_TEXT], limit[UL_NUMBER_TEXT];
    return ul_fail(UL_E_INTERNAL,
                   "ALARM: on %s, %s (%s, seed %llu) costs %s, below the bound %s of %s (%s, seed "
                   "%llu): one of the two is wrong",
                   low->instance, low->method, low->parameters, (unsigned long long)low->seed,
                   ul_cost_text(low->cost, cost), ul_cost_text(bound->bound, limit), bound->method,
                   bound->parameters, (unsigned long long)bound->seed);
}

/* Adds a record whose texts live as long as the run; raises the alarm. */
static ul_status remember(runner *r, const ul_record *record, bool *alarm)
{
    extremes *e = NULL;
    UL_TRY(extremes_of(r, record->sha256, &e));
    if (record->has_cost && (!e->cheapest.has_cost || record->cost < e->cheapest.cost))
        e->cheapest = *record;
    if (record->has_bound && (!e->tightest.has_bound || record->bound > e->tightest.bound))
        e->tightest = *record;
    *alarm = e->cheapest.has_cost && e->tightest.has_bound && e->cheapest.cost < e->tightest.bound;
    return *alarm ? alarm_text(&e->cheapest, &e->tightest) : UL_OK;
}

/* ---- the folder ---- */

static ul_status make_folder(const char *folder, const char *inside)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s%s%s", folder, inside[0] != '\0' ? "/" : "", inside)
        >= (int)sizeof path)
        return ul_fail(UL_E_INPUT, "%s: the path is too long", folder);
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return ul_fail(UL_E_IO, "%s: cannot be made: %s", path, strerror(errno));
        *slash = '/';
    }
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return ul_fail(UL_E_IO, "%s: cannot be made: %s", path, strerror(errno));
    return UL_OK;
}

/* The key of a record: what makes it the same run. */
static size_t key_text(const ul_record *record, char *text, size_t room)
{
    const int n = snprintf(text, room, "%s\n%s\n%s\n%llu", record->instance, record->method,
                           record->parameters, (unsigned long long)record->seed);
    return n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

static ul_status mark_recorded(runner *r, const ul_names *keys)
{
    char key[4096];
    for (size_t job = 0; job < r->n_jobs; job++) {
        const ul_record name = name_record(r, job);
        r->done[job] = ul_names_find(keys, key, key_text(&name, key, sizeof key)) != UL_NONE;
        r->n_done += r->done[job];
    }
    return UL_OK;
}

static ul_status mark_done(runner *r, bool *alarm)
{
    ul_record *old;
    size_t n;
    char key[4096];
    if (access(r->records_path, F_OK) != 0)
        return UL_OK;
    if (!r->options->resume)
        return ul_fail(UL_E_INPUT, "%s: there are records already; go on with --resume or choose "
                                   "another --out", r->records_path);
    UL_TRY(ul_record_read(r->records_path, r->arena, &old, &n));
    ul_names *keys = ul_names_new();
    ul_status status = keys == NULL ? ul_fail(UL_E_MEMORY, "out of memory") : UL_OK;
    for (size_t q = 0; q < n && status == UL_OK; q++) {
        if (ul_names_add(keys, key, key_text(&old[q], key, sizeof key), NULL) == UL_NONE)
            status = ul_fail(UL_E_MEMORY, "out of memory");
        else
            status = remember(r, &old[q], alarm);
    }
    if (status == UL_OK)
        status = mark_recorded(r, keys);
    ul_names_free(keys);
    return status;
}

static ul_status open_run(runner *r, bool *alarm)
{
    const ul_runner_options *o = r->options;
    const char *const inside[] = {"", "instances", "plans", "events"};
    UL_TRY(ul_suite_read(o->suite, &r->suite));
    for (size_t q = 0; q < sizeof inside / sizeof *inside; q++)
        UL_TRY(make_folder(o->folder, inside[q]));
    snprintf(r->records_path, sizeof r->records_path, "%s/records.csv", o->folder);
    r->n_jobs = r->suite->n_instances * r->suite->n_methods * r->suite->repetitions;
    r->done = ul_arena_alloc(r->arena, r->n_jobs, sizeof *r->done);
    r->n_slots = o->jobs < 1 ? 1 : o->jobs > JOBS_MAX ? JOBS_MAX : o->jobs;
    r->slot = ul_arena_alloc(r->arena, r->n_slots, sizeof *r->slot);
    if (r->done == NULL || r->slot == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    UL_TRY(read_parameters(r));
    UL_TRY(ul_manifest_agree(o->folder, r->suite, o->resume));
    if (access(r->records_path, F_OK) == 0 && o->resume) {
        UL_TRY(ul_record_open(r->records_path, &r->file)); /* cuts a torn row before reading */
        close(r->file);
        r->file = -1;
    }
    UL_TRY(mark_done(r, alarm));
    UL_TRY(ul_manifest_write(o->folder, r->suite, o->argc, o->argv));
    return ul_record_open(r->records_path, &r->file);
}

/* ---- running ---- */

static ul_status tell(const runner *r, const ul_record *last)
{
    if (r->options->progress == NULL)
        return UL_OK;
    ul_progress progress = {
        .total = r->n_jobs - r->n_skipped,
        .done = r->n_done,
        .elapsed_s = ul_clock_wall_s() - r->start_s,
        .last = last,
    };
    for (size_t s = 0; s < r->n_slots; s++)
        progress.running += r->slot[s].stage != UL_SLOT_FREE;
    r->options->progress(r->options->context, &progress);
    return UL_OK;
}

static ul_status finish_slot(runner *r, ul_slot *slot, bool *alarm)
{
    slot->stage = UL_SLOT_FREE;
    UL_TRY(ul_record_append(r->file, r->records_path, &slot->record));
    r->done[slot->job] = true;
    r->n_done++;
    UL_TRY(tell(r, &slot->record));
    slot->record.note = ""; /* the slot's own text ends here */
    return remember(r, &slot->record, alarm);
}

/* Waits until a process ends or a limit passes, then moves every slot on. */
static ul_status wait_for_slots(runner *r, bool *alarm)
{
    struct pollfd watched[JOBS_MAX];
    size_t index[JOBS_MAX];
    nfds_t n = 0;
    double until_s = ul_clock_wall_s() + 1;
    for (size_t s = 0; s < r->n_slots; s++) {
        if (r->slot[s].stage == UL_SLOT_FREE)
            continue;
        until_s = fmin(until_s, ul_slot_deadline_s(&r->slot[s]));
        watched[n] = (struct pollfd){.fd = r->slot[s].pidfd, .events = POLLIN};
        index[n++] = s;
    }
    const double left_s = until_s - ul_clock_wall_s();
    poll(watched, n, left_s <= 0 ? 0 : (int)(left_s * 1000) + 1);
    for (nfds_t q = 0; q < n; q++) {
        ul_slot *slot = &r->slot[index[q]];
        UL_TRY(ul_slot_step(slot));
        if (slot->stage == UL_SLOT_DONE)
            UL_TRY(finish_slot(r, slot, alarm));
    }
    return UL_OK;
}

static bool any_busy(const runner *r)
{
    for (size_t s = 0; s < r->n_slots; s++)
        if (r->slot[s].stage != UL_SLOT_FREE)
            return true;
    return false;
}

static ul_slot *free_slot(runner *r)
{
    for (size_t s = 0; s < r->n_slots; s++)
        if (r->slot[s].stage == UL_SLOT_FREE)
            return &r->slot[s];
    return NULL;
}

/* Loads an instance unless it is the present one, and keeps a copy of the file
 * for the checker and for readers of the results. */
static ul_status load(runner *r, size_t q)
{
    char path[4096];
    if (r->loaded == q)
        return UL_OK;
    ul_instance_free(&r->instance);
    r->loaded = UL_NONE;
    UL_TRY(ul_suite_load(&r->suite->instance[q], &r->instance));
    r->loaded = q;
    snprintf(path, sizeof path, "%s/instances/%s.csv.gz", r->options->folder,
             r->suite->instance[q].label);
    return access(path, F_OK) == 0 ? UL_OK : ul_instance_write(&r->instance, path);
}

static ul_status start_job(runner *r, ul_slot *slot, size_t job)
{
    char events_path[4096];
    const size_t q = instance_of(r->suite, job);
    slot->checker = r->options->checker;
    snprintf(slot->instance_path, sizeof slot->instance_path, "%s/instances/%s.csv.gz",
             r->options->folder, r->suite->instance[q].label);
    snprintf(slot->plan_path, sizeof slot->plan_path, "%s/plans/%06zu.csv", r->options->folder,
             job);
    snprintf(events_path, sizeof events_path, "%s/events/%06zu.csv", r->options->folder, job);
    slot->record = name_record(r, job);
    slot->record.kind = r->instance.kind->name;
    slot->record.sha256 = kept(r, r->instance.sha256);
    if (slot->record.sha256 == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    const ul_work work = {
        .suite = r->suite,
        .method = &r->suite->method[job % r->suite->n_methods],
        .instance = &r->instance,
        .seed = seed_of(r->suite, job),
        .plan_path = slot->plan_path,
        .events_path = events_path,
    };
    return ul_slot_start(slot, &work, job);
}

/* Starts every job of one instance in one repetition. */
static ul_status run_instance(runner *r, size_t repetition, size_t q, bool *alarm)
{
    const ul_suite *suite = r->suite;
    for (size_t turn = 0; turn < suite->n_methods && !stopped; turn++) {
        const size_t m = (turn + q + repetition) % suite->n_methods;
        const size_t job = job_of(suite, repetition, q, m);
        if (r->done[job])
            continue;
        UL_TRY(load(r, q));
        if (!ul_method_takes(suite->method[m].method, r->instance.kind)) {
            r->n_skipped++;
            continue;
        }
        while (free_slot(r) == NULL && !stopped)
            UL_TRY(wait_for_slots(r, alarm));
        if (!stopped)
            UL_TRY(start_job(r, free_slot(r), job));
    }
    return UL_OK;
}

static ul_status run_all(runner *r, bool *alarm)
{
    for (size_t repetition = 0; repetition < r->suite->repetitions; repetition++)
        for (size_t q = 0; q < r->suite->n_instances && !stopped; q++)
            UL_TRY(run_instance(r, repetition, q, alarm));
    while (any_busy(r) && !stopped)
        UL_TRY(wait_for_slots(r, alarm));
    if (stopped)
        return ul_fail(UL_E_INPUT, "interrupted after %zu of %zu runs; go on with --resume",
                       r->n_done, r->n_jobs - r->n_skipped);
    return UL_OK;
}

ul_status ul_runner_run(const ul_runner_options *options, bool *alarm)
{
    runner r = {.options = options, .file = -1, .loaded = UL_NONE, .start_s = ul_clock_wall_s()};
    *alarm = false;
    r.arena = ul_arena_new();
    r.instance_seen = ul_names_new();
    if (r.arena == NULL || r.instance_seen == NULL) {
        ul_arena_free(r.arena);
        ul_names_free(r.instance_seen);
        return ul_fail(UL_E_MEMORY, "out of memory");
    }
    stopped = 0;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    ul_status status = open_run(&r, alarm);
    if (status == UL_OK)
        status = run_all(&r, alarm);
    for (size_t s = 0; r.slot != NULL && s < r.n_slots; s++)
        ul_slot_abandon(&r.slot[s]);
    if (r.file >= 0)
        close(r.file);
    ul_instance_free(&r.instance);
    ul_suite_free(r.suite);
    ul_names_free(r.instance_seen);
    ul_arena_free(r.arena);
    return status;
}
