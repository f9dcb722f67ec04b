#include "batch_queue.h"

#include "heap.h"

static bool comes_first(ul_batch_waiting a, ul_batch_waiting b)
{
    return a.arrival_s != b.arrival_s ? a.arrival_s < b.arrival_s : a.task < b.task;
}

UL_HEAP(waiting, ul_batch_waiting, comes_first, 4)

ul_status ul_batch_queue_push(ul_batch_queue *queue, ul_sim *sim, uint32_t task)
{
    UL_MORE(ul_run_arena(ul_sim_run_of(sim)), queue->heap, queue->n, queue->room);
    waiting_push(queue->heap, &queue->n, (ul_batch_waiting){ul_sim_arrival_s(sim, task), task});
    return UL_OK;
}

uint32_t ul_batch_queue_pop(ul_batch_queue *queue)
{
    return waiting_pop(queue->heap, &queue->n).task;
}
