/* Values of items by which no reduced cost is below zero, on a fine scale.
 *
 * Pricing rounds values to 31 bits: of 600 items that takes 3e-7 of a machine off the bound, and
 * all patterns of such a reduced cost are within the gap, a thousand times as many as without. The
 * LP's own values are off by less, and where a reduced cost is below zero by that, the
 * most valuable item loses what is too much: the bound loses as much once, and not once for each
 * machine as when all values are scaled down. That is done for the best pattern that ends with
 * each item, and again, as long as there are such patterns.
 *
 * O(items * states) a pass; eight bytes a state and item.
 */
#include <string.h>

#include "price_table_parts.h"

enum { PASSES_MAX = 60 };

typedef struct {
    ul_price_stages of;
    int64_t *value;  /* per item: as lowered so far */
    int64_t *before; /* per item: of the stages */
    ul_pattern_entry *entry;
} refining;

/* The pattern with one more of the item of a stage than what is best of the stages below. */
static size_t read_back(const refining *r, size_t stage, size_t at)
{
    const uint32_t item = r->of.item[stage];
    r->entry[0] = (ul_pattern_entry){item, 1};
    return 1 + ul_price_stages_read(&r->of, r->before, stage, at - ul_price_table_offset(r->of.table, item),
                                    r->entry + 1);
}

/* Takes what the pattern's reduced cost is below zero from the most valuable of its items. */
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

static void lower_all(const refining *r, size_t type, int64_t price)
{
    const ul_price_table *table = r->of.table;
    const size_t at = table->at_type[type - table->group->first_type];
    for (size_t s = 0; s < r->of.n; s++) {
        const uint32_t item = r->of.item[s];
        if (ul_exact_most(table->problem, type, item) > 0
            && r->of.best[s * table->states + at - ul_price_table_offset(table, item)] + r->before[item]
                   > price)
            lower(r, read_back(r, s, at), price);
    }
}

/* By which ratio, price / dual value and at most 1, no reduced cost is below zero. */
static void find_ratio(const refining *r, int64_t num, int64_t *price, int64_t *dual_value)
{
    const ul_price_table *table = r->of.table;
    *price = *dual_value = 1;
    for (size_t t = 0; t < table->group->n_types; t++) {
        const int64_t mine = table->problem->type[table->group->first_type + t].price * num;
        const int64_t best = r->of.best[r->of.n * table->states + table->at_type[t]];
        if ((ul_cost)mine * *dual_value < (ul_cost)*price * best) {
            *price = mine;
            *dual_value = best;
        }
    }
}

/* Passes until no reduced cost is below zero, or that many that all are scaled down. */
static bool refine(refining *r, int64_t num)
{
    const ul_exact_problem *problem = r->of.table->problem;
    const ul_exact_group *group = r->of.table->group;
    for (int pass = 0;; pass++) {
        int64_t price, dual_value;
        memcpy(r->before, r->value, problem->n_items * sizeof *r->value);
        if (!ul_price_stages_fill(&r->of, r->before))
            return false;
        find_ratio(r, num, &price, &dual_value);
        for (size_t i = 0; i < problem->n_items && pass == PASSES_MAX; i++)
            r->value[i] = (int64_t)((ul_cost)r->value[i] * price / dual_value);
        if (price == dual_value || pass == PASSES_MAX)
            return true;
        for (size_t t = 0; t < group->n_types; t++)
            lower_all(r, group->first_type + t, problem->type[group->first_type + t].price * num);
    }
}

ul_status ul_price_table_refine(ul_price_table *table, int64_t num, int64_t *value, bool *refined)
{
    const size_t n = table->problem->n_items;
    refining r = {.value = value};
    UL_FREED_BY(ul_price_stages_close) ul_price_stages stages = {0};
    UL_OWN_ARENA(arena);
    UL_ALLOC_RAW(arena, r.before, n);
    UL_ALLOC_RAW(arena, r.entry, n);
    *refined = ul_price_stages_open(&stages, table, UL_STAGE_CELLS_MAX);
    r.of = stages;
    *refined = *refined && refine(&r, num);
    return UL_OK;
}
