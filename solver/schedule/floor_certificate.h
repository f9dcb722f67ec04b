/* The certificate of a floor: ullage-certificate,1,schedule. What it holds and why it
 * proves the bound is told in docs/floor.md; ullage-check verifies it with pricing of its
 * own. */
#ifndef UL_FLOOR_CERTIFICATE_H
#define UL_FLOOR_CERTIFICATE_H

#include "floor_master.h"

ul_status ul_floor_certificate_write(const ul_floor_problem *problem,
                                     const ul_floor_prices *prices, ul_arena *arena,
                                     const char *path);

#endif
