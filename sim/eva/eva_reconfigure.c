/* Full and Partial Reconfiguration as the authors run them. Both first fill machines
 * that are in the plan already, greedily by worth and without asking for the price;
 * what is left goes top-down over the types (Algorithm 1, right-sized): see
 * eva_full_code.c of the packing problem for what the code adds to the paper. */
#include "eva_reconfigure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tuple (worth, is it there already, alignment): greater is better. */
typedef struct {
    double worth;
    bool stays;
    double aligned;
} score;

static bool is_greater(const score *a, const score *b)
{
    if (a->worth != b->worth)
        return a->worth > b->worth;
    if (a->stays != b->stays)
        return a->stays;
    return a->aligned > b->aligned;
}

static void drop_at(ul_eva_list *list, size_t at)
{
    list->n--;
    memmove(&list->task[at], &list->task[at + 1], (list->n - at) * sizeof *list->task);
}

/* ---- into machines that are there ---- */

static ul_status best_placing(ul_eva *eva, const ul_eva_plan *plan, const ul_eva_list *candidates,
                              size_t *candidate, size_t *bin)
{
    enum { LOOK_EVERY = 64 }; /* a hundredth of a second where there are thousands of machines */
    score best = {0};
    *candidate = UL_NONE;
    for (size_t q = 0; q < candidates->n; q++) {
        if (q % LOOK_EVERY == 0)
            UL_TRY(ul_sim_go_on(eva->sim));
        for (size_t b = 0; b < plan->n_bins; b++) {
            const ul_eva_bin *at = &plan->bin[b];
            const uint32_t task = candidates->task[q];
            score own;
            if (!ul_eva_has_room(eva, at, task))
                continue;
            UL_TRY(ul_eva_worth(eva, at->task, at->n_tasks, task, false, &own.worth));
            own.stays = eva->task[task].on == at->machine;
            own.aligned = ul_eva_alignment(eva, at->type, at->used, task);
            if (*candidate == UL_NONE || is_greater(&own, &best)) {
                best = own;
                *candidate = q;
                *bin = b;
            }
        }
    }
    return UL_OK;
}

static ul_status fill_greedily(ul_eva *eva, ul_eva_plan *plan, ul_eva_list *candidates)
{
    for (;;) {
        size_t candidate, bin = 0;
        UL_TRY(best_placing(eva, plan, candidates, &candidate, &bin));
        if (candidate == UL_NONE)
            return UL_OK;
        UL_TRY(ul_eva_put(eva, &plan->bin[bin], candidates->task[candidate]));
        drop_at(candidates, candidate);
    }
}

/* ---- top-down over the types ---- */

typedef struct {
    ul_eva *eva;
    ul_eva_plan *plan;
    ul_eva_list left;     /* tasks to place */
    ul_eva_list chosen;   /* positions among those, then tasks, of the set in the making */
    ul_eva_list machines; /* of the type, ready and not in the plan */
    bool *is_chosen;
    ul_micro used[UL_SCHEDULE_RESOURCES_MAX];
    double price; /* of the chosen alone, added in their order */
    /* by name: the task that the set was last valued with, at which step, and its worth */
    uint32_t *valued, *valued_at, step;
    double *worth;
} filling;

static bool has_room(const filling *f, uint32_t k, uint32_t task)
{
    const ul_micro *need = ul_sim_need(f->eva->sim, task, k);
    const ul_micro *capacity = ul_sim_type(f->eva->sim, k)->capacity;
    for (size_t r = 0; r < f->eva->n_resources; r++)
        if (need[r] > capacity[r] - f->used[r])
            return false;
    return true;
}

/* The worth of the set with one task more; tasks that are alike are valued once. */
static ul_status worth_with(filling *f, uint32_t task, double *worth)
{
    const ul_eva_task *own = &f->eva->task[task];
    const uint32_t before = f->valued[own->name];
    if (f->valued_at[own->name] == f->step && f->eva->task[before].price == own->price
        && f->eva->job[f->eva->task[before].job].n_tasks == f->eva->job[own->job].n_tasks) {
        *worth = f->worth[own->name];
        return UL_OK;
    }
    UL_TRY(ul_eva_worth(f->eva, f->chosen.task, f->chosen.n, task, true, worth));
    f->valued[own->name] = task;
    f->valued_at[own->name] = f->step;
    f->worth[own->name] = *worth;
    return UL_OK;
}

static ul_status best_joining(filling *f, uint32_t k, uint32_t machine, size_t *joining,
                              double *worth)
{
    ul_eva *eva = f->eva;
    score best = {0};
    *joining = UL_NONE;
    f->step++;
    for (size_t q = 0; q < f->left.n; q++) {
        const uint32_t task = f->left.task[q];
        score own;
        /* no rate is above 1, and rounding keeps order: nobody is worth more than this */
        if (f->is_chosen[q] || f->price + eva->task[task].price < best.worth
            || !has_room(f, k, task))
            continue;
        UL_TRY(worth_with(f, task, &own.worth));
        own.stays = machine != UL_SIM_NONE && eva->task[task].on == machine;
        own.aligned = ul_eva_alignment(eva, k, f->used, task);
        if (*joining == UL_NONE || is_greater(&own, &best)) {
            best = own;
            *joining = q;
        }
    }
    *worth = best.worth;
    return UL_OK;
}

/* The set that fills a machine of the type: tasks join while its worth does not fall. */
static ul_status fill(filling *f, uint32_t k, uint32_t machine, double *worth)
{
    memset(f->is_chosen, 0, f->left.n * sizeof *f->is_chosen);
    memset(f->used, 0, sizeof f->used);
    f->chosen.n = 0;
    f->price = 0;
    *worth = 0;
    for (;;) {
        size_t joining;
        double with;
        UL_TRY(ul_sim_go_on(f->eva->sim));
        UL_TRY(best_joining(f, k, machine, &joining, &with));
        if (joining == UL_NONE || with < *worth)
            return UL_OK;
        const uint32_t task = f->left.task[joining];
        const ul_micro *need = ul_sim_need(f->eva->sim, task, k);
        for (size_t r = 0; r < f->eva->n_resources; r++)
            f->used[r] += need[r];
        f->is_chosen[joining] = true;
        f->chosen.task[f->chosen.n++] = task;
        f->price += f->eva->task[task].price;
        *worth = with;
    }
}

/* The demand as counted where the set was filled must fit, and so must it as counted
 * on the new type, which the authors' catalog makes sure of. */
static bool covers(const filling *f, uint32_t k)
{
    const ul_micro *capacity = ul_sim_type(f->eva->sim, k)->capacity;
    for (size_t r = 0; r < f->eva->n_resources; r++) {
        ul_micro sum = 0;
        for (size_t q = 0; q < f->chosen.n; q++)
            sum += ul_sim_need(f->eva->sim, f->chosen.task[q], k)[r];
        if (f->used[r] > capacity[r] || sum > capacity[r])
            return false;
    }
    return true;
}

static uint32_t right_size(const filling *f, uint32_t k)
{
    uint32_t best = UL_SIM_NONE;
    for (uint32_t q = 0; q < f->eva->n_types; q++)
        if ((best == UL_SIM_NONE || f->eva->price[q] < f->eva->price[best]) && covers(f, q))
            best = q;
    return best == UL_SIM_NONE ? k : best;
}

/* The machine with most committed tasks, the first of those; takes it out. */
static uint32_t fullest(const filling *f, size_t *at)
{
    *at = UL_NONE;
    for (size_t q = 0; q < f->machines.n; q++)
        if (*at == UL_NONE
            || f->eva->machine[f->machines.task[q]].n_committed
                   > f->eva->machine[f->machines.task[*at]].n_committed)
            *at = q;
    return *at == UL_NONE ? UL_SIM_NONE : f->machines.task[*at];
}

static ul_status accept(filling *f, uint32_t k, uint32_t machine, size_t machine_at)
{
    const uint32_t type = right_size(f, k);
    size_t bin;
    if (type == k && machine != UL_SIM_NONE)
        drop_at(&f->machines, machine_at);
    else
        machine = UL_SIM_NONE;
    UL_TRY(ul_eva_add_bin(f->eva, f->plan, machine, type, &bin));
    for (size_t q = 0; q < f->chosen.n; q++)
        UL_TRY(ul_eva_put(f->eva, &f->plan->bin[bin], f->chosen.task[q]));
    size_t kept = 0;
    for (size_t q = 0; q < f->left.n; q++)
        if (!f->is_chosen[q])
            f->left.task[kept++] = f->left.task[q];
    f->left.n = kept;
    return UL_OK;
}

/* Whoever is cheapest on the type that was turned down gets one alone. */
static ul_status give_alone(filling *f, uint32_t k)
{
    size_t kept = 0;
    for (size_t q = 0; q < f->left.n; q++) {
        const uint32_t task = f->left.task[q];
        if (f->eva->task[task].cheapest != k) {
            f->left.task[kept++] = task;
            continue;
        }
        size_t at, bin;
        const uint32_t machine = fullest(f, &at);
        if (machine != UL_SIM_NONE)
            drop_at(&f->machines, at);
        UL_TRY(ul_eva_add_bin(f->eva, f->plan, machine, k, &bin));
        UL_TRY(ul_eva_put(f->eva, &f->plan->bin[bin], task));
    }
    f->left.n = kept;
    return UL_OK;
}

static ul_status fill_type(filling *f, uint32_t k, const ul_eva_list *machines)
{
    ul_eva *eva = f->eva;
    f->machines.n = 0;
    for (size_t q = 0; q < machines->n; q++) {
        const uint32_t m = machines->task[q];
        if (ul_sim_machine_type(eva->sim, m) == k
            && ul_sim_machine_state(eva->sim, m) == UL_MACHINE_READY
            && f->plan->bin_of[eva->machine[m].slot] == UL_SIM_NONE)
            f->machines.task[f->machines.n++] = m;
    }
    for (;;) {
        size_t at;
        double worth;
        const uint32_t machine = fullest(f, &at);
        UL_TRY(fill(f, k, machine, &worth));
        const bool alone = f->chosen.n == 1 && eva->task[f->chosen.task[0]].cheapest == k;
        /* plain doubles, as the authors compare: last bits decide */
        if (f->chosen.n == 0 || !(eva->price[k] <= worth || alone))
            return give_alone(f, k);
        UL_TRY(accept(f, k, machine, at));
    }
}

ul_status ul_eva_top_down(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *tasks,
                          const ul_eva_list *machines)
{
    filling f = {.eva = eva, .plan = plan, .left = *tasks};
    UL_TRY(ul_eva_list_of(eva, tasks->n, &f.chosen));
    UL_TRY(ul_eva_list_of(eva, machines->n, &f.machines));
    UL_ALLOC(ul_sim_scratch(eva->sim), f.is_chosen, tasks->n);
    UL_ALLOC(ul_sim_scratch(eva->sim), f.valued, eva->n_names);
    UL_ALLOC(ul_sim_scratch(eva->sim), f.valued_at, eva->n_names);
    UL_ALLOC_RAW(ul_sim_scratch(eva->sim), f.worth, eva->n_names);
    for (size_t q = 0; q < eva->n_types && f.left.n > 0; q++)
        UL_TRY(fill_type(&f, eva->by_price[q], machines));
    return UL_OK;
}

/* ---- the two plans ---- */

/* Machines whose tasks are not worth the price give them up. */
static ul_status is_worthless(ul_eva *eva, uint32_t m, bool *result)
{
    const ul_eva_machine *machine = &eva->machine[m];
    const uint32_t type = ul_sim_machine_type(eva->sim, m);
    double worth;
    UL_TRY(ul_eva_worth(eva, machine->committed, machine->n_committed, UL_SIM_NONE, false,
                        &worth));
    *result = worth < eva->price[type]
              && !(machine->n_committed == 1
                   && eva->task[machine->committed[0]].cheapest == type);
    return UL_OK;
}

static ul_status partial_candidates(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo,
                                    const ul_eva_list *machines, ul_eva_list *candidates)
{
    bool *given_up;
    UL_ALLOC(ul_sim_scratch(eva->sim), given_up, eva->n_slots);
    UL_TRY(ul_eva_list_of(eva, todo->n, candidates));
    for (size_t q = 0; q < todo->n; q++)
        if (eva->task[todo->task[q]].on == UL_SIM_NONE)
            candidates->task[candidates->n++] = todo->task[q];
    for (size_t q = 0; q < machines->n; q++) {
        const ul_eva_machine *machine = &eva->machine[machines->task[q]];
        if (plan->bin_of[machine->slot] != UL_SIM_NONE)
            continue;
        UL_TRY(is_worthless(eva, machines->task[q], &given_up[machine->slot]));
        for (size_t c = 0; given_up[machine->slot] && c < machine->n_committed; c++)
            candidates->task[candidates->n++] = machine->committed[c];
    }
    for (size_t q = 0; q < todo->n; q++) {
        const ul_eva_task *task = &eva->task[todo->task[q]];
        if (task->on != UL_SIM_NONE && !given_up[eva->machine[task->committed].slot])
            UL_TRY(ul_eva_keep(eva, plan, todo->task[q], task->committed));
    }
    return UL_OK;
}

ul_status ul_eva_partial(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    ul_eva_list machines, candidates;
    UL_TRY(ul_eva_machines(eva, &machines));
    UL_TRY(partial_candidates(eva, plan, todo, &machines, &candidates));
    UL_TRY(fill_greedily(eva, plan, &candidates));
    return ul_eva_top_down(eva, plan, &candidates, &machines);
}

ul_status ul_eva_full(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    ul_eva_list machines, candidates;
    UL_TRY(ul_eva_machines(eva, &machines));
    UL_TRY(ul_eva_list_of(eva, todo->n, &candidates));
    memcpy(candidates.task, todo->task, todo->n * sizeof *todo->task);
    candidates.n = todo->n;
    UL_TRY(fill_greedily(eva, plan, &candidates));
    return ul_eva_top_down(eva, plan, &candidates, &machines);
}

ul_status ul_eva_standalone(ul_eva *eva, ul_eva_live_job *job)
{
    ul_eva_plan plan;
    ul_eva_list tasks, none = {0};
    UL_TRY(ul_eva_plan_new(eva, &plan));
    UL_TRY(ul_eva_list_of(eva, job->n_tasks, &tasks));
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
        tasks.task[tasks.n++] = i;
    eva->blank = true;
    const ul_status status = ul_eva_top_down(eva, &plan, &tasks, &none);
    eva->blank = false;
    job->alone_s = 0;
    for (size_t b = 0; b < plan.n_bins; b++)
        job->alone_s += eva->price[plan.bin[b].type] / 3600;
    return status;
}

/* ---- what they are worth ---- */

double ul_eva_round2(double value)
{
    char text[400]; /* the largest double has 309 digits before the point */
    snprintf(text, sizeof text, "%.2f", value);
    return strtod(text, NULL);
}

ul_status ul_eva_saving(ul_eva *eva, const ul_eva_plan *plan, double *saving)
{
    double worth = 0, price = 0;
    for (size_t b = 0; b < plan->n_bins; b++) {
        double of_bin;
        UL_TRY(ul_eva_worth(eva, plan->bin[b].task, plan->bin[b].n_tasks, UL_SIM_NONE, false,
                            &of_bin));
        worth += of_bin;
        price += eva->price[plan->bin[b].type];
    }
    *saving = worth / 3600 - ul_eva_round2(price) / 3600;
    return UL_OK;
}

/* A job that moves costs its known delays at its price alone; a new machine one round. */
double ul_eva_moving(ul_eva *eva, const ul_eva_plan *plan)
{
    for (size_t q = 0; q < eva->n_live; q++)
        eva->job[eva->live[q]].mark = 0;
    for (size_t b = 0; b < plan->n_bins; b++)
        for (size_t q = 0; q < plan->bin[b].n_tasks; q++) {
            const ul_eva_task *task = &eva->task[plan->bin[b].task[q]];
            if (plan->bin[b].machine == UL_SIM_NONE || task->committed != plan->bin[b].machine)
                eva->job[task->job].mark = 1;
        }
    double of_jobs = 0, of_machines = 0;
    for (size_t q = 0; q < eva->n_live; q++) {
        const ul_eva_live_job *job = &eva->job[eva->live[q]];
        double most = 0;
        for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
            most = fmax(most, eva->task[i].fetch_s + eva->task[i].build_s + eva->task[i].upload_s);
        if (job->mark != 0)
            of_jobs += (most + job->init_s) * job->alone_s;
    }
    for (size_t b = 0; b < plan->n_bins; b++)
        if (plan->bin[b].machine == UL_SIM_NONE)
            of_machines += eva->price[plan->bin[b].type] / 3600 * ul_sim_round_s(eva->sim);
    return of_jobs + of_machines;
}
