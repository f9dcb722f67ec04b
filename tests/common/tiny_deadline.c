/* Tiny deadlines: up to nine ticks; the optimum by trying every mode in every tick, with rules
 * of its own. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "deadline.h"
#include "generator.h"
#include "tiny.h"

static ul_status make(size_t index, ul_instance *instance)
{
    static const char *const overhead[] = {"overhead=0", "overhead=3", "overhead=10", "overhead=14"};
    static const char *const work[] = {"work=0.3", "work=0.5", "work=0.65"};
    char remark[200];
    const char *const set[] = {"tick=10", "mean-up=2", overhead[index % 4], work[index % 3]};
    const ul_source_options options = {.tasks = 6 + index % 4, .seed = index + 1,
                                       .to_s = HUGE_VAL, .set = set, .n_set = 4};
    return ul_source_make(ul_generator_find("deadline"), &options, remark, sizeof remark, instance);
}

typedef struct {
    const ul_deadline *in;
    ul_cost best;
} search;

/* From tick i on: what runs there, the overhead left on it, the work and the price so far. */
static void try_modes(search *s, size_t i, int running, int64_t starting_s, int64_t left_s,
                      ul_cost price)
{
    if (left_s <= 0) {
        s->best = price < s->best ? price : s->best;
        return;
    }
    if (i == s->in->n_usable || price >= s->best)
        return;
    try_modes(s, i + 1, UL_IDLE, 0, left_s, price);
    for (int mode = UL_SPOT; mode < UL_MODES; mode++) {
        if (mode == UL_SPOT && !s->in->has_spot[i])
            continue;
        int64_t lost_s = mode == running ? starting_s : s->in->overhead_s;
        const int64_t rest_s = lost_s > s->in->tick_s ? lost_s - s->in->tick_s : 0;
        lost_s -= rest_s;
        try_modes(s, i + 1, mode, rest_s, left_s - (s->in->tick_s - lost_s),
                  price + s->in->price[mode]);
    }
}

static bool optimum(const void *data, ul_cost *cost)
{
    search s = {data, (ul_cost)1 << 100};
    try_modes(&s, 0, UL_IDLE, 0, s.in->work_s, 0);
    *cost = s.best * s.in->tick_s / 3600;
    return true;
}

static ul_status make_large(size_t ticks, ul_instance *instance)
{
    char remark[200];
    const char *const set[] = {"overhead=719"};
    const ul_source_options options = {.tasks = ticks, .seed = 1, .to_s = HUGE_VAL, .set = set,
                                       .n_set = 1};
    return ul_source_make(ul_generator_find("deadline"), &options, remark, sizeof remark, instance);
}

const ul_tiny ul_tiny_deadline = {
    .kind = &ul_kind_deadline,
    .n = 24,
    .make = make,
    .optimum = optimum,
    .size = {300, 1500}, /* ticks; seconds are their own unit */
    .large = make_large,
};
