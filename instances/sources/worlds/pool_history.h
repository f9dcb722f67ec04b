/* When the machines of a pool are up, and which of them services hold
 * (TR-Kubernetes, Section 4).
 *
 * All machines of a type go up and down together. Services need a capacity at every
 * second: they hold machines in the order of the list, as many of those that are up as
 * they need, or all. Seconds are from 0 on; a history ends, and from then on the type
 * is up.
 */
#pragma once

#include "arena.h"
#include "availability_series.h"
#include "fixed.h"
#include "rng.h"
#include "schedule.h"

typedef struct {
    ul_arena *arena; /* of what it holds */
    bool up_first;
    ul_micro *change; /* seconds at which it goes down or comes up, ascending */
    size_t n, room;
} ul_up_history;

/* Up and down for exponential times: up for mean_up_s on average, and a share
 * `availability` of the time in the long run, which also is the chance to be up at
 * first. */
ul_status ul_up_history_draw(ul_arena *arena, ul_rng *rng, double availability, double mean_up_s,
                             ul_micro until_s, ul_up_history *history);
/* As a price history has it, second 0 being its from_s. */
ul_status ul_up_history_read(ul_arena *arena, const ul_spot_series *series, double from_s,
                             double to_s, ul_up_history *history);

/* Adds a supply of `count` machines while the type is up. */
ul_status ul_up_history_supply(const ul_up_history *history, ul_schedule_builder *b,
                               const char *type, uint64_t count);

/* Machines of one type in a pool. */
typedef struct {
    const char *name;
    uint64_t count, capacity; /* of one */
    const ul_up_history *history; /* NULL: always up */
} ul_pool_part;

/* Adds what services that need `capacity` hold of the pool, part by part. O(changes *
 * parts). */
ul_status ul_pool_serve(const ul_pool_part *part, size_t n, uint64_t capacity,
                        ul_schedule_builder *b);
