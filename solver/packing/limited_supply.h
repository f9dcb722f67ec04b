/* Exact packing where the supply of some types is limited; part of the method `exact`. */
#ifndef UL_LIMITED_SUPPLY_H
#define UL_LIMITED_SUPPLY_H

#include "packing.h"
#include "run.h"

/* The best plan of the constructive methods has been offered. Proves it, or finds and
 * proves a better one; or proves that there is none. */
ul_status ul_exact_limited_supply(const ul_packing *in, ul_run *run);

#endif
