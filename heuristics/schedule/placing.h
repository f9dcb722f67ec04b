/* Tasks that are placed once and for all, in any order: what every host has on it at every second.
 * Methods that know the whole workload before it begins place by it. */
#pragma once

#include "run.h"
#include "timeline.h"

/* What a host has on it from one second to the next row. */
typedef struct {
    uint32_t type;
    size_t n, room;
    int64_t *row; /* each: the second, how many are on it, and what they take of each resource */
} ul_host;

enum { UL_HOST_AT, UL_HOST_COUNT, UL_HOST_TAKEN };

typedef struct {
    const ul_schedule *in;
    ul_run *run;
    size_t width; /* of a row */
    size_t n, room;
    ul_host *host;
    uint32_t *host_of; /* per task */
} ul_placing;

/* Refuses worlds in which somebody waits for a machine, for loading, for company or for a turn. */
ul_status ul_placing_check_world(const ul_schedule *in, const char *method);

ul_status ul_placing_new(const ul_schedule *in, ul_run *run, ul_placing *p);
ul_status ul_placing_open(ul_placing *p, uint32_t type, size_t *at);
/* The host has room for the task. */
ul_status ul_placing_put(ul_placing *p, uint32_t task, size_t at);
ul_status ul_placing_take(ul_placing *p, uint32_t task);

ul_micro ul_placing_end(const ul_schedule *in, uint32_t task);
/* The last row at or before a second. O(log rows) */
size_t ul_placing_row_at(const ul_placing *p, const ul_host *h, ul_micro at_s);

static inline int64_t *ul_placing_row(const ul_placing *p, const ul_host *h, size_t q)
{
    return h->row + q * p->width;
}

/* What a host is worth to a task: the bill that it adds, then the room that is left beside it. */
typedef struct {
    double bill, left;
} ul_host_offer;

/* Returns false where there is no room, or where the bill is above `most` already. */
bool ul_placing_look(const ul_placing *p, const ul_host *h, uint32_t task, double most,
                     ul_host_offer *found);

/* Offers the plan: a host that is empty for a while is given back and counts as another. */
ul_status ul_placing_offer(const ul_placing *p);
