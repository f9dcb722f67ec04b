#include "campaign.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "manifest.h"
#include "run_folder.h"

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
        .run = job,
        .instance = c->suite->instance[instance_of(c->suite, job)].label,
        .method = method->method->name,
        .parameters = method->parameters,
        .seed = seed_of(c->suite, job),
        .version = ul_build_version(),
        .note = "",
    };
}

/* ---- the alarm: no cost may lie below a bound on the same instance ---- */

static ul_status extremes_of(ul_campaign *c, const char *sha256, ul_extremes **e)
{
    const size_t q = ul_names_add(c->instance_seen, sha256, strlen(sha256), NULL);
    if (q != UL_NONE && q >= c->extreme_room) {
        const size_t room = 2 * q + 64;
        c->extreme = ul_arena_grow(c->arena, c->extreme, c->extreme_room, room, sizeof *c->extreme);
        c->extreme_room = room;
    }
    if (q == UL_NONE || c->extreme == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    *e = &c->extreme[q];
    return UL_OK;
}

/* Adds a record whose texts live as long as the run; raises the alarm. */
static ul_status remember(ul_campaign *c, const ul_record *record, bool *alarm)
{
    ul_extremes *e = NULL;
    UL_TRY(extremes_of(c, record->sha256, &e));
    return ul_extremes_add(e, record, alarm);
}

/* ---- the folder ---- */

/* A row of the records must be of the run whose number it has, and of the same
 * content of its instance as every other. */
static ul_status take_fact(ul_campaign *c, const ul_record *old)
{
    const ul_record run = name_record(c, old->run);
    ul_instance_fact *fact = &c->fact[instance_of(c->suite, old->run)];
    if (strcmp(old->instance, run.instance) != 0 || strcmp(old->method, run.method) != 0
        || strcmp(old->parameters, run.parameters) != 0 || old->seed != run.seed)
        return ul_fail(UL_E_INPUT, "%s: the row of run %llu is not of this suite's run of that number",
                       c->records_path, (unsigned long long)old->run);
    fact->kind = ul_kind_find(old->kind);
    if (fact->kind == NULL || (fact->sha256[0] != '\0' && strcmp(fact->sha256, old->sha256) != 0))
        return ul_fail(UL_E_INPUT, "%s: run %llu was of another content of instance '%s' than the "
                                   "manifest or an earlier row", c->records_path,
                       (unsigned long long)old->run, old->instance);
    snprintf(fact->sha256, sizeof fact->sha256, "%s", old->sha256);
    return UL_OK;
}

static ul_status mark_done(ul_campaign *c, bool *alarm)
{
    ul_record *old;
    size_t n;
    UL_TRY(ul_record_open(c->records_path, &c->file)); /* cuts a torn row before reading */
    close(c->file);
    c->file = -1;
    UL_TRY(ul_record_read(c->records_path, c->arena, &old, &n));
    for (size_t q = 0; q < n; q++) {
        if (old[q].run >= c->n_jobs || c->done[old[q].run])
            return ul_fail(UL_E_INPUT, "%s: run %llu is there twice or is not of this suite",
                           c->records_path, (unsigned long long)old[q].run);
        c->done[old[q].run] = true;
        c->n_done++;
        UL_TRY(take_fact(c, &old[q]));
        UL_TRY(remember(c, &old[q], alarm));
    }
    return UL_OK;
}

static ul_manifest_input input_of(const ul_suite_instance *entry, const ul_instance_fact *fact)
{
    return (ul_manifest_input){
        .name = entry->label,
        .sha256 = fact->sha256,
        .family = entry->source != NULL ? entry->source->name : "file",
        .size = fact->size,
        .label = entry->labels,
        .n_labels = entry->n_labels,
    };
}

static ul_status write_manifest(ul_campaign *c, const ul_campaign_options *o)
{
    const ul_suite *suite = c->suite;
    ul_manifest_input *input = ul_arena_alloc(c->arena, suite->n_instances, sizeof *input);
    if (input == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    for (size_t q = 0; q < suite->n_instances; q++)
        input[q] = input_of(&suite->instance[q], &c->fact[q]);
    return ul_manifest_write(o->folder, suite, input, o->argc, o->argv);
}

static ul_status make_room(ul_campaign *c)
{
    c->n_jobs = c->suite->n_instances * c->suite->n_methods * c->suite->repetitions;
    c->done = ul_arena_alloc(c->arena, c->n_jobs, sizeof *c->done);
    c->fact = ul_arena_alloc(c->arena, c->suite->n_instances, sizeof *c->fact);
    return c->done == NULL || c->fact == NULL ? ul_fail(UL_E_MEMORY, "out of memory") : UL_OK;
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
        UL_TRY(ul_manifest_agree(c->folder, c->suite));
    if (ul_run_folder_has(c->folder, UL_MANIFEST))
        UL_TRY(ul_manifest_read(c->folder, c->suite, c->fact));
    if (has_records)
        UL_TRY(mark_done(c, alarm));
    c->n_before = c->n_done;
    return UL_OK;
}

static ul_status open_folder(ul_campaign *c, const ul_campaign_options *o,
                             const volatile sig_atomic_t *stopped, bool *alarm)
{
    ul_instance_making making = {.jobs = o->jobs, .stopped = stopped};
    UL_TRY(ul_suite_read(o->suite, &c->suite));
    UL_TRY(make_room(c));
    UL_TRY(ul_run_folder_make_all(o->folder));
    UL_TRY(lock_folder(c));
    ul_run_folder_path(o->folder, UL_RECORDS, c->records_path);
    UL_TRY(take_up(c, o->resume, &making.anew, alarm));
    const ul_status made = ul_instance_folder_prepare(o->folder, c->suite, &making, c->fact);
    if (made == UL_E_STOPPED)
        ul_campaign_sweep(c);
    UL_TRY(made);
    if (!ul_run_folder_has(c->folder, UL_MANIFEST) || !ul_run_folder_has(c->folder, UL_SUITE_COPY))
        UL_TRY(write_manifest(c, o));
    for (size_t job = 0; job < c->n_jobs; job++)
        c->n_skipped += !ul_campaign_takes(c, job);
    if (c->n_skipped == c->n_jobs)
        return ul_fail(UL_E_INPUT, "%s: no method of the suite takes any of its instances; 'ullage "
                                   "list methods' shows what takes what", o->suite);
    return ul_record_open(c->records_path, &c->file);
}

static ul_status begin(ul_campaign *c, const char *folder)
{
    *c = (ul_campaign){.folder = folder, .file = -1, .lock = -1, .loaded = UL_NONE};
    c->arena = ul_arena_new();
    c->instance_seen = ul_names_new();
    return c->arena == NULL || c->instance_seen == NULL ? ul_fail(UL_E_MEMORY, "out of memory")
                                                        : UL_OK;
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
    return ul_method_takes(c->suite->method[job % c->suite->n_methods].method,
                           c->fact[instance_of(c->suite, job)].kind);
}

ul_status ul_campaign_load(ul_campaign *c, size_t job)
{
    const size_t q = instance_of(c->suite, job);
    if (c->loaded != q) {
        ul_instance_free(&c->instance);
        c->loaded = UL_NONE;
        UL_TRY(ul_instance_folder_load(c->folder, &c->suite->instance[q], &c->fact[q], &c->instance));
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
    ul_run_folder_file(c->folder, UL_PLANS, job, slot->plan_path);
    ul_run_folder_file(c->folder, UL_EVENTS, job, events_path);
    slot->record = name_record(c, job);
    slot->record.kind = c->instance.kind->name;
    slot->record.sha256 = ul_arena_text(c->arena, c->instance.sha256, strlen(c->instance.sha256));
    if (slot->record.sha256 == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    const ul_work work = {
        .suite = c->suite,
        .method = &c->suite->method[job % c->suite->n_methods],
        .instance = &c->instance,
        .seed = seed_of(c->suite, job),
        .plan_path = slot->plan_path,
        .events_path = events_path,
    };
    return ul_slot_start(slot, &work, job);
}

ul_status ul_campaign_record(ul_campaign *c, ul_record *record, bool *alarm)
{
    UL_TRY(ul_record_append(c->file, c->records_path, record));
    c->done[record->run] = true;
    c->n_done++;
    ul_record kept = *record;
    kept.note = "";
    return remember(c, &kept, alarm);
}
