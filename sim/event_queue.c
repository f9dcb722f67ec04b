#include "event_queue.h"

#include <stdlib.h>

static bool is_before(const ul_event *a, const ul_event *b)
{
    if (a->at_s != b->at_s)
        return a->at_s < b->at_s;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    if (a->number != b->number)
        return a->number < b->number;
    return a->inserted < b->inserted;
}

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
        if (grown == NULL)
            return ul_no_memory();
        queue->event = grown;
        queue->room = room;
    }
    event.inserted = queue->n_inserted++;
    size_t at = queue->n++;
    while (at > 0 && is_before(&event, &queue->event[(at - 1) / 2])) {
        queue->event[at] = queue->event[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->event[at] = event;
    return UL_OK;
}

ul_event ul_event_pop(ul_event_queue *queue)
{
    const ul_event first = queue->event[0];
    const ul_event last = queue->event[--queue->n];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= queue->n)
            break;
        if (child + 1 < queue->n && is_before(&queue->event[child + 1], &queue->event[child]))
            child++;
        if (!is_before(&queue->event[child], &last))
            break;
        queue->event[at] = queue->event[child];
        at = child;
    }
    queue->event[at] = last;
    return first;
}
