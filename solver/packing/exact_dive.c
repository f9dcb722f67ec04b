/* Each step buys the whole part of every column in the LP's solution and rounds
 * up those nearly whole, or else the one column of the largest fraction. What a
 * bought pattern holds beyond the copies left is taken out and the machine
 * replaced by the cheapest that still holds the rest.
 *
 * O(machines) steps, each a few pricings.
 */
#include "exact_dive.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 6 };
#define NEARLY 0.75

typedef struct {
    ul_master *master;
    int64_t *left;
    ul_pattern_entry *entry;
    ul_exact_solution *solution;
} dive;

/* Buys a pattern `times` times, or as often as all of it is still wanted and at
 * least once. */
static ul_status buy(dive *d, size_t p, int64_t times)
{
    const ul_pattern *pattern = &d->master->pool.pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(&d->master->pool, p);
    while (times > 0) {
        int64_t whole = times;
        size_t n = 0;
        for (size_t q = 0; q < pattern->n; q++) {
            const int64_t left = d->left[entry[q].item];
            const int64_t count = left < entry[q].count ? left : entry[q].count;
            whole = left / entry[q].count < whole ? left / entry[q].count : whole;
            if (count > 0)
                d->entry[n++] = (ul_pattern_entry){entry[q].item, (uint32_t)count};
        }
        if (n == 0)
            return UL_OK;
        whole = whole > 0 ? whole : 1;
        for (size_t q = 0; q < n; q++)
            d->left[d->entry[q].item] -= whole * d->entry[q].count;
        UL_TRY(ul_exact_solution_add(d->master->problem, d->solution,
                                     ul_exact_cheapest_type(d->master->problem, d->entry, n),
                                     d->entry, n, whole));
        times -= whole;
    }
    return UL_OK;
}

static ul_status buy_some(dive *d)
{
    const ul_master *master = d->master;
    const size_t n = ul_lp_columns(master->lp);
    size_t best = UL_NONE;
    double most = 0;
    bool any = false;
    for (size_t p = 0; p < n; p++) {
        const double x = ul_lp_value(master->lp, p);
        if (x < 1e-6)
            continue;
        const double part = x - floor(x + 1e-6);
        const int64_t times = (int64_t)floor(x + 1e-6) + (part > NEARLY);
        if (times > 0)
            UL_TRY(buy(d, p, times));
        any = any || times > 0;
        if (part > most) {
            most = part;
            best = p;
        }
    }
    return any || best == UL_NONE ? UL_OK : buy(d, best, 1);
}

static bool done(const dive *d)
{
    for (size_t i = 0; i < d->master->problem->n_items; i++)
        if (d->left[i] > 0)
            return false;
    return true;
}

ul_status ul_exact_dive(ul_master *master, int64_t cutoff, ul_arena *arena,
                        ul_exact_solution *solution)
{
    const size_t n = master->problem->n_items;
    dive d = {.master = master, .solution = solution};
    d.left = ul_arena_alloc(arena, n, sizeof *d.left);
    d.entry = ul_arena_alloc(arena, n, sizeof *d.entry);
    if (d.left == NULL || d.entry == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a dive");
    memcpy(d.left, master->problem->copies, n * sizeof *d.left);
    double objective = 0;
    bool hopeful = true;
    while (!done(&d) && hopeful && !ul_run_expired(master->run)) {
        UL_TRY(ul_master_ask(master, d.left));
        UL_TRY(ul_master_extend(master, ROUNDS, &objective));
        hopeful = (double)solution->cost + objective < (double)cutoff - 0.5;
        if (hopeful)
            UL_TRY(buy_some(&d));
    }
    if (!done(&d) || solution->cost >= cutoff)
        ul_exact_solution_clear(solution);
    return ul_master_ask(master, master->problem->copies);
}
