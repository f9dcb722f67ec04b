#include "bin_table.h"

#include <math.h>
#include <string.h>

enum {
    memory_cells = 1 << 24, /* values kept; a task beyond has its own asked anew */
    foreseen_max = 256      /* columns up to which those that may come are asked for as well */
};

/* Vectors of one width, each once, numbered as they come. */
typedef struct {
    size_t width, n, room;
    ul_micro *key; /* n rows; where they were before they grew they can still be read */
    size_t *slot, n_slots; /* a hash table, UL_NONE where nobody is */
} vectors;

typedef struct {
    bool is_seen;     /* there was such a machine */
    size_t n_carried; /* rows whose tasks it was imagined with */
} column;

struct ul_bin_table {
    ul_arena *arena;
    const ul_packing *in; /* of this game */
    const ul_micro *types; /* of all games so far */
    vectors columns, rows; /* type and what is free; what is needed on each family */
    column *column;
    ul_bin_row *row, scratch; /* the scratch where memory would grow too large */
    size_t column_room, row_room, n_cells;
    ul_micro unit; /* of n_measured rows, whose tasks take multiples of it */
    size_t n_measured;
    size_t *row_of;      /* by shape */
    ul_micro *key;       /* of who is looked for */
    double *item, *capacity, *free, *value; /* of the question */
    size_t *asked, question_room;
};

/* ---- vectors ---- */

static const ul_micro *vector(const vectors *set, size_t number)
{
    return set->key + number * set->width;
}

static bool is_same(const ul_micro *a, const ul_micro *b, size_t width)
{
    while (width > 0 && *a == *b)
        a++, b++, width--;
    return width == 0;
}

static size_t *find_slot(const vectors *set, const ul_micro *key)
{
    uint64_t h = 1;
    for (size_t r = 0; r < set->width; r++)
        h = (h ^ (uint64_t)key[r]) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    size_t at = (size_t)h & (set->n_slots - 1);
    while (set->slot[at] != UL_NONE && !is_same(vector(set, set->slot[at]), key, set->width))
        at = (at + 1) & (set->n_slots - 1);
    return &set->slot[at];
}

static ul_status grow(ul_arena *arena, vectors *set)
{
    const size_t room = set->room == 0 ? 128 : 2 * set->room;
    set->key = ul_arena_grow(arena, set->key, set->room, room, set->width * sizeof *set->key);
    UL_NEED(set->key);
    set->room = room;
    set->n_slots = 4 * room;
    UL_ALLOC_RAW(arena, set->slot, set->n_slots);
    memset(set->slot, 0xff, set->n_slots * sizeof *set->slot);
    for (size_t q = 0; q < set->n; q++)
        *find_slot(set, vector(set, q)) = q;
    return UL_OK;
}

static ul_status number_of(ul_arena *arena, vectors *set, const ul_micro *key, size_t *number)
{
    if (set->n == set->room)
        UL_TRY(grow(arena, set));
    size_t *slot = find_slot(set, key);
    if (*slot == UL_NONE) {
        memcpy(set->key + set->n * set->width, key, set->width * sizeof *key);
        *slot = set->n++;
    }
    *number = *slot;
    return UL_OK;
}

/* ---- games ---- */

ul_status ul_bin_table_new(ul_arena *arena, ul_bin_table **table)
{
    UL_ALLOC(arena, *table, 1);
    (*table)->arena = arena;
    return UL_OK;
}

/* Families and capacities, and how many there are of each. */
static ul_status list_types(ul_arena *arena, const ul_packing *in, ul_micro **list, size_t *n)
{
    ul_micro *to;
    *n = 3 + in->n_types * (1 + in->n_resources);
    UL_ALLOC_RAW(arena, *list, *n);
    to = *list;
    *to++ = (ul_micro)in->n_types;
    *to++ = (ul_micro)in->n_resources;
    *to++ = (ul_micro)in->n_families;
    for (size_t k = 0; k < in->n_types; k++) {
        *to++ = (ul_micro)in->type[k].family;
        memcpy(to, in->type[k].capacity, in->n_resources * sizeof *to);
        to += in->n_resources;
    }
    return UL_OK;
}

ul_status ul_bin_table_open(ul_bin_table *t, const ul_packing *in)
{
    ul_micro *types;
    size_t n;
    UL_TRY(list_types(t->arena, in, &types, &n));
    if (t->types == NULL || memcmp(t->types, types, 3 * sizeof *types) != 0
        || memcmp(t->types, types, n * sizeof *types) != 0) {
        *t = (ul_bin_table){.arena = t->arena, .types = types};
        t->columns.width = 1 + in->n_resources;
        t->rows.width = in->n_families * in->n_resources;
        UL_ALLOC(t->arena, t->key, t->columns.width > t->rows.width ? t->columns.width : t->rows.width);
        UL_ALLOC(t->arena, t->item, in->n_resources);
        UL_ALLOC(t->arena, t->capacity, in->n_resources);
    }
    t->in = in;
    UL_ALLOC_RAW(t->arena, t->row_of, in->n_shapes);
    memset(t->row_of, 0xff, in->n_shapes * sizeof *t->row_of);
    return UL_OK;
}

/* ---- columns ---- */

static const ul_micro *free_of(const ul_bin_table *t, size_t c)
{
    return vector(&t->columns, c) + 1;
}

static size_t type_of(const ul_bin_table *t, size_t c)
{
    return (size_t)*vector(&t->columns, c);
}

/* The column of the key. */
static ul_status find_column(ul_bin_table *t, size_t *c)
{
    UL_TRY(number_of(t->arena, &t->columns, t->key, c));
    if (t->column_room < t->columns.room) {
        t->column = ul_arena_grow(t->arena, t->column, t->column_room, t->columns.room, sizeof *t->column);
        UL_NEED(t->column);
        t->column_room = t->columns.room;
    }
    return UL_OK;
}

ul_status ul_bin_table_column(ul_bin_table *t, size_t type, const ul_micro *free, size_t *c, size_t *n)
{
    t->key[0] = (ul_micro)type;
    for (size_t r = 0; r < t->in->n_resources; r++)
        t->key[1 + r] = free[r];
    UL_TRY(find_column(t, c));
    t->column[*c].is_seen = true;
    *n = t->columns.n;
    return UL_OK;
}

/* What a task of row y needs on the machines of a column. */
static const ul_micro *need_on(const ul_bin_table *t, size_t c, const ul_micro *needs)
{
    return needs + t->in->type[type_of(t, c)].family * t->in->n_resources;
}

/* Makes the key what a task of row y leaves of a column; returns false where it has no room. */
static bool imagine(ul_bin_table *t, size_t c, size_t y)
{
    const ul_micro *free = free_of(t, c), *need = need_on(t, c, vector(&t->rows, y));
    size_t r = 0;
    for (; r < t->in->n_resources && need[r] <= free[r]; r++)
        t->key[1 + r] = free[r] - need[r];
    t->key[0] = (ul_micro)type_of(t, c);
    return r == t->in->n_resources;
}

/* How many columns the tasks that came can lead to at most, on machines of one type and one
 * resource; UL_NONE of others. */
static size_t count_possible(ul_bin_table *t)
{
    if (t->in->n_types > 1 || t->in->n_resources > 1)
        return UL_NONE;
    for (; t->n_measured < t->rows.n; t->n_measured++)
        t->unit = ul_micro_divisor(vector(&t->rows, t->n_measured)[t->in->type[0].family], t->unit);
    return t->unit == 0 ? 1 : (size_t)(*t->in->type[0].capacity / t->unit) + 1;
}

/* Adds the columns that tasks which came may lead to; as soon as half of those that are
 * possible are there, all: others that come lead to most. */
static ul_status foresee(ul_bin_table *t)
{
    const size_t n_possible = count_possible(t);
    size_t to;
    for (size_t c = 0; c < t->columns.n && t->columns.n < n_possible; c++)
        for (; t->column[c].n_carried < t->rows.n && t->columns.n <= foreseen_max; t->column[c].n_carried++)
            if (imagine(t, c, t->column[c].n_carried))
                UL_TRY(find_column(t, &to));
    if (n_possible > foreseen_max || t->columns.n < n_possible / 2)
        return UL_OK;
    for (size_t q = 0; t->columns.n < n_possible; q++) {
        t->key[0] = 0;
        t->key[1] = *t->in->type[0].capacity - (ul_micro)q * t->unit;
        UL_TRY(find_column(t, &to));
    }
    return UL_OK;
}

/* ---- rows ---- */

static ul_status find_row(ul_bin_table *t, size_t shape, size_t *y)
{
    const size_t n = t->in->n_resources;
    for (size_t f = 0; f < t->in->n_families; f++)
        memcpy(t->key + f * n, ul_packing_demand(t->in, shape, f), n * sizeof *t->key);
    UL_TRY(number_of(t->arena, &t->rows, t->key, y));
    if (t->row_room < t->rows.room) {
        t->row = ul_arena_grow(t->arena, t->row, t->row_room, t->rows.room, sizeof *t->row);
        UL_NEED(t->row);
        t->row_room = t->rows.room;
    }
    t->row[*y].need = vector(&t->rows, *y);
    t->row_of[shape] = *y;
    return UL_OK;
}

static void forget(ul_bin_row *row, size_t from, size_t to)
{
    for (size_t c = from; c < to; c++) {
        row->value[c] = INFINITY;
        row->is[c] = UL_BIN_UNKNOWN;
    }
}

static ul_status make_room(ul_bin_table *t, ul_bin_row *row)
{
    const size_t room = 2 * t->columns.n;
    if (row->room >= t->columns.n)
        return UL_OK;
    row->value = ul_arena_grow(t->arena, row->value, row->room, room, sizeof *row->value);
    row->is = ul_arena_grow(t->arena, row->is, row->room, room, 1);
    UL_NEED(row->value && row->is);
    forget(row, row->room, room);
    t->n_cells += room - row->room;
    row->room = room;
    return UL_OK;
}

ul_status ul_bin_table_row(ul_bin_table *t, size_t shape, ul_bin_row **found)
{
    size_t y = t->row_of[shape];
    if (y == UL_NONE)
        UL_TRY(find_row(t, shape, &y));
    ul_bin_row *row = &t->row[y];
    if (row->room < t->columns.n && t->n_cells + 2 * t->columns.n > memory_cells) {
        t->scratch.need = row->need;
        row = &t->scratch;
        forget(row, 0, row->room);
    }
    *found = row;
    return make_room(t, row);
}

/* ---- questions ---- */

static void to_doubles(const ul_micro *from, double *to, size_t n)
{
    for (size_t r = 0; r < n; r++)
        to[r] = ul_micro_double(from[r]);
}

static ul_status make_question_room(ul_bin_table *t)
{
    const size_t room = 2 * t->columns.n;
    if (t->question_room >= t->columns.n)
        return UL_OK;
    UL_ALLOC_RAW(t->arena, t->free, room * t->in->n_resources);
    UL_ALLOC_RAW(t->arena, t->value, room);
    UL_ALLOC_RAW(t->arena, t->asked, room);
    t->question_room = room;
    return UL_OK;
}

ul_status ul_bin_table_ask(ul_bin_table *t, const ul_bin_rule *rule, size_t type, ul_bin_row *row,
                           bool *are_numbers)
{
    const size_t n = t->in->n_resources;
    const ul_micro *need = row->need + t->in->type[type].family * n;
    UL_TRY(foresee(t));
    UL_TRY(make_room(t, row));
    UL_TRY(make_question_room(t));
    const bool of_all = t->columns.n <= foreseen_max;
    ul_bin_question question = {n, t->item, t->capacity, 0, t->free};
    to_doubles(need, t->item, n);
    to_doubles(t->in->type[type].capacity, t->capacity, n);
    for (size_t c = 0; c < t->columns.n; c++) {
        if (row->is[c] != UL_BIN_UNKNOWN || type_of(t, c) != type || !(of_all || t->column[c].is_seen))
            continue;
        if (!ul_packing_fits(t->in, need, free_of(t, c))) {
            row->value[c] = -INFINITY;
            row->is[c] = UL_BIN_TOO_SMALL;
            continue;
        }
        to_doubles(free_of(t, c), t->free + question.n * n, n);
        t->asked[question.n++] = c;
    }
    if (question.n > 0)
        UL_TRY(rule->values(rule->context, &question, t->value));
    *are_numbers = true;
    for (size_t q = 0; q < question.n; q++) {
        *are_numbers = *are_numbers && !isnan(t->value[q]);
        row->value[t->asked[q]] = t->value[q];
        row->is[t->asked[q]] = UL_BIN_VALUED;
    }
    return UL_OK;
}
