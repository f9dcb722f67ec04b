/* Before each round Eva looks at who runs beside whom, and how fast (Section 4.3). A
 * job of several tasks shows the least rate of them all: whose company is to blame
 * is guessed by rules. */
#include <stdlib.h>
#include <string.h>

#include "eva_world.h"

/* One company that tasks of a job of several keep, and how fast the job was seen. */
typedef struct {
    uint32_t job;
    uint32_t key, n;
    uint32_t *name;
    double rate; /* the least */
    uint32_t tasks;
} company;

typedef struct {
    company *item;
    size_t n, room;
} companies;

static int by_value(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static ul_status collect(ul_eva *eva, companies *all, uint32_t job, uint32_t key,
                         const uint32_t *name, uint32_t n, double rate)
{
    for (size_t q = 0; q < all->n; q++) {
        company *item = &all->item[q];
        if (item->job == job && item->key == key && item->n == n
            && (n == 0 || memcmp(item->name, name, n * sizeof *name) == 0)) {
            item->rate = rate < item->rate ? rate : item->rate;
            item->tasks++;
            return UL_OK;
        }
    }
    ul_arena *scratch = ul_sim_scratch(eva->sim);
    uint32_t *copy;
    UL_MORE(scratch, all->item, all->n, all->room);
    UL_ALLOC_RAW(scratch, copy, n);
    if (n > 0)
        memcpy(copy, name, n * sizeof *name);
    all->item[all->n++] = (company){job, key, n, copy, rate, 1};
    return UL_OK;
}

/* The others' names, ascending. */
static uint32_t others_of(ul_eva *eva, uint32_t machine, uint32_t place, uint32_t *others)
{
    uint32_t n = 0;
    for (uint32_t p = ul_sim_first(eva->sim, machine); p != UL_SIM_NONE;
         p = ul_sim_next(eva->sim, p))
        if (p != place)
            others[n++] = eva->task[ul_sim_task_at(eva->sim, p)].name;
    if (n > 1)
        qsort(others, n, sizeof *others, by_value);
    return n;
}

static bool all_are_seen(ul_eva *eva, uint32_t machine)
{
    double rate;
    for (uint32_t p = ul_sim_first(eva->sim, machine); p != UL_SIM_NONE;
         p = ul_sim_next(eva->sim, p))
        if (!ul_sim_rate(eva->sim, ul_sim_task_at(eva->sim, p), &rate))
            return false;
    return true;
}

static ul_status observe(ul_eva *eva, uint32_t machine, companies *all)
{
    uint32_t *others;
    UL_ALLOC_RAW(ul_sim_scratch(eva->sim), others, ul_sim_n_on(eva->sim, machine));
    for (uint32_t p = ul_sim_first(eva->sim, machine); p != UL_SIM_NONE;
         p = ul_sim_next(eva->sim, p)) {
        const uint32_t i = ul_sim_task_at(eva->sim, p);
        const ul_eva_task *task = &eva->task[i];
        const uint32_t n = others_of(eva, machine, p, others);
        double rate;
        (void)ul_sim_rate(eva->sim, i, &rate);
        rate = rate > 1 ? 1 : rate;
        if (eva->job[task->job].n_tasks == 1)
            UL_TRY(ul_eva_table_add(eva->table, task->name, others, n, rate));
        else
            UL_TRY(collect(eva, all, task->job, task->name, others, n, rate));
    }
    return UL_OK;
}

/* Which of a job's companies the rate is put down to. */
static size_t blame(const ul_eva *eva, const companies *all, const size_t *of, size_t n,
                    double rate)
{
    size_t lowest = UL_NONE, largest = UL_NONE, n_known = 0;
    double least = 0;
    for (size_t q = 0; q < n; q++) {
        const company *item = &all->item[of[q]];
        const ul_eva_entry *entry = ul_eva_table_find(eva->table, item->key, item->name, item->n);
        if (entry != NULL) {
            const double mean = ul_eva_entry_mean(entry);
            n_known++;
            if (lowest == UL_NONE || mean < least) {
                lowest = of[q];
                least = mean;
            }
        } else if (largest == UL_NONE || item->n > all->item[largest].n)
            largest = of[q];
    }
    if (n_known == n)
        return lowest;
    return n_known == 0 || least > rate ? largest : lowest;
}

static ul_status attribute(ul_eva *eva, const companies *all, size_t first, bool *done)
{
    const uint32_t job = all->item[first].job;
    size_t *of;
    size_t n = 0;
    uint32_t tasks = 0;
    double rate = all->item[first].rate;
    UL_ALLOC_RAW(ul_sim_scratch(eva->sim), of, all->n - first);
    for (size_t q = first; q < all->n; q++) {
        if (all->item[q].job != job)
            continue;
        of[n++] = q;
        done[q] = true;
        tasks += all->item[q].tasks;
        rate = all->item[q].rate < rate ? all->item[q].rate : rate;
    }
    if (tasks < eva->job[job].n_tasks)
        return UL_OK;
    const company *guilty = &all->item[blame(eva, all, of, n, rate)];
    return ul_eva_table_add(eva->table, guilty->key, guilty->name, guilty->n, rate);
}

ul_status ul_eva_learn(ul_eva *eva)
{
    companies all = {0};
    for (uint32_t m = ul_sim_first_up(eva->sim); m != UL_SIM_NONE; m = ul_sim_next_up(eva->sim, m))
        if (ul_sim_n_on(eva->sim, m) > 0 && all_are_seen(eva, m))
            UL_TRY(observe(eva, m, &all));
    bool *done;
    UL_ALLOC(ul_sim_scratch(eva->sim), done, all.n);
    for (size_t q = 0; q < all.n; q++)
        if (!done[q])
            UL_TRY(attribute(eva, &all, q, done));
    return UL_OK;
}
