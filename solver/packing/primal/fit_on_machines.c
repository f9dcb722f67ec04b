#include "fit_on_machines.h"

#include <math.h>

#include "assigned.h"
#include "type_parts.h"

enum {
    TASKS_MAX = 10000,
    COPIES_MAX = 2000,    /* tasks, where most are copies of others */
    PLACES_MAX = 1 << 25, /* tasks times machines: 128 MB */
    STEPS_A_TASK = 2000,
    DIVISIONS_A_MACHINE = 1250, /* for each of the patience: what is too much wanders for long */
    TRIES = 2
};

/* Machines of a family at two levels: the large ones as one, then each by itself. */
typedef struct {
    const ul_exact_problem *problem;
    const int64_t *machines; /* per type */
    int32_t *need, *cost;    /* as of ul_assigned */
    bool *allowed;           /* type x item: whether one has room there alone */
    bool *together;          /* bin x item: on some machine of a bin */
    ul_assigned bins, each;
    uint32_t *type, *bin;    /* per machine */
    uint32_t *first, *n;     /* per bin: its machines */
} levels;

/* ---- setting up ---- */

static void find_costs(levels *v)
{
    const ul_exact_problem *problem = v->problem;
    for (size_t g = 0; g < problem->n_groups; g++) {
        const ul_exact_group *group = &problem->group[g];
        for (size_t d = 0; d < group->n_dims; d++) {
            double sum = 0, n = 0;
            for (size_t i = 0; i < problem->n_items; i++)
                if (group->fits[i] && group->weight[i * group->n_dims + d] > 0) {
                    sum += (double)group->weight[i * group->n_dims + d];
                    n++;
                }
            v->cost[g * UL_ASSIGNED_DIMS + d] = (int32_t)fmax(sum > 0 ? UL_ASSIGNED_MEAN * n / sum : 1, 1);
        }
    }
}

/* Demands in small numbers; ones that are not small are never asked for. */
static void find_needs(levels *v)
{
    const ul_exact_problem *problem = v->problem;
    for (size_t g = 0; g < problem->n_groups; g++) {
        const ul_exact_group *group = &problem->group[g];
        for (size_t i = 0; i < problem->n_items; i++)
            for (size_t d = 0; d < group->n_dims && group->fits[i]; d++)
                v->need[(i * problem->n_groups + g) * UL_ASSIGNED_DIMS + d] =
                    (int32_t)group->weight[i * group->n_dims + d];
    }
    for (size_t k = 0; k < problem->n_types; k++)
        for (size_t i = 0; i < problem->n_items; i++)
            v->allowed[k * problem->n_items + i] = ul_exact_most(problem, k, i) > 0;
}

static void add_machine(levels *v, size_t k)
{
    const ul_exact_problem *problem = v->problem;
    const size_t m = v->each.n_machines++, b = v->bins.n_machines - 1;
    ul_assigned_machine *one = &v->each.machine[m], *all = &v->bins.machine[b];
    one->group = all->group = problem->type[k].group;
    one->allowed = v->allowed + k * problem->n_items;
    all->allowed = v->together + b * problem->n_items;
    for (size_t d = 0; d < problem->group[one->group].n_dims; d++) {
        one->has[d] = (int32_t)problem->type[k].capacity[d];
        all->has[d] += one->has[d];
    }
    for (size_t i = 0; i < problem->n_items; i++)
        v->together[b * problem->n_items + i] |= one->allowed[i];
    v->type[m] = (uint32_t)k;
    v->bin[m] = (uint32_t)b;
    v->first[b] = v->n[b]++ == 0 ? (uint32_t)m : v->first[b];
}

/* The large machines of each family are one bin, and every other machine is one. */
static void add_machines(levels *v)
{
    const ul_exact_problem *problem = v->problem;
    v->bins.n_machines = v->each.n_machines = 0;
    for (size_t large = 2; large-- > 0;) {
        uint32_t family = UINT32_MAX;
        for (size_t k = 0; k < problem->n_types; k++)
            for (int64_t q = 0; q < v->machines[k] && ul_type_is_large(problem, k) == (large > 0); q++) {
                v->bins.n_machines += large == 0 || problem->type[k].family != family;
                family = problem->type[k].family;
                add_machine(v, k);
            }
    }
    for (size_t b = 0; b < v->bins.n_machines; b++)
        v->bins.machine[b].peers = (uint32_t)v->bins.n_machines;
    for (size_t m = 0; m < v->each.n_machines; m++) {
        v->each.machine[m].first = v->first[v->bin[m]];
        v->each.machine[m].peers = v->n[v->bin[m]];
    }
    ul_assigned_ready(&v->bins);
    ul_assigned_ready(&v->each);
}

static ul_status set_up(levels *v, size_t n_tasks, size_t n_machines, ul_arena *arena)
{
    const ul_exact_problem *problem = v->problem;
    UL_ALLOC(arena, v->need, problem->n_items * problem->n_groups * UL_ASSIGNED_DIMS);
    UL_ALLOC(arena, v->cost, problem->n_groups * UL_ASSIGNED_DIMS);
    UL_ALLOC(arena, v->allowed, problem->n_items * problem->n_types);
    UL_ALLOC(arena, v->together, problem->n_items * n_machines);
    UL_ALLOC(arena, v->type, n_machines);
    UL_ALLOC(arena, v->bin, n_machines);
    UL_ALLOC(arena, v->first, n_machines);
    UL_ALLOC(arena, v->n, n_machines);
    UL_TRY(ul_assigned_new(problem, n_tasks, n_machines, arena, &v->bins));
    UL_TRY(ul_assigned_new(problem, n_tasks, n_machines, arena, &v->each));
    v->bins.need = v->each.need = v->need;
    v->bins.cost = v->each.cost = v->cost;
    find_costs(v);
    find_needs(v);
    add_machines(v);
    return UL_OK;
}

/* Whether each task has a machine on which it has room alone, and numbers are small. */
static bool is_possible(const ul_exact_problem *problem, const int64_t *machines)
{
    for (size_t k = 0; k < problem->n_types; k++)
        for (size_t d = 0; d < problem->group[problem->type[k].group].n_dims; d++)
            if (problem->type[k].capacity[d] > INT32_MAX / TASKS_MAX)
                return false;
    for (size_t i = 0; i < problem->n_items; i++) {
        bool any = false;
        for (size_t k = 0; k < problem->n_types; k++)
            any = any || (machines[k] > 0 && ul_exact_most(problem, k, i) > 0);
        if (!any)
            return false;
    }
    return true;
}

/* ---- the search ---- */

static ul_status improve(ul_assigned *f, size_t patience, ul_run *run)
{
    ul_assigned_count(f);
    ul_assigned_by_steps(f, STEPS_A_TASK, run);
    return ul_assigned_by_pairs(f, DIVISIONS_A_MACHINE * patience * f->n_machines, run);
}

/* Tasks find a family before they find a machine there: how much goes to which family is hard to
 * mend when all machines are full, and easy while they are one. */
static ul_status try_once(levels *v, size_t patience, ul_run *run, bool *found)
{
    ul_assigned_clear(&v->bins);
    for (uint32_t j = 0; j < v->bins.n_tasks; j++)
        ul_assigned_place(&v->bins, j, 0, (uint32_t)v->bins.n_machines);
    UL_TRY(improve(&v->bins, patience, run));
    if (v->bins.too_much > 0)
        return UL_OK;
    ul_assigned_clear(&v->each);
    for (uint32_t j = 0; j < v->each.n_tasks; j++)
        ul_assigned_place(&v->each, j, v->first[v->bins.at[j]], v->n[v->bins.at[j]]);
    UL_TRY(improve(&v->each, patience, run));
    *found = v->each.too_much == 0;
    return UL_OK;
}

/* ---- the answer ---- */

static ul_status read_machine(const ul_assigned *f, size_t m, size_t k, ul_pattern_entry *entry,
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
    const size_t type = ul_exact_part_type(f->problem, k, f->problem, entry, n);
    return ul_exact_solution_add(f->problem, solution, type, entry, n, 1);
}

static ul_status search(levels *v, size_t patience, ul_run *run, ul_arena *arena,
                        ul_exact_solution *solution)
{
    ul_pattern_entry *entry;
    v->bins.state = v->each.state = ul_rng_below(ul_run_rng(run), UINT32_MAX);
    for (size_t q = 0; q < TRIES && !ul_run_expired(run); q++) {
        bool found = false;
        UL_TRY(try_once(v, patience, run, &found));
        if (!found)
            continue;
        UL_ALLOC(arena, entry, v->each.n_tasks);
        for (size_t m = 0; m < v->each.n_machines; m++)
            UL_TRY(read_machine(&v->each, m, v->type[m], entry, solution));
        return UL_OK;
    }
    return UL_OK;
}

ul_status ul_fit_on_machines(const ul_exact_problem *problem, const int64_t *machines, size_t patience,
                             ul_run *run, ul_exact_solution *solution)
{
    size_t n_tasks = 0, n_machines = 0;
    bool small = true;
    for (size_t k = 0; k < problem->n_types; k++)
        n_machines += (size_t)machines[k];
    for (size_t i = 0; i < problem->n_items; i++) {
        small = small && problem->copies[i] <= TASKS_MAX;
        n_tasks += small ? (size_t)problem->copies[i] : 0;
    }
    for (size_t g = 0; g < problem->n_groups; g++)
        small = small && problem->group[g].n_dims <= UL_ASSIGNED_DIMS;
    small = small && (n_tasks <= COPIES_MAX || n_tasks <= 2 * problem->n_items);
    if (!small || n_tasks > TASKS_MAX || n_machines == 0 || n_machines > TASKS_MAX
        || n_tasks * n_machines > PLACES_MAX || !is_possible(problem, machines))
        return UL_OK;
    UL_OWN_ARENA(arena);
    levels v = {.problem = problem, .machines = machines};
    UL_TRY(set_up(&v, n_tasks, n_machines, arena));
    return search(&v, patience, run, arena, solution);
}
