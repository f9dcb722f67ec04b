#include "replan.h"

#include <string.h>

bool ul_replan_is_open(const ul_schedule *in, size_t type)
{
    return in->type[type].n_supplies == 0;
}

uint32_t ul_replan_cheapest(const ul_schedule *in, uint32_t task)
{
    uint32_t found = UL_SCHEDULE_NONE;
    for (uint32_t k = 0; k < in->n_types; k++)
        if (ul_replan_is_open(in, k) && ul_search_holds(in, task, k)
            && (found == UL_SCHEDULE_NONE || in->type[k].price < in->type[found].price))
            found = k;
    return found;
}

uint32_t ul_replan_cheapest_alone(const ul_schedule *in, uint32_t task)
{
    uint32_t found = UL_SCHEDULE_NONE;
    for (uint32_t k = 0; k < in->n_types; k++)
        if (ul_replan_is_open(in, k)
            && ul_schedule_fits(in, ul_schedule_need(in, task, k), in->type[k].capacity)
            && (found == UL_SCHEDULE_NONE || in->type[k].price < in->type[found].price))
            found = k;
    return found;
}

bool ul_replan_leads(const ul_schedule *in, uint32_t task)
{
    const ul_schedule_job *job = &in->job[in->task[task].job];
    return !job->gang || job->first_task == task;
}

ul_replan_kind ul_replan_kind_of(const ul_schedule *in, uint32_t task)
{
    const ul_schedule_job *job = &in->job[in->task[task].job];
    const uint32_t first = job->gang ? job->first_task : task, size = ul_search_size(in, task);
    if (ul_replan_cheapest(in, first) != UL_SCHEDULE_NONE)
        return UL_REPLAN_MOVES;
    for (uint32_t q = 0; q < size; q++)
        if (ul_replan_cheapest_alone(in, first + q) == UL_SCHEDULE_NONE)
            return UL_REPLAN_STAYS;
    return UL_REPLAN_WIDE;
}

ul_status ul_replan_begin(const ul_schedule *in, ul_run *run, ul_search_world *world, ul_replan *s)
{
    *s = (ul_replan){.in = in, .run = run, .arena = ul_run_arena(run), .rng = ul_run_rng(run),
                     .world = world};
    UL_ALLOC(s->arena, s->at, in->n_tasks);
    UL_ALLOC(s->arena, s->unit, in->n_tasks);
    return UL_OK;
}

/* ---- machines and their lists ---- */

void ul_replan_remove(ul_search_machine *m, uint32_t task)
{
    size_t kept = 0;
    for (size_t q = 0; q < m->n; q++)
        if (m->task[q] != task)
            m->task[kept++] = m->task[q];
    m->n = kept;
}

ul_status ul_replan_insert(ul_replan *s, ul_search_machine *m, size_t at, uint32_t task)
{
    UL_MORE(s->arena, m->task, m->n, m->room);
    memmove(&m->task[at + 1], &m->task[at], (m->n - at) * sizeof *m->task);
    m->task[at] = task;
    m->n++;
    return UL_OK;
}

void ul_replan_begin_early(const ul_replan *s, ul_search_machine *m)
{
    ul_micro first_s = INT64_MAX;
    for (size_t q = 0; q < m->n; q++)
        if (s->in->task[m->task[q]].arrival_s < first_s)
            first_s = s->in->task[m->task[q]].arrival_s;
    const ul_micro soonest_s = ul_search_soonest(s->in, m->type);
    m->ready_s = first_s < soonest_s || m->n == 0 ? soonest_s : first_s;
}

ul_status ul_replan_add_machine(ul_replan *s, uint32_t type, size_t *index)
{
    UL_MORE(s->arena, s->machine, s->n, s->room);
    *index = s->n++;
    s->machine[*index] = (ul_search_machine){.type = type};
    return UL_OK;
}

/* ---- all of it ---- */

ul_status ul_replan_settle(ul_replan *s)
{
    for (size_t m = 0; m < s->n; m++) {
        const ul_micro soonest_s = ul_search_soonest(s->in, s->machine[m].type);
        if (s->machine[m].ready_s == 0)
            ul_replan_begin_early(s, &s->machine[m]);
        if (s->machine[m].ready_s < soonest_s)
            s->machine[m].ready_s = soonest_s;
        while (!ul_search_live(s->world, &s->machine[m]) && s->machine[m].n > 1) {
            if (ul_run_expired(s->run))
                return UL_E_STOPPED;
            const uint32_t task = s->machine[m].task[s->machine[m].n - 1];
            size_t alone = 0;
            UL_TRY(ul_replan_add_machine(s, ul_replan_cheapest(s->in, task), &alone));
            ul_replan_remove(&s->machine[m], task);
            UL_TRY(ul_replan_insert(s, &s->machine[alone], 0, task));
            s->at[task] = (uint32_t)alone;
            ul_replan_begin_early(s, &s->machine[m]);
        }
    }
    return UL_OK;
}

ul_cost ul_replan_bill(const ul_replan *s)
{
    ul_cost total = 0;
    for (size_t m = 0; m < s->n; m++)
        total += s->machine[m].bill;
    for (size_t m = 0; s->fixed != NULL && m < s->fixed->n_machines; m++)
        total += ul_schedule_bill(s->in, s->fixed->machine[m].type, s->fixed->machine[m].ordered_s,
                                  s->fixed->machine[m].released_s);
    return total;
}

ul_status ul_replan_write_fixed(const ul_replan *s, ul_schedule_plan *plan)
{
    const ul_schedule_plan *fixed = s->fixed;
    if (fixed == NULL)
        return UL_OK;
    for (size_t m = 0; m < fixed->n_machines; m++)
        UL_TRY(ul_timeline_add_machine(plan, &fixed->machine[m], NULL));
    for (size_t q = 0; q < fixed->n_stays; q++)
        UL_TRY(ul_timeline_add_stay(plan, &fixed->stay[q]));
    return UL_OK;
}

ul_status ul_replan_offer(ul_replan *s)
{
    ul_schedule_plan *plan;
    const ul_arena_mark_t mark = ul_arena_mark(s->arena);
    UL_TRY(ul_schedule_plan_new(s->in, s->arena, &plan));
    UL_TRY(ul_replan_write_fixed(s, plan));
    for (size_t m = 0; m < s->n; m++)
        UL_TRY(ul_search_write(s->world, &s->machine[m], plan));
    UL_TRY(ul_run_offer(s->run, plan));
    ul_arena_rewind(s->arena, mark);
    return UL_OK;
}
