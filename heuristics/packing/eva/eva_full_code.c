/* Full Reconfiguration as Eva's authors run it (Sections 4.2 to 4.4, and their
 * artifact), which adds to Algorithm 1:
 *
 * - Among equal prices the task that goes along best with what is free joins,
 *   by sum over resources of (demand / capacity) * (free / capacity).
 * - A kept set moves to the cheapest type that covers its demand, as counted on
 *   the family it was filled on. We also ask that it fits as counted on its new
 *   family, which the authors' catalog makes sure of.
 * - With jobs=multi a task is never worth less than nothing.
 *
 * Two more rules of theirs (a single task on its own cheapest type is always
 * accepted; when a machine is refused, every task whose cheapest type this is
 * gets a machine of its own) have nothing to do when all tasks are placed at
 * once: see eva_full.c for why such a machine is never refused.
 *
 * Cost as eva-full; the search for the best alignment visits more of the index.
 */
#include "eva_filling.h"

/* In plain doubles with no tolerance, as the authors compare: 4 * 3.06 reaches
 * 12.24, but 8 * 3.06 = 24.479999999999997 misses 24.48 and their outcomes
 * depend on it. */
static bool accepts(const ul_eva_filling *f)
{
    return ul_micro_double(f->in->type[f->type].price) <= f->tenants.worth;
}

static bool covers(const ul_eva_filling *f, size_t k)
{
    ul_micro room[UL_RESOURCES_MAX];
    const ul_packing_type *from = &f->in->type[f->type], *to = &f->in->type[k];
    for (size_t r = 0; r < f->in->n_resources; r++) {
        room[r] = to->capacity[r];
        if (from->capacity[r] - f->free[r] > room[r])
            return false;
    }
    for (size_t q = 0; to->family != from->family && q < f->n_placings; q++) {
        const ul_micro *need = ul_packing_need(f->in, f->placing[q].pick.task, k);
        for (size_t r = 0; r < f->in->n_resources; r++) {
            if (need[r] > 0 && room[r] / need[r] < f->placing[q].count)
                return false;
            room[r] -= need[r] * f->placing[q].count;
        }
    }
    return true;
}

static size_t settle(const ul_eva_filling *f)
{
    const ul_packing_type *type = f->in->type;
    size_t best = f->type;
    for (size_t k = 0; k < f->in->n_types; k++)
        if (type[k].price < type[best].price && covers(f, k))
            best = k;
    return best;
}

static ul_status eva_full_code_solve(const ul_packing *in, ul_run *run)
{
    static const ul_eva_filling_rules rules = {
        .aligned = true, .clamped = true, .accepts = accepts, .settle = settle};
    return ul_eva_solve(in, run, &rules);
}

static const ul_param param[] = {UL_PRICING_PARAMS("rp"), {0}};

const ul_method ul_method_eva_full_code = {
    .name = "eva-full-code",
    .brief = "Full Reconfiguration as Eva's authors run it: aligned, right-sized",
    .paper = "Eva, Sections 4.2 to 4.4, and the artifact",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .packing = eva_full_code_solve,
};
