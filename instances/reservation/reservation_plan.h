/* A reservation plan: which leases are bought when; and the one function that
 * checks and costs it.
 */
#pragma once

#include "arena.h"
#include "reservation.h"

typedef struct {
    uint32_t t, c;
    uint32_t count;
} ul_reservation_purchase;

typedef struct {
    const ul_reservation *in;
    ul_arena *arena; /* grows from here; not owned */
    size_t n, room;
    ul_reservation_purchase *purchase;
} ul_reservation_plan;

ul_status ul_reservation_plan_new(const ul_reservation *in, ul_arena *arena,
                                  ul_reservation_plan **plan);

/* Buys count leases of class c at the start of interval t; count 0 does nothing. */
ul_status ul_reservation_buy(ul_reservation_plan *plan, size_t t, size_t c, uint64_t count);

ul_status ul_reservation_plan_copy(const ul_reservation_plan *plan, ul_arena *arena,
                                   ul_reservation_plan **copy);

/* Leases active in each interval of a valid plan, intervals x classes; what a plan
 * means. An invalid one is a UL_E_INTERNAL fault here. */
ul_status ul_reservation_active(const ul_reservation_plan *plan, uint64_t *active);

/* What a valid plan costs, part by part. */
typedef struct {
    ul_cost upfront;   /* fees, as paid */
    ul_cost residual;  /* the share of them after the horizon */
    ul_cost hourly;    /* hours of leases: used ones, and all of those billed always */
    ul_cost on_demand;
    uint64_t leases;
} ul_reservation_bill;
ul_status ul_reservation_bill_of(const ul_reservation_plan *plan, ul_reservation_bill *bill);

static inline ul_cost ul_reservation_bill_total(const ul_reservation_bill *bill)
{
    return bill->upfront + bill->hourly + bill->on_demand;
}

static inline ul_cost ul_reservation_bill_pure(const ul_reservation_bill *bill)
{
    return ul_reservation_bill_total(bill) - bill->residual;
}

/* The cost under the instance's objective. Of a plan with a purchase that cannot be
 * *valid is false and ul_error_text() says which. O(intervals * classes + steps). */
ul_status ul_reservation_check(const ul_reservation_plan *plan, bool *valid, ul_cost *cost);

/* ---- below: not for plugins ---- */

/* ullage-plan,1,reservation files. */
ul_status ul_reservation_plan_write(const ul_reservation_plan *plan, const char *method,
                                    const char *path);
ul_status ul_reservation_plan_read(const ul_reservation *in, ul_arena *arena, const char *path,
                                   ul_reservation_plan **plan);
