/* A state is a capacity left free; best[state] is the most that fits into it.
 * Items with several copies are split into parts of 1, 2, 4, ... copies, so
 * each part is a 0/1 choice: for x descending,
 *
 *     best[x] = max(best[x], best[x - weight] + value)
 *
 * which runs over whole rows of the last dimension at a time. took[part][x], a bit,
 * says whether the part was taken, for reading patterns back. A pattern whose
 * last part is j is worth best_before_j[capacity - weight_j] + value_j: one
 * lookup a type gives the best pattern that ends with each part, which is many
 * different patterns for one pass.
 */
#include "price_table_parts.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "sanitized.h"

enum {
    STATES_MAX = 8000000,
    AT_ONCE = 4096, /* states of a row: a copy of so many stays in the nearest cache */
};
#define TOOK_MAX ((size_t)2 << 30) /* decisions */

/* The innermost loop is compiled for wider registers, too, where gcc and the C library can have the
 * processor choose as the program starts; what sanitizers add is not ready then. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !UL_SANITIZED \
    && !defined(__SANITIZE_THREAD__)
#define UL_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define UL_WIDE
#endif

/* Copies of an item that the largest machine of the group takes. */
static int64_t most_in_group(const ul_exact_problem *problem, const ul_exact_group *group,
                             size_t item)
{
    int64_t most = 0;
    for (size_t q = 0; q < group->n_types; q++) {
        const int64_t here = ul_exact_most(problem, group->first_type + q, item);
        most = here > most ? here : most;
    }
    return most;
}

static bool measure(ul_price_table *table)
{
    const ul_exact_group *group = table->group;
    table->states = 1;
    for (size_t d = group->n_dims; d-- > 0;) {
        table->stride[d] = table->states;
        if (group->largest[d] >= STATES_MAX
            || table->states * (size_t)(group->largest[d] + 1) > STATES_MAX)
            return false;
        table->states *= (size_t)(group->largest[d] + 1);
    }
    table->row = group->n_dims == 0 ? 1 : (size_t)group->largest[group->n_dims - 1] + 1;
    table->row_bytes = (table->row + 7) / 8;
    table->part_bytes = table->states / table->row * table->row_bytes;
    return true;
}

/* How many parts there will be; more than `most` is all that is said then. */
static size_t count_parts(const ul_price_table *table, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < table->problem->n_items && n <= most; i++)
        for (int64_t left = most_in_group(table->problem, table->group, i), count = 1; left > 0;
             left -= count, count *= 2)
            n++;
    return n;
}

/* Items in parts of one copy, two, four and so on. */
static void split_copies(ul_price_table *table)
{
    const ul_exact_problem *problem = table->problem;
    const size_t n_dims = table->group->n_dims;
    table->n_parts = 0;
    for (size_t i = 0; i < problem->n_items; i++) {
        int64_t left = most_in_group(problem, table->group, i);
        for (int64_t count = 1; left > 0; left -= count, count *= 2) {
            ul_price_part *one = &table->part[table->n_parts];
            count = count > left ? left : count;
            *one = (ul_price_part){.item = (uint32_t)i, .count = count,
                          .weight = table->weight + table->n_parts++ * n_dims};
            for (size_t d = 0; d < n_dims; d++) {
                one->weight[d] = count * table->group->weight[i * n_dims + d];
                one->offset += (size_t)one->weight[d] * table->stride[d];
            }
            one->last = n_dims == 0 ? 0 : (size_t)one->weight[n_dims - 1];
            one->rows = (one->offset - one->last) / table->row;
        }
    }
}

static ul_status allocate(ul_price_table *table, size_t n_parts, ul_arena *arena)
{
    const size_t n_types = table->group->n_types;
    UL_ALLOC(arena, table->weight, n_parts * table->group->n_dims);
    UL_ALLOC(arena, table->part, n_parts);
    UL_ALLOC(arena, table->order, n_parts);
    UL_ALLOC(arena, table->at_type, n_types);
    UL_ALLOC_RAW(arena, table->best, table->states);
    UL_ALLOC_RAW(arena, table->took, n_parts * table->part_bytes);
    UL_ALLOC(arena, table->by_part, n_parts);
    UL_ALLOC(arena, table->by_type, n_types);
    UL_ALLOC(arena, table->entry, n_parts);
    return UL_OK;
}

ul_status ul_price_table_new(const ul_exact_problem *problem, size_t group, ul_run *run,
                             ul_arena *arena, ul_price_table **result)
{
    *result = NULL;
    ul_price_table *table;
    UL_ALLOC(arena, table, 1);
    table->problem = problem;
    table->group = &problem->group[group];
    table->run = run;
    UL_ALLOC(arena, table->stride, table->group->n_dims);
    UL_ALLOC(arena, table->coordinate, table->group->n_dims);
    if (!measure(table))
        return UL_OK;
    const size_t n_parts = count_parts(table, TOOK_MAX / table->states);
    if (n_parts > TOOK_MAX / table->states)
        return UL_OK;
    if (allocate(table, n_parts, arena) != UL_OK)
        return UL_OK; /* the search needs no tables */
    split_copies(table);
    for (size_t q = 0; q < table->group->n_types; q++)
        for (size_t d = 0; d < table->group->n_dims; d++)
            table->at_type[q] += (size_t)problem->type[table->group->first_type + q].capacity[d]
                                 * table->stride[d];
    *result = table;
    return UL_OK;
}

double ul_price_table_cells(const ul_price_table *table)
{
    return (double)table->n_parts * (double)table->states;
}

/* ---- the dynamic program ---- */

static void relax(int32_t *restrict to, const int32_t *restrict from, uint8_t *restrict took, size_t n,
                  int32_t value)
{
    for (size_t x = 0; x < n; x++) {
        const int32_t with = from[x] + value;
        took[x] = with > to[x];
        to[x] = with > to[x] ? with : to[x];
    }
}

/* Eight bytes that are 0 or 1 become a byte: the product has the first at bit 56, the next at 57. */
static void pack(uint8_t *bits, const uint8_t *took, size_t n)
{
    for (size_t x = 0; x < n; x += 8) {
        uint64_t eight;
        memcpy(&eight, took + x, sizeof eight);
        *bits++ = (uint8_t)(le64toh(eight) * 0x0102040810204080 >> 56);
    }
}

/* A row that reads itself does so from its end, so that what is read is as it was before the part. */
UL_WIDE
static void relax_row(int32_t *to, const int32_t *from, const ul_price_part *one, uint8_t *bits, size_t n,
                      int32_t value)
{
    int32_t copy[AT_ONCE];
    uint8_t took[AT_ONCE];
    size_t base = (n + AT_ONCE - 1) / AT_ONCE * AT_ONCE;
    while (base > 0) {
        base -= AT_ONCE;
        const size_t end = n - base < AT_ONCE ? n : base + AT_ONCE;
        const size_t first = one->last < base ? base : one->last < end ? one->last : end;
        const int32_t *read = from + first - one->last;
        memset(took, 0, first - base);
        memset(took + (end - base), 0, -(end - base) % 8);
        if (to == from && one->last < end - first)
            read = memcpy(copy, read, (end - first) * sizeof *read);
        relax(to + first, read, took + (first - base), end - first, value);
        pack(bits + base / 8, took, end - base);
    }
}

size_t ul_price_table_last_row(const ul_price_table *table)
{
    for (size_t d = 0; d + 1 < table->group->n_dims; d++)
        table->coordinate[d] = table->group->largest[d];
    return table->states - table->row;
}

bool ul_price_table_row_before(const ul_price_table *table, const ul_price_part *one, size_t *at)
{
    const size_t n_outer = table->group->n_dims > 1 ? table->group->n_dims - 1 : 0;
    for (size_t d = n_outer; d-- > 0;) {
        if (table->coordinate[d] > one->weight[d]) {
            table->coordinate[d]--;
            *at -= table->stride[d];
            return true;
        }
        *at += (size_t)(table->group->largest[d] - table->coordinate[d]) * table->stride[d];
        table->coordinate[d] = table->group->largest[d];
    }
    return false;
}

/* Offers a part to every state; took[] says which took it. */
static void offer(ul_price_table *table, const ul_price_part *one, int32_t value, uint8_t *took)
{
    if (table->group->n_dims > 1)
        memset(took, 0, table->part_bytes);
    size_t at = ul_price_table_last_row(table);
    do
        relax_row(table->best + at, table->best + at - one->rows * table->row, one,
                  took + at / table->row * table->row_bytes, table->row, value);
    while (ul_price_table_row_before(table, one, &at));
}

static bool part_fits(const ul_price_table *table, const ul_price_part *one, size_t type)
{
    for (size_t d = 0; d < table->group->n_dims; d++)
        if (one->weight[d] > table->problem->type[type].capacity[d])
            return false;
    return true;
}

/* The best pattern that ends with this part, over the types; by type as well. */
static void note_found(ul_price_table *table, size_t q, int32_t value, ul_price_scale scale)
{
    const ul_price_part *one = &table->part[table->order[q]];
    ul_price_found *mine = &table->by_part[q];
    *mine = (ul_price_found){q, UL_NONE, 0};
    for (size_t t = 0; t < table->group->n_types; t++) {
        const size_t type = table->group->first_type + t;
        if (!part_fits(table, one, type))
            continue;
        const int64_t dual_value = (int64_t)table->best[table->at_type[t] - one->offset] + value;
        const int64_t reduced_cost = table->problem->type[type].price * scale.num - dual_value * scale.den;
        if (mine->type == UL_NONE || reduced_cost < mine->reduced_cost)
            *mine = (ul_price_found){q, type, reduced_cost};
        if (table->by_type[t].type == UL_NONE || reduced_cost < table->by_type[t].reduced_cost)
            table->by_type[t] = (ul_price_found){q, type, reduced_cost};
    }
}

/* Adds to the entries what the parts before `end` put into the room at a state; as many as
 * there are then, by ascending item. */
static size_t read_parts(const ul_price_table *table, size_t end, size_t at,
                         ul_pattern_entry *entry, size_t n_parts)
{
    size_t n = 0, row = at / table->row, x = at % table->row;
    for (size_t q = end; q-- > 0;)
        if (table->took[q * table->part_bytes + row * table->row_bytes + x / 8] >> x % 8 & 1) {
            const ul_price_part *one = &table->part[table->order[q]];
            entry[n_parts++] = (ul_pattern_entry){one->item, (uint32_t)one->count};
            row -= one->rows;
            x -= one->last;
        }
    qsort(entry, n_parts, sizeof *entry, ul_pattern_by_item);
    for (size_t q = 0; q < n_parts; q++) /* the parts of an item join */
        if (n > 0 && entry[n - 1].item == entry[q].item)
            entry[n - 1].count += entry[q].count;
        else
            entry[n++] = entry[q];
    return n;
}

static ul_status read_back(ul_price_table *table, const ul_price_found *which, ul_pattern_pool *pool)
{
    const ul_price_part *one = &table->part[table->order[which->part]];
    const size_t at = table->at_type[which->type - table->group->first_type] - one->offset;
    table->entry[0] = (ul_pattern_entry){one->item, (uint32_t)one->count};
    const size_t n = read_parts(table, which->part, at, table->entry, 1);
    return ul_pattern_add(pool, which->type, table->entry, n, NULL);
}

ul_status ul_price_table_price(ul_price_table *table, ul_pricing *pricing, size_t rotate,
                               ul_pattern_pool *pool)
{
    size_t n = 0;
    for (size_t q = 0; q < table->n_parts; q++) {
        const size_t p = (q + rotate) % table->n_parts;
        if (pricing->value[table->part[p].item] > 0)
            table->order[n++] = p;
    }
    for (size_t t = 0; t < table->group->n_types; t++)
        table->by_type[t] = (ul_price_found){0, UL_NONE, 0};
    memset(table->best, 0, table->states * sizeof *table->best);
    for (size_t q = 0; q < n; q++) {
        const ul_price_part *one = &table->part[table->order[q]];
        const int32_t value = (int32_t)(pricing->value[one->item] * one->count);
        if (ul_run_expired(table->run)) {
            pricing->complete = false;
            return UL_OK;
        }
        note_found(table, q, value, pricing->scale);
        offer(table, one, value, table->took + q * table->part_bytes);
    }
    for (size_t t = 0; t < table->group->n_types; t++) {
        pricing->best[table->group->first_type + t] = table->best[table->at_type[t]];
        pricing->searched[table->group->first_type + t] = true;
    }
    for (size_t t = 0; t < table->group->n_types; t++)
        if (table->by_type[t].type != UL_NONE && table->by_type[t].reduced_cost < 0)
            UL_TRY(read_back(table, &table->by_type[t], pool));
    for (size_t q = 0; q < n && !ul_run_expired(table->run); q++)
        if (table->by_part[q].type != UL_NONE && table->by_part[q].reduced_cost < 0)
            UL_TRY(read_back(table, &table->by_part[q], pool));
    return UL_OK;
}
