/* Building the tree of task_index_tree.h: codes are put into rows, the rows split at
 * medians of the side in which they lie furthest apart, and the nodes surveyed.
 * O(n log n) expected; the rows are given back.
 */
#include <stdint.h>
#include <string.h>

#include "task_index_node.h"

enum { LEAF_ENTRIES = 16, CACHE_LINE = 64 };

/* In many dimensions the corner of a node promises more than anything below it
 * keeps: a search by scores looks at nearly all that fits, and bounding the nodes
 * only adds to that. So there leaves are as large as their counters allow. */
enum { WIDE_RESOURCES = 8, WIDE_LEAF_ENTRIES = UINT8_MAX };

/* A search for the first that fits is over once the earlier half of the list
 * has an answer, so its tree splits the list itself, and that more often than
 * any resource. Measured on a million tasks: 1 is 12% slower, 32 is 15%. */
static const double LIST_WEIGHT = 4;

/* Rows to be put in order: the codes of an entry, then its place in the list
 * above its number. They are moved whole, so that every pass reads memory from
 * front to back. */
typedef struct {
    const ul_task_tree *tree;
    uint64_t *row;
    size_t stride; /* words of a row */
    double range[UL_RESOURCES_MAX + 1]; /* of the whole tree: the unit of spread */
} building;

/* What rows are split on: a code or, behind the last resource, the place. */
typedef struct {
    size_t word;
    unsigned shift;
    uint64_t mask;
} side;

static side side_of(const building *b, size_t r)
{
    return r == b->tree->n_resources
               ? (side){b->stride - 1, 32, UINT32_MAX}
               : (side){r / LANES, (unsigned)(r % LANES * LANE), CODE};
}

static uint64_t key_of(const uint64_t *row, side s)
{
    return row[s.word] >> s.shift & s.mask;
}

/* Brings the rows with keys below `limit` to the front; where they end. Every
 * row is moved, because guessing which to move costs more. */
static inline size_t partition(uint64_t *row, size_t stride, size_t begin, size_t end, side s,
                               uint64_t limit)
{
    size_t below = begin;
    for (size_t q = begin; q < end; q++) {
        uint64_t *x = row + q * stride, *y = row + below * stride;
        below += key_of(x, s) < limit;
        for (size_t w = 0; w < stride; w++) {
            const uint64_t kept = x[w];
            x[w] = y[w];
            y[w] = kept;
        }
    }
    return below;
}

static size_t bring_below(const building *b, size_t begin, size_t end, side s, uint64_t limit)
{
    return b->stride == 2 ? partition(b->row, 2, begin, end, s, limit)
                          : partition(b->row, b->stride, begin, end, s, limit);
}

static uint64_t median_of_three(uint64_t a, uint64_t b, uint64_t c)
{
    if (a > b) {
        const uint64_t kept = a;
        a = b;
        b = kept;
    }
    return c < a ? a : c < b ? c : b;
}

static uint64_t pivot_of(const building *b, size_t begin, size_t end, side s)
{
    uint64_t key[9];
    const size_t n = end - begin;
    for (size_t q = 0; q < 9; q++)
        key[q] = key_of(b->row + (begin + (n - 1) * q / 8) * b->stride, s);
    return median_of_three(median_of_three(key[0], key[1], key[2]),
                           median_of_three(key[3], key[4], key[5]),
                           median_of_three(key[6], key[7], key[8]));
}

/* Orders rows so that none before `middle` exceeds any from it on: quickselect
 * that takes equal keys out of the way, as equal demands abound. */
static void split_at(const building *b, size_t begin, size_t end, side s, size_t middle)
{
    while (end - begin > 1) {
        const uint64_t pivot = pivot_of(b, begin, end, s);
        const size_t below = bring_below(b, begin, end, s, pivot);
        if (middle < below) {
            end = below;
            continue;
        }
        const size_t above = bring_below(b, below, end, s, pivot + 1);
        if (middle < above)
            return;
        begin = above;
    }
}

/* Fills range with the distances between the ends of each side. */
static void measure(const building *b, size_t begin, size_t end, double *range)
{
    const ul_task_tree *tree = b->tree;
    uint64_t low[WORDS_MAX], high[WORDS_MAX], from = UINT64_MAX, to = 0;
    memcpy(low, b->row + begin * b->stride, tree->n_words * sizeof *low);
    memcpy(high, low, tree->n_words * sizeof *high);
    for (size_t q = begin; q < end; q++) {
        const uint64_t *row = b->row + q * b->stride;
        const uint64_t place = row[tree->n_words];
        for (size_t w = 0; w < tree->n_words; w++) {
            low[w] = lane_min(low[w], row[w]);
            high[w] = lane_max(high[w], row[w]);
        }
        from = place < from ? place : from;
        to = place > to ? place : to;
    }
    for (size_t r = 0; r < tree->n_resources; r++)
        range[r] = (double)(decode(lane(high, r)) - decode(lane(low, r)));
    range[tree->n_resources] = (double)((to >> 32) - (from >> 32));
}

/* The side in which the rows lie furthest apart. */
static size_t widest(const building *b, size_t begin, size_t end)
{
    double range[UL_RESOURCES_MAX + 1], best_spread = -1;
    size_t best = 0;
    measure(b, begin, end, range);
    for (size_t r = 0; r < b->tree->n_resources + !b->tree->scored; r++) {
        const double unit = r < b->tree->n_resources ? 1 : LIST_WEIGHT;
        const double spread = b->range[r] == 0 ? 0 : unit * range[r] / b->range[r];
        if (spread > best_spread) {
            best_spread = spread;
            best = r;
        }
    }
    return best;
}

static void split(const building *b, size_t leaf, size_t leaf_end)
{
    if (leaf_end - leaf == 1)
        return;
    const size_t half = leaf + (leaf_end - leaf) / 2;
    const size_t begin = leaf_begin(b->tree, leaf), end = leaf_begin(b->tree, leaf_end);
    split_at(b, begin, end, side_of(b, widest(b, begin, end)), leaf_begin(b->tree, half));
    split(b, leaf, half);
    split(b, half, leaf_end);
}

static ul_status allocate(ul_task_tree *tree, ul_arena *arena)
{
    const size_t n_nodes = leaf_node(tree, tree->n_leaves);
    const size_t node_bytes = node_words(tree) * sizeof *tree->node;
    tree->group = ul_arena_alloc_raw(arena, tree->n, sizeof *tree->group);
    tree->task = ul_arena_alloc_raw(arena, tree->n, sizeof *tree->task);
    tree->code = ul_arena_alloc_raw(arena, tree->n, tree->n_words * sizeof *tree->code);
    tree->need = ul_arena_alloc_raw(arena, tree->n, sizeof *tree->need);
    tree->n_live = ul_arena_alloc_raw(arena, tree->n_leaves, sizeof *tree->n_live);
    char *node = ul_arena_alloc_raw(arena, 1, n_nodes * node_bytes + 2 * CACHE_LINE);
    tree->base = ul_arena_alloc_raw(arena, tree->n_resources, sizeof *tree->base);
    tree->floor = ul_arena_alloc_raw(arena, tree->n_resources, sizeof *tree->floor);
    UL_NEED(tree->group && tree->task && tree->code && tree->need && tree->n_live && node
            && tree->base && tree->floor);
    /* the root's children, and so those of all, begin a cache line */
    node += CACHE_LINE - ((uintptr_t)node + node_bytes) % CACHE_LINE;
    tree->node = (void *)node;
    return UL_OK;
}

static void find_base(ul_task_tree *tree, const ul_task_tree_entry *entry)
{
    for (size_t r = 0; r < tree->n_resources; r++)
        tree->base[r] = INT64_MAX;
    for (size_t e = 0; e < tree->n; e++)
        for (size_t r = 0; r < tree->n_resources; r++)
            tree->base[r] = entry[e].need[r] < tree->base[r] ? entry[e].need[r] : tree->base[r];
}

/* Copies the entries in the order of the rows and surveys all nodes. */
static void settle(ul_task_tree *tree, const building *b, const ul_task_tree_entry *entry,
                   uint32_t *leaf_of)
{
    for (size_t leaf = 0; leaf < tree->n_leaves; leaf++) {
        const size_t begin = leaf_begin(tree, leaf), end = leaf_begin(tree, leaf + 1);
        tree->n_live[leaf] = (uint8_t)(end - begin);
        for (size_t e = begin; e < end; e++) {
            const uint64_t *row = b->row + e * b->stride;
            const ul_task_tree_entry *from = &entry[(uint32_t)row[tree->n_words]];
            tree->group[e] = from->group;
            tree->task[e] = from->task;
            tree->need[e] = from->need;
            memcpy(tree->code + e * tree->n_words, row, tree->n_words * sizeof *row);
            leaf_of[from->group] = (uint32_t)leaf;
        }
    }
    for (size_t node = leaf_node(tree, tree->n_leaves); node-- > 0;)
        survey(tree, node, first(tree, node));
    find_floor(tree);
}

ul_status ul_task_tree_build(ul_task_tree *tree, ul_arena *arena, size_t n_resources, bool scored,
                             const ul_task_tree_entry *entry, size_t n, uint32_t *leaf_of)
{
    *tree = (ul_task_tree){.n = n, .n_leaves = 1, .n_resources = n_resources,
                           .n_words = (n_resources + LANES - 1) / LANES, .scored = scored};
    const size_t most = scored && n_resources > WIDE_RESOURCES ? WIDE_LEAF_ENTRIES : LEAF_ENTRIES;
    while (n > tree->n_leaves * most)
        tree->n_leaves <<= SIDE_BITS, tree->leaf_bits += SIDE_BITS;
    UL_TRY(allocate(tree, arena));
    find_base(tree, entry);
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    building b = {.tree = tree, .stride = tree->n_words + 1};
    b.row = ul_arena_alloc_raw(arena, n, b.stride * sizeof *b.row);
    UL_NEED(b.row);
    for (size_t e = 0; e < n; e++) {
        encode_all(tree, entry[e].need, 0, b.row + e * b.stride);
        b.row[e * b.stride + tree->n_words] = (uint64_t)entry[e].task << 32 | e;
    }
    if (n > 0) {
        measure(&b, 0, n, b.range);
        split(&b, 0, tree->n_leaves);
    }
    settle(tree, &b, entry, leaf_of);
    ul_arena_rewind(arena, mark);
    return UL_OK;
}
