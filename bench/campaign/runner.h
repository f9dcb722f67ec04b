/* Runs a campaign on this machine: every run in a process of its own. */
#pragma once

#include "campaign.h"

typedef struct {
    size_t total, done, before, running; /* before: done when the run was resumed */
    double elapsed_s;
    const ul_record *last;   /* the record just written, or NULL */
    const char *passed_over; /* told first, alone, where runs are: a sentence; else NULL */
} ul_progress;

typedef struct {
    ul_campaign_options campaign;
    const char *checker; /* path of ullage-check */
    void (*progress)(void *context, const ul_progress *progress);
    void *context;
} ul_runner_options;

/* *alarm: see ul_campaign_record(). An interrupt ends the run cleanly; resume
 * picks it up. */
ul_status ul_runner_run(const ul_runner_options *options, bool *alarm);

/* The first line of progress, of either engine: which runs there are not, and why. */
void ul_runner_tell_passed_over(const ul_runner_options *options, const ul_campaign *c);
