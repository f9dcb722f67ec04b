/* O(tasks * (log tasks + search) + bins * log bins); see bin_index.h for what a
 * search takes. Copies of a record go in together: the bin that fits one of
 * them first (or best) stays so until it is full. */
#include "fit_decreasing.h"

#include "packing_reasons.h"

enum { look_every = 32 }; /* tasks between two looks at the clock, which take as long as a task */

static uint32_t fit_count(const ul_packing_plan *plan, size_t i, size_t j, uint32_t most)
{
    const ul_micro *need = ul_packing_need(plan->in, j, plan->bin[i].type);
    const ul_micro *free = ul_plan_free(plan, i);
    for (size_t r = 0; most > 1 && r < plan->in->n_resources; r++)
        if (need[r] > 0 && free[r] / need[r] < most)
            most = (uint32_t)(free[r] / need[r]);
    return most;
}

/* Machines that the copies left would open and fill just as bin i, all but the last: who
 * packs the last machine again finds it alone. */
static uint32_t alike(const ul_fitting *fit, size_t i, uint32_t count, uint32_t copies)
{
    const uint32_t more = copies / count;
    return fit->listener == NULL && more > 1 && ul_bin_index_is_closed(fit->index, i)
               ? ul_supply_of(&fit->supply, fit->plan->bin[i].type, more - 1) : 0;
}

ul_status ul_fitting_new(const ul_packing *in, ul_run *run, ul_fit_rule rule, ul_fitting *fit)
{
    *fit = (ul_fitting){.run = run, .rule = rule, .listener = ul_run_steps(run)};
    UL_TRY(ul_supply_new(in, ul_run_arena(run), &fit->supply));
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &fit->plan));
    return ul_bin_index_new(fit->plan, ul_run_arena(run), rule, &fit->index);
}

/* Opens a machine for a task; *i stays UL_NONE when none is left. */
static ul_status open_for(const ul_fitting *fit, size_t j, size_t *i)
{
    const size_t k = fit->opens(&fit->supply, fit->plan->in->task[j].shape, fit->context);
    if (k == UL_NONE)
        return UL_OK;
    UL_TRY(ul_plan_open(fit->plan, k, i));
    ul_supply_take(&fit->supply, k, 1);
    UL_TELL(fit->listener, .kind = UL_STEP_OPEN_FOR, .why = fit->opened, .bin = *i, .type = k, .task = j);
    return UL_OK;
}

ul_status ul_fit_task(const ul_fitting *fit, size_t j, uint32_t copies, bool *all)
{
    ul_packing_plan *plan = fit->plan;
    const size_t shape = plan->in->task[j].shape;
    *all = true;
    UL_TELL(fit->listener, .kind = UL_STEP_NEXT, .task = j, .count = copies);
    while (copies > 0) {
        size_t i = ul_bin_index_find(fit->index, shape);
        const bool opens = i == UL_NONE;
        if (opens)
            UL_TRY(open_for(fit, j, &i));
        *all = i != UL_NONE;
        if (!*all)
            return UL_OK;
        const uint32_t count = fit_count(plan, i, j, copies);
        UL_TELL(fit->listener, .kind = UL_STEP_PUT, .bin = i, .task = j, .count = count,
                .why = fit->rule == UL_FIRST_FIT ? UL_WHY_FIRST_FIT
                                                 : "{there>0?, where the least room is left|}");
        UL_TRY(ul_plan_put(plan, i, j, count));
        UL_TRY(opens ? ul_bin_index_add(fit->index, i) : ul_bin_index_update(fit->index, i));
        copies -= count;
        const uint32_t more = opens ? alike(fit, i, count, copies) : 0;
        plan->bin[i].copies += more;
        ul_supply_take(&fit->supply, plan->bin[i].type, more);
        copies -= more * count;
        if (copies > 0 && ul_run_expired(fit->run))
            return UL_OK;
    }
    return UL_OK;
}

static size_t cheapest_sufficient(const ul_supply *supply, size_t shape, const void *context)
{
    (void)context;
    return ul_supply_cheapest(supply, shape);
}

/* Task order[q] is the q-th; NULL: task q. */
static ul_status fit_all(const ul_packing *in, ul_run *run, ul_fit_rule rule, const uint32_t *order)
{
    ul_fitting fit;
    UL_TRY(ul_fitting_new(in, run, rule, &fit));
    fit.opens = cheapest_sufficient;
    fit.opened = UL_WHY_CHEAPEST;
    for (size_t q = 0; q < in->n_tasks; q++) {
        const size_t j = order == NULL ? q : order[q];
        bool all;
        if (q % look_every == 0 && ul_run_expired(run))
            return UL_OK;
        UL_TRY(ul_fit_task(&fit, j, in->task[j].copies, &all));
        if (!all)
            return ul_supply_ends(run, &in->task[j]);
    }
    return ul_run_expired(run) ? UL_OK : ul_run_offer(run, fit.plan);
}

ul_status ul_fit_decreasing(const ul_packing *in, ul_run *run, ul_fit_rule rule)
{
    const uint32_t *order;
    UL_TRY(ul_tasks_by_size(in, ul_run_arena(run), ul_size_rule_of(ul_run_choice(run, "size")),
                            &order));
    return fit_all(in, run, rule, order);
}

ul_status ul_fit_in_order(const ul_packing *in, ul_run *run, ul_fit_rule rule)
{
    return fit_all(in, run, rule, NULL);
}
