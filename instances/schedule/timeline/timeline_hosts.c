/* How a pool of hosts looks where tasks are placed once and for all, as virtual machines are:
 * how many hosts are open at once, the share of hosts that stand empty, and how much of the
 * open ones is stranded, free but of no use to the next tasks (Ling et al. 2025; the rules of
 * both are ours). O(INSTANTS (tasks + hosts)), and the hosts that are tried for each task that
 * fills them up.
 */
#include "timeline_check.h"

enum { INSTANTS = 100 };

typedef struct {
    const ul_schedule_plan *plan;
    const ul_schedule *in;
    ul_timeline_key *key;  /* two for each machine: when it comes and when it goes */
    uint32_t *place;       /* by machine: among those open at the instant */
    uint32_t *open;        /* the machines open at the instant */
    ul_micro *free;        /* theirs, one per resource */
    uint32_t *turn;        /* tasks that may still fit */
    bool *is_over;         /* by shape: it fits nowhere any more */
    size_t n_open;
} hosts;

/* The most machines there are at once. */
static uint32_t peak_of(const hosts *h)
{
    uint32_t open = 0, peak = 0;
    size_t n = 0;
    for (size_t m = 0; m < h->plan->n_machines; m++) {
        const ul_timeline_machine *machine = &h->plan->machine[m];
        if (machine->released_s <= machine->ordered_s)
            continue;
        h->key[n++] = (ul_timeline_key){.what = 1, .at_s = machine->ordered_s, .order = 1};
        h->key[n++] = (ul_timeline_key){.what = 0, .at_s = machine->released_s};
    }
    ul_timeline_sort(h->key, n);
    for (size_t q = 0; q < n; q++) {
        open = h->key[q].what == 1 ? open + 1 : open - 1;
        peak = open > peak ? open : peak;
    }
    return peak;
}

/* How many hosts the pool has: as many as are supplied, or as were ever open at once. */
static double pool_of(const ul_schedule *in, uint32_t peak)
{
    double pool = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        uint32_t most = 0;
        if (in->type[k].n_supplies == 0)
            return peak;
        for (size_t q = 0; q < in->type[k].n_supplies; q++)
            most = in->type[k].supply[q].count > most ? in->type[k].supply[q].count : most;
        pool += most;
    }
    return pool;
}

/* Who is open at the instant, and what is free there. */
static void look(hosts *h, ul_micro at_s)
{
    const size_t n_resources = h->in->n_resources;
    h->n_open = 0;
    for (uint32_t m = 0; m < h->plan->n_machines; m++) {
        const ul_timeline_machine *machine = &h->plan->machine[m];
        if (machine->ordered_s > at_s || machine->released_s <= at_s)
            continue;
        h->place[m] = (uint32_t)h->n_open;
        h->open[h->n_open] = m;
        for (size_t r = 0; r < n_resources; r++)
            h->free[h->n_open * n_resources + r] = h->in->type[machine->type].capacity[r];
        h->n_open++;
    }
    for (size_t q = 0; q < h->plan->n_stays; q++) {
        const ul_timeline_stay *stay = &h->plan->stay[q];
        if (stay->from_s > at_s || stay->to_s <= at_s)
            continue;
        const ul_micro *need =
            ul_schedule_need(h->in, stay->task, h->plan->machine[stay->machine].type);
        for (size_t r = 0; r < n_resources; r++)
            h->free[h->place[stay->machine] * n_resources + r] -= need[r];
    }
}

/* Puts a task like this on the first open host that it takes room of. Returns false where there
 * is none. */
static bool put(hosts *h, uint32_t task)
{
    const size_t n_resources = h->in->n_resources;
    for (size_t q = 0; q < h->n_open; q++) {
        ul_micro *free = &h->free[q * n_resources];
        const ul_micro *need =
            ul_schedule_need(h->in, task, h->plan->machine[h->open[q]].type);
        ul_micro taken = 0;
        if (!ul_schedule_fits(h->in, need, free))
            continue;
        for (size_t r = 0; r < n_resources; r++) {
            free[r] -= need[r];
            taken |= need[r];
        }
        if (taken > 0)
            return true;
    }
    return false;
}

/* Fills the open hosts with tasks like those of the workload, in turn from the next to arrive
 * on, until none fits. */
static void fill(hosts *h, ul_micro at_s)
{
    const size_t n = h->in->n_tasks;
    size_t next = 0;
    while (next < n && h->in->task[next].arrival_s <= at_s)
        next++;
    for (size_t s = 0; s < h->in->n_shapes; s++)
        h->is_over[s] = false;
    for (size_t q = 0; q < n; q++)
        h->turn[q] = (uint32_t)((next + q) % n);
    for (size_t n_turn = n, kept; n_turn > 0; n_turn = kept) {
        kept = 0;
        for (size_t q = 0; q < n_turn; q++) {
            bool *is_over = &h->is_over[h->in->task[h->turn[q]].shape];
            if (!*is_over && put(h, h->turn[q]))
                h->turn[kept++] = h->turn[q];
            else
                *is_over = true;
        }
    }
}

static ul_status measure_stranding(hosts *h, ul_micro from_s, ul_micro to_s, ul_measures *measures)
{
    const ul_schedule *in = h->in;
    double left[UL_SCHEDULE_RESOURCES_MAX] = {0}, whole[UL_SCHEDULE_RESOURCES_MAX] = {0};
    for (int q = 0; q < INSTANTS; q++) {
        const ul_micro at_s = from_s + (to_s - from_s) / (2 * INSTANTS) * (2 * q + 1);
        look(h, at_s);
        fill(h, at_s);
        for (size_t p = 0; p < h->n_open; p++)
            for (size_t r = 0; r < in->n_resources; r++) {
                const ul_schedule_type *type = &in->type[h->plan->machine[h->open[p]].type];
                left[r] += ul_micro_double(h->free[p * in->n_resources + r]);
                whole[r] += ul_micro_double(type->capacity[r]);
            }
    }
    for (size_t r = 0; r < in->n_resources; r++)
        UL_TRY(ul_measures_add(measures, left[r] / whole[r], "stranded_%s", in->resource[r]));
    return UL_OK;
}

ul_status ul_timeline_hosts(const ul_schedule_plan *plan, ul_arena *arena, ul_measures *measures)
{
    hosts h = {.plan = plan, .in = plan->in};
    ul_micro from_s = plan->in->job[0].arrival_s, to_s = 0;
    double open_s = 0;
    UL_ALLOC_RAW(arena, h.key, 2 * plan->n_machines);
    UL_ALLOC_RAW(arena, h.place, plan->n_machines);
    UL_ALLOC_RAW(arena, h.turn, plan->in->n_tasks);
    UL_ALLOC_RAW(arena, h.is_over, plan->in->n_shapes);
    const uint32_t peak = peak_of(&h);
    UL_ALLOC_RAW(arena, h.open, peak);
    UL_ALLOC_RAW(arena, h.free, (size_t)peak * plan->in->n_resources);
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        open_s += ul_micro_double(machine->released_s - machine->ordered_s);
        to_s = machine->released_s > to_s ? machine->released_s : to_s;
    }
    const double pool = pool_of(plan->in, peak), span_s = ul_micro_double(to_s - from_s);
    UL_TRY(ul_measures_add(measures, peak, "peak_machines"));
    UL_TRY(ul_measures_add(measures, 1 - open_s / (pool * span_s), "empty_hosts"));
    return measure_stranding(&h, from_s, to_s, measures);
}
