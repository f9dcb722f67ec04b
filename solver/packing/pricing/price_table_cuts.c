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
    ul_price_stages of;
    size_t n_plain;      /* stages of items that are in no cut: the first ones */
    int64_t *value;      /* per item: as if each copy were alone in its cuts */
    size_t *first;       /* item -> into use; n_items + 1 */
    part_of_cut *use;
    int64_t *sum;        /* per cut: of what the entries hold */
    ul_pattern_entry *entry, *ascending;
    size_t n_entries;
    size_t type, found;
    int64_t room[UL_RESOURCES_MAX];
    size_t at;           /* the state of the room */
    int64_t dual_value;  /* of the entries */
    int64_t least;       /* value of a pattern that is wanted */
    bool stopped;
} walk;

/* ---- values ---- */

static ul_status find_uses(walk *w, size_t n_items, bool *last, ul_arena *arena)
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
static int64_t taken_back(walk *w, uint32_t item, int64_t change)
{
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

/* One more copy of the item of `stage`, the last that was decided; when no more fits none is left,
 * and the answer is no. */
static bool one_more(walk *w, size_t stage)
{
    const ul_price_table *table = w->of.table;
    const size_t n_dims = table->group->n_dims;
    const uint32_t i = w->of.item[stage];
    const int64_t *weight = table->group->weight + i * n_dims;
    ul_pattern_entry *last = w->n_entries > 0 ? &w->entry[w->n_entries - 1] : NULL;
    const bool any = last != NULL && last->item == i;
    const int64_t count = any ? last->count : 0;
    bool fits = count < table->problem->copies[i] && w->value[i] > 0;
    for (size_t d = 0; d < n_dims; d++)
        fits = fits && weight[d] <= w->room[d];
    const int64_t change = fits ? 1 : -count;
    for (size_t d = 0; d < n_dims; d++) {
        w->room[d] -= change * weight[d];
        w->at -= (size_t)(change * weight[d]) * table->stride[d];
    }
    w->dual_value += change * w->value[i] - taken_back(w, i, change);
    if (fits && any)
        last->count++;
    else if (fits)
        w->entry[w->n_entries++] = (ul_pattern_entry){i, 1};
    else if (any)
        w->n_entries--;
    return fits;
}

/* The entries chosen, `n` of them with those read from the table behind them. */
static ul_status keep(walk *w, size_t n)
{
    memcpy(w->ascending, w->entry, n * sizeof *w->entry);
    qsort(w->ascending, n, sizeof *w->ascending, ul_pattern_by_item);
    w->found++;
    w->stopped = w->found >= w->search->patterns;
    return ul_pattern_add(w->pool, w->type, w->ascending, n, NULL);
}

/* What the items of cuts leave is filled up by the table in the best way; and, so that there are
 * many different patterns, in the best way that ends with each item. */
static ul_status complete(walk *w, int64_t price)
{
    const size_t states = w->of.table->states, n = w->n_entries;
    const int64_t most = w->dual_value + w->of.best[w->n_plain * states + w->at];
    UL_TRY(keep(w, n + ul_price_stages_read(&w->of, w->value, w->n_plain, w->at, w->entry + n)));
    if (w->least < price + (most - price) / OF_MOST)
        w->least = price + (most - price) / OF_MOST;
    for (size_t stage = 0; stage < w->n_plain && !w->stopped; stage++) {
        const uint32_t i = w->of.item[stage];
        if (ul_exact_fitting(w->of.table->group, i, w->room, 1) == 0)
            continue;
        const size_t at = w->at - ul_price_table_offset(w->of.table, i);
        if (w->dual_value + w->of.best[stage * states + at] + w->value[i] < w->least)
            continue;
        w->entry[n] = (ul_pattern_entry){i, 1};
        UL_TRY(keep(w, n + 1 + ul_price_stages_read(&w->of, w->value, stage, at, w->entry + n + 1)));
    }
    return UL_OK;
}

static ul_status explore(walk *w, size_t type)
{
    const ul_price_table *table = w->of.table;
    const ul_exact_group *group = table->group;
    const int64_t price = table->problem->type[type].price * w->prices->num;
    size_t stage = w->of.n;
    w->type = type;
    memcpy(w->room, table->problem->type[type].capacity, group->n_dims * sizeof *w->room);
    w->at = table->at_type[type - group->first_type];
    w->least = price + w->prices->slack + 1;
    for (;;) {
        w->stopped = w->stopped || w->search->steps == 0
                     || ((w->search->steps & 0xfff) == 0 && ul_run_expired(table->run));
        w->search->steps -= !w->stopped;
        const bool going = !w->stopped
                           && w->dual_value + w->of.best[stage * table->states + w->at] >= w->least;
        if (going && stage > w->n_plain) {
            stage--;
            continue;
        }
        if (going)
            UL_TRY(complete(w, price));
        if (w->stopped)
            return UL_OK;
        while (stage < w->of.n && !one_more(w, stage))
            stage++;
        if (stage == w->of.n)
            return UL_OK;
    }
}

ul_status ul_price_table_cuts(ul_price_table *table, const ul_cut_prices *prices,
                              ul_cut_search *search, ul_pattern_pool *pool)
{
    const size_t n = table->problem->n_items;
    walk w = {.prices = prices, .search = search, .pool = pool};
    UL_FREED_BY(ul_price_stages_close) ul_price_stages stages = {0};
    bool *last;
    UL_OWN_ARENA(arena);
    UL_ALLOC(arena, w.value, n);
    UL_ALLOC(arena, last, n);
    UL_ALLOC(arena, w.sum, prices->n_cuts);
    UL_ALLOC_RAW(arena, w.entry, n + 1);
    UL_ALLOC_RAW(arena, w.ascending, n + 1);
    UL_TRY(find_uses(&w, n, last, arena));
    search->complete = ul_price_stages_open(&stages, table, CELLS_MAX);
    stages.last = last;
    search->complete = search->complete && ul_price_stages_fill(&stages, w.value);
    w.of = stages;
    for (w.n_plain = 0; w.n_plain < stages.n && !last[stages.item[w.n_plain]]; w.n_plain++)
        continue;
    for (size_t t = 0; t < table->group->n_types && search->complete && !w.stopped; t++) {
        UL_TRY(explore(&w, table->group->first_type + t));
        search->complete = !w.stopped || w.found >= search->patterns;
    }
    return UL_OK;
}
