/* Policies whose machines have classes that depend on who is there: Azar and Vainstein's,
 * which dedicates machines to kinds of tasks that are many, and LAVA, simplified (Ling et al.
 * 2025, from memory of the paper; docs/methods.md).
 */
#include <math.h>

#include "lifetimes.h"

static const ul_param plain[] = {UL_PLACING_PREDICT, {0}};

/* ---- azar-vainstein ---- */

/* The kind of a task: its run time up to the next power of two, at least 2, and in which
 * stretch of that length it came. General machines have class 0. */
static int64_t kind_of(ul_placing *p, uint32_t task, int *power)
{
    const double life_s = ul_placing_life_s(p, task);
    for (*power = 1; ldexp(1, *power) < life_s;)
        ++*power;
    const double stretch = floor(ldexp(ul_sim_arrival_s(p->sim, task), -*power));
    return (int64_t)*power << 48 | (int64_t)stretch;
}

/* Whether tasks of the kind, this one among them, load general machines by more than
 * 1 / (2 sqrt(power)) of one. */
static bool are_many(ul_placing *p, uint32_t task, int64_t kind, int power)
{
    ul_sim *sim = p->sim;
    const uint32_t type = ul_sim_cheapest_for(sim, task);
    const ul_micro *has = ul_sim_type(sim, type)->capacity;
    const size_t n = ul_sim_n_resources(sim);
    ul_micro sum[UL_SCHEDULE_RESOURCES_MAX];
    for (size_t r = 0; r < n; r++)
        sum[r] = ul_sim_need(sim, task, type)[r];
    for (uint32_t m = ul_sim_first_up(sim); m != UL_SIM_NONE; m = ul_sim_next_up(sim, m))
        for (uint32_t at = p->host[m].class != 0 ? UL_SIM_NONE : ul_sim_first(sim, m);
             at != UL_SIM_NONE; at = ul_sim_next(sim, at)) {
            const uint32_t other = ul_sim_task_at(sim, at);
            for (size_t r = 0; r < n && p->note[other].kind == kind; r++)
                sum[r] += ul_sim_need(sim, other, type)[r];
        }
    for (size_t r = 0; r < n; r++)
        if (4 * (ul_cost)power * sum[r] * sum[r] > (ul_cost)has[r] * has[r])
            return true;
    return false;
}

static int64_t dedicated_class(ul_placing *p, uint32_t task)
{
    int power;
    const int64_t kind = p->note[task].kind = kind_of(p, task, &power);
    for (uint32_t m = ul_sim_first_up(p->sim); m != UL_SIM_NONE; m = ul_sim_next_up(p->sim, m))
        if (p->host[m].class == kind)
            return kind;
    return are_many(p, task, kind, power) ? kind : 0;
}

RULES(azar_vainstein, .class_of = dedicated_class, .why = UL_WHY_FIRST_FIT)
const ul_method ul_method_azar_vainstein = BY_LIFETIME(azar_vainstein, "azar-vainstein",
    "first fit; kinds of run times that are many get machines of their own",
    "Azar, Vainstein 2017", plain);

/* ---- lava ---- */

enum { CLASSES = 4 };
static const int64_t FULL = 900000; /* millionths of a machine: then it takes shorter tasks */

static double class_length_s(int64_t class)
{
    return 360 * pow(10, (double)class); /* 1 h, 10 h, 100 h, 1000 h */
}

static int64_t life_class(ul_placing *p, uint32_t task)
{
    int64_t class = 1;
    while (class < CLASSES && ul_placing_life_s(p, task) >= class_length_s(class))
        class++;
    return class;
}

static void recycle(ul_placing *p, uint32_t m)
{
    p->host[m].recycling = true;
    p->host[m].n_residual = ul_sim_n_on(p->sim, m);
    p->host[m].residual_to = p->n_placed;
}

/* A machine that has had its class for longer than tasks of it live has a longer one's. */
static void promote(ul_placing *p, uint32_t task)
{
    const double now_s = ul_sim_now(p->sim);
    (void)task;
    for (uint32_t m = ul_sim_first_up(p->sim); m != UL_SIM_NONE; m = ul_sim_next_up(p->sim, m)) {
        ul_placing_host *host = &p->host[m];
        if (now_s - host->since_s <= class_length_s(host->class))
            continue;
        host->class += host->class < CLASSES;
        host->since_s = now_s;
        host->recycling = false;
        host->n_residual = 0;
    }
}

static void check_full(ul_placing *p, uint32_t task, uint32_t m)
{
    (void)task;
    if (!p->host[m].recycling && ul_placing_load(p, m) >= FULL)
        recycle(p, m);
}

static void check_residual(ul_placing *p, uint32_t task, uint32_t m)
{
    ul_placing_host *host = &p->host[m];
    if (!host->recycling || p->note[task].placed > host->residual_to || --host->n_residual > 0)
        return;
    host->class -= host->class > 1;
    host->since_s = ul_sim_now(p->sim);
    recycle(p, m);
}

/* Machines that recycle and are of a higher class, the lowest first; then open ones of the
 * task's; then all by how much longer they live. */
static double preference(ul_placing *p, uint32_t task, uint32_t m)
{
    const ul_placing_host *host = &p->host[m];
    const int64_t class = p->note[task].class;
    if (host->recycling && host->class > class)
        return (double)(host->class - CLASSES - 2);
    if (!host->recycling && host->class == class)
        return -1;
    return ul_placing_bucket(p, task, m);
}

RULES(lava, .class_of = life_class, .any_class = true, .look = promote, .came = check_full,
      .left = check_residual, .worth = preference, .by_load = 1, .repredicts = true,
      .why = UL_WHY_LEAVES_WITH)
const ul_method ul_method_lava = BY_LIFETIME(lava, "lava",
    "short tasks fill up machines of long ones as these leave; simplified", "Ling et al. 2025",
    plain);
