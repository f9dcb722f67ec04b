#include "event_queue.h"

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

ul_status ul_event_push(ul_event_queue *queue, ul_event event)
{
    UL_MORE(queue->arena, queue->event, queue->n, queue->room);
    event.inserted = queue->n_inserted++;
    events_push(queue->event, &queue->n, event);
    return UL_OK;
}

ul_event ul_event_pop(ul_event_queue *queue)
{
    return events_pop(queue->event, &queue->n);
}
