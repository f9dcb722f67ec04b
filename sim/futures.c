/* Several futures, beside each other: the simulation is kept, lived through for a stage by other
 * draws and put back, and the best few of them go on. Nobody who decides online could choose so.
 *
 * A stage is judged when the next has been lived through as well: by what all has cost until then
 * less what the work that is done is worth, at the prices of the floor's linear program
 * (docs/floor.md). By these no machine earns more than it costs, so that what counts is what was
 * lost, whoever has worked. What a stage saves the next one may have to pay, so the end of the
 * stage itself is too soon; to go on to the end of everything takes half of a simulation a future,
 * and adds the luck of all that is still to come (docs/frontier.md has figures).
 *
 * All that a simulation and its policy hold is in the run's arena, so that its bytes, put back
 * where they were, are the simulation of that moment: 1 to 20 MB, a copy a future. */
#include <math.h>
#include <stdlib.h>

#include "floor_master.h"
#include "sim_state.h"

/* How many go on: one, and one more for so many futures, but no more than that; steps of
 * pricing in the linear program. */
enum { FUTURES_EACH = 4, WIDTH_MAX = 8, STEPS = 1000000 };

typedef struct {
    ul_sim sim;
    ul_arena_image image;
    ul_rng *rng;
    double value; /* what it is judged by, the less the better */
    bool is_over;
} moment;

typedef struct {
    ul_sim *sim;
    moment moment[2 * WIDTH_MAX + 1];
    moment *from[WIDTH_MAX];   /* where the stage begins, the best first */
    moment *to[WIDTH_MAX + 1]; /* where it ends, likewise, and one to try */
    size_t width, n_from, n_to;
    double *worth; /* of each task's work */
    double scale;  /* dollars that the first future paid for a dollar of that */
    size_t n_stages, n_lived; /* behind us; futures in all */
    bool is_full;             /* memory is too little to go on */
} futures;

static ul_status keep(futures *f, moment *m)
{
    bool kept;
    UL_TRY(ul_arena_keep(f->sim->arena, &m->image, &kept));
    f->is_full = f->is_full || !kept;
    m->sim = *f->sim;
    ul_rng_copy(m->rng, ul_run_rng(f->sim->run));
    return UL_OK;
}

static void put_back(futures *f, const moment *m)
{
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

/* Where the linear program has no time, or machines cost nothing, all are worth nothing, and what
 * was paid is all that counts. */
static ul_status find_worth(futures *f)
{
    static const ul_floor_payment on_demand = {0};
    const ul_schedule *in = f->sim->in;
    ul_floor_problem *problem;
    ul_floor_prices prices;
    double *of_class;
    UL_OWN_ARENA(arena);
    UL_TRY(ul_floor_problem_new(in, &on_demand, UL_FLOOR_COMPANY, false, arena, &problem));
    UL_TRY(ul_floor_solve(problem, NULL, STEPS, f->sim->run, arena, &prices));
    UL_ALLOC(arena, of_class, problem->n_classes);
    for (size_t q = 0; q < problem->n_items; q++)
        if (problem->item[q].works)
            of_class[problem->item[q].class] = (double)prices.value[q] / (double)prices.scale;
    UL_ALLOC_RAW(f->sim->arena, f->worth, in->n_tasks);
    for (uint32_t i = 0; i < in->n_tasks; i++)
        f->worth[i] = of_class[problem->class_of[i]] * (double)in->task[i].work_s;
    return UL_OK;
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

/* Among the best where it is one of these, and not the same as one. */
static void enter(futures *f)
{
    moment *own = f->to[f->n_to];
    size_t at = f->n_to;
    while (at > 0 && f->to[at - 1]->value > own->value)
        at--;
    if (at > 0 && f->to[at - 1]->value == own->value)
        return;
    for (size_t q = f->n_to; q > at; q--)
        f->to[q] = f->to[q - 1];
    f->to[at] = own;
    f->n_to += f->n_to < f->width;
}

/* One future; the first of all is lived to its end. */
static ul_status live_once(futures *f, bool anew)
{
    ul_sim *sim = f->sim;
    const uint64_t news = 2 * sim->in->n_tasks / sim->policy->stages + 1;
    moment *own = f->to[f->n_to];
    bool ends;
    if (anew)
        ul_rng_again(ul_run_rng(sim->run), (uint32_t)(ul_run_seed(sim->run) + f->n_lived));
    UL_TRY(ul_sim_live(sim, sim->n_news + news, &own->is_over));
    UL_TRY(keep(f, own));
    UL_TRY(ul_sim_live(sim, f->n_lived == 0 ? UINT64_MAX : sim->n_news + news, &ends));
    if (ends) {
        UL_TRY(ul_sim_live_out(sim));
        UL_TRY(ul_run_offer(sim->run, sim->plan));
    }
    if (f->n_lived++ == 0)
        f->scale = bill_so_far(sim) / fmax(1, worth_done(f));
    own->value = bill_so_far(sim) - f->scale * worth_done(f);
    enter(f);
    return UL_OK;
}

/* The best that the stage led to are where the next begins. */
static void go_on(futures *f)
{
    for (size_t q = 0; q < f->width; q++) {
        moment *m = f->from[q];
        f->from[q] = f->to[q];
        f->to[q] = m;
    }
    f->n_from = f->n_to;
    f->n_to = 0;
    f->n_stages++;
}

/* Each that a stage begins with goes on as it was judged, and anew in turn. */
static ul_status live_stages(futures *f)
{
    size_t n = f->sim->policy->futures;
    UL_TRY(keep(f, f->from[0]));
    for (f->n_from = 1; !f->from[0]->is_over && !f->is_full; go_on(f)) {
        const double begin_s = ul_run_work_left_s(f->sim->run);
        for (size_t q = 0; q < n && !f->is_full; q++) {
            if (f->n_lived > 0)
                put_back(f, f->from[q % f->n_from]);
            UL_TRY(live_once(f, q >= f->n_from));
        }
        n = affordable(f, begin_s - ul_run_work_left_s(f->sim->run), n);
    }
    return UL_OK;
}

ul_status ul_sim_live_futures(ul_sim *sim)
{
    futures f = {.sim = sim};
    ul_status status = UL_OK;
    f.width = sim->policy->futures / FUTURES_EACH + 1;
    f.width = f.width < WIDTH_MAX ? f.width : WIDTH_MAX;
    for (size_t q = 0; q <= 2 * WIDTH_MAX; q++) {
        f.moment[q].image.block = sim->block;
        *(q < WIDTH_MAX ? &f.from[q] : &f.to[q - WIDTH_MAX]) = &f.moment[q];
        if ((f.moment[q].rng = ul_rng_new(0)) == NULL)
            status = ul_no_memory();
    }
    if (status == UL_OK)
        status = find_worth(&f);
    if (status == UL_OK)
        status = live_stages(&f);
    for (size_t q = 0; q <= 2 * WIDTH_MAX; q++) {
        ul_rng_free(f.moment[q].rng);
        free(f.moment[q].image.bytes);
    }
    ul_sim_look(sim, UL_KNOWS_EVERYTHING);
    return status;
}
