/* All maximal fillings, against a count of every filling there could be. */
#include <criterion/criterion.h>

#include "maximal_fillings.h"
#include "rng.h"

enum { THINGS = 5, DIMS = 3, FILLINGS = 1024 };

typedef struct {
    ul_fillings of;
    int64_t kept[FILLINGS][THINGS];
    size_t n, steps, most; /* most: steps that are allowed */
} scene;

static ul_status keep(void *context, const int64_t *count)
{
    scene *s = context;
    for (size_t q = 0; q < s->of.n; q++)
        s->kept[s->n][q] = count[q];
    s->n++;
    return UL_OK;
}

static ul_status count_step(void *context)
{
    scene *s = context;
    return ++s->steps > s->most ? ul_fail(UL_E_INPUT, "too many steps") : UL_OK;
}

/* Whether these counts fit, with one more of a thing; of none where that is THINGS. */
static bool fits(const ul_fillings *of, const int64_t *count, size_t one)
{
    for (size_t q = 0; q < of->n; q++)
        if (count[q] + (q == one) > of->most[q])
            return false;
    for (size_t d = 0; d < of->n_dims; d++) {
        int64_t used = 0;
        for (size_t q = 0; q < of->n; q++)
            used += of->weight[q][d] * (count[q] + (q == one));
        if (used > of->capacity[d])
            return false;
    }
    return true;
}

static bool is_maximal(const ul_fillings *of, const int64_t *count)
{
    for (size_t q = 0; q < of->n; q++)
        if (fits(of, count, q))
            return false;
    return fits(of, count, THINGS);
}

/* Every vector of counts, from the last one down, like the digits of a number. */
static void expect_all(const scene *s)
{
    int64_t count[THINGS];
    size_t n = 0, q = 0;
    for (size_t t = 0; t < s->of.n; t++)
        count[t] = s->of.most[t];
    while (q < s->of.n) {
        if (is_maximal(&s->of, count)) {
            cr_assert(n < s->n);
            for (size_t t = 0; t < s->of.n; t++)
                cr_assert_eq(s->kept[n][t], count[t]);
            n++;
        }
        for (q = 0; q < s->of.n && count[s->of.n - 1 - q]-- == 0; q++)
            count[s->of.n - 1 - q] = s->of.most[s->of.n - 1 - q];
    }
    cr_assert_eq(s->n, n);
}

Test(maximal_fillings, are_all_there_in_order)
{
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        static scene s;
        ul_rng *rng = ul_rng_new(seed);
        int64_t weight[THINGS][DIMS], most[THINGS], capacity[DIMS];
        const int64_t *row[THINGS];
        ul_arena *arena = ul_arena_new();
        for (size_t q = 0; q < THINGS; q++) {
            row[q] = weight[q];
            most[q] = (int64_t)ul_rng_below(rng, 4);
            for (size_t d = 0; d < DIMS; d++)
                weight[q][d] = (int64_t)ul_rng_below(rng, 8);
        }
        for (size_t d = 0; d < DIMS; d++)
            capacity[d] = (int64_t)ul_rng_below(rng, 30);
        s = (scene){.of = {ul_rng_below(rng, THINGS + 1), ul_rng_below(rng, DIMS + 1), row, most,
                           capacity, &s, keep, count_step}, .most = SIZE_MAX};
        cr_assert_eq(ul_maximal_fillings(&s.of, arena), UL_OK);
        if (s.of.n > 0)
            expect_all(&s);
        s.most = s.steps / 2;
        s.steps = 0;
        cr_assert_eq(ul_maximal_fillings(&s.of, arena) == UL_OK, s.of.n == 0);
        ul_rng_free(rng);
        ul_arena_free(arena);
    }
}
