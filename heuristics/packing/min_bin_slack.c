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
 *
 * So the large tasks go first and the last machines have to do with who is left. Further tries
 * keep who waits as mixed as all are: any of the larger half opens a machine, and the search
 * looks at few tasks of all sizes, taken by chance. Of tasks that are all different, few are
 * enough to fill a machine.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "min_bin_slack.h"
#include "packing_plan.h"
#include "supply.h"

enum { EFFORT = 20000, EFFORT_AGAIN = 40000, EFFORT_LEAST = 200, DEPTH = 4096, REDRAWS = 4,
       TRIES = 24 };
#define EFFORT_ALL 4e8
#define BESIDE_VALUES 0.01 /* of what demands count; 0.1 is too much where values are not linear */

/* How many tasks the searches of further tries look at, in turn. */
static const size_t looks[] = {60, 120, 240};

typedef struct {
    double worth;
    uint32_t task;
} ranked;

typedef struct {
    size_t n;
    uint32_t task[DEPTH];
    double worth;
    double value; /* the part of it that is by the tasks' values */
} content;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    double weight[UL_RESOURCES_MAX]; /* dollars for a unit */
    ranked *rank;                    /* all tasks by falling worth */
    uint32_t *order;                 /* tasks by falling worth; those that are gone drop out */
    size_t n, gone;
    double *worth; /* by place in the order */
    const double *value; /* of a task's shape, beside its demand; NULL: none */
    uint32_t *left; /* copies, by place */
    uint32_t *look; /* places that the search looks at */
    size_t n_look;
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

/* The first of those looked at, from `from` on, whose task is worth no more. */
static size_t first_below(const packer *p, size_t from, double most)
{
    size_t low = from, high = p->n_look;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (p->worth[p->look[middle]] > most)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double value_of(const packer *p, size_t at)
{
    return p->value == NULL ? 0 : p->value[p->in->task[p->order[at]].shape];
}

/* What can still be added is worth no more: no machine holds values above its price. */
static double worth_of_room(const packer *p)
{
    const double price = (double)p->in->type[p->type].price;
    return worth_of(p, p->free) + (p->value == NULL ? 0 : fmax(0, price - p->now.value));
}

static void take(packer *p, size_t at, const ul_micro *need)
{
    for (size_t r = 0; r < p->in->n_resources; r++)
        p->free[r] -= need[r];
    p->left[at]--;
    p->now.task[p->now.n++] = (uint32_t)at;
    p->now.worth += p->worth[at];
    p->now.value += value_of(p, at);
}

static void put_back(packer *p, const ul_micro *need)
{
    const size_t at = p->now.task[--p->now.n];
    for (size_t r = 0; r < p->in->n_resources; r++)
        p->free[r] += need[r];
    p->left[at]++;
    p->now.worth -= p->worth[at];
    p->now.value -= value_of(p, at);
}

static void keep(content *kept, const content *found)
{
    kept->n = found->n;
    kept->worth = found->worth;
    memcpy(kept->task, found->task, found->n * sizeof *found->task);
}

/* The sets that go on from what is on the machine, with those looked at from here on. */
static void extend(packer *p, size_t from)
{
    const double room = worth_of_room(p);
    if (p->now.worth > p->best.worth)
        keep(&p->best, &p->now);
    if (p->now.n == DEPTH)
        return;
    for (size_t q = first_below(p, from, room * (1 + 1e-9)); q < p->n_look && p->effort > 0; q++) {
        const size_t at = p->look[q];
        if (p->now.worth + room <= p->best.worth * (1 + 1e-6))
            return;
        if (p->left[at] == 0)
            continue;
        const ul_micro *need = ul_packing_need(p->in, p->order[at], p->type);
        p->effort--;
        if (!ul_packing_fits(p->in, need, p->free))
            continue;
        take(p, at, need);
        extend(p, q);
        put_back(p, need);
    }
}

/* A place of this stretch of the order, rather one whose task is not gone. */
static uint32_t draw(const packer *p, size_t from, size_t n)
{
    ul_rng *rng = ul_run_rng(p->run);
    size_t at = from + ul_rng_below(rng, n);
    for (size_t q = 0; q < REDRAWS && p->left[at] == 0; q++)
        at = from + ul_rng_below(rng, n);
    return (uint32_t)at;
}

/* Who opens the next machine, and at whom the search looks: at all, or of `most` stretches of
 * the order at one each. */
static size_t look(packer *p, size_t most)
{
    const bool all = p->n <= most;
    size_t first = all ? 0 : draw(p, 0, p->n / 2);
    p->n_look = all ? p->n : most;
    for (size_t q = 0; q < p->n_look; q++) {
        const size_t from = q * p->n / p->n_look, end = (q + 1) * p->n / p->n_look;
        p->look[q] = all ? (uint32_t)q : draw(p, from, end - from);
    }
    while (p->left[first] == 0) /* what is gone is less than half, or nobody was drawn */
        first = (first + 1) % p->n;
    return first;
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
    p->now.worth = p->now.value = 0;
    memcpy(p->free, p->in->type[type].capacity, p->in->n_resources * sizeof *p->free);
    take(p, first, need);
    extend(p, 0);
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

static int larger_first(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->worth != y->worth ? (x->worth < y->worth) - (x->worth > y->worth)
                                : (x->task > y->task) - (x->task < y->task);
}

/* With values, demands count by a part only. */
static ul_status packer_new(const ul_packing *in, ul_run *run, const double *value, packer **made)
{
    ul_arena *arena = ul_run_arena(run);
    packer *p = NULL;
    UL_ALLOC(arena, p, 1);
    UL_ALLOC_RAW(arena, p->rank, in->n_tasks);
    UL_ALLOC_RAW(arena, p->order, in->n_tasks);
    UL_ALLOC_RAW(arena, p->worth, in->n_tasks);
    UL_ALLOC_RAW(arena, p->left, in->n_tasks);
    UL_ALLOC_RAW(arena, p->look, in->n_tasks);
    p->in = in;
    p->run = run;
    p->value = value;
    weigh(p);
    for (size_t r = 0; r < in->n_resources && value != NULL; r++)
        p->weight[r] *= BESIDE_VALUES;
    for (size_t j = 0; j < in->n_tasks; j++) {
        const size_t k = ul_packing_cheapest_for(in, in->task[j].shape);
        const double own = value == NULL ? 0 : value[in->task[j].shape];
        p->rank[j] = (ranked){own + worth_of(p, ul_packing_need(in, j, k)), (uint32_t)j};
    }
    qsort(p->rank, in->n_tasks, sizeof *p->rank, larger_first);
    *made = p;
    return UL_OK;
}

/* All tasks wait. */
static ul_status start(packer *p)
{
    p->n = p->in->n_tasks;
    p->gone = 0;
    for (size_t at = 0; at < p->n; at++) {
        p->order[at] = p->rank[at].task;
        p->worth[at] = p->rank[at].worth;
        p->left[at] = p->in->task[p->order[at]].copies;
    }
    return ul_supply_new(p->in, ul_run_arena(p->run), &p->supply);
}

/* The type with the lowest price for the worth of what it holds, in p->chosen; UL_NONE when
 * none is left or the time is over. */
static size_t choose(packer *p, size_t first, uint64_t effort)
{
    double ratio = HUGE_VAL;
    size_t type = UL_NONE;
    for (size_t k = 0; k < p->in->n_types && !ul_run_expired(p->run); k++) {
        if (!fill(p, k, first, effort))
            continue;
        const double price = (double)p->in->type[k].price / fmax(p->best.worth, 1e-300);
        if (type != UL_NONE && price >= ratio)
            continue;
        ratio = price;
        type = k;
        keep(&p->chosen, &p->best);
    }
    return type;
}

/* A plan by searches that look at so many tasks. */
static ul_status pack(packer *p, size_t most, double effort)
{
    const ul_packing *in = p->in;
    ul_packing_plan *plan;
    UL_TRY(start(p));
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(p->run), &plan));
    const double share = EFFORT_ALL / ((double)in->n_tasks * (double)in->n_types);
    effort = fmax(EFFORT_LEAST, fmin(effort, share));
    for (uint64_t waiting = in->n_copies; waiting > 0; drop_gone(p)) {
        const size_t first = look(p, most), type = choose(p, first, (uint64_t)effort);
        if (ul_run_expired(p->run))
            return UL_OK;
        if (type == UL_NONE)
            return ul_supply_ends(p->run, &in->task[p->order[first]]);
        UL_TRY(rent(p, plan, type, &waiting));
    }
    return ul_run_offer(p->run, plan);
}

/* Tries that look at few tasks, from this one on, as long as more than so many seconds are left. */
static ul_status pack_again(packer *p, size_t first, size_t tries, double until_s)
{
    ul_arena *arena = ul_run_arena(p->run);
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    for (size_t q = first; q < tries && ul_run_work_left_s(p->run) > until_s; q++) {
        UL_TRY(pack(p, looks[q % (sizeof looks / sizeof *looks)], EFFORT_AGAIN));
        ul_arena_rewind(arena, mark);
    }
    return UL_OK;
}

static ul_status min_bin_slack_solve(const ul_packing *in, ul_run *run)
{
    packer *p = NULL;
    UL_TRY(packer_new(in, run, NULL, &p));
    const size_t tries = (size_t)ul_run_number(run, "tries");
    UL_TRY(pack_again(p, 1, tries < 2 ? tries : 2, 0)); /* the quickest */
    if (ul_run_expired(run))
        return UL_OK;
    UL_TRY(pack(p, in->n_tasks, EFFORT));
    return pack_again(p, 2, tries, 0);
}

ul_status ul_min_bin_slack_by_values(const ul_packing *in, ul_run *run, const double *value,
                                     double until_s)
{
    packer *p = NULL;
    UL_TRY(packer_new(in, run, value, &p));
    return pack_again(p, 1, TRIES, until_s);
}

static const ul_param param[] = {
    UL_COUNT("tries", "1", "beyond the first, tries that look at few tasks of all sizes for each "
             "machine", 1, 1e6),
    {0},
};

const ul_method ul_method_min_bin_slack = {
    .name = "min-bin-slack",
    .brief = "fill each machine so that the least is unused, from the largest task on",
    .paper = "Gupta, Ho 1999; Fleszar, Hindi 2002",
    .traits = UL_SLOW | UL_SUPPLY,
    .param = param,
    .packing = min_bin_slack_solve,
};
