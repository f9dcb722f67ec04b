/* Sets of tasks on one machine: what a search for one that is worth too much consists of. */
#pragma once

#include "floor.h"

enum { CHECK_MEASURES_MAX = 24, CHECK_SHARE_BITS = 42, CHECK_LACK_BITS = 12 };
/* What a set lacks to the price is in 2^-12 of a value, rounded down; worth and price are in
 * 10^-12 of one. */
#define CHECK_LACK ((check_wide)244140625)
#define CHECK_FULL_RATE ((uint64_t)1000000000000) /* the whole one */

/* Someone who may be in a set. */
typedef struct {
    size_t class;
    size_t kind; /* workload; the last but one: none; the last: loads */
    int64_t value, flat;
    bool timely; /* its time it is: `flat` counts */
    uint64_t n; /* tasks of the class, or of those whose time it is */
    check_micro need[CHECK_SCHEDULE_RESOURCES_MAX];
    int64_t room[CHECK_MEASURES_MAX];
} check_member;

static inline int64_t check_whole(const check_member *one)
{
    return one->value + one->flat;
}

/* A set so far. */
typedef struct {
    size_t member; /* of the list: who joined last */
    check_wide worth, lacks; /* below 0: it is worth more than the price, but for rounding */
    check_wide flat;
    int64_t room[CHECK_MEASURES_MAX]; /* that is left */
    uint64_t *joining, *staying; /* per kind: the rates of a newcomer, and of those inside */
    uint64_t *share;             /* per kind: a newcomer's rate again, in 2^-42 */
    check_wide *sum;             /* per kind: values of those inside */
    check_micro *left;
} check_stage;

typedef struct {
    check_floor *f;
    size_t n_kinds, n_resources, n, n_measures, n_stages;
    check_member *list;
    check_wide weight[CHECK_MEASURES_MAX][CHECK_SCHEDULE_RESOURCES_MAX];
    int64_t whole_room[CHECK_MEASURES_MAX];
    /* Per measure, from a member of the list on: the most that room is worth, by kind, at
     * the whole rate and at none, in 2^-point; and the worth of all who take none. */
    int point[CHECK_MEASURES_MAX];
    int64_t *dense, *idle;
    check_wide *roomless;
    check_stage *stage;
    uint64_t *rates; /* of all stages, */
    check_wide *sums; /* these, */
    check_micro *left; /* and these */
    uint64_t *inside, *timely; /* per class: tasks in the set, and those whose time it is */
    check_wide price;
    bool above;
} check_hunt;

/* floor_patterns.c: the throughput, in millionths, of a kind beside another. */
uint64_t check_beside(const check_hunt *h, size_t kind, size_t other);

/* floor_exact.c: whether the set of the stage, rounded up above the price, is above it. */
bool check_is_above(check_hunt *h, size_t depth);

/* floor_measures.c: chooses measures for the members of the list and sorts it. */
void check_measure(check_hunt *h, const check_micro *capacity);
/* Whether members from q on can lift the set above the price. */
bool check_may_rise(check_hunt *h, const check_stage *at, size_t q);
