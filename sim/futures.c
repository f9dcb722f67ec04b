/* Several futures, one after the other: the simulation is kept, lived through for a stage by other
 * draws, put back, and goes on as the best of them did. Nobody who decides online could choose so.
 *
 * A stage is judged when the next has been lived through as well: by what all has cost until then
 * less what the work that is done is worth, by the largest shares of machines that tasks take.
 * What a stage saves the next one may have to pay, so the end of the stage itself is too soon; to
 * go on to the end of everything takes half of a simulation a future, and adds the luck of all
 * that is still to come (docs/frontier.md has figures).
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
    double least;  /* what the best is judged by */
    double *worth; /* of each task's work: its largest share of a machine, at the least price */
    double scale;  /* dollars that the first future paid for a dollar of that */
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

/* As many as there is time for, with some to spare: a stage takes about as long as the one
 * before. */
static size_t affordable(const futures *f, double stage_s, size_t lived)
{
    const ul_policy *policy = f->sim->policy;
    const double left_s = ul_run_work_left_s(f->sim->run);
    const double stages = (double)policy->stages - (double)f->n_stages;
    if (left_s == HUGE_VAL || stage_s <= 0 || f->n_stages == 0)
        return policy->futures;
    const double n = 0.8 * left_s / (stage_s / (double)lived * fmax(1, stages));
    return n < 1 ? 1 : n < (double)policy->futures ? (size_t)n : policy->futures;
}

/* ---- what a future is worth ---- */

static double worth_of(const ul_schedule *in, uint32_t i)
{
    double least = HUGE_VAL;
    for (uint32_t k = 0; k < in->n_types; k++) {
        const ul_micro *need = ul_schedule_need(in, i, k);
        double share = 0;
        for (size_t r = 0; r < in->n_resources; r++)
            if (need[r] > 0)
                share = fmax(share, (double)need[r] / (double)in->type[k].capacity[r]);
        if (share <= 1)
            least = fmin(least, share * (double)in->type[k].price);
    }
    return least == HUGE_VAL ? 0 : least * (double)in->task[i].work_s;
}

static double bill_so_far(const ul_sim *sim)
{
    double sum = 0;
    for (size_t m = 0; m < sim->n_machines; m++) {
        const ul_timeline_machine *own = &sim->plan->machine[m];
        const bool is_gone = sim->machine[m].state == UL_MACHINE_GONE;
        sum += (double)ul_schedule_bill(sim->in, own->type, own->ordered_s,
                                        is_gone ? own->released_s : ul_sim_micro(sim->now));
    }
    return sum;
}

static double worth_done(const futures *f)
{
    double sum = 0;
    for (uint32_t i = 0; i < f->sim->in->n_tasks; i++)
        if (f->sim->task[i].arrived)
            sum += f->worth[i] * ul_sim_share_done(f->sim, i);
    return sum;
}

/* One future. The first of a stage is what is known to be best so far, and the first of all is
 * lived to its end. */
static ul_status live_once(futures *f, bool anew, bool *over)
{
    ul_sim *sim = f->sim;
    const uint64_t news = 2 * sim->in->n_tasks / sim->policy->stages + 1;
    bool is_over, ends;
    if (anew)
        ul_rng_again(ul_run_rng(sim->run), (uint32_t)(ul_run_seed(sim->run) + f->n_lived));
    UL_TRY(ul_sim_live(sim, sim->n_news + news, &is_over));
    UL_TRY(keep(f, 3 - f->best));
    UL_TRY(ul_sim_live(sim, f->n_lived == 0 ? UINT64_MAX : sim->n_news + news, &ends));
    if (ends) {
        UL_TRY(ul_sim_live_out(sim));
        UL_TRY(ul_run_offer(sim->run, sim->plan));
    }
    if (f->n_lived++ == 0)
        f->scale = bill_so_far(sim) / fmax(1, worth_done(f));
    const double value = bill_so_far(sim) - f->scale * worth_done(f);
    if (f->is_full || (anew && value >= f->least))
        return UL_OK;
    f->least = value;
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
    f.worth = ul_arena_alloc_raw(sim->arena, sim->in->n_tasks, sizeof *f.worth);
    if (f.worth == NULL)
        status = ul_no_memory();
    for (uint32_t i = 0; i < sim->in->n_tasks && f.worth != NULL; i++)
        f.worth[i] = worth_of(sim->in, i);
    if (status == UL_OK)
        status = live_stages(&f);
    for (size_t q = 0; q < 3; q++) {
        ul_rng_free(f.moment[q].rng);
        free(f.moment[q].image.bytes);
    }
    ul_sim_look(sim, UL_KNOWS_EVERYTHING);
    return status;
}
