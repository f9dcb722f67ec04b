/* Longer than a file should be: what nodes know is private to those who build,
 * search and change them. */
#include "task_index_tree.h"

#include <stdint.h>
#include <string.h>

#include "task_index_code.h"

enum {
    LEAF_ENTRIES = 16,
    SIDE_BITS = 2,
    SIDES = 1 << SIDE_BITS, /* children of a node: what a search reads of four is a cache line */
    CACHE_LINE = 64,
};

/* A search for the first that fits is over once the earlier half of the list
 * has an answer, so its tree splits the list itself, and that more often than
 * any resource. Measured on a million tasks: 1 is 12% slower, 32 is 15%. */
static const double LIST_WEIGHT = 4;

/* ---- what nodes know ---- */

static size_t leaf_begin(const ul_task_tree *tree, size_t leaf)
{
    return tree->n * leaf >> tree->leaf_bits;
}

static size_t leaf_node(const ul_task_tree *tree, size_t leaf)
{
    return (tree->n_leaves - 1) / (SIDES - 1) + leaf;
}

static bool is_leaf(const ul_task_tree *tree, size_t node)
{
    return node >= leaf_node(tree, 0);
}

static size_t node_words(const ul_task_tree *tree)
{
    return 1 + tree->n_words * (1 + tree->scored);
}

static uint64_t *first(const ul_task_tree *tree, size_t node)
{
    return tree->node + node * node_words(tree);
}

static uint64_t *least(const ul_task_tree *tree, size_t node)
{
    return first(tree, node) + 1;
}

static uint64_t *greatest(const ul_task_tree *tree, size_t node)
{
    return first(tree, node) + 1 + tree->n_words;
}

/* Counts one more child or entry into what a node knows. */
static void include(const ul_task_tree *tree, uint64_t *known, uint64_t task, const uint64_t *low,
                    const uint64_t *high)
{
    known[0] = task < known[0] ? task : known[0];
    for (size_t w = 0; w < tree->n_words; w++)
        known[1 + w] = lane_min(known[1 + w], low[w]);
    for (size_t w = 0; tree->scored && w < tree->n_words; w++)
        known[1 + tree->n_words + w] = lane_max(known[1 + tree->n_words + w], high[w]);
}

/* Writes what holds below a node, in the layout of tree->node. */
static void survey(const ul_task_tree *tree, size_t node, uint64_t *known)
{
    known[0] = UL_PACKING_NONE;
    for (size_t w = 0; w < tree->n_words; w++) {
        known[1 + w] = lanes_of(GUARDS); /* above every code */
        if (tree->scored)
            known[1 + tree->n_words + w] = 0;
    }
    if (is_leaf(tree, node)) {
        const size_t leaf = node - leaf_node(tree, 0);
        const size_t begin = leaf_begin(tree, leaf);
        for (size_t e = begin; e < begin + tree->n_live[leaf]; e++) {
            const uint64_t *code = tree->code + e * tree->n_words;
            include(tree, known, tree->task[e], code, code);
        }
        return;
    }
    for (size_t child = SIDES * node + 1; child <= SIDES * node + SIDES; child++)
        include(tree, known, *first(tree, child), least(tree, child), greatest(tree, child));
}

static void find_floor(ul_task_tree *tree)
{
    for (size_t r = 0; r < tree->n_resources; r++)
        tree->floor[r] = *first(tree, 0) == UL_PACKING_NONE
                             ? INT64_MAX
                             : tree->base[r] + (ul_micro)decode(lane(least(tree, 0), r));
}

/* Brings a leaf and the nodes above it up to date, as far as anything changes. */
static void refresh(ul_task_tree *tree, size_t node)
{
    uint64_t known[1 + 2 * WORDS_MAX];
    const size_t n_words = node_words(tree);
    for (;; node = (node - 1) / SIDES) {
        uint64_t *now = first(tree, node), changes = 0;
        survey(tree, node, known);
        for (size_t w = 0; w < n_words; w++) {
            changes |= known[w] ^ now[w];
            now[w] = known[w];
        }
        if (changes == 0)
            return;
        if (node == 0)
            break;
    }
    find_floor(tree);
}

static void swap_entries(ul_task_tree *tree, size_t e, size_t d)
{
    const uint32_t group = tree->group[e], task = tree->task[e];
    const ul_micro *need = tree->need[e];
    tree->group[e] = tree->group[d];
    tree->task[e] = tree->task[d];
    tree->need[e] = tree->need[d];
    tree->group[d] = group;
    tree->task[d] = task;
    tree->need[d] = need;
    for (size_t w = 0; w < tree->n_words; w++) {
        uint64_t *x = tree->code + e * tree->n_words + w, *y = tree->code + d * tree->n_words + w;
        const uint64_t kept = *x;
        *x = *y;
        *y = kept;
    }
}

void ul_task_tree_set(ul_task_tree *tree, uint32_t leaf, uint32_t group, uint32_t task)
{
    const size_t begin = leaf_begin(tree, leaf);
    const size_t live_end = begin + tree->n_live[leaf];
    size_t e = begin;
    while (tree->group[e] != group)
        e++;
    if (e >= live_end && task != UL_PACKING_NONE) {
        swap_entries(tree, e, live_end);
        e = live_end;
        tree->n_live[leaf]++;
    }
    tree->task[e] = task;
    if (e < live_end && task == UL_PACKING_NONE) {
        swap_entries(tree, e, live_end - 1);
        tree->n_live[leaf]--;
    }
    refresh(tree, leaf_node(tree, leaf));
}

/* ---- building ---- */

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
    if (tree->group == NULL || tree->task == NULL || tree->code == NULL || tree->need == NULL
        || tree->n_live == NULL || node == NULL || tree->base == NULL || tree->floor == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for the index of tasks");
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
    while (n > tree->n_leaves * LEAF_ENTRIES)
        tree->n_leaves <<= SIDE_BITS, tree->leaf_bits += SIDE_BITS;
    UL_TRY(allocate(tree, arena));
    find_base(tree, entry);
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    building b = {.tree = tree, .stride = tree->n_words + 1};
    b.row = ul_arena_alloc_raw(arena, n, b.stride * sizeof *b.row);
    if (b.row == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for the index of tasks");
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

/* ---- searching ---- */

typedef struct {
    const ul_task_tree *tree;
    const ul_micro *free;
    ul_task_score score;
    const void *context;
    ul_task_pick *pick;
    uint64_t code[WORDS_MAX]; /* of what is free: nothing with a greater one fits */
    uint64_t sure[WORDS_MAX]; /* of a little more: everything with lesser ones fits */
} search;

static bool fits(const ul_task_tree *tree, const ul_micro *need, const ul_micro *free)
{
    for (size_t r = 0; r < tree->n_resources; r++)
        if (need[r] > free[r])
            return false;
    return true;
}

static bool beats(double score, uint64_t task, const ul_task_pick *pick)
{
    return score > pick->score || (score == pick->score && task < pick->task);
}

/* The best score that may hide below a node: that of the greatest corner, cut
 * to the free capacity. Rounding keeps the order, so this bounds the doubles. */
static double bound(const search *s, size_t node)
{
    ul_micro corner[UL_RESOURCES_MAX];
    if (s->score == NULL)
        return 0;
    for (size_t r = 0; r < s->tree->n_resources; r++) {
        const uint64_t code = lane(greatest(s->tree, node), r);
        const ul_micro high = s->tree->base[r] + (ul_micro)decode(code + 1) - 1;
        corner[r] = high < s->free[r] ? high : s->free[r];
    }
    return s->score(s->context, corner);
}

static void search_leaf(const search *s, size_t leaf)
{
    const ul_task_tree *tree = s->tree;
    const size_t begin = leaf_begin(tree, leaf);
    for (size_t e = begin; e < begin + tree->n_live[leaf]; e++) {
        const uint64_t *code = tree->code + e * tree->n_words;
        if ((s->score == NULL && tree->task[e] >= s->pick->task)
            || !code_fits(tree, code, s->code)
            || (!code_is_below(tree, code, s->sure) && !fits(tree, tree->need[e], s->free)))
            continue;
        const double score = s->score == NULL ? 0 : s->score(s->context, tree->need[e]);
        if (beats(score, tree->task[e], s->pick))
            *s->pick = (ul_task_pick){tree->task[e], tree->group[e], score};
    }
}

/* Has the memory on its way by the time a search goes below the node. */
static void call_for(const ul_task_tree *tree, size_t node)
{
    if (is_leaf(tree, node))
        __builtin_prefetch(tree->code + leaf_begin(tree, node - leaf_node(tree, 0)) * tree->n_words);
    else
        __builtin_prefetch(first(tree, SIDES * node + 1));
}

/* Goes below a node that may hold an earlier one that fits. */
static void search_first(const search *s, size_t node)
{
    const ul_task_tree *tree = s->tree;
    if (is_leaf(tree, node)) {
        search_leaf(s, node - leaf_node(tree, 0));
        return;
    }
    const size_t child = SIDES * node + 1;
    uint64_t hope[SIDES];
    for (size_t q = 0; q < SIDES; q++) {
        hope[q] = code_fits(tree, least(tree, child + q), s->code) ? *first(tree, child + q)
                                                                   : UL_PACKING_NONE;
        if (hope[q] < s->pick->task)
            call_for(tree, child + q);
    }
    for (;;) {
        size_t best = 0;
        for (size_t q = 1; q < SIDES; q++)
            best = hope[q] < hope[best] ? q : best;
        if (hope[best] >= s->pick->task)
            return;
        hope[best] = UL_PACKING_NONE;
        search_first(s, child + best);
    }
}

/* The same with scores: something better, the most promising side first. */
static void search_below(const search *s, size_t node)
{
    const ul_task_tree *tree = s->tree;
    if (is_leaf(tree, node)) {
        search_leaf(s, node - leaf_node(tree, 0));
        return;
    }
    const size_t child = SIDES * node + 1;
    double hope[SIDES];
    bool open[SIDES];
    for (size_t q = 0; q < SIDES; q++) {
        open[q] = code_fits(tree, least(tree, child + q), s->code);
        hope[q] = open[q] ? bound(s, child + q) : 0;
    }
    for (;;) {
        size_t best = SIDES;
        for (size_t q = 0; q < SIDES; q++)
            if (open[q] && (best == SIDES || hope[q] > hope[best]
                            || (hope[q] == hope[best]
                                && *first(tree, child + q) < *first(tree, child + best))))
                best = q;
        if (best == SIDES || !beats(hope[best], *first(tree, child + best), s->pick))
            return;
        open[best] = false;
        search_below(s, child + best);
    }
}

bool ul_task_tree_may_fit(const ul_task_tree *tree, const ul_micro *free)
{
    return tree->n > 0 && fits(tree, tree->floor, free);
}

void ul_task_tree_find(const ul_task_tree *tree, const ul_micro *free, ul_task_score score,
                       const void *context, ul_task_pick *pick)
{
    if (!ul_task_tree_may_fit(tree, free))
        return;
    search s = {.tree = tree, .free = free, .score = score, .context = context, .pick = pick};
    encode_all(tree, free, 0, s.code);
    encode_all(tree, free, 1, s.sure);
    if (score == NULL)
        search_first(&s, 0);
    else if (beats(bound(&s, 0), *first(tree, 0), pick))
        search_below(&s, 0);
}
