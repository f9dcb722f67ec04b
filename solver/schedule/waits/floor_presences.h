/* The linear programs of all periods: what being on a machine is worth to those who must be there,
 * beside prices of work that hold at all times.
 *
 * Each period has one of its own. A set costs its machine less what it is worth at the prices of
 * all times, and serves those in it who are in their windows; of each class there are no more than
 * have come by then. Nor are they on more machines at once than there are of them: what that is worth
 * is a toll, which is taken off each of their seconds.
 */
#pragma once

#include "floor_price.h"
#include "floor_windows.h"
#include "lp.h"

/* One class in the period at hand. */
typedef struct {
    double needed_s; /* by all its tasks in this period */
    uint64_t there;  /* tasks whose windows meet the period */
    uint64_t others; /* tasks besides that have come and may be at work */
    double open_s;   /* in which they could be on a machine, each on one */
    int row, toll;   /* rows of the LP, or -1 */
} ul_floor_attendance;

/* A set of the LP at hand: what its machine costs, and what a second of it does, which are parts of
 * a list. */
typedef struct {
    ul_micro price;
    size_t first, n;
} ul_floor_presence_set;

typedef struct {
    uint32_t item;
    double seconds;
} ul_floor_deed;

typedef struct {
    const ul_floor_problem *problem;
    ul_run *run;
    ul_arena *arena;
    ul_floor_windows *windows;
    /* Prices of all times, dollars an hour per item, by which sets are worth no more than a share
     * of the least that their machines ever cost. */
    const double *always;
    double share;
    /* What is found: by period and class, what being there is worth and its toll, dollars an hour
     * (NULL: no tolls); */
    double *found, *tolls;
    /* per period what that proves, dollars an hour times seconds, and what the machines of the LP
     * cost, dollars an hour; and by period and item of the problem the seconds that it does of it.
     */
    double *proved, *paid, *done;
    double dearest; /* of all prices of machines */

    double *need;    /* by window and period: seconds on a machine; NULL: by the middle of the wait */
    ul_micro *price; /* per type: the least of the period */
    ul_floor_attendance *class;
    size_t *item_of; /* of the problem, per class: its work; UL_NONE: it has none */
    /* Who may be in a set: at work and in its window, at work outside of it, the same
     * loading. Company lowers `value`, not `flat`. */
    ul_floor_problem *offer;
    bool *timely; /* per item that is offered */
    double *value, *flat;
    ul_floor_pricer *pricer;
    double *worth;               /* per type */
    double *last;                /* what the period before found */
    double *dual, *best, *mixed; /* per class, and then its toll */
    ul_lp *lp;
    int *row;
    double *count;
    ul_floor_presence_set *set; /* per column of the LP */
    ul_floor_deed *deed;
    size_t n_sets, set_room, n_deeds, deed_room;
    double paying, *doing; /* by the LP's solution: dollars an hour times seconds; seconds per item */
    size_t n_added;
    bool whole;
} ul_floor_presences;

ul_status ul_floor_presences_new(const ul_floor_problem *problem, ul_floor_windows *windows,
                                 ul_run *run, ul_arena *arena, ul_floor_presences **presences);

/* Solves all of them. */
ul_status ul_floor_presences_solve(ul_floor_presences *presences, const double *always,
                                   double share);
