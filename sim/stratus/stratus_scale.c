/* Which machines are rented for tasks that join none. */
#include "stratus_reasons.h"
#include "stratus_world.h"

#define EFFICIENCY "{value>0?{value<inf? (cost-efficiency {4value})|}|}"

/* A task that no machine can be rented for now waits on. */
static ul_status rent_cheapest(ul_stratus *s)
{
    size_t kept = 0;
    ul_micro *used = ul_stratus_new_sum(s);
    UL_NEED(used);
    for (size_t q = 0; q < s->n_pending; q++) {
        uint32_t m;
        const uint32_t task = s->pending[q];
        for (size_t r = 0; r < ul_sim_n_families(s->sim) * s->n_resources; r++)
            used[r] = 0;
        ul_stratus_add(s, used, task);
        const uint32_t type = ul_stratus_cheapest(s, used, INT64_MAX);
        if (type == UL_SIM_NONE) {
            s->pending[kept++] = task;
            continue;
        }
        UL_TRY(ul_stratus_rent(s, type, &m));
        UL_SIM_TELL(s->sim, .kind = UL_STEP_OPEN, .why = UL_WHY_ALONE, .bin = m, .type = type,
                    .task = task);
        UL_TRY(ul_stratus_await(s, task, m));
    }
    s->n_pending = kept;
    return UL_OK;
}

/* ---- SuperCloud ---- */

/* Fills one machine of the type, first fit; marks who is on it. */
static size_t fill(ul_stratus *s, uint32_t type, ul_micro *used, bool *taken)
{
    const ul_micro *capacity = ul_sim_type(s->sim, type)->capacity;
    size_t n = 0;
    for (size_t r = 0; r < s->n_resources; r++)
        used[r] = 0;
    for (size_t q = 0; q < s->n_pending; q++) {
        const ul_micro *need = ul_sim_need(s->sim, s->pending[q], type);
        taken[q] = true;
        for (size_t r = 0; r < s->n_resources; r++)
            taken[q] = taken[q] && need[r] <= capacity[r] - used[r];
        for (size_t r = 0; taken[q] && r < s->n_resources; r++)
            used[r] += need[r];
        n += taken[q];
    }
    return n;
}

static ul_status rent_filled(ul_stratus *s, uint32_t type, ul_micro *used, bool *taken)
{
    uint32_t m;
    size_t kept = 0;
    const size_t n = fill(s, type, used, taken);
    uint32_t first = UL_SIM_NONE;
    for (size_t q = 0; first == UL_SIM_NONE; q++)
        first = taken[q] ? s->pending[q] : UL_SIM_NONE;
    UL_TRY(ul_stratus_rent(s, type, &m));
    UL_SIM_TELL(s->sim, .kind = UL_STEP_OPEN, .why = UL_WHY_GROUP EFFICIENCY, .bin = m, .type = type,
                .task = first, .count = n,
                .value = ul_stratus_score_double(ul_stratus_score_now(s, type, used)));
    for (size_t q = 0; q < s->n_pending; q++) {
        if (taken[q])
            UL_TRY(ul_stratus_await(s, s->pending[q], m));
        else
            s->pending[kept++] = s->pending[q];
    }
    s->n_pending = kept;
    return UL_OK;
}

/* The type of the least price for what it is filled with; more tasks on ties. */
static ul_status rent_greedily(ul_stratus *s)
{
    ul_micro used[UL_SCHEDULE_RESOURCES_MAX];
    bool *taken;
    UL_ALLOC_RAW(ul_sim_scratch(s->sim), taken, s->n_pending);
    UL_TRY(ul_stratus_sort(s, s->pending, s->n_pending, false));
    while (s->n_pending > 0) {
        ul_stratus_group best = {.size = 0};
        UL_TRY(ul_sim_go_on(s->sim));
        for (uint32_t k = 0; k < s->n_types; k++) {
            if (!ul_stratus_can_rent(s, k))
                continue;
            const size_t n = fill(s, k, used, taken);
            const ul_stratus_group found = {ul_stratus_score_now(s, k, used), k, n};
            if (n > 0 && ul_stratus_group_better(&found, &best))
                best = found;
        }
        if (best.size == 0)
            return UL_OK;
        UL_TRY(rent_filled(s, (uint32_t)best.type, used, taken));
    }
    return UL_OK;
}

/* ---- Stratus ---- */

/* The best group of the first n tasks from `from` on, n = 1, 2, ... up to `to`, as long
 * as some type holds it. */
static ul_status weigh_groups(ul_stratus *s, size_t from, size_t to, ul_stratus_group *best)
{
    ul_micro *used = ul_stratus_new_sum(s);
    bool holds = true;
    UL_NEED(used);
    *best = (ul_stratus_group){.size = 0};
    for (size_t q = from; q < to && holds; q++) {
        holds = false;
        ul_stratus_add(s, used, s->pending[q]);
        for (uint32_t k = 0; k < s->n_types; k++) {
            const ul_schedule_type *type = ul_sim_type(s->sim, k);
            const ul_micro *sum = &used[type->family * s->n_resources];
            if (!ul_stratus_fits(s, sum, type->capacity) || !ul_stratus_can_rent(s, k))
                continue;
            const ul_stratus_group found = {ul_stratus_score_now(s, k, sum), k, q - from + 1};
            holds = true;
            if (ul_stratus_group_better(&found, best))
                *best = found;
        }
    }
    return UL_OK;
}

/* With bins a group is of one bin, the longest first; else of all who wait, the largest
 * first. */
static ul_status rent_efficiently(ul_stratus *s)
{
    const bool by_runtime = s->rules.packing == UL_STRATUS_RUNTIME;
    size_t kept = 0;
    UL_TRY(ul_stratus_sort(s, s->pending, s->n_pending, by_runtime));
    for (size_t from = 0, to = 0; from < s->n_pending;) {
        uint32_t m;
        ul_stratus_group best;
        UL_TRY(ul_sim_go_on(s->sim));
        if (!by_runtime)
            to = s->n_pending;
        else if (to <= from) {
            const int bin = ul_stratus_bin(ul_stratus_remaining_s(s, s->pending[from]));
            for (to = from; to < s->n_pending
                            && ul_stratus_bin(ul_stratus_remaining_s(s, s->pending[to])) == bin;)
                to++;
        }
        UL_TRY(weigh_groups(s, from, to, &best));
        if (best.size == 0) {
            s->pending[kept++] = s->pending[from++];
            continue;
        }
        UL_TRY(ul_stratus_rent(s, (uint32_t)best.type, &m));
        UL_SIM_TELL(s->sim, .kind = UL_STEP_OPEN, .why = UL_WHY_GROUP EFFICIENCY, .bin = m,
                    .type = best.type, .task = s->pending[from], .count = best.size,
                    .value = ul_stratus_score_double(best.score),
                    .seconds = by_runtime ? ul_stratus_remaining_s(s, s->pending[from]) : 0);
        for (size_t q = 0; q < best.size; q++)
            UL_TRY(ul_stratus_await(s, s->pending[from++], m));
    }
    s->n_pending = kept;
    return UL_OK;
}

ul_status ul_stratus_scale(ul_stratus *s)
{
    return s->rules.scaling == UL_STRATUS_EFFICIENT ? rent_efficiently(s)
           : s->rules.scaling == UL_STRATUS_GREEDY  ? rent_greedily(s)
                                                    : rent_cheapest(s);
}
