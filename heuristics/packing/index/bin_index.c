#include "bin_index.h"

#include <string.h>

enum {
    tasks_per_bucket = 64,
    buckets_min = 128, /* of best and worst fit */
    buckets_max = 1 << 12,
    bins_shift = 5,    /* first fit: 2^5 bins have a bucket */
    block_buckets = 16 /* whose most is known together */
};

/* Bins of one family whose keys are near each other. */
typedef struct {
    uint32_t *bin; /* by key and number, ascending */
    size_t n, room;
    bool is_stale; /* less may be free than the row's `most` says */
} bucket;

/* All of a family, by key; none before there is one. */
typedef struct {
    size_t n;
    bucket *bucket;
    ul_micro *most;  /* by bucket and resource: no bin of it has more free */
    ul_micro *block; /* the same of block_buckets of them */
} bin_row;

struct ul_bin_index {
    const ul_packing_plan *plan;
    ul_arena *arena;
    ul_fit_rule rule;
    size_t n_resources;
    size_t n_buckets, buckets_of_one; /* as many have keys between 0 and 1 of a resource */
    const ul_micro *largest; /* capacity of each resource, what shares refer to */
    ul_micro *least;         /* by family and resource: no task takes less */
    ul_share *size;          /* best fit, by family and shape: the shares of what it takes */
    ul_share *key;           /* by bin; CLOSED: not in its row any more */
    size_t room;
    bin_row *row;   /* one for each family */
    uint32_t *from; /* first fit, for each shape: no bin before it has room */
};

static const ul_share CLOSED = INT64_MAX;

static void raise_to(ul_micro *most, const ul_micro *free, size_t n)
{
    for (size_t r = 0; r < n; r++)
        most[r] = free[r] > most[r] ? free[r] : most[r];
}

static bool holds(const ul_micro *free, const ul_micro *need, size_t n)
{
    for (size_t r = 0; r < n; r++)
        if (need[r] > free[r])
            return false;
    return true;
}

static void look_at_shapes(ul_bin_index *index, const ul_packing *in)
{
    const size_t n = in->n_resources;
    for (size_t f = 0; f < in->n_families; f++)
        for (size_t s = 0; s < in->n_shapes; s++) {
            const ul_micro *demand = ul_packing_demand(in, s, f);
            for (size_t r = 0; r < n; r++)
                if (s == 0 || demand[r] < index->least[f * n + r])
                    index->least[f * n + r] = demand[r];
            if (index->rule == UL_BEST_FIT)
                index->size[f * in->n_shapes + s] = ul_share_sum(in, index->largest, demand);
        }
}

ul_status ul_bin_index_new(const ul_packing_plan *plan, ul_arena *arena, ul_fit_rule rule,
                           ul_bin_index **result)
{
    const ul_packing *in = plan->in;
    ul_bin_index *index;
    UL_ALLOC(arena, index, 1);
    *index = (ul_bin_index){.plan = plan, .arena = arena, .rule = rule,
                            .n_resources = in->n_resources, .n_buckets = buckets_min};
    while (index->n_buckets < buckets_max && index->n_buckets * tasks_per_bucket < in->n_copies)
        index->n_buckets *= 2;
    index->buckets_of_one = (index->n_buckets - 1) / in->n_resources;
    UL_ALLOC(arena, index->row, in->n_families);
    UL_ALLOC(arena, index->from, in->n_shapes);
    UL_ALLOC_RAW(arena, index->least, in->n_families * in->n_resources);
    UL_ALLOC(arena, index->size, in->n_families * in->n_shapes);
    UL_TRY(ul_largest_capacity(in, arena, &index->largest));
    look_at_shapes(index, in);
    *result = index;
    return UL_OK;
}

/* ---- keys ---- */

static size_t family_of(const ul_bin_index *index, size_t i)
{
    return index->plan->in->type[index->plan->bin[i].type].family;
}

bool ul_bin_index_is_closed(const ul_bin_index *index, size_t i)
{
    return index->key[i] == CLOSED;
}

/* What is free, as the sum of shares of the machine's own capacity. */
static double room_of(const ul_packing_plan *plan, size_t i)
{
    const ul_micro *free = ul_plan_free(plan, i);
    const ul_micro *capacity = plan->in->type[plan->bin[i].type].capacity;
    double shares = 0;
    for (size_t r = 0; r < plan->in->n_resources; r++)
        shares += capacity[r] == 0 ? 0 : (double)free[r] / (double)capacity[r];
    return shares;
}

/* The more the less; doubles that are not negative come in the order of their bits. */
static ul_share key_of_room(double room)
{
    ul_share bits;
    memcpy(&bits, &room, sizeof bits);
    return -bits;
}

static double room_of_key(ul_share key)
{
    double room;
    memcpy(&room, &(ul_share){-key}, sizeof room);
    return room;
}

static ul_share key_of(const ul_bin_index *index, size_t i)
{
    const size_t n = index->n_resources;
    if (!holds(ul_plan_free(index->plan, i), index->least + family_of(index, i) * n, n))
        return CLOSED;
    if (index->rule == UL_WORST_FIT)
        return key_of_room(room_of(index->plan, i));
    return index->rule == UL_FIRST_FIT
               ? (ul_share)i
               : ul_share_sum(index->plan->in, index->largest, ul_plan_free(index->plan, i));
}

/* Never falls as keys rise. */
static size_t bucket_of(const ul_bin_index *index, ul_share key)
{
    const size_t n = index->n_resources;
    if (index->rule == UL_WORST_FIT)
        return (size_t)(((double)n - room_of_key(key)) * (double)index->buckets_of_one);
    return index->rule == UL_FIRST_FIT ? (size_t)key >> bins_shift
                                       : (size_t)((uint64_t)key * index->buckets_of_one >> 32);
}

/* ---- rows ---- */

static ul_micro *block_of(const ul_bin_index *index, const bin_row *row, size_t b)
{
    return row->block + b / block_buckets * index->n_resources;
}

static void survey_block(const ul_bin_index *index, bin_row *row, size_t b)
{
    const size_t n = index->n_resources, first = b - b % block_buckets;
    ul_micro *most = block_of(index, row, b);
    memset(most, 0xff, n * sizeof *most); /* -1 */
    for (size_t q = first; q < first + block_buckets; q++)
        raise_to(most, row->most + q * n, n);
}

/* Finds what is free on the bins of a bucket at most. */
static void survey(const ul_bin_index *index, bin_row *row, size_t b)
{
    bucket *of = &row->bucket[b];
    const size_t n = index->n_resources;
    ul_micro *most = row->most + b * n;
    bool leads = false;
    for (size_t r = 0; r < n; r++) {
        leads |= most[r] == block_of(index, row, b)[r];
        most[r] = -1;
    }
    for (size_t q = 0; q < of->n; q++)
        raise_to(most, ul_plan_free(index->plan, of->bin[q]), n);
    of->is_stale = false;
    if (leads)
        survey_block(index, row, b);
}

/* How many bins of a bucket are before this one, or where it would be. */
static size_t rank(const ul_bin_index *index, const bucket *of, size_t i)
{
    const ul_share key = index->key[i];
    size_t low = 0;
    for (size_t n = of->n, half; n > 0; n -= half) {
        half = (n + 1) / 2;
        const size_t other = of->bin[low + half - 1];
        const ul_share there = index->key[other]; /* without a branch, which nobody can foretell */
        low += half * ((there < key) | ((there == key) & (other < i)));
    }
    return low;
}

/* Has bucket b in the row. */
static ul_status grow(const ul_bin_index *index, bin_row *row, size_t b)
{
    const size_t old = row->n, n = index->n_resources;
    size_t room = old == 0 ? index->n_buckets : old;
    while (room <= b)
        room *= 2;
    if (b < old)
        return UL_OK;
    row->bucket = ul_arena_grow(index->arena, row->bucket, old, room, sizeof *row->bucket);
    row->most = ul_arena_grow(index->arena, row->most, old, room, n * sizeof *row->most);
    row->block = ul_arena_grow(index->arena, row->block, old / block_buckets, room / block_buckets,
                               n * sizeof *row->block);
    UL_NEED(row->bucket && row->most && row->block);
    row->n = room;
    memset(row->most + old * n, 0xff, (room - old) * n * sizeof *row->most); /* -1 */
    memset(row->block + old / block_buckets * n, 0xff,
           (room - old) / block_buckets * n * sizeof *row->block);
    return UL_OK;
}

static ul_status insert(ul_bin_index *index, size_t i)
{
    const size_t n = index->n_resources, b = bucket_of(index, index->key[i]);
    bin_row *row = &index->row[family_of(index, i)];
    UL_TRY(grow(index, row, b));
    bucket *to = &row->bucket[b];
    UL_MORE(index->arena, to->bin, to->n, to->room);
    const size_t q = rank(index, to, i);
    memmove(to->bin + q + 1, to->bin + q, (to->n++ - q) * sizeof *to->bin);
    to->bin[q] = (uint32_t)i;
    raise_to(row->most + b * n, ul_plan_free(index->plan, i), n);
    raise_to(block_of(index, row, b), ul_plan_free(index->plan, i), n);
    return UL_OK;
}

ul_status ul_bin_index_add(ul_bin_index *index, size_t i)
{
    UL_MORE(index->arena, index->key, i, index->room);
    index->key[i] = key_of(index, i);
    return index->key[i] == CLOSED ? UL_OK : insert(index, i);
}

ul_status ul_bin_index_update(ul_bin_index *index, size_t i)
{
    bin_row *row = &index->row[family_of(index, i)];
    const ul_share key = key_of(index, i);
    if (index->key[i] == CLOSED)
        return UL_OK;
    const size_t b = bucket_of(index, index->key[i]);
    bucket *from = &row->bucket[b];
    from->is_stale = true;
    if (key == index->key[i])
        return UL_OK;
    const size_t q = rank(index, from, i);
    memmove(from->bin + q, from->bin + q + 1, (--from->n - q) * sizeof *from->bin);
    if (from->n == 0)
        survey(index, row, b);
    index->key[i] = key;
    return key == CLOSED ? UL_OK : insert(index, i);
}

/* ---- searches ---- */

/* The first bucket from b on that may hold `need`; row->n: none. */
static size_t next_bucket(const ul_bin_index *index, const bin_row *row, const ul_micro *need, size_t b)
{
    const size_t n = index->n_resources;
    while (b < row->n && !holds(row->most + b * n, need, n)) {
        b++;
        while (b < row->n && b % block_buckets == 0 && !holds(block_of(index, row, b), need, n))
            b += block_buckets;
    }
    return b;
}

/* The first bin of a row that holds `need`, from a bucket on; UL_NONE: none does. */
static size_t first_holding(const ul_bin_index *index, bin_row *row, const ul_micro *need, size_t b)
{
    for (; (b = next_bucket(index, row, need, b)) < row->n; b++) {
        const bucket *of = &row->bucket[b];
        for (size_t q = 0; q < of->n; q++)
            if (holds(ul_plan_free(index->plan, of->bin[q]), need, index->n_resources))
                return of->bin[q];
        if (of->is_stale)
            survey(index, row, b);
    }
    return UL_NONE;
}

/* The bucket before which no bin holds a task of this shape, whose size is its shares. */
static size_t first_bucket(const ul_bin_index *index, size_t shape, ul_share size)
{
    if (index->rule == UL_WORST_FIT)
        return 0;
    return bucket_of(index, index->rule == UL_FIRST_FIT ? (ul_share)index->from[shape] : size);
}

size_t ul_bin_index_find(ul_bin_index *index, size_t shape)
{
    const ul_packing *in = index->plan->in;
    size_t best = UL_NONE;
    ul_share least = 0;
    for (size_t f = 0; f < in->n_families; f++) {
        bin_row *row = &index->row[f];
        if (row->n == 0)
            continue;
        const ul_micro *need = ul_packing_demand(in, shape, f);
        const ul_share size = index->size[f * in->n_shapes + shape];
        const size_t i = first_holding(index, row, need, first_bucket(index, shape, size));
        if (i == UL_NONE)
            continue;
        const ul_share left = index->key[i] - size;
        if (best == UL_NONE || left < least || (left == least && i < best)) {
            best = i;
            least = left;
        }
    }
    if (index->rule == UL_FIRST_FIT)
        index->from[shape] = (uint32_t)(best == UL_NONE ? index->plan->n_bins : best);
    return best;
}
