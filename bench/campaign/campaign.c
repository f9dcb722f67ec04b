#include "campaign.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "manifest.h"
#include "replay.h"
#include "run_folder.h"
#include "ullage.h"

/* ---- jobs: repetition, instance, method ---- */

static size_t instance_of(const ul_suite *suite, size_t job)
{
    return job / suite->n_methods % suite->n_instances;
}

static uint64_t seed_of(const ul_suite *suite, size_t job)
{
    return job / suite->n_methods / suite->n_instances + 1;
}

static ul_record name_record(const ul_campaign *c, size_t job)
{
    const ul_suite_method *method = &c->suite->method[job % c->suite->n_methods];
    return (ul_record){
        .run = ul_campaign_id(c, job),
        .instance = c->suite->instance[instance_of(c->suite, job)].label,
        .method = method->method->name,
        .parameters = method->parameters,
        .seed = seed_of(c->suite, job),
        .version = ul_version(),
        .note = "",
    };
}

/* ---- the alarm: no cost may lie below a bound on the same instance ---- */

/* Adds a record whose texts live as long as the run; raises the alarm. */
static ul_status remember(ul_campaign *c, const ul_record *record, bool *alarm)
{
    const size_t q = ul_names_add(c->instance_seen, record->sha256, strlen(record->sha256), NULL);
    if (q != UL_NONE && q >= c->extreme_room) {
        const size_t room = 2 * q + 64;
        c->extreme = ul_arena_grow(c->arena, c->extreme, c->extreme_room, room, sizeof *c->extreme);
        c->extreme_room = room;
    }
    return q == UL_NONE || c->extreme == NULL ? ul_no_memory()
                                              : ul_extremes_add(&c->extreme[q], record, alarm);
}

/* ---- the folder ---- */

/* Methods of one name and without parameters are told apart by what they take. */
static bool is_row_of(const ul_suite_method *method, const ul_record *row)
{
    const ul_kind *kind = ul_kind_find(row->kind);
    return strcmp(method->method->name, row->method) == 0
           && strcmp(method->parameters, row->parameters) == 0
           && (kind == NULL || ul_method_takes(method->method, kind));
}

/* The job that a row is of, by what was run and not by its number, which stays as it was
 * when a suite grows; UL_NONE where the suite does not have it. */
static size_t job_of(const ul_campaign *c, const ul_record *row)
{
    const ul_suite *suite = c->suite;
    const size_t instance = ul_names_find(c->label, row->instance, strlen(row->instance));
    size_t m = 0;
    while (m < suite->n_methods && !is_row_of(&suite->method[m], row))
        m++;
    if (instance == UL_NONE || m == suite->n_methods || row->seed == 0
        || row->seed > suite->most_repetitions)
        return UL_NONE;
    return ((row->seed - 1) * suite->n_instances + instance) * suite->n_methods + m;
}

/* A row must be of the same content of its instance as every other. */
static ul_status take_fact(ul_campaign *c, size_t job, const ul_record *old)
{
    ul_instance_fact *fact = &c->fact[instance_of(c->suite, job)];
    fact->kind = ul_kind_find(old->kind);
    if (fact->kind == NULL || (fact->sha256[0] != '\0' && strcmp(fact->sha256, old->sha256) != 0))
        return ul_fail(UL_E_INPUT, "%s: run %llu was of another content of instance '%s' than the "
                                   "manifest or an earlier row", c->records_path,
                       (unsigned long long)old->run, old->instance);
    snprintf(fact->sha256, sizeof fact->sha256, "%s", old->sha256);
    return UL_OK;
}

static int by_run(const void *a, const void *b)
{
    const ul_record *x = a, *y = b;
    return (x->run > y->run) - (x->run < y->run);
}

/* Rows of methods or instances that the suite no longer has stay, and do not count. */
static ul_status mark_done(ul_campaign *c, bool *alarm)
{
    ul_record *old;
    size_t n;
    UL_TRY(ul_record_open(c->records_path, &c->file)); /* cuts a torn row before reading */
    close(c->file);
    c->file = -1;
    UL_TRY(ul_record_read(c->records_path, c->arena, &old, &n));
    if (n > 0)
        qsort(old, n, sizeof *old, by_run);
    for (size_t q = 0; q < n; q++) {
        const size_t job = job_of(c, &old[q]);
        if ((q > 0 && old[q].run == old[q - 1].run) || (job != UL_NONE && c->done[job]))
            return ul_fail(UL_E_INPUT, "%s: run %llu is there twice", c->records_path,
                           (unsigned long long)old[q].run);
        c->next_id = old[q].run >= c->next_id ? old[q].run + 1 : c->next_id;
        c->has_grown = c->has_grown || job != old[q].run;
        UL_TRY(remember(c, &old[q], alarm));
        if (job == UL_NONE)
            continue;
        c->done[job] = true;
        c->n_done++;
        UL_TRY(take_fact(c, job, &old[q]));
    }
    return UL_OK;
}

/* Rows that were set aside keep their plans: their numbers are not given again. */
static ul_status count_dropped(ul_campaign *c)
{
    char path[UL_PATH];
    ul_record *dropped;
    size_t n;
    if (!ul_run_folder_has(c->folder, UL_DROPPED))
        return UL_OK;
    ul_run_folder_path(c->folder, UL_DROPPED, path);
    UL_TRY(ul_record_read(path, c->arena, &dropped, &n));
    c->has_grown = c->has_grown || n > 0;
    for (size_t q = 0; q < n; q++)
        c->next_id = dropped[q].run >= c->next_id ? dropped[q].run + 1 : c->next_id;
    return UL_OK;
}

uint64_t ul_campaign_id(const ul_campaign *c, size_t job)
{
    return c->has_grown ? c->next_id + job : job;
}

static ul_manifest_input input_of(const ul_suite_instance *entry, const ul_instance_fact *fact)
{
    return (ul_manifest_input){
        .name = entry->label,
        .sha256 = fact->sha256,
        .family = entry->source != NULL ? entry->source->name : "file",
        .size = fact->size,
        .is_limited = fact->is_limited,
        .label = entry->labels,
        .n_labels = entry->n_labels,
    };
}

static ul_status write_manifest(ul_campaign *c, const ul_campaign_options *o)
{
    const ul_suite *suite = c->suite;
    ul_manifest_input *input;
    ul_manifest_run run = {.passed_over = c->passed_over, .replay_of = o->replay, .argc = o->argc,
                           .argv = o->argv};
    UL_ALLOC(c->arena, input, suite->n_instances);
    for (size_t q = 0; q < suite->n_instances; q++)
        input[q] = input_of(&suite->instance[q], &c->fact[q]);
    run.input = input;
    UL_TRY(o->replay != NULL ? ul_outside_carry(o->replay, o->folder, c->arena, &run.outside)
                             : ul_outside_take(o->folder, suite, c->arena, &run.outside));
    return ul_manifest_write(o->folder, suite, &run);
}

/* As ul_method_suits(), of an instance that is not at hand. */
static bool suits(const ul_method *method, const ul_instance_fact *fact)
{
    return ul_method_takes(method, fact->kind)
           && (!fact->is_limited || (method->traits & UL_SUPPLY) != 0);
}

/* How many limited instances the method does not take although it takes their kind. */
static size_t n_refused(const ul_campaign *c, const ul_method *method)
{
    size_t n = 0;
    for (size_t q = 0; q < c->suite->n_instances; q++) {
        const ul_instance_fact *fact = &c->fact[q];
        n += ul_method_takes(method, fact->kind) && !suits(method, fact);
    }
    return n;
}

/* A method of another kind is not expected on an instance; one that lacks runs because of
 * the supply is, and its user is told. */
static ul_status note_passed_over(ul_campaign *c)
{
    const ul_suite *suite = c->suite;
    char text[1024];
    uint64_t runs = 0;
    int at = 0;
    for (size_t m = 0; m < suite->n_methods; m++) {
        const ul_suite_method *method = &suite->method[m];
        const size_t n = n_refused(c, method->method);
        const bool is_variant =
            m > 0 && strcmp(suite->method[m - 1].method->name, method->method->name) == 0;
        runs += n * method->repetitions;
        if (n > 0 && !is_variant && at < (int)sizeof text - 200)
            at += snprintf(text + at, sizeof text - (size_t)at, "%s%.100s", at == 0 ? "" : ", ",
                           method->method->name);
    }
    c->passed_over = "";
    if (runs == 0)
        return UL_OK;
    const size_t room = strlen(text) + 200;
    char *sentence = ul_arena_alloc(c->arena, room, 1);
    UL_NEED(sentence);
    snprintf(sentence, room, "%llu run%s passed over: some instances have a limited supply of "
                             "machines, of which these methods do not know: %s.",
             (unsigned long long)runs, runs == 1 ? " is" : "s are", text);
    c->passed_over = sentence;
    return UL_OK;
}

static ul_status make_room(ul_campaign *c)
{
    bool whole = true;
    c->n_jobs = c->suite->n_instances * c->suite->n_methods * c->suite->most_repetitions;
    c->done = ul_arena_alloc(c->arena, c->n_jobs, sizeof *c->done);
    c->fact = ul_arena_alloc(c->arena, c->suite->n_instances, sizeof *c->fact);
    for (size_t q = 0; q < c->suite->n_instances; q++) {
        const char *label = c->suite->instance[q].label;
        whole = whole && ul_names_add(c->label, label, strlen(label), NULL) != UL_NONE;
    }
    return c->done == NULL || c->fact == NULL || !whole ? ul_no_memory() : UL_OK;
}

/* Two programs writing one folder would do every run twice. The lock is on the
 * folder itself and ends with the process; runs inherit it, and those of a program
 * just killed take a moment to die. A file system without such locks (NFS) goes
 * without. */
static ul_status lock_folder(ul_campaign *c)
{
    enum { TRIES = 40, PAUSE_MS = 50 };
    c->lock = open(c->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int q = 0; c->lock >= 0 && flock(c->lock, LOCK_EX | LOCK_NB) != 0; q++) {
        if (errno != EWOULDBLOCK)
            return UL_OK;
        if (q == TRIES)
            return ul_fail(UL_E_INPUT, "%s: another bench is running into this folder; wait for its "
                                       "end or choose another --out", c->folder);
        poll(NULL, 0, PAUSE_MS);
    }
    return UL_OK;
}

/* What an earlier start left. Without records, and without its suite where it is
 * resumed, nothing of it counts: it is made anew. */
static ul_status take_up(ul_campaign *c, bool resume, bool *anew, bool *alarm)
{
    const bool has_records = ul_run_folder_has(c->folder, UL_RECORDS);
    const bool has_suite = ul_run_folder_has(c->folder, UL_SUITE_COPY);
    char path[UL_PATH];
    if (has_records && !resume)
        return ul_fail(UL_E_INPUT, "%s: there are records already; go on with --resume or choose "
                                   "another --out", c->records_path);
    *anew = !has_records && !(resume && has_suite);
    if (*anew) {
        ul_run_folder_path(c->folder, UL_SUITE_COPY, path);
        unlink(path);
        ul_run_folder_path(c->folder, UL_MANIFEST, path);
        unlink(path);
        return UL_OK;
    }
    if (has_suite)
        UL_TRY(ul_manifest_agree(c->folder, c->suite, &c->changed));
    if (ul_run_folder_has(c->folder, UL_MANIFEST))
        UL_TRY(ul_manifest_read(c->folder, c->suite, c->fact));
    UL_TRY(count_dropped(c));
    if (has_records)
        UL_TRY(mark_done(c, alarm));
    c->n_before = c->n_done;
    return UL_OK;
}

static ul_status open_folder(ul_campaign *c, const ul_campaign_options *o,
                             const volatile sig_atomic_t *stopped, bool *alarm)
{
    ul_instance_making making = {.jobs = o->jobs, .stopped = stopped};
    UL_TRY(o->replay != NULL ? ul_replay_suite(o->replay, &c->suite)
                             : ul_suite_read_for(&o->asked, &c->suite));
    UL_TRY(make_room(c));
    UL_TRY(ul_run_folder_make_all(o->folder));
    UL_TRY(lock_folder(c));
    ul_run_folder_path(o->folder, UL_RECORDS, c->records_path);
    UL_TRY(take_up(c, o->resume, &making.anew, alarm));
    if (o->replay != NULL) {
        UL_TRY(ul_manifest_read(o->replay, c->suite, c->fact));
        making.anew = false; /* so that hashes are compared */
    }
    const ul_status made = ul_instance_folder_prepare(o->folder, c->suite, &making, c->fact);
    if (made == UL_E_STOPPED)
        ul_campaign_sweep(c);
    UL_TRY(made);
    UL_TRY(note_passed_over(c));
    if (c->changed)
        UL_TRY(ul_run_folder_set_aside(c->folder));
    if (!ul_run_folder_has(c->folder, UL_MANIFEST) || !ul_run_folder_has(c->folder, UL_SUITE_COPY))
        UL_TRY(write_manifest(c, o));
    c->certificates = o->certificates || c->suite->certificates;
    if (c->certificates)
        UL_TRY(ul_run_folder_make(c->folder, UL_CERTIFICATES));
    c->wanted = o->wanted;
    for (size_t job = 0; job < c->n_jobs; job++)
        c->n_skipped += !ul_campaign_takes(c, job);
    if (c->n_skipped == c->n_jobs)
        return ul_fail(UL_E_INPUT, "%s: no method of the suite takes any of its instances; 'ullage "
                                   "list methods' shows what takes what", c->suite->name);
    return ul_record_open(c->records_path, &c->file);
}

static ul_status begin(ul_campaign *c, const char *folder)
{
    *c = (ul_campaign){.folder = folder, .file = -1, .lock = -1, .loaded = UL_NONE};
    c->arena = ul_arena_new();
    c->instance_seen = ul_names_new();
    c->label = ul_names_new();
    return c->arena == NULL || c->instance_seen == NULL || c->label == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_campaign_open(ul_campaign *c, const ul_campaign_options *options,
                           const volatile sig_atomic_t *stopped, bool *alarm)
{
    *alarm = false;
    UL_TRY(begin(c, options->folder));
    return open_folder(c, options, stopped, alarm);
}

ul_status ul_campaign_attach(ul_campaign *c, const char *folder)
{
    UL_TRY(begin(c, folder));
    UL_TRY(ul_suite_read_copy(folder, &c->suite));
    UL_TRY(ul_outside_settle(folder, c->suite));
    UL_TRY(make_room(c));
    return ul_manifest_read(folder, c->suite, c->fact);
}

void ul_campaign_close(ul_campaign *c)
{
    if (c->file >= 0)
        close(c->file);
    if (c->lock >= 0)
        close(c->lock);
    ul_instance_free(&c->instance);
    ul_suite_free(c->suite);
    ul_names_free(c->instance_seen);
    ul_names_free(c->label);
    ul_arena_free(c->arena);
}

void ul_campaign_sweep(const ul_campaign *c)
{
    ul_run_folder_sweep(c->folder);
}

size_t ul_campaign_job(const ul_campaign *c, size_t q)
{
    const size_t n = c->suite->n_methods;
    const size_t turn = q % n, row = q / n;
    return row * n + (turn + row) % n;
}

bool ul_campaign_takes(const ul_campaign *c, size_t job)
{
    const ul_suite_method *method = &c->suite->method[job % c->suite->n_methods];
    const ul_instance_fact *fact = &c->fact[instance_of(c->suite, job)];
    return seed_of(c->suite, job) <= method->repetitions && suits(method->method, fact)
           && (c->wanted == NULL || c->wanted[job % (c->suite->n_instances * c->suite->n_methods)]);
}

ul_status ul_campaign_load(ul_campaign *c, size_t job)
{
    const size_t q = instance_of(c->suite, job);
    if (c->loaded != q) {
        ul_instance_free(&c->instance);
        c->loaded = UL_NONE;
        UL_TRY(ul_instance_folder_load(c->folder, &c->suite->instance[q], &c->fact[q], &c->instance));
        UL_TRY(c->instance.kind->identify(c->instance.data, c->content));
        c->loaded = q;
    }
    return UL_OK;
}

ul_status ul_campaign_start(ul_campaign *c, const char *checker, size_t job, ul_slot *slot)
{
    char events_path[UL_PATH];
    slot->checker = checker;
    ul_run_folder_instance(c->folder, c->suite->instance[instance_of(c->suite, job)].label,
                           slot->instance_path);
    slot->record = name_record(c, job);
    ul_run_folder_file(c->folder, UL_PLANS, slot->record.run, slot->plan_path);
    ul_run_folder_file(c->folder, UL_EVENTS, slot->record.run, events_path);
    slot->certificate_path[0] = '\0';
    if (c->certificates)
        ul_run_folder_file(c->folder, UL_CERTIFICATES, slot->record.run, slot->certificate_path);
    slot->record.kind = c->instance.kind->name;
    slot->record.sha256 = ul_arena_text(c->arena, c->instance.sha256, strlen(c->instance.sha256));
    slot->record.content = ul_arena_text(c->arena, c->content, strlen(c->content));
    UL_NEED(slot->record.sha256 && slot->record.content);
    ul_suite_method method = c->suite->method[job % c->suite->n_methods];
    method.cpu_s = ul_suite_cpu_s(&method, &c->suite->instance[instance_of(c->suite, job)]);
    const ul_work work = {
        .method = &method,
        .instance = &c->instance,
        .seed = seed_of(c->suite, job),
        .plan_path = slot->plan_path,
        .events_path = events_path,
        .certificate_path = c->certificates ? slot->certificate_path : NULL,
    };
    return ul_slot_start(slot, &work, job);
}

ul_status ul_campaign_record(ul_campaign *c, const ul_record *record, bool *alarm)
{
    const size_t job = job_of(c, record);
    UL_TRY(ul_record_append(c->file, c->records_path, record));
    if (job != UL_NONE) {
        c->done[job] = true;
        c->n_done++;
    }
    ul_record kept = *record;
    kept.note = "";
    kept.measures = NULL;
    return remember(c, &kept, alarm);
}

bool ul_campaign_has(const ul_campaign *c, const ul_record *record)
{
    const size_t job = job_of(c, record);
    return job == UL_NONE || c->done[job];
}

/* ---- dropping ---- */

static bool is_of(const ul_record *row, const char *method)
{
    char text[4096];
    snprintf(text, sizeof text, "%s %s", row->method, row->parameters);
    return strcmp(row->method, method) == 0 || strcmp(text, method) == 0;
}

/* First the rows are safe in the other file, then they leave this one. */
static ul_status move_rows(ul_campaign *c, const char *method, ul_record *record, size_t n,
                           size_t *n_moved)
{
    char path[UL_PATH];
    int file;
    size_t kept = 0;
    ul_run_folder_path(c->folder, UL_DROPPED, path);
    UL_TRY(ul_record_open(path, &file));
    ul_status status = UL_OK;
    *n_moved = 0;
    for (size_t q = 0; q < n && status == UL_OK; q++)
        if (is_of(&record[q], method)) {
            status = ul_record_append(file, path, &record[q]);
            ++*n_moved;
        } else {
            record[kept++] = record[q];
        }
    close(file);
    if (status != UL_OK || *n_moved == 0)
        return status;
    return ul_record_write(c->records_path, record, kept);
}

ul_status ul_campaign_drop(const char *folder, const char *method, size_t *n_moved)
{
    UL_FREED_BY(ul_campaign_close) ul_campaign c;
    ul_record *record;
    size_t n;
    UL_TRY(begin(&c, folder));
    if (!ul_run_folder_has(folder, UL_RECORDS))
        return ul_fail(UL_E_INPUT, "%s: there are no records", folder);
    UL_TRY(lock_folder(&c));
    ul_run_folder_path(folder, UL_RECORDS, c.records_path);
    UL_TRY(ul_record_read(c.records_path, c.arena, &record, &n));
    UL_TRY(move_rows(&c, method, record, n, n_moved));
    return *n_moved > 0 ? UL_OK
                        : ul_fail(UL_E_INPUT, "%s: there are no rows of method '%s'",
                                  c.records_path, method);
}
