/* A campaign: a suite being run into a folder. Numbers the runs, knows which
 * are recorded, appends records and raises the alarm; the engines (this machine,
 * a cluster) decide where and when each run happens.
 *
 * run_folder.h says what the folder holds. Order: repetition, instance, method, the first method rotating from
 * instance to instance, so that drift of the machine hits all methods alike.
 */
#pragma once

#include "instance_folder.h"
#include "names.h"
#include "record.h"
#include "run_folder.h"
#include "slot.h"
#include "suite.h"

typedef struct {
    ul_suite_request asked; /* which suite, and what in place of what it says */
    const char *replay; /* a folder that is run again, in place of a suite; NULL: none */
    const char *folder;
    bool resume;
    size_t jobs; /* processes at a time */
    bool certificates; /* kept and verified where a method writes them */
    const bool *wanted; /* the runs that are, by instance and method of the suite; NULL: all */
    int argc;
    char **argv; /* for the manifest */
} ul_campaign_options;

typedef struct {
    ul_suite *suite;
    const char *folder;
    ul_arena *arena;
    size_t n_jobs, n_done, n_before; /* before: recorded when it was opened */
    size_t n_skipped; /* jobs whose method does not take the instance */
    const char *passed_over; /* those of methods that take its kind, as a sentence; or empty */
    bool *done; /* by job number */
    /* the rest is the campaign's own */
    bool certificates;
    const bool *wanted;
    bool changed;     /* the suite is not word for word the one the folder has */
    bool has_grown;   /* numbers of runs are no longer those of jobs */
    uint64_t next_id; /* above every number that a run has */
    ul_names *label;  /* of the instances, numbered as in the suite */
    ul_instance_fact *fact; /* of each instance */
    int file, lock;
    char records_path[UL_PATH];
    ul_names *instance_seen; /* SHA-256 of each instance recorded so far */
    ul_extremes *extreme;    /* by index in instance_seen */
    size_t extreme_room;
    ul_instance instance;
    char content[UL_SHA256_TEXT]; /* its identity */
    size_t loaded; /* number of the instance, or UL_NONE */
} ul_campaign;

/* Opens or resumes; close it afterwards, fault or not. *stopped, set by a signal,
 * ends the making of instances. */
ul_status ul_campaign_open(ul_campaign *c, const ul_campaign_options *options,
                           const volatile sig_atomic_t *stopped, bool *alarm);
/* Joins a folder from outside, to run jobs of it without touching its records. */
ul_status ul_campaign_attach(ul_campaign *c, const char *folder);
void ul_campaign_close(ul_campaign *c);

/* Removes half-written files of runs that were killed; no run may be under way. */
void ul_campaign_sweep(const ul_campaign *c);

/* The q-th job to run, q below n_jobs: the rotated order. */
size_t ul_campaign_job(const ul_campaign *c, size_t q);

/* Whether the job's method takes its instance; where it does not there is nothing to run. */
bool ul_campaign_takes(const ul_campaign *c, size_t job);

/* Makes the job's instance the present one (and a file of the folder). */
ul_status ul_campaign_load(ul_campaign *c, size_t job);

/* Starts the job in a slot; its instance must be loaded. */
ul_status ul_campaign_start(ul_campaign *c, const char *checker, size_t job, ul_slot *slot);

/* Appends the record of a job that ended. *alarm is set when a cost lies below a
 * bound of the same instance: the fault then names the rows. The record's texts
 * other than the note must live as long as the campaign. */
ul_status ul_campaign_record(ul_campaign *c, const ul_record *record, bool *alarm);

/* The number of a job's run, which names its files: the job's own in a folder that one
 * suite made; above all others where the suite grew, or rows were dropped. */
uint64_t ul_campaign_id(const ul_campaign *c, size_t job);

/* Whether the row's run is recorded already, or not of the suite. */
bool ul_campaign_has(const ul_campaign *c, const ul_record *record);

/* Sets the rows of a method ("NAME" or "NAME PARAMETERS") aside: they move to dropped.csv,
 * their plans stay. A method that is still in the suite runs again with --resume. */
ul_status ul_campaign_drop(const char *folder, const char *method, size_t *n_moved);
