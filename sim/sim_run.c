#include "sim_state.h"

ul_status ul_sim_run(const ul_schedule *in, ul_run *run, const ul_policy *policy)
{
    ul_sim sim = {.in = in, .run = run, .policy = policy, .arena = ul_run_arena(run),
                  .scratch = ul_arena_new(), .first_up = UL_SIM_NONE, .last_up = UL_SIM_NONE,
                  .unused_place = UL_SIM_NONE, .knows = UL_KNOWS_DEMANDS,
                  .queue.arena = ul_run_arena(run)};
    ul_status status = sim.scratch == NULL ? ul_no_memory() : ul_sim_begin(&sim);
    if (status == UL_OK)
        status = policy->futures > 1 ? ul_sim_live_futures(&sim) : ul_sim_live_out(&sim);
    ul_arena_free(sim.scratch);
    ul_run_knows(run, sim.knows);
    if (sim.refused) {
        ul_run_ended(run, UL_REJECTED);
        return ul_run_note(run, ul_error_text());
    }
    if (status == UL_E_STOPPED)
        return UL_OK;
    UL_TRY(status);
    return policy->futures > 1 ? UL_OK : ul_run_offer(run, sim.plan); /* each future's was */
}
