#include "schedule_speeds.h"

#include <stdlib.h>

typedef struct {
    const ul_schedule_plan *plan;
    size_t *first;   /* by machine: the first of its places in `stay`; one more at the end */
    uint32_t *stay;  /* stays by machine */
    ul_micro *until; /* scratch: when somebody beside begins or ends */
} by_machine;

static ul_status sort_stays(by_machine *b)
{
    const ul_schedule_plan *plan = b->plan;
    b->first = calloc(plan->n_machines + 2, sizeof *b->first);
    b->stay = malloc((plan->n_stays + 1) * sizeof *b->stay);
    b->until = malloc((2 * plan->n_stays + 1) * sizeof *b->until);
    UL_NEED(b->first && b->stay && b->until);
    for (size_t s = 0; s < plan->n_stays; s++)
        b->first[plan->stay[s].machine + 2]++;
    for (size_t m = 0; m < plan->n_machines; m++)
        b->first[m + 1] += b->first[m];
    for (uint32_t s = 0; s < plan->n_stays; s++) /* moves each place on to where the next begins */
        b->stay[b->first[plan->stay[s].machine + 1]++] = s;
    return UL_OK;
}

static bool work_together(const ul_timeline_stay *a, const ul_timeline_stay *b)
{
    return a->task != b->task && a->working_s < b->stopped_s && b->working_s < a->stopped_s;
}

static int by_time(const void *a, const void *b)
{
    const ul_micro x = *(const ul_micro *)a, y = *(const ul_micro *)b;
    return (x > y) - (x < y);
}

/* The seconds within a stay at which its neighbours change, and its end. */
static size_t find_changes(const by_machine *b, const ul_timeline_stay *own)
{
    size_t n = 0;
    for (size_t q = b->first[own->machine]; q < b->first[own->machine + 1]; q++) {
        const ul_timeline_stay *other = &b->plan->stay[b->stay[q]];
        if (!work_together(own, other))
            continue;
        if (other->working_s > own->working_s)
            b->until[n++] = other->working_s;
        if (other->stopped_s < own->stopped_s)
            b->until[n++] = other->stopped_s;
    }
    b->until[n++] = own->stopped_s;
    qsort(b->until, n, sizeof *b->until, by_time);
    return n;
}

static double speed_at(const by_machine *b, const ul_timeline_stay *own, ul_micro at_s)
{
    const ul_schedule *in = b->plan->in;
    double speed = 1;
    for (size_t q = b->first[own->machine]; q < b->first[own->machine + 1]; q++) {
        const ul_timeline_stay *other = &b->plan->stay[b->stay[q]];
        if (other->task != own->task && other->working_s <= at_s && at_s < other->stopped_s)
            speed *= ul_schedule_throughput(in, in->job[in->task[own->task].job].workload,
                                            in->job[in->task[other->task].job].workload);
    }
    return speed;
}

static double mean_speed(const by_machine *b, const ul_timeline_stay *own)
{
    const size_t n = find_changes(b, own);
    double done = 0;
    ul_micro from_s = own->working_s;
    if (own->stopped_s <= own->working_s)
        return 1;
    for (size_t q = 0; q < n; q++) {
        done += speed_at(b, own, from_s) * ul_micro_double(b->until[q] - from_s);
        from_s = b->until[q];
    }
    return done / ul_micro_double(own->stopped_s - own->working_s);
}

ul_status ul_schedule_speeds(const ul_schedule_plan *plan, double *speed)
{
    by_machine b = {.plan = plan};
    double rate;
    const bool slows = !ul_schedule_uniform_throughput(plan->in, &rate) || rate != 1;
    const ul_status status = slows ? sort_stays(&b) : UL_OK;
    for (size_t s = 0; status == UL_OK && s < plan->n_stays; s++)
        speed[s] = slows ? mean_speed(&b, &plan->stay[s]) : 1;
    free(b.first);
    free(b.stay);
    free(b.until);
    return status;
}
