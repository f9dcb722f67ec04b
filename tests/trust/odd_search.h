/* The search for the cheapest timeline of a tiny world: who stays from when to when, which
 * machines are held, and the world's rules for them.
 */
#pragma once

#include "odd_schedule.h"

enum { ODD_HORIZON = 64 }; /* steps of the grid */

typedef struct {
    int type;
    int64_t ordered, released;
} odd_machine;

typedef struct {
    const odd_world *w;
    int64_t from[TASKS], to[TASKS];
    /* from the first stay to the last, in steps */
    odd_cost cheapest[TYPES][ODD_HORIZON][ODD_HORIZON];
    bool limited, waits; /* supply counts; somebody waits for long */
    odd_machine held[TASKS];
    int64_t steps; /* of dividing where supply counts */
    odd_best best; /* of sums before they are divided by 3600 */
} odd_search;

const int64_t *odd_need(const odd_world *w, int task, int k);
/* From the order until a machine is ready, at the least. */
int64_t odd_startup(const odd_world *w, int k);
/* Before there is progress; who has nothing to do needs none. */
int64_t odd_init(const odd_job *j);
int64_t odd_longest(const odd_job *j);
/* Until when a machine is billed, from its order and what its billing begins after. */
int64_t odd_billed_until(const odd_type *k, int64_t ordered, int64_t released);
odd_cost odd_bill(const odd_type *k, int64_t ordered, int64_t released);
/* Whether the supply bears the machines held, at every second at which that may change. */
bool odd_borne(const odd_search *s, int n);
/* Whether a machine of the type holds the set, everybody while there. */
bool odd_holds(const odd_search *s, unsigned set, int k);
void odd_span(const odd_search *s, unsigned set, int64_t *first, int64_t *last);

/* Tries everything in an exact world; false where that is too much. */
bool odd_try_exact(odd_search *s);

static inline int64_t odd_later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
