#include "reservation_plan.h"

#include <stdlib.h>
#include <string.h>

/* Active leases of all classes in an interval stay below this, so that no sum
 * of costs leaves 128 bits. */
#define ACTIVE_MAX ((uint64_t)1000000000)

ul_status ul_reservation_plan_new(const ul_reservation *in, ul_arena *arena,
                                  ul_reservation_plan **plan)
{
    UL_ALLOC(arena, *plan, 1);
    (*plan)->in = in;
    (*plan)->arena = arena;
    return UL_OK;
}

ul_status ul_reservation_buy(ul_reservation_plan *plan, size_t t, size_t c, uint64_t count)
{
    if (count == 0)
        return UL_OK;
    if (count > ACTIVE_MAX)
        return ul_fail(UL_E_INPUT, "more than %llu leases are bought at once",
                       (unsigned long long)ACTIVE_MAX);
    UL_MORE(plan->arena, plan->purchase, plan->n, plan->room);
    plan->purchase[plan->n++] =
        (ul_reservation_purchase){(uint32_t)t, (uint32_t)c, (uint32_t)count};
    return UL_OK;
}

ul_status ul_reservation_plan_copy(const ul_reservation_plan *plan, ul_arena *arena,
                                   ul_reservation_plan **copy)
{
    UL_TRY(ul_reservation_plan_new(plan->in, arena, copy));
    ul_reservation_plan *to = *copy;
    to->n = to->room = plan->n;
    UL_ALLOC_RAW(arena, to->purchase, plan->n);
    if (plan->n > 0)
        memcpy(to->purchase, plan->purchase, plan->n * sizeof *to->purchase);
    return UL_OK;
}

static ul_status count_active(const ul_reservation_plan *plan, uint64_t *active, bool *valid)
{
    const ul_reservation *in = plan->in;
    memset(active, 0, in->n_intervals * in->n_classes * sizeof *active);
    /* differences first: +count where a lease begins, -count where it ends */
    for (size_t q = 0; q < plan->n; q++) {
        const ul_reservation_purchase *p = &plan->purchase[q];
        if (p->c >= in->n_classes || p->t >= in->n_intervals || in->classes[p->c].term == 0)
            return ul_refuse(valid,
                             "purchase %zu is of no class with a term, or outside the "
                             "horizon",
                             q + 1);
        const size_t end = ul_reservation_end(in, p->t, p->c);
        active[p->t * in->n_classes + p->c] += p->count;
        if (end < in->n_intervals)
            active[end * in->n_classes + p->c] -= p->count;
    }
    for (size_t t = 0; t < in->n_intervals; t++) {
        uint64_t all = 0;
        for (size_t c = 0; c < in->n_classes; c++) {
            if (t > 0)
                active[t * in->n_classes + c] += active[(t - 1) * in->n_classes + c];
            all += active[t * in->n_classes + c];
        }
        if (all > ACTIVE_MAX)
            return ul_refuse(valid, "more than %llu leases are active in interval %zu",
                             (unsigned long long)ACTIVE_MAX, t + 1);
    }
    return UL_OK;
}

/* What check() would have refused before is a broken promise here. */
static ul_status as_fault(ul_status status, bool valid)
{
    return status == UL_OK && !valid ? UL_E_INTERNAL : status;
}

ul_status ul_reservation_active(const ul_reservation_plan *plan, uint64_t *active)
{
    bool valid = true;
    const ul_status status = count_active(plan, active, &valid);
    return as_fault(status, valid);
}

/* The steps of one interval, busiest first, meet the leases, cheapest first. */
static void bill_interval(const ul_reservation *in, size_t t, const uint64_t *active,
                          ul_reservation_bill *bill)
{
    size_t s = in->first[t];
    const size_t end = in->first[t + 1];
    uint64_t left = s < end ? in->step[s].instances : 0; /* of step s, not yet billed */
    for (size_t l = in->n_levels; l-- > 0 && s < end;) {
        uint64_t leases = 0;
        for (size_t c = 0; c < in->n_classes && l > 0; c++)
            leases += in->classes[c].level == l ? active[c] : 0;
        while (s < end && (l == 0 || leases > 0)) {
            const uint64_t n = l == 0 || left < leases ? left : leases;
            const ul_cost cost = (ul_cost)in->step[s].hours * in->level_price[l] * (ul_cost)n;
            if (l == 0)
                bill->on_demand += cost;
            else
                bill->hourly += cost;
            leases -= l == 0 ? 0 : n;
            left -= n;
            if (left == 0 && ++s < end)
                left = in->step[s].instances;
        }
    }
    for (size_t c = 0; c < in->n_classes; c++)
        bill->hourly += ul_reservation_holding(in, c) * (ul_cost)active[c];
}

static ul_status bill_of(const ul_reservation_plan *plan, bool *valid, ul_reservation_bill *bill)
{
    const ul_reservation *in = plan->in;
    uint64_t *active = malloc(in->n_intervals * in->n_classes * sizeof *active);
    UL_NEED(active);
    *valid = true;
    const ul_status status = count_active(plan, active, valid);
    *bill = (ul_reservation_bill){0};
    for (size_t q = 0; *valid && q < plan->n; q++) {
        const ul_reservation_purchase *p = &plan->purchase[q];
        const ul_cost fee = in->classes[p->c].upfront * UL_COST_PER_MICRO;
        bill->upfront += fee * p->count;
        bill->residual += (ul_reservation_lease(in, p->t, p->c, UL_OBJECTIVE_TOTAL)
                           - ul_reservation_lease(in, p->t, p->c, UL_OBJECTIVE_PURE))
                          * p->count;
        bill->leases += p->count;
    }
    for (size_t t = 0; *valid && t < in->n_intervals; t++)
        bill_interval(in, t, active + t * in->n_classes, bill);
    free(active);
    return status;
}

ul_status ul_reservation_bill_of(const ul_reservation_plan *plan, ul_reservation_bill *bill)
{
    bool valid = true;
    const ul_status status = bill_of(plan, &valid, bill);
    return as_fault(status, valid);
}

ul_status ul_reservation_check(const ul_reservation_plan *plan, bool *valid, ul_cost *cost)
{
    ul_reservation_bill bill;
    UL_TRY(bill_of(plan, valid, &bill));
    if (!*valid)
        return UL_OK;
    *cost = plan->in->objective == UL_OBJECTIVE_PURE ? ul_reservation_bill_pure(&bill)
                                                     : ul_reservation_bill_total(&bill);
    return UL_OK;
}
