/* The certificate of a floor: ullage-certificate,1,schedule. What it holds and why it
 * proves the bound is told in docs/floor.md; ullage-check verifies it with pricing of its
 * own. */
#pragma once

#include "floor_instants.h"
#include "floor_no_wait.h"
#include "floor_over_time.h"

/* `calendar` is NULL where prices are the same at all times, `presence` where tasks may wait
 * for ever, `instants` unless nobody waits and machines are whole: two of them are. */
ul_status ul_floor_certificate_write(const ul_floor_problem *problem,
                                     const ul_floor_prices *prices,
                                     const ul_floor_calendar *calendar,
                                     const ul_floor_presence *presence,
                                     const ul_floor_instants *instants, ul_arena *arena,
                                     const char *path);
