/* Each step buys the whole part of every column in the LP's solution and rounds
 * up those nearly whole, or else the one column of the largest fraction. What a
 * bought pattern holds beyond the copies left is taken out and the machine
 * replaced by the cheapest that still holds the rest.
 *
 * Where what is left then costs too much, by the LP, the last column is given back
 * and another one bought in its place; after a few of these the one before it goes
 * back too. Where all machines cost the same this finds most plans that there are:
 * the LP says of each purchase whether it can be afforded, once columns enough have
 * been generated for it.
 *
 * O(machines + returns) steps, each a few pricings.
 */
#include "exact_dive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tolerance.h"

enum { ROUNDS = 6, MANY_ROUNDS = 200, TRIED_MAX = 4 };
#define AFFORDABLE 1e-6 /* a price unit: how far above the room an objective may be by rounding */

typedef struct {
    size_t pattern;
    int64_t times;
} purchase;

/* A choice of one column, and what there was before it. */
typedef struct {
    int64_t *left;
    int64_t cost;
    size_t n_bought;
    size_t tried[TRIED_MAX], n_tried; /* columns bought here, the last one perhaps still so */
} choice;

typedef struct {
    ul_master *master;
    ul_dive_effort effort;
    ul_arena *arena;
    int64_t *left;
    ul_pattern_entry *entry;
    int64_t cost;             /* of the purchases */
    purchase *bought;
    size_t n_bought, bought_room;
    choice *made;             /* choices, from the first on */
    size_t n_made, made_room;
    size_t returns;
    ul_exact_solution *solution;
} dive;

static ul_status note_purchase(dive *d, size_t p, int64_t times)
{
    if (d->n_bought == d->bought_room) {
        const size_t room = 2 * d->bought_room + 64;
        purchase *grown = realloc(d->bought, room * sizeof *grown);
        if (grown == NULL)
            return ul_no_memory();
        d->bought = grown;
        d->bought_room = room;
    }
    d->bought[d->n_bought++] = (purchase){p, times};
    return UL_OK;
}

/* What a pattern holds of the copies left, in d->entry; *times is then how often all
 * of it is wanted, at least once and at most as often as asked. */
static size_t trim(const dive *d, size_t p, int64_t *times)
{
    const ul_pattern *pattern = &d->master->pool.pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(&d->master->pool, p);
    size_t n = 0;
    for (size_t q = 0; q < pattern->n; q++) {
        const int64_t left = d->left[entry[q].item];
        const int64_t count = left < entry[q].count ? left : entry[q].count;
        *times = left / entry[q].count < *times ? left / entry[q].count : *times;
        if (count > 0)
            d->entry[n++] = (ul_pattern_entry){entry[q].item, (uint32_t)count};
    }
    *times = *times > 0 ? *times : 1;
    return n;
}

/* Buys a pattern `times` times, as far as any of it is still wanted. */
static ul_status buy(dive *d, size_t p, int64_t times)
{
    const ul_exact_problem *problem = d->master->problem;
    UL_TRY(note_purchase(d, p, times));
    while (times > 0) {
        int64_t whole = times;
        const size_t n = trim(d, p, &whole);
        if (n == 0)
            return UL_OK;
        const size_t type = ul_exact_cheapest_type(problem, d->entry, n);
        for (size_t q = 0; q < n; q++)
            d->left[d->entry[q].item] -= whole * d->entry[q].count;
        d->cost += whole * problem->type[type].price;
        if (d->solution != NULL)
            UL_TRY(ul_exact_solution_add(problem, d->solution, type, d->entry, n, whole));
        times -= whole;
    }
    return UL_OK;
}

static bool was_tried(const choice *one, size_t p)
{
    for (size_t q = 0; one != NULL && q < one->n_tried; q++)
        if (one->tried[q] == p)
            return true;
    return false;
}

/* What a column with a fraction counts for: the fraction, a little chance, and what
 * its dearest item is worth, since large items are the harder to place later. */
static double weigh(const dive *d, size_t p, double part)
{
    const ul_master *master = d->master;
    const ul_pattern *pattern = &master->pool.pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(&master->pool, p);
    double dearest = 0;
    for (size_t q = 0; q < pattern->n && d->effort.large > 0; q++)
        dearest = fmax(dearest, master->center[entry[q].item]);
    if (d->effort.shake > 0)
        part += d->effort.shake * ul_rng_unit(ul_run_rng(master->run));
    return part + d->effort.large * dearest / (double)master->problem->type[pattern->type].price;
}

/* Buys what is whole or nearly so. *best is the column of the largest fraction among
 * those not tried at this choice, UL_NONE when something was bought or there is none. */
static ul_status buy_whole(dive *d, const choice *now, size_t *best)
{
    const ul_master *master = d->master;
    const size_t n = ul_lp_columns(master->lp);
    double most = 0;
    bool any = false;
    *best = UL_NONE;
    for (size_t p = 0; p < n; p++) {
        const double x = ul_lp_value(master->lp, p);
        if (x < UL_LP_WHOLE)
            continue;
        const double part = x - floor(x + UL_LP_WHOLE);
        const bool up = part > d->effort.nearly && now == NULL;
        const int64_t times = (int64_t)floor(x + UL_LP_WHOLE) + up;
        if (times > 0)
            UL_TRY(buy(d, p, times));
        any = any || times > 0;
        const double weight = part > UL_LP_WHOLE ? weigh(d, p, part) : 0;
        if (weight > most && !was_tried(now, p)) {
            most = weight;
            *best = p;
        }
    }
    *best = any ? UL_NONE : *best;
    return UL_OK;
}

/* Keeps what there is before a choice. */
static ul_status open_choice(dive *d)
{
    const size_t n = d->master->problem->n_items;
    if (d->n_made == d->made_room) {
        const size_t room = 2 * d->made_room + 32;
        choice *grown = realloc(d->made, room * sizeof *grown);
        if (grown == NULL)
            return ul_no_memory();
        memset(grown + d->made_room, 0, (room - d->made_room) * sizeof *grown);
        d->made = grown;
        d->made_room = room;
    }
    choice *one = &d->made[d->n_made++];
    if (one->left == NULL)
        one->left = ul_arena_alloc(d->arena, n, sizeof *one->left);
    if (one->left == NULL)
        return ul_no_memory();
    memcpy(one->left, d->left, n * sizeof *one->left);
    one->cost = d->cost;
    one->n_bought = d->n_bought;
    one->n_tried = 0;
    return UL_OK;
}

/* Buys one column; where purchases may be given back the choice is kept. `again` is
 * the choice that is made anew, or NULL. False when there is nothing to choose. */
static ul_status buy_some(dive *d, choice *again, bool *bought)
{
    size_t best;
    const size_t before = d->n_bought;
    UL_TRY(buy_whole(d, again, &best));
    *bought = d->n_bought > before || best != UL_NONE;
    if (best == UL_NONE)
        return UL_OK;
    if (d->effort.returns > 0 && again == NULL)
        UL_TRY(open_choice(d));
    if (d->effort.returns > 0) {
        choice *one = &d->made[d->n_made - 1];
        one->tried[one->n_tried++] = best;
    }
    return buy(d, best, 1);
}

/* Gives the last column back, and those before it where enough was tried in its
 * place. False when there is nothing to give back or it was done often enough. */
static bool give_back(dive *d)
{
    while (d->n_made > 0 && d->made[d->n_made - 1].n_tried == TRIED_MAX)
        d->n_made--;
    if (d->n_made == 0 || d->returns == d->effort.returns)
        return false;
    d->returns++;
    const choice *one = &d->made[d->n_made - 1];
    memcpy(d->left, one->left, d->master->problem->n_items * sizeof *d->left);
    d->cost = one->cost;
    d->n_bought = one->n_bought;
    return true;
}

static bool is_done(const dive *d)
{
    for (size_t i = 0; i < d->master->problem->n_items; i++)
        if (d->left[i] > 0)
            return false;
    return true;
}

/* Whether what is left can be had below the cutoff, by the LP. */
static ul_status look_ahead(dive *d, bool *affordable)
{
    double objective;
    const bool exactly = d->effort.returns > 0;
    const double room = (double)(d->effort.cutoff - 1 - d->cost);
    UL_TRY(ul_master_ask(d->master, d->left));
    if (exactly)
        UL_TRY(ul_master_restrict(d->master, d->left));
    UL_TRY(ul_master_extend(d->master, exactly ? MANY_ROUNDS : ROUNDS,
                            exactly ? room + AFFORDABLE : -HUGE_VAL, &objective));
    *affordable = objective <= room + (exactly ? AFFORDABLE : 0.5);
    return UL_OK;
}

static ul_status go_down(dive *d)
{
    bool affordable, bought;
    choice *again = NULL;
    while (!is_done(d) && !ul_run_expired(d->master->run)) {
        UL_TRY(look_ahead(d, &affordable));
        bought = false;
        if (affordable)
            UL_TRY(buy_some(d, again, &bought));
        again = NULL;
        if (bought)
            continue;
        if (!give_back(d))
            return UL_OK;
        again = &d->made[d->n_made - 1];
    }
    return UL_OK;
}

/* The purchases once more, as a solution. */
static ul_status replay(dive *d, ul_exact_solution *solution)
{
    const size_t n = d->n_bought;
    memcpy(d->left, d->master->problem->copies,
           d->master->problem->n_items * sizeof *d->left);
    d->solution = solution;
    d->n_bought = 0;
    for (size_t q = 0; q < n; q++) /* each is noted where it stood */
        UL_TRY(buy(d, d->bought[q].pattern, d->bought[q].times));
    return UL_OK;
}

ul_status ul_exact_dive(ul_master *master, const ul_dive_effort *effort, ul_arena *arena,
                        ul_exact_solution *solution)
{
    const size_t n = master->problem->n_items;
    dive d = {.master = master, .effort = *effort, .arena = arena};
    d.left = ul_arena_alloc(arena, n, sizeof *d.left);
    d.entry = ul_arena_alloc(arena, n, sizeof *d.entry);
    if (d.left == NULL || d.entry == NULL)
        return ul_no_memory();
    memcpy(d.left, master->problem->copies, n * sizeof *d.left);
    ul_status status = effort->returns > 0 ? ul_master_add_singles(master) : UL_OK;
    if (status == UL_OK)
        status = go_down(&d);
    if (status == UL_OK && is_done(&d) && d.cost < effort->cutoff)
        status = replay(&d, solution);
    free(d.bought);
    free(d.made);
    if (status == UL_OK && effort->returns > 0)
        status = ul_master_restrict(master, master->problem->copies);
    return status == UL_OK ? ul_master_ask(master, master->problem->copies) : status;
}
