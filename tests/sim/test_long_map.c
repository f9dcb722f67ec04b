/* The map of who holds long tasks against a list of bits, and Eagle's stream of draws. */
#include <criterion/criterion.h>
#include <string.h>

#include "long_map.h"
#include "rng.h"

static void expect_view(ul_long_view *view, const bool *set, uint32_t n)
{
    uint32_t k = 0;
    for (uint32_t g = 0; g < n; g++)
        if (!set[g])
            cr_assert_eq(ul_long_view_free(view, k++), g);
    cr_assert_eq(ul_long_view_n_free(view), k);
}

/* Views keep what was, while the map goes on. */
Test(long_map, is_a_list_of_bits)
{
    enum { MOST = 1300 };
    ul_rng *rng = ul_rng_new(1);
    for (uint32_t n = 1; n < MOST; n += 1 + n / 2) {
        bool now[MOST] = {false}, then[MOST] = {false};
        ul_long_map map;
        ul_long_view *view = NULL;
        cr_assert_eq(ul_long_map_init(&map, n), UL_OK);
        for (int step = 0; step < 400; step++) {
            const uint32_t g = (uint32_t)ul_rng_below(rng, n);
            now[g] = ul_rng_below(rng, 3) > 0;
            ul_long_map_put(&map, g, now[g]);
            uint32_t next = g;
            while (next < n && now[next])
                next++;
            cr_assert_eq(ul_long_map_next_free(&map, g), next);
            if (step % 50 != 0)
                continue;
            if (view != NULL)
                expect_view(view, then, n);
            ul_long_view_drop(view);
            cr_assert_eq(ul_long_map_look(&map, &view), UL_OK);
            memcpy(then, now, sizeof then);
        }
        expect_view(view, then, n);
        ul_long_map_clear(&map);
        ul_long_view_drop(view);
    }
    ul_rng_free(rng);
}

Test(long_map, draws_are_those_of_python)
{
    static const int want[] = {1406, 3250, 1693, 2351, 3998, 3060};
    ul_rng *rng = ul_rng_new_plain(123456798);
    for (size_t q = 0; q < sizeof want / sizeof *want; q++)
        cr_expect_eq((int)(ul_rng_unit_53(rng) * 4000), want[q]);
    ul_rng_free(rng);
}
