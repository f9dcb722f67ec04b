#include "bin_index.h"

typedef struct {
    uint32_t left, right; /* bins, or UL_PACKING_NONE */
    uint32_t priority;    /* a parent's is greater: balance by hashed bin numbers */
    ul_share key; /* equal keys go by bin number */
} node;

struct ul_bin_index {
    const ul_packing_plan *plan;
    ul_arena *arena;
    ul_fit_rule rule;
    const ul_micro *largest; /* capacity of each resource, what shares refer to */
    node *node;              /* one for each bin */
    ul_micro *most;          /* for each node and resource: most free in its subtree */
    size_t room;
    uint32_t *root; /* one for each family */
    uint32_t *from; /* first fit, for each shape: no bin before it has room */
};

static const uint32_t NONE = UL_PACKING_NONE;

ul_status ul_bin_index_new(const ul_packing_plan *plan, ul_arena *arena, ul_fit_rule rule,
                           ul_bin_index **result)
{
    ul_bin_index *index;
    UL_ALLOC(arena, index, 1);
    index->plan = plan;
    index->arena = arena;
    index->rule = rule;
    UL_ALLOC_RAW(arena, index->root, plan->in->n_families);
    UL_ALLOC(arena, index->from, plan->in->n_shapes);
    for (size_t f = 0; f < plan->in->n_families; f++)
        index->root[f] = NONE;
    *result = index;
    return ul_largest_capacity(plan->in, arena, &index->largest);
}

/* A bijection that scatters consecutive numbers (the finalizer of MurmurHash3). */
static uint32_t scatter(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

static bool before(const ul_bin_index *index, uint32_t a, uint32_t b)
{
    const node *x = &index->node[a], *y = &index->node[b];
    return x->key != y->key ? x->key < y->key : a < b;
}

static void refresh(ul_bin_index *index, uint32_t i)
{
    const size_t n = index->plan->in->n_resources;
    const uint32_t child[2] = {index->node[i].left, index->node[i].right};
    const ul_micro *free = ul_plan_free(index->plan, i);
    ul_micro *most = index->most + i * n;
    for (size_t r = 0; r < n; r++)
        most[r] = free[r];
    for (int c = 0; c < 2; c++)
        for (size_t r = 0; child[c] != NONE && r < n; r++)
            if (index->most[child[c] * n + r] > most[r])
                most[r] = index->most[child[c] * n + r];
}

/* Splits a tree into what comes before bin i and what comes after. */
static void split(ul_bin_index *index, uint32_t tree, uint32_t i, uint32_t *low, uint32_t *high)
{
    if (tree == NONE) {
        *low = *high = NONE;
        return;
    }
    if (before(index, tree, i)) {
        split(index, index->node[tree].right, i, &index->node[tree].right, high);
        *low = tree;
    } else {
        split(index, index->node[tree].left, i, low, &index->node[tree].left);
        *high = tree;
    }
    refresh(index, tree);
}

static uint32_t join(ul_bin_index *index, uint32_t low, uint32_t high)
{
    if (low == NONE || high == NONE)
        return low == NONE ? high : low;
    if (index->node[low].priority > index->node[high].priority) {
        index->node[low].right = join(index, index->node[low].right, high);
        refresh(index, low);
        return low;
    }
    index->node[high].left = join(index, low, index->node[high].left);
    refresh(index, high);
    return high;
}

static void insert(ul_bin_index *index, uint32_t *tree, uint32_t i)
{
    if (*tree == NONE || index->node[*tree].priority < index->node[i].priority) {
        split(index, *tree, i, &index->node[i].left, &index->node[i].right);
        *tree = i;
    } else {
        node *at = &index->node[*tree];
        insert(index, before(index, i, *tree) ? &at->left : &at->right, i);
    }
    refresh(index, *tree);
}

static void take_out(ul_bin_index *index, uint32_t *tree, uint32_t i)
{
    node *at = &index->node[*tree];
    if (*tree == i) {
        *tree = join(index, at->left, at->right);
        return;
    }
    take_out(index, before(index, i, *tree) ? &at->left : &at->right, i);
    refresh(index, *tree);
}

static void refresh_path(ul_bin_index *index, uint32_t tree, uint32_t i)
{
    if (tree != i) {
        const node *at = &index->node[tree];
        refresh_path(index, before(index, i, tree) ? at->left : at->right, i);
    }
    refresh(index, tree);
}

static uint32_t *root_of(ul_bin_index *index, size_t i)
{
    const ul_packing_plan *plan = index->plan;
    return &index->root[plan->in->type[plan->bin[i].type].family];
}

static ul_share key_of(const ul_bin_index *index, size_t i)
{
    return index->rule == UL_FIRST_FIT
               ? 0
               : ul_share_sum(index->plan->in, index->largest, ul_plan_free(index->plan, i));
}

ul_status ul_bin_index_add(ul_bin_index *index, size_t i)
{
    if (i >= index->room) {
        const size_t old = index->room;
        index->room = i < 512 ? 1024 : i * 2;
        index->node = ul_arena_grow(index->arena, index->node, old, index->room,
                                    sizeof *index->node);
        index->most = ul_arena_grow(index->arena, index->most, old, index->room,
                                    index->plan->in->n_resources * sizeof *index->most);
        UL_NEED(index->node && index->most);
    }
    index->node[i] = (node){NONE, NONE, scatter((uint32_t)i), key_of(index, i)};
    insert(index, root_of(index, i), (uint32_t)i);
    return UL_OK;
}

void ul_bin_index_update(ul_bin_index *index, size_t i)
{
    uint32_t *root = root_of(index, i);
    if (index->rule == UL_FIRST_FIT) {
        refresh_path(index, *root, (uint32_t)i);
        return;
    }
    take_out(index, root, (uint32_t)i);
    index->node[i].left = index->node[i].right = NONE;
    index->node[i].key = key_of(index, i);
    insert(index, root, (uint32_t)i);
}

/* The first bin of the tree, in key order, that holds `need`, from a key (first
 * fit: a bin) on: a smaller sum of free shares than the need's cannot hold it. */
static uint32_t first_holding(const ul_bin_index *index, uint32_t tree, const ul_micro *need,
                              ul_share key, uint32_t from)
{
    const ul_packing *in = index->plan->in;
    while (tree != NONE && ul_packing_fits(in, need, index->most + tree * in->n_resources)) {
        if (index->node[tree].key >= key && tree >= from) {
            const uint32_t found = first_holding(index, index->node[tree].left, need, key, from);
            if (found != NONE)
                return found;
            if (ul_packing_fits(in, need, ul_plan_free(index->plan, tree)))
                return tree;
        }
        tree = index->node[tree].right;
    }
    return NONE;
}

size_t ul_bin_index_find(ul_bin_index *index, size_t shape)
{
    const ul_packing *in = index->plan->in;
    size_t best = UL_NONE;
    ul_share least = 0;
    for (size_t f = 0; f < in->n_families; f++) {
        if (index->root[f] == NONE)
            continue;
        const ul_micro *need = ul_packing_demand(in, shape, f);
        const ul_share size =
            index->rule == UL_FIRST_FIT ? 0 : ul_share_sum(in, index->largest, need);
        const uint32_t i = first_holding(index, index->root[f], need, size, index->from[shape]);
        if (i == NONE)
            continue;
        const ul_share left = index->node[i].key - size;
        if (best == UL_NONE || left < least || (left == least && i < best)) {
            best = i;
            least = left;
        }
    }
    if (index->rule == UL_FIRST_FIT)
        index->from[shape] = (uint32_t)(best == UL_NONE ? index->plan->n_bins : best);
    return best;
}
