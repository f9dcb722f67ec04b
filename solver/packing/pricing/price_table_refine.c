/* Values of items by which no pattern is worth more than its price, on a fine scale.
 *
 * Pricing rounds values to 31 bits: of 600 items that takes 3e-7 of a machine off the bound, and
 * all patterns that lose as much are within the gap, a thousand times as many as without. The
 * LP's own values are off by less, and where a pattern is worth more than its price by that, its
 * most valuable item loses what is too much: the bound loses as much once, and not once for each
 * machine as when all values are scaled down. That is done for the best pattern that ends with
 * each item, and again, as long as there are such patterns.
 *
 * O(items * states) a pass; eight bytes a state and item.
 */
#include <stdlib.h>
#include <string.h>

#include "price_table_parts.h"

enum { PASSES_MAX = 60 };

typedef struct {
    ul_price_table *table;
    int64_t *value;  /* per item: as lowered so far */
    int64_t *before; /* per item: of the stages */
    int64_t *stage;
    uint32_t *item;
    size_t n_stages;
    ul_pattern_entry *entry;
} refining;

/* The pattern with one more of the item of a stage than what is best of the stages below. */
static size_t read_back(const refining *r, size_t stage, size_t at)
{
    const size_t states = r->table->states;
    size_t n = 0;
    r->entry[n++] = (ul_pattern_entry){r->item[stage], 1};
    at -= ul_price_table_offset(r->table, r->item[stage]);
    for (size_t s = stage; s-- > 0;) {
        const size_t offset = ul_price_table_offset(r->table, r->item[s]);
        uint32_t count = 0;
        while (r->stage[(s + 1) * states + at]
               != r->stage[s * states + at - count * offset] + count * r->before[r->item[s]])
            count++;
        if (count > 0)
            r->entry[n++] = (ul_pattern_entry){r->item[s], count};
        at -= count * offset;
    }
    return n;
}

/* Takes what the pattern is worth too much from the most valuable of its items. */
static void lower(const refining *r, size_t n, int64_t price)
{
    int64_t excess = -price;
    ul_pattern_entry most = r->entry[0];
    for (size_t q = 0; q < n; q++) {
        excess += r->value[r->entry[q].item] * r->entry[q].count;
        if (r->value[r->entry[q].item] > r->value[most.item])
            most = r->entry[q];
    }
    const int64_t less = (excess + most.count - 1) / most.count;
    if (excess > 0)
        r->value[most.item] = r->value[most.item] > less ? r->value[most.item] - less : 0;
}

static bool fits(const ul_price_table *table, size_t type, uint32_t item)
{
    const size_t n_dims = table->group->n_dims;
    for (size_t d = 0; d < n_dims; d++)
        if (table->group->weight[item * n_dims + d] > table->problem->type[type].capacity[d])
            return false;
    return true;
}

static void lower_all(const refining *r, size_t type, int64_t price)
{
    const ul_price_table *table = r->table;
    const size_t at = table->at_type[type - table->group->first_type];
    for (size_t s = 0; s < r->n_stages; s++) {
        const uint32_t item = r->item[s];
        if (fits(table, type, item)
            && r->stage[s * table->states + at - ul_price_table_offset(table, item)] + r->before[item]
                   > price)
            lower(r, read_back(r, s, at), price);
    }
}

/* By which ratio, price / worth and at most 1, no pattern is worth more than its price. */
static void find_ratio(const refining *r, int64_t num, int64_t *price, int64_t *worth)
{
    const ul_price_table *table = r->table;
    *price = *worth = 1;
    for (size_t t = 0; t < table->group->n_types; t++) {
        const int64_t mine = table->problem->type[table->group->first_type + t].price * num;
        const int64_t best = r->stage[r->n_stages * table->states + table->at_type[t]];
        if ((ul_cost)mine * *worth < (ul_cost)*price * best) {
            *price = mine;
            *worth = best;
        }
    }
}

/* Passes until no pattern is worth more than its price, or that many that all are scaled down. */
static bool refine(refining *r, int64_t num)
{
    const ul_exact_problem *problem = r->table->problem;
    const ul_exact_group *group = r->table->group;
    for (int pass = 0;; pass++) {
        int64_t price, worth;
        memcpy(r->before, r->value, problem->n_items * sizeof *r->value);
        if (ul_price_table_stages(r->table, r->before, r->stage, r->item) != r->n_stages)
            return false;
        find_ratio(r, num, &price, &worth);
        for (size_t i = 0; i < problem->n_items && pass == PASSES_MAX; i++)
            r->value[i] = (int64_t)((ul_cost)r->value[i] * price / worth);
        if (price == worth || pass == PASSES_MAX)
            return true;
        for (size_t t = 0; t < group->n_types; t++)
            lower_all(r, group->first_type + t, problem->type[group->first_type + t].price * num);
    }
}

ul_status ul_price_table_refine(ul_price_table *table, int64_t num, int64_t *value, bool *refined)
{
    const size_t n = table->problem->n_items;
    refining r = {.table = table, .value = value};
    for (size_t i = 0; i < n; i++)
        r.n_stages += table->group->fits[i];
    const size_t cells = (r.n_stages + 1) * table->states;
    *refined = cells <= UL_STAGE_CELLS_MAX;
    if (!*refined)
        return UL_OK;
    r.before = malloc(n * sizeof *r.before);
    r.stage = malloc(cells * sizeof *r.stage);
    r.item = malloc(n * sizeof *r.item);
    r.entry = malloc(n * sizeof *r.entry);
    const bool enough = r.before != NULL && r.stage != NULL && r.item != NULL && r.entry != NULL;
    *refined = enough && refine(&r, num);
    free(r.before);
    free(r.stage);
    free(r.item);
    free(r.entry);
    return UL_OK;
}
