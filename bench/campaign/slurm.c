#include "slurm.h"

#include <errno.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "output.h"
#include "program.h"

/* Clusters commonly allow arrays of 1001 tasks (MaxArraySize). */
enum { TASKS_MAX = 1000, POLL_MS = 500 };

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

/* ---- parts: one record in one file, written by a node ---- */

static ul_status run_one(ul_campaign *c, const char *checker, size_t job)
{
    static ul_slot slot;
    char path[UL_PATH];
    int file;
    ul_run_folder_file(c->folder, UL_PARTS, ul_campaign_id(c, job), path);
    if (access(path, F_OK) == 0)
        return UL_OK;
    UL_TRY(ul_campaign_load(c, job));
    UL_TRY(ul_campaign_start(c, checker, job, &slot));
    ul_status status = UL_OK;
    while (slot.stage != UL_SLOT_DONE && status == UL_OK && !stopped) {
        struct pollfd watched = {.fd = slot.pidfd, .events = POLLIN};
        const double left_ms = 1000 * (ul_slot_deadline_s(&slot) - ul_clock_wall_s());
        poll(&watched, 1, left_ms < 0 ? 0 : left_ms < POLL_MS ? (int)left_ms + 1 : POLL_MS);
        status = ul_slot_step(&slot);
    }
    if (status != UL_OK || slot.stage != UL_SLOT_DONE) {
        ul_slot_abandon(&slot);
        return status;
    }
    UL_TRY(ul_record_open(path, &file));
    status = ul_record_append(file, path, &slot.record);
    close(file);
    return status;
}

/* The jobs of one array task: lines task, task + TASKS_MAX, ... of the list. */
static ul_status run_share(ul_campaign *c, const char *checker, size_t task)
{
    char path[UL_PATH], line[64];
    ul_run_folder_path(c->folder, UL_SLURM "/jobs.csv", path);
    FILE *list = fopen(path, "r");
    if (list == NULL)
        return ul_fail(UL_E_INPUT, "%s: %s", path, strerror(errno));
    ul_status status = UL_OK;
    for (size_t q = 0; status == UL_OK && !stopped && fgets(line, sizeof line, list) != NULL; q++) {
        char *end;
        const size_t job = strtoul(line, &end, 10);
        c->has_grown = true; /* the list says which number each has */
        c->next_id = strtoull(end, NULL, 10) - job;
        if (q % TASKS_MAX == task && job < c->n_jobs)
            status = run_one(c, checker, job);
    }
    fclose(list);
    return status;
}

ul_status ul_slurm_part(const ul_runner_options *options, size_t task)
{
    ul_campaign c;
    signal(SIGTERM, on_signal); /* what scancel sends */
    ul_status status = ul_campaign_attach(&c, options->campaign.folder);
    c.certificates = options->campaign.certificates || (status == UL_OK && c.suite->certificates);
    if (status == UL_OK)
        status = run_share(&c, options->checker, task);
    ul_campaign_close(&c);
    return status;
}

static ul_status gather_part(const ul_slurm_options *o, ul_campaign *c, const char *path,
                             bool *alarm)
{
    ul_record *record;
    size_t n;
    UL_TRY(ul_record_read(path, c->arena, &record, &n));
    if (n != 1)
        return UL_OK;
    if (!ul_campaign_has(c, record)) {
        UL_TRY(ul_campaign_record(c, record, alarm));
        const ul_progress progress = {.total = c->n_jobs - c->n_skipped, .done = c->n_done,
                                      .before = c->n_before, .last = record};
        if (o->runner.progress != NULL)
            o->runner.progress(o->runner.context, &progress);
    }
    unlink(path);
    return UL_OK;
}

/* Moves what the nodes left into the records. A part is removed once its record
 * is synced; if we die in between, its run is known as done and it is dropped. */
static ul_status gather(const ul_slurm_options *o, ul_campaign *c, bool *alarm)
{
    char pattern[UL_PATH];
    glob_t found;
    ul_status status = UL_OK;
    ul_run_folder_path(c->folder, UL_PARTS "/*.csv", pattern);
    if (glob(pattern, 0, NULL, &found) != 0)
        return UL_OK;
    for (size_t q = 0; q < found.gl_pathc && status == UL_OK; q++)
        status = gather_part(o, c, found.gl_pathv[q], alarm);
    globfree(&found);
    return status;
}

/* ---- the array ---- */

static void read_job_id(const char *folder, char id[64])
{
    char path[UL_PATH];
    ul_run_folder_path(folder, UL_SLURM "/job", path);
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(id, 64, file) == NULL)
        id[0] = '\0';
    if (file != NULL)
        fclose(file);
    id[strcspn(id, "\n;")] = '\0';
}

/* squeue knows a job until shortly after its end; then it answers with nothing
 * or with an error, and both mean that it is gone. */
static bool is_queued(const char *id)
{
    char answer[256];
    int code;
    char *const argv[] = {"squeue", "--noheader", "--jobs", (char *)id, "--format=%i", NULL};
    return id[0] != '\0' && ul_program_run(argv, answer, sizeof answer, &code) == UL_OK && code == 0
           && answer[0] != '\0';
}

/* Lists the open runs, skipping methods that do not take the instance. */
static ul_status write_jobs(ul_campaign *c, size_t *n)
{
    char path[UL_PATH];
    ul_output *out;
    ul_run_folder_path(c->folder, UL_SLURM "/jobs.csv", path);
    UL_TRY(ul_output_open(path, &out));
    *n = 0;
    for (size_t q = 0; q < c->n_jobs; q++) {
        const size_t job = ul_campaign_job(c, q);
        if (c->done[job] || !ul_campaign_takes(c, job))
            continue;
        ul_output_format(out, "%zu %llu\n", job, (unsigned long long)ul_campaign_id(c, job));
        ++*n;
    }
    return ul_output_close(out, NULL);
}

static void put_quoted(ul_output *out, const char *text)
{
    ul_output_text(out, "'");
    for (; *text != '\0'; text++)
        ul_output_bytes(out, *text == '\'' ? "'\\''" : text, *text == '\'' ? 4 : 1);
    ul_output_text(out, "'");
}

static ul_status write_script(const ul_slurm_options *o, const char *folder, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "#!/bin/sh\nexport OPENBLAS_NUM_THREADS=1\nexec ");
    put_quoted(out, o->program);
    ul_output_text(out, " bench --out ");
    put_quoted(out, folder);
    ul_output_format(out, "%s --part \"$SLURM_ARRAY_TASK_ID\"\n",
                     o->runner.campaign.certificates ? " --certificates" : "");
    return ul_output_close(out, NULL);
}

/* What the most demanding method may use; 0 where one may use any. */
static uint64_t most_memory(const ul_suite *suite)
{
    uint64_t most = 0;
    for (size_t m = 0; m < suite->n_methods; m++) {
        if (suite->method[m].memory_mb == 0)
            return 0;
        most = suite->method[m].memory_mb > most ? suite->method[m].memory_mb : most;
    }
    return most;
}

static ul_status submit(const ul_slurm_options *o, const ul_campaign *c, size_t n, char id[64])
{
    char script[4096], path[4096], array[64], log[4096 + 16], memory[64], answer[256];
    int code;
    ul_output *out;
    const size_t tasks = n < TASKS_MAX ? n : TASKS_MAX;
    const uint64_t memory_mb = most_memory(c->suite);
    char *folder = realpath(c->folder, NULL);
    if (folder == NULL)
        return ul_fail(UL_E_IO, "%s: %s", c->folder, strerror(errno));
    ul_run_folder_path(folder, UL_SLURM "/array.sh", script);
    snprintf(array, sizeof array, "--array=0-%zu", tasks - 1);
    snprintf(log, sizeof log, "--output=%s/" UL_SLURM "/%%a.log", folder);
    /* 0 asks for all of a node's memory, so without a limit say nothing of it */
    if (memory_mb > 0)
        snprintf(memory, sizeof memory, "--mem=%llu", (unsigned long long)memory_mb + 64);
    else
        snprintf(memory, sizeof memory, "--ntasks=1");
    char *const argv[] = {"sbatch", "--parsable", "--job-name=ullage", "--cpus-per-task=1", array,
                          log, memory, script, NULL};
    ul_status status = write_script(o, folder, script);
    free(folder);
    UL_TRY(status);
    UL_TRY(ul_program_run(argv, answer, sizeof answer, &code));
    answer[strcspn(answer, "\n")] = '\0';
    if (code != 0)
        return ul_fail(UL_E_IO, "sbatch refused the array: %s", answer);
    snprintf(id, 64, "%.*s", (int)strcspn(answer, ";"), answer);
    ul_run_folder_path(c->folder, UL_SLURM "/job", path);
    UL_TRY(ul_output_open(path, &out));
    ul_output_format(out, "%s\n", id);
    return ul_output_close(out, NULL);
}

static ul_status cancel(const char *id)
{
    char answer[256];
    int code;
    char *const argv[] = {"scancel", (char *)id, NULL};
    UL_TRY(ul_program_run(argv, answer, sizeof answer, &code));
    while (is_queued(id))
        poll(NULL, 0, POLL_MS);
    return code == 0 ? UL_OK : ul_fail(UL_E_IO, "scancel %s: %s", id, answer);
}

static ul_status watch(const ul_slurm_options *o, ul_campaign *c, const char *id, bool *alarm)
{
    while (is_queued(id) && !stopped) {
        UL_TRY(gather(o, c, alarm));
        poll(NULL, 0, POLL_MS);
    }
    if (stopped)
        UL_TRY(cancel(id));
    return gather(o, c, alarm);
}

static ul_status run(const ul_slurm_options *o, ul_campaign *c, bool *alarm)
{
    char id[64];
    size_t n;
    UL_TRY(ul_run_folder_make(c->folder, UL_PARTS));
    UL_TRY(ul_run_folder_make(c->folder, UL_SLURM));
    ul_runner_tell_passed_over(&o->runner, c);
    read_job_id(c->folder, id);
    UL_TRY(is_queued(id) ? watch(o, c, id, alarm) : gather(o, c, alarm));
    UL_TRY(write_jobs(c, &n));
    if (n == 0)
        return UL_OK;
    if (!stopped) {
        UL_TRY(submit(o, c, n, id));
        if (o->detach)
            return UL_OK;
        UL_TRY(watch(o, c, id, alarm));
        UL_TRY(write_jobs(c, &n));
    }
    if (n > 0)
        return ul_fail(stopped ? UL_E_STOPPED : UL_E_INPUT,
                       "%s after %zu of %zu runs; go on with --resume (logs are in %s/slurm)",
                       stopped ? "interrupted" : "the array ended", c->n_done, c->n_done + n,
                       c->folder);
    return UL_OK;
}

ul_status ul_slurm_run(const ul_slurm_options *options, bool *alarm)
{
    ul_campaign c;
    stopped = 0;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    ul_status status = ul_campaign_open(&c, &options->runner.campaign, &stopped, alarm);
    if (status == UL_OK)
        status = run(options, &c, alarm);
    ul_campaign_close(&c);
    return status;
}

ul_status ul_slurm_cancel(const char *folder)
{
    char id[64];
    read_job_id(folder, id);
    return is_queued(id) ? cancel(id)
                         : ul_fail(UL_E_INPUT, "%s: no array of this folder is queued", folder);
}
