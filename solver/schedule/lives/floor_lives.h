/* The floor under schedules in which nobody waits and nobody moves: a price of each task's stay, by
 * which the life of no machine, from when it is taken until it is empty, is worth more than it
 * costs. A share of what instants cost goes to what whole machines at every instant prove.
 */
#pragma once

#include "lives_master.h"

typedef struct ul_floor_lives {
    size_t n_parts;
    ul_micro *from_s, *share; /* of each part of time: its beginning, and millionths of an instant */
    int64_t *value;           /* per task, of a second, in units of the prices */
} ul_floor_lives;

/* `instants` are proved with the prices' scale; time is divided into so many parts, at most. Finds
 * the best values there are, or, where the run's time ends before or machines hold too many tasks,
 * those that are proved by then; *kept has the scale and the bound. Memory is the run's. */
ul_status ul_floor_at_lives(const ul_floor_problem *problem, const ul_floor_prices *prices,
                            const ul_floor_instants *instants, size_t parts, ul_run *run,
                            ul_floor_prices *kept, ul_floor_lives *lives);
/* The same of values that are held. */
ul_status ul_floor_of_lives(const ul_lives_master *m, int64_t scale, ul_floor_prices *kept,
                            ul_floor_lives *lives);
