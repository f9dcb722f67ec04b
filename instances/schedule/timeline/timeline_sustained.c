/* Sustained-use discounts: the longer in a period at least j machines of a type are
 * billed at once, the less each further hour of the j-th costs (Google, since 2014).
 *
 * A sweep over the beginnings and ends of leases. Within a period, x machines at once
 * for d seconds mean that levels 1 .. x were each used for d; from the highest x down
 * that gives the seconds of every level. O(machines log machines).
 */
#include <stdlib.h>

#include "timeline_check.h"

typedef struct {
    ul_micro at_s;
    int change;
} border;

typedef struct {
    const ul_schedule_type *type;
    ul_micro end_s;   /* of the open period */
    ul_micro *spent;  /* in it, by how many machines there were at once */
    uint32_t *seen;   /* numbers with time, in no order */
    size_t n_seen;
    ul_cost weighed;  /* microseconds of levels, times their shares in millionths */
} sweep;

static int border_order(const void *a, const void *b)
{
    const border *x = a, *y = b;
    UL_LOWER_FIRST(x->at_s, y->at_s);
    return x->change - y->change;
}

static int number_order(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* What a level that was used for so long is charged for. */
static ul_cost weigh(const ul_schedule_type *type, ul_micro used_s)
{
    ul_cost sum = 0;
    ul_micro from_s = 0;
    for (size_t q = 0; q < type->n_shares && from_s < used_s; q++) {
        const ul_micro part_s = (ul_micro)((ul_cost)type->sustained_s * (ul_cost)(q + 1)
                                           / (ul_cost)type->n_shares);
        const ul_micro to_s = part_s < used_s ? part_s : used_s;
        sum += (ul_cost)type->share[q] * (to_s - from_s);
        from_s = to_s;
    }
    return sum;
}

static void close_period(sweep *w)
{
    ul_micro above = 0; /* time with at least so many */
    uint32_t below = 0;
    for (size_t q = 0; q < w->n_seen; q++)
        above += w->spent[w->seen[q]];
    qsort(w->seen, w->n_seen, sizeof *w->seen, number_order);
    for (size_t q = 0; q < w->n_seen; q++) {
        const uint32_t x = w->seen[q];
        w->weighed += weigh(w->type, above) * (ul_cost)(x - below);
        above -= w->spent[x];
        w->spent[x] = 0;
        below = x;
    }
    w->n_seen = 0;
    w->end_s += w->type->sustained_s;
}

static void spend(sweep *w, ul_micro from_s, ul_micro to_s, uint32_t x)
{
    while (from_s < to_s) {
        if (from_s >= w->end_s) {
            close_period(w);
            continue;
        }
        const ul_micro until_s = to_s < w->end_s ? to_s : w->end_s;
        if (x > 0) {
            if (w->spent[x] == 0)
                w->seen[w->n_seen++] = x;
            w->spent[x] += until_s - from_s;
        }
        from_s = until_s;
    }
}

static size_t gather(const ul_schedule_plan *plan, size_t k, border *at)
{
    size_t n = 0;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        if (machine->type != k)
            continue;
        const ul_micro from_s = machine->ordered_s + plan->in->type[k].billed_after_s;
        const ul_micro billed_s =
            ul_schedule_billed_s(plan->in, k, machine->ordered_s, machine->released_s);
        if (billed_s == 0)
            continue;
        at[n++] = (border){from_s, 1};
        at[n++] = (border){from_s + billed_s, -1};
    }
    qsort(at, n, sizeof *at, border_order);
    return n;
}

/* Periods are counted from the first arrival, also backwards. */
static ul_micro period_end(const ul_schedule *in, const ul_schedule_type *type, ul_micro at_s)
{
    const ul_micro since_s = at_s - in->job[0].arrival_s;
    ul_micro periods = since_s / type->sustained_s;
    if (since_s < 0 && since_s % type->sustained_s != 0)
        periods--;
    return in->job[0].arrival_s + (periods + 1) * type->sustained_s;
}

ul_status ul_timeline_sustained(const ul_schedule_plan *plan, size_t k, ul_cost *bill)
{
    const ul_schedule_type *type = &plan->in->type[k];
    const size_t room = plan->n_machines + 1;
    border *at;
    sweep w = {.type = type};
    UL_OWN_ARENA(arena);
    UL_ALLOC_RAW(arena, at, 2 * room);
    UL_ALLOC(arena, w.spent, room);
    UL_ALLOC_RAW(arena, w.seen, room);
    const size_t n = gather(plan, k, at);
    uint32_t x = 0;
    w.end_s = n > 0 ? period_end(plan->in, type, at[0].at_s) : 0;
    for (size_t q = 0; q + 1 < n; q++) {
        x += (uint32_t)at[q].change;
        spend(&w, at[q].at_s, at[q + 1].at_s, x);
    }
    close_period(&w);
    *bill = (w.weighed + UL_MICRO - 1) / UL_MICRO * type->price;
    return UL_OK;
}
