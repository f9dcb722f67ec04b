/* Tasks that wait, first come first served: by arrival, then as the file has them. One
 * that was cut off comes back to the place it had.
 */
#pragma once

#include "sim.h"

typedef struct {
    double arrival_s;
    uint32_t task;
} ul_batch_waiting;

typedef struct {
    ul_batch_waiting *heap;
    size_t n, room;
} ul_batch_queue;

/* O(log n) each. */
ul_status ul_batch_queue_push(ul_batch_queue *queue, ul_sim *sim, uint32_t task);
uint32_t ul_batch_queue_pop(ul_batch_queue *queue); /* of one that is not empty */
