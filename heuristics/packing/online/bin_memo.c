#include "bin_memo.h"

#include <string.h>

typedef struct {
    const double *key; /* item, capacity, free; NULL: nobody is there */
    size_t n;          /* numbers of the key */
    double value;
} entry;

struct ul_bin_memo {
    ul_arena *arena;
    const ul_bin_rule *rule;
    entry *slot;
    size_t n_slots, n_used;
    double *key, *free, *value; /* of the question */
    size_t *asked, room;
};

ul_status ul_bin_memo_new(ul_arena *arena, ul_bin_memo **result)
{
    UL_ALLOC(arena, *result, 1);
    (*result)->arena = arena;
    return UL_OK;
}

static entry *find(const ul_bin_memo *memo, const double *key, size_t n)
{
    uint64_t h = n;
    for (size_t q = 0; q < n; q++) {
        uint64_t bits;
        memcpy(&bits, &key[q], sizeof bits);
        h = (h ^ bits) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    size_t at = (size_t)h & (memo->n_slots - 1);
    while (memo->slot[at].key != NULL
           && (memo->slot[at].n != n || memcmp(memo->slot[at].key, key, n * sizeof *key) != 0))
        at = (at + 1) & (memo->n_slots - 1);
    return &memo->slot[at];
}

/* Room for n entries more, at most half of the table used. */
static ul_status reserve(ul_bin_memo *memo, size_t n)
{
    entry *old = memo->slot;
    const size_t n_old = memo->n_slots;
    if (2 * (memo->n_used + n) <= n_old)
        return UL_OK;
    for (memo->n_slots = n_old == 0 ? 1024 : 2 * n_old; memo->n_slots < 2 * (memo->n_used + n);)
        memo->n_slots *= 2;
    UL_ALLOC(memo->arena, memo->slot, memo->n_slots);
    for (size_t q = 0; q < n_old; q++)
        if (old[q].key != NULL)
            *find(memo, old[q].key, old[q].n) = old[q];
    return UL_OK;
}

static ul_status make_room(ul_bin_memo *memo, const ul_bin_question *ask)
{
    UL_TRY(reserve(memo, ask->n));
    if (memo->room >= ask->n * ask->n_resources)
        return UL_OK;
    memo->room = 2 * ask->n * ask->n_resources;
    UL_ALLOC(memo->arena, memo->key, 3 * ask->n_resources);
    UL_ALLOC(memo->arena, memo->free, memo->room);
    UL_ALLOC(memo->arena, memo->value, memo->room);
    UL_ALLOC(memo->arena, memo->asked, memo->room);
    return UL_OK;
}

static const double *key_of(const ul_bin_memo *memo, const ul_bin_question *ask, const double *free)
{
    const size_t n = ask->n_resources;
    memcpy(memo->key, ask->item, n * sizeof *free);
    memcpy(memo->key + n, ask->capacity, n * sizeof *free);
    memcpy(memo->key + 2 * n, free, n * sizeof *free);
    return memo->key;
}

static ul_status values(void *context, const ul_bin_question *ask, double *value)
{
    ul_bin_memo *memo = context;
    const size_t n = ask->n_resources;
    ul_bin_question news = *ask;
    UL_TRY(make_room(memo, ask));
    news.n = 0;
    news.free = memo->free;
    for (size_t q = 0; q < ask->n; q++) {
        const entry *known = find(memo, key_of(memo, ask, ask->free + q * n), 3 * n);
        value[q] = known->value;
        if (known->key != NULL)
            continue;
        memcpy(memo->free + news.n * n, ask->free + q * n, n * sizeof *memo->free);
        memo->asked[news.n++] = q;
    }
    if (news.n > 0)
        UL_TRY(memo->rule->values(memo->rule->context, &news, memo->value));
    for (size_t q = 0; q < news.n; q++) {
        double *key;
        UL_ALLOC_RAW(memo->arena, key, 3 * n);
        memcpy(key, key_of(memo, ask, memo->free + q * n), 3 * n * sizeof *key);
        *find(memo, key, 3 * n) = (entry){key, 3 * n, memo->value[q]};
        memo->n_used++;
        value[memo->asked[q]] = memo->value[q];
    }
    return UL_OK;
}

ul_bin_rule ul_bin_memo_rule(ul_bin_memo *memo, const ul_bin_rule *rule)
{
    memo->rule = rule;
    return (ul_bin_rule){values, memo};
}
