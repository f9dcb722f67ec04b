/* References are of Python 3.11: random.seed(2**40 + 5); random.getrandbits(32). */
#include <criterion/criterion.h>

#include "rng.h"

static double first_of(uint64_t seed)
{
    ul_rng *rng = ul_rng_new(seed);
    const double first = ul_rng_unit(rng);
    ul_rng_free(rng);
    return first;
}

Test(rng, a_seed_of_more_than_32_bits_is_as_python_has_it)
{
    static const double python[] = {2166296868, 2220160828, 1153647273};
    ul_rng *rng = ul_rng_new(((uint64_t)1 << 40) + 5);
    for (size_t q = 0; q < 3; q++)
        cr_expect_eq(ul_rng_unit(rng), python[q] / 4294967296.0);
    ul_rng_free(rng);
}

Test(rng, the_upper_half_of_a_seed_is_not_folded_into_the_lower)
{
    const uint64_t seed = 0x123456789abcdef0;
    cr_expect_neq(first_of(seed), first_of(seed ^ 0x0000000100000001));
    cr_expect_neq(first_of(seed), first_of((uint32_t)(seed ^ seed >> 32)));
}
