/* Iterated largest-first packing (IFFD and IBFD): Kang and Park, "Algorithms
 * for the variable sized bin packing problem", EJOR 147, 2003. The heuristic
 * that Eva starts from (its Section 4.2).
 *
 * All tasks go, in descending size, into machines of the largest type by first
 * (best) fit. Then the content of the last machine is packed again into the
 * next smaller type, then the last of those into the next smaller, and so on;
 * the cheapest of all these plans is the answer.
 *
 * With one resource, one family, a price per unit of size that does not rise
 * with size (prices normalized so that the largest type costs 1), the cost is
 *   optimal                         if sizes of tasks and of types divide each other,
 *   below 11/9 optimum + 4 11/9     if those of types do,
 *   below 3/2 optimum + 1           in general
 * (their Theorems). Nothing of this holds for several resources.
 *
 * Generalized as follows. Each family is a chain of types from the largest (by
 * summed shares of the capacities) to the smallest; a task opens machines of
 * the family of its cheapest type, at the current place in the chain or, where
 * that does not hold it, the next that does. "Larger" tasks are by default those
 * of greater reservation price, Eva's answer to the same question. The last machine of every family
 * is packed again at once, and may use room on any machine. Every plan is
 * offered with its machines right-sized to the cheapest type that holds their
 * content, which on one chain the iteration alone would do for the last only.
 *
 * First packing as ffd or bfd; then O(types * (tasks + bins * types) *
 * resources) for the longest chain.
 */
#include "vsbpp.h"

#include <stdlib.h>

#include "fit_decreasing.h"
#include "packing_reasons.h"
#include "right_size.h"

typedef struct {
    ul_share size;
    ul_micro price;
    uint32_t type, family;
} link;

typedef struct {
    const ul_packing *in;
    const link *type;    /* by family, then descending size */
    const size_t *first; /* where a family's chain begins; one more than families */
    size_t level;        /* place in the chains */
} chains;

static int by_family_and_size(const void *a, const void *b)
{
    const link *x = a, *y = b;
    UL_LOWER_FIRST(x->family, y->family);
    UL_HIGHER_FIRST(x->size, y->size);
    UL_LOWER_FIRST(x->price, y->price);
    return x->type < y->type ? -1 : x->type > y->type;
}

static ul_status make_chains(const ul_packing *in, ul_arena *arena, chains *of)
{
    const ul_micro *largest = NULL;
    UL_TRY(ul_largest_capacity(in, arena, &largest));
    link *type;
    size_t *first;
    UL_ALLOC_RAW(arena, type, in->n_types);
    UL_ALLOC(arena, first, in->n_families + 1);
    for (size_t k = 0; k < in->n_types; k++) {
        type[k] = (link){ul_share_sum(in, largest, in->type[k].capacity), in->type[k].price,
                         (uint32_t)k, (uint32_t)in->type[k].family};
        first[in->type[k].family + 1]++;
    }
    for (size_t f = 0; f < in->n_families; f++)
        first[f + 1] += first[f];
    qsort(type, in->n_types, sizeof *type, by_family_and_size);
    *of = (chains){in, type, first, 0};
    return UL_OK;
}

/* The type a task opens: in the chain of the family of its cheapest type that is left,
 * from the current place down to the first that holds it and is left, else up. */
static size_t opens(const ul_supply *supply, size_t shape, const void *context)
{
    const chains *of = context;
    const ul_packing *in = supply->in;
    const size_t cheapest = ul_supply_cheapest(supply, shape);
    if (cheapest == UL_NONE)
        return UL_NONE;
    const size_t f = in->type[cheapest].family;
    const size_t from = of->first[f], to = of->first[f + 1];
    const size_t at = from + of->level < to ? from + of->level : to - 1;
    const ul_micro *need = ul_packing_demand(in, shape, f);
    for (size_t q = at; q < to; q++)
        if (supply->left[of->type[q].type] > 0
            && ul_packing_fits(in, need, in->type[of->type[q].type].capacity))
            return of->type[q].type;
    for (size_t q = at; q-- > from;)
        if (supply->left[of->type[q].type] > 0
            && ul_packing_fits(in, need, in->type[of->type[q].type].capacity))
            return of->type[q].type;
    return cheapest;
}

/* The copy has the machines that are not empty, in the same order. */
static void tell_sizes(const ul_step_listener *listener, const ul_packing_plan *plan,
                       const ul_packing_plan *copy)
{
    for (size_t i = 0, at = 0; listener != NULL && i < plan->n_bins; i++) {
        if (plan->bin[i].head == UL_PACKING_NONE)
            continue;
        if (copy->bin[at].type != plan->bin[i].type)
            UL_TELL(listener, .kind = UL_STEP_OFFER, .bin = i, .type = copy->bin[at].type);
        at++;
    }
}

/* Offers the plan with machines right-sized; the copy is thrown away. */
static ul_status offer(ul_run *run, const ul_packing_plan *plan)
{
    ul_arena *arena = ul_run_arena(run);
    ul_packing_plan *copy;
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    UL_TRY(ul_right_sized(plan, arena, &copy));
    tell_sizes(ul_run_steps(run), plan, copy);
    const ul_status status = ul_run_offer(run, copy);
    ul_arena_rewind(arena, mark);
    return status;
}

/* Empties bin i and packs its tasks again, oldest first; *all is false when no machine is
 * left for one of them. */
static ul_status repack(const ul_fitting *fit, size_t i, const chains *of, bool *all)
{
    ul_packing_plan *plan = fit->plan;
    uint32_t reversed = UL_PACKING_NONE;
    for (uint32_t e = plan->bin[i].head, next; e != UL_PACKING_NONE; e = next) {
        next = plan->entry[e].next;
        plan->entry[e].next = reversed;
        reversed = e;
    }
    plan->bin[i].head = UL_PACKING_NONE;
    for (size_t r = 0; r < of->in->n_resources; r++)
        plan->free[i * of->in->n_resources + r] = -1; /* nothing may come here again */
    UL_TRY(ul_bin_index_update(fit->index, i));
    ul_supply_give_back(&fit->supply, plan->bin[i].type, plan->bin[i].copies);
    UL_TELL(fit->listener, .kind = UL_STEP_EMPTY, .bin = i);
    *all = true;
    for (uint32_t e = reversed; e != UL_PACKING_NONE && *all; e = plan->entry[e].next)
        UL_TRY(ul_fit_task(fit, plan->entry[e].task,
                           plan->entry[e].count * plan->bin[i].copies, all));
    return UL_OK;
}

/* Packs the last bin of each family, among those opened since `from`, one place
 * further down its chain; *moved tells whether there was any, and a plan of it. */
static ul_status repack_last(const ul_fitting *fit, size_t from, const chains *of, bool *moved)
{
    const ul_packing *in = of->in;
    const ul_packing_plan *plan = fit->plan;
    const size_t to = plan->n_bins;
    *moved = false;
    for (size_t f = 0; f < in->n_families; f++) {
        size_t i = to;
        while (i > from && in->type[plan->bin[i - 1].type].family != f)
            i--;
        if (i == from || of->first[f] + of->level >= of->first[f + 1])
            continue;
        if (!*moved)
            UL_TELL(fit->listener, .kind = UL_STEP_TURN, 
                    .why = "The machine opened last in each family is packed again, one size smaller; "
                           "the cheapest of all these plans will be the answer.");
        UL_TRY(repack(fit, i - 1, of, moved));
        if (!*moved)
            return UL_OK;
    }
    return UL_OK;
}

ul_status ul_vsbpp_solve(const ul_packing *in, ul_run *run, ul_fit_rule rule)
{
    ul_arena *arena = ul_run_arena(run);
    const uint32_t *order;
    ul_fitting fit;
    chains of;
    UL_TRY(make_chains(in, arena, &of));
    UL_TRY(ul_tasks_by_size(in, arena, ul_size_rule_of(ul_run_choice(run, "size")), &order));
    UL_TRY(ul_fitting_new(in, run, rule, &fit));
    fit.opens = opens;
    fit.context = &of;
    fit.opened = "{no room}" UL_WHY_IT_OPENS "the largest type of the family, or the size whose turn "
                 "it is.";
    for (size_t q = 0; q < in->n_tasks; q++) {
        bool all;
        if (ul_run_expired(run))
            return UL_OK;
        UL_TRY(ul_fit_task(&fit, order[q], in->task[order[q]].copies, &all));
        if (!all)
            return ul_supply_ends(run, &in->task[order[q]]);
    }
    if (ul_run_expired(run))
        return UL_OK;
    UL_TRY(offer(run, fit.plan));
    bool moved = true;
    for (size_t from = 0; moved && !ul_run_expired(run);) {
        const size_t opened = fit.plan->n_bins;
        of.level++;
        UL_TRY(repack_last(&fit, from, &of, &moved));
        if (moved && !ul_run_expired(run))
            UL_TRY(offer(run, fit.plan));
        from = opened;
    }
    return UL_OK;
}
