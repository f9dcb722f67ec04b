/* Several futures, one after the other: the simulation is kept, lived through to its end by other
 * draws, put back, and goes on for a stage as the cheapest of them did. Nobody who decides online
 * could choose so.
 *
 * Where costs of stages are as if independent, m stages of n futures gain about twice what the best
 * of n whole runs does, for m n / 2 runs: what was lucky in the past stays, and only the rest is
 * drawn anew. (A stage judged by what it has cost so far, less what its work is worth at the
 * floor's prices, gained no more than as many whole runs: what a stage saves the next one pays.)
 *
 * All that a simulation and its policy hold is in the run's arena, so that its bytes, put back
 * where they were, are the simulation of that moment: 1 to 20 MB, a copy a future. */
#include <math.h>
#include <stdlib.h>

#include "sim_state.h"

typedef struct {
    ul_sim sim;
    ul_arena_image image;
    ul_rng *rng;
} moment;

typedef struct {
    ul_sim *sim;
    moment moment[3]; /* where the stage begins, where the best ends it, and one to try */
    size_t best;
    size_t n_stages, n_lived; /* behind us; futures in all */
    bool is_full;             /* memory is too little to go on */
} futures;

static ul_status keep(futures *f, size_t which)
{
    moment *m = &f->moment[which];
    bool kept;
    UL_TRY(ul_arena_keep(f->sim->arena, &m->image, &kept));
    f->is_full = f->is_full || !kept;
    m->sim = *f->sim;
    ul_rng_copy(m->rng, ul_run_rng(f->sim->run));
    return UL_OK;
}

static void put_back(futures *f, size_t which)
{
    const moment *m = &f->moment[which];
    *f->sim = m->sim;
    ul_rng_copy(ul_run_rng(f->sim->run), m->rng);
    ul_arena_put_back(f->sim->arena, &m->image);
}

/* As many as there is time for: a future takes as long as what is left of the simulation. */
static size_t affordable(const futures *f, double stage_s, size_t lived)
{
    const ul_policy *policy = f->sim->policy;
    const double left_s = ul_run_work_left_s(f->sim->run);
    const double stages = (double)policy->stages - (double)f->n_stages;
    if (lived == 0 || left_s == HUGE_VAL || stage_s <= 0)
        return policy->futures;
    const double n = left_s / (stage_s / (double)lived * (stages + 1) / 2);
    return n < 1 ? 1 : n < (double)policy->futures ? (size_t)n : policy->futures;
}

/* One future to its end. The first of a stage is what is known to be best so far. */
static ul_status live_once(futures *f, bool anew, bool *over)
{
    ul_sim *sim = f->sim;
    const uint64_t news = 2 * sim->in->n_tasks / sim->policy->stages + 1;
    ul_cost before = 0, after = 0;
    const bool any = ul_run_best_cost(sim->run, &before);
    bool is_over;
    if (anew)
        ul_rng_again(ul_run_rng(sim->run), (uint32_t)(ul_run_seed(sim->run) + f->n_lived));
    f->n_lived++;
    UL_TRY(ul_sim_live(sim, sim->n_news + news, &is_over));
    UL_TRY(keep(f, 3 - f->best));
    UL_TRY(ul_sim_live_out(sim));
    UL_TRY(ul_run_offer(sim->run, sim->plan));
    if (f->is_full || (anew && any && (!ul_run_best_cost(sim->run, &after) || after >= before)))
        return UL_OK;
    f->best = 3 - f->best;
    *over = is_over;
    return UL_OK;
}

static ul_status live_stages(futures *f)
{
    size_t n = f->sim->policy->futures;
    for (bool over = false; !over && !f->is_full; f->n_stages++) {
        const double begin_s = ul_run_work_left_s(f->sim->run);
        UL_TRY(keep(f, 0));
        for (size_t q = 0; q < n && !f->is_full; q++) {
            if (q > 0)
                put_back(f, 0);
            UL_TRY(live_once(f, q > 0, &over));
        }
        n = affordable(f, begin_s - ul_run_work_left_s(f->sim->run), n);
        if (!f->is_full) /* else what was kept last is not whole, and all have been to their end */
            put_back(f, f->best);
    }
    return UL_OK;
}

ul_status ul_sim_live_futures(ul_sim *sim)
{
    futures f = {.sim = sim, .best = 1};
    ul_status status = UL_OK;
    for (size_t q = 0; q < 3; q++) {
        f.moment[q].image.block = sim->block;
        if ((f.moment[q].rng = ul_rng_new(0)) == NULL)
            status = ul_no_memory();
    }
    if (status == UL_OK)
        status = live_stages(&f);
    for (size_t q = 0; q < 3; q++) {
        ul_rng_free(f.moment[q].rng);
        free(f.moment[q].image.bytes);
    }
    ul_sim_look(sim, UL_KNOWS_EVERYTHING);
    return status;
}
