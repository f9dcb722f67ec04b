/* Every pattern of at least a given value, from the pricing table.
 *
 * The values after each item are kept, so that the search from the last item back
 * knows exactly what can still be reached: it has no dead ends. O(items * states) memory
 * and time, and O(items) a pattern.
 */
#include <string.h>

#include "price_table_parts.h"

#define STAGES_MAX ((size_t)3 << 26) /* values kept */

/* ---- the walk ---- */

/* One more copy of the item of `stage`, the last that was decided; when no more
 * fits none is left, and the answer is no. */
static bool one_more(ul_price_walk *w, size_t stage)
{
    const ul_price_table *table = w->of.table;
    const size_t n_dims = table->group->n_dims;
    const uint32_t i = w->of.item[stage];
    const int64_t *weight = table->group->weight + i * n_dims;
    ul_pattern_entry *last = w->n_entries > 0 ? &w->entry[w->n_entries - 1] : NULL;
    const bool any = last != NULL && last->item == i;
    const int64_t count = any ? last->count : 0;
    bool fits = count < table->problem->copies[i] && (w->taken_back == NULL || w->value[i] > 0);
    for (size_t d = 0; d < n_dims; d++)
        fits = fits && weight[d] <= w->room[d];
    const int64_t change = fits ? 1 : -count;
    for (size_t d = 0; d < n_dims; d++) {
        w->room[d] -= change * weight[d];
        w->at -= (size_t)(change * weight[d]) * table->stride[d];
    }
    w->dual_value += change * w->value[i];
    if (w->taken_back != NULL)
        w->dual_value -= w->taken_back(w->context, i, change);
    if (fits && any)
        last->count++;
    else if (fits)
        w->entry[w->n_entries++] = (ul_pattern_entry){i, 1};
    else if (any)
        w->n_entries--;
    return fits;
}

ul_status ul_price_walk_type(ul_price_walk *w, size_t type)
{
    const ul_price_table *table = w->of.table;
    const ul_exact_group *group = table->group;
    size_t stage = w->of.n;
    w->type = type;
    memcpy(w->room, table->problem->type[type].capacity, group->n_dims * sizeof *w->room);
    w->at = table->at_type[type - group->first_type];
    for (;;) {
        w->stopped = w->stopped || w->steps == 0
                     || ((w->steps & 0xfff) == 0 && ul_run_expired(table->run));
        w->steps -= !w->stopped;
        const bool going = !w->stopped
                           && w->dual_value + w->of.best[stage * table->states + w->at] >= w->least;
        if (going && stage > w->first) {
            stage--;
            continue;
        }
        if (going)
            UL_TRY(w->keep(w->context));
        if (w->stopped)
            return UL_OK;
        while (stage < w->of.n && !one_more(w, stage))
            stage++;
        if (stage == w->of.n)
            return UL_OK;
    }
}

/* ---- the stages ---- */

size_t ul_price_table_offset(const ul_price_table *table, uint32_t item)
{
    const size_t n_dims = table->group->n_dims;
    size_t offset = 0;
    for (size_t d = 0; d < n_dims; d++)
        offset += (size_t)table->group->weight[item * n_dims + d] * table->stride[d];
    return offset;
}

/* Offers a part to every state in which it fits: what `from` has there, or what it has below and the
 * part. From the end, so that `from` may be `to`. */
static void offer(ul_price_table *table, const ul_price_part *one, int64_t value,
                  const int64_t *from, int64_t *to)
{
    size_t at = ul_price_table_last_row(table);
    do
        for (size_t x = at + table->row; x-- > at + one->last;) {
            const int64_t with = from[x - one->offset] + value;
            to[x] = with > from[x] ? with : from[x];
        }
    while (ul_price_table_row_before(table, one, &at));
}

bool ul_price_stages_open(ul_price_stages *stages, ul_price_table *table, size_t most, ul_arena *arena)
{
    *stages = (ul_price_stages){.table = table};
    for (size_t i = 0; i < table->problem->n_items; i++)
        stages->n += table->group->fits[i];
    const size_t cells = (stages->n + 1) * table->states;
    stages->best = cells > most ? NULL : ul_arena_alloc_raw(arena, cells, sizeof *stages->best);
    stages->item = ul_arena_alloc_raw(arena, stages->n + 1, sizeof *stages->item);
    return stages->best != NULL && stages->item != NULL;
}

/* The parts of an item are next to each other. */
static bool fill_some(ul_price_stages *stages, const int64_t *value, bool last, size_t *n)
{
    ul_price_table *table = stages->table;
    int64_t *here = stages->best + *n * table->states;
    for (size_t q = 0; q < table->n_parts && !ul_run_expired(table->run); q++) {
        const ul_price_part *one = &table->part[q];
        const bool first = q == 0 || table->part[q - 1].item != one->item;
        const size_t without = table->group->n_dims > 1 ? table->states : one->offset;
        if (last != (stages->last != NULL && stages->last[one->item]))
            continue;
        if (first) {
            stages->item[(*n)++] = one->item;
            memcpy(here + table->states, here, without * sizeof *here);
            here += table->states;
        }
        offer(table, one, value[one->item] * one->count, here - (first ? table->states : 0), here);
    }
    return !ul_run_expired(table->run);
}

bool ul_price_stages_fill(ul_price_stages *stages, const int64_t *value)
{
    size_t n = 0;
    memset(stages->best, 0, stages->table->states * sizeof *stages->best);
    return fill_some(stages, value, false, &n) && fill_some(stages, value, true, &n);
}

size_t ul_price_stages_read(const ul_price_stages *stages, const int64_t *value, size_t stage,
                            size_t at, ul_pattern_entry *entry)
{
    const size_t states = stages->table->states;
    size_t n = 0;
    while (stage-- > 0) {
        const uint32_t item = stages->item[stage];
        const size_t offset = ul_price_table_offset(stages->table, item);
        uint32_t count = 0;
        while (stages->best[(stage + 1) * states + at]
               != stages->best[stage * states + at - count * offset] + count * value[item])
            count++;
        if (count > 0)
            entry[n++] = (ul_pattern_entry){item, count};
        at -= count * offset;
    }
    return n;
}

/* ---- enumeration ---- */

typedef struct {
    ul_price_walk walk;
    ul_pattern_entry *ascending;
    size_t limit;
    ul_pattern_pool *pool;
} listing;

static ul_status keep(void *context)
{
    listing *l = context;
    const size_t n = l->walk.n_entries;
    l->walk.stopped = n > 0 && l->pool->n >= l->limit;
    if (n == 0 || l->walk.stopped)
        return UL_OK;
    for (size_t q = 0; q < n; q++)
        l->ascending[q] = l->walk.entry[n - 1 - q];
    return ul_pattern_append(l->pool, l->walk.type, l->ascending, n);
}

ul_status ul_price_table_enumerate(ul_price_table *table, const ul_price_window *window,
                                   size_t limit, ul_pattern_pool *pool, bool *whole)
{
    listing l = {.limit = limit, .pool = pool};
    ul_price_stages stages;
    UL_OWN_ARENA(arena);
    *whole = ul_price_stages_open(&stages, table, STAGES_MAX, arena)
             && ul_price_stages_fill(&stages, window->value);
    l.walk = (ul_price_walk){.of = stages, .value = window->value, .steps = UINT64_MAX, .keep = keep,
                             .context = &l};
    UL_ALLOC_RAW(arena, l.walk.entry, stages.n);
    UL_ALLOC_RAW(arena, l.ascending, stages.n);
    for (size_t t = 0; t < table->group->n_types && *whole; t++) {
        const size_t type = table->group->first_type + t;
        l.walk.least = ul_price_window_least(window, table->problem->type[type].price);
        UL_TRY(ul_price_walk_type(&l.walk, type));
        *whole = !l.walk.stopped;
    }
    return UL_OK;
}
