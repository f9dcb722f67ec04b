/* SEC's scheduler over time (Sections 4.1 to 4.3): one cluster for everybody's jobs,
 * EASY backfilling, more nodes when the first job that waits is too large for the
 * cluster or would wait too long, and idle nodes given back at the end of the time
 * that is paid for.
 *
 * How many nodes are ordered: for every job that waits, SumSize; for the first one,
 * FirstSize; for all but the short ones, and the first of those, BestSize.
 *
 * A pass is O(jobs that run + jobs that wait), a start O(idle nodes). */
#include "sec_easy.h"

static ul_status sec_start(ul_sec_easy *easy)
{
    ul_sec_size(easy);
    return ul_sec_add_queues(easy, easy->nodes.n_sites, 1);
}

/* Orders nodes, and says what for. */
static ul_status order(ul_sec_easy *easy, const ul_sec_queue *queue, ul_sec_site *site,
                       uint32_t count)
{
    ul_sim *sim = easy->nodes.sim;
    const ul_sec_job *top = &easy->job[queue->first];
    const uint32_t before = ul_sim_n_machines(sim);
    const bool too_few = top->n > site->held;
    UL_TRY(ul_sec_order(&easy->nodes, site, count));
    if (ul_sim_n_machines(sim) > before)
        UL_SIM_TELL(sim, .kind = UL_STEP_OPEN, .bin = before, .type = site->type,
                    .task = top->first_task, .copies = ul_sim_n_machines(sim) - before,
                    .seconds = queue->shadow_s - ul_sim_now(sim),
                    .why = too_few ? ": {job}, first in the queue, needs more than the cluster has"
                                   : ": {job}, first in the queue, would start {seconds<inf?{seconds} "
                                     "from now, too late|never}");
    return UL_OK;
}

static ul_status sec_acquire(ul_sec_easy *easy, ul_sec_queue *queue)
{
    ul_sec_site *site = &easy->nodes.site[queue->site[0]];
    const ul_sec_job *top = &easy->job[queue->first];
    if (top->n <= site->held && queue->shadow_s - top->arrival_s <= easy->wait_s)
        return UL_OK;
    uint64_t need = queue->long_nodes;
    if (queue->first_short != UL_SIM_NONE)
        need += easy->job[queue->first_short].n;
    const uint64_t have = (uint64_t)site->n_idle + site->n_booting;
    return need <= have ? UL_OK : order(easy, queue, site, (uint32_t)(need - have));
}

static ul_status sec_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_sec_rules rules = {.has_placement = true, .start = sec_start,
                                       .queue_of = ul_sec_queue_by_type, .acquire = sec_acquire};
    return ul_sec_easy_run(in, run, &rules);
}

static const ul_param param[] = {
    UL_SEC_SIZE_PARAMS,
    UL_SEC_PLACEMENT_PARAM,
    {0},
};

const ul_method ul_method_sec = {
    .name = "sec",
    .brief = "backfilling on a cluster that grows and shrinks by the hours paid for",
    .paper = "SEC, Section 4",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = sec_schedule,
};
