/* Better prices of all times, where tasks may not wait.
 *
 * What prices of work and the linear programs of all periods prove together is concave in the
 * prices: a second of each item that is needed and not done in the programs' solutions is worth as
 * much more as its price rises, so that every trial says what all others prove at the most, in each
 * part of time by itself (Birge and Louveaux 1988). The next one is where that promises most, not
 * too far from the best (a box that follows the outcome), and where no set that is known is worth
 * more than its share of a machine.
 */
#pragma once

#include "floor_master.h"

typedef struct ul_floor_climb ul_floor_climb;

/* Begins near `prices`, whose sets are known. No set is to be worth more than `share` of the least
 * that its machine costs. */
ul_status ul_floor_climb_new(const ul_floor_problem *problem, const ul_floor_prices *prices,
                             size_t n_periods, double share, ul_run *run, ul_arena *arena,
                             ul_floor_climb **climb);

/* What was proved by `value`, dollars an hour per item, in each period: dollars an hour times
 * seconds, and the seconds of each item that were done. */
ul_status ul_floor_climb_tell(ul_floor_climb *climb, const double *value, const double *proved,
                              const double *done_s);

/* What was told holds no longer. */
void ul_floor_climb_forget(ul_floor_climb *climb);

/* What to try next; *more is false where nothing promises anything. */
ul_status ul_floor_climb_next(ul_floor_climb *climb, double *value, bool *more);
