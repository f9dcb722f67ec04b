/* Worst fit: a task joins the open machine with the most room left, as the sum of
 * shares of what is free, or opens the cheapest type that holds it.
 *
 * O(tasks), see bin_index.h for what searches may add; in file order, ties to the oldest
 * machine. Johnson 1973.
 */
#include "bin_index.h"
#include "packing_reasons.h"
#include "run.h"

typedef struct {
    ul_packing_plan *plan;
    ul_bin_index *index;
    const ul_step_listener *listener;
} game;

static const char most_room[] = "{there>0?, where most room is left|}";

static ul_status place(const game *g, size_t j)
{
    const size_t shape = g->plan->in->task[j].shape, k = ul_packing_cheapest_for(g->plan->in, shape);
    size_t i = ul_bin_index_find(g->index, shape);
    const bool opens = i == UL_NONE;
    if (opens) {
        UL_TRY(ul_plan_open(g->plan, k, &i));
        UL_TELL(g->listener, .kind = UL_STEP_OPEN_FOR, .why = UL_WHY_CHEAPEST, .bin = i, .type = k, .task = j);
    }
    UL_TELL(g->listener, .kind = UL_STEP_PUT, .why = most_room, .bin = i, .task = j, .count = 1);
    UL_TRY(ul_plan_put(g->plan, i, j, 1));
    return opens ? ul_bin_index_add(g->index, i) : ul_bin_index_update(g->index, i);
}

static ul_status worst_fit_solve(const ul_packing *in, ul_run *run)
{
    game g = {.listener = ul_run_steps(run)};
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &g.plan));
    UL_TRY(ul_bin_index_new(g.plan, ul_run_arena(run), UL_WORST_FIT, &g.index));
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            if (ul_run_expired(run))
                return UL_OK;
            UL_TRY(place(&g, j));
        }
    return ul_run_offer(run, g.plan);
}

const ul_method ul_method_worst_fit = {
    .name = "worst-fit",
    .brief = "the machine with the most room, or a new one; in file order",
    .paper = "Johnson 1973",
    .traits = UL_ONLINE,
    .packing = worst_fit_solve,
};
