/* Leases on offer, as the parameter `leases` has them: [TYPE:]FEE/HOURS/PRICE, joined by +.
 */
#ifndef UL_FLOOR_LEASES_H
#define UL_FLOOR_LEASES_H

#include "floor_problem.h"

#define UL_FLOOR_LEASES_PARAM                                                                     \
    UL_TEXT("leases", "", "leases on offer beside the price on demand, "                          \
            "[TYPE:]FEE/HOURS/PRICE_PER_HOUR joined by +: the floor of every portfolio")

ul_status ul_floor_leases_read(const ul_schedule *in, const char *text, ul_arena *arena,
                               ul_floor_payment *payment);

#endif
