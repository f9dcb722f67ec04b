/* Tasks of which no machine holds three: a matching.
 *
 * Two tasks join where a machine for both costs less than one for each. If each pair saves as
 * much as any other, the cheapest plan has the most pairs. Alternating paths find most pairs
 * of tasks with a second set of the same tasks; a path or an even cycle of these is pairs, an
 * odd cycle leaves one task alone. What no path reaches is a least cover of all pairs (König
 * 1931), by which tasks are worth what they cost alone less the cover's share of the saving:
 * as much as the plan but for half a saving an odd cycle.
 */
#include "bounds.h"

#include <stdlib.h>
#include <string.h>

enum { TASKS_MAX = 6000 };
#define NOBODY UINT32_MAX

/* Task t is there twice: it asks for a partner, and it is asked. */
typedef struct {
    const ul_exact_problem *problem;
    size_t n;
    uint32_t *item;    /* of a task */
    int64_t *alone;    /* what a machine for it costs */
    uint32_t *partner; /* of one that asks, or NOBODY */
    uint32_t *asker;   /* of one that is asked, or NOBODY */
    uint32_t *from;    /* of one that is asked: who reached it in this search */
    uint32_t *queue;
    size_t words;      /* of a set of tasks, 64 to a word */
    uint64_t *joins;   /* per task: with whom it can be */
    uint64_t *open;    /* whom this search has not reached yet */
    uint64_t *to_ask;  /* all but those whom searches reached that found no path */
    bool *asks_in_vain; /* and who asked in them */
    int64_t saved;     /* by each pair; 0 where they differ */
} matching;

/* What a machine for both saves, 0 where there is none that does. */
static int64_t saving(const matching *m, size_t t, size_t u)
{
    const ul_exact_group *group = &m->problem->group[0];
    const int64_t *x = group->weight + m->item[t] * group->n_dims;
    const int64_t *y = group->weight + m->item[u] * group->n_dims;
    int64_t most = 0;
    for (size_t k = 0; k < m->problem->n_types; k++) {
        const ul_exact_type *type = &m->problem->type[k];
        const int64_t saved = m->alone[t] + m->alone[u] - type->price;
        bool fits = saved > most;
        for (size_t d = 0; fits && d < group->n_dims; d++)
            fits = x[d] + y[d] <= type->capacity[d];
        most = fits ? saved : most;
    }
    return most;
}

/* Whether no machine holds three: of every type some resource is too small for the three that
 * need least of it. */
static bool are_pairs_all(const matching *m)
{
    const ul_exact_group *group = &m->problem->group[0];
    int64_t three[UL_RESOURCES_MAX];
    for (size_t d = 0; d < group->n_dims; d++) {
        int64_t least[3] = {INT64_MAX / 4, INT64_MAX / 4, INT64_MAX / 4};
        for (size_t t = 0; t < m->n; t++) {
            int64_t weight = group->weight[m->item[t] * group->n_dims + d];
            for (size_t q = 0; q < 3; q++)
                if (weight < least[q]) {
                    const int64_t larger = least[q];
                    least[q] = weight;
                    weight = larger;
                }
        }
        three[d] = least[0] + least[1] + least[2];
    }
    for (size_t k = 0; k < m->problem->n_types; k++) {
        bool holds = true;
        for (size_t d = 0; d < group->n_dims; d++)
            holds = holds && three[d] <= m->problem->type[k].capacity[d];
        if (holds)
            return false;
    }
    return true;
}

/* Who can be with whom. */
static void join(matching *m)
{
    bool differ = false;
    for (size_t t = 0; t < m->n; t++)
        for (size_t u = t + 1; u < m->n; u++) {
            const int64_t saved = saving(m, t, u);
            if (saved == 0)
                continue;
            m->joins[t * m->words + u / 64] |= UINT64_C(1) << u % 64;
            m->joins[u * m->words + t / 64] |= UINT64_C(1) << t % 64;
            differ = differ || (m->saved > 0 && saved != m->saved);
            m->saved = saved;
        }
    m->saved = differ ? 0 : m->saved;
}

static ul_status open_matching(const ul_exact_problem *problem, size_t n, ul_arena *arena,
                               matching *m)
{
    *m = (matching){.problem = problem, .words = n / 64 + 1};
    UL_ALLOC(arena, m->item, n);
    UL_ALLOC(arena, m->alone, n);
    UL_ALLOC_RAW(arena, m->partner, n);
    UL_ALLOC_RAW(arena, m->asker, n);
    UL_ALLOC(arena, m->from, n);
    UL_ALLOC(arena, m->queue, n);
    UL_ALLOC(arena, m->joins, n * m->words);
    UL_ALLOC(arena, m->open, m->words);
    UL_ALLOC_RAW(arena, m->to_ask, m->words);
    UL_ALLOC(arena, m->asks_in_vain, n);
    memset(m->partner, 0xff, n * sizeof *m->partner);
    memset(m->asker, 0xff, n * sizeof *m->asker);
    memset(m->to_ask, 0xff, m->words * sizeof *m->to_ask);
    for (size_t i = 0; i < problem->n_items; i++) {
        const ul_pattern_entry one = {(uint32_t)i, 1};
        const size_t k = ul_exact_cheapest_type(problem, &one, 1);
        for (int64_t copy = 0; copy < problem->copies[i]; copy++) {
            m->item[m->n] = (uint32_t)i;
            m->alone[m->n++] = problem->type[k].price;
        }
    }
    return UL_OK;
}

/* Everyone on the way to u asks the next instead. */
static void turn_path(matching *m, uint32_t u)
{
    while (u != NOBODY) {
        const uint32_t t = m->from[u], next = m->partner[t];
        m->partner[t] = u;
        m->asker[u] = t;
        u = next;
    }
}

/* Asks whom t can be with of those not reached yet; true when a path ends there. */
static bool ask(matching *m, uint32_t t, size_t *n)
{
    for (size_t w = 0; w < m->words; w++)
        for (uint64_t some = m->joins[t * m->words + w] & m->open[w]; some != 0; some &= some - 1) {
            const uint32_t u = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(some);
            m->open[w] &= ~(some & -some);
            m->from[u] = t;
            if (m->asker[u] == NOBODY) {
                turn_path(m, u);
                return true;
            }
            m->queue[(*n)++] = m->asker[u];
        }
    return false;
}

/* A path from a task that has no partner to one that nobody asks, breadth first. Whom a search
 * reaches in vain no later one need reach. */
static void find_partner(matching *m, uint32_t first)
{
    size_t n = 0;
    memcpy(m->open, m->to_ask, m->words * sizeof *m->open);
    m->queue[n++] = first;
    for (size_t q = 0; q < n; q++)
        if (ask(m, m->queue[q], &n))
            return;
    memcpy(m->to_ask, m->open, m->words * sizeof *m->open);
    for (size_t q = 0; q < n; q++)
        m->asks_in_vain[m->queue[q]] = true;
}

/* ---- the plan ---- */

static ul_status place(const matching *m, uint32_t t, uint32_t u, ul_exact_solution *solution)
{
    ul_pattern_entry entry[2] = {{m->item[t], 1}, {u == NOBODY ? 0 : m->item[u], 1}};
    size_t n = u == NOBODY ? 1 : 2;
    if (n == 2 && entry[0].item == entry[1].item) {
        entry[0].count = 2;
        n = 1;
    }
    qsort(entry, n, sizeof *entry, ul_pattern_by_item);
    return ul_exact_solution_add(m->problem, solution,
                                 ul_exact_cheapest_type(m->problem, entry, n), entry, n, 1);
}

/* From t on along partners: every second pair. Nobody comes `from` those placed. */
static ul_status place_from(matching *m, uint32_t t, ul_exact_solution *solution)
{
    while (t != NOBODY && m->from[t] != NOBODY) {
        const uint32_t u = m->partner[t];
        const bool both = u != NOBODY && m->from[u] != NOBODY;
        UL_TRY(place(m, t, both ? u : NOBODY, solution));
        m->from[t] = NOBODY;
        if (both)
            m->from[u] = NOBODY;
        t = both ? m->partner[u] : NOBODY;
    }
    return UL_OK;
}

static ul_status plan_pairs(ul_exact *exact, matching *m)
{
    ul_exact_solution solution = {0};
    ul_status status = UL_OK;
    memset(m->from, 0, m->n * sizeof *m->from);
    for (uint32_t t = 0; t < m->n && status == UL_OK; t++) /* paths before cycles */
        if (m->asker[t] == NOBODY)
            status = place_from(m, t, &solution);
    for (uint32_t t = 0; t < m->n && status == UL_OK; t++)
        status = place_from(m, t, &solution);
    return ul_exact_improve(exact, status, &solution);
}

/* ---- the values ---- */

/* In half units. Copies of an item may be covered differently: the least value is the item's. */
static ul_status value_pairs(ul_exact *exact, const matching *m)
{
    ul_exact_dual *dual = &exact->master->trial;
    if (m->saved == 0)
        return UL_OK;
    dual->scale = (ul_price_scale){2, 1};
    dual->total = 0;
    for (size_t i = 0; i < m->problem->n_items; i++)
        dual->value[i] = INT64_MAX;
    for (size_t t = 0; t < m->n; t++) {
        int64_t *value = &dual->value[m->item[t]];
        const bool in_vain = (m->to_ask[t / 64] >> t % 64 & 1) == 0;
        const int64_t here = 2 * m->alone[t] - m->saved * (!m->asks_in_vain[t] + in_vain);
        *value = here < *value ? here : *value;
    }
    for (size_t i = 0; i < m->problem->n_items; i++)
        dual->total += (ul_cost)dual->value[i] * m->problem->copies[i];
    for (size_t k = 0; k < m->problem->n_types; k++)
        dual->most[k] = 2 * m->problem->type[k].price;
    return ul_exact_keep_trial(exact);
}

ul_status ul_match_pairs(ul_exact *exact)
{
    const ul_exact_problem *problem = exact->problem;
    matching m;
    size_t n = 0;
    if (exact->count_dual_units > 0) /* values at the problem's prices, which are not the master's */
        return UL_OK;
    for (size_t i = 0; i < problem->n_items && n <= TASKS_MAX; i++)
        n += (size_t)problem->copies[i];
    for (size_t k = 0; k < problem->n_types; k++)
        if (problem->type[k].price > INT32_MAX / 4)
            return UL_OK;
    if (n > TASKS_MAX)
        return UL_OK;
    UL_OWN_ARENA(arena);
    UL_TRY(open_matching(problem, n, arena, &m));
    if (!are_pairs_all(&m))
        return UL_OK;
    join(&m);
    for (uint32_t t = 0; t < m.n; t++) {
        if (ul_run_expired(exact->run))
            return UL_OK;
        find_partner(&m, t);
    }
    UL_TRY(value_pairs(exact, &m));
    return plan_pairs(exact, &m);
}
