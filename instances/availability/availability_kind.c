/* What the availability kind can do, for those who know no kind by name. */
#include "availability.h"
#include "availability_plan.h"
#include "kind_functions.h"

UL_KIND_FUNCTIONS(availability, ul_availability_finish(reader, &in))

static uint64_t size(const void *data)
{
    return ((const ul_availability *)data)->n_types;
}

const ul_kind ul_kind_availability = {
    .brief = "the cheapest pool of unreliable machines that keeps its promise (TR-Kubernetes)",
    .cost_per = " an hour",
    UL_KIND_MEMBERS(availability),
    .size = size,
};
