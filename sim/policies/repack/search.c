#include "search.h"

#include <math.h>
#include <stdlib.h>

#include "targets.h"

enum { MACHINES_MAX = 4, TASKS_MAX = 5, LOOSE_MAX = 64, FEW_HOSTS = 50, PATIENCE = 25 };
static const double least_gain = 1e-9; /* dollars: less is rounding */

/* All tasks of a machine go to a new one. */
static ul_status replace(ul_conf *conf, uint32_t h, uint32_t k, uint32_t *result)
{
    UL_TRY(ul_conf_open(conf, k, result));
    while (conf->host[h].first != UL_NOWHERE) {
        const uint32_t j = conf->host[h].first;
        UL_TRY(ul_conf_take(conf, j));
        UL_TRY(ul_conf_put(conf, j, *result));
    }
    return UL_OK;
}

/* Puts a task that is nowhere where it adds least; it stays nowhere where that is not less
 * than `most`, or no machine that there is or may be rented holds it. */
static ul_status insert(ul_conf *conf, uint32_t i, double most)
{
    ul_conf_target best;
    UL_TRY(ul_repack_target(conf, i, most, &best));
    uint32_t h = best.host;
    if (best.cost >= most)
        return UL_OK;
    if (h == UL_NOWHERE)
        UL_TRY(ul_conf_open(conf, best.type, &h));
    else if (best.type != UL_NOWHERE && conf->host[h].machine == UL_NOWHERE)
        UL_TRY(ul_conf_retype(conf, h, best.type));
    else if (best.type != UL_NOWHERE)
        UL_TRY(replace(conf, best.host, best.type, &h));
    return ul_conf_put(conf, i, h);
}

static double weight_of(const ul_conf *conf, uint32_t i)
{
    return conf->task[i].shape->worth * conf->task[i].stay_s;
}

/* The dearest first; few tasks, so insertion. */
static void sort_loose(const ul_conf *conf, uint32_t *loose, size_t n)
{
    for (size_t q = 1; q < n; q++) {
        const uint32_t i = loose[q];
        size_t at = q;
        for (; at > 0 && weight_of(conf, loose[at - 1]) < weight_of(conf, i); at--)
            loose[at] = loose[at - 1];
        loose[at] = i;
    }
}

typedef struct {
    uint32_t *task;
    uint32_t *run; /* so many from it on are of its shape */
    size_t n;
} waiting;

/* Fills a new machine of the type with those who fit, the dearest first, while that does not
 * raise the cost for what they are worth; says what it is then, and takes it back if asked. */
static ul_status fill(ul_conf *conf, const waiting *all, uint32_t k, bool stays, double *per_worth)
{
    const double before = conf->cost;
    double worth = 0;
    uint32_t h;
    *per_worth = HUGE_VAL;
    UL_TRY(ul_conf_begin(conf));
    UL_TRY(ul_conf_open(conf, k, &h));
    for (size_t q = 0; q < all->n; q++) {
        const uint32_t i = all->task[q];
        const double own = weight_of(conf, i);
        if (conf->task[i].shape->speed[k] == 0 || !ul_conf_fits(conf, i, h)) {
            q += all->run[q] - 1;
            continue;
        }
        if (conf->task[i].to != UL_NOWHERE)
            continue;
        const double with = conf->cost - before + ul_conf_joining(conf, i, h, HUGE_VAL);
        if (with / (worth + own) > *per_worth)
            continue;
        UL_TRY(ul_conf_put(conf, i, h));
        worth += own;
        *per_worth = with / worth;
    }
    return stays ? UL_OK : ul_conf_undo(conf, before);
}

/* The type that is cheapest for what those who wait are worth on it. */
static ul_status best_filling(ul_conf *conf, const waiting *all, uint32_t *type, double *best)
{
    *best = HUGE_VAL;
    for (uint32_t k = 0; k < conf->n_types; k++) {
        double per_worth;
        if (conf->type[k].left == 0)
            continue;
        UL_TRY(fill(conf, all, k, false, &per_worth));
        if (per_worth < *best) {
            *best = per_worth;
            *type = k;
        }
    }
    return UL_OK;
}

typedef struct {
    double weight;
    uint32_t task;
} weighed;

static int dearest_first(const void *a, const void *b)
{
    const weighed *x = a, *y = b;
    UL_HIGHER_FIRST(x->weight, y->weight);
    return x->task < y->task ? -1 : x->task > y->task;
}

/* Those who wait: thousands, where jobs are large. */
static ul_status gather_waiting(ul_conf *conf, waiting *all)
{
    weighed *order;
    *all = (waiting){.n = 0};
    UL_ALLOC_RAW(conf->arena, all->task, conf->n_tasks);
    UL_ALLOC_RAW(conf->arena, all->run, conf->n_tasks);
    UL_ALLOC_RAW(conf->arena, order, conf->n_tasks);
    for (uint32_t i = 0; i < conf->n_tasks; i++)
        if (conf->task[i].to == UL_NOWHERE)
            order[all->n++] = (weighed){weight_of(conf, i), i};
    qsort(order, all->n, sizeof *order, dearest_first);
    for (size_t q = all->n; q-- > 0;) {
        const ul_conf_shape *shape = conf->task[order[q].task].shape;
        const bool is_last = q + 1 == all->n || conf->task[order[q + 1].task].shape != shape;
        all->task[q] = order[q].task;
        all->run[q] = is_last ? 1 : all->run[q + 1] + 1;
    }
    return UL_OK;
}

/* The dearest who waits goes where it adds least, unless a machine for many of those who
 * wait is cheaper for what they are worth. */
ul_status ul_repack_settle(ul_conf *conf)
{
    waiting all;
    UL_TRY(gather_waiting(conf, &all));
    for (; all.n > 0; all.task++, all.run++, all.n--) {
        uint32_t type = 0;
        double best = HUGE_VAL;
        ul_conf_target alone;
        if (conf->task[all.task[0]].to != UL_NOWHERE)
            continue;
        if (conf->run != NULL && ul_run_expired(conf->run))
            return ul_fail(UL_E_STOPPED, "the deadline came first");
        if (all.n > 1)
            UL_TRY(best_filling(conf, &all, &type, &best));
        UL_TRY(ul_repack_target(conf, all.task[0], HUGE_VAL, &alone));
        if (best < alone.cost / weight_of(conf, all.task[0]))
            UL_TRY(fill(conf, &all, type, true, &best));
        if (conf->task[all.task[0]].to == UL_NOWHERE)
            UL_TRY(insert(conf, all.task[0], HUGE_VAL));
    }
    return UL_OK;
}

/* ---- steps ---- */

typedef struct {
    uint32_t task[LOOSE_MAX];
    size_t n;
} loosened;

static ul_status loosen(ul_conf *conf, uint32_t i, loosened *loose)
{
    if (loose->n == LOOSE_MAX || conf->task[i].is_fixed || conf->task[i].to == UL_NOWHERE)
        return UL_OK;
    loose->task[loose->n++] = i;
    return ul_conf_take(conf, i);
}

static ul_status empty_machines(ul_conf *conf, ul_rng *rng, loosened *loose)
{
    const size_t wanted = conf->n_hosts == 0 ? 0 : 1 + ul_rng_below(rng, MACHINES_MAX);
    for (size_t tried = 0, got = 0; got < wanted && tried < 4 * wanted; tried++) {
        const uint32_t h = (uint32_t)ul_rng_below(rng, conf->n_hosts);
        if (conf->host[h].n == 0 || conf->host[h].n_fixed > 0)
            continue;
        got++;
        for (uint32_t i = conf->host[h].first, next; i != UL_NOWHERE; i = next) {
            next = conf->task[i].next;
            UL_TRY(loosen(conf, i, loose));
        }
    }
    return UL_OK;
}

/* A gang pauses as a whole whoever of it moves: half of the time all of it is pulled. */
static ul_status pull_tasks(ul_conf *conf, ul_rng *rng, loosened *loose)
{
    const size_t wanted = 1 + ul_rng_below(rng, TASKS_MAX);
    for (size_t q = 0; q < wanted; q++) {
        const uint32_t i = (uint32_t)ul_rng_below(rng, conf->n_tasks);
        const ul_conf_unit *unit = &conf->unit[conf->task[i].unit];
        const bool is_all = unit->n > 1 && ul_rng_below(rng, 2) == 0;
        const uint32_t first = is_all ? unit->first : i, n = is_all ? unit->n : 1;
        for (uint32_t j = first; j < first + n; j++)
            UL_TRY(loosen(conf, j, loose));
    }
    return UL_OK;
}

/* One of them goes first, on a new machine of any type that holds it. */
static ul_status begin_machine(ul_conf *conf, ul_rng *rng, loosened *loose)
{
    const uint32_t k = (uint32_t)ul_rng_below(rng, conf->n_types);
    const size_t at = ul_rng_below(rng, loose->n);
    const uint32_t i = loose->task[at];
    uint32_t h;
    if (conf->task[i].shape->speed[k] == 0 || conf->type[k].left == 0)
        return UL_OK;
    loose->task[at] = loose->task[--loose->n];
    UL_TRY(ul_conf_open(conf, k, &h));
    return ul_conf_put(conf, i, h);
}

/* Those that no machine had room for try again. */
static void add_nowhere(const ul_conf *conf, ul_rng *rng, loosened *loose)
{
    const size_t from = ul_rng_below(rng, conf->n_tasks);
    for (size_t q = 0; q < conf->n_tasks && loose->n < TASKS_MAX; q++) {
        const uint32_t i = (uint32_t)((from + q) % conf->n_tasks);
        if (conf->task[i].to == UL_NOWHERE)
            loose->task[loose->n++] = i;
    }
}

static ul_status step(ul_conf *conf, ul_rng *rng, bool *is_better)
{
    const double before = conf->cost;
    const size_t nowhere = conf->n_nowhere;
    loosened loose;
    loose.n = 0;
    UL_TRY(ul_conf_begin(conf));
    if (nowhere > 0)
        add_nowhere(conf, rng, &loose);
    if (ul_rng_below(rng, 2) == 0)
        UL_TRY(empty_machines(conf, rng, &loose));
    else
        UL_TRY(pull_tasks(conf, rng, &loose));
    if (loose.n > 1 && ul_rng_below(rng, 4) == 0)
        UL_TRY(begin_machine(conf, rng, &loose));
    sort_loose(conf, loose.task, loose.n);
    for (size_t q = 0; q < loose.n; q++) {
        const double most = nowhere > 0 ? HUGE_VAL : before - least_gain - conf->cost;
        UL_TRY(insert(conf, loose.task[q], most));
        if (nowhere == 0 && conf->task[loose.task[q]].to == UL_NOWHERE)
            break;
    }
    *is_better = conf->n_nowhere < nowhere
                 || (conf->n_nowhere == nowhere && conf->cost < before - least_gain);
    return *is_better ? UL_OK : ul_conf_undo(conf, before);
}

/* Each machine as one of the cheapest type that holds its tasks. */
static ul_status shrink(ul_conf *conf)
{
    for (uint32_t h = 0; h < conf->n_hosts; h++) {
        const double before = conf->cost;
        if (conf->host[h].n == 0 || conf->host[h].n_fixed > 0)
            continue;
        const size_t place = conf->type[conf->host[h].type].place;
        size_t q = 0;
        uint32_t new;
        while (q < place && (conf->type[conf->by_price[q]].left == 0
                             || !ul_conf_holds(conf, conf->by_price[q], h, UL_NOWHERE)))
            q++;
        if (q == place)
            continue;
        UL_TRY(ul_conf_begin(conf));
        if (conf->host[h].machine == UL_NOWHERE)
            UL_TRY(ul_conf_retype(conf, h, conf->by_price[q]));
        else
            UL_TRY(replace(conf, h, conf->by_price[q], &new));
        if (conf->cost >= before - least_gain)
            UL_TRY(ul_conf_undo(conf, before));
    }
    return UL_OK;
}

/* Whether what a task would add to a machine is the same until that machine changes. */
static bool is_lasting(const ul_conf *conf)
{
    bool is = conf->n_units == conf->n_tasks;
    for (size_t k = 0; k < conf->n_types; k++)
        is = is && conf->type[k].left == UINT32_MAX;
    return is;
}

ul_status ul_repack_search(ul_conf *conf, ul_rng *rng, size_t steps)
{
    if (conf->n_tasks == 0)
        return UL_OK;
    UL_TRY(shrink(conf));
    /* A step looks at all machines: where there are many, fewer steps take as long. */
    const size_t most = conf->n_hosts > FEW_HOSTS ? steps * FEW_HOSTS / conf->n_hosts : steps;
    conf->remembers = most > conf->n_tasks && is_lasting(conf); /* else few are asked for again */
    size_t failed = 0; /* in a row: so many for each task, and there is little left to find */
    for (size_t q = 0; q < most && failed < PATIENCE * conf->n_tasks; q++) {
        bool is_better;
        UL_TRY(step(conf, rng, &is_better));
        failed = is_better ? 0 : failed + 1;
    }
    return shrink(conf);
}
