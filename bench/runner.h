/* Runs a suite: every method on every instance in a process of its own, checked
 * and recorded, resumable.
 *
 * The run's folder holds records.csv, manifest.json, suite.csv, instances/,
 * plans/ and events/. Order: repetition, instance, method, the first method
 * rotating from instance to instance, so that drift of the machine hits all
 * methods alike.
 */
#ifndef UL_RUNNER_H
#define UL_RUNNER_H

#include "record.h"
#include "suite.h"

typedef struct {
    size_t total, done, running;
    double elapsed_s;
    const ul_record *last; /* the record just written, or NULL */
} ul_progress;

typedef struct {
    const char *suite; /* path or name */
    const char *folder;
    const char *checker; /* path of ullage-check */
    size_t jobs;
    bool resume;
    int argc;
    char **argv; /* for the manifest */
    void (*progress)(void *context, const ul_progress *progress);
    void *context;
} ul_runner_options;

/* *alarm is set when a cost came out below a bound: the fault's sentence names
 * the rows. An interrupt ends the run cleanly; resume picks it up. */
ul_status ul_runner_run(const ul_runner_options *options, bool *alarm);

#endif
