/* One table a family, over the largest capacities of its types: after[j][x] is
 * the most that the first j items are worth within the free capacity x. Where
 * the losses allowed are negative one row of the table at a time is enough;
 * otherwise all rows are kept and a search from the last item back visits only
 * choices that can still be completed. Where the table would not fit in memory,
 * takes too long, or has more states than there are patterns, the search is cut by
 * densities instead.
 *
 * O(items * states * log copies) time and O(items * states) memory for the table,
 * O(items) for each pattern.
 */
#include "patterns.h"

#include <string.h>

enum { PATTERNS_MAX = 30000000, STATES_MAX = 100000000 };
#define DIVISION 8u                /* steps: of what a machine has by what an item needs */
#define ROW_STEPS 16u              /* of a table: states that stand side by side */
#define SEARCH_STEP 32u            /* a step of a search takes as long as these of a table */
#define WORTH_STEPS_MAX 100000000u /* for one type */

/* The most that a state is worth: value by weight, the latter 0 where an item has a value and
 * needs nothing. Where there is less room than the least weight of any, none fits. */
typedef struct {
    int64_t value, weight, least;
} density;

typedef struct {
    check *c;
    const check_items *items;
    const check_root *root;
    check_pool *pool;
    size_t family;
    size_t n;            /* items that fit a type of the family */
    check_index *item;
    uint64_t *most;      /* copies of each that one machine may hold */
    size_t n_dims;
    size_t resource[CHECK_RESOURCES_MAX];
    check_micro step[CHECK_RESOURCES_MAX];  /* a state is this much */
    int64_t size[CHECK_RESOURCES_MAX];      /* largest state */
    size_t stride[CHECK_RESOURCES_MAX];
    size_t states;
    int64_t *weight;     /* items x dims, in states */
    bool table, affords; /* there is one; it would fit in memory */
    int64_t *after;      /* (n + 1) x states, or 2 x states */
    int64_t *scratch;    /* states */
    density *densest;    /* (n + 1) x dims: of the first j items */
    check_wide *rest;    /* n + 1: what the first j items are worth together */
    size_t type;
    check_wide price;    /* of the type, times num */
    check_entry *entry;
    size_t n_entries;
    bool sound;
} family;

/* ---- a family's items and states ---- */

static const check_micro *need(const family *f, size_t item)
{
    return check_packing_demand(f->items->p, f->items->task[item], f->family);
}

/* Copies of an item that one machine of a type may hold. */
static uint64_t most_on(const family *f, size_t item, size_t k)
{
    const check_packing *p = f->items->p;
    const check_micro *demand = need(f, item), *capacity = p->capacity + k * p->resource.n;
    uint64_t most = f->items->copies[item];
    for (size_t r = 0; r < p->resource.n; r++)
        if (demand[r] > 0 && (uint64_t)(capacity[r] / demand[r]) < most)
            most = (uint64_t)(capacity[r] / demand[r]);
    return most;
}

static void find_items(family *f)
{
    const check_packing *p = f->items->p;
    f->item = check_alloc(f->c, f->items->n, sizeof *f->item);
    f->most = check_alloc(f->c, f->items->n, sizeof *f->most);
    f->entry = check_alloc(f->c, f->items->n, sizeof *f->entry);
    for (size_t i = 0; i < f->items->n; i++) {
        uint64_t most = 0;
        for (size_t k = 0; k < p->type.n && f->root->active[i]; k++)
            if (p->types[k].family == f->family && most_on(f, i, k) > most)
                most = most_on(f, i, k);
        if (most > 0) {
            f->item[f->n] = (check_index)i;
            f->most[f->n++] = most;
        }
    }
}

static check_micro gcd(check_micro a, check_micro b)
{
    while (b != 0) {
        const check_micro rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* a * b, or the largest number where that is beyond it. */
static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* How many patterns there are at most, over all types of the family. */
static uint64_t all_patterns(const family *f)
{
    uint64_t patterns = 0;
    for (size_t k = 0; k < f->items->p->type.n; k++)
        patterns += f->items->p->types[k].family == f->family;
    for (size_t q = 0; q < f->n; q++)
        patterns = times(patterns, f->most[q] + 1);
    return patterns;
}

/* What a table takes: each state once for every part of an item's copies, and what it takes to
 * go on to the next row of states, which may be short. */
static uint64_t table_steps(const family *f, uint64_t states)
{
    const uint64_t last = f->n_dims == 0 ? 0 : (uint64_t)f->size[f->n_dims - 1];
    uint64_t parts = 0;
    states = times(states, 1 + (ROW_STEPS + 4 * f->n_dims) / (last + 1));
    for (size_t q = 0; q < f->n; q++)
        for (uint64_t rest = f->most[q]; rest > 0; rest /= 2)
            parts++;
    return times(parts, states);
}

/* Resources that the items need, in steps of the gcd of what they need. */
static void find_states(family *f)
{
    const check_packing *p = f->items->p;
    uint64_t states = 1;
    check_spend_on(f->c, p->resource.n, DIVISION * f->n + p->type.n);
    for (size_t r = 0; r < p->resource.n; r++) {
        check_micro step = 0, largest = 0;
        check_wide total = 0;
        for (size_t q = 0; q < f->n; q++) {
            step = gcd(step, need(f, f->item[q])[r]);
            total = check_plus(f->c, total, check_times(f->c, need(f, f->item[q])[r], f->most[q]));
        }
        for (size_t k = 0; k < p->type.n; k++)
            if (p->types[k].family == f->family && p->capacity[k * p->resource.n + r] > largest)
                largest = p->capacity[k * p->resource.n + r];
        if (step == 0)
            continue;
        if (total < largest)
            largest = (check_micro)total;
        f->resource[f->n_dims] = r;
        f->step[f->n_dims] = step;
        f->size[f->n_dims] = largest / step;
        states = times(states, (uint64_t)(largest / step) + 1);
        f->n_dims++;
    }
    const uint64_t rows = f->root->gap < 0 ? 3 : f->n + 2;
    f->affords = states < STATES_MAX && check_affords(f->c, times(rows, states), sizeof(int64_t));
    f->table = f->affords && states < all_patterns(f)
               && table_steps(f, states) < f->c->most_steps - f->c->steps;
    f->states = 1;
    for (size_t d = f->n_dims; f->table && d-- > 0;) {
        f->stride[d] = f->states;
        f->states *= (size_t)f->size[d] + 1;
    }
    f->weight = check_alloc(f->c, f->n * f->n_dims, sizeof *f->weight);
    for (size_t q = 0; q < f->n; q++)
        for (size_t d = 0; d < f->n_dims; d++)
            f->weight[q * f->n_dims + d] = need(f, f->item[q])[f->resource[d]] / f->step[d];
}

/* ---- bounds on what the first items are worth ---- */

/* One row of numbers: so many copies together, or none of them. Rows do not overlap. */
static void take_or_leave(const int64_t *restrict before, int64_t worth, size_t n,
                          int64_t *restrict after)
{
    for (size_t x = 0; x < n; x++)
        after[x] = before[x] + worth > after[x] ? before[x] + worth : after[x];
}

/* So many copies together, or none of them, on top of what the row before has; `after` is a
 * copy of it. States of the last dimension stand side by side. */
static void add_copies(const family *f, size_t q, uint64_t copies, const int64_t *before,
                       int64_t *after)
{
    const int64_t worth = (int64_t)copies * f->root->value[f->item[q]];
    const size_t last = f->n_dims - 1, length = (size_t)f->size[last] + 1;
    int64_t load[CHECK_RESOURCES_MAX], at[CHECK_RESOURCES_MAX] = {0};
    size_t offset = 0;
    for (size_t d = 0; d < f->n_dims; d++) {
        load[d] = (int64_t)copies * f->weight[q * f->n_dims + d]; /* what a machine has at most */
        offset += (size_t)load[d] * f->stride[d];
    }
    for (size_t x = 0; x < f->states; x += length) {
        bool fits = load[last] <= f->size[last];
        for (size_t d = 0; d < last; d++)
            fits = fits && load[d] <= at[d];
        if (fits)
            take_or_leave(before + x + load[last] - offset, worth, length - (size_t)load[last],
                          after + x + load[last]);
        for (size_t d = last; d-- > 0;) {
            if (at[d]++ < f->size[d])
                break;
            at[d] = 0;
        }
    }
}

/* One row of the table: counts of item q on top of the row before. Parts of 1, 2, 4
 * and so on copies and of the rest make every count. All copies of all items are worth
 * at most 2^62, and so is what a row holds. An item that needs nothing is worth taking. */
static void fill_row(family *f, size_t q, const int64_t *before, int64_t *after)
{
    uint64_t left = f->root->value[f->item[q]] > 0 ? f->most[q] : 0;
    memcpy(after, before, f->states * sizeof *after);
    for (uint64_t part = 1; left > 0; part *= 2) {
        const uint64_t copies = part < left ? part : left;
        if (f->n_dims == 0) {
            after[0] += (int64_t)copies * f->root->value[f->item[q]];
        } else {
            add_copies(f, q, copies, before, after);
            if (left > copies) {
                memcpy(f->scratch, after, f->states * sizeof *after);
                before = f->scratch;
            }
        }
        left -= copies;
    }
}

static void fill_table(family *f)
{
    const bool keep = f->root->gap >= 0;
    check_spend(f->c, table_steps(f, f->states)); /* which there are */
    f->after = check_alloc(f->c, keep ? f->n + 1 : 2, f->states * sizeof *f->after);
    f->scratch = check_alloc(f->c, f->states, sizeof *f->scratch);
    for (size_t q = 0; q < f->n; q++)
        fill_row(f, q, f->after + (keep ? q : q % 2) * f->states,
                 f->after + (keep ? q + 1 : (q + 1) % 2) * f->states);
}

static bool is_denser(density a, density b)
{
    return (check_wide)a.value * b.weight > (check_wide)b.value * a.weight
           || (a.value > 0 && a.weight == 0);
}

static void fill_densities(family *f)
{
    f->densest = check_alloc(f->c, (f->n + 1) * f->n_dims, sizeof *f->densest);
    f->rest = check_alloc(f->c, f->n + 1, sizeof *f->rest);
    check_spend_on(f->c, f->n, 4 * (f->n_dims + 1));
    for (size_t d = 0; d < f->n_dims; d++)
        f->densest[d] = (density){0, 1, INT64_MAX};
    for (size_t q = 0; q < f->n; q++) {
        const int64_t value = f->root->value[f->item[q]];
        f->rest[q + 1] = check_plus(f->c, f->rest[q], check_times(f->c, value, f->most[q]));
        for (size_t d = 0; d < f->n_dims; d++) {
            const int64_t weight = f->weight[q * f->n_dims + d];
            const density here = {value, weight, weight}, before = f->densest[q * f->n_dims + d];
            density *after = &f->densest[(q + 1) * f->n_dims + d];
            *after = is_denser(here, before) ? here : before;
            after->least = weight < before.least ? weight : before.least;
        }
    }
}

static size_t state_of(const family *f, const int64_t *room)
{
    size_t at = 0;
    for (size_t d = 0; d < f->n_dims; d++)
        at += (size_t)(room[d] < f->size[d] ? room[d] : f->size[d]) * f->stride[d];
    return at;
}

/* No choice of the first j items within the room is worth more: a room, below 2^63, times a
 * value of at most 2^62. */
static check_wide at_most(const family *f, size_t j, const int64_t *room)
{
    if (j == 0)
        return 0;
    if (f->table)
        return f->after[j * f->states + state_of(f, room)];
    check_wide most = f->rest[j];
    for (size_t d = 0; d < f->n_dims; d++) {
        const density best = f->densest[j * f->n_dims + d];
        if (room[d] < best.least)
            return 0;
        const check_wide here =
            best.weight == 0 ? most : (check_wide)room[d] * best.value / best.weight;
        most = here < most ? here : most;
    }
    return most;
}

/* ---- the search ---- */

static void keep_pattern(family *f, check_wide loss)
{
    check_pool *pool = f->pool;
    if (loss < 0) {
        if (f->sound)
            check_violation(f->c, NULL, "the values make a pattern of type '%s' with "
                                        "'%s' in it worth more than its price",
                            f->items->p->type.key[f->type].text,
                            f->items->p->task.key[f->items->task[f->entry[0].item]].text);
        f->sound = false;
        return;
    }
    if (pool->n == PATTERNS_MAX)
        check_refuse_file(f->c, f->c->counted, "takes too long to check: more than %d patterns",
                          PATTERNS_MAX);
    check_spend(f->c, f->n_entries);
    pool->pattern = check_grow(f->c, pool->pattern, pool->n, &pool->room, sizeof *pool->pattern);
    pool->pattern[pool->n++] = (check_pattern){(check_index)f->type, (check_index)f->n_entries,
                                               pool->n_entries};
    for (size_t q = f->n_entries; q-- > 0;) { /* the search runs from the last item back */
        pool->entry = check_grow(f->c, pool->entry, pool->n_entries, &pool->entry_room,
                                 sizeof *pool->entry);
        pool->entry[pool->n_entries++] = f->entry[q];
    }
}

/* One more of item j, the last decided; when no more fits none is left, and the
 * answer is no. */
static bool one_more(family *f, size_t j, int64_t *room, check_wide *worth)
{
    const int64_t *weight = f->weight + j * f->n_dims;
    check_entry *last = f->n_entries > 0 ? &f->entry[f->n_entries - 1] : NULL;
    const bool any = last != NULL && last->item == f->item[j];
    const int64_t count = any ? last->count : 0;
    bool fits = (uint64_t)count < f->most[j];
    for (size_t d = 0; d < f->n_dims; d++)
        fits = fits && weight[d] <= room[d];
    if (fits && (uint64_t)count == CHECK_INDEX_MAX)
        check_refuse_file(f->c, f->c->counted, "takes too long to check: patterns with more than "
                                               "%zu copies of a task", CHECK_INDEX_MAX);
    const int64_t change = fits ? 1 : -count;
    for (size_t d = 0; d < f->n_dims; d++)
        room[d] -= change * weight[d];
    *worth += (check_wide)change * f->root->value[f->item[j]];
    if (fits && any)
        last->count++;
    else if (fits)
        f->entry[f->n_entries++] = (check_entry){f->item[j], 1};
    else if (any)
        f->n_entries--;
    return fits;
}

static _Noreturn void refuse_slow(const family *f)
{
    if (f->affords)
        check_too_long(f->c);
    check_refuse_file(f->c, f->c->counted, "takes too long to check: no table fits in memory; "
                                           "--memory-mb sets the limit");
}

/* What a step of a search takes: bounds and room by each resource. */
static uint64_t search_step(const family *f)
{
    return SEARCH_STEP + (f->table ? 2 : 18) * f->n_dims;
}

/* Decides the counts of the items from the last back, none of each first, without
 * recursion: the items may be more than a stack is deep. A worth is at most 2^62 and
 * den 2^56, a price times num 2^116, so that no loss leaves 128 bits; every count is
 * a search step of its own. */
static void explore(family *f, int64_t *room)
{
    const check_root *root = f->root;
    check_wide worth = 0;
    size_t j = f->n; /* the first j are undecided */
    f->n_entries = 0;
    for (;;) {
        if (!check_may_spend(f->c, search_step(f)))
            refuse_slow(f);
        const bool going = f->sound && f->price - (worth + at_most(f, j, room)) * root->den
                                           <= (root->gap < 0 ? -1 : root->gap);
        if (going && j > 0) {
            j--;
            continue;
        }
        if (going && f->n_entries > 0)
            keep_pattern(f, f->price - worth * root->den);
        while (j < f->n && !one_more(f, j, room, &worth))
            j++;
        if (j == f->n)
            return;
    }
}

/* The most that a pattern is worth within the room: by the table's last row, or by
 * the search of explore(), in which only what is worth more than the best so far is
 * worth going for. False when that takes too long. */
static bool most_worth(family *f, int64_t *room, check_wide *most)
{
    check_wide worth = *most = 0;
    size_t j = f->n;
    f->n_entries = 0;
    if (f->table) {
        *most = f->after[(f->n % 2) * f->states + state_of(f, room)];
        return true;
    }
    for (uint64_t steps = 0; steps < WORTH_STEPS_MAX && check_may_spend(f->c, search_step(f));
         steps++) {
        const bool going = worth + at_most(f, j, room) > *most;
        if (going && j > 0) {
            j--;
            continue;
        }
        if (going)
            *most = worth;
        while (j < f->n && !one_more(f, j, room, &worth))
            j++;
        if (j == f->n)
            return true;
    }
    return false;
}

static void find_room(const family *f, size_t k, int64_t *room)
{
    const check_packing *p = f->items->p;
    for (size_t d = 0; d < f->n_dims; d++)
        room[d] = p->capacity[k * p->resource.n + f->resource[d]] / f->step[d];
}

static void look_at_type(family *f, size_t k)
{
    int64_t room[CHECK_RESOURCES_MAX];
    check_wide worth;
    f->type = k;
    f->price = check_times(f->c, f->root->price[k], f->root->num);
    if (f->root->worth != NULL)
        f->root->worth[k] = f->price / f->root->den;
    find_room(f, k, room);
    if (f->root->gap < 0 && (f->table || f->root->worth != NULL) && most_worth(f, room, &worth)) {
        if (f->root->worth != NULL)
            f->root->worth[k] = worth;
        if (worth * f->root->den > f->price) {
            check_violation(f->c, NULL, "the values make a pattern of type '%s' worth "
                                        "more than its price", f->items->p->type.key[k].text);
            f->sound = false;
        }
        return;
    }
    if (f->root->worth != NULL)
        *f->root->cut_short = true;
    find_room(f, k, room); /* a search that was left has changed it */
    explore(f, room);
}

static void forget(family *f)
{
    check_free(f->c, f->item);
    check_free(f->c, f->most);
    check_free(f->c, f->entry);
    check_free(f->c, f->weight);
    check_free(f->c, f->after);
    check_free(f->c, f->scratch);
    check_free(f->c, f->densest);
    check_free(f->c, f->rest);
}

static size_t types_of(const check_packing *p, size_t of)
{
    size_t n = 0;
    for (size_t k = 0; k < p->type.n; k++)
        n += p->types[k].family == of;
    return n;
}

bool check_patterns(check *c, const check_items *items, const check_root *root, check_pool *pool)
{
    bool sound = true;
    for (size_t q = 0; q < items->p->family.n && sound; q++) {
        family f = {.c = c, .items = items, .root = root, .pool = pool, .family = q,
                    .sound = true};
        check_spend_on(c, items->n, items->p->type.n + types_of(items->p, q)
                                                           * items->p->resource.n * DIVISION);
        find_items(&f);
        find_states(&f);
        if (f.table)
            fill_table(&f);
        else
            fill_densities(&f);
        for (size_t k = 0; k < items->p->type.n && f.sound; k++)
            if (items->p->types[k].family == q
                && (!items->p->types[k].is_limited || items->p->types[k].supply > 0))
                look_at_type(&f, k);
        sound = f.sound;
        forget(&f);
    }
    return sound;
}
