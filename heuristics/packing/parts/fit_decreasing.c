/* O(tasks * (log tasks + search) + bins * log bins); see bin_index.h for what a
 * search takes. Copies of a record go in together: the bin that fits one of
 * them first (or best) stays so until it is full. */
#include "fit_decreasing.h"

static uint32_t fit_count(const ul_packing_plan *plan, size_t i, size_t j, uint32_t most)
{
    const ul_micro *need = ul_packing_need(plan->in, j, plan->bin[i].type);
    const ul_micro *free = ul_plan_free(plan, i);
    for (size_t r = 0; r < plan->in->n_resources; r++)
        if (need[r] > 0 && free[r] / need[r] < most)
            most = (uint32_t)(free[r] / need[r]);
    return most;
}

ul_status ul_fitting_new(const ul_packing *in, ul_run *run, ul_fit_rule rule, ul_fitting *fit)
{
    *fit = (ul_fitting){.rule = rule, .told = ul_run_steps(run)};
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &fit->plan));
    return ul_bin_index_new(fit->plan, ul_run_arena(run), rule, &fit->index);
}

ul_status ul_fit_task(const ul_fitting *fit, size_t j, uint32_t copies)
{
    ul_packing_plan *plan = fit->plan;
    const size_t shape = plan->in->task[j].shape;
    UL_TELL(fit->told, .kind = UL_STEP_NEXT, .task = j, .count = copies);
    while (copies > 0) {
        size_t i = ul_bin_index_find(fit->index, shape);
        if (i == UL_NONE) {
            UL_TRY(ul_plan_open(plan, fit->opens(plan->in, shape, fit->context), &i));
            UL_TRY(ul_bin_index_add(fit->index, i));
            UL_TELL(fit->told, .kind = UL_STEP_OPEN, .why = fit->opened, .bin = i,
                    .type = plan->bin[i].type, .task = j);
        }
        const uint32_t count = fit_count(plan, i, j, copies);
        UL_TELL(fit->told, .kind = UL_STEP_PUT, .bin = i, .task = j, .count = count,
                .why = fit->rule == UL_FIRST_FIT ? UL_WHY_FIRST_FIT : UL_WHY_BEST_FIT);
        UL_TRY(ul_plan_put(plan, i, j, count));
        ul_bin_index_update(fit->index, i);
        copies -= count;
    }
    return UL_OK;
}

static size_t cheapest_sufficient(const ul_packing *in, size_t shape, const void *context)
{
    (void)context;
    return ul_packing_cheapest_for(in, shape);
}

ul_status ul_fit_decreasing(const ul_packing *in, ul_run *run, ul_fit_rule rule)
{
    const uint32_t *order;
    ul_fitting fit;
    UL_TRY(ul_tasks_by_size(in, ul_run_arena(run), ul_size_rule_of(ul_run_choice(run, "size")),
                            &order));
    UL_TRY(ul_fitting_new(in, run, rule, &fit));
    fit.opens = cheapest_sufficient;
    fit.opened = UL_WHY_CHEAPEST;
    for (size_t q = 0; q < in->n_tasks; q++) {
        if (ul_run_expired(run))
            return UL_OK;
        UL_TRY(ul_fit_task(&fit, order[q], in->task[order[q]].copies));
    }
    return ul_run_offer(run, fit.plan);
}
