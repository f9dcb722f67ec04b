#include "assigned.h"

#include <string.h>

ul_status ul_assigned_new(const ul_exact_problem *problem, size_t n_tasks, size_t n_machines,
                         ul_arena *arena, ul_assigned *f)
{
    f->problem = problem;
    f->n_tasks = n_tasks;
    f->n_machines = n_machines;
    UL_ALLOC(arena, f->item, n_tasks);
    UL_ALLOC(arena, f->at, n_tasks);
    UL_ALLOC(arena, f->place, n_tasks);
    UL_ALLOC(arena, f->held, n_tasks * n_machines);
    UL_ALLOC(arena, f->machine, n_machines);
    UL_ALLOC(arena, f->full, n_machines);
    UL_ALLOC(arena, f->full_at, n_machines);
    n_tasks = 0;
    for (size_t i = 0; i < problem->n_items; i++)
        for (int64_t q = 0; q < problem->copies[i]; q++)
            f->item[n_tasks++] = (uint32_t)i;
    return UL_OK;
}

/* The resource of which the tasks that fit a group need most for what its machines have. */
static size_t tightest(const ul_assigned *f, size_t g)
{
    const ul_exact_group *group = &f->problem->group[g];
    double most = 0;
    size_t best = 0;
    for (size_t d = 0; d < group->n_dims; d++) {
        double needed = 0, there = 1;
        for (size_t i = 0; i < f->problem->n_items; i++)
            if (group->fits[i])
                needed += (double)group->weight[i * group->n_dims + d] * (double)f->problem->copies[i];
        for (size_t m = 0; m < f->n_machines; m++)
            if (f->machine[m].group == g)
                there += f->machine[m].has[d];
        if (needed / there > most) {
            most = needed / there;
            best = d;
        }
    }
    return best;
}

void ul_assigned_ready(ul_assigned *f)
{
    for (size_t g = 0; g < f->problem->n_groups; g++) {
        const size_t tight = tightest(f, g);
        for (size_t m = 0; m < f->n_machines; m++)
            if (f->machine[m].group == g)
                f->machine[m].tight = tight;
    }
}

/* A step takes five, and would take three times as long by the run's generator, which draws the
 * seed: splitmix64 (Steele, Lea and Flood 2014). */
uint32_t ul_assigned_draw(ul_assigned *f, size_t n)
{
    uint64_t x = f->state += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (uint32_t)((x >> 32) * n >> 32);
}

int64_t ul_assigned_excess(const ul_assigned *f, const ul_assigned_machine *m)
{
    const int32_t *cost = f->cost + m->group * UL_ASSIGNED_DIMS;
    int64_t sum = 0;
    for (size_t d = 0; d < ul_assigned_dims(f, m); d++)
        if (m->load[d] > m->has[d])
            sum += (int64_t)(m->load[d] - m->has[d]) * cost[d];
    return sum;
}

void ul_assigned_change(const ul_assigned *f, ul_assigned_machine *m, uint32_t task, int32_t sign)
{
    const int32_t *need = ul_assigned_need(f, task, m->group);
    for (size_t d = 0; d < ul_assigned_dims(f, m); d++)
        m->load[d] += sign * need[d];
}

static void put(ul_assigned *f, uint32_t task, uint32_t m)
{
    f->at[task] = m;
    f->place[task] = f->machine[m].n;
    f->held[m * f->n_tasks + f->machine[m].n++] = task;
}

static void take_off(ul_assigned *f, uint32_t task)
{
    uint32_t *held = f->held + f->at[task] * f->n_tasks;
    const uint32_t last = held[--f->machine[f->at[task]].n];
    held[f->place[task]] = last;
    f->place[last] = f->place[task];
}

void ul_assigned_relist(ul_assigned *f, uint32_t task, uint32_t to)
{
    take_off(f, task);
    put(f, task, to);
}

void ul_assigned_clear(ul_assigned *f)
{
    for (size_t m = 0; m < f->n_machines; m++) {
        memset(f->machine[m].load, 0, sizeof f->machine[m].load);
        f->machine[m].n = 0;
    }
}

void ul_assigned_place(ul_assigned *f, uint32_t task, uint32_t first, uint32_t n)
{
    uint32_t m;
    do
        m = first + ul_assigned_draw(f, n);
    while (!ul_assigned_allowed(f, task, m));
    ul_assigned_change(f, &f->machine[m], task, 1);
    put(f, task, m);
}

void ul_assigned_count(ul_assigned *f)
{
    f->n_full = 0;
    f->too_much = 0;
    for (size_t m = 0; m < f->n_machines; m++) {
        const int64_t excess = ul_assigned_excess(f, &f->machine[m]);
        f->too_much += excess;
        ul_assigned_list_full(f, (uint32_t)m, excess > 0);
    }
}

void ul_assigned_list_full(ul_assigned *f, uint32_t m, bool too_full)
{
    const uint32_t at = f->full_at[m];
    const bool listed = at < f->n_full && f->full[at] == m;
    if (too_full && !listed) {
        f->full_at[m] = (uint32_t)f->n_full;
        f->full[f->n_full++] = m;
    } else if (!too_full && listed) {
        f->full[at] = f->full[--f->n_full];
        f->full_at[f->full[at]] = at;
    }
}
