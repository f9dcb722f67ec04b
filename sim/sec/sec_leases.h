/* Leases that a cluster buys as it goes: at the beginning of each week SEC's online
 * method (Section 5.2) decides on what has been used so far; and what its machines cost
 * with them.
 */
#pragma once

#include "run.h"
#include "sec_levels.h"

typedef struct {
    ul_run *run;
    const char *classes; /* on offer, as importers of demand name them */
    double on_demand;    /* dollars an hour of a machine without a lease */
    double elsewhere;    /* the same for those who buy leases: what they would pay instead */
    ul_sec_levels use;   /* of the machines that leases are for; a week is a period */
    ul_sec_levels all;   /* of what leases are bought for */
    bool is_open;        /* a machine has been rented: weeks are counted from there */
    struct ul_sec_week {
        double *used_s; /* of `all`, by level, from 0 on, falling */
        size_t n;
    } *week; /* those that are over */
    size_t n_weeks, week_room;
    struct ul_sec_lease {
        double price; /* an hour */
        bool always;  /* used or not */
    } *lease; /* that are active, by ascending price */
    size_t n_leases, lease_room, n_bought;
    double upfront, hourly; /* dollars, all that was paid */
} ul_sec_leases;

void ul_sec_leases_begin(ul_sec_leases *leases, ul_run *run, const char *classes,
                         double on_demand, double elsewhere);
/* From now on there are n machines that leases are for, and `all` that they are bought
 * for. Weeks that are over are closed and paid, and what is to be bought is. Time goes
 * forward. */
ul_status ul_sec_leases_set(ul_sec_leases *leases, double now, size_t n, size_t all);
/* Pays for the week that is open, until now. */
void ul_sec_leases_pay(ul_sec_leases *leases, double now);
