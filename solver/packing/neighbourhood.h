/* A large neighbourhood search whose neighbourhoods are solved exactly. */
#ifndef UL_NEIGHBOURHOOD_H
#define UL_NEIGHBOURHOOD_H

#include "exact_state.h"

/* Packs a few machines of the best plan anew at a time, to optimality where that
 * is quick, until `patience` tries in a row were in vain or the plan meets the
 * bound. */
ul_status ul_neighbourhood_search(ul_exact *exact, size_t patience);

#endif
