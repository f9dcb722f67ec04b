/* The floor where prices move or supply is limited, by period: work may be done whenever its
 * task has arrived, at the prices of the time, on machines that there are.
 *
 * The pattern LP with a copy of every set in every period. Work that is not done in the
 * period of its arrival is carried to the next one, so its price can only rise with time; a
 * type whose supply is limited has no more machine seconds in a period than are supplied,
 * which has a price of its own (docs/floor.md).
 */
#pragma once

#include "floor_master.h"

typedef struct {
    size_t n; /* periods; the first begins at second 0 and the last has no end */
    ul_micro *from_s;
    int64_t *value;     /* by period and item, never falling, in units of the prices */
    ul_micro *scarcity; /* by period and type: what its supply is worth, dollars an hour */
} ul_floor_calendar;

/* Whether periods can lift the floor at all: something changes, and something costs. */
bool ul_floor_changes(const ul_schedule *in);

/* `prices` hold at all times; *kept are those of the first period, and the bound is that of
 * all periods. At most so many of these, fewer where there are many items. */
ul_status ul_floor_over_time(const ul_floor_problem *problem, const ul_floor_prices *prices,
                             size_t periods, ul_run *run, ul_arena *arena,
                             ul_floor_prices *kept, ul_floor_calendar *calendar);

/* Whether some task can be done only on types of which there are so many. */
bool ul_floor_is_scarce(const ul_floor_problem *problem);
