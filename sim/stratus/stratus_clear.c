/* Machines that are left again: those that were half empty for long, and those for
 * which the market has a cheaper one. */
#include <math.h>
#include <stdlib.h>

#include "stratus_reasons.h"
#include "stratus_world.h"

enum { LOW_EVENTS = 3 };

static const char not_elsewhere[] = " is cleared: less than half full at {count} scheduling events in a row. Its "
                                    "tasks fit nowhere else, so they move";

/* What is on a machine, and how long the longest of it runs and moves. */
typedef struct {
    uint32_t *task;
    size_t n;
    ul_micro *used; /* by family and resource */
    double remaining_s, moving_s;
} load;

static ul_status look_at(ul_stratus *s, uint32_t m, load *on)
{
    *on = (load){.used = ul_stratus_new_sum(s),
                 .task = ul_arena_alloc_raw(ul_sim_scratch(s->sim), ul_sim_n_on(s->sim, m),
                                            sizeof *on->task)};
    UL_NEED(on->used && on->task);
    for (uint32_t p = ul_sim_first(s->sim, m); p != UL_SIM_NONE; p = ul_sim_next(s->sim, p)) {
        const uint32_t task = ul_sim_task_at(s->sim, p);
        on->task[on->n++] = task;
        ul_stratus_add(s, on->used, task);
        on->remaining_s = fmax(on->remaining_s, ul_stratus_remaining_s(s, task));
        on->moving_s = fmax(on->moving_s, ul_stratus_moving_s(s, task));
    }
    return UL_OK;
}

/* ---- clearing ---- */

static bool is_half_empty(const ul_stratus *s, const ul_stratus_host *host)
{
    const ul_micro *capacity =
        ul_sim_type(s->sim, ul_sim_machine_type(s->sim, host->machine))->capacity;
    for (size_t r = 0; r < s->n_resources; r++)
        if (capacity[r] > 0 && 2 * (ul_cost)(capacity[r] - host->free[r]) >= capacity[r])
            return false;
    return true;
}

typedef struct {
    ul_stratus_score score;
    size_t host;
} candidate;

static int dearest_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    const int order = ul_stratus_score_compare(x->score, y->score);
    return order != 0 ? order : (x->host > y->host) - (x->host < y->host);
}

static candidate candidate_of(const ul_stratus *s, size_t h)
{
    const ul_stratus_host *host = &s->host[h];
    const uint32_t type = ul_sim_machine_type(s->sim, host->machine);
    ul_micro used[UL_SCHEDULE_RESOURCES_MAX];
    for (size_t r = 0; r < s->n_resources; r++)
        used[r] = ul_sim_type(s->sim, type)->capacity[r] - host->free[r];
    return (candidate){ul_stratus_score_now(s, type, used), h};
}

typedef struct {
    size_t host;
    double before_s; /* how long that ran without it */
} target;

static void plan_on(ul_stratus *s, uint32_t task, ul_stratus_host *host, int sign)
{
    const ul_micro *need = ul_sim_need(s->sim, task, ul_sim_machine_type(s->sim, host->machine));
    for (size_t r = 0; r < s->n_resources; r++)
        host->free[r] -= sign * need[r];
}

/* A place on other machines for every task, the longest first, or for none. */
static bool find_places(ul_stratus *s, const load *on, target *to)
{
    size_t n = 0;
    for (; n < on->n; n++) {
        const double remaining_s = ul_stratus_remaining_s(s, on->task[n]);
        const size_t h = ul_stratus_find(s, on->task[n], remaining_s);
        if (h == UL_NONE)
            break;
        to[n] = (target){h, s->host[h].remaining_s};
        plan_on(s, on->task[n], &s->host[h], 1);
        ul_stratus_set_remaining(&s->host[h], fmax(s->host[h].remaining_s, remaining_s));
    }
    if (n == on->n)
        return true;
    while (n-- > 0) {
        plan_on(s, on->task[n], &s->host[to[n].host], -1);
        ul_stratus_set_remaining(&s->host[to[n].host], to[n].before_s);
    }
    return false;
}

static ul_status move_all(ul_stratus *s, uint32_t m, const load *on, const target *to)
{
    s->machine[m].left = true;
    UL_SIM_TELL(s->sim, .kind = UL_STEP_EMPTY, .why = UL_WHY_HALF_EMPTY, .bin = m,
                .count = s->machine[m].low);
    for (size_t q = 0; q < on->n; q++) {
        UL_SIM_TELL(s->sim, .kind = UL_STEP_PUT, .task = on->task[q],
                    .bin = s->host[to[q].host].machine);
        UL_TRY(ul_stratus_await(s, on->task[q], s->host[to[q].host].machine));
    }
    return UL_OK;
}

static ul_status clear_host(ul_stratus *s, ul_stratus_host *host)
{
    const uint32_t m = host->machine, type = ul_sim_machine_type(s->sim, m);
    load on;
    UL_TRY(ul_sim_go_on(s->sim));
    UL_TRY(look_at(s, m, &on));
    if (!ul_stratus_is_settled(s, m) || on.remaining_s <= on.moving_s)
        return UL_OK;
    target *to;
    UL_ALLOC_RAW(ul_sim_scratch(s->sim), to, on.n);
    UL_TRY(ul_stratus_sort(s, on.task, on.n, true));
    host->closed = true;
    if (find_places(s, &on, to)) {
        s->n_cleared++;
        return move_all(s, m, &on, to);
    }
    const uint32_t cheaper = ul_stratus_cheapest(s, on.used, s->price[type]);
    host->closed = cheaper != UL_SIM_NONE
                   && on.remaining_s > on.moving_s + ul_stratus_startup_s(s, cheaper);
    if (!host->closed)
        return UL_OK;
    s->n_cleared++;
    UL_SIM_TELL(s->sim, .kind = UL_STEP_RESIZE, .why = not_elsewhere, .bin = m,
                .type = cheaper, .count = s->machine[m].low,
                .value = ul_micro_double(s->price[cheaper]),
                .against = ul_micro_double(s->price[type]));
    return ul_stratus_replace(s, m, cheaper);
}

ul_status ul_stratus_clear(ul_stratus *s)
{
    size_t n = 0;
    candidate *list;
    UL_ALLOC_RAW(ul_sim_scratch(s->sim), list, s->n_hosts);
    for (size_t h = 0; h < s->n_hosts; h++) {
        ul_stratus_machine *machine = &s->machine[s->host[h].machine];
        machine->low = is_half_empty(s, &s->host[h]) ? machine->low + 1 : 0;
        if (machine->low > LOW_EVENTS)
            list[n++] = candidate_of(s, h);
    }
    qsort(list, n, sizeof *list, dearest_first);
    for (size_t q = 0; q < n; q++)
        UL_TRY(clear_host(s, &s->host[list[q].host]));
    return UL_OK;
}

/* ---- hopping ---- */

/* Worth it where what the rest of the run saves is more than what both machines cost
 * while tasks move, and the new one while it boots. */
static ul_status hop_host(ul_stratus *s, uint32_t m)
{
    load on;
    if (!ul_stratus_is_settled(s, m))
        return UL_OK;
    UL_TRY(look_at(s, m, &on));
    const ul_micro now = s->price[ul_sim_machine_type(s->sim, m)];
    const uint32_t type = ul_stratus_cheapest(s, on.used, now);
    if (type == UL_SIM_NONE)
        return UL_OK;
    const double dear = ul_micro_double(now), cheap = ul_micro_double(s->price[type]);
    if ((dear - cheap) * on.remaining_s
        <= (dear + cheap) * on.moving_s + cheap * ul_stratus_startup_s(s, type))
        return UL_OK;
    s->n_hops++;
    UL_SIM_TELL(s->sim, .kind = UL_STEP_RESIZE, .bin = m, .type = type, .value = cheap, .against = dear,
                .why = " is exchanged: prices have moved, and its tasks move");
    return ul_stratus_replace(s, m, type);
}

ul_status ul_stratus_hop(ul_stratus *s)
{
    for (size_t h = 0; h < s->n_hosts; h++) {
        UL_TRY(ul_sim_go_on(s->sim));
        if (!s->host[h].closed)
            UL_TRY(hop_host(s, s->host[h].machine));
    }
    return UL_OK;
}
