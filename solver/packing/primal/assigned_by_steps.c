#include <math.h>

#include "assigned.h"

enum { STEPS_A_LOOK = 1024, HEIGHTS = 256 };

/* How much worse a step may make things, at first and at last. */
#define FIRST_HEIGHT (0.07 * UL_ASSIGNED_MEAN)
#define LAST_HEIGHT (0.008 * UL_ASSIGNED_MEAN)

/* Task j goes to machine `to`, and the tasks `back` to where j was; not where that is more than
 * `most` worse. */
static void step(ul_assigned *f, uint32_t j, uint32_t to, const uint32_t *back, size_t n_back,
                 double most)
{
    const uint32_t from = f->at[j];
    ul_assigned_machine here = f->machine[from], there = f->machine[to];
    const int64_t before = ul_assigned_excess(f, &here) + ul_assigned_excess(f, &there);
    ul_assigned_change(f, &here, j, -1);
    ul_assigned_change(f, &there, j, 1);
    for (size_t q = 0; q < n_back; q++) {
        ul_assigned_change(f, &there, back[q], -1);
        ul_assigned_change(f, &here, back[q], 1);
    }
    const int64_t left = ul_assigned_excess(f, &here);
    const int64_t worse = left + ul_assigned_excess(f, &there) - before;
    if ((double)worse > most)
        return;
    f->machine[from] = here;
    f->machine[to] = there;
    for (size_t q = 0; q < n_back; q++)
        ul_assigned_relist(f, back[q], from);
    ul_assigned_relist(f, j, to);
    ul_assigned_list_full(f, from, left > 0);
    ul_assigned_list_full(f, to, worse + before > left);
    f->too_much += worse;
}

static uint32_t task_of(ul_assigned *f, uint32_t m)
{
    return f->held[m * f->n_tasks + ul_assigned_draw(f, f->machine[m].n)];
}

/* Every other time one of a machine that is too full: these are few at the end. */
static uint32_t some_task(ul_assigned *f)
{
    return ul_assigned_draw(f, 2) == 0 ? ul_assigned_draw(f, f->n_tasks)
                                       : task_of(f, f->full[ul_assigned_draw(f, f->n_full)]);
}

/* A task to another machine, or for one or two of those that are there. */
static void try_step(ul_assigned *f, double most)
{
    const uint32_t j = some_task(f), kind = ul_assigned_draw(f, 4), from = f->at[j];
    const uint32_t to = f->machine[from].first + ul_assigned_draw(f, f->machine[from].peers);
    if (to == from || !ul_assigned_allowed(f, j, to))
        return;
    if (kind == 0) {
        step(f, j, to, NULL, 0, most);
        return;
    }
    if (f->machine[to].n == 0)
        return;
    const uint32_t back[2] = {task_of(f, to), task_of(f, to)};
    const size_t n_back = kind == 1 && back[1] != back[0] ? 2 : 1;
    if (f->item[back[0]] != f->item[j] && ul_assigned_allowed(f, back[0], from)
        && (n_back == 1 || ul_assigned_allowed(f, back[1], from)))
        step(f, j, to, back, n_back, most);
}

void ul_assigned_by_steps(ul_assigned *f, size_t steps_a_task, ul_run *run)
{
    const size_t looks = f->n_tasks * steps_a_task / STEPS_A_LOOK + 1;
    const double cooling = pow(LAST_HEIGHT / FIRST_HEIGHT, 1 / (double)looks);
    double height = FIRST_HEIGHT, chance[HEIGHTS]; /* chance: -log of evenly spaced ones */
    for (size_t q = 0; q < HEIGHTS; q++)
        chance[q] = -log(((double)q + 0.5) / HEIGHTS);
    for (size_t look = 0; look < looks && f->too_much > 0 && !ul_run_expired(run); look++) {
        for (size_t q = 0; q < STEPS_A_LOOK && f->too_much > 0; q++)
            try_step(f, height * chance[ul_assigned_draw(f, HEIGHTS)]);
        height *= cooling;
    }
}
