/* A cluster of one's own (SEC, Section 8.2): so many nodes from the first arrival to
 * the end, EASY backfilling, nothing bought and nothing given back. Where the world
 * has so many nodes and no more, those are it; one with any number of them is no
 * cluster until somebody says how large it is. */
#include "sec_easy.h"

static ul_status local_start(ul_sec_easy *easy)
{
    easy->in_order = ul_run_choice_is(ul_sim_run_of(easy->nodes.sim), "backfilling", "no");
    return ul_sec_add_queues(easy, easy->nodes.n_sites, 1);
}

/* The cluster is there when its first job is. */
static ul_status local_queue_of(ul_sec_easy *easy, ul_sec_job *job, uint32_t *queue)
{
    ul_sim *sim = easy->nodes.sim;
    const double wanted = ul_run_number(ul_sim_run_of(sim), "nodes");
    UL_TRY(ul_sec_queue_by_type(easy, job, queue));
    ul_sec_site *site = &easy->nodes.site[*queue];
    const uint32_t supply = ul_sim_supply(sim, site->type);
    if (wanted == 0 && supply == UL_SIM_NONE)
        return ul_fail(UL_E_INPUT, "there is any number of machines here, and no cluster of a fixed "
                                   "size; nodes=N says how large one is (SEC's: 93)");
    if (site->held == 0)
        UL_TRY(ul_sec_order(&easy->nodes, site, wanted > 0 ? (uint32_t)wanted : supply));
    if (job->n <= site->held)
        return UL_OK;
    return ul_sim_refuse(sim, "job '%s' needs %u machines and the cluster has %u",
                         ul_sim_job_of(sim, ul_sim_job_of_task(sim, job->first_task)).name, job->n,
                         site->held);
}

static ul_status local_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_sec_rules rules = {.has_placement = true, .start = local_start,
                                       .queue_of = local_queue_of, .keeps_nodes = true};
    return ul_sec_easy_run(in, run, &rules);
}

static const ul_param param[] = {
    UL_COUNT("nodes", "0", "nodes of the cluster; 0: all that the world has, which must be a "
             "number", 0, 1e7),
    UL_CHOICE("backfilling", "easy", "jobs behind the first that waits start where they do not "
              "delay it, or never", "easy|no"),
    UL_SEC_PLACEMENT_PARAM,
    {0},
};

const ul_method ul_method_sec_local = {
    .name = "local",
    .brief = "backfilling on a cluster of a fixed size",
    .paper = "SEC, Section 8.2",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = local_schedule,
};
