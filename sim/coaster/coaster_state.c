#include <math.h>

#include "coaster.h"
#include "grow.h"
#include "heap.h"

#define BEFORE(a, b) ((a).at_s < (b).at_s || ((a).at_s == (b).at_s && (a).inserted < (b).inserted))
UL_HEAP(event_heap, ul_coaster_event, BEFORE, 4)

ul_status ul_coaster_push(ul_coaster *c, ul_coaster_kind kind, double at_s, uint32_t index)
{
    UL_TRY(ul_grow(&c->event, c->n_events, &c->event_room, sizeof *c->event));
    event_heap_push(c->event, &c->n_events,
                    (ul_coaster_event){at_s, c->n_inserted++, kind, index});
    return UL_OK;
}

ul_coaster_event ul_coaster_pop(ul_coaster *c)
{
    return event_heap_pop(c->event, &c->n_events);
}

uint32_t ul_coaster_pick(ul_coaster *c, uint32_t n)
{
    return (uint32_t)(ul_rng_unit_53(c->rng) * n);
}

bool ul_coaster_is_over_cutoff(const ul_coaster *c, uint32_t job)
{
    const ul_schedule *in = c->in;
    return in->cutoff_s >= 0 && in->task[in->job[job].first_task].estimate_s > in->cutoff_s;
}

ul_status ul_coaster_new_probe(ul_coaster *c, uint32_t job, uint32_t worker, uint32_t *probe)
{
    *probe = c->unused_probe;
    if (*probe != UL_COASTER_NONE) {
        c->unused_probe = c->probe[*probe].next;
    } else {
        UL_TRY(ul_grow(&c->probe, c->n_probes, &c->probe_room, sizeof *c->probe));
        *probe = (uint32_t)c->n_probes++;
    }
    c->probe[*probe] = (ul_coaster_probe){.job = job, .worker = worker, .next = UL_COASTER_NONE};
    c->worker[worker].n_coming++;
    return UL_OK;
}

void ul_coaster_free_probe(ul_coaster *c, uint32_t probe)
{
    c->probe[probe].next = c->unused_probe;
    c->unused_probe = probe;
}

ul_status ul_coaster_add_worker(ul_coaster *c, const ul_timeline_machine *machine,
                                ul_coaster_state state)
{
    UL_TRY(ul_grow(&c->worker, c->n_workers, &c->worker_room, sizeof *c->worker));
    c->worker[c->n_workers++] = (ul_coaster_worker){
        .state = state, .first = UL_COASTER_NONE, .last = UL_COASTER_NONE,
        .task = UL_COASTER_NONE, .long_since_s = -1, .view_at_s = -1};
    return ul_timeline_add_machine(c->plan, machine, NULL);
}

ul_status ul_coaster_add_candidate(ul_coaster *c, uint32_t worker)
{
    UL_TRY(ul_grow(&c->candidate, c->n_candidates, &c->candidate_room, sizeof *c->candidate));
    c->candidate[c->n_candidates++] = worker;
    return UL_OK;
}

ul_micro ul_coaster_micro(double seconds)
{
    return (ul_micro)llround(seconds * 1e6);
}
