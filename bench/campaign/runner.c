/* The local engine: so many slots, each with one run at a time. */
#include "runner.h"

#include <math.h>
#include <poll.h>
#include <signal.h>

#include "clock.h"
#include "memory_group.h"
#include "slot.h"

enum { JOBS_MAX = 256 };

typedef struct {
    const ul_runner_options *options;
    ul_campaign campaign;
    ul_slot slot[JOBS_MAX];
    size_t n_slots;
    double start_s;
} runner;

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

static void tell(const runner *r, const ul_record *last)
{
    if (r->options->progress == NULL)
        return;
    ul_progress progress = {
        .total = r->campaign.n_jobs - r->campaign.n_skipped,
        .done = r->campaign.n_done,
        .before = r->campaign.n_before,
        .elapsed_s = ul_clock_wall_s() - r->start_s,
        .last = last,
    };
    for (size_t s = 0; s < r->n_slots; s++)
        progress.running += r->slot[s].stage != UL_SLOT_FREE;
    r->options->progress(r->options->context, &progress);
}

void ul_runner_tell_passed_over(const ul_runner_options *options, const ul_campaign *c)
{
    const ul_progress progress = {.passed_over = c->passed_over};
    if (options->progress != NULL && c->passed_over[0] != '\0')
        options->progress(options->context, &progress);
}

static ul_status finish_slot(runner *r, ul_slot *slot, bool *alarm)
{
    slot->stage = UL_SLOT_FREE;
    const ul_status status = ul_campaign_record(&r->campaign, &slot->record, alarm);
    tell(r, &slot->record);
    return status;
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

static ul_status run_all(runner *r, bool *alarm)
{
    ul_campaign *c = &r->campaign;
    ul_runner_tell_passed_over(r->options, c);
    for (size_t q = 0; q < c->n_jobs && !stopped; q++) {
        const size_t job = ul_campaign_job(c, q);
        if (c->done[job] || !ul_campaign_takes(c, job))
            continue;
        while (free_slot(r) == NULL && !stopped)
            UL_TRY(wait_for_slots(r, alarm));
        if (stopped)
            break;
        UL_TRY(ul_campaign_load(c, job));
        UL_TRY(ul_campaign_start(c, r->options->checker, job, free_slot(r)));
    }
    while (any_busy(r) && !stopped)
        UL_TRY(wait_for_slots(r, alarm));
    if (stopped)
        return ul_fail(UL_E_STOPPED, "interrupted after %zu of %zu runs; go on with --resume",
                       c->n_done, c->n_jobs - c->n_skipped);
    return UL_OK;
}

ul_status ul_runner_run(const ul_runner_options *options, bool *alarm)
{
    static runner r; /* too large for a stack; one run at a time */
    r = (runner){.options = options, .start_s = ul_clock_wall_s()};
    r.n_slots = options->campaign.jobs < JOBS_MAX ? options->campaign.jobs : JOBS_MAX;
    stopped = 0;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    ul_memory_groups_begin();
    ul_status status = ul_campaign_open(&r.campaign, &options->campaign, &stopped, alarm);
    if (status == UL_OK) {
        status = run_all(&r, alarm);
        for (size_t s = 0; s < r.n_slots; s++)
            ul_slot_abandon(&r.slot[s]);
        ul_campaign_sweep(&r.campaign);
    }
    ul_campaign_close(&r.campaign);
    ul_memory_groups_end();
    return status;
}
