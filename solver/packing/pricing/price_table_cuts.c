#include <stdlib.h>
#include <string.h>

#include "price_table_parts.h"

#define CELLS_MAX ((size_t)3 << 25) /* values kept: 800 MB */

enum { OF_MOST = 4 }; /* patterns worth less than this part of what the best one gains can wait */

typedef struct {
    uint32_t cut;
    int64_t less; /* d - k: what a copy adds to the sum that is rounded down */
} part_of_cut;

typedef struct {
    const ul_cut_prices *prices;
    ul_cut_search *search;
    ul_pattern_pool *pool;
    ul_price_walk walk;  /* over items of cuts; those in no cut are the first stages */
    int64_t *value;      /* per item: as if each copy were alone in its cuts */
    size_t *first;       /* item -> into use; n_items + 1 */
    part_of_cut *use;
    int64_t *sum;        /* per cut: of what the entries hold */
    ul_pattern_entry *ascending;
    size_t found;
} choosing;

/* ---- values ---- */

static ul_status find_uses(choosing *w, size_t n_items, bool *last, ul_arena *arena)
{
    const ul_cut_prices *prices = w->prices;
    size_t n = 0;
    UL_ALLOC(arena, w->first, n_items + 1);
    for (size_t i = 0; i < n_items; i++)
        for (size_t c = 0; c < prices->n_cuts; c++)
            n += prices->cut_value[c] > 0 && prices->cut[c]->numerator[i] > 0;
    UL_ALLOC_RAW(arena, w->use, n);
    n = 0;
    for (size_t i = 0; i < n_items; i++) {
        w->first[i] = n;
        w->value[i] = prices->value[i];
        for (size_t c = 0; c < prices->n_cuts; c++) {
            const ul_row_rule *cut = prices->cut[c];
            if (prices->cut_value[c] == 0 || cut->numerator[i] == 0)
                continue;
            w->value[i] += prices->cut_value[c];
            w->use[n++] = (part_of_cut){(uint32_t)c, cut->denominator - cut->numerator[i]};
        }
        last[i] = n > w->first[i];
        w->first[i + 1] = n;
    }
    return UL_OK;
}

/* What the cuts of an item take back when so many more of it are held. */
static int64_t taken_back(void *context, uint32_t item, int64_t change)
{
    choosing *w = context;
    int64_t sum = 0;
    for (size_t q = w->first[item]; q < w->first[item + 1]; q++) {
        const part_of_cut *use = &w->use[q];
        const int64_t d = w->prices->cut[use->cut]->denominator;
        const int64_t before = w->sum[use->cut], after = before + change * use->less;
        sum += w->prices->cut_value[use->cut] * (after / d - before / d);
        w->sum[use->cut] = after;
    }
    return sum;
}

/* ---- the search ---- */

/* The first `n` entries: those chosen, with those read from the table behind them. */
static ul_status keep(choosing *w, size_t n)
{
    memcpy(w->ascending, w->walk.entry, n * sizeof *w->ascending);
    qsort(w->ascending, n, sizeof *w->ascending, ul_pattern_by_item);
    w->found++;
    w->walk.stopped = w->found >= w->search->patterns;
    return ul_pattern_add(w->pool, w->walk.type, w->ascending, n, NULL);
}

/* What the items of cuts leave is filled up by the table in the best way; and, so that there are
 * many different patterns, in the best way that ends with each item. */
static ul_status complete(void *context)
{
    choosing *w = context;
    ul_price_walk *walk = &w->walk;
    const ul_price_table *table = walk->of.table;
    const size_t states = table->states, n = walk->n_entries;
    const int64_t price = table->problem->type[walk->type].price * w->prices->num;
    const int64_t most = walk->dual_value + walk->of.best[walk->first * states + walk->at];
    UL_TRY(keep(w, n + ul_price_stages_read(&walk->of, w->value, walk->first, walk->at, walk->entry + n)));
    if (walk->least < price + (most - price) / OF_MOST)
        walk->least = price + (most - price) / OF_MOST;
    for (size_t stage = 0; stage < walk->first && !walk->stopped; stage++) {
        const uint32_t i = walk->of.item[stage];
        if (ul_exact_fitting(table->group, i, walk->room, 1) == 0)
            continue;
        const size_t at = walk->at - ul_price_table_offset(table, i);
        if (walk->dual_value + walk->of.best[stage * states + at] + w->value[i] < walk->least)
            continue;
        walk->entry[n] = (ul_pattern_entry){i, 1};
        UL_TRY(keep(w, n + 1 + ul_price_stages_read(&walk->of, w->value, stage, at, walk->entry + n + 1)));
    }
    return UL_OK;
}

ul_status ul_price_table_cuts(ul_price_table *table, const ul_cut_prices *prices,
                              ul_cut_search *search, ul_pattern_pool *pool)
{
    const size_t n = table->problem->n_items;
    choosing w = {.prices = prices, .search = search, .pool = pool};
    bool *last;
    UL_OWN_ARENA(arena);
    UL_ALLOC(arena, w.value, n);
    UL_ALLOC(arena, last, n);
    UL_ALLOC(arena, w.sum, prices->n_cuts);
    UL_ALLOC_RAW(arena, w.ascending, n + 1);
    UL_TRY(find_uses(&w, n, last, arena));
    ul_price_stages *stages = search->stages;
    search->complete = false;
    if (stages == NULL) {
        UL_ALLOC(search->arena, stages, 1);
        if (!ul_price_stages_open(stages, table, CELLS_MAX, search->arena))
            return UL_OK;
        search->stages = stages;
    }
    stages->last = last;
    search->complete = ul_price_stages_fill(stages, w.value);
    w.walk = (ul_price_walk){.of = *stages, .value = w.value, .steps = search->steps, .keep = complete,
                             .taken_back = taken_back, .context = &w};
    UL_ALLOC_RAW(arena, w.walk.entry, n + 1);
    while (search->complete && w.walk.first < stages->n && !last[stages->item[w.walk.first]])
        w.walk.first++;
    for (size_t t = 0; t < table->group->n_types && search->complete && !w.walk.stopped; t++) {
        const size_t type = table->group->first_type + t;
        w.walk.least = table->problem->type[type].price * prices->num + prices->slack + 1;
        UL_TRY(ul_price_walk_type(&w.walk, type));
        search->complete = !w.walk.stopped || w.found >= search->patterns;
    }
    search->steps = w.walk.steps;
    return UL_OK;
}
