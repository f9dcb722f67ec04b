/* Bin-centric greedy of Panigrahy, Talwar, Uyeda and Wieder, "Heuristics for
 * vector bin packing", 2011, over unequal priced types.
 *
 * As there, an open machine takes the task of the best score among those that
 * fit, until none does; then the next machine opens. Demands and free capacity
 * count as shares of the machine's capacity; ties go to the earlier task.
 *
 * Which type opens is not in that paper. Here the type with the lowest price
 * for the worth of what it would hold, worth being the sum of reservation
 * prices (what its tasks cost alone), and the price that of the cheapest type
 * that holds the same: the greedy rule of set covering, as in Patt-Shamir and
 * Rawitz, "Vector bin packing with multiple-choice", 2012. Trying every type for
 * every machine would be wasteful: a type's ratio is taken from its last trial,
 * and only types that look best are tried again (lazy greedy, Minoux 1978).
 * Where even the best ratio is above 1, one task goes alone.
 *
 * O(machines * trials * tasks of a machine * query) with about two trials a
 * machine; a query is one of task_index.h, logarithmic to O(tasks^(1-1/resources)).
 */
#include "vector_fill.h"

#include <float.h>
#include <math.h>

#include "packing_reasons.h"
#include "right_size.h"

static const char most_for_its_price[] = ": of all types it gives most for its price, as it can be filled "
                                         "with tasks that would cost {$$value} alone";

typedef struct {
    ul_task_pick pick;
    uint32_t count;
} taken;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    ul_task_score score;
    const ul_step_listener *listener;
    const char *why;
    ul_task_index *index;
    ul_packing_plan *plan;
    ul_packing_plan *trial; /* one bin: the content at hand */
    ul_supply supply;       /* left */
    double *ratio;          /* price for worth at the last trial of each type; 0 before */
    size_t *tried_for;      /* number of the machine of that trial, from 1 */

    taken *content; /* of the machine being filled */
    size_t n_content, room;
    size_t type; /* as filled */
    size_t fits; /* cheapest type that holds the content */
} filler;

static ul_status remember(filler *of, const ul_task_pick *pick)
{
    if (of->n_content > 0 && of->content[of->n_content - 1].pick.task == pick->task) {
        of->content[of->n_content - 1].count++;
        return UL_OK;
    }
    UL_MORE(ul_run_arena(of->run), of->content, of->n_content, of->room);
    of->content[of->n_content++] = (taken){*pick, 1};
    return UL_OK;
}

/* Takes from the index what goes into an empty machine of type k. */
static ul_status fill(filler *of, size_t k)
{
    const ul_packing *in = of->in;
    const ul_micro *capacity = in->type[k].capacity;
    ul_micro free[UL_RESOURCES_MAX];
    ul_vector_free view = {.n_resources = in->n_resources};
    for (size_t r = 0; r < in->n_resources; r++) {
        free[r] = capacity[r];
        view.per_unit[r] = capacity[r] > 0 ? 1 / (double)capacity[r] : 0;
    }
    UL_TRY(ul_task_index_use(of->index, in->type[k].family));
    while (!ul_run_expired(of->run)) {
        ul_task_pick pick = UL_NO_PICK;
        for (size_t r = 0; r < in->n_resources; r++)
            view.share[r] = (double)free[r] * view.per_unit[r];
        ul_task_index_find(of->index, 0, free, of->score, &view, &pick);
        if (pick.task == UL_PACKING_NONE)
            break;
        ul_task_index_take(of->index, &pick, 1);
        const ul_micro *need = ul_packing_need(in, pick.task, k);
        for (size_t r = 0; r < in->n_resources; r++)
            free[r] -= need[r];
        UL_TRY(remember(of, &pick));
    }
    return UL_OK;
}

static void give_back(filler *of)
{
    while (of->n_content > 0) {
        const taken *last = &of->content[--of->n_content];
        ul_task_index_give_back(of->index, &last->pick, last->count);
    }
}

/* Writes the content as a new bin of type k. */
static ul_status write_bin(const filler *of, ul_packing_plan *plan, size_t k)
{
    size_t i;
    UL_TRY(ul_plan_open(plan, k, &i));
    for (size_t q = 0; q < of->n_content; q++)
        UL_TRY(ul_plan_put(plan, i, of->content[q].pick.task, of->content[q].count));
    return UL_OK;
}

/* What the content would cost, each task alone, in millionths. */
static double worth_of(const filler *of)
{
    const ul_packing *in = of->in;
    double worth = 0;
    for (size_t q = 0; q < of->n_content; q++) {
        const size_t shape = in->task[of->content[q].pick.task].shape;
        worth += (double)in->type[ul_packing_cheapest_for(in, shape)].price * of->content[q].count;
    }
    return worth;
}

/* Fills a machine of type k and sets its ratio; infinite when nothing fits. */
static ul_status try_type(filler *of, size_t k)
{
    of->tried_for[k] = of->plan->n_bins + 1;
    of->ratio[k] = HUGE_VAL;
    of->n_content = 0;
    of->type = k;
    if (of->supply.left[k] > 0)
        UL_TRY(fill(of, k));
    if (of->n_content == 0)
        return UL_OK;
    of->trial->n_bins = of->trial->n_entries = 0;
    UL_TRY(write_bin(of, of->trial, k));
    of->fits = ul_cheapest_holding(of->trial, 0, &of->supply);
    const double worth = worth_of(of), price = (double)of->in->type[of->fits].price;
    /* what is held costs nothing alone and something here: after all others that hold any */
    of->ratio[k] = price <= 0 ? 0 : worth > 0 ? price / worth : DBL_MAX;
    return UL_OK;
}

/* The type of the lowest ratio; the earlier on ties. */
static size_t best_looking(const filler *of)
{
    size_t best = 0;
    for (size_t k = 1; k < of->in->n_types; k++)
        if (of->ratio[k] < of->ratio[best])
            best = k;
    return best;
}

/* Leaves the content of the next machine taken from the index. */
static ul_status choose(filler *of)
{
    of->n_content = 0;
    while (!ul_run_expired(of->run)) {
        const size_t k = best_looking(of);
        const bool is_fresh = of->tried_for[k] == of->plan->n_bins + 1;
        if (is_fresh && of->n_content > 0 && of->type == k)
            break;
        give_back(of);
        UL_TRY(try_type(of, k));
        if (is_fresh)
            break;
    }
    return UL_OK;
}

/* Keeps only the first task of the machine. */
static void keep_one(filler *of)
{
    while (of->n_content > 1) {
        const taken *last = &of->content[--of->n_content];
        ul_task_index_give_back(of->index, &last->pick, last->count);
    }
    if (of->content[0].count > 1)
        ul_task_index_give_back(of->index, &of->content[0].pick, of->content[0].count - 1);
    of->content[0].count = 1;
    of->fits = ul_supply_cheapest(&of->supply, of->in->task[of->content[0].pick.task].shape);
}

/* Takes the machine off the supply; a type that is used up is out of the running. */
static void use_up(filler *of)
{
    ul_supply_take(&of->supply, of->fits, 1);
    if (of->supply.left[of->fits] == 0)
        of->ratio[of->fits] = HUGE_VAL;
}

/* The machine at hand, as it is about to go into the plan. */
static void tell(const filler *of)
{
    const size_t bin = of->plan->n_bins;
    const double worth = of->listener == NULL ? 0 : worth_of(of) / UL_MICRO;
    UL_TELL(of->listener, .kind = UL_STEP_OPEN, .bin = bin, .type = of->fits, .value = worth,
            .why = of->ratio[of->type] > 1 ? UL_WHY_ALONE : most_for_its_price,
            .task = of->content[0].pick.task,
            .against = ul_micro_double(of->in->type[of->fits].price));
    for (size_t q = 0; q < of->n_content; q++)
        UL_TELL(of->listener, .kind = UL_STEP_PUT, .why = of->why, .bin = bin,
                .task = of->content[q].pick.task, .count = of->content[q].count,
                .value = of->content[q].pick.score,
                .against = sqrt(fabs(of->content[q].pick.score)));
}

static ul_status filler_new(const ul_packing *in, ul_run *run, filler *of)
{
    ul_arena *arena = ul_run_arena(run);
    of->in = in;
    of->run = run;
    of->listener = ul_run_steps(run);
    UL_TRY(ul_task_index_new(in, NULL, 1, true, arena, &of->index));
    UL_TRY(ul_packing_plan_new(in, arena, &of->plan));
    UL_TRY(ul_packing_plan_new(in, arena, &of->trial));
    UL_TRY(ul_supply_new(in, arena, &of->supply));
    of->ratio = ul_arena_alloc(arena, in->n_types, sizeof *of->ratio);
    of->tried_for = ul_arena_alloc(arena, in->n_types, sizeof *of->tried_for);
    return of->ratio == NULL || of->tried_for == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_vector_fill(const ul_packing *in, ul_run *run, ul_task_score score, const char *why)
{
    filler of = {.score = score, .why = why};
    UL_TRY(filler_new(in, run, &of));
    for (uint64_t left = in->n_copies; left > 0;) {
        UL_TRY(choose(&of));
        if (ul_run_expired(run))
            return UL_OK;
        if (of.n_content == 0)
            return ul_run_note(run, "no machine is left of the supply for tasks that wait");
        if (of.ratio[of.type] > 1)
            keep_one(&of);
        tell(&of);
        UL_TRY(write_bin(&of, of.plan, of.fits));
        use_up(&of);
        for (size_t q = 0; q < of.n_content; q++)
            left -= of.content[q].count;
    }
    return ul_run_offer(run, of.plan);
}
