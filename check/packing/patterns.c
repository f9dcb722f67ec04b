/* The search for patterns, from the last item back. With all rows of a family's table it visits
 * only choices that can still be completed. Where items are worth what cuts pay for them, too,
 * those of cuts are decided first, and who holds several pays back: what the table adds to them is
 * then an upper bound, and no more than that once they are all decided. Where the table would not
 * fit in memory, takes too long, or has more states than there are patterns, the search is cut by
 * densities instead; and where only a pattern of negative reduced cost is looked for, this is tried
 * for a part of the table's steps before the table: values in proportion to what a resource has are
 * done at once. Of many items the shadow comes first (shadow.c).
 *
 * O(items) for each pattern.
 */
#include "family.h"

enum { PATTERNS_MAX = 30000000 };
#define SEARCH_STEP 32u            /* a step of a search takes as long as these of a table */
#define WORTH_STEPS_MAX 100000000u /* for one type */
#define CUT_STEP 32u  /* for each cut */
#define TRIAL 8u                   /* what part of a table's steps a search has before it */

static size_t state_of(const check_family *f, const int64_t *room)
{
    size_t at = 0;
    for (size_t d = 0; d < f->n_dims; d++)
        at += (size_t)(room[d] < f->size[d] ? room[d] : f->size[d]) * f->stride[d];
    return at;
}

/* No choice of the first j items within the room is worth more: a room, below 2^63, times a
 * value of at most 2^62. */
static check_wide at_most(const check_family *f, size_t j, const int64_t *room)
{
    if (j == 0)
        return 0;
    if (f->table)
        return f->after[j * f->states + state_of(f, room)];
    check_wide most = f->rest[j];
    for (size_t d = 0; d < f->n_dims; d++) {
        const check_density best = f->densest[j * f->n_dims + d];
        if (room[d] < best.least)
            return 0;
        const check_wide here =
            best.weight == 0 ? most : (check_wide)room[d] * best.value / best.weight;
        most = here < most ? here : most;
    }
    return most;
}

/* ---- the search ---- */

static void keep_pattern(check_family *f, check_wide reduced_cost)
{
    check_pool *pool = f->pool;
    if (reduced_cost < 0) {
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

/* What the cuts take back of an item's dual value when so many more of it are held. */
static check_wide taken_back(check_family *f, size_t item, int64_t change)
{
    check_wide dual_value = 0;
    for (size_t q = 0; q < f->root->n_cuts; q++) {
        const check_cut *cut = &f->root->cut[q];
        const check_wide before = f->held[q] / cut->divisor;
        if (cut->rest[item] == 0)
            continue;
        f->held[q] = check_plus(f->c, f->held[q], check_times(f->c, cut->rest[item], change));
        dual_value = check_plus(f->c, dual_value,
                                check_times(f->c, cut->value, f->held[q] / cut->divisor - before));
    }
    return dual_value;
}

/* One more of item j, the last decided; when no more fits none is left, and the
 * answer is no. */
static bool one_more(check_family *f, size_t j, int64_t *room, check_wide *dual_value)
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
    *dual_value += (check_wide)change * f->root->value[f->item[j]];
    if (f->root->n_cuts > 0)
        *dual_value = check_minus(f->c, *dual_value, taken_back(f, f->item[j], change));
    if (fits && any)
        last->count++;
    else if (fits)
        f->entry[f->n_entries++] = (check_entry){f->item[j], 1};
    else if (any)
        f->n_entries--;
    return fits;
}

static _Noreturn void refuse_slow(const check_family *f)
{
    if (f->affords)
        check_too_long(f->c);
    check_refuse_file(f->c, f->c->counted, "takes too long to check: no table fits in memory; "
                                           "--memory-mb sets the limit");
}

/* What a step of a search takes: bounds and room by each resource. */
static uint64_t search_step(const check_family *f)
{
    return SEARCH_STEP + (f->table ? 2 : 18) * f->n_dims + CUT_STEP * f->root->n_cuts;
}

/* Decides the counts of the items from the last back, none of each first, without
 * recursion: the items may be more than a stack is deep. A dual value is at most 2^62 and
 * den 2^56, a price times num 2^116, so that no reduced cost leaves 128 bits; every count is
 * a search step of its own. False when it was left. */
static bool explore(check_family *f, int64_t *room)
{
    const check_root *root = f->root;
    check_wide dual_value = 0;
    size_t j = f->n; /* the first j are undecided */
    f->n_entries = 0;
    for (size_t q = 0; q < root->n_cuts; q++)
        f->held[q] = 0;
    for (;;) {
        if (f->c->steps >= f->leave_at)
            return false;
        if (!check_may_spend(f->c, search_step(f)))
            refuse_slow(f);
        const bool going = f->sound
                           && f->price - (dual_value + at_most(f, j, room)) * root->den
                                  <= (root->gap < 0 ? -1 : root->gap);
        if (going && j > 0) {
            j--;
            continue;
        }
        if (going && f->n_entries > 0)
            keep_pattern(f, f->price - dual_value * root->den);
        while (j < f->n && !one_more(f, j, room, &dual_value))
            j++;
        if (j == f->n)
            return true;
    }
}

/* The most that a pattern is worth within the room: by the table's last row, or by
 * the search of explore(), in which only what is worth more than the best so far is
 * worth going for. False when that takes too long. */
static bool most_value_of(check_family *f, int64_t *room, check_wide *most)
{
    check_wide dual_value = *most = 0;
    size_t j = f->n;
    f->n_entries = 0;
    if (f->table) {
        *most = f->after[(f->n % 2) * f->states + state_of(f, room)];
        return true;
    }
    for (uint64_t steps = 0; steps < WORTH_STEPS_MAX && f->c->steps < f->leave_at
                             && check_may_spend(f->c, search_step(f)); steps++) {
        const bool going = dual_value + at_most(f, j, room) > *most;
        if (going && j > 0) {
            j--;
            continue;
        }
        if (going)
            *most = dual_value;
        while (j < f->n && !one_more(f, j, room, &dual_value))
            j++;
        if (j == f->n)
            return true;
    }
    return false;
}

static void find_room(const check_family *f, size_t k, int64_t *room)
{
    const check_packing *p = f->items->p;
    for (size_t d = 0; d < f->n_dims; d++)
        room[d] = p->capacity[k * p->resource.n + f->resource[d]] / f->step[d];
}

/* False when the search was left. */
static bool look_at_type(check_family *f, size_t k)
{
    int64_t room[CHECK_RESOURCES_MAX];
    check_wide dual_value;
    f->type = k;
    f->price = check_times(f->c, f->root->price[k], f->root->num);
    if (f->root->most_value != NULL)
        f->root->most_value[k] = f->price / f->root->den;
    find_room(f, k, room);
    if (!check_family_keeps_rows(f) && (f->table || f->root->most_value != NULL)
        && most_value_of(f, room, &dual_value)) {
        if (f->root->most_value != NULL)
            f->root->most_value[k] = dual_value;
        if (dual_value * f->root->den > f->price) {
            check_violation(f->c, NULL, "the values make a pattern of type '%s' worth "
                                        "more than its price", f->items->p->type.key[k].text);
            f->sound = false;
        }
        return true;
    }
    if (f->root->most_value != NULL && f->c->steps < f->leave_at)
        *f->root->cut_short = true;
    find_room(f, k, room); /* a search that was left has changed it */
    return explore(f, room);
}

static bool look_at_types(check_family *f)
{
    const check_packing *p = f->items->p;
    for (size_t k = 0; k < p->type.n && f->sound; k++)
        if (check_family_looks_at(f, k) && (!p->types[k].is_limited || p->types[k].supply > 0)
            && !look_at_type(f, k))
            return false;
    return true;
}

/* By densities, in few steps where there is a table, which must have its own left; false when
 * it was left for that. */
static bool look_without_table(check_family *f)
{
    const bool table = f->table;
    const uint64_t all = table ? check_family_table_steps(f) : 0;
    if (table && (f->root->gap >= 0 || (f->c->most_steps - f->c->steps) / 2 <= all))
        return false;
    check_family_fill_densities(f);
    f->table = false;
    if (table)
        f->leave_at = f->c->steps + all / TRIAL;
    const bool done = look_at_types(f);
    f->leave_at = UINT64_MAX;
    f->table = table;
    return done;
}

static size_t types_of(const check_family *f)
{
    size_t n = 0;
    for (size_t k = 0; k < f->items->p->type.n; k++)
        n += check_family_looks_at(f, k);
    return n;
}

bool check_patterns(check *c, const check_items *items, const check_root *root, check_pool *pool)
{
    bool sound = true;
    for (size_t q = 0; q < items->p->family.n && sound; q++) {
        check_family f = {.c = c, .items = items, .root = root, .pool = pool, .family = q,
                          .leave_at = UINT64_MAX, .sound = true};
        const size_t n = types_of(&f);
        check_spend_on(c, items->n, items->p->type.n + n * items->p->resource.n * CHECK_DIVISION);
        if (n == 0)
            continue;
        check_family_make(&f);
        if (!check_family_is_in_shadow(&f) && !look_without_table(&f)) {
            check_family_fill_table(&f);
            look_at_types(&f);
        }
        sound = f.sound;
        check_family_forget(&f);
    }
    return sound;
}
