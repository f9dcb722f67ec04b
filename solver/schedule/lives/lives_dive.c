#include "lives_dive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pricings before the first life is fixed, and between two. */
enum { ROUNDS_FIRST = 60, ROUNDS = 4 };
#define WHOLE (1 - 1e-6)
#define NOTHING 1e-6
/* How much chance there is in which life is fixed, where a dive is one of many. */
#define NOISE 0.3

/* ---- a dive ---- */

/* Generates lives for a while; false where the LP costs too much, or its time is up. */
static ul_status generate(ul_lives_master *m, size_t rounds, double most, bool *goes_on)
{
    bool solved;
    size_t n = 1;
    UL_TRY(ul_lives_master_hope(m, &solved));
    for (size_t round = 0; round < rounds && solved && n > 0; round++) {
        UL_TRY(ul_lives_master_enrich(m, &n));
        if (n > 0)
            UL_TRY(ul_lives_master_hope(m, &solved));
    }
    *goes_on = solved && !ul_run_expired(m->run) && ul_lp_objective(m->lp) * m->unit <= most;
    return UL_OK;
}

static ul_status fix_life(ul_lives_master *m, size_t q, bool *fixed)
{
    fixed[q] = true;
    return ul_lp_set_column(m->lp, m->n_parts + q, 1, HUGE_VAL);
}

/* Fixes what is whole, or, where nothing is, what is nearest to it; *n is how many. */
static ul_status fix_some(ul_lives_master *m, double noise, ul_rng *rng, bool *fixed, size_t *n)
{
    double highest = NOTHING;
    size_t best = UL_NONE;
    *n = 0;
    for (size_t q = 0; q < m->n_lives; q++) {
        const double value = fixed[q] ? 0 : ul_lp_value(m->lp, m->n_parts + q);
        const double wanted = value + (value > NOTHING ? noise * ul_rng_unit(rng) : 0);
        if (value >= WHOLE) {
            UL_TRY(fix_life(m, q, fixed));
            ++*n;
        } else if (wanted > highest) {
            highest = wanted;
            best = q;
        }
    }
    if (*n > 0 || best == UL_NONE)
        return UL_OK;
    *n = 1;
    return fix_life(m, best, fixed);
}

/* The fixed lives, the dear ones first, each without those who have one already. */
static int by_cost(const void *left, const void *right)
{
    const ul_life *a = left, *b = right;
    UL_HIGHER_FIRST(a->cost, b->cost);
    return a->task[0] < b->task[0] ? -1 : a->task[0] > b->task[0];
}

static ul_status take_fixed(const ul_lives_master *m, const bool *fixed, ul_arena *arena,
                            ul_lives_plan *plan)
{
    bool *has_one;
    ul_life *all;
    size_t n = 0;
    *plan = (ul_lives_plan){0};
    UL_ALLOC(arena, has_one, m->n_tasks);
    UL_ALLOC(arena, all, m->n_lives);
    UL_ALLOC(arena, plan->life, m->n_tasks);
    for (size_t q = 0; q < m->n_lives; q++)
        if (fixed[q])
            all[n++] = m->life[q];
    qsort(all, n, sizeof *all, by_cost);
    for (size_t q = 0; q < n; q++) {
        ul_life one = {.type = all[q].type};
        UL_ALLOC(arena, one.task, all[q].n);
        for (size_t i = 0; i < all[q].n; i++)
            if (!has_one[all[q].task[i]]) {
                has_one[all[q].task[i]] = true;
                one.task[one.n++] = all[q].task[i];
            }
        UL_TRY(ul_lives_cost(m, one.type, one.task, one.n, &one.cost));
        plan->cost += one.cost;
        if (one.n > 0)
            plan->life[plan->n++] = one;
    }
    return UL_OK;
}

ul_status ul_lives_dive(ul_lives_master *m, double most, double noise, ul_rng *rng, ul_arena *arena,
                        ul_lives_plan *plan, bool *found)
{
    size_t room = 0, n = 1, rounds = ROUNDS_FIRST;
    bool *fixed = NULL;
    *found = false;
    while (n > 0) {
        bool goes_on;
        UL_TRY(generate(m, rounds, most, &goes_on));
        if (!goes_on)
            return UL_OK;
        if (m->n_lives > room) {
            fixed = ul_arena_grow(arena, fixed, room, 2 * m->n_lives, sizeof *fixed);
            UL_NEED(fixed);
            room = 2 * m->n_lives;
        }
        UL_TRY(fix_some(m, noise, rng, fixed, &n));
        rounds = ROUNDS;
    }
    UL_TRY(take_fixed(m, fixed, arena, plan));
    *found = plan->cost <= most;
    return UL_OK;
}

/* ---- some lives again ---- */

/* Something to be sorted by a number. */
typedef struct {
    double key;
    size_t which;
} keyed;

static int by_key(const void *left, const void *right)
{
    const keyed *a = left, *b = right;
    UL_LOWER_FIRST(a->key, b->key);
    return a->which < b->which ? -1 : a->which > b->which;
}

/* How far a life is from a second. */
static double distance(const ul_lives_master *m, const ul_life *life, ul_micro at_s)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < life->n; i++) {
        const ul_micro from_s = m->problem->in->task[life->task[i]].arrival_s;
        const ul_micro to_s = from_s + ul_floor_least_s(m->problem->in, life->task[i]);
        least = fmin(least, fmax(0, fmax((double)(from_s - at_s), (double)(at_s - to_s))));
    }
    return least;
}

/* Sorts the plan's lives: those that are to be lived again are its last. */
static ul_status choose_lives(const ul_lives_master *m, ul_rng *rng, ul_arena *arena,
                              ul_lives_plan *plan)
{
    const ul_schedule *in = m->problem->in;
    const ul_micro at_s = in->task[ul_rng_below(rng, m->n_tasks)].arrival_s;
    keyed *order;
    ul_life *old;
    UL_ALLOC(arena, order, plan->n);
    UL_COPY(arena, old, plan->life, plan->n);
    for (size_t q = 0; q < plan->n; q++)
        order[q] = (keyed){-distance(m, &plan->life[q], at_s) - ul_rng_unit(rng), q};
    qsort(order, plan->n, sizeof *order, by_key);
    for (size_t q = 0; q < plan->n; q++)
        plan->life[q] = old[order[q].which];
    return UL_OK;
}

/* What is lived now is a start, too. */
static ul_status add_lives(ul_lives_master *part, const ul_life *old, size_t n)
{
    for (size_t q = 0; q < n; q++)
        if (old[q].n > 1)
            UL_TRY(ul_lives_master_add(part, old[q].type, old[q].task, old[q].n));
    return UL_OK;
}

/* The first lives of a plan, and those that were found. */
static ul_status join(ul_lives_plan *plan, size_t others, const ul_lives_plan *found,
                      ul_arena *arena)
{
    plan->n = others;
    for (size_t q = 0; q < found->n; q++) {
        ul_life *one = &plan->life[plan->n++];
        *one = found->life[q];
        UL_COPY(arena, one->task, found->life[q].task, one->n);
    }
    plan->cost = 0;
    for (size_t q = 0; q < plan->n; q++)
        plan->cost += plan->life[q].cost;
    return UL_OK;
}

ul_status ul_lives_again(const ul_lives_master *m, double least, size_t lives, ul_rng *rng,
                         ul_arena *arena, ul_lives_plan *plan, bool *better)
{
    const size_t others = plan->n > lives ? plan->n - lives : 0;
    UL_FREED_BY(ul_lives_master_clear) ul_lives_master part = {0};
    ul_lives_plan found;
    bool *wanted;
    double most = -least;
    UL_OWN_ARENA(own);
    UL_TRY(choose_lives(m, rng, own, plan));
    UL_ALLOC(own, wanted, m->n_tasks);
    for (size_t q = others; q < plan->n; q++) {
        most += plan->life[q].cost;
        for (size_t i = 0; i < plan->life[q].n; i++)
            wanted[plan->life[q].task[i]] = true;
    }
    UL_TRY(ul_lives_master_part(m, plan->life, others, wanted, own, &part));
    UL_TRY(add_lives(&part, plan->life + others, plan->n - others));
    UL_TRY(ul_lives_dive(&part, most, NOISE, rng, own, &found, better));
    return *better ? join(plan, others, &found, arena) : UL_OK;
}

ul_status ul_lives_first(const ul_lives_master *m, ul_rng *rng, ul_arena *arena,
                         ul_lives_plan *plan, bool *found)
{
    UL_FREED_BY(ul_lives_master_clear) ul_lives_master all = {0};
    ul_lives_plan first;
    bool *wanted;
    UL_OWN_ARENA(own);
    UL_ALLOC(own, wanted, m->n_tasks);
    memset(wanted, true, m->n_tasks * sizeof *wanted);
    UL_TRY(ul_lives_master_part(m, NULL, 0, wanted, own, &all));
    UL_TRY(add_lives(&all, m->life, m->n_lives));
    UL_TRY(ul_lives_dive(&all, HUGE_VAL, 0, rng, own, &first, found));
    *plan = (ul_lives_plan){0};
    UL_ALLOC(arena, plan->life, m->n_tasks);
    return *found ? join(plan, 0, &first, arena) : UL_OK;
}
