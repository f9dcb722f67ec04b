/* The fast optimum of small packings is the one that brute force finds. */
#include <criterion/criterion.h>

#include "brute_force.h"
#include "small_optimum.h"

Test(small_optimum, is_that_of_brute_force)
{
    size_t n = 0;
    for (size_t q = 0; q < ul_tiny_count(); q++) {
        ul_instance instance;
        ul_cost optimum;
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK, "%s", ul_error_text());
        if (ul_small_optimum(instance.data, &optimum)) {
            cr_expect_eq(optimum, ul_brute_force(instance.data), "tiny instance %zu", q);
            n++;
        }
        ul_instance_free(&instance);
    }
    cr_expect_gt(n, 20);
}

Test(small_optimum, leaves_large_ones_alone)
{
    ul_instance instance;
    ul_cost optimum;
    cr_assert_eq(ul_tiny_large(UL_SMALL_TASKS + 1, 1, &instance), UL_OK);
    cr_expect_not(ul_small_optimum(instance.data, &optimum));
    ul_instance_free(&instance);
}
