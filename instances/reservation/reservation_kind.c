/* What the reservation kind can do, for those who know no kind by name. */
#include "kind_functions.h"
#include "reservation.h"
#include "reservation_plan.h"

UL_KIND_FUNCTIONS(reservation, ul_reservation_finish(reader, &in))

static uint64_t size(const void *data)
{
    return ((const ul_reservation *)data)->n_intervals;
}

const ul_kind ul_kind_reservation = {
    .brief = "leases of instance classes for a known demand (SEC)",
    .cost_per = "",
    UL_KIND_MEMBERS(reservation),
    .size = size,
};
