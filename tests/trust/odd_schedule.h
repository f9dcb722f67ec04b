/* A tiny world in which jobs arrive over time, as the trust campaign draws it. Times are
 * microseconds, most of them multiples of the grid. */
#pragma once

#include "odd.h"

enum { TASKS = 4, TYPES = 3, JOBS = 3, RESOURCES = 2, RECORDS = 3, WORKLOADS = 2, SHARES = 3 };

typedef struct {
    int64_t from, to;
    int64_t amount; /* machines, or a price */
} odd_record;

typedef struct {
    int64_t price, capacity[RESOURCES];
    int family;
    int64_t billed_after, usable_after, gone_after, drawn; /* drawn: usable at most so much later */
    int64_t unit, least;
    int n_prices, n_supplies, n_services;
    odd_record moving[RECORDS], supply[RECORDS], service[RECORDS];
    int n_shares; /* of a period of two grid steps, which are days there */
    int64_t share[SHARES];
} odd_type;

typedef struct {
    int64_t arrival, work, fetch, build, init, kill, upload;
    int n_tasks, workload, image; /* -1: none */
    bool gang;
    int64_t demand[RESOURCES];
    bool own; /* another demand in family 1 */
    int64_t other[RESOURCES];
    int64_t per_second; /* iterations, in millionths; 0: it counts seconds */
    int64_t estimate;   /* -1: the truth */
} odd_job;

typedef struct {
    int64_t grid, round, cutoff; /* cutoff -1: none */
    bool kept, stretch;
    int resources, families, types, jobs, tasks;
    odd_type type[TYPES];
    odd_job job[JOBS];
    int job_of[TASKS];
    int n_boots;
    int64_t boot[2]; /* of a request of 1 and of 2 machines */
    int64_t rate[WORKLOADS][WORKLOADS]; /* millionths */
    int64_t wait; /* of the class in which tasks do not wait for longer */
    bool exact;   /* nothing but whole grid steps matters, see odd_schedule_best.c */
} odd_world;

/* A second after which nothing happens any more, and supplies may end. */
static inline int64_t odd_far(const odd_world *w)
{
    return 200 * w->grid;
}

/* What no timeline that uses the grid costs less than; -1: none was found. */
typedef struct {
    odd_cost any, waiting; /* of all, and of those in which no task waits for long */
} odd_best;

/* An exact world that is too large to try is called so no longer. */
odd_best odd_schedule_best(odd_world *w);
