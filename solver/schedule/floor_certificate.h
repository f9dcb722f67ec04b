/* The certificate of a floor: ullage-certificate,1,schedule. What it holds and why it
 * proves the bound is told in docs/floor.md; ullage-check verifies it with pricing of its
 * own. */
#ifndef UL_FLOOR_CERTIFICATE_H
#define UL_FLOOR_CERTIFICATE_H

#include "floor_no_wait.h"

/* `presence` is NULL where tasks may wait for ever. */
ul_status ul_floor_certificate_write(const ul_floor_problem *problem,
                                     const ul_floor_prices *prices,
                                     const ul_floor_presence *presence, ul_arena *arena,
                                     const char *path);

#endif
