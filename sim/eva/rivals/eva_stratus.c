/* Stratus as Eva's authors run it (Section 6.1): tasks join machines of their runtime
 * bin, new machines are chosen by cost-efficiency, and machines less than half full
 * are cleared. What differs from the paper is theirs: a task's remaining time is its
 * job's whole duration, always, and cost-efficiency is counted against the cheapest
 * type of all, so that where that has none of a resource the first type that fits
 * wins. O(tasks * machines) a round. */
#include <math.h>
#include <stdlib.h>

#include "eva_world.h"
#include "stratus_reasons.h"

typedef struct {
    ul_eva *eva;
    ul_eva_plan *plan;
    size_t *known; /* bins that take tasks: machines ascending, then new ones */
    size_t n_known, room;
    size_t *order; /* bins in the order in which they got their first task */
    size_t n_order, order_room;
    uint32_t reference; /* the cheapest type of all */
} stratus;

static double remaining(ul_eva *eva, uint32_t task)
{
    return ul_sim_estimate_s(eva->sim, task);
}

static double class_of(double seconds)
{
    return floor(log2(fmax(1, seconds)));
}

static double bin_remaining(ul_eva *eva, const ul_eva_bin *bin)
{
    double most = 0;
    for (size_t q = 0; q < bin->n_tasks; q++)
        most = fmax(most, remaining(eva, bin->task[q]));
    return most;
}

static double room_left(ul_eva *eva, const ul_eva_bin *bin)
{
    ul_micro sum = 0;
    for (size_t r = 0; r < eva->n_resources; r++)
        sum += ul_sim_type(eva->sim, bin->type)->capacity[r] - bin->used[r];
    return ul_micro_double(sum);
}

/* How well a bin suits: its group first (same class 2, longer 1, shorter 0), then the
 * nearer remaining time, or the more room. */
static void judge(ul_eva *eva, const ul_eva_bin *bin, double seconds, int *group, double *score)
{
    const double there = bin->n_tasks == 0 ? 0 : bin_remaining(eva, bin);
    const double own = class_of(seconds), its = bin->n_tasks == 0 ? 0 : class_of(there);
    *group = its == own ? 2 : its > own ? 1 : 0;
    *score = its == own ? -fabs(there - seconds) : room_left(eva, bin);
}

static ul_status append(stratus *s, size_t **array, size_t *n, size_t *room, size_t bin)
{
    UL_MORE(ul_sim_scratch(s->eva->sim), *array, *n, *room);
    (*array)[(*n)++] = bin;
    return UL_OK;
}

static ul_status add_known(stratus *s, size_t bin)
{
    return append(s, &s->known, &s->n_known, &s->room, bin);
}

static ul_status put(stratus *s, size_t bin, uint32_t task)
{
    if (s->plan->bin[bin].n_tasks == 0)
        UL_TRY(append(s, &s->order, &s->n_order, &s->order_room, bin));
    return ul_eva_put(s->eva, &s->plan->bin[bin], task);
}

/* Why this bin: only of machines that are there, new ones tell for themselves. */
static void tell_joining(ul_eva *eva, const ul_eva_bin *bin, uint32_t task, int group)
{
    if (bin->machine == UL_SIM_NONE || eva->task[task].committed == bin->machine)
        return;
    UL_SIM_TELL(eva->sim, .kind = UL_STEP_PUT, .bin = bin->machine, .task = task,
                .seconds = remaining(eva, task), .value = bin_remaining(eva, bin),
                .why = group == 2   ? UL_WHY_OWN_BIN
                       : group == 1 ? UL_WHY_LONGER_BIN
                                    : UL_WHY_SHORTER_BIN);
    eva->task[task].is_told = true;
}

static ul_status pack(stratus *s, const ul_eva_list *tasks, ul_eva_list *rest)
{
    ul_eva *eva = s->eva;
    UL_TRY(ul_eva_list_of(eva, tasks->n, rest));
    for (size_t q = 0; q < tasks->n; q++) {
        size_t best = UL_NONE;
        int best_group = 0;
        double best_score = 0;
        UL_TRY(ul_sim_go_on(eva->sim));
        for (size_t b = 0; b < s->n_known; b++) {
            int group;
            double score;
            const ul_eva_bin *bin = &s->plan->bin[s->known[b]];
            if (!ul_eva_has_room(eva, bin, tasks->task[q]))
                continue;
            judge(eva, bin, remaining(eva, tasks->task[q]), &group, &score);
            if (best == UL_NONE || group > best_group
                || (group == best_group && score > best_score)) {
                best = s->known[b];
                best_group = group;
                best_score = score;
            }
        }
        if (best != UL_NONE) {
            if (ul_sim_told(eva->sim))
                tell_joining(eva, &s->plan->bin[best], tasks->task[q], best_group);
            UL_TRY(put(s, best, tasks->task[q]));
        } else
            rest->task[rest->n++] = tasks->task[q];
    }
    return UL_OK;
}

static bool holds(ul_eva *eva, uint32_t k, const uint32_t *task, size_t n, ul_micro *sum)
{
    for (size_t r = 0; r < eva->n_resources; r++) {
        sum[r] = 0;
        for (size_t q = 0; q < n; q++)
            sum[r] += ul_sim_need(eva->sim, task[q], k)[r];
        if (sum[r] > ul_sim_type(eva->sim, k)->capacity[r])
            return false;
    }
    return true;
}

static double score_of(const stratus *s, uint32_t k, const ul_micro *sum)
{
    const ul_eva *eva = s->eva;
    const ul_micro *capacity = ul_sim_type(eva->sim, k)->capacity;
    size_t constraining = 0;
    double most = -1;
    for (size_t r = 0; r < eva->n_resources; r++) {
        const double share =
            capacity[r] > 0 ? ul_micro_double(sum[r]) / ul_micro_double(capacity[r]) : -1;
        if (share > most) {
            most = share;
            constraining = r;
        }
    }
    const double unit =
        ul_micro_double(ul_sim_type(eva->sim, s->reference)->capacity[constraining]);
    return unit > 0 ? ul_micro_double(sum[constraining]) / unit / eva->price[k] : HUGE_VAL;
}

static uint32_t best_type(const stratus *s, const uint32_t *task, size_t n)
{
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    uint32_t best = UL_SIM_NONE;
    double most = 0;
    for (uint32_t k = 0; k < s->eva->n_types; k++) {
        if (!holds(s->eva, k, task, n, sum))
            continue;
        const double score = score_of(s, k, sum);
        if (best == UL_SIM_NONE || score > most) {
            best = k;
            most = score;
        }
    }
    return best;
}

/* Longest first, the given order among equals. */
static ul_status sort_longest(ul_eva *eva, ul_eva_list *tasks)
{
    for (size_t q = 1; q < tasks->n; q++) {
        const uint32_t task = tasks->task[q];
        size_t at = q;
        UL_TRY(ul_sim_go_on(eva->sim));
        for (; at > 0 && remaining(eva, tasks->task[at - 1]) < remaining(eva, task); at--)
            tasks->task[at] = tasks->task[at - 1];
        tasks->task[at] = task;
    }
    return UL_OK;
}

/* Groups of at most one, two, three ... tasks, each on a new machine. */
static ul_status scale_out(stratus *s, ul_eva_list *tasks)
{
    UL_TRY(sort_longest(s->eva, tasks));
    for (size_t first = 0, at_most = 1; first < tasks->n; at_most++) {
        size_t n = 1, bin;
        UL_TRY(ul_sim_go_on(s->eva->sim));
        while (n < at_most && first + n < tasks->n
               && best_type(s, &tasks->task[first], n + 1) != UL_SIM_NONE)
            n++;
        UL_TRY(ul_eva_add_bin(s->eva, s->plan, UL_SIM_NONE,
                              best_type(s, &tasks->task[first], n), &bin));
        UL_TRY(add_known(s, bin));
        for (size_t q = first; q < first + n; q++)
            UL_TRY(put(s, bin, tasks->task[q]));
        first += n;
    }
    return UL_OK;
}

static bool is_half_empty(const stratus *s, const ul_eva_bin *bin)
{
    const ul_eva *eva = s->eva;
    const ul_micro *capacity = ul_sim_type(eva->sim, bin->type)->capacity;
    for (size_t r = 0; r < eva->n_resources; r++)
        if (2 * bin->used[r] >= capacity[r])
            return false;
    return bin->n_tasks > 0
           && !(bin->n_tasks == 1 && eva->task[bin->task[0]].cheapest == bin->type);
}

static void tell_clearing(ul_eva *eva, uint32_t machine)
{
    UL_SIM_TELL(eva->sim, .kind = UL_STEP_EMPTY, .why = UL_WHY_HALF_EMPTY, .bin = machine);
    eva->machine[machine].is_told = true;
}

static ul_status clear(stratus *s, size_t bin)
{
    ul_eva_list tasks = {s->plan->bin[bin].task, s->plan->bin[bin].n_tasks}, rest;
    size_t kept = 0;
    for (size_t q = 0; q < s->n_known; q++)
        if (s->known[q] != bin)
            s->known[kept++] = s->known[q];
    s->n_known = kept;
    s->plan->bin[bin].n_tasks = 0; /* no longer of the plan */
    if (s->plan->bin[bin].machine != UL_SIM_NONE)
        tell_clearing(s->eva, s->plan->bin[bin].machine);
    UL_TRY(pack(s, &tasks, &rest));
    return scale_out(s, &rest);
}

/* The plan in the order in which its bins were filled; those without a task are no
 * part of it. */
static ul_status put_in_order(stratus *s)
{
    ul_eva_plan *plan = s->plan;
    ul_eva_bin *bin;
    size_t n = 0;
    UL_ALLOC_RAW(ul_sim_scratch(s->eva->sim), bin, s->n_order);
    for (size_t b = 0; b < plan->n_bins; b++)
        if (plan->bin[b].machine != UL_SIM_NONE)
            plan->bin_of[s->eva->machine[plan->bin[b].machine].slot] = UL_SIM_NONE;
    for (size_t q = 0; q < s->n_order; q++) {
        const ul_eva_bin *from = &plan->bin[s->order[q]];
        if (from->n_tasks == 0)
            continue;
        if (from->machine != UL_SIM_NONE)
            plan->bin_of[s->eva->machine[from->machine].slot] = (uint32_t)n;
        bin[n++] = *from;
    }
    plan->bin = bin;
    plan->n_bins = plan->room = n;
    return UL_OK;
}

static uint32_t cheapest_type(const ul_eva *eva)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < eva->n_types; k++)
        if (eva->price[k] < eva->price[best])
            best = k;
    return best;
}

static ul_status plan_stratus(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    stratus s = {.eva = eva, .plan = plan, .reference = cheapest_type(eva)};
    ul_eva_list machines, fresh, rest;
    UL_TRY(ul_eva_list_of(eva, todo->n, &fresh));
    for (size_t q = 0; q < todo->n; q++) {
        if (eva->task[todo->task[q]].on != UL_SIM_NONE)
            UL_TRY(ul_eva_keep(eva, plan, todo->task[q], eva->task[todo->task[q]].on));
        else
            fresh.task[fresh.n++] = todo->task[q];
    }
    for (size_t b = 0; b < plan->n_bins; b++)
        UL_TRY(append(&s, &s.order, &s.n_order, &s.order_room, b));
    UL_TRY(ul_eva_machines(eva, &machines));
    for (size_t q = 0; q < machines.n; q++) {
        size_t bin;
        UL_TRY(ul_eva_bin_of(eva, plan, machines.task[q], &bin));
        UL_TRY(add_known(&s, bin));
    }
    UL_TRY(pack(&s, &fresh, &rest));
    UL_TRY(scale_out(&s, &rest));
    const size_t n_order = s.n_order; /* what clearing adds is not cleared */
    for (size_t q = 0; q < n_order; q++)
        if (!plan->bin[s.order[q]].is_old && is_half_empty(&s, &plan->bin[s.order[q]]))
            UL_TRY(clear(&s, s.order[q]));
    return put_in_order(&s);
}

static ul_status stratus_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_eva_rules rules = {
        .plan = plan_stratus, .asks_always = true, .why = UL_WHY_GROUP};
    return ul_eva_run(in, run, &rules, NULL);
}

static const ul_param param[] = {UL_EVA_PARAMS, {0}};

const ul_method ul_method_stratus_eva = {
    .name = "stratus-eva",
    .brief = "Stratus as Eva's authors run it: runtime bins, cost-efficiency, clearing",
    .paper = "Eva, Section 6.1 (Stratus, SoCC 2018)",
    .traits = UL_CONSTRUCTIVE | UL_KNOWS_RUNTIMES,
    .param = param,
    .schedule = stratus_schedule,
};
