/* Full Reconfiguration, Algorithm 1 of Eva (Section 4.2) as printed.
 *
 * Types by descending price; each machine is filled with the tasks that raise
 * its reservation price the most, and kept while that reaches its price; the
 * first machine that does not moves on to the next type. Ties go to the
 * earliest task. Sections 4.3 and 4.4 are price=tnrp and jobs=multi.
 *
 * No task is left over: when the cheapest type of a task comes up, the task
 * fits an empty machine of it, so the first to join is worth at least as much,
 * which is the price, and nobody joins who lowers the sum.
 *
 * O(tasks * (classes + searches)), see eva_filling.h and task_index.h, where
 * the paper's is O(tasks^2); copies of records that fill equal machines cost
 * one machine. Memory is linear.
 */
#include "eva_filling.h"

/* Prices are sums without rounding where nothing interferes. Products of
 * throughputs are not: a set that reaches the price but for rounding reaches it. */
static bool accepts(const ul_eva_filling *f)
{
    const ul_micro price = f->in->type[f->type].price;
    if (!f->pricing->interferes)
        return f->tenants.rp >= price;
    const double rounding = 1e-12; /* of a price: some thousand roundings of a double */
    return f->tenants.worth >= ul_micro_double(price) * (1 - rounding);
}

static size_t settle(const ul_eva_filling *f)
{
    return f->type;
}

static ul_status eva_full_solve(const ul_packing *in, ul_run *run)
{
    static const ul_eva_filling_rules rules = {.accepts = accepts, .settle = settle};
    return ul_eva_solve(in, run, &rules);
}

static const ul_param param[] = {UL_PRICING_PARAMS("rp"), {0}};

const ul_method ul_method_eva_full = {
    .name = "eva-full",
    .brief = "Eva's Full Reconfiguration as printed",
    .paper = "Eva, Sections 4.2 to 4.4, Algorithm 1",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .packing = eva_full_solve,
};
