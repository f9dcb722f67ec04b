/* Throughput-normalised reservation prices (Section 4.3): what a set of tasks would
 * cost alone, each times the rate it will have beside the others. */
#include <math.h>

#include "eva_world.h"

/* The names of a set, ascending. */
static size_t sort_names(ul_eva *eva, const uint32_t *task, size_t n, uint32_t more)
{
    size_t count = 0;
    for (size_t q = 0; q < n + (more != UL_SIM_NONE); q++) {
        const uint32_t name = eva->task[q < n ? task[q] : more].name;
        size_t at = count++;
        for (; at > 0 && eva->names[at - 1] > name; at--)
            eva->names[at] = eva->names[at - 1];
        eva->names[at] = name;
    }
    return count;
}

/* The rate of a name beside the n - 1 others of a set of sorted names. */
static double rate_beside(ul_eva *eva, uint32_t name, size_t n)
{
    uint32_t *others = eva->names + n;
    size_t count = 0;
    bool skipped = false;
    for (size_t q = 0; q < n; q++) {
        if (!skipped && eva->names[q] == name)
            skipped = true;
        else
            others[count++] = eva->names[q];
    }
    return ul_eva_table_rate(eva->table, name, others, count, eva->blank);
}

static double value_of(ul_eva *eva, uint32_t i, size_t n, bool factored)
{
    const ul_eva_task *task = &eva->task[i];
    const double rate = eva->rules->by_price ? 1 : rate_beside(eva, task->name, n);
    if (!factored && eva->rules->factor != UL_EVA_EVERYWHERE)
        return task->price * rate;
    const double of = eva->rules->factor == UL_EVA_SINGLE ? 1 : eva->job[task->job].n_tasks;
    return task->price * fmax(0, 1 - (1 - rate) * of);
}

ul_status ul_eva_worth(ul_eva *eva, const uint32_t *task, size_t n, uint32_t more, bool factored,
                       double *worth)
{
    const size_t count = n + (more != UL_SIM_NONE);
    UL_MORE(eva->arena, eva->names, 2 * count + 2, eva->names_room);
    sort_names(eva, task, n, more);
    double sum = 0;
    for (size_t q = 0; q < count; q++)
        sum += value_of(eva, q < n ? task[q] : more, count, factored);
    *worth = sum;
    return UL_OK;
}
