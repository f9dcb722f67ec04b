/* The cheapest leases by trying every vector of purchases: for tests. */
#pragma once

#include <stdbool.h>

#include "reservation.h"
#include "rng.h"

/* The least cost of an instance that reservation_random() wrote. */
ul_cost reservation_brute(const ul_reservation *in);

/* An instance file of three intervals, three instances at most and two classes of
 * leases; with one_level both have the same price. */
void reservation_random(ul_rng *rng, bool one_level, char *text, size_t room);
