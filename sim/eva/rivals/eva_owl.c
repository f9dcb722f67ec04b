/* Owl as Eva's authors run it over time (Section 6.1): tasks alone or in pairs whose
 * mutual slowdown is known beforehand. Those that are not settled in a pair are
 * offered again in every round; a pair always gets a new machine.
 * O(names^2 log) a round. */
#include <stdlib.h>
#include <string.h>

#include "eva_world.h"

/* One or two tasks on the cheapest type that holds them; each stands for all of its
 * name and demands. */
typedef struct {
    uint32_t task[2]; /* the second UL_SIM_NONE alone */
    uint32_t type;
    double ratio; /* worth for the price */
    size_t index; /* ties: in order of making */
} combination;

typedef struct {
    combination *item;
    size_t n;
} combinations;

static int by_ratio(const void *a, const void *b)
{
    const combination *x = a, *y = b;
    UL_HIGHER_FIRST(x->ratio, y->ratio);
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The cheapest type that holds a task, and another one beside it. */
static uint32_t type_for(ul_eva *eva, uint32_t task, uint32_t other)
{
    uint32_t best = UL_SIM_NONE;
    for (uint32_t k = 0; k < eva->n_types; k++) {
        const ul_micro *need = ul_sim_need(eva->sim, task, k);
        const ul_micro *also = other == UL_SIM_NONE ? NULL : ul_sim_need(eva->sim, other, k);
        const ul_micro *capacity = ul_sim_type(eva->sim, k)->capacity;
        bool fits = true;
        for (size_t r = 0; r < eva->n_resources; r++)
            fits = fits && need[r] + (also == NULL ? 0 : also[r]) <= capacity[r];
        if (fits && (best == UL_SIM_NONE || eva->price[k] < eva->price[best]))
            best = k;
    }
    return best;
}

static double pair_worth(ul_eva *eva, uint32_t a, uint32_t b)
{
    const ul_eva_task *x = &eva->task[a], *y = &eva->task[b];
    return x->price * ul_sim_throughput(eva->sim, x->workload, y->workload)
           + y->price * ul_sim_throughput(eva->sim, y->workload, x->workload);
}

static void combine(ul_eva *eva, combinations *all, uint32_t a, uint32_t b)
{
    const uint32_t type = type_for(eva, a, b);
    if (type == UL_SIM_NONE)
        return;
    const double worth = b == UL_SIM_NONE ? eva->task[a].price : pair_worth(eva, a, b);
    all->item[all->n] = (combination){
        {a, b}, type, worth / eva->price[type], all->n};
    all->n++;
}

static int compare_kinds(const ul_eva_task *a, const ul_eva_task *b)
{
    UL_LOWER_FIRST(a->name, b->name);
    return a->shape < b->shape ? -1 : a->shape > b->shape;
}

/* One task of each name and demands, ascending by name. */
static ul_status one_of_each(ul_eva *eva, const ul_eva_list *todo, ul_eva_list *each)
{
    UL_TRY(ul_eva_list_of(eva, todo->n, each));
    for (size_t q = 0; q < todo->n; q++) {
        const ul_eva_task *task = &eva->task[todo->task[q]];
        size_t at = each->n;
        while (at > 0 && compare_kinds(&eva->task[each->task[at - 1]], task) > 0)
            at--;
        if (at > 0 && compare_kinds(&eva->task[each->task[at - 1]], task) == 0)
            continue;
        memmove(&each->task[at + 1], &each->task[at], (each->n - at) * sizeof *each->task);
        each->task[at] = todo->task[q];
        each->n++;
    }
    return UL_OK;
}

static ul_status combine_all(ul_eva *eva, const ul_eva_list *todo, combinations *all)
{
    ul_eva_list each;
    UL_TRY(one_of_each(eva, todo, &each));
    *all = (combinations){ul_arena_alloc_raw(ul_sim_scratch(eva->sim),
                                             each.n + each.n * (each.n + 1) / 2,
                                             sizeof *all->item), 0};
    UL_NEED(all->item);
    for (size_t i = 0; i < each.n; i++)
        combine(eva, all, each.task[i], UL_SIM_NONE);
    UL_TRY(ul_sim_go_on(eva->sim));
    for (size_t i = 0; i < each.n; i++)
        for (size_t j = i; j < each.n; j++)
            combine(eva, all, each.task[i], each.task[j]);
    qsort(all->item, all->n, sizeof *all->item, by_ratio);
    return UL_OK;
}

/* Those who were never launched, then those who are alone on their machine. The others
 * keep their places. */
static ul_status candidates_of(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo,
                               ul_eva_list *candidates)
{
    ul_eva_list machines;
    UL_TRY(ul_eva_machines(eva, &machines));
    UL_TRY(ul_eva_list_of(eva, todo->n, candidates));
    for (size_t q = 0; q < todo->n; q++)
        if (eva->task[todo->task[q]].on == UL_SIM_NONE)
            candidates->task[candidates->n++] = todo->task[q];
    for (size_t q = 0; q < machines.n; q++) {
        const ul_eva_machine *machine = &eva->machine[machines.task[q]];
        if (machine->n_committed == 1 && plan->bin_of[machine->slot] == UL_SIM_NONE)
            candidates->task[candidates->n++] = machine->committed[0];
    }
    for (size_t q = 0; q < todo->n; q++)
        eva->task[todo->task[q]].is_offered = false;
    for (size_t q = 0; q < candidates->n; q++)
        eva->task[candidates->task[q]].is_offered = true;
    for (size_t q = 0; q < todo->n; q++)
        if (!eva->task[todo->task[q]].is_offered)
            UL_TRY(ul_eva_keep(eva, plan, todo->task[q], eva->task[todo->task[q]].committed));
    return UL_OK;
}

/* The first candidate like a task; UL_NONE when there is none. */
static size_t find_like(const ul_eva *eva, const ul_eva_list *candidates, uint32_t task,
                        size_t except)
{
    for (size_t q = 0; q < candidates->n; q++)
        if (q != except && candidates->task[q] != UL_SIM_NONE
            && compare_kinds(&eva->task[candidates->task[q]], &eva->task[task]) == 0)
            return q;
    return UL_NONE;
}

static ul_status settle_alone(ul_eva *eva, ul_eva_plan *plan, uint32_t task, uint32_t type)
{
    const uint32_t m = eva->task[task].committed;
    return m != UL_SIM_NONE && ul_sim_machine_type(eva->sim, m) == type
               ? ul_eva_keep(eva, plan, task, m)
               : ul_eva_put_new(eva, plan, task, type);
}

static ul_status use(ul_eva *eva, ul_eva_plan *plan, const combination *pair,
                     ul_eva_list *candidates)
{
    for (;;) {
        size_t bin;
        UL_TRY(ul_sim_go_on(eva->sim));
        const size_t a = find_like(eva, candidates, pair->task[0], UL_NONE);
        const size_t b = a == UL_NONE || pair->task[1] == UL_SIM_NONE
                             ? a
                             : find_like(eva, candidates, pair->task[1], a);
        if (a == UL_NONE || b == UL_NONE)
            return UL_OK;
        if (a == b)
            UL_TRY(settle_alone(eva, plan, candidates->task[a], pair->type));
        else {
            UL_TRY(ul_eva_put_new(eva, plan, candidates->task[a], pair->type));
            bin = plan->n_bins - 1;
            UL_TRY(ul_eva_put(eva, &plan->bin[bin], candidates->task[b]));
        }
        candidates->task[a] = candidates->task[b] = UL_SIM_NONE;
    }
}

static ul_status plan_owl(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    ul_eva_list candidates;
    combinations all;
    UL_TRY(candidates_of(eva, plan, todo, &candidates));
    UL_TRY(combine_all(eva, todo, &all));
    for (size_t q = 0; q < all.n; q++)
        UL_TRY(use(eva, plan, &all.item[q], &candidates));
    return UL_OK;
}

static ul_status owl_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_eva_rules rules = {.plan = plan_owl, 
                                       .why = ": the pair gives most worth for the price of all who wait"};
    return ul_eva_run(in, run, &rules, NULL);
}

static const ul_param param[] = {UL_EVA_PARAMS, {0}};

const ul_method ul_method_owl_schedule = {
    .name = "owl",
    .brief = "pairs whose slowdown is known, or alone; singles are offered again",
    .paper = "Eva, Section 6.1 (Owl, SoCC 2022)",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = owl_schedule,
};
