#include "event_queue.h"

#include <stdlib.h>

#include "heap.h"

static inline bool comes_first(const ul_event *a, const ul_event *b)
{
    if (a->at_s != b->at_s)
        return a->at_s < b->at_s;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    if (a->number != b->number)
        return a->number < b->number;
    return a->inserted < b->inserted;
}

#define EVENT_BEFORE(a, b) comes_first(&(a), &(b))
UL_HEAP(events, ul_event, EVENT_BEFORE, 2)

void ul_event_queue_clear(ul_event_queue *queue)
{
    free(queue->event);
    *queue = (ul_event_queue){0};
}

ul_status ul_event_push(ul_event_queue *queue, ul_event event)
{
    if (queue->n == queue->room) {
        const size_t room = queue->room == 0 ? 1024 : queue->room * 2;
        ul_event *grown = realloc(queue->event, room * sizeof *grown);
        UL_NEED(grown);
        queue->event = grown;
        queue->room = room;
    }
    event.inserted = queue->n_inserted++;
    events_push(queue->event, &queue->n, event);
    return UL_OK;
}

ul_event ul_event_pop(ul_event_queue *queue)
{
    return events_pop(queue->event, &queue->n);
}
