#include "schedule_following.h"

ul_status ul_schedule_follow(const void *data, ul_arena *arena, void **state)
{
    ul_schedule_following *s;
    UL_ALLOC(arena, s, 1);
    s->in = data;
    s->arena = arena;
    UL_ALLOC(arena, s->on, s->in->n_tasks);
    for (size_t i = 0; i < s->in->n_tasks; i++)
        s->on[i] = UL_SCHEDULE_NONE;
    *state = s;
    return UL_OK;
}

ul_status ul_schedule_note_machines(ul_schedule_following *s, size_t m, size_t n, size_t type)
{
    if (m + n > s->room) {
        const size_t room = 2 * (m + n) + 64;
        uint32_t *grown = ul_arena_grow(s->arena, s->type, s->room, room, sizeof *grown);
        UL_NEED(grown);
        for (size_t q = s->room; q < room; q++)
            grown[q] = UL_SCHEDULE_NONE;
        s->type = grown;
        s->room = room;
    }
    for (size_t q = m; q < m + n; q++)
        s->type[q] = (uint32_t)type;
    return UL_OK;
}

void ul_schedule_put_machine(const ul_schedule_following *s, const char *word, size_t m,
                             ul_output *out)
{
    ul_output_format(out, "%s %zu", word, m);
    if (m < s->room && s->type[m] != UL_SCHEDULE_NONE)
        ul_output_format(out, " (%s)", s->in->type[s->type[m]].name);
}

void ul_schedule_put_tasks(const ul_schedule_following *s, size_t i, uint64_t n, ul_output *out)
{
    const ul_schedule_job *job = &s->in->job[s->in->task[i].job];
    const char *word = job->name[0] >= '0' && job->name[0] <= '9' ? "job " : "";
    if (n == job->n_tasks)
        ul_output_format(out, "%s%s", word, job->name);
    else if (n <= 1)
        ul_output_format(out, "%s%s's task %zu", word, job->name, i - job->first_task);
    else
        ul_output_format(out, "%llu tasks of %s%s", (unsigned long long)n, word, job->name);
}

bool ul_schedule_is_one(const ul_schedule_following *s, const ul_step *step)
{
    return step->count <= 1 || step->count == s->in->job[s->in->task[step->task].job].n_tasks;
}

bool ul_schedule_is_slow(const ul_step *step)
{
    return step->share > 0 && step->share < 0.99;
}

void ul_schedule_put_speed(const ul_step *step, const char *whose, ul_output *out)
{
    if (step->share > 0.495 && step->share < 0.505)
        ul_output_text(out, "half speed");
    else
        ul_output_format(out, "%.0f%% of %s speed", 100 * step->share, whose);
}
