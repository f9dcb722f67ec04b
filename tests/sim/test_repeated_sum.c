/* Many additions at once are bit for bit the additions one by one. */
#include "repeated_sum.h"

#include <criterion/criterion.h>
#include <math.h>

#include "rng.h"

static uint64_t one_by_one(double *sum, double step, double goal, uint64_t n)
{
    uint64_t k = 0;
    for (; k < n && *sum < goal; k++)
        *sum += step;
    return k;
}

static void expect_same(double start, double step, double goal, uint64_t n)
{
    double a = start, b = start;
    const uint64_t k = ul_repeated_sum(&a, step, goal, n), l = one_by_one(&b, step, goal, n);
    cr_assert_eq(k, l, "%a + %a to %a: %llu steps, not %llu", start, step, goal,
                 (unsigned long long)k, (unsigned long long)l);
    cr_assert_eq(a, b, "%a + %a to %a, %llu steps: %a, not %a", start, step, goal,
                 (unsigned long long)n, a, b);
}

Test(repeated_sum, is_the_sum_one_by_one)
{
    expect_same(0, 2.1, HUGE_VAL, 100000);
    expect_same(0, 2.1, 210000, 1 << 20);
    expect_same(0, 0.1, 12345.6, 1 << 20);
    expect_same(7, 0.1, 7, 10); /* there already */
    expect_same(0, 1, 5, 0);
}

Test(repeated_sum, ties_go_to_even_only_once)
{
    /* half a unit in the last place: the first addition may differ from the others */
    for (int e = 0; e < 4; e++)
        for (int odd = 0; odd < 4; odd++) {
            const double unit = ldexp(1, e - 20); /* of doubles from 2^32 on */
            expect_same(ldexp(1, 32 + e) + odd * unit, unit / 2, HUGE_VAL, 1000);
            expect_same(ldexp(1, 32 + e) + odd * unit, 1.5 * unit, HUGE_VAL, 1000);
            expect_same(ldexp(1, 33 + e) - 9 * unit + odd * unit, 2.5 * unit, HUGE_VAL, 1000);
        }
}

Test(repeated_sum, any_numbers)
{
    ul_rng *rng = ul_rng_new(5);
    for (int q = 0; q < 3000; q++) {
        const double start = ul_rng_unit(rng) * pow(10, 6 * ul_rng_unit(rng));
        const double step = ul_rng_unit(rng) * pow(10, 4 * ul_rng_unit(rng) - 2);
        const double goal = start + step * 5000 * ul_rng_unit(rng);
        expect_same(start, step, q % 2 == 0 ? goal : HUGE_VAL, 4000);
    }
    ul_rng_free(rng);
}

Test(repeated_sum, what_is_lost_in_rounding_ends)
{
    double sum = 1e17;
    cr_assert_eq(ul_repeated_sum(&sum, 1, 2e17, (uint64_t)1 << 53), (uint64_t)1 << 53);
    cr_assert_eq(sum, 1e17);
}
