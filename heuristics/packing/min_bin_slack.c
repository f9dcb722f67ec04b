/* Minimum bin slack: the largest task that waits opens a machine, and of the sets of
 * others that go with it a search takes one that leaves the least unused.
 *
 * Gupta and Ho 1999 for one size of bins; that the first task is given is MBS' of Fleszar and
 * Hindi 2002. Several resources and priced types are our extension: a task is worth what
 * its demand costs where a resource is cheapest, resources that are not scarce count by the square
 * of their scarcity, and the type with the lowest price for the worth of what it holds is
 * rented. The set is bought as often as there are copies of it.
 *
 * The search goes through sets in lexicographic order and leaves a branch when what is free
 * could not be worth enough, for at most EFFORT trials of a task. O(machines * types * EFFORT).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "min_bin_slack.h"
#include "packing_plan.h"
#include "supply.h"

enum { EFFORT = 20000, EFFORT_LEAST = 200, DEPTH = 4096 };
#define EFFORT_ALL 4e8

typedef struct {
    size_t n;
    uint32_t task[DEPTH];
    double worth;
} content;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    double weight[UL_RESOURCES_MAX]; /* dollars for a unit */
    uint32_t *order;                 /* tasks by falling worth; those that are gone drop out */
    size_t n, gone;
    double *worth; /* by place in the order */
    uint32_t *left; /* copies, by place */
    ul_supply supply;

    size_t type; /* being filled */
    ul_micro free[UL_RESOURCES_MAX];
    uint64_t effort;
    content now, best, chosen;
} packer;

static double worth_of(const packer *p, const ul_micro *amount)
{
    double sum = 0;
    for (size_t r = 0; r < p->in->n_resources; r++)
        sum += p->weight[r] * (double)amount[r];
    return sum;
}

/* What a unit of each resource costs where it is cheapest, less the less scarce it is. */
static void weigh(packer *p)
{
    const ul_packing *in = p->in;
    double least[UL_RESOURCES_MAX] = {0}, most = 0;
    for (size_t r = 0; r < in->n_resources; r++) {
        double cheapest = HUGE_VAL, demand = 0;
        for (size_t k = 0; k < in->n_types; k++)
            if (in->type[k].capacity[r] > 0)
                cheapest = fmin(cheapest, fmax(1, (double)in->type[k].price)
                                              / (double)in->type[k].capacity[r]);
        for (size_t j = 0; j < in->n_tasks; j++)
            demand += (double)ul_packing_need(in, j, ul_packing_cheapest_for(in, in->task[j].shape))[r]
                      * in->task[j].copies;
        p->weight[r] = cheapest < HUGE_VAL ? cheapest : 0;
        least[r] = p->weight[r] * demand;
        most = fmax(most, least[r]);
    }
    for (size_t r = 0; r < in->n_resources && most > 0; r++)
        p->weight[r] *= pow(least[r] / most, 2);
}

/* The first place from `from` on whose task is worth no more. */
static size_t place_of(const packer *p, size_t from, double most)
{
    size_t low = from, high = p->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (p->worth[middle] > most)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void take(packer *p, size_t at, const ul_micro *need)
{
    for (size_t r = 0; r < p->in->n_resources; r++)
        p->free[r] -= need[r];
    p->left[at]--;
    p->now.task[p->now.n++] = (uint32_t)at;
    p->now.worth += p->worth[at];
}

static void put_back(packer *p, const ul_micro *need)
{
    const size_t at = p->now.task[--p->now.n];
    for (size_t r = 0; r < p->in->n_resources; r++)
        p->free[r] += need[r];
    p->left[at]++;
    p->now.worth -= p->worth[at];
}

static void keep(content *kept, const content *found)
{
    kept->n = found->n;
    kept->worth = found->worth;
    memcpy(kept->task, found->task, found->n * sizeof *found->task);
}

/* The sets that go on from what is on the machine, with tasks from this place on. */
static void extend(packer *p, size_t from)
{
    const double room = worth_of(p, p->free);
    if (p->now.worth > p->best.worth)
        keep(&p->best, &p->now);
    if (p->now.n == DEPTH)
        return;
    for (size_t at = place_of(p, from, room * (1 + 1e-9)); at < p->n && p->effort > 0; at++) {
        if (p->now.worth + room <= p->best.worth * (1 + 1e-6))
            return;
        if (p->left[at] == 0)
            continue;
        const ul_micro *need = ul_packing_need(p->in, p->order[at], p->type);
        p->effort--;
        if (!ul_packing_fits(p->in, need, p->free))
            continue;
        take(p, at, need);
        extend(p, at);
        put_back(p, need);
    }
}

/* The best content of a machine of the type with the first task, in p->best. */
static bool fill(packer *p, size_t type, size_t first, uint64_t effort)
{
    const ul_micro *need = ul_packing_need(p->in, p->order[first], type);
    if (p->supply.left[type] == 0 || !ul_packing_fits(p->in, need, p->in->type[type].capacity))
        return false;
    p->type = type;
    p->effort = effort;
    p->best.n = p->now.n = 0;
    p->best.worth = -1; /* the first task alone counts, even where it needs nothing */
    p->now.worth = 0;
    memcpy(p->free, p->in->type[type].capacity, p->in->n_resources * sizeof *p->free);
    take(p, first, need);
    extend(p, first);
    put_back(p, need);
    return true;
}

/* How often the content can be had. */
static uint32_t times(const packer *p, size_t type)
{
    uint32_t most = p->supply.left[type];
    for (size_t q = 0, n; q < p->chosen.n; q += n) {
        for (n = 1; q + n < p->chosen.n && p->chosen.task[q + n] == p->chosen.task[q];)
            n++;
        const uint32_t can = p->left[p->chosen.task[q]] / (uint32_t)n;
        most = can < most ? can : most;
    }
    return most;
}

static ul_status rent(packer *p, ul_packing_plan *plan, size_t type, uint64_t *waiting)
{
    const uint32_t machines = times(p, type);
    size_t i;
    UL_TRY(ul_plan_open(plan, type, &i));
    plan->bin[i].copies = machines;
    for (size_t q = 0, n; q < p->chosen.n; q += n) {
        const size_t at = p->chosen.task[q];
        for (n = 1; q + n < p->chosen.n && p->chosen.task[q + n] == at;)
            n++;
        UL_TRY(ul_plan_put(plan, i, p->order[at], (uint32_t)n));
        p->left[at] -= machines * (uint32_t)n;
        p->gone += p->left[at] == 0;
    }
    *waiting -= (uint64_t)machines * p->chosen.n;
    ul_supply_take(&p->supply, type, machines);
    return UL_OK;
}

/* Tasks that are gone are dropped once they are half of all, so that a look costs little. */
static void drop_gone(packer *p)
{
    size_t n = 0;
    if (2 * p->gone < p->n)
        return;
    for (size_t at = 0; at < p->n; at++)
        if (p->left[at] > 0) {
            p->order[n] = p->order[at];
            p->worth[n] = p->worth[at];
            p->left[n++] = p->left[at];
        }
    p->n = n;
    p->gone = 0;
}

typedef struct {
    double worth;
    uint32_t task;
} ranked;

static int larger_first(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->worth != y->worth ? (x->worth < y->worth) - (x->worth > y->worth)
                                : (x->task > y->task) - (x->task < y->task);
}

static ul_status packer_new(const ul_packing *in, ul_run *run, packer **made)
{
    ul_arena *arena = ul_run_arena(run);
    ranked *rank;
    packer *p = NULL;
    UL_ALLOC(arena, p, 1);
    UL_ALLOC_RAW(arena, rank, in->n_tasks);
    UL_ALLOC_RAW(arena, p->order, in->n_tasks);
    UL_ALLOC_RAW(arena, p->worth, in->n_tasks);
    UL_ALLOC_RAW(arena, p->left, in->n_tasks);
    UL_TRY(ul_supply_new(in, arena, &p->supply));
    p->in = in;
    p->run = run;
    p->n = in->n_tasks;
    weigh(p);
    for (size_t j = 0; j < in->n_tasks; j++) {
        const size_t k = ul_packing_cheapest_for(in, in->task[j].shape);
        rank[j] = (ranked){worth_of(p, ul_packing_need(in, j, k)), (uint32_t)j};
    }
    qsort(rank, in->n_tasks, sizeof *rank, larger_first);
    for (size_t at = 0; at < p->n; at++) {
        p->order[at] = rank[at].task;
        p->worth[at] = rank[at].worth;
        p->left[at] = in->task[rank[at].task].copies;
    }
    *made = p;
    return UL_OK;
}

static ul_status min_bin_slack_solve(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    packer *p = NULL;
    UL_TRY(packer_new(in, run, &p));
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    const double share = EFFORT_ALL / ((double)in->n_tasks * (double)in->n_types);
    const uint64_t effort = (uint64_t)fmax(EFFORT_LEAST, fmin(EFFORT, share));
    for (uint64_t waiting = in->n_copies; waiting > 0;) {
        size_t first = 0, type = UL_NONE;
        double ratio = HUGE_VAL;
        while (p->left[first] == 0)
            first++;
        for (size_t k = 0; k < in->n_types; k++) {
            if (ul_run_expired(run))
                return UL_OK;
            if (!fill(p, k, first, effort))
                continue;
            const double price = (double)in->type[k].price / fmax(p->best.worth, 1e-300);
            if (type != UL_NONE && price >= ratio)
                continue;
            ratio = price;
            type = k;
            keep(&p->chosen, &p->best);
        }
        if (type == UL_NONE)
            return ul_supply_ends(run, &in->task[p->order[first]]);
        UL_TRY(rent(p, plan, type, &waiting));
        drop_gone(p);
    }
    return ul_run_offer(run, plan);
}

const ul_method ul_method_min_bin_slack = {
    .name = "min-bin-slack",
    .brief = "fill each machine so that the least is unused, from the largest task on",
    .paper = "Gupta, Ho 1999; Fleszar, Hindi 2002",
    .traits = UL_SLOW | UL_SUPPLY,
    .packing = min_bin_slack_solve,
};
