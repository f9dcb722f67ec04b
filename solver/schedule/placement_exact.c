/* Placement exact: machine-hours of tasks that neither wait nor move, proved where the floor of
 * such schedules is reached.
 *
 * The floor is that of schedule-floor with wait=0 and moves=none: a linear program over the lives
 * of machines (lives_master.h). Its columns are made whole by a dive (Sadykov et al. 2019), and
 * then some of the plan's lives, those of one time, are lived again by a dive of their own, as long
 * as that makes the plan cheaper or until `trials` of them have not.
 */
#include <math.h>

#include "floor_certificate.h"
#include "floor_lives.h"
#include "lives_dive.h"
#include "placing.h"

extern const ul_method ul_method_placement_search;

enum { PERIODS = 200, LIVES_LEAST = 3, LIVES_MOST = 22 };
/* Of a task's part of the bill: what sums in doubles may be off by. */
#define NEAR 1e-4

typedef struct {
    const ul_schedule *in;
    ul_run *run;
    ul_floor_payment payment;
    ul_floor_problem *problem;
    ul_floor_prices prices;
    ul_floor_instants instants;
    ul_floor_lives lives;
} placement;

/* ---- plans ---- */

static ul_status offer(placement *s, const ul_lives_plan *plan)
{
    ul_placing p;
    size_t at;
    UL_TRY(ul_placing_new(s->in, s->run, &p));
    for (size_t q = 0; q < plan->n; q++) {
        UL_TRY(ul_placing_open(&p, plan->life[q].type, &at));
        for (size_t i = 0; i < plan->life[q].n; i++)
            UL_TRY(ul_placing_put(&p, plan->life[q].task[i], at));
    }
    return ul_placing_offer(&p);
}

static bool is_proved(const placement *s)
{
    ul_cost cost;
    return ul_run_best_cost(s->run, &cost) && cost <= s->prices.bound;
}

/* Few lives more often than many. Every other time what costs the same will do, too: many plans do,
 * and some of them are nearer to a cheaper one. */
static ul_status try_again(placement *s, ul_lives_master *m, bool same, ul_lives_plan *plan,
                           bool *cheaper)
{
    ul_rng *rng = ul_run_rng(s->run);
    const double u = ul_rng_unit(rng), before = plan->cost;
    const size_t lives = LIVES_LEAST + (size_t)((LIVES_MOST - LIVES_LEAST) * u * u);
    bool found;
    UL_TRY(ul_lives_again(m, (same ? -NEAR : NEAR) * m->unit, lives, rng, ul_run_arena(s->run),
                          plan, &found));
    *cheaper = found && plan->cost < before - NEAR * m->unit;
    return UL_OK;
}

static ul_status find_plans(placement *s, ul_lives_master *m)
{
    const double trials = ul_run_number(s->run, "trials");
    ul_arena *arena = ul_run_arena(s->run);
    ul_lives_plan plan;
    bool found, cheaper, same = false;
    UL_TRY(ul_lives_first(m, ul_run_rng(s->run), arena, &plan, &found));
    if (!found) /* simplex steps went round in circles, say */
        UL_TRY(ul_lives_dive(m, HUGE_VAL, 0, ul_run_rng(s->run), arena, &plan, &found));
    if (!found)
        return UL_OK;
    UL_TRY(offer(s, &plan));
    for (double trial = 0; trial < trials && !is_proved(s) && !ul_run_expired(s->run); trial++) {
        UL_TRY(try_again(s, m, same, &plan, &cheaper));
        same = !same;
        if (cheaper) {
            UL_TRY(offer(s, &plan));
            trial = -1;
        }
        ul_run_progress(s->run, "%.0f trials since the plan of %.6g", trial + 1, plan.cost / 3.6e9);
    }
    return UL_OK;
}

/* ---- the floor ---- */

static ul_status prove(placement *s, ul_lives_master *m)
{
    ul_floor_prices better;
    UL_TRY(ul_lives_master_solve(m));
    UL_TRY(ul_floor_of_lives(m, s->prices.scale, &better, &s->lives));
    if (better.bound > s->prices.bound) {
        s->prices = better;
        s->instants.lives = &s->lives;
    }
    return ul_run_offer_bound(s->run, s->prices.bound);
}

/* Whether the plans of the linear program have all tasks that take any time. */
static bool has_all(const placement *s, const ul_lives_master *m)
{
    size_t n = 0;
    for (size_t i = 0; i < s->in->n_tasks; i++)
        n += s->in->task[i].work_s > 0;
    return n > 0 && m->n_rows == n && m->unit > 0;
}

static ul_status prove_and_find(placement *s)
{
    UL_FREED_BY(ul_lives_master_clear) ul_lives_master m = {0};
    UL_TRY(ul_lives_master_new(s->problem, &s->instants, PERIODS, s->prices.scale, s->run, &m));
    UL_TRY(prove(s, &m));
    return is_proved(s) || !has_all(s, &m) ? UL_OK : find_plans(s, &m);
}

static ul_status placement_exact(const ul_schedule *in, ul_run *run)
{
    placement s = {.in = in, .run = run};
    const char *path = ul_run_certificate(run);
    UL_TRY(ul_placing_check_world(in, "placement-exact"));
    ul_run_bound_within(run, 0);
    UL_TRY(
        ul_run_note(run, "among schedules in which tasks neither wait nor move nor leave early"));
    UL_TRY(ul_run_call(run, &ul_method_placement_search, NULL, 0));
    UL_TRY(ul_floor_problem_new(in, &s.payment, UL_FLOOR_LOADING, false, ul_run_arena(run),
                                &s.problem));
    UL_TRY(ul_floor_at_instants(s.problem, PERIODS, run, &s.prices, &s.instants));
    UL_TRY(ul_run_offer_bound(run, s.prices.bound));
    UL_TRY(prove_and_find(&s));
    return path == NULL ? UL_OK
                        : ul_floor_certificate_write(s.problem, &s.prices, NULL, NULL, &s.instants,
                                                     ul_run_arena(run), path);
}

static const ul_param param[] = {
    UL_COUNT("trials", "400", "how often some machines are looked at again without a gain", 0, 1e9),
    {0},
};

const ul_method ul_method_placement_exact = {
    .name = "placement-exact",
    .brief = "machine-hours of tasks that neither wait nor move, proved by the lives of machines",
    .paper = "Gilmore and Gomory 1961; Sadykov et al. 2019, over time",
    .traits = UL_ANYTIME | UL_CERTIFIES | UL_OFFLINE,
    .param = param,
    .schedule = placement_exact,
};
