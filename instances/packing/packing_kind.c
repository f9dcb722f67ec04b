/* What the packing kind can do, for those who know no kind by name. */
#include "kind_functions.h"
#include "packing.h"
#include "packing_plan.h"

UL_KIND_FUNCTIONS(packing, ul_packing_finish_at(reader, &in, line))

static uint64_t size(const void *data)
{
    return ((const ul_packing *)data)->n_copies;
}

static bool is_limited(const void *data)
{
    return ((const ul_packing *)data)->is_limited;
}

/* How many machines, and how full they are of each resource; a plan without machines is
 * full of nothing. Of many resources the first ones. */
/* Machines without which what all tasks take of some resource has no room: L1 of bin
 * packing, where there is one type. */
static double volume_bound(const ul_packing *in)
{
    ul_cost most = 0;
    for (size_t r = 0; r < in->n_resources; r++) {
        const ul_micro capacity = in->type[0].capacity[r];
        ul_cost sum = 0;
        for (size_t j = 0; j < in->n_tasks; j++)
            sum += (ul_cost)in->task[j].copies * ul_packing_need(in, j, 0)[r];
        if (capacity > 0 && (sum + capacity - 1) / capacity > most)
            most = (sum + capacity - 1) / capacity;
    }
    return (double)most;
}

static ul_status plan_measures(const void *of, ul_measures *measures)
{
    const ul_packing_plan *plan = of;
    const ul_packing *in = plan->in;
    double machines = 0;
    for (size_t i = 0; i < plan->n_bins; i++)
        machines += plan->bin[i].copies;
    UL_TRY(ul_measures_add(measures, machines, "machines"));
    if (in->n_types == 1) /* where everything takes nothing it is infinite, and left out */
        UL_TRY(ul_measures_add(measures, machines / volume_bound(in) - 1, "excess_l1"));
    for (size_t r = 0; r < in->n_resources && measures->n < UL_MEASURES_MAX; r++) {
        double whole = 0, left = 0;
        for (size_t i = 0; i < plan->n_bins; i++) {
            whole += plan->bin[i].copies * ul_micro_double(in->type[plan->bin[i].type].capacity[r]);
            left += plan->bin[i].copies * ul_micro_double(ul_plan_free(plan, i)[r]);
        }
        UL_TRY(ul_measures_add(measures, (whole - left) / whole, "utilisation_%s", in->resource[r]));
    }
    return UL_OK;
}

const ul_kind ul_kind_packing = {
    .brief = "tasks with several demands onto priced machine types (Eva, Stratus, VSBPP, VBP)",
    .cost_per = " an hour",
    UL_KIND_MEMBERS(packing),
    .size = size,
    .is_limited = is_limited,
    .plan_measures = plan_measures,
};
