#include "eva_table.h"

#include <math.h>
#include <string.h>

ul_status ul_eva_table_new(ul_arena *arena, size_t n_names, double default_rate,
                           ul_eva_table **result)
{
    ul_eva_table *table;
    UL_ALLOC(arena, table, 1);
    table->arena = arena;
    table->default_rate = default_rate;
    table->n_keys = n_names;
    table->n_slots = 256;
    UL_ALLOC(arena, table->is_known, n_names);
    UL_ALLOC(arena, table->slot, table->n_slots);
    *result = table;
    return UL_OK;
}

static uint32_t hash_of(uint32_t key, const uint32_t *name, size_t n)
{
    uint32_t hash = (key + 1) * UINT32_C(2654435761);
    for (size_t q = 0; q < n; q++)
        hash = (hash ^ (name[q] + 1)) * UINT32_C(2246822519) + (hash >> 15);
    return hash ^ hash >> 13;
}

static bool is_entry(const ul_eva_entry *entry, uint32_t hash, uint32_t key, const uint32_t *name,
                     size_t n)
{
    return entry->hash == hash && entry->key == key && entry->n == n
           && (n == 0 || memcmp(entry->name, name, n * sizeof *name) == 0);
}

static size_t slot_of(const ul_eva_table *table, uint32_t hash, uint32_t key, const uint32_t *name,
                      size_t n)
{
    size_t at = hash & (table->n_slots - 1);
    while (table->slot[at] != 0
           && !is_entry(&table->entry[table->slot[at] - 1], hash, key, name, n))
        at = (at + 1) & (table->n_slots - 1);
    return at;
}

const ul_eva_entry *ul_eva_table_find(const ul_eva_table *table, uint32_t key,
                                      const uint32_t *name, size_t n)
{
    const uint32_t entry = table->slot[slot_of(table, hash_of(key, name, n), key, name, n)];
    return entry == 0 ? NULL : &table->entry[entry - 1];
}

static ul_status grow_slots(ul_eva_table *table)
{
    table->n_slots *= 2;
    UL_ALLOC(table->arena, table->slot, table->n_slots);
    for (size_t q = 0; q < table->n_entries; q++) {
        const ul_eva_entry *entry = &table->entry[q];
        table->slot[slot_of(table, entry->hash, entry->key, entry->name, entry->n)] =
            (uint32_t)q + 1;
    }
    return UL_OK;
}

static ul_status new_entry(ul_eva_table *table, uint32_t key, const uint32_t *name, size_t n)
{
    UL_MORE(table->arena, table->entry, table->n_entries, table->room);
    ul_eva_entry *entry = &table->entry[table->n_entries];
    *entry = (ul_eva_entry){.key = key, .n = (uint32_t)n, .hash = hash_of(key, name, n),
                            .name = ul_arena_alloc(table->arena, n, sizeof *name)};
    UL_NEED(entry->name);
    if (n > 0)
        memcpy(entry->name, name, n * sizeof *name);
    table->slot[slot_of(table, entry->hash, key, name, n)] = (uint32_t)++table->n_entries;
    table->is_known[key] = true;
    return table->n_entries * 2 > table->n_slots ? grow_slots(table) : UL_OK;
}

ul_status ul_eva_table_add(ul_eva_table *table, uint32_t key, const uint32_t *name, size_t n,
                           double value)
{
    if (ul_eva_table_find(table, key, name, n) == NULL)
        UL_TRY(new_entry(table, key, name, n));
    const size_t at = slot_of(table, hash_of(key, name, n), key, name, n);
    ul_eva_entry *entry = &table->entry[table->slot[at] - 1];
    UL_MORE(table->arena, entry->seen, entry->n_seen, entry->room);
    entry->seen[entry->n_seen++] = value;
    entry->sum += value;
    return UL_OK;
}

static double pairwise_sum(const double *value, size_t n)
{
    if (n < 8) {
        double sum = 0;
        for (size_t q = 0; q < n; q++)
            sum += value[q];
        return sum;
    }
    if (n > 128) {
        const size_t half = n / 2 - n / 2 % 8;
        return pairwise_sum(value, half) + pairwise_sum(value + half, n - half);
    }
    double part[8];
    memcpy(part, value, sizeof part);
    size_t q = 8;
    for (; q < n - n % 8; q += 8)
        for (size_t lane = 0; lane < 8; lane++)
            part[lane] += value[q + lane];
    double sum = ((part[0] + part[1]) + (part[2] + part[3]))
                 + ((part[4] + part[5]) + (part[6] + part[7]));
    for (; q < n; q++)
        sum += value[q];
    return sum;
}

double ul_eva_entry_mean(const ul_eva_entry *entry)
{
    return pairwise_sum(entry->seen, entry->n_seen) / (double)entry->n_seen;
}

double ul_eva_table_rate(const ul_eva_table *table, uint32_t key, const uint32_t *name, size_t n,
                         bool blank)
{
    if (blank || !table->is_known[key])
        return pow(table->default_rate, (double)n);
    const ul_eva_entry *entry = ul_eva_table_find(table, key, name, n);
    if (entry != NULL)
        return entry->sum / (double)entry->n_seen;
    if (n == 1)
        return table->default_rate;
    double rate = 1;
    for (size_t q = 0; q < n; q++) {
        entry = ul_eva_table_find(table, key, &name[q], 1);
        rate *= entry == NULL ? table->default_rate : entry->sum / (double)entry->n_seen;
    }
    return rate;
}
