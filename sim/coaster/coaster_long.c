/* A long job arrives: its tasks go where the least long work is left, workers without
 * any first. O(tasks of the job) while there are such, else O(general workers).
 */
#include <math.h>
#include <stdlib.h>

#include "coaster.h"
#include "heap.h"

typedef struct ul_coaster_load {
    double wait_s;
    uint32_t worker;
} load;

#define LIGHTER(a, b) \
    ((a).wait_s < (b).wait_s || ((a).wait_s == (b).wait_s && (a).worker < (b).worker))
UL_HEAP(load_heap, load, LIGHTER, 4)

/* Workers that have no long task, by number, until there are n. */
static ul_status take_free(ul_coaster *c, size_t n)
{
    for (uint32_t g = ul_long_map_next_free(&c->map, 0); g < c->n_general && c->n_candidates < n;
         g = ul_long_map_next_free(&c->map, g + 1))
        UL_TRY(ul_coaster_add_candidate(c, c->n_kept + g));
    return UL_OK;
}

static double wait_s(const ul_coaster *c, const ul_coaster_worker *worker)
{
    return worker->long_since_s < 0
               ? worker->long_queue_s
               : 2 * c->message_s + worker->long_queue_s
                     - fmin(c->now - worker->long_since_s, worker->long_estimate_s);
}

/* All general workers by what they have to do, the candidates with this job's task. */
static ul_status weigh(ul_coaster *c, double estimate_s, size_t *n)
{
    if (c->load == NULL)
        c->load = malloc(c->n_general * sizeof *c->load);
    UL_NEED(c->load);
    for (uint32_t w = c->n_kept; w < c->n_kept + c->n_general; w++) {
        const ul_coaster_worker *worker = &c->worker[w];
        const double load_s = worker->long_queue_s == 0 ? estimate_s : wait_s(c, worker);
        load_heap_push(c->load, n, (load){load_s, w});
    }
    return UL_OK;
}

/* The least loaded takes a task, and again while it stays the least loaded. */
static ul_status spread(ul_coaster *c, size_t wanted, double estimate_s)
{
    size_t n = 0;
    UL_TRY(weigh(c, estimate_s, &n));
    load least = load_heap_pop(c->load, &n);
    while (c->n_candidates < wanted) {
        const load next = n > 0 ? load_heap_pop(c->load, &n) : (load){HUGE_VAL, least.worker};
        while (least.wait_s <= next.wait_s && c->n_candidates < wanted) {
            UL_TRY(ul_coaster_add_candidate(c, least.worker));
            least.wait_s += estimate_s;
        }
        load_heap_push(c->load, &n, least);
        least = next;
    }
    return UL_OK;
}

/* One probe a task, all on their way together. */
static ul_status send(ul_coaster *c, uint32_t j)
{
    uint32_t first = UL_COASTER_NONE, last = UL_COASTER_NONE, p;
    for (size_t q = 0; q < c->n_candidates; q++) {
        ul_coaster_worker *worker = &c->worker[c->candidate[q]];
        worker->long_queue_s += c->job[j].estimate_s;
        ul_long_map_put(&c->map, c->candidate[q] - c->n_kept, true);
        UL_TRY(ul_coaster_new_probe(c, j, c->candidate[q], &p));
        if (last == UL_COASTER_NONE)
            first = p;
        else
            c->probe[last].next = p;
        last = p;
    }
    return ul_coaster_push(c, UL_COASTER_PROBES, c->now + c->message_s, first);
}

ul_status ul_coaster_place_long(ul_coaster *c, uint32_t j)
{
    const ul_coaster_job *job = &c->job[j];
    const size_t n = job->end - job->next;
    c->n_candidates = 0;
    UL_TRY(take_free(c, n));
    UL_COASTER_TELL(c, .kind = UL_STEP_TURN, .task = job->next, .count = n, .seconds = job->estimate_s,
                    .value = (double)c->n_candidates,
                    .why = "{job} is long (about {seconds}{tasks=1?| a task}): who knows all queues places "
                           "it where the least long work is left; {value} of the workers it takes had "
                           "none.");
    if (c->n_candidates < n)
        UL_TRY(spread(c, n, job->estimate_s));
    return send(c, j);
}
