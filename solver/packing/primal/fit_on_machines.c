#include "fit_on_machines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TASKS_MAX = 10000, COPIES_MAX = 2000 /* where most tasks are copies of others */,
       DIMS_MAX = 16, STEPS_A_TASK = 80000, STEPS_MAX = 100000000, STEPS_A_LOOK = 1024, HEIGHTS = 256,
       LOOKS = 4 /* for a machine with something to spare */ };

/* What a resource too much costs, where an item needs as much of it on average. */
#define COST_OF_MEAN 1000.0

/* How much worse a step may make things, at first and at last, in parts of an item. */
#define FIRST_HEIGHT (0.07 * COST_OF_MEAN)
#define LAST_HEIGHT (0.008 * COST_OF_MEAN)

typedef struct {
    uint32_t type, n;       /* n: tasks on it */
    int32_t load[DIMS_MAX]; /* in the dimensions of the type's group */
} machine;

typedef struct {
    const ul_exact_problem *problem;
    uint64_t state;   /* of draw() */
    size_t n_tasks, n_machines;
    uint32_t *item;   /* per task */
    uint32_t *at;     /* per task: its machine */
    uint32_t *place;  /* per task: its place on it */
    uint32_t *held;   /* machine x task: those that it holds, by place */
    machine *machine;
    uint32_t *full;   /* the machines that are too full, in any order */
    uint32_t *full_at; /* per machine: its place there, n_full or more where it is not */
    size_t n_full;
    bool *allowed;    /* item x type: whether one has room there alone */
    int32_t *cost;    /* group x DIMS_MAX: of one too much */
    int32_t *need;    /* item x group x DIMS_MAX */
    int32_t *has;     /* type x DIMS_MAX */
    size_t *tight;    /* per group: the resource of which its machines have least to spare */
    double height[HEIGHTS]; /* -log of evenly spaced chances */
    int64_t too_much; /* over all machines, at cost */
} fitting;

/* A number below n. A step takes five, and would take three times as long by the run's generator,
 * which draws the seed: splitmix64 (Steele, Lea and Flood 2014). */
static uint32_t draw(fitting *f, size_t n)
{
    uint64_t x = f->state += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (uint32_t)((x >> 32) * n >> 32);
}

static size_t group_of(const fitting *f, const machine *m)
{
    return f->problem->type[m->type].group;
}

static int64_t excess(const fitting *f, const machine *m)
{
    const size_t group = group_of(f, m);
    const int32_t *cost = f->cost + group * DIMS_MAX, *has = f->has + m->type * DIMS_MAX;
    int64_t sum = 0;
    for (size_t d = 0; d < f->problem->group[group].n_dims; d++)
        if (m->load[d] > has[d])
            sum += (int64_t)(m->load[d] - has[d]) * cost[d];
    return sum;
}

static void change(const fitting *f, machine *m, uint32_t item, int32_t sign)
{
    const size_t group = group_of(f, m);
    const int32_t *need = f->need + (item * f->problem->n_groups + group) * DIMS_MAX;
    for (size_t d = 0; d < f->problem->group[group].n_dims; d++)
        m->load[d] += sign * need[d];
}

/* ---- setting up ---- */

static void find_costs(fitting *f)
{
    const ul_exact_problem *problem = f->problem;
    for (size_t g = 0; g < problem->n_groups; g++) {
        const ul_exact_group *group = &problem->group[g];
        for (size_t d = 0; d < group->n_dims; d++) {
            double sum = 0, n = 0;
            for (size_t i = 0; i < problem->n_items; i++)
                if (group->fits[i] && group->weight[i * group->n_dims + d] > 0) {
                    sum += (double)group->weight[i * group->n_dims + d];
                    n++;
                }
            f->cost[g * DIMS_MAX + d] = (int32_t)fmax(sum > 0 ? COST_OF_MEAN * n / sum : 1, 1);
        }
    }
}

/* The resource of which the tasks that fit the group need most for what its machines have. */
static size_t tightest(const fitting *f, size_t g)
{
    const ul_exact_group *group = &f->problem->group[g];
    double most = 0;
    size_t best = 0;
    for (size_t d = 0; d < group->n_dims; d++) {
        double needed = 0, there = 1;
        for (size_t i = 0; i < f->problem->n_items; i++)
            if (group->fits[i])
                needed += (double)group->weight[i * group->n_dims + d] * (double)f->problem->copies[i];
        for (size_t m = 0; m < f->n_machines; m++)
            if (group_of(f, &f->machine[m]) == g)
                there += f->has[f->machine[m].type * DIMS_MAX + d];
        if (needed / there > most) {
            most = needed / there;
            best = d;
        }
    }
    return best;
}

/* Capacities and demands in small numbers; ones that are not small are never asked for. */
static void find_numbers(fitting *f)
{
    const ul_exact_problem *problem = f->problem;
    for (size_t g = 0; g < problem->n_groups; g++) {
        const ul_exact_group *group = &problem->group[g];
        for (size_t i = 0; i < problem->n_items; i++)
            for (size_t d = 0; d < group->n_dims && group->fits[i]; d++)
                f->need[(i * problem->n_groups + g) * DIMS_MAX + d] =
                    (int32_t)group->weight[i * group->n_dims + d];
        for (size_t k = group->first_type; k < group->first_type + group->n_types; k++)
            for (size_t d = 0; d < group->n_dims; d++)
                f->has[k * DIMS_MAX + d] = (int32_t)problem->type[k].capacity[d];
        f->tight[g] = tightest(f, g);
    }
}

static ul_status set_up(fitting *f, const int64_t *machines, ul_arena *arena)
{
    const ul_exact_problem *problem = f->problem;
    size_t n = 0;
    UL_ALLOC(arena, f->item, f->n_tasks);
    UL_ALLOC(arena, f->at, f->n_tasks);
    UL_ALLOC(arena, f->place, f->n_tasks);
    UL_ALLOC(arena, f->held, f->n_tasks * f->n_machines);
    UL_ALLOC(arena, f->full, f->n_machines);
    UL_ALLOC(arena, f->full_at, f->n_machines);
    UL_ALLOC(arena, f->machine, f->n_machines);
    UL_ALLOC(arena, f->allowed, problem->n_items * problem->n_types);
    UL_ALLOC(arena, f->cost, problem->n_groups * DIMS_MAX);
    UL_ALLOC(arena, f->need, problem->n_items * problem->n_groups * DIMS_MAX);
    UL_ALLOC(arena, f->has, problem->n_types * DIMS_MAX);
    UL_ALLOC(arena, f->tight, problem->n_groups);
    for (size_t i = 0; i < problem->n_items; i++) {
        for (int64_t q = 0; q < problem->copies[i]; q++)
            f->item[n++] = (uint32_t)i;
        for (size_t k = 0; k < problem->n_types; k++)
            f->allowed[i * problem->n_types + k] = ul_exact_most(problem, k, i) > 0;
    }
    n = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        for (int64_t q = 0; q < machines[k]; q++)
            f->machine[n++].type = (uint32_t)k;
    for (size_t q = 0; q < HEIGHTS; q++)
        f->height[q] = -log(((double)q + 0.5) / HEIGHTS);
    find_costs(f);
    find_numbers(f);
    return UL_OK;
}

/* Whether each task has a machine on which it has room alone, and numbers are small. */
static bool is_possible(const fitting *f, const int64_t *machines)
{
    const ul_exact_problem *problem = f->problem;
    for (size_t k = 0; k < problem->n_types; k++)
        for (size_t d = 0; d < problem->group[problem->type[k].group].n_dims; d++)
            if (problem->type[k].capacity[d] > INT32_MAX / TASKS_MAX)
                return false;
    for (size_t i = 0; i < problem->n_items; i++) {
        bool any = false;
        for (size_t k = 0; k < problem->n_types; k++)
            any = any || (machines[k] > 0 && f->allowed[i * problem->n_types + k]);
        if (!any)
            return false;
    }
    return true;
}

static bool is_allowed(const fitting *f, uint32_t item, uint32_t m)
{
    return f->allowed[item * f->problem->n_types + f->machine[m].type];
}

static void put(fitting *f, uint32_t j, uint32_t m)
{
    f->at[j] = m;
    f->place[j] = f->machine[m].n;
    f->held[m * f->n_tasks + f->machine[m].n++] = j;
}

static void take_off(fitting *f, uint32_t j)
{
    machine *m = &f->machine[f->at[j]];
    uint32_t *held = f->held + f->at[j] * f->n_tasks;
    const uint32_t last = held[--m->n];
    held[f->place[j]] = last;
    f->place[last] = f->place[j];
}

/* Whether a machine is too full may have changed. */
static void list_full(fitting *f, uint32_t m, bool too_full)
{
    const uint32_t at = f->full_at[m];
    const bool listed = at < f->n_full && f->full[at] == m;
    if (too_full && !listed) {
        f->full_at[m] = (uint32_t)f->n_full;
        f->full[f->n_full++] = m;
    } else if (!too_full && listed) {
        f->full[at] = f->full[--f->n_full];
        f->full_at[f->full[at]] = at;
    }
}

static void start(fitting *f)
{
    f->n_full = 0;
    for (size_t m = 0; m < f->n_machines; m++) {
        memset(f->machine[m].load, 0, sizeof f->machine[m].load);
        f->machine[m].n = 0;
    }
    for (size_t j = 0; j < f->n_tasks; j++) {
        uint32_t m;
        do
            m = draw(f, f->n_machines);
        while (!is_allowed(f, f->item[j], m));
        change(f, &f->machine[m], f->item[j], 1);
        put(f, (uint32_t)j, m);
    }
    f->too_much = 0;
    for (size_t m = 0; m < f->n_machines; m++) {
        f->too_much += excess(f, &f->machine[m]);
        list_full(f, (uint32_t)m, excess(f, &f->machine[m]) > 0);
    }
}

/* ---- steps ---- */

/* Task j goes to machine `to`, and the tasks `back` to where j was; undone where that is too much
 * worse. */
static void step(fitting *f, uint32_t j, uint32_t to, const uint32_t *back, size_t n_back, double height)
{
    const uint32_t from = f->at[j];
    machine here = f->machine[from], there = f->machine[to];
    const int64_t before = excess(f, &here) + excess(f, &there);
    change(f, &here, f->item[j], -1);
    change(f, &there, f->item[j], 1);
    for (size_t q = 0; q < n_back; q++) {
        change(f, &there, f->item[back[q]], -1);
        change(f, &here, f->item[back[q]], 1);
    }
    const int64_t left = excess(f, &here), worse = left + excess(f, &there) - before;
    if (worse > 0
        && (double)worse > height * f->height[draw(f, HEIGHTS)])
        return;
    f->machine[from] = here;
    f->machine[to] = there;
    take_off(f, j);
    for (size_t q = 0; q < n_back; q++) {
        take_off(f, back[q]);
        put(f, back[q], from);
    }
    put(f, j, to);
    list_full(f, from, left > 0);
    list_full(f, to, worse + before > left);
    f->too_much += worse;
}

/* Every other time one of a machine that is too full: these are few at the end. */
static uint32_t some_task(fitting *f)
{
    if (draw(f, 2) == 0)
        return draw(f, f->n_tasks);
    const uint32_t m = f->full[draw(f, f->n_full)];
    return f->held[m * f->n_tasks + draw(f, f->machine[m].n)];
}

/* Every other time one of a machine that has something to spare of what is tight, if one is soon
 * found: in a plan that is full to the last core what is too much on one lacks on another. */
static uint32_t other_task(fitting *f)
{
    for (size_t tried = 0; draw(f, 2) == 0 && tried < LOOKS; tried++) {
        const machine *m = &f->machine[draw(f, f->n_machines)];
        const size_t d = f->tight[group_of(f, m)];
        if (m->n > 0 && m->load[d] < f->has[m->type * DIMS_MAX + d])
            return f->held[(size_t)(m - f->machine) * f->n_tasks + draw(f, m->n)];
    }
    return draw(f, f->n_tasks);
}

/* A task to another machine, or for one or two of those that are there. */
static void try_step(fitting *f, double height)
{
    const uint32_t j = some_task(f);
    const uint32_t kind = draw(f, 4);
    if (kind == 0) {
        const uint32_t to = draw(f, f->n_machines);
        if (to != f->at[j] && is_allowed(f, f->item[j], to))
            step(f, j, to, NULL, 0, height);
        return;
    }
    uint32_t back[2] = {other_task(f), 0};
    const uint32_t to = f->at[back[0]];
    back[1] = f->held[to * f->n_tasks + draw(f, f->machine[to].n)];
    const size_t n_back = kind == 1 && back[1] != back[0] ? 2 : 1;
    if (to == f->at[j] || f->item[back[0]] == f->item[j] || !is_allowed(f, f->item[j], to)
        || !is_allowed(f, f->item[back[0]], f->at[j])
        || (n_back == 2 && !is_allowed(f, f->item[back[1]], f->at[j])))
        return;
    step(f, j, to, back, n_back, height);
}

static bool search(fitting *f, size_t length, ul_run *run)
{
    const size_t all = f->n_tasks * STEPS_A_TASK; /* the more tasks, the more ways there are */
    const size_t looks = length * (all < STEPS_MAX ? all : STEPS_MAX) / STEPS_A_LOOK + 1;
    const double cooling = pow(LAST_HEIGHT / FIRST_HEIGHT, 1 / (double)looks);
    double height = FIRST_HEIGHT;
    start(f);
    for (size_t look = 0; look < looks && f->too_much > 0 && !ul_run_expired(run); look++) {
        for (size_t q = 0; q < STEPS_A_LOOK && f->too_much > 0; q++)
            try_step(f, height);
        height *= cooling;
    }
    return f->too_much == 0;
}

/* ---- the answer ---- */

static ul_status read_machine(const fitting *f, size_t m, ul_pattern_entry *entry,
                              ul_exact_solution *solution)
{
    size_t n = 0;
    for (size_t j = 0; j < f->n_tasks; j++) /* tasks of an item stand together, items ascend */
        if (f->at[j] == m) {
            if (n == 0 || entry[n - 1].item != f->item[j])
                entry[n++] = (ul_pattern_entry){f->item[j], 0};
            entry[n - 1].count++;
        }
    if (n == 0)
        return UL_OK;
    const size_t type = ul_exact_part_type(f->problem, f->machine[m].type, f->problem, entry, n);
    return ul_exact_solution_add(f->problem, solution, type, entry, n, 1);
}

ul_status ul_fit_on_machines(const ul_exact_problem *problem, const int64_t *machines, size_t patience,
                      ul_run *run, ul_exact_solution *solution)
{
    fitting f = {.problem = problem, .state = ul_rng_below(ul_run_rng(run), UINT32_MAX)};
    ul_pattern_entry *entry;
    bool small = true, found = false;
    for (size_t k = 0; k < problem->n_types; k++)
        f.n_machines += (size_t)machines[k];
    for (size_t i = 0; i < problem->n_items; i++) {
        small = small && problem->copies[i] <= TASKS_MAX;
        f.n_tasks += small ? (size_t)problem->copies[i] : 0;
    }
    for (size_t g = 0; g < problem->n_groups; g++)
        small = small && problem->group[g].n_dims <= DIMS_MAX;
    small = small && (f.n_tasks <= COPIES_MAX || f.n_tasks <= 2 * problem->n_items);
    if (!small || f.n_tasks > TASKS_MAX || f.n_machines == 0 || f.n_machines > TASKS_MAX)
        return UL_OK;
    UL_OWN_ARENA(arena);
    UL_TRY(set_up(&f, machines, arena));
    UL_ALLOC(arena, entry, f.n_tasks);
    if (is_possible(&f, machines))
        found = search(&f, patience, run);
    for (size_t m = 0; m < f.n_machines && found; m++)
        UL_TRY(read_machine(&f, m, entry, solution));
    return UL_OK;
}
