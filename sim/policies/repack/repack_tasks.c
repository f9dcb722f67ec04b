/* What is kept of tasks from round to round. */
#include "repack.h"

double ul_repack_waited_s(const ul_repack *r, uint32_t i)
{
    return r->task[i].waited_s + (r->task[i].is_off ? ul_sim_now(r->sim) - r->task[i].off_s : 0);
}

void ul_repack_drop_target(ul_repack *r, uint32_t i)
{
    if (r->task[i].target == UL_SIM_NONE)
        return;
    r->machine[r->task[i].target].coming--;
    r->task[i].target = UL_SIM_NONE;
}
