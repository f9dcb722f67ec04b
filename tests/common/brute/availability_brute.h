/* The cheapest pool by trying every vector of counts: for tests. */
#pragma once

#include <stdbool.h>

#include "availability.h"
#include "rng.h"

enum { AVAILABILITY_BRUTE_TYPES = 8 };

/* False when no pool keeps the promise. */
bool availability_brute(const ul_availability *in, ul_cost *best);
/* The same among pools of transient machines alone. */
bool availability_brute_transient(const ul_availability *in, ul_cost *best);

/* An instance file of 1 to 6 types, some never or always up. */
void availability_random(ul_rng *rng, char *text, size_t room);
