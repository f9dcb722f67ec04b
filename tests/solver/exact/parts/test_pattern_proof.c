/* What duals of the pattern program prove is proved in whole numbers, however little a pattern
 * is worth too much. */
#include <criterion/criterion.h>

#include "pattern_lp.h"

/* Two rows make the only pattern worth its price of 2^30 and one part in 2^54 more, which is less
 * than a quotient of doubles can tell from one. */
Test(pattern_proof, a_dual_value_too_large_by_a_part_in_2_54)
{
    const int64_t price = (int64_t)1 << 30, copies = 1;
    const ul_exact_type type = {.price = price};
    const ul_exact_problem problem = {.n_items = 1, .n_types = 1, .copies = &copies, .type = &type};
    ul_pattern_entry entry = {0, 1};
    ul_pattern pattern = {.type = 0, .n = 1, .first = 0};
    ul_pattern_pool pool = {.pattern = &pattern, .n = 1, .entry = &entry};
    uint16_t one = 1;
    ul_pattern_row row[2] = {
        {.low = 1, .high = UL_ROW_FREE, .coefficient = &one, .most = 1, .dual = 0x1p30},
        {.low = 1, .high = UL_ROW_FREE, .coefficient = &one, .most = 1, .dual = 0x1p-24},
    };
    double item_dual = 0, scanned = 0;
    uint32_t most = 1;
    ul_pattern_lp lp = {.problem = &problem, .pool = &pool, .row = row, .n_rows = 2,
                        .reduced_cost = &scanned, .item_dual = &item_dual, .most = &most};
    ul_node_dual dual;
    UL_FREED_BY(ul_arena_drop) ul_arena *arena = ul_arena_new();
    cr_assert_eq(ul_pattern_lp_prove(&lp, arena, &dual), UL_OK);
    cr_assert_eq(dual.scale, (int64_t)1 << 24);
    cr_assert_geq(ul_pattern_lp_reduced_cost(&lp, &dual, 0), 0, "the pattern is worth more than its price");
    cr_assert_eq(dual.units, price, "and the bound is no worse for it");
}
