/* Who works on a machine slows down the others there: by their pair, or all alike. O(n) a task. */
#include <math.h>

#include "sim_state.h"

static uint32_t workload_at(const ul_sim *sim, size_t q)
{
    return sim->in->job[sim->in->task[sim->place[sim->crowd[q]].task].job].workload;
}

static double by_pairs(const ul_sim *sim, size_t at, size_t n)
{
    double rate = 1;
    const uint32_t w = workload_at(sim, at);
    for (size_t q = 0; q < n; q++)
        if (q != at)
            rate *= ul_schedule_throughput(sim->in, w, workload_at(sim, q));
    return rate;
}

static double all_alike(const ul_sim *sim, size_t at, size_t n)
{
    (void)at;
    return pow(sim->uniform_rate, (double)(n - 1));
}

static ul_rate *interfere(ul_sim *sim)
{
    return !ul_schedule_uniform_throughput(sim->in, &sim->uniform_rate) ? by_pairs
           : sim->uniform_rate != 1                                     ? all_alike
                                                                        : NULL;
}

const ul_physics ul_physics_interference = {.rate = interfere};
