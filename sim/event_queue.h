/* The event queue of a simulation: a heap by time, rank, number and insertion. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "arena.h"

typedef struct {
    double at_s;
    uint64_t number; /* decides where time and rank are equal */
    uint64_t inserted;
    uint64_t tag;     /* a timer's, or the index of what it happens to */
    uint32_t version; /* of what it happens to: an older one is void */
    uint8_t rank, kind;
} ul_event;

typedef struct {
    ul_arena *arena;
    ul_event *event;
    size_t n, room;
    uint64_t n_inserted;
} ul_event_queue;

/* Fills in `inserted`. O(log n). */
ul_status ul_event_push(ul_event_queue *queue, ul_event event);
/* Takes the first; the queue is not empty. */
ul_event ul_event_pop(ul_event_queue *queue);
static inline const ul_event *ul_event_first(const ul_event_queue *queue)
{
    return queue->n > 0 ? queue->event : NULL;
}
