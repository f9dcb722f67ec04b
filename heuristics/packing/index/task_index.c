#include <string.h>

#include "task_index_tree.h"

/* Tasks of one class and shape: order[at .. end) of the index, `left` copies of
 * the first of them. Empty when at == end. */
typedef struct {
    uint32_t shape;
    uint32_t at, end;
    uint32_t left;
} group;

/* Families with equal demands share a view. */
typedef struct {
    ul_task_tree *tree; /* one per class; NULL until the view is used */
    uint32_t *place_of; /* per group; UL_PACKING_NONE when it was empty before that */
} view;

struct ul_task_index {
    const ul_packing *in;
    ul_arena *arena;
    size_t n_classes, n_groups;
    bool scored;
    uint32_t *order;       /* records by class, shape, list order */
    group *group;
    uint32_t *group_of;    /* per record */
    uint32_t *class_of;    /* per group */
    uint32_t *class_begin; /* groups of class c: class_begin[c] .. class_begin[c + 1] */
    size_t n_views;
    view *view;
    uint32_t *view_of; /* per family */
    const view *now;
    size_t now_family;
    uint32_t *list;       /* records by class, in list order */
    uint32_t *list_begin; /* of class c: list_begin[c] .. list_begin[c + 1] */
    uint32_t *cursor;     /* per class: everything before it has been taken */
    ul_task_tree_entry *entry; /* scratch for the largest class */
};

/* A search for the first that fits looks at so many records of the list before
 * it asks the tree: on a machine with much room the answer is nearly always
 * there, and reading on in a list is far cheaper than going down a tree. */
enum { LIST_LOOKS = 48 };

/* ---- groups ---- */

static uint32_t key_shape(const ul_packing *in, const uint32_t *class_of, uint32_t j)
{
    (void)class_of;
    return in->task[j].shape;
}

static uint32_t key_class(const ul_packing *in, const uint32_t *class_of, uint32_t j)
{
    (void)in;
    return class_of == NULL ? 0 : class_of[j];
}

/* Stable counting sort of records by a key below n_keys; from NULL is list order. */
static ul_status sort_by(const ul_packing *in, const uint32_t *class_of, ul_arena *arena,
                         uint32_t (*key)(const ul_packing *, const uint32_t *, uint32_t),
                         size_t n_keys, const uint32_t *from, uint32_t *to)
{
    uint32_t *start;
    UL_ALLOC(arena, start, n_keys + 1);
    for (uint32_t j = 0; j < in->n_tasks; j++)
        start[key(in, class_of, j) + 1]++;
    for (size_t q = 0; q < n_keys; q++)
        start[q + 1] += start[q];
    for (uint32_t q = 0; q < in->n_tasks; q++) {
        const uint32_t j = from == NULL ? q : from[q];
        to[start[key(in, class_of, j)]++] = j;
    }
    return UL_OK;
}

static ul_status sort_records(ul_task_index *index, const uint32_t *class_of)
{
    const ul_packing *in = index->in;
    uint32_t *by_shape;
    UL_ALLOC_RAW(index->arena, index->order, in->n_tasks);
    const ul_arena_mark_t mark = ul_arena_mark(index->arena);
    UL_ALLOC_RAW(index->arena, by_shape, in->n_tasks);
    UL_TRY(sort_by(in, class_of, index->arena, key_shape, in->n_shapes, NULL, by_shape));
    UL_TRY(sort_by(in, class_of, index->arena, key_class, index->n_classes, by_shape,
                   index->order));
    ul_arena_rewind(index->arena, mark);
    return UL_OK;
}

static ul_status make_groups(ul_task_index *index, const uint32_t *class_of)
{
    const ul_packing *in = index->in;
    UL_TRY(sort_records(index, class_of));
    const uint32_t *order = index->order;
    size_t n = 0;
    for (uint32_t q = 0; q < in->n_tasks; q++)
        n += q == 0 || in->task[order[q]].shape != in->task[order[q - 1]].shape
             || key_class(in, class_of, order[q]) != key_class(in, class_of, order[q - 1]);
    UL_ALLOC_RAW(index->arena, index->group, n);
    UL_ALLOC_RAW(index->arena, index->group_of, in->n_tasks);
    UL_ALLOC_RAW(index->arena, index->class_of, n);
    UL_ALLOC(index->arena, index->class_begin, index->n_classes + 1);
    index->n_groups = n;
    size_t g = 0;
    for (uint32_t q = 0; q < in->n_tasks; g++) {
        const uint32_t c = key_class(in, class_of, order[q]);
        group *to = &index->group[g];
        *to = (group){in->task[order[q]].shape, q, q, in->task[order[q]].copies};
        while (q < in->n_tasks && in->task[order[q]].shape == to->shape
               && key_class(in, class_of, order[q]) == c)
            index->group_of[order[q++]] = (uint32_t)g;
        to->end = q;
        index->class_of[g] = c;
        index->class_begin[c + 1]++;
    }
    size_t largest = 0;
    for (size_t c = 0; c < index->n_classes; c++) {
        if (index->class_begin[c + 1] > largest)
            largest = index->class_begin[c + 1];
        index->class_begin[c + 1] += index->class_begin[c];
    }
    UL_ALLOC_RAW(index->arena, index->entry, largest);
    return UL_OK;
}

static ul_status make_lists(ul_task_index *index, const uint32_t *class_of)
{
    const ul_packing *in = index->in;
    UL_ALLOC_RAW(index->arena, index->list, in->n_tasks);
    UL_ALLOC(index->arena, index->list_begin, index->n_classes + 1);
    UL_ALLOC(index->arena, index->cursor, index->n_classes);
    const ul_arena_mark_t mark = ul_arena_mark(index->arena);
    UL_TRY(sort_by(in, class_of, index->arena, key_class, index->n_classes, NULL, index->list));
    ul_arena_rewind(index->arena, mark);
    for (uint32_t j = 0; j < in->n_tasks; j++)
        index->list_begin[key_class(in, class_of, j) + 1]++;
    for (size_t c = 0; c < index->n_classes; c++) {
        index->list_begin[c + 1] += index->list_begin[c];
        index->cursor[c] = index->list_begin[c];
    }
    return UL_OK;
}

/* Demand rows are stored once each, so equal addresses are equal demands. */
static bool families_agree(const ul_packing *in, size_t f, size_t g)
{
    for (size_t s = 0; s < in->n_shapes; s++)
        if (ul_packing_demand(in, s, f) != ul_packing_demand(in, s, g))
            return false;
    return true;
}

static ul_status make_views(ul_task_index *index)
{
    const ul_packing *in = index->in;
    uint32_t *example;
    UL_ALLOC(index->arena, index->view_of, in->n_families);
    UL_ALLOC(index->arena, index->view, in->n_families);
    UL_ALLOC(index->arena, example, in->n_families);
    for (size_t f = 0; f < in->n_families; f++) {
        size_t v = 0;
        while (v < index->n_views && !families_agree(in, f, example[v]))
            v++;
        if (v == index->n_views)
            example[index->n_views++] = (uint32_t)f;
        index->view_of[f] = (uint32_t)v;
    }
    return UL_OK;
}

ul_status ul_task_index_new(const ul_packing *in, const uint32_t *class_of, size_t n_classes,
                            bool scored, ul_arena *arena, ul_task_index **result)
{
    ul_task_index *index;
    UL_ALLOC(arena, index, 1);
    index->in = in;
    index->arena = arena;
    index->n_classes = n_classes;
    index->scored = scored;
    UL_TRY(make_groups(index, class_of));
    UL_TRY(make_lists(index, class_of));
    UL_TRY(make_views(index));
    *result = index;
    return UL_OK;
}

/* ---- trees ---- */

static uint32_t head(const ul_task_index *index, size_t g)
{
    const group *from = &index->group[g];
    return from->at == from->end ? UL_PACKING_NONE : index->order[from->at];
}

static ul_status build_view(ul_task_index *index, view *v, size_t family)
{
    ul_task_tree *tree;
    UL_ALLOC_RAW(index->arena, v->place_of, index->n_groups);
    UL_ALLOC(index->arena, tree, index->n_classes);
    memset(v->place_of, 0xff, index->n_groups * sizeof *v->place_of);
    for (size_t c = 0; c < index->n_classes; c++) {
        size_t n = 0;
        for (size_t g = index->class_begin[c]; g < index->class_begin[c + 1]; g++)
            if (head(index, g) != UL_PACKING_NONE)
                index->entry[n++] = (ul_task_tree_entry){
                    (uint32_t)g, head(index, g),
                    ul_packing_demand(index->in, index->group[g].shape, family)};
        UL_TRY(ul_task_tree_build(&tree[c], index->arena, index->in->n_resources, index->scored,
                                  index->entry, n, v->place_of));
    }
    v->tree = tree;
    return UL_OK;
}

ul_status ul_task_index_use(ul_task_index *index, size_t family)
{
    view *v = &index->view[index->view_of[family]];
    if (v->tree == NULL)
        UL_TRY(build_view(index, v, family));
    index->now = v;
    index->now_family = family;
    return UL_OK;
}

bool ul_task_index_may_fit(const ul_task_index *index, size_t c, const ul_micro *free)
{
    return ul_task_tree_may_fit(&index->now->tree[c], free);
}

/* Whether every copy of a record has been taken. Groups are queues: order[] of
 * its group holds records ascending, so those before the head are gone. */
static bool is_gone(const ul_task_index *index, uint32_t j)
{
    const uint32_t first = head(index, index->group_of[j]);
    return first == UL_PACKING_NONE || j < first;
}

/* Looks for the first that fits near the front of the list; true when that
 * settled it. Only the head of a group matters: what follows it needs as much. */
static bool find_in_list(const ul_task_index *index, size_t c, const ul_micro *free,
                         ul_task_pick *pick)
{
    const uint32_t end = index->list_begin[c + 1];
    uint32_t q = index->cursor[c];
    while (q < end && is_gone(index, index->list[q]))
        q++;
    index->cursor[c] = q;
    for (uint32_t looks = 0; q < end && looks < LIST_LOOKS; q++, looks++) {
        const uint32_t j = index->list[q], g = index->group_of[j];
        if (j >= pick->task)
            return true; /* a pick of another class comes earlier */
        if (head(index, g) == j
            && ul_packing_fits(index->in, ul_packing_demand(index->in, index->group[g].shape,
                                                            index->now_family), free)) {
            *pick = (ul_task_pick){j, g, 0};
            return true;
        }
    }
    return q == end;
}

void ul_task_index_find(const ul_task_index *index, size_t c, const ul_micro *free,
                        ul_task_score score, const void *context, ul_task_pick *pick)
{
    if (score == NULL && find_in_list(index, c, free, pick))
        return;
    ul_task_tree_find(&index->now->tree[c], free, score, context, pick);
}

/* ---- taking and giving back ---- */

static void tell_trees(ul_task_index *index, size_t g)
{
    for (size_t v = 0; v < index->n_views; v++)
        if (index->view[v].tree != NULL && index->view[v].place_of[g] != UL_PACKING_NONE)
            ul_task_tree_set(&index->view[v].tree[index->class_of[g]],
                             index->view[v].place_of[g], head(index, g));
}

bool ul_task_index_pick(const ul_task_index *index, uint32_t j, ul_task_pick *pick)
{
    *pick = (ul_task_pick){j, index->group_of[j], 0};
    return ul_task_index_is_head(index, pick);
}

bool ul_task_index_is_head(const ul_task_index *index, const ul_task_pick *pick)
{
    return head(index, pick->group) == pick->task;
}

uint32_t ul_task_index_left(const ul_task_index *index, const ul_task_pick *pick)
{
    return index->group[pick->group].left;
}

void ul_task_index_take(ul_task_index *index, const ul_task_pick *pick, uint32_t count)
{
    group *from = &index->group[pick->group];
    from->left -= count;
    if (from->left > 0)
        return;
    from->at++;
    if (from->at < from->end)
        from->left = index->in->task[index->order[from->at]].copies;
    tell_trees(index, pick->group);
}

/* The cursor goes back to a record that is there again; lists are ascending. */
static void rewind_cursor(ul_task_index *index, size_t c, uint32_t j)
{
    uint32_t low = index->list_begin[c], high = index->cursor[c];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->list[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    index->cursor[c] = low;
}

void ul_task_index_give_back(ul_task_index *index, const ul_task_pick *pick, uint32_t count)
{
    group *to = &index->group[pick->group];
    if (ul_task_index_is_head(index, pick)) {
        to->left += count;
        return;
    }
    to->at--;
    to->left = count;
    rewind_cursor(index, index->class_of[pick->group], pick->task);
    tell_trees(index, pick->group);
}
