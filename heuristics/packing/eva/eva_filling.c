#include "eva_filling.h"

#include <stdlib.h>

#include "alignment.h"

/* ---- reasons ---- */

#define JOINS "{task} joins. Alone it would cost {price alone} (on {type alone}), its reservation " \
              "price; of the tasks that fit it raises the machine's worth most, from {$$against} to " \
              "{$$value}"

static const char most_worth[] = JOINS "{worthier}.";
static const char most_worth_aligned[] = JOINS ", and of those it goes along best with what is "
                                               "free{worthier}.";
static const char on_trial[] = "Try a machine of type {type}, which costs {price} an hour. It is kept only "
                               "if the tasks on it are worth that.";
static const char is_kept[] = "Kept: the tasks are worth {$$value}, no less than the machine's price of "
                           "{$$against}.{count>1? The next machines come out the same: {count} of "
                           "them.|}";
static const char nothing_fits[] = "None of the tasks that wait fits on type {type}: on to the next.";
static const char below_price[] = "Given up: the tasks are worth {$$value}, less than the machine's price of "
                                  "{$$against}. They wait again, and the next cheaper type has its turn.";

/* ---- what is filled ---- */

static int dearest_first(const void *a, const void *b, void *context)
{
    const ul_packing *in = context;
    const uint32_t k = *(const uint32_t *)a, l = *(const uint32_t *)b;
    UL_HIGHER_FIRST(in->type[k].price, in->type[l].price);
    return k < l ? -1 : k > l;
}

static ul_status filling_new(const ul_packing *in, ul_run *run, const ul_eva_filling_rules *rules,
                             ul_eva_filling *f)
{
    ul_arena *arena = ul_run_arena(run);
    *f = (ul_eva_filling){.in = in, .run = run, .arena = arena, .aligned = rules->aligned,
                           .listener = ul_run_steps(run)};
    UL_TRY(ul_tenancy_pricing_new(in, run, rules->clamped, &f->pricing));
    UL_TRY(ul_task_index_new(in, f->pricing->class_of, f->pricing->n_classes, rules->aligned, arena,
                             &f->index));
    UL_TRY(ul_packing_plan_new(in, arena, &f->plan));
    UL_ALLOC_RAW(arena, f->type_order, in->n_types);
    UL_ALLOC_RAW(arena, f->open, f->pricing->n_classes);
    UL_ALLOC_RAW(arena, f->worth, f->pricing->n_classes);
    UL_ALLOC_RAW(arena, f->joining, f->pricing->n_kinds);
    UL_ALLOC(arena, f->joining_at, f->pricing->n_kinds);
    UL_ALLOC(arena, f->used, in->n_tasks);
    for (size_t k = 0; k < in->n_types; k++)
        f->type_order[k] = (uint32_t)k;
    qsort_r(f->type_order, in->n_types, sizeof *f->type_order, dearest_first, (void *)in);
    return UL_OK;
}

/* ---- the next task ---- */

/* Without interference the greatest sum is the one with the dearest newcomer;
 * comparing newcomers alone keeps this free of rounding. */
static double worth_with(ul_eva_filling *f, size_t c)
{
    const ul_price_class *class = &f->pricing->class[c];
    if (!f->pricing->interferes)
        return class->rp;
    if (f->joining_at[class->kind] != f->step) {
        f->joining[class->kind] = ul_tenants_joining(&f->tenants, class->kind);
        f->joining_at[class->kind] = f->step;
    }
    return ul_joining_worth(f->pricing, f->joining[class->kind], c);
}

/* Finds what each class would make of the set, and the best. What does not fit now will
 * not fit this machine later: such classes leave the list. */
static double find_best(ul_eva_filling *f)
{
    size_t kept = 0;
    double best = -HUGE_VAL;
    f->step++;
    for (size_t q = 0; q < f->n_open; q++) {
        const uint32_t c = f->open[q];
        if (!ul_task_index_may_fit(f->index, c, f->free))
            continue;
        f->open[kept++] = c;
        f->worth[c] = worth_with(f, c);
        best = f->worth[c] > best ? f->worth[c] : best;
    }
    f->n_open = kept;
    return best;
}

/* Drops the classes of this worth and returns the next best worth. */
static double drop_worth(ul_eva_filling *f, double worth)
{
    size_t kept = 0;
    double best = -HUGE_VAL;
    for (size_t q = 0; q < f->n_open; q++) {
        const uint32_t c = f->open[q];
        if (f->worth[c] == worth)
            continue;
        f->open[kept++] = c;
        best = f->worth[c] > best ? f->worth[c] : best;
    }
    f->n_open = kept;
    return best;
}

static bool find_next(ul_eva_filling *f, ul_task_pick *pick)
{
    const double floor = f->pricing->interferes ? f->tenants.worth : 0;
    ul_alignment a;
    if (f->aligned)
        ul_alignment_with(f->in, f->type, f->free, &a);
    *pick = UL_NO_PICK;
    for (double best = find_best(f); f->n_open > 0 && best >= floor; best = drop_worth(f, best)) {
        for (size_t q = 0; q < f->n_open; q++)
            if (f->worth[f->open[q]] == best)
                ul_task_index_find(f->index, f->open[q], f->free,
                                   f->aligned ? ul_alignment_score : NULL, &a, pick);
        if (pick->task != UL_PACKING_NONE)
            return true;
    }
    return false;
}

/* ---- one machine ---- */

static ul_status place(ul_eva_filling *f, const ul_task_pick *pick)
{
    const ul_micro *need = ul_packing_need(f->in, pick->task, f->type);
    for (size_t r = 0; r < f->in->n_resources; r++)
        f->free[r] -= need[r];
    ul_task_index_take(f->index, pick, 1);
    f->used[pick->task]++;
    const double worth = f->tenants.worth;
    UL_TRY(ul_tenants_add(&f->tenants, f->arena, f->pricing->class_of[pick->task]));
    UL_TELL(f->listener, .kind = UL_STEP_PUT, .why = f->aligned ? most_worth_aligned : most_worth,
            .bin = f->plan->n_bins, .task = pick->task, .count = 1, .value = f->tenants.worth,
            .against = worth);
    if (f->n_placings > 0 && f->placing[f->n_placings - 1].pick.task == pick->task) {
        f->placing[f->n_placings - 1].count++;
        return UL_OK;
    }
    UL_MORE(f->arena, f->placing, f->n_placings, f->placing_room);
    f->placing[f->n_placings++] = (ul_eva_placing){*pick, 1};
    return UL_OK;
}

static ul_status fill(ul_eva_filling *f, size_t k)
{
    ul_task_pick pick;
    f->type = k;
    f->n_placings = 0;
    ul_tenants_clear(&f->tenants, f->pricing);
    for (size_t r = 0; r < f->in->n_resources; r++)
        f->free[r] = f->in->type[k].capacity[r];
    UL_TELL(f->listener, .kind = UL_STEP_TRIAL, .why = on_trial, .bin = f->plan->n_bins, .type = k);
    f->n_open = f->pricing->n_classes;
    for (size_t c = 0; c < f->n_open; c++)
        f->open[c] = (uint32_t)c;
    while (!ul_run_expired(f->run) && find_next(f, &pick))
        UL_TRY(place(f, &pick));
    return UL_OK;
}

/* Gives the machine at hand up, whatever is on it. */
static void drop(ul_eva_filling *f)
{
    UL_TELL(f->listener, .kind = UL_STEP_DROP, .bin = f->plan->n_bins, .value = f->tenants.worth,
            .why = f->n_placings == 0 ? nothing_fits : below_price, .type = f->type,
            .against = ul_micro_double(f->in->type[f->type].price));
    for (size_t q = f->n_placings; q-- > 0;) {
        const ul_eva_placing *placing = &f->placing[q];
        ul_task_index_give_back(f->index, &placing->pick, placing->count);
        f->used[placing->pick.task] = 0;
    }
}

/* How often the next machine comes out the same. Choices depend on which record
 * heads each group and on nothing else of the past; so the set repeats as long
 * as every record in it has enough copies. */
static uint32_t repeats(const ul_eva_filling *f)
{
    uint32_t least = UINT32_MAX;
    for (size_t q = 0; q < f->n_placings && least > 0; q++) {
        const ul_task_pick *pick = &f->placing[q].pick;
        const uint32_t more = ul_task_index_is_head(f->index, pick)
                                  ? ul_task_index_left(f->index, pick) / f->used[pick->task]
                                  : 0;
        least = more < least ? more : least;
    }
    return least;
}

static ul_status keep(ul_eva_filling *f, size_t k)
{
    const uint32_t more = repeats(f);
    size_t i;
    UL_TELL(f->listener, .kind = UL_STEP_KEEP, .why = is_kept, .bin = f->plan->n_bins, .count = 1 + more,
            .value = f->tenants.worth, .against = ul_micro_double(f->in->type[f->type].price));
    UL_TRY(ul_plan_open(f->plan, k, &i));
    if (k != f->type)
        UL_TELL(f->listener, .kind = UL_STEP_RESIZE, .bin = i, .type = k);
    f->plan->bin[i].copies = 1 + more;
    for (size_t q = 0; q < f->n_placings; q++) {
        const ul_eva_placing *placing = &f->placing[q];
        UL_TRY(ul_plan_put(f->plan, i, placing->pick.task, placing->count));
        if (more > 0)
            ul_task_index_take(f->index, &placing->pick, more * placing->count);
        f->used[placing->pick.task] = 0;
    }
    return UL_OK;
}

ul_status ul_eva_solve(const ul_packing *in, ul_run *run, const ul_eva_filling_rules *rules)
{
    ul_eva_filling f;
    UL_TRY(filling_new(in, run, rules, &f));
    for (size_t q = 0; q < in->n_types; q++) {
        const size_t k = f.type_order[q];
        UL_TRY(ul_task_index_use(f.index, in->type[k].family));
        for (;;) {
            UL_TRY(fill(&f, k));
            if (ul_run_expired(run))
                return UL_OK;
            if (f.n_placings == 0 || !rules->accepts(&f)) {
                drop(&f);
                break;
            }
            UL_TRY(keep(&f, rules->settle(&f)));
        }
    }
    return ul_run_offer(run, f.plan);
}
