/* Plans from the linear program over lives: a dive fixes the life it wants most, generates others
 * beside it, and goes on until every task has one.
 */
#pragma once

#include "lives_master.h"

/* Each task is in one life; there is room for one each. Memory is the arena's. */
typedef struct {
    size_t n;
    ul_life *life;
    double cost;
} ul_lives_plan;

/* Dives until every task of the master has a life or the LP costs more than `most`; *found tells.
 * With noise, chance has a say in which life is fixed. Its LP is of no use afterwards.
 * O(lives) LPs with a few pricings each. */
ul_status ul_lives_dive(ul_lives_master *m, double most, double noise, ul_rng *rng, ul_arena *arena,
                        ul_lives_plan *plan, bool *found);

/* A plan by a dive from what the master knows, which is left as it is. */
ul_status ul_lives_first(const ul_lives_master *m, ul_rng *rng, ul_arena *arena,
                         ul_lives_plan *plan, bool *found);

/* Takes some lives of a plan, some that are lived at one time, and dives for cheaper ones of their
 * tasks beside the others; *better tells, and the plan is then that one. What saves less than
 * `least`, which may be below 0, is not looked for. */
ul_status ul_lives_again(const ul_lives_master *m, double least, size_t lives, ul_rng *rng,
                         ul_arena *arena, ul_lives_plan *plan, bool *better);
