#include "campaign.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "manifest.h"
#include "output.h"

static const char *const folders[] = {"", "instances", "plans", "events"};
enum { N_FOLDERS = sizeof folders / sizeof *folders };

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
        .parameters = c->parameters[job % c->suite->n_methods],
        .seed = seed_of(c->suite, job),
        .version = ul_build_version(),
        .note = "",
    };
}

static ul_status read_parameters(ul_campaign *c)
{
    const ul_suite *suite = c->suite;
    c->parameters = ul_arena_alloc(c->arena, suite->n_methods, sizeof *c->parameters);
    if (c->parameters == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    for (size_t m = 0; m < suite->n_methods; m++) {
        ul_param_values values;
        char owner[80];
        snprintf(owner, sizeof owner, "method '%s'", suite->method[m].method->name);
        ul_status status = ul_param_read(owner, suite->method[m].method->param,
                                         suite->method[m].set, suite->method[m].n_set, &values);
        if (status == UL_OK) {
            c->parameters[m] = ul_arena_text(c->arena, values.text, strlen(values.text));
            if (c->parameters[m] == NULL)
                status = ul_fail(UL_E_MEMORY, "out of memory");
        }
        ul_param_clear(&values);
        UL_TRY(status);
    }
    return UL_OK;
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
    if (record->has_cost && (!e->cheapest.has_cost || record->cost < e->cheapest.cost))
        e->cheapest = *record;
    if (record->has_bound && (!e->tightest.has_bound || record->bound > e->tightest.bound))
        e->tightest = *record;
    *alarm = e->cheapest.has_cost && e->tightest.has_bound && e->cheapest.cost < e->tightest.bound;
    return *alarm ? ul_record_alarm(&e->cheapest, &e->tightest) : UL_OK;
}

/* ---- the folder ---- */

ul_status ul_campaign_folder(const char *folder, const char *inside)
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

/* The suite is the same (ul_manifest_agree), so a run's number tells it. */
static ul_status mark_done(ul_campaign *c, bool resume, bool *alarm)
{
    ul_record *old;
    size_t n;
    if (access(c->records_path, F_OK) != 0)
        return UL_OK;
    if (!resume)
        return ul_fail(UL_E_INPUT, "%s: there are records already; go on with --resume or choose "
                                   "another --out", c->records_path);
    UL_TRY(ul_record_read(c->records_path, c->arena, &old, &n));
    for (size_t q = 0; q < n; q++) {
        if (old[q].run >= c->n_jobs || c->done[old[q].run])
            return ul_fail(UL_E_INPUT, "%s: run %llu is there twice or is not of this suite",
                           c->records_path, (unsigned long long)old[q].run);
        c->done[old[q].run] = true;
        c->n_done++;
        ul_instance_fact *fact = &c->fact[instance_of(c->suite, old[q].run)];
        fact->kind = ul_kind_find(old[q].kind);
        snprintf(fact->sha256, sizeof fact->sha256, "%s", old[q].sha256);
        UL_TRY(remember(c, &old[q], alarm));
    }
    return UL_OK;
}

static ul_status write_manifest(ul_campaign *c, const ul_campaign_options *o)
{
    const ul_suite *suite = c->suite;
    ul_manifest_input *input = ul_arena_alloc(c->arena, suite->n_instances, sizeof *input);
    if (input == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory");
    for (size_t q = 0; q < suite->n_instances; q++)
        input[q] = (ul_manifest_input){suite->instance[q].label, c->fact[q].sha256};
    return ul_manifest_write(o->folder, suite, input, o->argc, o->argv);
}

static ul_status open_suite(ul_campaign *c, const char *suite)
{
    UL_TRY(ul_suite_read(suite, &c->suite));
    c->n_jobs = c->suite->n_instances * c->suite->n_methods * c->suite->repetitions;
    c->done = ul_arena_alloc(c->arena, c->n_jobs, sizeof *c->done);
    c->fact = ul_arena_alloc(c->arena, c->suite->n_instances, sizeof *c->fact);
    return c->done == NULL || c->fact == NULL ? ul_fail(UL_E_MEMORY, "out of memory") : read_parameters(c);
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

static ul_status open_folder(ul_campaign *c, const ul_campaign_options *o,
                             const volatile sig_atomic_t *stopped, bool *alarm)
{
    UL_TRY(open_suite(c, o->suite));
    for (size_t q = 0; q < N_FOLDERS; q++)
        UL_TRY(ul_campaign_folder(o->folder, folders[q]));
    UL_TRY(lock_folder(c));
    snprintf(c->records_path, sizeof c->records_path, "%s/records.csv", o->folder);
    UL_TRY(ul_manifest_agree(o->folder, c->suite, o->resume));
    if (access(c->records_path, F_OK) == 0 && o->resume) {
        UL_TRY(ul_record_open(c->records_path, &c->file)); /* cuts a torn row before reading */
        close(c->file);
        c->file = -1;
    }
    UL_TRY(mark_done(c, o->resume, alarm));
    c->n_before = c->n_done;
    UL_TRY(ul_instance_folder_prepare(o->folder, c->suite, o->jobs, stopped, c->fact));
    if (!ul_manifest_is_there(o->folder)) /* resumed: the first manifest stands */
        UL_TRY(write_manifest(c, o));
    for (size_t job = 0; job < c->n_jobs; job++)
        c->n_skipped += !ul_campaign_takes(c, job);
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
    char suite[4096];
    UL_TRY(begin(c, folder));
    snprintf(suite, sizeof suite, "%s/suite.csv", folder);
    return open_suite(c, suite);
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
    char path[4096];
    for (size_t q = 0; q < N_FOLDERS; q++) {
        snprintf(path, sizeof path, "%s/%s", c->folder, folders[q]);
        ul_output_sweep(path);
    }
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
        UL_TRY(ul_instance_folder_load(c->folder, &c->suite->instance[q], &c->instance));
        c->loaded = q;
    }
    return UL_OK;
}

ul_status ul_campaign_start(ul_campaign *c, const char *checker, size_t job, ul_slot *slot)
{
    char events_path[4096];
    slot->checker = checker;
    ul_instance_folder_path(c->folder, &c->suite->instance[instance_of(c->suite, job)],
                            slot->instance_path);
    snprintf(slot->plan_path, sizeof slot->plan_path, "%s/plans/%06zu.csv", c->folder, job);
    snprintf(events_path, sizeof events_path, "%s/events/%06zu.csv", c->folder, job);
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
